#include "evaluation/channels.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "awe/error.h"
#include "features/fitted_features.h"
#include "features/walk_rows.h"
#include "kernels/compact_rows.h"

namespace awe::evaluation {
namespace {

constexpr double kAllUnseen = 1 - 1e-9;  // shares are sums of rounded numbers

bool uses_labels(const FeatureSpec& features) {
  return std::any_of(features.begin(), features.end(),
                     [](const FeatureBlock& block) { return block.learns_columns(); });
}

FeatureOptions plan_of(const FeatureSpec& features, const ChannelOptions& options) {
  FeatureOptions plan;
  plan.features = features;
  plan.run.seed = options.seed;
  plan.walks = options.walks;
  plan.self_loops = options.self_loops;
  plan.dead_ends = options.dead_ends;
  plan.run.threads = options.threads;
  plan.run.memory = options.memory;
  plan.budget = options.budget;
  plan.level = options.level;
  const FeatureBlock& block = features.front();
  const bool whole = block.scalings.empty() && !block.min_graphs && !block.max_columns;
  if (options.hashed && whole && block.learns_columns() && !block.compares_graphs()) {
    plan.hash_bits = features::kWideHashBits;
  }
  return plan;
}

// Documents predict their words, without contexts, by negative sampling: PV-DBOW.
DescentOptions document_descent() {
  DescentOptions descent;
  descent.window = 0;
  descent.objective = ObjectiveKind::negative_sampling;
  descent.candidates = CandidateKind::measured;
  descent.candidate_power = 0.75;
  descent.num_candidates = 10;
  descent.epochs = 20;
  descent.batch = 128;
  descent.held_out = 0;
  return descent;
}

EmbeddingOptions embedding_plan_of(const Channel& channel, const ChannelOptions& options) {
  EmbeddingOptions plan;
  plan.walks = channel.features;
  plan.dimensions = channel.dimensions;
  if (channel.descent) {
    const FeatureBlock& block = channel.features.front();
    plan.sentence_walks = static_cast<std::uint32_t>(block.last - block.first) + 1;  // one word per round
    plan.descent = document_descent();
  }
  plan.self_loops = options.self_loops;
  plan.dead_ends = options.dead_ends;
  plan.run.seed = options.seed;
  plan.run.threads = options.threads;
  return plan;
}

std::vector<LearntChannels::Learnt> learn(std::span<const Channel> blocks, const ChannelOptions& options,
                                          const LearntChannels::Open& open, const Progress& stop) {
  std::vector<LearntChannels::Learnt> learnt(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].dimensions > 0) {
      EmbeddingOptions training = embedding_plan_of(blocks[i], options);
      training.run.progress = stop;
      learnt[i].model = EmbeddingModel::train(open, training);
      continue;
    }
    const FeatureOptions plan = plan_of(blocks[i].features, options);
    if (features::needs_fit(plan)) learnt[i].fitted = features::fit_features(plan, open, stop);
  }
  return learnt;
}

// The share of the mass of a row that is outside the columns, over all its sections.
double unseen_share(const MatrixRow& row) {
  double seen = 0;
  for (const double value : row.values.values) seen += std::abs(value);
  return row.unseen_mass > 0 ? row.unseen_mass / (row.unseen_mass + seen) : 0;
}

// Some graphs of a set. Each is returned as a copy, which shares the graph's arrays.
class SetSource final : public GraphSource {
 public:
  SetSource(const GraphSet& set, std::span<const std::uint32_t> items) : set_(set), items_(items) {}
  std::optional<Graph> next() override {
    if (next_ == items_.size()) return std::nullopt;
    return set_.graphs[items_[next_++]];
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return items_.size(); }

 private:
  const GraphSet& set_;
  std::span<const std::uint32_t> items_;
  std::size_t next_ = 0;
};

}  // namespace

DeadEnds dead_ends_of(const GraphSet& set) {
  return features::settled(DeadEnds::automatic, set.graphs.empty() ? std::nullopt : std::optional(set.graphs.front()));
}

double predicted_seconds(std::span<const Channel> channels, const ChannelOptions& options,
                         std::span<const Graph> graphs, const Progress& stop) {
  double seconds = 0;
  for (const Channel& channel : LearntChannels::blocks(channels)) {
    if (channel.dimensions > 0 || graphs.empty()) continue;
    const auto source = source_of_borrowed(graphs);
    for (const BlockForecast& block : forecast(plan_of(channel.features, options), source.get(), stop).blocks) {
      seconds += block.seconds / static_cast<double>(graphs.size());
    }
  }
  return seconds;
}

