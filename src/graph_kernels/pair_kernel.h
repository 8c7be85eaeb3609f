// The interface of kernels that compare two graphs and have no finite vectors of their own.
//
// Values are given as logarithms, since those of walks soon pass the largest number. A kernel may have a scale, which
// is learnt from graphs. Kernels are immutable, so that threads may share them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graph_kernels/labelled_graph.h"

namespace awe::graph_kernels {

inline constexpr double kLogOfZero = -std::numeric_limits<double>::infinity();

// A graph with what a kernel computes of it once.
struct PreparedGraph {
  LabelledGraph graph;
  std::vector<double> numbers;      // the kernel's own
  std::vector<std::uint32_t> ends;  // of numbers by label, likewise
  double log_self = kLogOfZero;     // log k(x, x)
};

class PairKernel {
 public:
  virtual ~PairKernel() = default;
  PairKernel(const PairKernel&) = delete;
  PairKernel& operator=(const PairKernel&) = delete;

  // Whether only undirected edges without weights and self-loops count.
  [[nodiscard]] virtual bool simple() const noexcept { return false; }
  // The scale by these graphs, given in an order that does not depend on that of the input.
  [[nodiscard]] virtual double scale_of(std::span<const LabelledGraph> /*graphs*/) const { return 1; }
  [[nodiscard]] virtual PreparedGraph prepare(LabelledGraph graph, double scale) const = 0;
  // log k(a, b). Throws Error(numeric) if the kernel has no value.
  [[nodiscard]] virtual double log_value(const PreparedGraph& a, const PreparedGraph& b, double scale) const = 0;
  // What log_value will take: sums and products, of about a nanosecond each.
  [[nodiscard]] virtual double steps(const LabelledGraph& a, const LabelledGraph& b) const = 0;

 protected:
  PairKernel() = default;
};

}  // namespace awe::graph_kernels
