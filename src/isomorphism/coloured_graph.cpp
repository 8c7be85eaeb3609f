#include "isomorphism/coloured_graph.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/rng.h"

namespace awe::isomorphism {
namespace {

constexpr int kRounds = 16;

std::uint64_t scramble(std::uint64_t x) { return base::StreamBlock::mix64(x + 0x9E3779B97F4A7C15u); }
std::uint64_t scramble(const EdgeMark& mark) { return scramble(scramble(mark.weight) + mark.label); }
std::uint64_t scramble(const NodeColour& colour) {
  std::uint64_t hash = scramble(colour.label);
  hash = scramble(hash + colour.copies);
  hash = scramble(hash + 2 * colour.looped + colour.joined);
  hash = scramble(hash + (colour.joined != 0 ? scramble(colour.inner) : 0));
  return scramble(hash + (colour.looped != 0 ? scramble(colour.loop) : 0));
}

ColouredGraph without_merging(const Graph& graph, const IsomorphismLabels& labels, const SharedNames& names) {
  ColouredGraph out;
  out.directed = graph.directed();
  out.all_nodes = graph.num_nodes();
  out.all_edges = graph.num_edges();
  out.colours.resize(graph.num_nodes());
  const auto numbers = [&](const LabelColumn& column) {
    std::vector<std::uint32_t> of_name;
    for (const std::string& name : column.names) of_name.push_back(names.number(name));
    return of_name;
  };
  if (labels.nodes && !graph.node_labels().empty()) {
    const auto of_name = numbers(graph.node_labels());
    for (NodeId u = 0; u < graph.num_nodes(); ++u) out.colours[u].label = of_name[graph.node_labels().ids[u]];
  }
  const bool edge_labels = labels.edges && !graph.edge_labels().empty();
  const auto of_name = edge_labels ? numbers(graph.edge_labels()) : std::vector<std::uint32_t>{};
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      EdgeMark mark;
      if (edge_labels) mark.label = of_name[graph.edge_labels().ids[place]];
      mark.weight = std::bit_cast<std::uint64_t>(labels.weights && graph.weighted() ? graph.arc_weights()[place] : 1.0);
      if (graph.targets()[place] == u) {
        out.colours[u].looped = 1;
        out.colours[u].loop = mark;
      } else {
        out.arcs.push_back({graph.targets()[place], mark});
      }
    }
    out.offsets.push_back(out.arcs.size());
  }
  return out;
}

// The same arcs, grouped by target; `target` of an arc is then its source.
ColouredGraph reversed(const ColouredGraph& graph) {
  ColouredGraph out;
  out.colours = graph.colours;
  out.offsets.assign(std::size_t{graph.size()} + 1, 0);
  for (const MarkedArc& arc : graph.arcs) ++out.offsets[std::size_t{arc.target} + 1];
  std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
  std::vector<std::uint64_t> next(out.offsets.begin(), out.offsets.end() - 1);
  out.arcs.resize(graph.arcs.size());
  for (std::uint32_t u = 0; u < graph.size(); ++u) {
    for (const MarkedArc& arc : graph.row(u)) out.arcs[next[arc.target]++] = {u, arc.mark};
  }
  return out;
}

std::uint64_t hash_of_row(std::span<const MarkedArc> row) {
  std::uint64_t hash = 0;
  for (const MarkedArc& arc : row) hash += scramble(arc.target + scramble(arc.mark));
  return hash;
}

