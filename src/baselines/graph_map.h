// The interface of methods that turn one graph into numbers: explicit feature maps of graph kernels other than walks.
//
// A map has sections (one per round, size or power), each an amount per column. The columns of a section are fixed
// (classes of graphlets), or they are keys: hashes of what was counted (colours, labelled distances), which mean the
// same in every graph and get columns from a vocabulary (baselines/key_vocabulary.h). A graph's amounts depend on that
// graph alone, and on the seed if the map samples. Maps are immutable, so that threads may share them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "awe/graph.h"
#include "awe/hash.h"
#include "labels/codebook.h"

namespace awe::baselines {

// The amounts of one section that are not zero.
struct MapSection {
  std::vector<std::uint64_t> columns;  // strictly ascending; of fixed columns
  std::vector<Hash128> keys;           // strictly ascending; of keys
  std::vector<double> amounts;         // one per column or key, not 0
  double total = 0;                    // an amount divided by it is a share
  bool only_shares = false;            // the amounts are shares: what was counted is too large for a double
  // The text of key i, for the name of its column, which has `#` and the key behind it if `hashed`.
  std::function<std::string(std::size_t i)> text;
  bool hashed = false;
};

// What a map is given beside the graph.
struct MapInput {
  const labels::Codebook* codebook = nullptr;  // of labels by clusters of attributes
  std::uint64_t seed = 1;
};

// What a graph will take: steps are comparisons, sums or visits, of about a nanosecond each.
struct MapCost {
  double steps = 0, bytes = 0;
};

class GraphMap {
 public:
  virtual ~GraphMap() = default;
  GraphMap(const GraphMap&) = delete;
  GraphMap& operator=(const GraphMap&) = delete;

  [[nodiscard]] virtual std::size_t sections() const = 0;
  // Number of columns of a section; unset: its columns are keys.
  [[nodiscard]] virtual std::optional<std::uint64_t> columns(std::size_t section) const = 0;
  // Name of a fixed column.
  [[nodiscard]] virtual std::string column_name(std::size_t section, std::uint64_t column) const = 0;
  [[nodiscard]] virtual bool sampled(const Graph& /*graph*/) const { return false; }
  [[nodiscard]] virtual MapCost cost(const Graph& graph) const = 0;
  // One section each. Throws Error(usage), naming the graph, if it lacks labels that the map reads.
  [[nodiscard]] virtual std::vector<MapSection> of_graph(const Graph& graph, const MapInput& input) const = 0;

 protected:
  GraphMap() = default;
};

// Throws Error(limit), naming the graph, if the map would take more than this.
void require_affordable(const MapCost& cost, const std::string& graph_name, const std::string& map_name, double budget,
                        std::uint64_t memory);

}  // namespace awe::baselines
