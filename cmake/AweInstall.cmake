# `cmake --install`: headers, the library, the command with its man pages and shell completions, and the package files
# for find_package(awe). `cpack -G DEB` makes a Debian package of the same files.
include(CMakePackageConfigHelpers)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/awe DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS awe_library EXPORT awe-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS awe RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT awe-targets NAMESPACE awe:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/awe)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/awe-config.cmake.in
  ${PROJECT_BINARY_DIR}/awe-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/awe)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/awe-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/awe-config.cmake ${PROJECT_BINARY_DIR}/awe-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/awe)

# Man pages and completions are generated from what the command itself says about its verbs and options.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(pages ${PROJECT_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/made
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/command_pages $<TARGET_FILE:awe> ${pages}
  COMMAND ${CMAKE_COMMAND} -E touch ${pages}/made
  DEPENDS awe ${PROJECT_SOURCE_DIR}/scripts/command_pages
  COMMENT "Making man pages and completions" VERBATIM)
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(awe_pages ALL DEPENDS ${pages}/made)
  install(DIRECTORY ${pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${pages}/bash/awe DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${pages}/zsh/_awe DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${pages}/fish/awe.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
  include(AwePackage)
  include(AweDocs)
endif()
