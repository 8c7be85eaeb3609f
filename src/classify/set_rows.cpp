#include "set_rows.h"

#include <memory>
#include <optional>

#include "awe/features/featurizer.h"

namespace awe {
namespace {

// Graphs of a set without copying them: a featurizer takes what it gets, so each is handed over as a copy, one at a
// time.
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

std::vector<std::uint32_t> all_items(const GraphSet& set) {
  std::vector<std::uint32_t> items(set.size());
  for (std::uint32_t i = 0; i < items.size(); ++i) items[i] = i;
  return items;
}

std::unique_ptr<GraphSource> graphs_of(const GraphSet& set, std::span<const std::uint32_t> items) {
  return std::make_unique<SetSource>(set, items);
}

// The rows of a channel for every graph, with what is learnt taken from `learnt_on`.
SparseRows rows_of(const GraphSet& set, const Channel& channel, std::span<const std::uint32_t> learnt_on,
                   const RowsOptions& options, const Progress& progress) {
  FeaturePlan features;
  features.features = channel.features;
  features.threads = options.threads;
  features.seed = options.seed;
  features.walks = options.walks;
  features.self_loops = options.self_loops;
  const auto everything = all_items(set);
  std::optional<FittedFeatures> fitted;
  const Progress stop{{}, progress.stop_requested};
  if (needs_fit(features)) {
    fitted = fit_features(
        features, [&] { return std::make_unique<SetSource>(set, learnt_on); }, stop);
  }
  const Featurizer featurizer(features, std::move(fitted));
  SparseRows rows(featurizer.num_columns());
  SetSource source(set, everything);
  std::size_t item = 0;
  (void)featurizer.run(
      source,
      [&](MatrixRow&& row) {
        if (channel.counts) {
          for (double& value : row.values.values) value *= set.graphs[item].num_nodes();
        }
        rows.append(row.values);
        ++item;
      },
      stop);
  return rows;
}

}  // namespace awe
