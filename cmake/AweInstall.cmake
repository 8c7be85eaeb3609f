# `cmake --install`: headers, libraries, the binary, and the package that find_package(awe) finds.
include(CMakePackageConfigHelpers)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/awe DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS awe RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT awe-targets NAMESPACE awe:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/awe)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/awe-config.cmake.in
  ${PROJECT_BINARY_DIR}/awe-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/awe)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/awe-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/awe-config.cmake ${PROJECT_BINARY_DIR}/awe-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/awe)