std::size_t place_of(const Channel& channel, std::span<const Channel> channels) {
  const auto same = [&](const Channel& known) { return known.same_distances(channel); };
  return static_cast<std::size_t>(std::find_if(channels.begin(), channels.end(), same) - channels.begin());
}

std::vector<Channel> distinct_channels(std::span<const KernelRecipe> recipes) {
  std::vector<Channel> found;
  for (const KernelRecipe& recipe : recipes) {
    for (const Channel& channel : recipe.channels) {
      if (place_of(channel, found) == found.size()) found.push_back(channel);
    }
  }
  return found;
}

LearntChannels::LearntChannels(std::span<const Channel> channels, const ChannelOptions& options, const Open& open,
                               const Progress& progress)
    : LearntChannels(channels, options, learn(blocks(channels), options, open, {{}, progress.stop_requested})) {}

LearntChannels::LearntChannels(std::span<const Channel> channels, const ChannelOptions& options,
                               std::vector<Learnt> learnt)
    : level_(options.level) {
  const auto of_graphs = [](const Channel& channel) { return channel.counts || channel.dimensions > 0; };
  if (level_ != Level::graph && std::any_of(channels.begin(), channels.end(), of_graphs)) {
    throw Error(ErrorKind::usage, "counts and data-driven models are for graphs, not for nodes or edges");
  }
  std::size_t next = 0;
  for (Channel& source : blocks(channels)) {
    Learnt& own = learnt[next++];
    Block& block = blocks_.emplace_back();
    if (source.dimensions > 0) {
      block.model = std::move(own.model);
    } else {
      block.featurizer.emplace(plan_of(source.features, options), std::move(own.fitted));
    }
    block.source = std::move(source);
  }
  lay_out_tables(channels);
}

std::vector<Channel> LearntChannels::blocks(std::span<const Channel> channels) {
  std::vector<Channel> found;
  for (const Channel& channel : channels) {
    const auto same = [&](const Channel& known) { return known.same_block(channel); };
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(channel);
  }
  return found;
}

const features::FittedFeatures* LearntChannels::fitted(std::size_t block) const {
  const auto& featurizer = blocks_[block].featurizer;
  return featurizer && featurizer->fitted() ? &*featurizer->fitted() : nullptr;
}

const EmbeddingModel* LearntChannels::model(std::size_t block) const {
  return blocks_[block].model ? &*blocks_[block].model : nullptr;
}

void LearntChannels::lay_out_tables(std::span<const Channel> channels) {
  for (const Channel& channel : channels) {
    const auto block = std::find_if(blocks_.begin(), blocks_.end(),
                                    [&](const Block& known) { return known.source.same_block(channel); });
    const FeatureBlock& features = channel.features.front();
    Table table;
    table.block = static_cast<std::size_t>(block - blocks_.begin());
    table.counts = channel.counts;
    table.squares = channel.kernel == BaseKernel::linear || channel.kernel == BaseKernel::cosine;
    table.keeps_unseen = features.scalings.empty() && !features.min_graphs && !features.max_columns;
    const auto known = std::find(tables_.begin(), tables_.end(), table);
    table_of_.push_back(static_cast<std::size_t>(known - tables_.begin()));
    if (known == tables_.end()) tables_.push_back(table);
  }
}

std::uint64_t LearntChannels::Block::num_columns() const {
  return model ? model->options().dimensions : featurizer->num_columns();
}

std::uint64_t LearntChannels::num_columns(std::size_t table) const {
  return blocks_[tables_[table].block].num_columns() + 1;
}

const Featurizer* LearntChannels::featurizer_of(std::size_t table) const {
  const auto& featurizer = blocks_[tables_[table].block].featurizer;
  return featurizer ? &*featurizer : nullptr;
}

MatrixColumn LearntChannels::column(std::size_t table, std::uint64_t index) const {
  const Block& block = blocks_[tables_[table].block];
  if (block.featurizer && index < block.num_columns()) return block.featurizer->column(index);
  MatrixColumn column;
  column.block = to_string(block.source.features);
  if (block.model && index < block.num_columns()) column.walk = "dimension " + std::to_string(index);
  return column;
}

std::vector<std::size_t> LearntChannels::block_of_tables() const {
  std::vector<std::size_t> blocks;
  for (const Table& table : tables_) blocks.push_back(table.block);
  return blocks;
}

