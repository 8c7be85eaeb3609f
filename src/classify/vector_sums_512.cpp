// Vectors of 512 bits.
#define AWE_WIDTH bits_512
#define AWE_LANES 8
#include "classify/vector_sums_body.h"
