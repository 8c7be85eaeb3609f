// Figure 4 of the paper: seconds for the data-driven embedding of one random graph, by its number of nodes. They are
// seconds of processor time of one thread.
//
// Erdos-Renyi graphs of n nodes and mean degree mu, on one thread, not counting generation, in two settings: the
// paper's model trained on each graph alone (gradient descent, one epoch), and the vector of each graph inferred under
// a model trained once on other graphs (from a single graph, the exact form learns nothing).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/run_options.h"

namespace awe::report {

struct ScalabilityOptions {
  std::vector<std::uint64_t> nodes = {10, 32, 100, 316, 1000, 3162, 10'000, 30'000, 100'000, 1'000'000};
  std::vector<int> degrees = {2, 3, 4, 5};  // mu = n p
  int graphs = 10;                          // of each; of more than 30,000 nodes: 2
  std::string program;                      // the program that measures, for the file
  RunOptions run;

  [[nodiscard]] std::uint64_t points() const { return nodes.size() * degrees.size(); }
};

struct ScalabilityPoint {
  std::uint64_t nodes = 0;
  int degree = 0, graphs = 0;
  double inferred_seconds = 0, alone_seconds = 0;  // means over the graphs
};

// Each setting described in a sentence.
[[nodiscard]] std::string inferred_setting();
[[nodiscard]] std::string alone_setting();

// The points as JSON, with the options they belong to, and back. Parsing returns nothing if the text has other options,
// was measured by another program (unless any will do), or is damaged.
[[nodiscard]] std::string to_json(const std::vector<ScalabilityPoint>& points, const ScalabilityOptions& options);
[[nodiscard]] std::optional<std::vector<ScalabilityPoint>> scalability_from_json(std::string_view text,
                                                                                 const ScalabilityOptions& options,
                                                                                 bool any_program = false);

// Progress counts points.
[[nodiscard]] std::vector<ScalabilityPoint> measure_scalability(const ScalabilityOptions& options,
                                                                const Progress& progress = {});

}  // namespace awe::report
