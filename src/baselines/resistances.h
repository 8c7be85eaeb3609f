// Effective resistances between all pairs of nodes, as a histogram: the family of graph spectral distances with the
// harmonic function 1 / lambda (FGSD).
//
// The resistance of u and v is L+_uu + L+_vv - 2 L+_uv, where L+ is the pseudoinverse of the Laplacian D - A; for nodes
// of different components, L+_uv is 0. All n^2 ordered pairs count, nodes with themselves included. Values are often
// rational and lie on the edges of bins (whole numbers in trees), so a value counts as in the next bin if it is within
// a millionth of the width below it. Cost: n^3 multiplications of matrices per component, 32 n^2 bytes. Reference:
// Verma & Zhang, Hunt for the unique, stable, sparse and fast feature learning on graphs, NIPS 2017.
#pragma once

#include <cstdint>
#include <memory>

#include "baselines/graph_map.h"

namespace awe::baselines {

// One section of `bins` columns on [0, 20), and one more for what is larger.
[[nodiscard]] std::unique_ptr<const GraphMap> resistance_counts(std::uint32_t bins);

// The inverse of a symmetric positive definite matrix, by halves: inverses of blocks and products.
void invert_positive(std::vector<double>& values, std::size_t n);

}  // namespace awe::baselines
