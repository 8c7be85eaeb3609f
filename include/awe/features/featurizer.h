// From a stream of graphs to the rows of a feature matrix: distributions of anonymous walks of one or several lengths,
// for whole graphs, nodes, edges or given subgraphs; exact or sampled, chosen for each graph by predicted cost.
//
// Rows come in the order of the graphs (and of nodes, edges or subgraphs within one), and are the same bytes for any
// number of threads, any shard and any neighbours in the stream. Memory: a few graphs and rows at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "awe/base/matrix.h"
#include "awe/base/progress.h"
#include "awe/features/scaling.h"
#include "awe/graph/collection.h"
#include "awe/walks/code.h"

namespace awe {

enum class Level { graph, node, edge, subgraph };
enum class Method { automatic, exact, sampled };

// Named node sets of graphs: graph id -> lists of node ids, in file order.
using NodeSets = std::map<std::string, std::vector<std::vector<std::string>>>;

struct FeaturePlan {
  int first_length = 7, last_length = 7;  // one block of columns for each length
  bool self_loops = false;                // the larger vocabulary, for every graph of the run
  Level level = Level::graph;
  NodeSets node_sets;  // of level subgraph
  Method method = Method::automatic;
  std::optional<std::uint64_t> walks;  // per row; unset: as many as epsilon and delta ask for
  double epsilon = 0.1, delta = 0.05;
  double budget = 1e9;  // walks that exact enumeration of one graph may take
  Scaling scaling = Scaling::none;
  bool normalise = false;  // divide by 1 - stopped
  bool plain_ids = false;  // rows of nodes and edges without the name of their graph
  std::uint64_t seed = 1;
  int threads = 1;
};

struct FeatureTotals {
  std::uint64_t graphs = 0, nodes = 0, edges = 0, rows = 0;
  std::uint64_t walks = 0;               // drawn, in all
  std::uint64_t exact = 0, sampled = 0;  // graphs by method
  bool weights_unused = false;           // some graph has weights that were not asked for
};

class Featurizer {
 public:
  // Throws Error(usage) for a plan that makes no sense.
  explicit Featurizer(FeaturePlan plan);

  [[nodiscard]] std::uint64_t num_columns() const noexcept { return first_column_.back(); }
  [[nodiscard]] MatrixColumn column(std::uint64_t index) const;

  // Reads the source to its end and hands every row to `consume`, one at a time. Progress counts graphs.
  FeatureTotals run(GraphSource& source, const std::function<void(MatrixRow&&)>& consume,
                    const Progress& progress = {}) const;

 private:
  FeaturePlan plan_;
  std::vector<WalkIndex> indices_;           // one a length
  std::vector<std::uint64_t> first_column_;  // of each block, and the end
};

}  // namespace awe
