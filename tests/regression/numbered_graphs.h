// Graphs with numbers that walks can and cannot predict.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "awe/generators.h"
#include "awe/graph_source.h"
#include "base/rng.h"

namespace awe::test {

// Graphs of six families; the first number is the share of closed triples of nodes, the second the standard deviation
// of the degrees.
struct NumberedGraphs {
  std::vector<Graph> graphs;
  std::vector<double> numbers;  // two per graph
};

inline NumberedGraphs numbered_graphs(std::uint64_t of_each) {
  NumberedGraphs made;
  const auto source = six_families(24, 60, of_each, 1);
  while (auto graph = source->next()) {
    double closed = 0, triples = 0, squares = 0;
    for (NodeId v = 0; v < graph->num_nodes(); ++v) {
      const auto around = graph->neighbours(v);
      squares += std::pow(static_cast<double>(around.size()) - 5, 2);  // all have 24 nodes and 60 edges
      for (const NodeId a : around) {
        for (const NodeId b : around) {
          if (a >= b) continue;
          ++triples;
          for (const NodeId c : graph->neighbours(a)) closed += c == b ? 1 : 0;
        }
      }
    }
    made.graphs.push_back(std::move(*graph));
    made.numbers.push_back(triples > 0 ? closed / triples : 0);
    made.numbers.push_back(std::sqrt(squares / 24));
  }
  return made;
}

// The first numbers alone.
inline std::vector<double> first_numbers(const NumberedGraphs& made) {
  std::vector<double> first;
  for (std::size_t i = 0; i < made.graphs.size(); ++i) first.push_back(made.numbers[2 * i]);
  return first;
}

// In another order.
inline std::vector<double> shuffled(std::vector<double> numbers, std::uint64_t seed) {
  base::Sequence random(seed, {});
  for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  return numbers;
}

}  // namespace awe::test
