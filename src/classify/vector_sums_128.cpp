// Vectors of 128 bits.
#define AWE_WIDTH bits_128
#define AWE_LANES 2
#include "classify/vector_sums_body.h"
