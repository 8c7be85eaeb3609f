#include "labelled_walks/labelled_search.h"

#include <utility>

namespace awe::labelled_walks {

void EndedWalks::add(const EndedWalks& other) {
  std::vector<walks::WalkTree::Place> here(other.tree.size(), walks::WalkTree::kRoot);
  for (walks::WalkTree::Place place = 1; place < other.tree.size(); ++place) {
    here[place] = tree.find_or_add(here[other.tree.parent(place)], other.tree.step(place));
    if (place < other.ended.size()) add(here[place], other.ended[place]);
  }
}

LabelledSearch::LabelledSearch(const LabelledGraph& prepared, int length, WalkKind kind, bool restart)
    : prepared_(prepared),
      graph_(*prepared.graph),
      length_(length),
      kind_(kind),
      restart_(restart),
      name_(graph_.num_nodes(), 0),
      class_visits_(prepared.twins.members.size(), 0) {}

EndedWalks LabelledSearch::take() {
  found_.ended.resize(found_.tree.size());
  return std::exchange(found_, EndedWalks{});
}

void LabelledSearch::visit(NodeId node) {
  visited_[used_++] = node;
  name_[node] = static_cast<std::uint8_t>(used_);
  ++class_visits_[prepared_.twins.class_of[node]];
}

void LabelledSearch::leave() {
  const NodeId node = visited_[--used_];
  name_[node] = 0;
  --class_visits_[prepared_.twins.class_of[node]];
}

walks::WalkStep LabelledSearch::step_to(NodeId y, std::uint64_t arc) const noexcept {
  const std::uint32_t name = name_[y];
  const std::uint32_t edge = arc == LabelledGraph::kNoArc ? prepared_.labels->jump() : prepared_.labels->arc(arc);
  return name > 0 ? walks::WalkStep(name, 0, edge) : walks::WalkStep(used_ + 1, prepared_.labels->node(y), edge);
}

void LabelledSearch::from_node(NodeId node, double mass) {
  const Place start =
      found_.tree.find_or_add(walks::WalkTree::kRoot, walks::WalkStep(1, prepared_.labels->node(node), 0));
  if (length_ == 0) return found_.add(start, mass);
  visit(node);
  descend(node, kNoNode, start, length_, mass);
  leave();
}

void LabelledSearch::from_arc(NodeId from, std::uint64_t place, double mass) {
  const Place start =
      found_.tree.find_or_add(walks::WalkTree::kRoot, walks::WalkStep(1, prepared_.labels->node(from), 0));
  if (length_ == 0) return found_.add(start, mass);
  visit(from);
  go_on(graph_.targets()[place], from, place, start, length_, mass);
  leave();
}

// Makes the step from x to y, with `left` steps to go before it.
void LabelledSearch::go_on(NodeId y, NodeId x, std::uint64_t arc, Place place, int left, double mass) {
  const Place next = found_.tree.find_or_add(place, step_to(y, arc));
  if (left == 1) return found_.add(next, mass);
  const bool fresh = name_[y] == 0;
  if (fresh) visit(y);
  descend(y, x, next, left - 1, mass);
  if (fresh) leave();
}

void LabelledSearch::descend(NodeId x, NodeId back, Place place, int left, double mass) {
  stop_check_.tick();
  const std::uint64_t first = graph_.offsets()[x], last = graph_.offsets()[x + 1];
  if (first == last) {
    if (!restart_ || x == visited_[0]) return found_.add(place, mass);
    return go_on(visited_[0], x, LabelledGraph::kNoArc, place, left, mass);
  }
  // The probability of a step is its weight divided by the weight of all allowed steps.
  std::uint64_t barred = LabelledGraph::kNoArc;
  double total = prepared_.total_weight[x];
  if (kind_ == WalkKind::non_backtracking && back != kNoNode && last - first > 1) {
    barred = prepared_.arc(x, back);
    if (barred != LabelledGraph::kNoArc) {
      total = 0;
      if (graph_.weighted()) {
        for (std::uint64_t arc = first; arc < last; ++arc) total += arc == barred ? 0 : prepared_.weight(arc);
      } else {
        total = static_cast<double>(last - first - 1);
      }
    }
  }
  const double each = mass / total;
  if (left == 1 && !prepared_.label_groups_of(x).empty()) return last_step(x, place, barred, each);

  const auto groups = prepared_.twin_groups_of(x);
  if (groups.empty()) {
    for (std::uint64_t arc = first; arc < last; ++arc) {
      if (arc != barred) go_on(graph_.targets()[arc], x, arc, place, left, each * prepared_.weight(arc));
    }
    return;
  }
  for (std::uint32_t j = 0; j < used_; ++j) {
    const std::uint64_t arc = prepared_.arc(x, visited_[j]);
    if (arc != LabelledGraph::kNoArc && arc != barred)
      go_on(visited_[j], x, arc, place, left, each * prepared_.weight(arc));
  }
  for (const LabelledGraph::TwinGroup& group : groups) {
    // All members except x itself are neighbours of x, and x is visited.
    const auto& members = prepared_.twins.members[group.twin_class];
    const auto fresh = static_cast<std::uint32_t>(members.size()) - class_visits_[group.twin_class];
    if (fresh == 0) continue;
    auto member = members.begin();
    while (name_[*member] > 0) ++member;
    go_on(*member, x, group.place, place, left, each * prepared_.weight(group.place) * fresh);
  }
}

// The weight of the arcs of one label group that lead to fresh nodes, summed one by one.
double LabelledSearch::fresh_weight(NodeId x, std::uint32_t group) const {
  double weight = 0;
  for (std::uint64_t arc = graph_.offsets()[x]; arc < graph_.offsets()[x + 1]; ++arc) {
    const bool fresh = name_[graph_.targets()[arc]] == 0;
    if (fresh && prepared_.label_group_of_arc[arc] == group) weight += prepared_.weight(arc);
  }
  return weight;
}

void LabelledSearch::last_step(NodeId x, Place place, std::uint64_t barred, double each) {
  struct Visited {
    std::uint32_t group;
    double weight;
  };
  // A difference of weights is considered accurate if at least this fraction of the weight is left.
  constexpr double kLeast = 1e-2;
  std::array<Visited, kMaxWalkLength + 1> gone;
  std::size_t visited = 0;
  for (std::uint32_t j = 0; j < used_; ++j) {
    const std::uint64_t arc = prepared_.arc(x, visited_[j]);
    if (arc == LabelledGraph::kNoArc) continue;
    gone[visited++] = {prepared_.label_group_of_arc[arc], prepared_.weight(arc)};
    if (arc == barred) continue;
    found_.add(found_.tree.find_or_add(place, step_to(visited_[j], arc)), each * prepared_.weight(arc));
  }
  const auto groups = prepared_.label_groups_of(x);
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    std::uint32_t fresh = groups[g].size;
    double weight = groups[g].weight;
    for (std::size_t i = 0; i < visited; ++i) {
      if (gone[i].group != g) continue;
      --fresh;
      weight -= gone[i].weight;
    }
    // Decided by counting, not by a difference of rounded sums.
    if (fresh == 0) continue;
    if (weight < kLeast * groups[g].weight) weight = fresh_weight(x, g);
    const walks::WalkStep step(used_ + 1, groups[g].node_label, groups[g].edge_label);
    found_.add(found_.tree.find_or_add(place, step), each * weight);
  }
}

}  // namespace awe::labelled_walks
