#include "channel_tables.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace awe {
namespace {

FeaturePlan plan_of(const FeatureSpec& features, const TableOptions& options) {
  FeaturePlan plan;
  plan.features = features;
  plan.seed = options.seed;
  plan.walks = options.walks;
  plan.self_loops = options.self_loops;
  plan.threads = options.threads;
  return plan;
}

EmbeddingPlan embedding_plan_of(const FeatureSpec& words, std::size_t dimensions, const TableOptions& options) {
  EmbeddingPlan plan;
  plan.walks = words;
  plan.dimensions = dimensions;
  plan.self_loops = options.self_loops;
  plan.seed = options.seed;
  plan.threads = options.threads;
  return plan;
}

SparseVector scaled(const SparseVector& values, double factor) {
  SparseVector result = values;
  for (double& value : result.values) value *= factor;
  return result;
}

}  // namespace

std::uint64_t ChannelTables::Block::num_columns() const {
  return model ? model->plan().dimensions : featurizer->num_columns();
}

std::vector<ChannelTables::BlockKey> ChannelTables::blocks(std::span<const Channel> channels) {
  std::vector<BlockKey> found;
  for (const Channel& channel : channels) {
    const BlockKey key{channel.features, channel.dimensions};
    if (std::find(found.begin(), found.end(), key) == found.end()) found.push_back(key);
  }
  return found;
}

const std::optional<FittedFeatures>& ChannelTables::fitted(std::size_t block) const {
  static const std::optional<FittedFeatures> kNone;
  return blocks_[block].featurizer ? blocks_[block].featurizer->fitted() : kNone;
}

const EmbeddingModel* ChannelTables::model(std::size_t block) const {
  return blocks_[block].model ? &*blocks_[block].model : nullptr;
}

ChannelTables::ChannelTables(std::span<const Channel> channels, const TableOptions& options, const Open& open,
                             const Progress& progress) {
  const Progress stop{{}, progress.stop_requested};
  for (BlockKey& key : blocks(channels)) {
    Block& block = blocks_.emplace_back();
    if (key.dimensions > 0) {
      block.model = EmbeddingModel::train(embedding_plan_of(key.features, key.dimensions, options), open, stop);
    } else {
      const FeaturePlan plan = plan_of(key.features, options);
      std::optional<FittedFeatures> fitted;
      if (needs_fit(plan)) fitted = fit_features(plan, open, stop);
      block.featurizer.emplace(plan, std::move(fitted));
    }
    block.key = std::move(key);
  }
  lay_out(channels);
}

ChannelTables::ChannelTables(std::span<const Channel> channels, const TableOptions& options,
                             std::vector<Learnt> learnt) {
  const auto all = blocks(channels);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Block& block = blocks_.emplace_back();
    block.key = all[i];
    if (all[i].dimensions > 0) {
      block.model = std::move(learnt[i].model);
    } else {
      block.featurizer.emplace(plan_of(all[i].features, options), std::move(learnt[i].fitted));
    }
  }
  lay_out(channels);
}

void ChannelTables::lay_out(std::span<const Channel> channels) {
  for (const Channel& channel : channels) {
    const auto block = std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& known) {
      return known.key == BlockKey{channel.features, channel.dimensions};
    });
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

std::uint64_t ChannelTables::num_columns(std::size_t table) const {
  return blocks_[tables_[table].block].num_columns() + 1;
}

// One graph's row of a block, into every table that is made of it.
void ChannelTables::add_row(Rows& rows, std::size_t block, const Graph& graph, std::size_t item,
                            const MatrixRow& row) const {
  rows.unseen[item] = std::max(rows.unseen[item], row.unseen);
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    const Table& table = tables_[t];
    if (table.block != block) continue;
    SparseVector values = row.values;
    const double unseen = table.squares ? std::sqrt(row.unseen_squares) : row.unseen_mass;
    if (table.keeps_unseen && unseen > 0) values.push_back(blocks_[block].num_columns(), unseen);
    rows.tables[t].append(table.counts ? scaled(values, graph.num_nodes()) : values);
  }
}

ChannelTables::Rows ChannelTables::rows(const std::vector<Graph>& graphs, const Progress& progress) const {
  Rows rows;
  rows.unseen.assign(graphs.size(), 0.0);
  for (std::size_t table = 0; table < tables_.size(); ++table) rows.tables.emplace_back(num_columns(table));
  const Progress stop{{}, progress.stop_requested};
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    const auto source = source_of_borrowed(graphs);
    std::size_t item = 0;
    const auto keep = [&](const MatrixRow& row) {
      add_row(rows, block, graphs[item], item, row);
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

}  // namespace awe
