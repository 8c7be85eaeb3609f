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

// Graphs that someone else holds: a featurizer takes what it gets, so each is handed over as a copy, one at a time.
class BorrowedGraphs final : public GraphSource {
 public:
  explicit BorrowedGraphs(const std::vector<Graph>& graphs) : graphs_(graphs) {}
  std::optional<Graph> next() override {
    if (next_ == graphs_.size()) return std::nullopt;
    return graphs_[next_++];
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return graphs_.size(); }

 private:
  const std::vector<Graph>& graphs_;
  std::size_t next_ = 0;
};

SparseVector scaled(const SparseVector& values, double factor) {
  SparseVector result = values;
  for (double& value : result.values) value *= factor;
  return result;
}

}  // namespace

std::vector<FeatureSpec> ChannelTables::blocks(std::span<const Channel> channels) {
  std::vector<FeatureSpec> found;
  for (const Channel& channel : channels) {
    if (std::find(found.begin(), found.end(), channel.features) == found.end()) found.push_back(channel.features);
  }
  return found;
}

ChannelTables::ChannelTables(std::span<const Channel> channels, const TableOptions& options, const Open& open,
                             const Progress& progress) {
  for (const FeatureSpec& features : blocks(channels)) {
    const FeaturePlan plan = plan_of(features, options);
    std::optional<FittedFeatures> fitted;
    if (needs_fit(plan)) fitted = fit_features(plan, open, {{}, progress.stop_requested});
    blocks_.push_back({features, Featurizer(plan, std::move(fitted))});
  }
  lay_out(channels);
}

ChannelTables::ChannelTables(std::span<const Channel> channels, const TableOptions& options,
                             std::vector<std::optional<FittedFeatures>> fitted) {
  const auto all = blocks(channels);
  for (std::size_t i = 0; i < all.size(); ++i) {
    blocks_.push_back({all[i], Featurizer(plan_of(all[i], options), std::move(fitted[i]))});
  }
  lay_out(channels);
}

void ChannelTables::lay_out(std::span<const Channel> channels) {
  for (const Channel& channel : channels) {
    const auto block = std::find_if(blocks_.begin(), blocks_.end(),
                                    [&](const Block& known) { return known.features == channel.features; });
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
  return blocks_[tables_[table].block].featurizer.num_columns() + 1;
}

ChannelTables::Rows ChannelTables::rows(const std::vector<Graph>& graphs, const Progress& progress) const {
  Rows rows;
  rows.unseen.assign(graphs.size(), 0.0);
  for (std::size_t table = 0; table < tables_.size(); ++table) rows.tables.emplace_back(num_columns(table));
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    const Featurizer& featurizer = blocks_[block].featurizer;
    BorrowedGraphs source(graphs);
    std::size_t item = 0;
    const auto keep = [&](MatrixRow&& row) {
      rows.unseen[item] = std::max(rows.unseen[item], row.unseen);
      for (std::size_t t = 0; t < tables_.size(); ++t) {
        const Table& table = tables_[t];
        if (table.block != block) continue;
        SparseVector values = row.values;
        const double unseen = table.squares ? std::sqrt(row.unseen_squares) : row.unseen_mass;
        if (table.keeps_unseen && unseen > 0) values.push_back(featurizer.num_columns(), unseen);
        rows.tables[t].append(table.counts ? scaled(values, graphs[item].num_nodes()) : values);
      }
      ++item;
    };
    (void)featurizer.run(source, keep, {{}, progress.stop_requested});
  }
  return rows;
}

}  // namespace awe
