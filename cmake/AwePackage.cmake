# `cpack -G DEB` in a build folder: awe_VERSION_ARCHITECTURE.deb. The run-time dependencies of the command are computed
# from the shared libraries it links; programs that link the library need their headers, which are only suggested.
set(AWE_CONTACT "The AWE authors <awe@example.org>" CACHE STRING "Maintainer of the Debian package")
set(CPACK_PACKAGE_NAME awe)
set(CPACK_PACKAGE_VENDOR "AWE")
set(CPACK_PACKAGE_CONTACT "${AWE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "Turns graphs, nodes, edges and subgraphs into vectors of the probabilities of\n\
anonymous walks, trains data-driven vectors, computes kernels, and classifies\n\
graphs. Has the command awe and the C++ library.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "zlib1g-dev, libpugixml-dev, libsimdjson-dev, libhwy-dev, libfmt-dev")
include(CPack)
