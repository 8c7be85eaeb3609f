// The rows that the channels of a recipe need, for any graphs: blocks of features learnt once, each computed once
// however many channels look at it.
//
// Kernels between labelled walks need no vocabulary: a walk that only a new graph has adds to its length, not to its
// likeness to any training graph. So the mass of walks that the training graphs do not have is kept in one more column,
// which they leave empty. (Where a vocabulary is cut on purpose, what was cut is left out of all rows.)
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "awe/base/progress.h"
#include "awe/classify/recipe.h"
#include "awe/classify/sparse_rows.h"
#include "awe/embedding/model.h"
#include "awe/features/featurizer.h"
#include "awe/graph/collection.h"

namespace awe {

struct TableOptions {
  int threads = 1;
  std::uint64_t seed = 1;
  std::uint64_t walks = 100'000;  // where walks are sampled
  bool self_loops = false;
};

class ChannelTables {
 public:
  using Open = std::function<std::unique_ptr<GraphSource>()>;

  // Learns what the channels need from the graphs that `open` gives, from the beginning each time.
  ChannelTables(std::span<const Channel> channels, const TableOptions& options, const Open& open,
                const Progress& progress = {});
  // From what was learnt before: one for each of blocks(), nothing where nothing is learnt.
  struct Learnt {
    std::optional<FittedFeatures> fitted;
    std::optional<EmbeddingModel> model;
  };
  ChannelTables(std::span<const Channel> channels, const TableOptions& options, std::vector<Learnt> learnt);

  // What rows are made from: features, or the vectors of a model whose words they are.
  struct BlockKey {
    FeatureSpec features;
    std::size_t dimensions = 0;
    bool operator==(const BlockKey&) const = default;
  };
  // The different ones, in the order of the channels.
  [[nodiscard]] static std::vector<BlockKey> blocks(std::span<const Channel> channels);
  // What a block has learnt: one of the two, or nothing.
  [[nodiscard]] const std::optional<FittedFeatures>& fitted(std::size_t block) const;
  [[nodiscard]] const EmbeddingModel* model(std::size_t block) const;
  [[nodiscard]] std::size_t num_blocks() const noexcept { return blocks_.size(); }
  // Where the rows of a channel are.
  [[nodiscard]] std::size_t table_of(std::size_t channel) const noexcept { return table_of_[channel]; }
  [[nodiscard]] std::size_t num_tables() const noexcept { return tables_.size(); }
  [[nodiscard]] std::uint64_t num_columns(std::size_t table) const;

  struct Rows {
    std::vector<SparseRows> tables;
    std::vector<double> unseen;  // of each graph: the largest share of a section's mass that no training graph has
  };
  [[nodiscard]] Rows rows(const std::vector<Graph>& graphs, const Progress& progress = {}) const;

 private:
  // One of the two.
  struct Block {
    BlockKey key;
    std::optional<Featurizer> featurizer;
    std::optional<EmbeddingModel> model;
    [[nodiscard]] std::uint64_t num_columns() const;
  };
  struct Table {
    std::size_t block = 0;
    bool counts = false;
    bool squares = false;  // the kernel adds squares: unseen mass counts by its length
    bool keeps_unseen = false;
    bool operator==(const Table&) const = default;
  };
  void lay_out(std::span<const Channel> channels);
  void add_row(Rows& rows, std::size_t block, const Graph& graph, std::size_t item, const MatrixRow& row) const;

  std::vector<Block> blocks_;
  std::vector<Table> tables_;
  std::vector<std::size_t> table_of_;
};

}  // namespace awe
