// Vectors of 128 bits.
#define AWE_WIDTH bits_128
#define AWE_LANES 2
#include "kernels/vector_sums_body.h"
