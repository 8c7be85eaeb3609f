// Sampling of labelled walks. If the walk and its labels fit in one integer code (walks/walker.h), codes are counted
// and converted to walks of the tree once, at the end; otherwise every walk descends the tree step by step.
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "labelled_walks/labelled_plan.h"
#include "labelled_walks/labelled_walks.h"
#include "sampled_walks/rank_counter.h"
#include "sampled_walks/sampling_loop.h"

namespace awe::labelled_walks {
namespace {

// Descends a tree with each walk, step by step.
class StepCounter {
 public:
  StepCounter(const LabelledGraph& prepared, const walks::Walker& walker) : prepared_(prepared), walker_(walker) {}

  void count(const walks::WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks) {
    walker_.for_each_tile(origin, block, first_lane, walks, [&](const walks::WalkTile& tile) {
      for (std::uint32_t lane = 0; lane < tile.size; ++lane) counts_.add(place_of(tile, lane), 1);
    });
  }

  void add(StepCounter& other) { counts_.add(other.counts_.take()); }

  [[nodiscard]] sampled_walks::Deviation deviation() const {
    sampled_walks::DeviationSum sum;
    for (const double count : counts_.mass) sum.add(count);
    return sum.value();
  }

  [[nodiscard]] EndedWalks take() { return counts_.take(); }

 private:
  walks::WalkTree::Place place_of(const walks::WalkTile& tile, std::uint32_t lane) {
    const labels::GraphLabels& labels = *prepared_.labels;
    visited_[0] = tile.nodes[0][lane];
    std::uint32_t used = 1;
    walks::WalkTree::Place place =
        counts_.tree.find_or_add(walks::WalkTree::kRoot, walks::WalkStep(1, labels.node(visited_[0]), 0));
    for (std::uint32_t s = 1; s <= tile.made[lane]; ++s) {
      const NodeId y = tile.nodes[s][lane];
      std::uint32_t j = 0;
      while (j < used && visited_[j] != y) ++j;
      const bool fresh = j == used;
      if (fresh) visited_[used++] = y;
      const std::uint32_t edge = labels.of_edges() ? edge_label(tile.nodes[s - 1][lane], y) : 0;
      place = counts_.tree.find_or_add(place, walks::WalkStep(j + 1, fresh ? labels.node(y) : 0, edge));
    }
    return place;
  }

  [[nodiscard]] std::uint32_t edge_label(NodeId from, NodeId to) const {
    const std::uint64_t arc = prepared_.arc(from, to);
    return arc == LabelledGraph::kNoArc ? prepared_.labels->jump() : prepared_.labels->arc(arc);
  }

  const LabelledGraph& prepared_;
  const walks::Walker& walker_;
  EndedSums counts_;
  std::array<NodeId, kMaxWalkLength + 1> visited_{};
};

// Counts labelled codes like ranks, and descends the tree once per distinct code.
class CodeCounter {
 public:
  explicit CodeCounter(const walks::Walker& walker)
      : walker_(walker), counter_(walker.index().size() << walker.labels_bits()) {}

  void count(const walks::WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks) {
    const std::span<std::uint64_t> codes = std::span(codes_).first(walks);
    const std::span<std::uint8_t> made = walker_.can_stop() ? std::span(made_).first(walks) : std::span<std::uint8_t>{};
    walker_.fill_labelled(origin, block, codes, made, first_lane);
    counter_.count(codes, made, walker_.index().length());
  }

  void add(CodeCounter& other) { counter_.add(other.counter_); }
  [[nodiscard]] sampled_walks::Deviation deviation() const { return counter_.deviation(); }

  [[nodiscard]] EndedWalks take() {
    EndedSums walks;
    const sampled_walks::RankCounter::Counts counts = counter_.take();
    for (std::size_t i = 0; i < counts.walks.size(); ++i) {
      walks.add(place_of(counts.walks.indices[i], walker_.index().length(), walks.tree), counts.walks.values[i]);
    }
    for (const EndedWalk& prefix : counts.stopped) {
      walks.add(place_of(prefix.rank, prefix.made, walks.tree), prefix.mass);
    }
    return walks.take();
  }

