# Compiler settings shared by every target, and the library: awe_add_library adds a folder of src/ to it.

# -O3 is for rooms of inner loops (INNER_LOOPS below); elsewhere it makes the library a third larger and its compilation longer.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
# For what takes no time: the command, and sources that a room lists as SMALL (below). With -Os g++ 12 gives false warnings about values
# of std::optional.
set(AWE_SMALL_OPTIONS -Os)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND AWE_SMALL_OPTIONS -Wno-maybe-uninitialized)
endif()
if(AWE_LTO)
  set(AWE_SMALL_OPTIONS)  # that build is checked, not used
endif()

add_library(awe_settings INTERFACE)
target_compile_options(awe_settings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor)
if(AWE_WERROR)
  target_compile_options(awe_settings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 gives false warnings about std::string concatenation and comparisons of byte vectors in the standard library.
  target_compile_options(awe_settings INTERFACE -Wno-restrict -Wno-stringop-overread -Wno-stringop-overflow -Wno-array-bounds)
endif()
# Results are the same bytes from every compiler: do not fuse a product and a sum into one operation.
target_compile_options(awe_settings INTERFACE -ffp-contract=off)
if(AWE_SANITIZE)
  target_compile_options(awe_settings INTERFACE -fsanitize=${AWE_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(awe_settings INTERFACE -fsanitize=${AWE_SANITIZE})
  if(AWE_SANITIZE MATCHES "undefined")
    # What these would find, the address sanitizer finds, too; without them the build takes a fifth less time.
    target_compile_options(awe_settings INTERFACE -fno-sanitize=null,object-size,vptr)
  endif()
endif()
if(AWE_SANITIZE OR AWE_LTO)
  # Fewer instruction sets: sanitized loops take a minute to compile for all of them.
  target_compile_definitions(awe_settings INTERFACE
    "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3_DL)")
endif()
if(AWE_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)  # selects an archiver that supports such objects
  target_compile_options(awe_settings INTERFACE -Wodr)
  target_link_options(awe_settings INTERFACE -Wodr -Werror=odr -Werror=lto-type-mismatch)
endif()
# Coverage for libFuzzer, in the library alone; the fuzz targets link its main.
add_library(awe_coverage INTERFACE)
if(AWE_FUZZ)
  target_compile_options(awe_coverage INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Precompiled headers, if AWE_PRECOMPILE is set: NAME is an object library that contains nothing else, built once and
# reused by every target that is compiled in the same way.
function(awe_add_precompiled name)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cpp CONTENT "// Holds the precompiled headers.\n")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE awe_settings)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

# awe_reuse_precompiled(TARGET NAME): skips sources that have their own compiler options or definitions.
function(awe_reuse_precompiled target name)
  if(NOT AWE_PRECOMPILE)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${name})
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    if(options OR definitions)
      set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()

# Headers that most files of src/ include.
set(AWE_STANDARD_HEADERS <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span>
  <string> <string_view> <unordered_map> <vector>)
if(AWE_PRECOMPILE)
  awe_add_precompiled(awe_precompiled ${AWE_STANDARD_HEADERS})
  target_link_libraries(awe_precompiled PRIVATE awe_coverage)
endif()

# Defines the target of awe::awe, which is installed as libawe, and awe_shared, the same as a shared library, which a wheel has
# once for its module and its command: both empty until awe_add_library adds to them.
macro(awe_begin_library)
  add_library(awe_library STATIC)
  add_library(awe::awe ALIAS awe_library)
  set_target_properties(awe_library PROPERTIES EXPORT_NAME awe)
  add_library(awe_shared SHARED EXCLUDE_FROM_ALL)
  set(exports ${PROJECT_SOURCE_DIR}/cmake/awe_shared.map)
  target_link_options(awe_shared PRIVATE LINKER:-Bsymbolic-functions LINKER:--as-needed LINKER:--version-script=${exports})
  set_target_properties(awe_shared PROPERTIES LINK_DEPENDS ${exports})
  foreach(library IN ITEMS awe_library awe_shared)
    set_target_properties(${library} PROPERTIES OUTPUT_NAME awe)
    target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_compile_features(${library} PUBLIC cxx_std_20)
  endforeach()
endmacro()

# awe_add_folder(NAME KIND [INNER_LOOPS] SOURCES file... [SMALL file...] [DEPENDS folder...] [PRIVATE target...]): defines the
# target awe_NAME from the sources of src/NAME, as a library of that kind. DEPENDS lists the folders that it may include.
# INNER_LOOPS: where the program spends its time, compiled for speed whatever the size. SMALL: further sources, where it spends
# none (texts, pages, paths, made once from results that others compute), compiled for size.
function(awe_add_folder name kind)
  cmake_parse_arguments(arg "INNER_LOOPS" "" "SOURCES;SMALL;DEPENDS;PRIVATE" ${ARGN})
  add_library(awe_${name} ${kind} ${arg_SOURCES} ${arg_SMALL})
  if(arg_SMALL AND CMAKE_BUILD_TYPE STREQUAL "Release")
    set_source_files_properties(${arg_SMALL} PROPERTIES COMPILE_OPTIONS "${AWE_SMALL_OPTIONS}")
  endif()
  target_include_directories(awe_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_features(awe_${name} PUBLIC cxx_std_20)
  target_link_libraries(awe_${name} PRIVATE awe_settings awe_coverage ${arg_PRIVATE})
  if(arg_INNER_LOOPS)
    target_compile_options(awe_${name} PRIVATE $<$<CONFIG:Release>:-O3>)
  endif()
  foreach(folder IN LISTS arg_DEPENDS)
    if(NOT TARGET awe_${folder})
      message(FATAL_ERROR "src/${name} depends on src/${folder}, which is not a folder before it")
    endif()
  endforeach()
  awe_reuse_precompiled(awe_${name} awe_precompiled)
endfunction()

# awe_add_library(NAME ...), with the arguments of awe_add_folder except KIND: adds the folder src/NAME to the library.
function(awe_add_library name)
  cmake_parse_arguments(arg "INNER_LOOPS" "" "SOURCES;SMALL;DEPENDS;PRIVATE" ${ARGN})
  awe_add_folder(${name} OBJECT ${ARGN})
  foreach(library IN ITEMS awe_library awe_shared)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:awe_${name}>)
    target_link_libraries(${library} PRIVATE ${arg_PRIVATE})
  endforeach()
endfunction()

# awe_add_cli_library(NAME SOURCES file... [DEPENDS folder...] [PRIVATE target...]): a folder src/NAME that only the
# command line uses, as the static library awe_NAME, which is not installed.
function(awe_add_cli_library name)
  awe_add_folder(${name} STATIC ${ARGN})
  target_link_libraries(awe_${name} PUBLIC awe::awe)
endfunction()
