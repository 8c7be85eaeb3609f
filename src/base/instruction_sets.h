// To be included before hwy/foreach_target.h: the instruction sets that loops are compiled for. Without SSSE3, which
// only processors from before 2008 have and SSE4 not; it would take as much room in the library as the others.
#pragma once

#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS HWY_SSSE3
#endif
