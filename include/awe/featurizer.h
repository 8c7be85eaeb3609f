// Feature matrices from graphs: blocks of walk distributions (awe/feature_spec.h) of whole graphs, nodes, edges or
// given subgraphs, exact or sampled, chosen for each graph and block by the predicted cost.
//
// Rows come in the order of the graphs (and of nodes, edges or subgraphs within a graph). They are the same bytes for
// any number of threads, any shard and whatever other graphs the stream has. Memory: a few graphs and rows at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "awe/enum_text.h"
#include "awe/feature_spec.h"
#include "awe/graph_source.h"
#include "awe/matrix.h"
#include "awe/run_options.h"

namespace awe {

// What a row of the matrix describes.
enum class Level { graph, node, edge, subgraph };
template <>
struct EnumText<Level> {
  static constexpr std::string_view kWhat = "level";
  static constexpr EnumNames<Level, 4> kNames = {
      {{Level::graph, "graph"}, {Level::node, "node"}, {Level::edge, "edge"}, {Level::subgraph, "subgraph"}}};
};

// How walk distributions are computed. `automatic` enumerates where the budget allows it and samples elsewhere.
enum class Method { automatic, exact, sampled };
template <>
struct EnumText<Method> {
  static constexpr std::string_view kWhat = "method";
  static constexpr EnumNames<Method, 3> kNames = {
      {{Method::automatic, "auto"}, {Method::exact, "exact"}, {Method::sampled, "sampled"}}};
};

// Subgraphs as node sets: graph id -> lists of node ids, in file order.
using NodeSets = std::map<std::string, std::vector<std::vector<std::string>>>;

// Which walks of a learnt vocabulary get a column.
struct VocabularyOptions {
  std::uint64_t min_graphs = 1;                   // least number of graphs that have the walk
  std::optional<std::uint64_t> max_columns = {};  // at most this many columns per length; unset: no limit
};

// What is computed, and how. Without `features`: anonymous walks of the given lengths and scaling.
struct FeatureOptions {
  LengthRange length = 7;                    // steps of each walk, used only without `features`
  Scaling scaling = Scaling::none;           // used only without `features`
  FeatureSpec features = {};                 // blocks of features, for example "walks(node):0..3 + size"
  bool self_loops = false;                   // graphs may have self-loops: the larger vocabulary, for all graphs
  DeadEnds dead_ends = DeadEnds::automatic;  // what walks do where no step is possible; automatic without graphs: stop
  Level level = Level::graph;                // what a row describes
  NodeSets node_sets = {};                   // subgraphs of level subgraph; rows of level node, if not empty
  Method method = Method::automatic;         // exact or sampled
  std::optional<std::uint64_t> walks = {};   // sampled walks per row and block; unset: as epsilon and delta require
  // L1 error of each sampled distribution (length of a block); probability that some certificate of a row does not
  // hold.
  double epsilon = 0.1, delta = 0.05;
  double budget = 1e9;                // limit of steps for the exact enumeration of one graph
  bool normalise = false;             // divide by 1 - stopped: the distribution of walks that make all steps
  VocabularyOptions vocabulary = {};  // for blocks without settings of their own
  std::optional<int> hash_bits = {};  // labelled walks are hashed to 2^bits columns per section instead of a vocabulary
  bool plain_ids = false;             // ids of nodes and edges without the name of their graph
  RunOptions run = {};                // seed, threads, progress
};

// Totals of a run.
struct FeatureTotals {
  // Number of graphs; number of nodes; number of edges; number of rows.
  std::uint64_t graphs = 0, nodes = 0, edges = 0, rows = 0;
  std::uint64_t walks = 0;  // walks drawn in total
  // Graphs with exact rows; graphs with sampled rows; graphs with both.
  std::uint64_t exact = 0, sampled = 0, mixed = 0;
  double largest_error = 0;          // largest MatrixRow::certified_error
  double largest_part_error = 0;     // largest MatrixRow::largest_error
  double largest_unseen = 0;         // largest MatrixRow::unseen
  double stopped = 0;                // mean of MatrixRow::stopped over all rows
  double largest_stopped = 0;        // the same over the rows of one graph, for the graph where it is largest
  std::string most_stopped;          // id of that graph
  bool directed = false;             // that graph is directed
  bool edge_labels_missing = false;  // a graph has edges but not the edge labels that a block uses
  bool weights_unused = false;       // a graph has weights that the reader was not asked to use
  double walk_seconds = 0;           // time spent on rows, summed over threads
};

// Predicted content and cost of one block, without drawing a walk.
struct BlockForecast {
  std::string block;                     // text of the block
  std::uint64_t columns = 0;             // number of columns; 0 if a vocabulary is yet to be learnt
  bool learnt = false, hashed = false;   // columns come from a learnt vocabulary; columns come from hashing
  std::uint64_t exact = 0, sampled = 0;  // number of graphs enumerated exactly; number of graphs sampled
  double seconds = 0;                    // time on one thread for one pass
};
// Predicted content and cost of a run.
struct FeatureForecast {
  std::vector<BlockForecast> blocks;     // one per block
  std::uint64_t graphs = 0, passes = 1;  // number of graphs; how often they are read
};

namespace features {
struct FeatureColumns;
struct FittedFeatures;
class PartialState;
}  // namespace features

// Returns a new source of the same graphs at every call.
using OpenGraphs = std::function<std::unique_ptr<GraphSource>()>;

// Computes feature matrices with fixed columns. Immutable.
class Featurizer {
 public:
  // Learns what the columns need (vocabularies, codebooks, scales), if anything, from these graphs. Reads them at most
  // twice. Progress counts graphs. Throws Error(usage) for invalid options.
  [[nodiscard]] static Featurizer fit(std::span<const Graph> graphs, const FeatureOptions& options = {});
  [[nodiscard]] static Featurizer fit(const OpenGraphs& open, const FeatureOptions& options = {});
  // Writes what was learnt to a text file with a checksum. Throws Error: usage if nothing was learnt or the file exists
  // and `force` is false, io if writing fails.
  void save(const std::string& path, bool force = false) const;
  // Reads a saved file, which replaces options.features. Throws Error: io, malformed, incompatible.
  [[nodiscard]] static Featurizer load(const std::string& path, FeatureOptions options = {});
  // The text that save() writes, for programs that keep it elsewhere; empty if nothing was learnt.
  [[nodiscard]] std::string learnt_text() const;
  // Reads such a text, which replaces options.features. Throws Error: malformed, incompatible.
  [[nodiscard]] static Featurizer from_learnt_text(std::string text, FeatureOptions options = {});

