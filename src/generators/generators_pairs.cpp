// Families that decide pair by pair: G(n,p), G(n,m), blocks, points in the unit square; and the deterministic shapes.
// Skips over absent pairs follow Batagelj & Brandes, Efficient generation of large random networks (Phys. Rev. E 2005).
#include <algorithm>
#include <cmath>
#include <tuple>

#include "generators/generator_parts.h"

namespace awe::generators {
namespace {

// Twice the inverse hyperbolic tangent of s, |s| <= 0.18: log((1 + s) / (1 - s)).
double log_series(double s) {
  const double z = s * s;
  double sum = 0;
  for (int k = 25; k >= 1; k -= 2) sum = sum * z + 1.0 / k;
  return 2 * s * sum;
}

// Keeps each cell (u, v), first(u) <= v < last(u), with the given probability. Cost: O(rows + kept cells).
template <class First, class Last>
void keep_cells(std::uint64_t rows, First first, Last last, double probability, base::Sequence& random, Edges& edges) {
  if (probability <= 0) return;
  const double log_absent = probability < 1 ? portable_log_of_complement(probability) : 0;
  const auto skip = [&]() -> double {
    return probability < 1 ? std::floor(portable_log(1.0 - random.unit()) / log_absent) : 0;
  };
  double left = skip();  // cells to skip before the next edge; a double, since it may exceed any integer
  for (std::uint64_t u = 0; u < rows; ++u) {
    std::uint64_t v = first(u);
    const std::uint64_t end = last(u);
    while (v < end && left < static_cast<double>(end - v)) {
      v += static_cast<std::uint64_t>(left);
      edges.emplace_back(static_cast<NodeId>(u), static_cast<NodeId>(v));
      ++v;
      left = skip();
    }
    if (v < end) left -= static_cast<double>(end - v);
  }
}

}  // namespace

double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  return log_series((mantissa - 1) / (mantissa + 1)) + exponent * 0.69314718055994531;
}

double portable_log_of_complement(double p) { return p < 0.25 ? log_series(-p / (2 - p)) : portable_log(1 - p); }

double portable_power(double base, double exponent) {
  const double x = exponent * portable_log(base);
  const double doublings = std::floor(x / 0.69314718055994531 + 0.5);
  if (doublings < -1000) return 0;
  const double rest = x - doublings * 0.69314718055994531;
  double sum = 1;
  for (int k = 20; k >= 1; --k) sum = 1 + sum * rest / k;
  return std::ldexp(sum, static_cast<int>(std::min(doublings, 1000.0)));
}

std::vector<NodeId> block_starts(std::uint64_t nodes, std::uint64_t blocks) {
  std::vector<NodeId> starts(blocks + 1);
  const std::uint64_t size = nodes / blocks, larger = nodes % blocks;
  for (std::uint64_t b = 0; b <= blocks; ++b) starts[b] = static_cast<NodeId>(b * size + std::min(b, larger));
  return starts;
}

Edges edges_of(const ErdosRenyi& family, base::Sequence& random) {
  Edges edges;
  keep_cells(
      family.nodes, [](std::uint64_t u) { return u + 1; }, [&](std::uint64_t) { return family.nodes; },
      family.probability, random, edges);
  return edges;
}

Edges edges_of(const UniformEdges& family, base::Sequence& random) {
  const std::uint64_t pairs = pair_count(family.nodes);
  const bool sparse = family.edges <= pairs / 2;
  const std::uint64_t draws = sparse ? family.edges : pairs - family.edges;
  PairSet drawn(draws);
  Edges edges;
  edges.reserve(family.edges);
  while (drawn.size() < draws) {
    const auto [u, v] = any_pair(family.nodes, random);
    if (drawn.insert(u, v) && sparse) edges.emplace_back(u, v);
  }
  if (sparse) return edges;
  for (NodeId u = 0; u < family.nodes; ++u) {
    for (NodeId v = u + 1; v < family.nodes; ++v) {
      if (!drawn.contains(u, v)) edges.emplace_back(u, v);
    }
  }
  return edges;
}

namespace {

// Successive draws without replacement: a repeated pair is drawn again, which keeps the others in proportion.
Edges exact_blocks(const StochasticBlock& family, const std::vector<NodeId>& starts, base::Sequence& random) {
  std::vector<std::uint64_t> pairs_before(starts.size(), 0);
  for (std::size_t b = 1; b < starts.size(); ++b) {
    pairs_before[b] = pairs_before[b - 1] + pair_count(starts[b] - starts[b - 1]);
  }
  const std::uint64_t inner = pairs_before.back(), outer = pair_count(family.nodes) - inner;
  const double inner_mass = static_cast<double>(inner) * family.within;
  const double outer_mass = static_cast<double>(outer) * family.between;
  const auto block_of = [](const auto& bounds, auto place) {
    return static_cast<std::size_t>(std::upper_bound(bounds.begin(), bounds.end(), place) - bounds.begin()) - 1;
  };
  PairSet drawn(family.edges.value());
  Edges edges;
  edges.reserve(*family.edges);
  std::uint64_t inner_drawn = 0;
  while (edges.size() < *family.edges) {
    const bool inner_full = inner_drawn == inner || inner_mass <= 0;
    const bool outer_full = edges.size() - inner_drawn == outer || outer_mass <= 0;
    Edge edge;
    if (outer_full || (!inner_full && random.unit() * (inner_mass + outer_mass) < inner_mass)) {
      const std::size_t block = block_of(pairs_before, random.below(inner));
      edge = any_pair(starts[block + 1] - starts[block], random);
      edge.first += starts[block];
      edge.second += starts[block];
      if (!drawn.insert(edge.first, edge.second)) continue;
      ++inner_drawn;
    } else {
      edge = any_pair(family.nodes, random);
      if (block_of(starts, edge.first) == block_of(starts, edge.second)) continue;
      if (!drawn.insert(edge.first, edge.second)) continue;
    }
    edges.push_back(edge);
  }
  return edges;
}

}  // namespace

