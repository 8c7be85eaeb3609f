// The version of the library: the only place that states it. The build reads it from here.
#pragma once

#define AWE_VERSION_MAJOR 0  // major version
#define AWE_VERSION_MINOR 1  // minor version
#define AWE_VERSION_PATCH 0  // patch level
// The version "MAJOR.MINOR.PATCH" of the headers that a program is compiled with.
#define AWE_VERSION "0.1.0"

namespace awe {

// The version of the library that a program is linked with: AWE_VERSION when the library was built.
[[nodiscard]] const char* version();

}  // namespace awe
