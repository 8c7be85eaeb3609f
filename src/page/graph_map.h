// Two maps of a collection, from the squared distances between its graphs: kernel PCA (B. Schoelkopf, A. Smola & K.-R.
// Mueller, Neural Computation 10, 1998) and t-SNE (L. van der Maaten & G. Hinton, JMLR 9, 2008), which starts from the
// former instead of from random places.
//
// Nothing is drawn at random, sums have a fixed order, and rows are divided between threads: the same distances give
// the same bits on any number of threads. Cost for n graphs: O(n^2) memory; 600 products of an n x n matrix with a
// vector, and O(n^2) per iteration of t-SNE, which looks at all pairs.
#pragma once

#include <vector>

#include "algebra/linear_algebra.h"
#include "awe/run_options.h"

namespace awe::page {

struct MapPoint {
  double x = 0, y = 0;
};

// The first two components of the kernel exp(-gamma d), centred; a constant kernel gives zeros.
[[nodiscard]] std::vector<MapPoint> kernel_pca(const algebra::Dense& squared, double gamma, const RunOptions& run);

struct TsneOptions {
  double perplexity = 30;  // number of neighbours that count; at most a third of the others
  int iterations = 500;
};
// Progress counts iterations.
[[nodiscard]] std::vector<MapPoint> tsne(const algebra::Dense& squared, const std::vector<MapPoint>& start,
                                         const TsneOptions& options, const RunOptions& run);

// The shares of the neighbours of item i: exp(-beta d) with the beta whose entropy is log(perplexity), 0 for i itself.
[[nodiscard]] std::vector<double> neighbour_shares(const algebra::Dense& squared, std::size_t i, double perplexity);

}  // namespace awe::page
