// Families defined by degrees: preferential attachment, rewired rings, paired stubs, and trees from Pruefer codes.
// Barabasi & Albert (Science 1999), Watts & Strogatz (Nature 1998), Bollobas (Eur. J. Comb. 1980) for the pairing,
// McKay & Wormald (J. Algorithms 1990) for the switches, Newman, Strogatz & Watts (Phys. Rev. E 2001) for degree
// sequences.
#include <algorithm>
#include <cmath>

#include "generators/generator_parts.h"

namespace awe::generators {
namespace {

void shuffle(std::vector<NodeId>& nodes, base::Sequence& random) {
  for (std::size_t i = nodes.size(); i > 1; --i) std::swap(nodes[i - 1], nodes[random.below(i)]);
}

}  // namespace

Edges edges_of(const BarabasiAlbert& family, base::Sequence& random) {
  Edges edges;
  std::vector<NodeId> ends;  // every node, repeated as often as its degree
  std::vector<NodeId> chosen;
  std::vector<NodeId> chosen_by(family.nodes, 0);
  for (NodeId t = 1; t < family.nodes; ++t) {
    std::uint64_t joins = family.degree;
    if (family.edges) {
      // Edges due by node t if spread evenly, minus those placed; nodes with too few predecessors are made up for
      // later.
      const std::uint64_t due = *family.edges * t / (family.nodes - 1);
      joins = due - edges.size();
    }
    joins = std::min<std::uint64_t>(joins, t);
    chosen.clear();
    while (chosen.size() < joins) {
      const NodeId target = ends.empty() ? 0 : ends[random.below(ends.size())];
      if (chosen_by[target] == t) continue;
      chosen_by[target] = t;
      chosen.push_back(target);
    }
    for (const NodeId target : chosen) {
      edges.emplace_back(target, t);
      ends.push_back(target);
      ends.push_back(t);
    }
  }
  return edges;
}

namespace {

// The first `count` edges of the ring, ordered by distance; those of the last distance are spread evenly around it.
Edges ring(std::uint64_t nodes, std::uint64_t count) {
  Edges edges;
  edges.reserve(count);
  for (std::uint64_t distance = 1; edges.size() < count; ++distance) {
    const std::uint64_t room = 2 * distance == nodes ? nodes / 2 : nodes;
    const std::uint64_t placed = std::min(room, count - edges.size());
    for (std::uint64_t i = 0; i < placed; ++i) {
      const std::uint64_t u = i * room / placed;
      edges.emplace_back(static_cast<NodeId>(u), static_cast<NodeId>((u + distance) % nodes));
    }
  }
  return edges;
}

}  // namespace

Edges edges_of(const WattsStrogatz& family, base::Sequence& random) {
  Edges edges = ring(family.nodes, family.edges.value_or(family.nodes * family.degree / 2));
  PairSet present(edges.size());
  std::vector<std::uint64_t> degree(family.nodes, 0);
  for (const auto& [u, v] : edges) {
    present.insert(u, v);
    ++degree[u];
    ++degree[v];
  }
  for (auto& [u, v] : edges) {
    if (!(random.unit() < family.rewiring) || degree[u] + 1 >= family.nodes) continue;
    NodeId target = v;
    while (target == u || present.contains(u, target)) target = any_node(family.nodes, random);
    present.erase(u, v);
    present.insert(u, target);
    --degree[v];
    ++degree[target];
    v = target;
  }
  return edges;
}

namespace {

// Repairs a pairing in place: a loop or repeat (a, b) and a valid edge (c, d) become (a, d) and (c, b), if both are
// new. Returns false if the attempts run out, which happens only if almost all pairs are joined already.
bool repair(Edges& edges, base::Sequence& random) {
  PairSet present(edges.size());
  std::vector<char> sound(edges.size(), 0);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    sound[i] = edges[i].first != edges[i].second && present.insert(edges[i].first, edges[i].second) ? 1 : 0;
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t tries = 0; sound[i] == 0; ++tries) {
      if (tries > 100 + 10 * edges.size()) return false;
      const std::size_t other = random.below(edges.size());
      if (sound[other] == 0) continue;
      auto [a, b] = edges[i];
      auto [c, d] = edges[other];
      if (random.below(2) == 1) std::swap(c, d);
      if (a == d || c == b || present.contains(a, d) || present.contains(c, b)) continue;
      if (std::minmax(a, d) == std::minmax(c, b)) continue;
      present.erase(c, d);
      present.insert(a, d);
      present.insert(c, b);
      edges[i] = {a, d};
      edges[other] = {c, b};
      sound[i] = 1;
    }
  }
  return true;
}

