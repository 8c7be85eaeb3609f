#include "labelled_walks/labelled_search.h"

#include <algorithm>
#include <utility>

namespace awe::labelled_walks {
namespace {

// Rows of at most this many children are taken in any case: 128 bytes for a walk that goes on.
constexpr std::uint64_t kShortRow = 32;
// Longer ones only if all of them together have at most this many.
constexpr double kMostChildren = 1 << 20;

std::uint32_t at_least_one(std::size_t count) { return static_cast<std::uint32_t>(std::max<std::size_t>(1, count)); }

}  // namespace

void EndedSums::add(const EndedWalks& other) {
  std::vector<walks::WalkTree::Place> here(other.walks.size(), walks::WalkTree::kRoot);
  for (walks::WalkTree::Place place = 1; place < other.walks.size(); ++place) {
    here[place] = tree.find_or_add(here[other.walks.parent(place)], other.walks.step(place));
    add(here[place], other.mass[place]);
  }
}

EndedWalks EndedSums::take() {
  EndedWalks taken{tree.take(), std::exchange(mass, {0})};
  taken.mass.resize(taken.walks.size());
  return taken;
}

LabelledSearch::LabelledSearch(const LabelledGraph& prepared, int length, WalkKind kind, bool restart,
                               double predicted_steps, ChildSearch children)
    : prepared_(prepared),
      graph_(*prepared.graph),
      length_(length),
      kind_(kind),
      restart_(restart),
      names_(static_cast<std::uint32_t>(length) + 1),
      edges_(at_least_one(prepared.labels->edge_names().size())),
      code_(graph_.num_nodes()),
      class_visits_(prepared.twins.members.size(), 0) {
  for (NodeId u = 0; u < graph_.num_nodes(); ++u) code_[u] = names_ + prepared.labels->node(u);
  const std::uint64_t labels = at_least_one(prepared.labels->node_names().size());
  const std::uint64_t width = (names_ + labels) * edges_;
  const bool fits = width <= kShortRow || static_cast<double>(width) * predicted_steps <= kMostChildren;
  by_rows_ = children == ChildSearch::rows || (children == ChildSearch::automatic && fits);
  if (by_rows_) width_ = static_cast<std::size_t>(width);
  clear_walks();
}

void LabelledSearch::clear_walks() {
  ended_.assign(1, 0.0);
  rows_.assign(width_, 0);
  place_of_row_.assign(1, walks::WalkList::kRoot);
}

EndedWalks LabelledSearch::take() {
  EndedWalks found{by_rows_ ? std::exchange(list_, walks::WalkList{}) : tree_.take(), std::exchange(ended_, {})};
  found.mass.resize(found.walks.size());
  clear_walks();
  return found;
}

void LabelledSearch::visit(NodeId node) {
  code_[node] = used_;
  visited_[used_++] = node;
  ++class_visits_[prepared_.twins.class_of[node]];
}

void LabelledSearch::leave() {
  const NodeId node = visited_[--used_];
  code_[node] = names_ + prepared_.labels->node(node);
  --class_visits_[prepared_.twins.class_of[node]];
}

walks::WalkStep LabelledSearch::step_of(std::uint32_t code, std::uint32_t edge) const noexcept {
  return code < names_ ? walks::WalkStep(code + 1, 0, edge) : walks::WalkStep(used_ + 1, code - names_, edge);
}

inline std::uint32_t LabelledSearch::child(Walk walk, std::uint32_t code, std::uint32_t edge, bool last) {
  if (by_rows_) {
    const std::uint32_t known = rows_[walk * width_ + std::size_t{code} * edges_ + edge];
    if (known != 0) return known;
  }
  return add_child(walk, code, edge, last);
}

std::uint32_t LabelledSearch::add_child(Walk walk, std::uint32_t code, std::uint32_t edge, bool last) {
  if (!by_rows_) {
    const Place place = tree_.find_or_add(walk, step_of(code, edge));
    if (place >= ended_.size()) ended_.resize(tree_.size());
    return place;
  }
  std::uint32_t made = list_.append(place_of_row_[walk], step_of(code, edge));
  ended_.push_back(0);
  if (!last) {
    place_of_row_.push_back(made);
    made = static_cast<std::uint32_t>(place_of_row_.size() - 1);
    rows_.resize(rows_.size() + width_);
  }
  rows_[walk * width_ + std::size_t{code} * edges_ + edge] = made;
  return made;
}

void LabelledSearch::from_node(NodeId node, double mass) {
  const std::uint32_t start = child(kEmptyWalk, code_[node], 0, length_ == 0);
  if (length_ == 0) {
    ended_[start] += mass;
    return;
  }
  visit(node);
  descend(node, kNoNode, start, length_, mass);
  leave();
}

void LabelledSearch::from_arc(NodeId from, std::uint64_t place, double mass) {
  const std::uint32_t start = child(kEmptyWalk, code_[from], 0, length_ == 0);
  if (length_ == 0) {
    ended_[start] += mass;
    return;
  }
  visit(from);
  go_on(graph_.targets()[place], from, place, start, length_, mass);
  leave();
}

// Makes the step from x to y, with `left` steps to go before it.
void LabelledSearch::go_on(NodeId y, NodeId x, std::uint64_t arc, Walk walk, int left, double mass) {
  const std::uint32_t next = child(walk, code_[y], edge_label(arc), left == 1);
  if (left == 1) {
    ended_[next] += mass;
    return;
  }
  const bool fresh = is_fresh(y);
  if (fresh) visit(y);
  descend(y, x, next, left - 1, mass);
  if (fresh) leave();
}

void LabelledSearch::descend(NodeId x, NodeId back, Walk walk, int left, double mass) {
  stop_check_.tick();
  const LabelledGraph::Source& source = prepared_.sources[x];
  const std::uint64_t first = source.first, last = source.last;
  if (first == last) {
    if (restart_ && x != visited_[0]) return go_on(visited_[0], x, LabelledGraph::kNoArc, walk, left, mass);
    ended_[place_of(walk)] += mass;
    return;
  }
  // The probability of a step is its weight divided by the weight of all allowed steps.
  std::uint64_t barred = LabelledGraph::kNoArc;
  double total = source.total;
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
  if (left == 1 && source.label_groups) return last_step_by_label(x, walk, barred, each);

  if (!source.twin_groups) {
    if (left == 1) return last_steps(x, walk, barred, each);
    for (std::uint64_t arc = first; arc < last; ++arc) {
      if (arc != barred) go_on(graph_.targets()[arc], x, arc, walk, left, each * prepared_.weight(arc));
    }
    return;
  }
  for (std::uint32_t j = 0; j < used_; ++j) {
    const std::uint64_t arc = prepared_.arc(x, visited_[j]);
    if (arc != LabelledGraph::kNoArc && arc != barred)
      go_on(visited_[j], x, arc, walk, left, each * prepared_.weight(arc));
  }
  for (const LabelledGraph::TwinGroup& group : prepared_.twin_groups_of(x)) {
    // All members except x itself are neighbours of x, and x is visited.
    const auto& members = prepared_.twins.members[group.twin_class];
    const auto fresh = static_cast<std::uint32_t>(members.size()) - class_visits_[group.twin_class];
    if (fresh == 0) continue;
    auto member = members.begin();
    while (!is_fresh(*member)) ++member;
    go_on(*member, x, group.place, walk, left, each * prepared_.weight(group.place) * fresh);
  }
}

// The last step to each neighbour: the innermost loop, as most walks end here.
void LabelledSearch::last_steps(NodeId x, Walk walk, std::uint64_t barred, double each) {
  const std::uint64_t first = prepared_.sources[x].first, last = prepared_.sources[x].last;
  if (!by_rows_ || graph_.weighted() || edges_ > 1) {
    for (std::uint64_t arc = first; arc < last; ++arc) {
      if (arc == barred) continue;
      const std::uint32_t end = child(walk, code_[graph_.targets()[arc]], prepared_.labels->arc(arc), true);
      ended_[end] += each * prepared_.weight(arc);
    }
    return;
  }
  // The same with one look at a row per walk.
  const NodeId* const targets = graph_.targets().data();
  const std::uint32_t* const row = rows_.data() + walk * width_;  // does not move: last steps need no rows
  const std::uint32_t* const codes = code_.data();
  double* ended = ended_.data();
  for (std::uint64_t arc = first; arc < last; ++arc) {
    if (arc == barred) continue;
    std::uint32_t end = row[codes[targets[arc]]];
    if (end == 0) {
      end = add_child(walk, codes[targets[arc]], 0, true);
      ended = ended_.data();
    }
    ended[end] += each;
  }
}

// The weight of the arcs of one label group that lead to fresh nodes, summed one by one.
double LabelledSearch::fresh_weight(NodeId x, std::uint32_t group) const {
  double weight = 0;
  for (std::uint64_t arc = graph_.offsets()[x]; arc < graph_.offsets()[x + 1]; ++arc) {
    if (is_fresh(graph_.targets()[arc]) && prepared_.label_group_of_arc[arc] == group) weight += prepared_.weight(arc);
  }
  return weight;
}

void LabelledSearch::last_step_by_label(NodeId x, Walk walk, std::uint64_t barred, double each) {
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
    const std::uint32_t end = child(walk, j, edge_label(arc), true);
    ended_[end] += each * prepared_.weight(arc);
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
    const std::uint32_t end = child(walk, names_ + groups[g].node_label, groups[g].edge_label, true);
    ended_[end] += each * weight;
  }
}

}  // namespace awe::labelled_walks
