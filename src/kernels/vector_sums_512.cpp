// Vectors of 512 bits.
#define AWE_WIDTH bits_512
#define AWE_LANES 8
#include "kernels/vector_sums_body.h"
