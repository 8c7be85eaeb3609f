#include "support/dead_end_oracle.h"

#include <algorithm>

namespace awe::test {
namespace {

struct Step {
  NodeId to;
  double weight;
  std::string label;
};

class Enumeration {
 public:
  Enumeration(const Graph& graph, const DeadEndCase& wanted) : graph_(graph), wanted_(wanted) {}

  void go_on(const std::vector<NodeId>& walk, const std::vector<std::string>& labels, double probability) {
    if (static_cast<int>(walk.size()) == wanted_.length + 1) {
      result_.outcomes[name_of(walk, labels)] += probability;
      return;
    }
    std::vector<Step> steps = steps_from(walk);
    if (steps.empty() && wanted_.rule == DeadEnds::end) {
      result_.outcomes[name_of(walk, labels) + (labelled() ? "-." : " .")] += probability;
      return;
    }
    if (steps.empty()) {
      result_.stopped += probability;
      return;
    }
    double total = 0;
    for (const Step& step : steps) total += step.weight;
    for (const Step& step : steps) take(walk, labels, step, probability * step.weight / total);
  }

  void take(std::vector<NodeId> walk, std::vector<std::string> labels, const Step& step, double probability) {
    walk.push_back(step.to);
    labels.push_back(step.label);
    go_on(walk, labels, probability);
  }

  [[nodiscard]] std::vector<Step> arcs(NodeId from) const {
    std::vector<Step> steps;
    for (std::uint64_t place = graph_.offsets()[from]; place < graph_.offsets()[from + 1]; ++place) {
      steps.push_back({graph_.targets()[place], graph_.weighted() ? graph_.arc_weights()[place] : 1.0,
                       graph_.edge_labels().empty() ? "*" : graph_.edge_labels().name_of(place)});
    }
    return steps;
  }

  [[nodiscard]] DeadEndOracle&& result() && { return std::move(result_); }

 private:
  [[nodiscard]] bool labelled() const { return wanted_.node_labels || wanted_.edge_labels; }

  [[nodiscard]] std::vector<Step> steps_from(const std::vector<NodeId>& walk) const {
    const NodeId here = walk.back();
    std::vector<Step> steps = arcs(here);
    if (steps.empty() && wanted_.rule == DeadEnds::reverse) {
      for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
        for (Step& step : arcs(u)) {
          if (step.to != here) continue;
          step.to = u;
          steps.push_back(step);
        }
      }
    }
    if (steps.empty() && wanted_.rule == DeadEnds::restart && here != walk.front())
      return {{walk.front(), 1, "*restart"}};
    if (!wanted_.non_backtracking || walk.size() < 2) return steps;
    std::vector<Step> forward;
    for (const Step& step : steps) {
      if (step.to != walk[walk.size() - 2]) forward.push_back(step);
    }
    return forward.empty() ? steps : forward;
  }

  [[nodiscard]] std::string name_of(const std::vector<NodeId>& walk, const std::vector<std::string>& labels) const {
    std::vector<NodeId> visited;
    std::string name;
    for (std::size_t i = 0; i < walk.size(); ++i) {
      if (i > 0) name += wanted_.edge_labels ? "-[" + labels[i - 1] + "]-" : labelled() ? "-" : " ";
      const auto seen = std::find(visited.begin(), visited.end(), walk[i]);
      name += std::to_string(seen - visited.begin() + 1);
      if (seen != visited.end()) continue;
      visited.push_back(walk[i]);
      if (wanted_.node_labels) name += ":" + graph_.node_labels().name_of(walk[i]);
    }
    return name;
  }

  const Graph& graph_;
  const DeadEndCase& wanted_;
  DeadEndOracle result_;
};

}  // namespace

DeadEndOracle dead_end_oracle(const Graph& graph, const std::vector<NodeId>& starts, const DeadEndCase& wanted,
                              std::optional<NodeId> second) {
  Enumeration walks(graph, wanted);
  const double share = 1 / static_cast<double>(starts.size());
  for (const NodeId start : starts) {
    if (!second) {
      walks.go_on({start}, {}, share);
      continue;
    }
    for (const Step& step : walks.arcs(start)) {
      if (step.to == *second) walks.take({start}, {}, step, share);
    }
  }
  return std::move(walks).result();
}

}  // namespace awe::test