  // For features that need no fit. Throws Error(usage) for invalid options and for features that need a fit.
  explicit Featurizer(FeatureOptions options);
  // With the result of a fit, or none; for use inside the library.
  Featurizer(FeatureOptions options, std::optional<features::FittedFeatures> fitted);
  ~Featurizer();
  Featurizer(Featurizer&&) noexcept;
  Featurizer& operator=(Featurizer&&) = delete;

  [[nodiscard]] std::uint64_t num_columns() const noexcept;      // number of columns
  [[nodiscard]] MatrixColumn column(std::uint64_t index) const;  // description of column `index`
  // The result of the fit, if there was one; for use inside the library.
  [[nodiscard]] const std::optional<features::FittedFeatures>& fitted() const noexcept;
  // The end (one past the last column) of each block of options().features.
  [[nodiscard]] std::vector<std::uint64_t> block_ends() const;
  // The options, with `features` filled in.
  [[nodiscard]] const FeatureOptions& options() const noexcept;

  // The matrix of these graphs, which may differ from those of the fit. Progress counts graphs.
  [[nodiscard]] FeatureMatrix transform(std::span<const Graph> graphs, const Progress& progress = {}) const;
  // Reads the source to its end and passes every row to `consume`, in order, one at a time. Progress counts graphs.
  // Throws Error: limit if Method::exact exceeds the budget, and what the source and `consume` throw.
  FeatureTotals run(GraphSource& source, const std::function<void(MatrixRow&&)>& consume,
                    const Progress& progress = {}) const;

 private:
  std::shared_ptr<const features::FeatureColumns> columns_;
};

// A fit in parts, for a collection that is spread over processes or machines. Every part is added to a PartialFit of
// its own; these are merged in any order, by pairs or all into one, and the last one is finished. The result has the
// bytes of Featurizer::fit on the whole collection: counts are exact, and what is a sample (the nodes from which
// codebooks of attributes are learnt) is chosen by hashes of the nodes, not by the part that has them. Codebooks need a
// second pass over all parts: while needs_second_pass(), every part is added again to a copy of second_pass(). Copies
// are independent. Memory: about 50 bytes per distinct walk.
class PartialFit {
 public:
  // Of no graphs. Throws Error(usage) for invalid options, and for automatic `dead_ends`: no part knows the first graph
  // of all, so `stop` (undirected graphs) or another rule must be given.
  explicit PartialFit(FeatureOptions options);
  ~PartialFit();
  PartialFit(const PartialFit&);
  PartialFit& operator=(const PartialFit&);
  PartialFit(PartialFit&&) noexcept;
  PartialFit& operator=(PartialFit&&) noexcept;

  // Adds graphs, on options.run.threads threads. Progress counts graphs. If it throws, this object must not be used
  // again.
  void add(GraphSource& source, const Progress& progress = {});
  void add(std::span<const Graph> graphs, const Progress& progress = {});
  // Adds the graphs of another part. Throws Error(usage) if the two have different options or are of different passes.
  void merge(const PartialFit& other);
  [[nodiscard]] std::uint64_t num_graphs() const noexcept;  // number of graphs added, merged ones included

  // True if codebooks are learnt and this is the pass for them.
  [[nodiscard]] bool needs_second_pass() const noexcept;
  // The second pass, of no graphs yet, with the codebooks of the first. Throws Error(usage) if none is needed or there
  // are no nodes.
  [[nodiscard]] PartialFit second_pass() const;
  // The result. Throws Error(usage) if a second pass is needed.
  [[nodiscard]] Featurizer finish() const;

  // The state as bytes with a checksum, for another process with the same version of this library.
  [[nodiscard]] std::string bytes() const;
  // Reads them. Throws Error: malformed, incompatible, and usage if they were written with other options.
  [[nodiscard]] static PartialFit from_bytes(std::string_view bytes, FeatureOptions options);

 private:
  explicit PartialFit(std::unique_ptr<features::PartialState> state);
  std::unique_ptr<features::PartialState> state_;
};

// The feature matrix of the graphs in one call: Featurizer::fit(graphs, options).transform(graphs).
[[nodiscard]] FeatureMatrix embed(std::span<const Graph> graphs, const FeatureOptions& options = {});

// Checks the options. Throws Error(usage) for invalid ones.
void check(const FeatureOptions& options);
// Predicts content and cost. Reads the source to its end; null: only what is known without graphs. With `fitted`, the
// vocabularies are known.
[[nodiscard]] FeatureForecast forecast(const FeatureOptions& options, GraphSource* source,
                                       const Progress& progress = {});
[[nodiscard]] FeatureForecast forecast(const FeatureOptions& options, GraphSource* source, const Progress& progress,
                                       std::optional<features::FittedFeatures> fitted);

}  // namespace awe