bool equal_rows(std::span<const MarkedArc> a, std::span<const MarkedArc> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// True if the rows are equal except for the arcs between a and b, which must exist in both directions.
bool equal_but_for_each_other(std::span<const MarkedArc> row_a, std::uint32_t a, std::span<const MarkedArc> row_b,
                              std::uint32_t b) {
  if (row_a.size() != row_b.size()) return false;
  std::size_t i = 0, j = 0;
  bool a_to_b = false, b_to_a = false;
  while (i < row_a.size() || j < row_b.size()) {
    if (i < row_a.size() && row_a[i].target == b) {
      a_to_b = true;
      ++i;
    } else if (j < row_b.size() && row_b[j].target == a) {
      b_to_a = true;
      ++j;
    } else if (i == row_a.size() || j == row_b.size() || row_a[i++] != row_b[j++]) {
      return false;
    }
  }
  return a_to_b && b_to_a;
}

struct Signature {
  NodeColour colour;
  std::uint64_t hash = 0;
  std::uint32_t node = 0;
  auto operator<=>(const Signature&) const = default;
};

// Sets each node's leader to the first node of its class: the one with the same signature that are_twins confirms.
template <class AreTwins>
void merge_equal(std::vector<Signature>& signatures, std::vector<std::uint32_t>& leader, const AreTwins& are_twins) {
  std::sort(signatures.begin(), signatures.end());
  std::vector<std::uint32_t> leaders;  // with this signature: one, unless hashes collide
  for (std::size_t i = 0; i < signatures.size(); ++i) {
    const Signature& now = signatures[i];
    if (i == 0 || now.hash != signatures[i - 1].hash || now.colour != signatures[i - 1].colour) leaders.clear();
    if (leader[now.node] != now.node) continue;
    const auto twin = std::find_if(leaders.begin(), leaders.end(),
                                   [&](std::uint32_t candidate) { return are_twins(candidate, now.node); });
    if (twin == leaders.end()) {
      leaders.push_back(now.node);
    } else {
      leader[now.node] = *twin;
    }
  }
}

// The leaders, each with the number of nodes it represents, and the arcs between them.
ColouredGraph leaders_only(const ColouredGraph& graph, const std::vector<std::uint32_t>& leader) {
  ColouredGraph out;
  out.directed = graph.directed;
  out.all_nodes = graph.all_nodes;
  out.all_edges = graph.all_edges;
  std::vector<std::uint32_t> place(graph.size());
  for (std::uint32_t u = 0; u < graph.size(); ++u) {
    if (leader[u] != u) continue;
    place[u] = out.size();
    out.colours.push_back(graph.colours[u]);
  }
  for (std::uint32_t u = 0; u < graph.size(); ++u) {
    if (leader[u] == u) {
      for (const MarkedArc& arc : graph.row(u)) {
        if (leader[arc.target] == arc.target) out.arcs.push_back({place[arc.target], arc.mark});
      }
      out.offsets.push_back(out.arcs.size());
    } else {
      NodeColour& colour = out.colours[place[leader[u]]];
      ++colour.copies;
      const auto row = graph.row(u);
      const auto it = std::lower_bound(row.begin(), row.end(), MarkedArc{leader[u], {}});
      if (it == row.end() || it->target != leader[u]) continue;
      colour.joined = 1;
      colour.inner = it->mark;
    }
  }
  return out;
}

}  // namespace

void SharedNames::add(const LabelColumn& labels) {
  for (const std::string& name : labels.names) {
    numbers_.emplace(name, static_cast<std::uint32_t>(numbers_.size() + 1));
  }
}

