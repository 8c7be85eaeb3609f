// Vectors of 256 bits.
#define AWE_WIDTH bits_256
#define AWE_LANES 4
#include "kernels/vector_sums_body.h"
