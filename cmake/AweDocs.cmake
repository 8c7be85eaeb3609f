# The target `docs`: the reference of the public headers as HTML, in docs/ of the build folder. Fails if a public name
# has no comment. Needs Doxygen 1.9 or later, which is looked up when the target is built.
configure_file(${PROJECT_SOURCE_DIR}/cmake/Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
add_custom_target(docs
  COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/docs
  COMMAND doxygen ${PROJECT_BINARY_DIR}/Doxyfile
  COMMENT "Making the reference of the public headers" VERBATIM)
