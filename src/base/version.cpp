// The version of the library, set at build time.
#include "awe/version.h"

namespace awe {

const char* version() { return AWE_VERSION; }

}  // namespace awe