 private:
  // Codes are sorted, so a walk mostly shares a prefix with the previous one: only the rest descends the tree.
  [[nodiscard]] walks::WalkTree::Place place_of(std::uint64_t code, int made, walks::WalkTree& tree) {
    const int length = walker_.index().length(), bits = walker_.labels_bits() / (length + 1);
    const std::uint64_t rank = code >> walker_.labels_bits(), mask = (std::uint64_t{1} << bits) - 1;
    if (walk_.empty() || rank != rank_) walk_ = walker_.index().unrank(rank);
    rank_ = rank;
    std::uint8_t used = 0;
    walks::WalkTree::Place place = walks::WalkTree::kRoot;
    bool as_before = true;
    for (int s = 0; s <= made; ++s) {
      const std::uint8_t name = walk_[static_cast<std::size_t>(s)];
      const bool fresh = name > used;
      used = fresh ? name : used;
      const auto label = static_cast<std::uint32_t>(fresh ? code >> (bits * (length - s)) & mask : 0);
      const walks::WalkStep step(name, label, 0);
      Step& last = path_[static_cast<std::size_t>(s)];
      as_before = as_before && s <= path_made_ && last.step == step;
      if (!as_before) last = {step, tree.find_or_add(place, step)};
      place = last.place;
    }
    path_made_ = made;
    return place;
  }

  struct Step {
    walks::WalkStep step;
    walks::WalkTree::Place place = walks::WalkTree::kRoot;
  };

  const walks::Walker& walker_;
  sampled_walks::RankCounter counter_;
  std::array<std::uint64_t, base::kBlockWalks> codes_;
  std::array<std::uint8_t, base::kBlockWalks> made_;
  std::uint64_t rank_ = 0;
  AnonymousWalk walk_;                              // the walk of rank_
  std::array<Step, kMaxWalkLength + 1> path_ = {};  // of the previous code
  int path_made_ = -1;
};

// The labels that codes can hold: node labels, if edges have none.
std::span<const std::uint32_t> labels_for_codes(const labels::GraphLabels& labels) {
  return labels.of_nodes() && !labels.of_edges() ? labels.node_labels() : std::span<const std::uint32_t>{};
}

}  // namespace

LabelledSampler::LabelledSampler(const LabelledWalks& walks, std::uint64_t seed, walks::AdjacencyForm form,
                                 Counting counting)
    : plan_(walks.plan_.get()),
      walker_(
          *plan_->prepared.graph, WalkIndex(plan_->length, plan_->prepared.graph->has_self_loops()), seed,
          {plan_->kind, true, form,
           counting == Counting::steps ? std::span<const std::uint32_t>() : labels_for_codes(*plan_->prepared.labels),
           plan_->restart}) {}

LabelledDistribution LabelledSampler::draw(std::span<const walks::WalkOrigin> origins,
                                           const sampled_walks::StoppingRule& rule, int threads,
                                           const Progress& progress) const {
  // One counter per thread; make() creates another.
  const auto draw_with = [&](const auto& make) {
    std::vector<decltype(make())> counters;
    counters.push_back(make());
    const sampled_walks::Sampled sampled = sampled_walks::sample_until(
        rule, origins.size(), threads, progress,
        [&](std::size_t origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks,
            std::size_t thread) { counters[thread]->count(origins[origin], block, first_lane, walks); },
        [&](std::size_t helpers) {
          while (counters.size() <= helpers) counters.push_back(make());
        },
        [&] {
          for (std::size_t i = 1; i < counters.size(); ++i) counters[0]->add(*counters[i]);
          return counters[0]->deviation();
        });
    LabelledDistribution result = plan_->finish(counters[0]->take(), static_cast<double>(sampled.walks));
    result.walks = sampled.walks;
    result.certified_error = sampled.certified_error;
    return result;
  };
  if (walker_.has_labelled_codes()) return draw_with([&] { return std::make_unique<CodeCounter>(walker_); });
  return draw_with([&] { return std::make_unique<StepCounter>(plan_->prepared, walker_); });
}

}  // namespace awe::labelled_walks
