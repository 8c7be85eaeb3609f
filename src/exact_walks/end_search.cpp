#include "exact_walks/end_search.h"

#include <algorithm>
#include <utility>

namespace awe::exact_walks {
namespace {

using Shared = ClassGraph::Shared;
using Node = ClassGraph::Node;

// Shapes of the visited nodes: how many there are, where the prefix ends, and which positions are adjacent.
struct Pair {
  static constexpr std::size_t kSize = 2, kCurrent = 0;
  static constexpr bool adjacent(std::size_t i, std::size_t j) { return i != j; }
};
struct Path {
  static constexpr std::size_t kSize = 3, kCurrent = 2;
  static constexpr bool adjacent(std::size_t i, std::size_t j) { return i + 1 == j || j + 1 == i; }
};
struct Triangle {
  static constexpr std::size_t kSize = 3, kCurrent = 2;
  static constexpr bool adjacent(std::size_t i, std::size_t j) { return i != j; }
};

// The visited nodes of a shape by position, and what pairs of them share over all nodes.
template <class Shape>
struct Visited {
  std::array<const Node*, Shape::kSize> nodes;
  std::array<std::array<Shared, Shape::kSize>, Shape::kSize> two;
  std::array<Shared, Shape::kSize> three;  // of the current node with each visited node
};

// One fresh step from a visited node, and then a step back to each visited node or on to another fresh node.
template <class Shape>
struct FreshRow {
  std::array<Shared, Shape::kSize> back;
  Shared on;
};

double where_any(double count, double mass) { return count > 0 ? std::max(mass, 0.0) : 0.0; }

template <class Shape>
constexpr double visited_neighbours(std::size_t place) {
  double sum = 0;
  for (std::size_t s = 0; s < Shape::kSize; ++s) sum += Shape::adjacent(place, s) ? 1 : 0;
  return sum;
}

template <class Shape>
double fresh_neighbours(const Visited<Shape>& visited, std::size_t place) {
  return visited.nodes[place]->degree - visited_neighbours<Shape>(place);
}

template <class Shape>
FreshRow<Shape> fresh_row(const Visited<Shape>& visited, std::size_t i) {
  FreshRow<Shape> row;
  row.on = {fresh_neighbours(visited, i), visited.nodes[i]->walks_two};
  for (std::size_t j = 0; j < Shape::kSize; ++j) {
    Shared back = visited.two[i][j];
    for (std::size_t s = 0; s < Shape::kSize; ++s) {
      if (Shape::adjacent(i, s) && Shape::adjacent(s, j)) back.add(-1, visited.nodes[s]->inverse_degree);
    }
    back.mass = where_any(back.count, back.mass);
    if (Shape::adjacent(i, j)) row.on.count -= visited.nodes[j]->degree;
    row.on.count -= back.count;
    row.on.mass -= back.mass;
    row.back[j] = back;
  }
  row.on.mass = where_any(row.on.count, row.on.mass);
  return row;
}

// Adds, times `weight`, two fresh steps from the current node followed by a step back, to the first fresh node, or on.
template <class Shape>
void add_two_fresh(const Visited<Shape>& visited, const std::array<FreshRow<Shape>, Shape::kSize>& rows, double weight,
                   ClosedSums& sums) {
  constexpr std::size_t c = Shape::kCurrent;
  const FreshRow<Shape>& own = rows[c];
  double self = visited.nodes[c]->two_of_neighbours;
  double ways = visited.nodes[c]->walks_three - own.on.count;
  for (std::size_t s = 0; s < Shape::kSize; ++s) {
    const Node& node = *visited.nodes[s];
    self -= node.inverse_degree * own.back[s].mass;
    ways -= node.degree * own.back[s].count;
    if (!Shape::adjacent(c, s)) continue;
    self -= node.inverse_degree * node.self_two;
    ways -= node.walks_two;
  }
  self = where_any(own.on.count, self);
  double on = own.on.mass - self;
  for (std::size_t j = 0; j < Shape::kSize; ++j) {
    Shared back = visited.three[j];
    for (std::size_t s = 0; s < Shape::kSize; ++s) {
      const double inverse = visited.nodes[s]->inverse_degree;
      if (Shape::adjacent(c, s)) {
        back.mass -= inverse * rows[s].back[j].mass;
        back.count -= rows[s].back[j].count;
      }
      if (Shape::adjacent(s, j)) {
        back.mass -= inverse * visited.two[c][s].mass;
        back.count -= visited.two[c][s].count;
      }
    }
    back.mass = where_any(back.count, back.mass);
    ways -= back.count;
    on -= back.mass;
    sums.two_back[j] += weight * back.mass;
  }
  sums.two_self += weight * self;
  sums.two_on += weight * where_any(ways, on);
}

// Adds the last three steps of walks whose prefix has this mass.
template <class Shape>
void add_closed(const Visited<Shape>& visited, double mass, ClosedSums& sums) {
  constexpr std::size_t c = Shape::kCurrent;
  std::array<FreshRow<Shape>, Shape::kSize> rows;
  const double here = mass * visited.nodes[c]->inverse_degree;
  for (std::size_t j = 0; j < Shape::kSize; ++j) {
    if (j != c && !Shape::adjacent(c, j)) continue;
    rows[j] = fresh_row(visited, j);
    if (j == c) continue;
    const double there = here * visited.nodes[j]->inverse_degree;
    for (std::size_t i = 0; i < Shape::kSize; ++i) {
      sums.fresh_back[j][i] += there * rows[j].back[i].mass;
      if (!Shape::adjacent(j, i)) continue;
      const double each = there * visited.nodes[i]->inverse_degree;
      sums.inside[j][i] += each;
      sums.inside_on[j][i] += each * fresh_neighbours(visited, i);
    }
    sums.fresh_on[j] += there * rows[j].on.mass;
  }
  for (std::size_t j = 0; j < Shape::kSize; ++j) {
    const double back = here * rows[c].back[j].mass * visited.nodes[j]->inverse_degree;
    sums.back[j] += back;
    sums.back_on[j] += back * (fresh_neighbours(visited, j) - 1);
  }
  add_two_fresh(visited, rows, here, sums);
}

template <class Shape>
void spread(ClosedSums& sums, RankAccumulator& accumulator, std::uint64_t rank) {
  std::array<ClosedSums::Bits, Shape::kSize> adjacency{};
  for (std::size_t i = 0; i < Shape::kSize; ++i) {
    for (std::size_t j = 0; j < Shape::kSize; ++j) adjacency[i] |= ClosedSums::Bits{Shape::adjacent(i, j)} << j;
  }
  std::exchange(sums, {}).spread(accumulator, rank, adjacency, static_cast<int>(Shape::kCurrent));
}

}  // namespace

EndSearch::EndSearch(const ClassGraph& graph, const WalkIndex& index, RankAccumulator& accumulator)
    : graph_(graph),
      index_(index),
      accumulator_(accumulator),
      two_(graph.nodes.size()),
      three_(graph.nodes.size()),
      onward_(graph.nodes.size()),
      beside_(graph.nodes.size(), 0) {}

double EndSearch::finish() {
  spread<Pair>(pair_, accumulator_, 0);
  const std::uint64_t path = index_.completions(3, 2);
  spread<Path>(path_, accumulator_, path);
  spread<Triangle>(triangle_, accumulator_, path);
  return std::exchange(stopped_, 0.0);
}

void EndSearch::to_class(NodeId c, double share) {
  const Node& end = graph_.nodes[c];
  const double mass = share * end.members;
  if (end.degree == 0) {
    stopped_ += mass;
    return;
  }
  share_three(c);
  const Shared self = {end.self_two, end.degree};
  for (const ClassGraph::Arc& last : graph_.arcs_of(c)) {
    stop_check_.tick();
    const Node& middle = graph_.nodes[last.to];
    const Shared middle_self = {middle.self_two, middle.degree};
    const Shared beside = two_[last.to];
    const double there = mass * last.size * middle.inverse_degree;
    add_closed<Pair>({{&end, &middle}, {{{self, beside}, {beside, middle_self}}}, {self_three_, three_[last.to]}},
                     there * end.inverse_degree, pair_);
    for (const ClassGraph::Arc& first : graph_.arcs_of(last.to)) {
      const double starts = first.size - (first.to == c ? 1 : 0);
      if (starts == 0) continue;
      const Node& start = graph_.nodes[first.to];
      const Shared start_self = {start.self_two, start.degree};
      const Shared across = two_[first.to];
      const double from = there * starts * start.inverse_degree;
      const std::array<const Node*, 3> nodes = {&start, &middle, &end};
      const std::array<std::array<Shared, 3>, 3> two = {
          {{start_self, first.shared, across}, {first.shared, middle_self, beside}, {across, beside, self}}};
      const std::array<Shared, 3> three = {three_[first.to], three_[last.to], self_three_};
      if (beside_[first.to] != 0) {
        add_closed<Triangle>({nodes, two, three}, from, triangle_);
      } else {
        add_closed<Path>({nodes, two, three}, from, path_);
      }
    }
  }
  forget(c);
}

void EndSearch::share_three(NodeId c) {
  const Node& end = graph_.nodes[c];
  graph_.add_shared(c, two_, touched_);
  for (const NodeId v : touched_) onward_[v] = {two_[v].mass * graph_.nodes[v].inverse_degree, two_[v].count};
  self_three_ = three_of(c);
  // A neighbour of c may step to c or to the other members of the class of c.
  const Shared others = std::exchange(onward_[c], {});
  const Shared itself = {end.self_two * end.inverse_degree, end.degree};
  const auto share = [&](NodeId v) {
    Shared three = three_of(v);
    if (beside_[v] != 0) {
      const double twins = end.members - (v == c ? 2 : 1);
      three.mass += itself.mass + twins * others.mass;
      three.count += itself.count + twins * others.count;
    }
    three_[v] = three;
  };
  for (const ClassGraph::Arc& arc : graph_.arcs_of(c)) beside_[arc.to] = 1;
  for (const NodeId v : touched_) share(v);
  for (const ClassGraph::Arc& arc : graph_.arcs_of(c)) {
    if (two_[arc.to].count == 0) share(arc.to);
  }
}

Shared EndSearch::three_of(NodeId node) const {
  Shared sum;
  for (const ClassGraph::Arc& arc : graph_.arcs_of(node)) {
    sum.mass += arc.size * onward_[arc.to].mass;
    sum.count += arc.size * onward_[arc.to].count;
  }
  return sum;
}

void EndSearch::forget(NodeId c) {
  for (const NodeId v : touched_) two_[v] = onward_[v] = {};
  for (const ClassGraph::Arc& arc : graph_.arcs_of(c)) beside_[arc.to] = 0;
  touched_.clear();
}

}  // namespace awe::exact_walks
