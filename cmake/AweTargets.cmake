# Compiler settings shared by every target, and awe_add_library: one library a folder of src/.

add_library(awe_settings INTERFACE)
target_compile_options(awe_settings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor)
if(AWE_WERROR)
  target_compile_options(awe_settings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns wrongly about std::string concatenation and comparisons of byte vectors inside the standard library.
  target_compile_options(awe_settings INTERFACE -Wno-restrict -Wno-stringop-overread)
endif()
# Results are the same bytes from every compiler: a fused multiply-add may not replace a product and a sum.
target_compile_options(awe_settings INTERFACE -ffp-contract=off)
if(AWE_SANITIZE)
  target_compile_options(awe_settings INTERFACE -fsanitize=${AWE_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(awe_settings INTERFACE -fsanitize=${AWE_SANITIZE})
endif()
if(AWE_FUZZ)
  # Coverage for libFuzzer in every library; the fuzz targets alone link its main.
  target_compile_options(awe_settings INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(awe_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

# awe_add_library(NAME SOURCES file... [DEPENDS folder...] [PRIVATE target...])
# Defines awe_NAME (awe::NAME outside) from the sources of src/NAME; DEPENDS names the folders it may include.
function(awe_add_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE" ${ARGN})
  add_library(awe_${name} STATIC ${arg_SOURCES})
  add_library(awe::${name} ALIAS awe_${name})
  set_target_properties(awe_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(awe_${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_features(awe_${name} PUBLIC cxx_std_20)
  target_link_libraries(awe_${name} PRIVATE $<BUILD_INTERFACE:awe_settings> ${arg_PRIVATE})
  foreach(folder IN LISTS arg_DEPENDS)
    target_link_libraries(awe_${name} PUBLIC awe_${folder})
  endforeach()
  install(TARGETS awe_${name} EXPORT awe-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()
