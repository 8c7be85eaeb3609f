// From a stream of graphs to the rows of a feature matrix: blocks of walk distributions (awe/feature_spec.h) for
// whole graphs, nodes, edges or given subgraphs; exact or sampled, chosen for each graph and block by predicted cost.
//
// Rows come in the order of the graphs (and of nodes, edges or subgraphs within one), and are the same bytes for any
// number of threads, any shard and any neighbours in the stream. Memory: a few graphs and rows at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "awe/enum_text.h"
#include "awe/feature_spec.h"
#include "awe/graph_source.h"
#include "awe/matrix.h"
#include "awe/run_options.h"

namespace awe {

enum class Level { graph, node, edge, subgraph };
template <>
struct EnumText<Level> {
  static constexpr std::string_view kWhat = "level";
  static constexpr EnumNames<Level, 4> kNames = {
      {{Level::graph, "graph"}, {Level::node, "node"}, {Level::edge, "edge"}, {Level::subgraph, "subgraph"}}};
};

enum class Method { automatic, exact, sampled };
template <>
struct EnumText<Method> {
  static constexpr std::string_view kWhat = "method";
  static constexpr EnumNames<Method, 3> kNames = {
      {{Method::automatic, "auto"}, {Method::exact, "exact"}, {Method::sampled, "sampled"}}};
};

// Named node sets of graphs: graph id -> lists of node ids, in file order.
using NodeSets = std::map<std::string, std::vector<std::vector<std::string>>>;

// Which walks of a learnt vocabulary get a column.
struct VocabularyOptions {
  std::uint64_t min_graphs = 1;                   // graphs that a walk must be in to get a column
  std::optional<std::uint64_t> max_columns = {};  // per length; unset: no limit
};

// What is computed, and how. Without `features`, anonymous walks of the given lengths and scaling.
struct FeatureOptions {
  LengthRange length = 7;           // steps of each walk, used only without `features`
  Scaling scaling = Scaling::none;  // used only without `features`
  FeatureSpec features = {};        // blocks of features, for example "walks(node):0..3 + size"
  bool self_loops = false;          // the larger vocabulary, for every graph of the run
  Level level = Level::graph;
  NodeSets node_sets = {};  // of level subgraph
  Method method = Method::automatic;
  std::optional<std::uint64_t> walks = {};  // per row and block; unset: as many as epsilon and delta ask for
  double epsilon = 0.1, delta = 0.05;
  double budget = 1e9;                // steps that exact enumeration of one graph may take
  bool normalise = false;             // divide by 1 - stopped
  VocabularyOptions vocabulary = {};  // of blocks that do not say otherwise
  std::optional<int> hash_bits = {};  // labelled walks in 2^bits columns a section, in the place of a vocabulary
  bool plain_ids = false;             // rows of nodes and edges without the name of their graph
  RunOptions run = {};
};

struct FeatureTotals {
  std::uint64_t graphs = 0, nodes = 0, edges = 0, rows = 0;
  std::uint64_t walks = 0;                          // drawn, in all
  std::uint64_t exact = 0, sampled = 0, mixed = 0;  // graphs by method
  double largest_error = 0;                         // that is certified for a row
  double largest_unseen = 0;                        // share of a row's mass outside the columns
  bool edge_labels_missing = false;                 // some graph has edges without the labels that a block asks for
  bool weights_unused = false;                      // some graph has weights that were not asked for
  double walk_seconds = 0;                          // spent on the rows, summed over threads
};

// What one block will be and what it will cost, predicted from the graphs without drawing a walk.
struct BlockForecast {
  std::string block;                     // its text
  std::uint64_t columns = 0;             // known before learning; 0 if a vocabulary has yet to be learnt
  bool learnt = false, hashed = false;   // how the columns come about
  std::uint64_t exact = 0, sampled = 0;  // graphs by method
  double seconds = 0;                    // of one thread, for one pass
};
struct FeatureForecast {
  std::vector<BlockForecast> blocks;
  std::uint64_t graphs = 0, passes = 1;
};

namespace features {
struct FeatureColumns;
struct FittedFeatures;
}  // namespace features

// Gives a collection from its beginning, every time that it is called.
using OpenGraphs = std::function<std::unique_ptr<GraphSource>()>;

class Featurizer {
 public:
  // Learns what the columns need (vocabularies, codebooks, scales) from these graphs; nothing where the features need
  // nothing. Reads the collection at most twice. Progress counts graphs.
  [[nodiscard]] static Featurizer fit(std::span<const Graph> graphs, const FeatureOptions& options = {});
  [[nodiscard]] static Featurizer fit(const OpenGraphs& open, const FeatureOptions& options = {});
  // What was learnt, in a text file with a checksum. save() throws Error(usage) where nothing was learnt; load() takes
  // the features from the file and throws Error: io, malformed, incompatible.
  void save(const std::string& path, bool force = false) const;
  [[nodiscard]] static Featurizer load(const std::string& path, FeatureOptions options = {});

  // For features that learn nothing. Throws Error(usage) for options that make no sense and for features that learn.
  explicit Featurizer(FeatureOptions options);
  // With what was learnt, or nothing.
  Featurizer(FeatureOptions options, std::optional<features::FittedFeatures> fitted);
  ~Featurizer();
  Featurizer(Featurizer&&) noexcept;
  Featurizer& operator=(Featurizer&&) = delete;

  [[nodiscard]] std::uint64_t num_columns() const noexcept;
  [[nodiscard]] MatrixColumn column(std::uint64_t index) const;
  // What it learnt or was given, or nothing.
  [[nodiscard]] const std::optional<features::FittedFeatures>& fitted() const noexcept;
  // Where the columns of each block of the plan's features end.
  [[nodiscard]] std::vector<std::uint64_t> block_ends() const;
  // Its options, with `features` set.
  [[nodiscard]] const FeatureOptions& options() const noexcept;

  // The matrix of these graphs, which need not be those that it was learnt from.
  [[nodiscard]] FeatureMatrix transform(std::span<const Graph> graphs, const Progress& progress = {}) const;
  // Reads the source to its end and hands every row to `consume`, one at a time. Progress counts graphs.
  FeatureTotals run(GraphSource& source, const std::function<void(MatrixRow&&)>& consume,
                    const Progress& progress = {}) const;

 private:
  std::shared_ptr<const features::FeatureColumns> columns_;
};

// The matrix of the graphs' features in one call: Featurizer::fit(graphs, options).transform(graphs).
[[nodiscard]] FeatureMatrix embed(std::span<const Graph> graphs, const FeatureOptions& options = {});

// Throws Error(usage) for options that make no sense.
void check(const FeatureOptions& options);
// Reads the source to its end (no source: only what is known without graphs). With a fit nothing is to be learnt.
[[nodiscard]] FeatureForecast forecast(const FeatureOptions& options, GraphSource* source,
                                       const Progress& progress = {});
[[nodiscard]] FeatureForecast forecast(const FeatureOptions& options, GraphSource* source, const Progress& progress,
                                       std::optional<features::FittedFeatures> fitted);

}  // namespace awe