Edges pair_stubs(std::vector<NodeId>& stubs, base::Sequence& random) {
  shuffle(stubs, random);
  Edges edges;
  edges.reserve(stubs.size() / 2);
  for (std::size_t i = 0; i + 1 < stubs.size(); i += 2) edges.emplace_back(stubs[i], stubs[i + 1]);
  return edges;
}

}  // namespace

Edges edges_of(const RandomRegular& family, base::Sequence& random) {
  // For a dense graph the complement is generated instead: a sparse regular graph can always be found.
  const bool dense = 2 * family.degree > family.nodes - 1;
  const std::uint64_t degree = dense ? family.nodes - 1 - family.degree : family.degree;
  std::vector<NodeId> stubs;
  stubs.reserve(family.nodes * degree);
  for (NodeId u = 0; u < family.nodes; ++u) stubs.insert(stubs.end(), degree, u);
  Edges edges = pair_stubs(stubs, random);
  while (!repair(edges, random)) edges = pair_stubs(stubs, random);
  if (!dense) return edges;
  PairSet absent(edges.size());
  for (const auto& [u, v] : edges) absent.insert(u, v);
  Edges present;
  for (NodeId u = 0; u < family.nodes; ++u) {
    for (NodeId v = u + 1; v < family.nodes; ++v) {
      if (!absent.contains(u, v)) present.emplace_back(u, v);
    }
  }
  return present;
}

namespace {

std::vector<std::uint64_t> power_law_degrees(const Configuration& family, base::Sequence& random) {
  const auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(family.nodes)));
  const std::uint64_t least = family.min_degree;
  const std::uint64_t most = family.max_degree.value_or(std::min(family.nodes - 1, std::max(least, root)));
  std::vector<double> up_to;
  double sum = 0;
  for (std::uint64_t k = least; k <= most; ++k) {
    // Relative to the smallest degree, so that the sum cannot underflow.
    sum += portable_power(static_cast<double>(k) / static_cast<double>(least), -family.exponent);
    up_to.push_back(sum);
  }
  std::vector<std::uint64_t> degrees(family.nodes);
  std::uint64_t stubs = 0;
  for (auto& degree : degrees) {
    const auto place = std::upper_bound(up_to.begin(), up_to.end() - 1, random.unit() * sum);
    degree = least + static_cast<std::uint64_t>(place - up_to.begin());
    stubs += degree;
  }
  // An odd sum has no pairing, so one node gets one more stub.
  if (stubs % 2 == 1) ++degrees[random.below(family.nodes)];
  return degrees;
}

}  // namespace

Edges edges_of(const Configuration& family, base::Sequence& random) {
  const auto degrees = family.degrees.empty() ? power_law_degrees(family, random) : family.degrees;
  std::vector<NodeId> stubs;
  for (std::size_t u = 0; u < degrees.size(); ++u) stubs.insert(stubs.end(), degrees[u], static_cast<NodeId>(u));
  PairSet present(stubs.size() / 2);
  Edges edges;
  for (const auto& [u, v] : pair_stubs(stubs, random)) {
    if (u != v && present.insert(u, v)) edges.emplace_back(u, v);
  }
  return edges;
}

Edges edges_of(const UniformTree& family, base::Sequence& random) {
  Edges edges;
  if (family.nodes < 2) return edges;
  std::vector<NodeId> code(family.nodes - 2);
  std::vector<std::uint64_t> degree(family.nodes, 1);
  for (NodeId& node : code) {
    node = any_node(family.nodes, random);
    ++degree[node];
  }
  // Joins the smallest leaf to the next node of the code; a new leaf below the scan position is the smallest at once.
  NodeId scan = 0;
  while (degree[scan] != 1) ++scan;
  NodeId leaf = scan;
  for (const NodeId parent : code) {
    edges.emplace_back(leaf, parent);
    if (--degree[parent] == 1 && parent < scan) {
      leaf = parent;
    } else {
      do ++scan;
      while (degree[scan] != 1);
      leaf = scan;
    }
  }
  edges.emplace_back(leaf, static_cast<NodeId>(family.nodes - 1));
  return edges;
}

}  // namespace awe::generators
