# Reads AWE_VERSION from include/awe/version.h, the only place that states it.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../include/awe/version.h lines REGEX "^#define AWE_VERSION")
string(REGEX REPLACE ".*AWE_VERSION_MAJOR ([0-9]+).*AWE_VERSION_MINOR ([0-9]+).*AWE_VERSION_PATCH ([0-9]+).*" "\\1.\\2.\\3"
  AWE_VERSION "${lines}")
if(NOT "${lines}" MATCHES "AWE_VERSION \"${AWE_VERSION}\"")
  message(FATAL_ERROR "include/awe/version.h: AWE_VERSION is not \"${AWE_VERSION}\", which its numbers make")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../include/awe/version.h)
