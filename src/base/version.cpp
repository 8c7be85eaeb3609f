// The version that the library was built as.
#include "awe/version.h"

namespace awe {

const char* version() { return AWE_VERSION; }

}  // namespace awe
