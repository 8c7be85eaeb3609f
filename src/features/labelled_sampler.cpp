// Labelled walks by sampling. Where the walk and its labels fit one number (walks/walker.h), numbers are counted and
// become walks of the tree once, at the end; else every walk goes down the tree step by step.
#include <array>
#include <utility>

#include "awe/features/labelled.h"
#include "count_table.h"
#include "labelled_plan.h"
#include "sampling_loop.h"

namespace awe {
namespace {

// Walks of tiles into a tree, one by one.
class TileCounter {
 public:
  explicit TileCounter(const LabelledGraph& prepared) : prepared_(prepared) {}

  void count(const WalkTile& tile) {
    for (std::uint32_t lane = 0; lane < tile.size; ++lane) {
      visited_[0] = tile.nodes[0][lane];
      std::uint32_t used = 1;
      WalkTree::Place place =
          counts.tree.find_or_add(WalkTree::kRoot, WalkStep(1, prepared_.labels->node(visited_[0]), 0));
      for (std::uint32_t s = 1; s <= tile.made[lane]; ++s) {
        const NodeId y = tile.nodes[s][lane];
        std::uint32_t j = 0;
        while (j < used && visited_[j] != y) ++j;
        const bool fresh = j == used;
        if (fresh) visited_[used++] = y;
        const std::uint32_t edge =
            prepared_.labels->of_edges() ? prepared_.labels->arc(prepared_.arc(tile.nodes[s - 1][lane], y)) : 0;
        place = counts.tree.find_or_add(place, WalkStep(j + 1, fresh ? prepared_.labels->node(y) : 0, edge));
      }
      counts.add(place, 1);
    }
  }

  EndedWalks counts;

 private:
  const LabelledGraph& prepared_;
  std::array<NodeId, kMaxWalkLength + 1> visited_{};
};

// Labelled codes, by the steps that the walk made.
class CodeCounter {
 public:
  explicit CodeCounter(const Walker& walker) : walker_(walker), tables_(walker.index().length() + std::size_t{1}) {}

  void count(const WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks) {
    const std::span<std::uint64_t> codes = std::span(codes_).first(walks);
    const std::span<std::uint8_t> made = walker_.can_stop() ? std::span(made_).first(walks) : std::span<std::uint8_t>{};
    walker_.fill_labelled(origin, block, codes, made, first_lane);
    if (made.empty()) {
      tables_.back().add_all(codes);
      return;
    }
    for (std::uint32_t i = 0; i < walks; ++i) tables_[made[i]].add(codes[i], 1);
  }

  void add(CodeCounter& other) {
    for (std::size_t made = 0; made < tables_.size(); ++made) tables_[made].add(other.tables_[made]);
  }

  [[nodiscard]] double deviation() const {
    DeviationSum sum;
    for (const CountTable& table : tables_) {
      table.for_each([&](std::uint64_t, std::uint64_t count) { sum.add(static_cast<double>(count)); });
    }
    return sum.value();
  }

  [[nodiscard]] EndedWalks take() {
    EndedWalks walks;
    const WalkIndex& index = walker_.index();
    const int bits = walker_.label_bits();
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    for (std::size_t made = 0; made < tables_.size(); ++made) {
      for (const CountTable::Entry& entry : tables_[made].take_sorted()) {
        const AnonymousWalk walk = index.unrank(entry.key & 0xFFFFFFFFu);
        std::uint8_t used = 0;
        WalkTree::Place place = WalkTree::kRoot;
        for (std::size_t s = 0; s <= made; ++s) {
          const int shift = 32 + bits * (index.length() - static_cast<int>(s));
          const bool fresh = walk[s] > used;
          used = fresh ? walk[s] : used;
          const auto label = static_cast<std::uint32_t>(bits == 0 || !fresh ? 0 : entry.key >> shift & mask);
          place = walks.tree.find_or_add(place, WalkStep(walk[s], label, 0));
        }
        walks.add(place, static_cast<double>(entry.count));
      }
    }
    return walks;
  }

 private:
  const Walker& walker_;
  std::vector<CountTable> tables_;
  std::array<std::uint64_t, kBlockWalks> codes_;
  std::array<std::uint8_t, kBlockWalks> made_;
};

// The labels that codes may carry: those of nodes, where edges have none.
std::span<const std::uint32_t> labels_for_codes(const GraphLabels& labels) {
  return labels.of_nodes() && !labels.of_edges() ? labels.node_labels() : std::span<const std::uint32_t>{};
}

}  // namespace

LabelledSampler::LabelledSampler(const LabelledWalks& walks, std::uint64_t seed, AdjacencyForm form)
    : plan_(walks.plan_.get()),
      walker_(*plan_->prepared.graph, WalkIndex(plan_->length, plan_->prepared.graph->has_self_loops()), seed,
              {plan_->kind, true, form, labels_for_codes(*plan_->prepared.labels)}) {}

LabelledDistribution LabelledSampler::draw(std::span<const WalkOrigin> origins, const StoppingRule& rule, int threads,
                                           const Progress& progress) const {
  Sampled sampled;
  EndedWalks found;
  if (walker_.has_labelled_codes()) {
    std::vector<std::unique_ptr<CodeCounter>> counters;
    counters.push_back(std::make_unique<CodeCounter>(walker_));
    sampled = sample_until(
        rule, origins.size(), threads, progress,
        [&](std::size_t origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks,
            std::size_t thread) { counters[thread]->count(origins[origin], block, first_lane, walks); },
        [&](std::size_t helpers) {
          while (counters.size() <= helpers) counters.push_back(std::make_unique<CodeCounter>(walker_));
        },
        [&] {
          for (std::size_t i = 1; i < counters.size(); ++i) counters[0]->add(*counters[i]);
          return counters[0]->deviation();
        });
    found = counters[0]->take();
  } else {
    std::vector<TileCounter> counters;
    counters.emplace_back(plan_->prepared);
    sampled = sample_until(
        rule, origins.size(), threads, progress,
        [&](std::size_t origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks,
            std::size_t thread) {
          walker_.for_each_tile(origins[origin], block, first_lane, walks,
                                [&](const WalkTile& tile) { counters[thread].count(tile); });
        },
        [&](std::size_t helpers) {
          while (counters.size() <= helpers) counters.emplace_back(plan_->prepared);
        },
        [&] {
          for (std::size_t i = 1; i < counters.size(); ++i) {
            counters[0].counts.add(std::exchange(counters[i].counts, EndedWalks{}));
          }
          DeviationSum sum;
          for (const double count : counters[0].counts.ended) sum.add(count);
          return sum.value();
        });
    found = std::move(counters[0].counts);
  }
  LabelledDistribution result = plan_->finish(std::move(found), static_cast<double>(sampled.walks));
  result.walks = sampled.walks;
  result.certified_error = sampled.certified_error;
  return result;
}

}  // namespace awe
