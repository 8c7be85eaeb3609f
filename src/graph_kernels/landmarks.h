// Vectors for a kernel that has none: coordinates with respect to some of the graphs that it was learnt from.
//
// The normalised Gram matrix of the landmarks is L L' (Cholesky), and the coordinates of a graph solve L x = k, k being
// its kernel values with the landmarks. Inner products of coordinates are then the kernel itself if one of the graphs
// is a landmark, and for two others within sqrt(rest rest'), rest being the part of a graph's squared length that lies
// outside. A graph becomes a landmark if its rest passes 1e-10, so that all graphs that were learnt from have exact
// products, unless their number is limited. Graphs are taken in the order of their hashes: the input's order does not
// matter. Cost: a kernel value per pair of a graph and a landmark, and landmarks^2 / 2 products per graph; a graph that
// is a landmark costs nothing. Memory: 4 landmarks^2 bytes, and the landmarks.
// Reference: Fine & Scheinberg, Efficient SVM training using low-rank kernel representations, JMLR 2001.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/run_options.h"
#include "graph_kernels/pair_kernel.h"

namespace awe::graph_kernels {

class Landmarks {
 public:
  Landmarks(std::shared_ptr<const PairKernel> kernel, double scale) : kernel_(std::move(kernel)), scale_(scale) {}

  struct Limits {
    std::optional<std::uint64_t> landmarks;  // at most so many
    double budget = 1e9;                     // steps of one graph with all others, in the mean
    std::uint64_t memory = std::uint64_t{4} << 30;
    int threads = 1;
  };
  // Progress counts graphs. Throws Error(limit) before anything is compared if it would pass a limit.
  [[nodiscard]] static Landmarks learn(std::shared_ptr<const PairKernel> kernel, std::vector<LabelledGraph> graphs,
                                       const std::string& kernel_name, const Limits& limits,
                                       const Progress& progress = {});

  struct Row {
    std::vector<double> coordinates;  // of the graph, divided by its length; shorter than the number of landmarks if
                                      // zeros follow
    double log_length = kLogOfZero;   // log sqrt(k(x, x))
    double rest = 0;                  // 1 - |coordinates|^2
  };
  [[nodiscard]] Row row(const LabelledGraph& graph) const;
  // Steps of row().
  [[nodiscard]] double steps(const LabelledGraph& graph) const;

  [[nodiscard]] std::size_t size() const noexcept { return graphs_.size(); }
  [[nodiscard]] double scale() const noexcept { return scale_; }
  [[nodiscard]] const LabelledGraph& graph(std::size_t landmark) const { return graphs_[landmark].graph; }
  // The coordinates of a landmark: one more than landmarks before it.
  [[nodiscard]] std::span<const double> coordinates(std::size_t landmark) const;
  // Appends a landmark, as it was saved. False if it makes no sense.
  [[nodiscard]] bool append(LabelledGraph graph, std::span<const double> coordinates);

 private:
  // The coordinates of a graph that is no landmark.
  [[nodiscard]] Row solve(const PreparedGraph& graph, int threads) const;
  void add(PreparedGraph graph, const Hash128& hash, std::span<const double> coordinates, double last);

  std::shared_ptr<const PairKernel> kernel_;
  double scale_;
  std::vector<PreparedGraph> graphs_;
  std::vector<double> factor_;  // rows of L one after the other, with their diagonal entries
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> places_;  // landmarks by half of their hashes
};

}  // namespace awe::graph_kernels
