// Random-walk kernels with labels: sums over k of weight(k) times the number of pairs of walks of k steps, one in each
// graph, that pass the same labels of nodes and edges. weight(k) = factor^k / k! (exponential) or factor^k (geometric).
//
// The product graph is never built: with X_0 = [equal labels] and X_k+1 = [equal labels] * sum over edge labels t of
// A_t X_k A'_t, the number is the sum of X_k, and only pairs of nodes with equal labels are stored. Steps are scaled
// and added in logarithms. Cost per step: O(m n' + n m') for the pairs that match; steps: about 12 + e factor rho rho'
// with the largest eigenvalues rho, rho' (exponential). References: Gartner, Flach & Wrobel, On graph kernels, COLT
// 2003; Vishwanathan et al., Graph kernels, JMLR 2010.
#pragma once

#include <memory>

#include "graph_kernels/pair_kernel.h"

namespace awe::graph_kernels {

enum class WalkSeries { exponential, geometric };

// A geometric series that does not converge within 10,000 steps has no value: factor * rho * rho' must be below 1.
[[nodiscard]] std::unique_ptr<const PairKernel> common_walks(WalkSeries series, double factor);

}  // namespace awe::graph_kernels
