// Statistics of a graph, and of a collection seen as a stream.
//
// Cost: O(nodes + arcs) a graph. Memory does not grow with the graphs but for 16 bytes each (to find repeats); it grows
// with the number of distinct sizes, degrees, labels and classes. Quantiles are exact, by nearest rank: values that
// occur.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/graph.h"

namespace awe {

struct GraphSummary {
  std::uint64_t components = 0;                  // of a directed graph: weakly connected
  std::uint64_t isolated = 0;                    // nodes without any arc, in or out; a kept loop is no arc here
  std::uint64_t min_degree = 0, max_degree = 0;  // out-degrees of a directed graph
  double mean_degree = 0;
};
[[nodiscard]] GraphSummary summarise(const Graph& graph);

struct ValueCount {
  std::uint64_t value = 0, count = 0;
};
struct Quantiles {
  std::uint64_t min = 0, lower = 0, median = 0, upper = 0, max = 0;  // lower and upper: 25 and 75 per cent
  double mean = 0;
};
// `counts` in increasing order of value. All zero if there are none.
[[nodiscard]] Quantiles quantiles(std::span<const ValueCount> counts);

struct Bin {
  std::uint64_t low = 0, high = 0, count = 0;  // low <= value <= high
};
// At most `bins` bins that cover all values: single values if they are few, equal widths, or, where the largest value
// is far beyond the upper quartile, widths that double.
[[nodiscard]] std::vector<Bin> histogram(std::span<const ValueCount> counts, std::size_t bins);

struct NameCount {
  std::string name;
  std::uint64_t count = 0;
};
struct Alphabet {
  std::uint64_t graphs = 0;       // graphs that carry such labels
  std::vector<NameCount> labels;  // the most frequent first; equal counts by name
};

struct CollectionSummary {
  std::uint64_t graphs = 0, nodes = 0, edges = 0, arcs = 0;
  std::uint64_t directed = 0, weighted = 0, empty = 0;  // graphs
  std::uint64_t weights_unused = 0;                     // graphs whose input has weights that were not asked for
  std::vector<ValueCount> node_counts, edge_counts, degrees;
  std::uint64_t components = 0, connected = 0;  // connected: graphs of one component
  std::uint64_t isolated_nodes = 0;
  std::uint64_t self_loops = 0, graphs_with_loops = 0;  // in the input, kept or not
  std::uint64_t repeated_arcs = 0, zero_weights = 0;
  Alphabet node_labels, edge_labels;                   // an undirected edge counts once
  std::size_t min_attributes = 0, max_attributes = 0;  // width of the node attributes
  std::vector<NameCount> classes;                      // by number if all are integers, else by bytes
  std::uint64_t unclassed = 0;
  std::uint64_t repeated_graphs = 0;  // graphs with the very adjacency of an earlier one
};

// Use: add() every graph, then result().
class SummaryBuilder {
 public:
  void add(const Graph& graph);
  [[nodiscard]] CollectionSummary result() const;

 private:
  struct LabelCounts {
    std::uint64_t graphs = 0;
    std::unordered_map<std::string, std::uint64_t> counts;
  };
  void add_degrees(const Graph& graph);
  void add_labels(const Graph& graph);

  CollectionSummary totals_;
  std::unordered_map<std::uint64_t, std::uint64_t> node_counts_, edge_counts_, degrees_;
  LabelCounts node_labels_, edge_labels_;
  std::map<std::string, std::uint64_t> classes_;
  std::vector<Hash128> fingerprints_;
};

}  // namespace awe