Edges edges_of(const StochasticBlock& family, base::Sequence& random) {
  const auto starts = block_starts(family.nodes, family.blocks);
  if (family.edges) return exact_blocks(family, starts, random);
  std::vector<std::uint64_t> end_of(family.nodes);
  for (std::size_t b = 0; b + 1 < starts.size(); ++b) {
    std::fill(end_of.begin() + starts[b], end_of.begin() + starts[b + 1], starts[b + 1]);
  }
  Edges edges;
  keep_cells(
      family.nodes, [](std::uint64_t u) { return u + 1; }, [&](std::uint64_t u) { return end_of[u]; }, family.within,
      random, edges);
  keep_cells(
      family.nodes, [&](std::uint64_t u) { return end_of[u]; }, [&](std::uint64_t) { return family.nodes; },
      family.between, random, edges);
  return edges;
}

namespace {

struct Point {
  double x, y;
};
struct ClosePair {
  double squared;
  NodeId u, v;
  bool operator<(const ClosePair& o) const { return std::tie(squared, u, v) < std::tie(o.squared, o.u, o.v); }
};

// All pairs within the radius, found by comparing neighbouring cells of a grid slightly coarser than the radius.
std::vector<ClosePair> close_pairs(const std::vector<Point>& points, double radius) {
  const double finest = std::max(1.0, std::floor(std::sqrt(static_cast<double>(points.size()))));
  const auto side =
      static_cast<std::uint64_t>(std::max(1.0, std::min(finest, std::floor(0.999 / std::max(radius, 1e-9)))));
  const auto cell_of = [&](double x) {
    return std::min(side - 1, static_cast<std::uint64_t>(x * static_cast<double>(side)));
  };
  std::vector<std::vector<NodeId>> cells(side * side);
  for (std::size_t u = 0; u < points.size(); ++u) {
    cells[cell_of(points[u].y) * side + cell_of(points[u].x)].push_back(static_cast<NodeId>(u));
  }
  std::vector<ClosePair> pairs;
  for (std::size_t u = 0; u < points.size(); ++u) {
    const std::uint64_t row = cell_of(points[u].y), column = cell_of(points[u].x);
    for (std::uint64_t r = row == 0 ? 0 : row - 1; r < std::min(side, row + 2); ++r) {
      for (std::uint64_t c = column == 0 ? 0 : column - 1; c < std::min(side, column + 2); ++c) {
        for (const NodeId v : cells[r * side + c]) {
          if (v <= u) continue;
          const double dx = points[u].x - points[v].x, dy = points[u].y - points[v].y;
          const double squared = dx * dx + dy * dy;
          if (squared <= radius * radius) pairs.push_back({squared, static_cast<NodeId>(u), v});
        }
      }
    }
  }
  return pairs;
}

}  // namespace

Edges edges_of(const RandomGeometric& family, base::Sequence& random) {
  std::vector<Point> points(family.nodes);
  for (Point& point : points) {
    point.x = random.unit();
    point.y = random.unit();
  }
  std::vector<ClosePair> pairs;
  if (family.edges) {
    const double share = static_cast<double>(*family.edges) / static_cast<double>(pair_count(family.nodes) + 1);
    double radius = std::min(1.5, 0.65 * std::sqrt(share) + 1e-6);
    for (pairs = close_pairs(points, radius); pairs.size() < *family.edges; pairs = close_pairs(points, radius)) {
      radius *= 1.3;
    }
    const auto last = pairs.begin() + static_cast<std::ptrdiff_t>(*family.edges);
    std::nth_element(pairs.begin(), last, pairs.end());
    pairs.erase(last, pairs.end());
  } else {
    pairs = close_pairs(points, family.radius);
  }
  Edges edges;
  edges.reserve(pairs.size());
  for (const ClosePair& pair : pairs) edges.emplace_back(pair.u, pair.v);
  return edges;
}

Edges edges_of(const PathGraph& family, base::Sequence&) {
  Edges edges;
  for (NodeId u = 1; u < family.nodes; ++u) edges.emplace_back(u - 1, u);
  return edges;
}

Edges edges_of(const Cycle& family, base::Sequence& random) {
  Edges edges = edges_of(PathGraph{family.nodes}, random);
  edges.emplace_back(static_cast<NodeId>(family.nodes - 1), 0u);
  return edges;
}

Edges edges_of(const Star& family, base::Sequence&) {
  Edges edges;
  for (NodeId leaf = 1; leaf < family.nodes; ++leaf) edges.emplace_back(0u, leaf);
  return edges;
}

Edges edges_of(const Complete& family, base::Sequence& random) {
  return edges_of(ErdosRenyi{family.nodes, 1.0}, random);
}

Edges edges_of(const Grid& family, base::Sequence&) {
  Edges edges;
  const auto node = [&](std::uint64_t row, std::uint64_t column) {
    return static_cast<NodeId>(row % family.rows * family.columns + column % family.columns);
  };
  for (std::uint64_t row = 0; row < family.rows; ++row) {
    for (std::uint64_t column = 0; column < family.columns; ++column) {
      if (family.torus || column + 1 < family.columns) edges.emplace_back(node(row, column), node(row, column + 1));
      if (family.torus || row + 1 < family.rows) edges.emplace_back(node(row, column), node(row + 1, column));
    }
  }
  return edges;
}

}  // namespace awe::generators