ColouredGraph coloured_graph(const Graph& graph, const IsomorphismLabels& labels, const SharedNames& names) {
  const ColouredGraph whole = without_merging(graph, labels, names);
  std::vector<std::uint32_t> leader(whole.size());
  std::iota(leader.begin(), leader.end(), 0u);
  std::vector<Signature> signatures(whole.size());
  for (std::uint32_t u = 0; u < whole.size(); ++u) signatures[u] = {whole.colours[u], hash_of_row(whole.row(u)), u};
  const bool one_mark = std::all_of(whole.arcs.begin(), whole.arcs.end(),
                                    [&](const MarkedArc& arc) { return arc.mark == whole.arcs.front().mark; });
  if (whole.directed) {
    const ColouredGraph backwards = reversed(whole);
    for (Signature& s : signatures) s.hash += scramble(hash_of_row(backwards.row(s.node)));
    merge_equal(signatures, leader, [&](std::uint32_t a, std::uint32_t b) {
      return equal_rows(whole.row(a), whole.row(b)) && equal_rows(backwards.row(a), backwards.row(b));
    });
  } else {
    // Adjacent twins are merged only where all edges have the same mark: the copies are then joined by such edges.
    if (one_mark && !whole.arcs.empty()) {
      auto closed = signatures;
      const std::uint64_t mark = scramble(whole.arcs.front().mark);
      for (Signature& s : closed) s.hash += scramble(s.node + mark);
      merge_equal(closed, leader, [&](std::uint32_t a, std::uint32_t b) {
        return equal_but_for_each_other(whole.row(a), a, whole.row(b), b);
      });
    }
    merge_equal(signatures, leader,
                [&](std::uint32_t a, std::uint32_t b) { return equal_rows(whole.row(a), whole.row(b)); });
  }
  return leaders_only(whole, leader);
}

RefinedColours refine_colours(const ColouredGraph& graph) {
  const std::uint32_t n = graph.size();
  RefinedColours colours{std::vector<std::uint64_t>(n), false};
  for (std::uint32_t u = 0; u < n; ++u) colours.of[u] = scramble(graph.colours[u]);
  std::vector<std::uint64_t> marks(graph.arcs.size());
  std::transform(graph.arcs.begin(), graph.arcs.end(), marks.begin(),
                 [](const MarkedArc& arc) { return scramble(arc.mark); });
  std::vector<std::uint64_t> next(n), sorted;
  std::size_t distinct = 0;
  for (int round = 0;; ++round) {
    sorted = colours.of;
    std::sort(sorted.begin(), sorted.end());
    const auto now = static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
    colours.all_differ = now == n;
    if (colours.all_differ || now == distinct || round == kRounds) return colours;
    distinct = now;
    for (std::uint32_t u = 0; u < n; ++u) next[u] = scramble(colours.of[u]);
    for (std::uint32_t u = 0; u < n; ++u) {
      for (std::uint64_t i = graph.offsets[u]; i < graph.offsets[u + 1]; ++i) {
        const std::uint32_t v = graph.arcs[i].target;
        next[u] += scramble(colours.of[v] + marks[i]);
        if (graph.directed) next[v] += scramble(colours.of[u] ^ marks[i]);
      }
    }
    colours.of.swap(next);
  }
}

Hash128 invariant_hash(const ColouredGraph& graph, const RefinedColours& colours) {
  std::vector<std::uint64_t> sorted = colours.of;
  std::sort(sorted.begin(), sorted.end());
  Hasher hasher;
  hasher.add_value(graph.directed);
  hasher.add_value(graph.all_nodes);
  hasher.add_value(graph.all_edges);
  hasher.add_values(std::span<const std::uint64_t>(sorted));
  return hasher.digest();
}

std::vector<std::uint64_t> written_in_order(const ColouredGraph& graph, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::vector<std::uint64_t> out = {graph.directed ? 1u : 0u, order.size()};
  std::vector<MarkedArc> row;
  for (const std::uint32_t u : order) {
    const NodeColour& colour = graph.colours[u];
    out.insert(out.end(), {colour.label, colour.copies, colour.joined, colour.looped, colour.inner.label,
                           colour.inner.weight, colour.loop.label, colour.loop.weight, graph.row(u).size()});
    row.assign(graph.row(u).begin(), graph.row(u).end());
    for (MarkedArc& arc : row) arc.target = place[arc.target];
    std::sort(row.begin(), row.end());
    for (const MarkedArc& arc : row) out.insert(out.end(), {arc.target, arc.mark.label, arc.mark.weight});
  }
  return out;
}

}  // namespace awe::isomorphism