// Adds one graph's row of a block to every table derived from that block.
void LearntChannels::add_row(ChannelRows& rows, std::size_t block, const Graph& graph, std::size_t item,
                             const MatrixRow& row) const {
  rows.unseen[item] = std::max(rows.unseen[item], row.unseen);
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    const Table& table = tables_[t];
    if (table.block != block) continue;
    const double unseen = table.squares ? std::sqrt(row.unseen_squares) : row.unseen_mass;
    rows.tables[t].append(row.values, table.counts ? static_cast<double>(graph.num_nodes()) : 1.0,
                          table.keeps_unseen ? unseen : 0.0);
  }
}

ChannelRows LearntChannels::rows(std::span<const Graph> graphs, const Progress& progress) const {
  ChannelRows rows;
  rows.table_of = table_of_;
  std::size_t items = 0;
  for (const Graph& graph : graphs) items += static_cast<std::size_t>(rows_of_graph(graph, level_));
  if (level_ != Level::graph) rows.ids.resize(items);
  rows.unseen.assign(items, 0.0);
  rows.mean_unseen.assign(items, 0.0);
  rows.all_unseen.assign(items, std::any_of(blocks_.begin(), blocks_.end(),
                                            [](const Block& block) { return uses_labels(block.source.features); }));
  for (std::size_t table = 0; table < tables_.size(); ++table) rows.tables.emplace_back(num_columns(table));
  const Progress stop{{}, progress.stop_requested};
  const auto labelled_blocks = static_cast<double>(std::count_if(
      blocks_.begin(), blocks_.end(), [](const Block& block) { return uses_labels(block.source.features); }));
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    const auto source = source_of_borrowed(graphs);
    const bool labelled = uses_labels(blocks_[block].source.features);
    std::size_t item = 0;
    const auto keep = [&](const MatrixRow& row) {
      // Only rows of graphs are scaled by the size of their graph.
      add_row(rows, block, graphs[level_ == Level::graph ? item : 0], item, row);
      if (level_ != Level::graph) rows.ids[item] = row.id;
      const bool known = blocks_[block].model ? row.unseen < kAllUnseen : row.values.size() > 0;
      if (labelled && known) rows.all_unseen[item] = false;
      if (labelled) rows.mean_unseen[item] += unseen_share(row) / labelled_blocks;
      ++item;
    };
    if (const auto& model = blocks_[block].model) {
      model->infer(
          *source,
          [&](EmbeddingRow&& row) {
            MatrixRow dense;
            dense.unseen = row.unseen;
            for (std::size_t k = 0; k < row.vector.size(); ++k) dense.values.push_back(k, row.vector[k]);
            keep(dense);
          },
          stop);
    } else {
      (void)blocks_[block].featurizer->run(
          *source, [&](MatrixRow&& row) { keep(row); }, stop);
    }
  }
  return rows;
}

std::uint64_t rows_of_graph(const Graph& graph, Level level) {
  return level == Level::graph ? 1 : level == Level::node ? graph.num_nodes() : graph.num_edges();
}

std::vector<std::uint32_t> all_items(std::size_t count) {
  std::vector<std::uint32_t> items(count);
  std::iota(items.begin(), items.end(), 0u);
  return items;
}

ChannelRows rows_of(const GraphSet& set, std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on,
                    const ChannelOptions& options, const Progress& progress) {
  ChannelOptions hashed = options;
  hashed.hashed = true;
  const LearntChannels learnt(
      channels, hashed, [&] { return std::make_unique<SetSource>(set, learnt_on); }, progress);
  ChannelRows rows = learnt.rows(set.graphs, progress);
  kernels::Renumbering renumbering;
  constexpr std::uint64_t kFewColumns = 256;  // as of sizes and statistics of degrees: their order does not matter
  for (kernels::SparseRows& table : rows.tables) {
    if (table.columns() > kFewColumns) table = renumbering.of(std::move(table));
  }
  return rows;
}

ChannelRows rows_of(const MatrixSet& set, std::span<const Channel> channels) {
  ChannelRows rows;
  for (const Channel& channel : channels) {
    rows.table_of.push_back(rows.tables.size());
    rows.tables.push_back(set.rows.slice(channel.columns.first, channel.columns.last));
  }
  return rows;
}

KernelRecipe recipe_of_blocks(const MatrixSet& set) {
  KernelRecipe recipe{"matrix", {}};
  for (const MatrixBlock& block : set.blocks) {
    Channel& channel = recipe.channels.emplace_back();
    channel.columns = {block.first, block.last};
    channel.kernel = block.kernel;
  }
  return recipe;
}

}  // namespace awe::evaluation
