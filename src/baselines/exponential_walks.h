// The exponential random-walk kernel without labels, as vectors: entry k is sqrt(beta^k / k!) W_k, with W_k = 1' A^k 1
// the number of walks of k steps, so that an inner product is sum of beta^k / k! W_k W'_k. Its shares are the vector
// divided by its length: only these are small numbers, and their inner product is the normalised kernel.
//
// W_k = sum of c mu^k over the nodes mu and weights c of the spectral measure of the vector 1, found by the method of
// Lanczos (with full orthogonalisation, at most 40 steps; it ends early at an invariant space). Everything is computed
// in logarithms: entries matter around k = beta rho^2, rho the largest eigenvalue, which may be 10^5. For a directed
// graph the W_k are computed step by step. Cost: O(40 arcs), and about 15 sqrt(beta) rho entries. References: Gartner,
// Flach & Wrobel, On graph kernels, COLT 2003; Golub & Meurant, Matrices, moments and quadrature.
#pragma once

#include <memory>

#include "baselines/graph_map.h"

namespace awe::baselines {

// One section with a column for each k.
[[nodiscard]] std::unique_ptr<const GraphMap> exponential_walks(double beta);

}  // namespace awe::baselines
