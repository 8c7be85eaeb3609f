// Node-labelled walks, drawn and counted. They are the same walks as the unlabelled ones, so that the masses of all
// labellings of an anonymous walk add up to its own mass: this is compared.
#include <cmath>
#include <map>
#include <optional>

#include "awe/walk_index.h"
#include "contender.h"
#include "labelled_walks/labelled_walks.h"

namespace awe::bench {
namespace {

// Adds integer counts and divides once, as is done for unlabelled walks.
WalkDistribution without_labels(const labelled_walks::LabelledDistribution& drawn, int length) {
  const WalkIndex index(length);
  const auto walks = static_cast<double>(drawn.walks);
  std::map<std::uint64_t, double> counts;
  AnonymousWalk names(static_cast<std::size_t>(length) + 1);
  for (walks::WalkTree::Place place = 1; place < drawn.tree.size(); ++place) {
    if (drawn.tree.length(place) != length) continue;
    walks::WalkTree::Place at = place;
    for (int s = length; s >= 0; --s, at = drawn.tree.parent(at)) {
      names[static_cast<std::size_t>(s)] = static_cast<std::uint8_t>(drawn.tree.step(at).name());
    }
    counts[index.rank(names)] += std::round(drawn.mass[place] * walks);
  }
  WalkDistribution result;
  result.stopped = drawn.stopped[static_cast<std::size_t>(length)];
  for (const auto& [rank, count] : counts) result.probabilities.push_back(rank, count / walks);
  return result;
}

LabelRule node_labels() {
  LabelRule rule;
  rule.node = true;
  return rule;
}

class Labelled final : public PreparedWalks {
 public:
  Labelled(const Graph& graph, int length)
      : labels_(graph, node_labels()),
        length_(length),
        walks_(graph, labels_, length),
        sampler_(walks_, kWalkSeed),
        origin_(walks::WalkOrigin::whole_graph(graph)) {}

  void draw(std::uint64_t walks) override {
    drawn_ = sampler_.draw({&origin_, 1}, sampled_walks::StoppingRule::fixed(walks, 0.5, std::nullopt));
  }
  [[nodiscard]] WalkOutcome outcome() const override { return {without_labels(drawn_, length_), 0}; }

 private:
  labels::GraphLabels labels_;
  int length_;
  labelled_walks::LabelledWalks walks_;
  labelled_walks::LabelledSampler sampler_;
  walks::WalkOrigin origin_;
  labelled_walks::LabelledDistribution drawn_;
};

}  // namespace

Contender labelled(int length) {
  return {"node-labelled", [length](const Graph& graph) { return std::make_unique<Labelled>(graph, length); }};
}

}  // namespace awe::bench
