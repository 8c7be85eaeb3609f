// The rows of channels (awe/recipe.h), one row per item: made from graphs, or taken from an existing matrix. Whatever
// the channels need is learnt once, and each block of features is computed once however many channels use it.
//
// Kernels between labelled walks need no vocabulary: a walk that occurs only in a new graph adds to that row's norm,
// not to its similarity to any training graph. So the mass of walks that the training graphs do not have is kept in one
// extra column, which is empty for them. (If a vocabulary is cut on purpose, the walks cut are left out of all rows.)
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "awe/embedding_model.h"
#include "awe/featurizer.h"
#include "awe/recipe.h"
#include "awe/run_options.h"
#include "evaluation/graph_set.h"
#include "evaluation/matrix_set.h"
#include "features/fitted_features.h"
#include "kernels/sparse_rows.h"

namespace awe::evaluation {

struct ChannelOptions {
  int threads = 1;
  std::uint64_t seed = 1;
  std::uint64_t walks = 100'000;  // per graph, if walks are sampled
  bool self_loops = false;
  DeadEnds dead_ends = DeadEnds::automatic;
  std::uint64_t memory = RunOptions().memory;  // of what one block takes, in bytes
  double budget = FeatureOptions().budget;     // steps of one graph
  Level level = Level::graph;                  // what has a row: graphs, or their nodes or edges
  // Labelled walks get columns by their hashes, without a vocabulary: for rows that are compared with each other alone.
  bool hashed = false;
};

// The rule for the dead ends of these graphs (awe/label_rule.h), which their first graph settles.
[[nodiscard]] DeadEnds dead_ends_of(const GraphSet& set);

// The rows of some channels: channels that differ only by kernel or weight share a table.
struct ChannelRows {
  std::vector<kernels::SparseRows> tables;
  std::vector<std::size_t> table_of;  // by channel
  std::vector<std::string> ids;       // of nodes or edges, with the names of their graphs; empty: rows of graphs
  std::vector<double> unseen;         // by graph: the largest share of a section's mass that no training graph has
  std::vector<bool> all_unseen;  // by graph: labelled walks are used, and no training graph has one of this graph's
  std::vector<double>
      mean_unseen;  // by graph: the share of labelled walks, over all lengths, that no training graph has
  [[nodiscard]] const kernels::SparseRows& of(std::size_t channel) const { return tables[table_of[channel]]; }
};

// Mean predicted time to make the rows of one of these graphs, in seconds on one thread: from the sizes of the graphs
// alone, so that it is the same on every machine. Data-driven models count as nothing.
[[nodiscard]] double predicted_seconds(std::span<const Channel> channels, const ChannelOptions& options,
                                       std::span<const Graph> graphs, const Progress& stop);

// The channels of recipes without duplicates: those with the same distances count as one.
[[nodiscard]] std::vector<Channel> distinct_channels(std::span<const KernelRecipe> recipes);
// Index of a channel with the same distances; channels.size() if there is none.
[[nodiscard]] std::size_t place_of(const Channel& channel, std::span<const Channel> channels);

// Channels together with what they have learnt: they make rows for any graphs.
class LearntChannels {
 public:
  using Open = std::function<std::unique_ptr<GraphSource>()>;
  // What a block has learnt: one of the two, or neither.
  struct Learnt {
    std::optional<features::FittedFeatures> fitted;
    std::optional<EmbeddingModel> model;
  };

  // Learns from the graphs of the source that `open` returns; each call must start from the first graph.
  LearntChannels(std::span<const Channel> channels, const ChannelOptions& options, const Open& open,
                 const Progress& progress = {});
  // From what was learnt before, one entry for each of blocks().
  LearntChannels(std::span<const Channel> channels, const ChannelOptions& options, std::vector<Learnt> learnt);

  // The first channel of each block of features (or data-driven model) from which rows are made.
  [[nodiscard]] static std::vector<Channel> blocks(std::span<const Channel> channels);
  [[nodiscard]] std::size_t num_blocks() const noexcept { return blocks_.size(); }
  [[nodiscard]] const features::FittedFeatures* fitted(std::size_t block) const;
  [[nodiscard]] const EmbeddingModel* model(std::size_t block) const;

  [[nodiscard]] const std::vector<std::size_t>& table_of() const noexcept { return table_of_; }  // one per channel
  [[nodiscard]] std::size_t num_tables() const noexcept { return tables_.size(); }
  [[nodiscard]] std::vector<std::size_t> block_of_tables() const;
  [[nodiscard]] std::uint64_t num_columns(std::size_t table) const;
  // What makes the rows of a table: features, or null for a data-driven model; whether its values are counts.
  [[nodiscard]] const Featurizer* featurizer_of(std::size_t table) const;
  [[nodiscard]] bool counts(std::size_t table) const { return tables_[table].counts; }
  // What a column of a table counts; the last one is of all walks without a column.
  [[nodiscard]] MatrixColumn column(std::size_t table, std::uint64_t index) const;

  [[nodiscard]] ChannelRows rows(std::span<const Graph> graphs, const Progress& progress = {}) const;

 private:
  struct Block {
    Channel source;
    std::optional<Featurizer> featurizer;  // one of the two is set
    std::optional<EmbeddingModel> model;
    [[nodiscard]] std::uint64_t num_columns() const;
  };
  struct Table {
    std::size_t block = 0;
    bool counts = false;
    bool squares = false;  // the kernel adds squares: unseen mass enters by its Euclidean norm
    bool keeps_unseen = false;
    bool operator==(const Table&) const = default;
  };
  void lay_out_tables(std::span<const Channel> channels);
  void add_row(ChannelRows& rows, std::size_t block, const Graph& graph, std::size_t item, const MatrixRow& row) const;

  Level level_;
  std::vector<Block> blocks_;
  std::vector<Table> tables_;
  std::vector<std::size_t> table_of_;
};

// Number of rows of a graph.
[[nodiscard]] std::uint64_t rows_of_graph(const Graph& graph, Level level);

// 0, 1, ..., count - 1.
[[nodiscard]] std::vector<std::uint32_t> all_items(std::size_t count);

// The rows of every graph of a set, with everything that is learnt taken from the graphs of `learnt_on`. They are for
// comparisons with each other: columns have numbers that mean nothing elsewhere, and labelled walks that the graphs of
// `learnt_on` do not have get columns too, which changes no value of a kernel.
[[nodiscard]] ChannelRows rows_of(const GraphSet& set, std::span<const Channel> channels,
                                  std::span<const std::uint32_t> learnt_on, const ChannelOptions& options,
                                  const Progress& progress = {});
// The rows restricted to the columns of each channel.
[[nodiscard]] ChannelRows rows_of(const MatrixSet& set, std::span<const Channel> channels);

// All blocks of a matrix, one channel per block.
[[nodiscard]] KernelRecipe recipe_of_blocks(const MatrixSet& set);

}  // namespace awe::evaluation
