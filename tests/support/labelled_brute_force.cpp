#include "support/labelled_brute_force.h"

#include <algorithm>
#include <cstddef>

namespace awe::test {
namespace {

struct Walk {
  std::vector<NodeId> nodes;
  std::vector<std::uint64_t> places;  // positions of the arcs between them
};

class Enumeration {
 public:
  Enumeration(const Graph& graph, int length, bool non_backtracking, const std::vector<std::string>* node_labels,
              const std::vector<std::string>* arc_labels, std::optional<std::pair<NodeId, std::uint64_t>> first_arc)
      : graph_(graph),
        length_(static_cast<std::size_t>(length)),
        non_backtracking_(non_backtracking),
        node_labels_(node_labels),
        arc_labels_(arc_labels),
        first_arc_(first_arc),
        result_{std::vector<std::map<std::string, double>>(length_ + 1), std::vector<double>(length_ + 1, 0.0)} {}

  // Counts the walk, and all walks that begin with it.
  void count(const Walk& walk, double probability) {
    const std::size_t steps = walk.places.size();
    result_.lengths[steps][name_of(walk)] += probability;
    if (steps == length_) return;
    const std::vector<std::uint64_t> places = next_places(walk);
    if (places.empty()) {
      for (std::size_t longer = steps + 1; longer <= length_; ++longer) result_.stopped[longer] += probability;
      return;
    }
    double total = 0;
    for (const std::uint64_t place : places) total += weight(place);
    for (const std::uint64_t place : places) count(longer_by(walk, place), probability * weight(place) / total);
  }

  [[nodiscard]] const LabelledWalksOracle& result() const { return result_; }

 private:
  [[nodiscard]] Walk longer_by(Walk walk, std::uint64_t place) const {
    walk.nodes.push_back(graph_.targets()[place]);
    walk.places.push_back(place);
    return walk;
  }

  [[nodiscard]] double weight(std::uint64_t place) const {
    return graph_.weighted() ? graph_.arc_weights()[place] : 1.0;
  }

  // The arcs that the walk may take next.
  [[nodiscard]] std::vector<std::uint64_t> next_places(const Walk& walk) const {
    if (walk.places.empty() && first_arc_) return {first_arc_->second};
    const NodeId here = walk.nodes.back();
    std::vector<std::uint64_t> all, forward;
    for (std::uint64_t place = graph_.offsets()[here]; place < graph_.offsets()[here + 1]; ++place) {
      all.push_back(place);
      const bool back = walk.nodes.size() > 1 && graph_.targets()[place] == walk.nodes[walk.nodes.size() - 2];
      if (!back) forward.push_back(place);
    }
    return non_backtracking_ && !forward.empty() ? forward : all;
  }

  [[nodiscard]] std::string name_of(const Walk& walk) const {
    std::vector<NodeId> visited;  // in order of first visits
    std::string name;
    for (std::size_t i = 0; i < walk.nodes.size(); ++i) {
      if (i > 0) {
        if (arc_labels_ != nullptr) {
          name += "-[" + (*arc_labels_)[walk.places[i - 1]] + "]-";
        } else {
          name += node_labels_ != nullptr ? "-" : " ";
        }
      }
      const NodeId node = walk.nodes[i];
      const auto seen = std::find(visited.begin(), visited.end(), node);
      name += std::to_string(seen - visited.begin() + 1);
      if (seen != visited.end()) continue;
      visited.push_back(node);
      if (node_labels_ != nullptr) name += ":" + (*node_labels_)[node];
    }
    return name;
  }

  const Graph& graph_;
  std::size_t length_;
  bool non_backtracking_;
  const std::vector<std::string>* node_labels_;
  const std::vector<std::string>* arc_labels_;
  std::optional<std::pair<NodeId, std::uint64_t>> first_arc_;
  LabelledWalksOracle result_;
};

}  // namespace

LabelledWalksOracle brute_force_labelled(const Graph& graph, std::span<const NodeId> starts, int length,
                                         bool non_backtracking, const std::vector<std::string>* node_labels,
                                         const std::vector<std::string>* arc_labels,
                                         std::optional<std::pair<NodeId, std::uint64_t>> first_arc) {
  Enumeration walks(graph, length, non_backtracking, node_labels, arc_labels, first_arc);
  if (first_arc) starts = std::span(&first_arc->first, 1);
  for (const NodeId node : starts) walks.count({{node}, {}}, 1.0 / static_cast<double>(starts.size()));
  return walks.result();
}

}  // namespace awe::test
