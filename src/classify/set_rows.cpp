#include "set_rows.h"

#include <memory>
#include <optional>
#include <utility>

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

SparseRows rows_of(const GraphSet& set, const Channel& channel, std::span<const std::uint32_t> learnt_on,
                   const TableOptions& options, const Progress& progress) {
  const ChannelTables tables(
      {&channel, 1}, options, [&] { return graphs_of(set, learnt_on); }, progress);
  return std::move(tables.rows(set.graphs, progress).tables.front());
}

}  // namespace awe
