// Statistics of a graph, and of a collection read as a stream.
//
// Cost: O(nodes + arcs) per graph. Memory: 16 bytes per graph (to find repeated graphs), and more for each distinct
// size, degree, label and class. Quantiles are exact, by nearest rank, so that they are values that occur.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/graph.h"

namespace awe {

// Statistics of one graph.
struct GraphSummary {
  std::uint64_t components = 0;                  // connected components; weakly connected if directed
  std::uint64_t isolated = 0;                    // nodes without arcs to or from other nodes
  std::uint64_t min_degree = 0, max_degree = 0;  // smallest degree (out-degree if directed); largest degree
  double mean_degree = 0;                        // mean degree; out-degree if directed
};
// Statistics of a graph. O(nodes + arcs).
[[nodiscard]] GraphSummary summarise(const Graph& graph);

// A value and how often it occurs.
struct ValueCount {
  std::uint64_t value = 0, count = 0;  // the value; its number of occurrences
};
// Quartiles, extremes and mean of a list of values.
struct Quantiles {
  // Minimum; lower quartile; median; upper quartile; maximum.
  std::uint64_t min = 0, lower = 0, median = 0, upper = 0, max = 0;
  double mean = 0;  // arithmetic mean
};
// Quantiles of values given by `counts`, in increasing order of value. All zero if there are none.
[[nodiscard]] Quantiles quantiles(std::span<const ValueCount> counts);

// A bin of a histogram.
struct Bin {
  std::uint64_t low = 0, high = 0, count = 0;  // smallest value; largest value; number of values
};
// A histogram of at most `bins` bins that cover all values: single values if there are few, otherwise equal widths or,
// if the largest value is far above the upper quartile, widths that double. `counts` in increasing order of value.
[[nodiscard]] std::vector<Bin> histogram(std::span<const ValueCount> counts, std::size_t bins);

// A name and how often it occurs.
struct NameCount {
  std::string name;         // the name
  std::uint64_t count = 0;  // its number of occurrences
};
// The labels of a collection.
struct Alphabet {
  std::uint64_t graphs = 0;       // number of graphs with such labels
  std::vector<NameCount> labels;  // distinct labels, most frequent first; equal counts by name
};

// Statistics of a collection.
struct CollectionSummary {
  // Number of graphs; total of nodes; total of edges; total of arcs.
  std::uint64_t graphs = 0, nodes = 0, edges = 0, arcs = 0;
  std::uint64_t directed = 0, weighted = 0, empty = 0;  // directed graphs; weighted graphs; graphs without nodes
  std::uint64_t weights_unused = 0;                     // graphs whose weights the reader was not asked to use
  // Nodes per graph and how often; edges per graph and how often; degrees and how often, all in increasing order.
  std::vector<ValueCount> node_counts, edge_counts, degrees;
  std::uint64_t components = 0, connected = 0;  // number of all components; graphs with one component
  std::uint64_t isolated_nodes = 0;             // total of isolated nodes
  // Self-loops in the input, kept or not; graphs with self-loops.
  std::uint64_t self_loops = 0, graphs_with_loops = 0;
  // Total of BuildNotes::repeated_arcs; total of BuildNotes::zero_weights.
  std::uint64_t repeated_arcs = 0, zero_weights = 0;
  // Labels of nodes; labels of edges, undirected ones counted once.
  Alphabet node_labels, edge_labels;
  std::size_t min_attributes = 0, max_attributes = 0;  // fewest attributes per node; most attributes per node
  std::vector<NameCount> classes;                      // classes, by value if all are integers, otherwise by bytes
  std::uint64_t unclassed = 0;                         // graphs without a class
  std::uint64_t repeated_graphs = 0;                   // graphs with the same fingerprint as an earlier one
};

// Computes the statistics of a collection. Use: add() every graph, then result().
class SummaryBuilder {
 public:
  void add(const Graph& graph);                    // adds a graph. O(nodes + arcs)
  [[nodiscard]] CollectionSummary result() const;  // statistics of the graphs added so far

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
