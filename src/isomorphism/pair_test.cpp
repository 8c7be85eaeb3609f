#include "isomorphism/pair_test.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "isomorphism/joint_colours.h"

namespace awe::isomorphism {
namespace {

using Nodes = std::vector<std::uint32_t>;

// The search recurses once for each pair of nodes on a path of its tree; this many levels take less than a megabyte of
// stack.
constexpr int kMostLevels = 1000;

class PairSearch {
 public:
  explicit PairSearch(JointColours& colours)
      : colours_(colours), image_(colours.nodes_per_side(), 0), place_(2 * std::size_t{colours.nodes_per_side()}, 0) {}

  // Whether a bijection exists; image() is one.
  [[nodiscard]] bool run() {
    Nodes all(2 * std::size_t{colours_.nodes_per_side()});
    std::iota(all.begin(), all.end(), 0u);
    return colours_.balanced() && colours_.refine(all) && solve(all, 0);
  }
  [[nodiscard]] const Nodes& image() const noexcept { return image_; }

 private:
  // The colours of these nodes are refined, balanced, and not those of other nodes.
  [[nodiscard]] bool solve(const Nodes& nodes, int level) {
    if (level > kMostLevels) throw OutOfWork();
    colours_.spend(nodes.size());
    const Nodes rest = pair_single_nodes(nodes);
    if (rest.empty()) return true;
    const std::vector<Nodes> pieces = connected_pieces(rest);
    if (pieces.size() == 2) return pair_one(rest, level);
    return match_pieces(pieces, level);
  }

  // Pairs the two nodes of each colour that has no more; returns the other nodes.
  Nodes pair_single_nodes(const Nodes& nodes) {
    Nodes rest, single;
    for (const std::uint32_t node : nodes) (colours_.count(colours_.colour(node)) > 2 ? rest : single).push_back(node);
    std::sort(single.begin(), single.end(), [&](std::uint32_t x, std::uint32_t y) {
      return std::pair(colours_.colour(x), x) < std::pair(colours_.colour(y), y);
    });
    for (std::size_t i = 0; i + 1 < single.size(); i += 2) image_[single[i]] = single[i + 1];
    return rest;
  }

  // Triples (colour, colour of neighbours, code) of arcs that join all nodes of one colour with all of another.
  using Joint = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  [[nodiscard]] std::set<Joint> complete_joints(const Nodes& rest) const {
    std::set<Joint> complete;
    std::set<std::uint32_t> known;
    for (const std::uint32_t node : rest) {
      // Refined: what holds for one node holds for all of its colour.
      const std::uint32_t colour = colours_.colour(node);
      if (!known.insert(colour).second) continue;
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> counts;
      for (const auto& link : colours_.links(node)) {
        if (colours_.part(link.target) == colours_.part(node)) ++counts[{colours_.colour(link.target), link.code}];
      }
      for (const auto& [seen, count] : counts) {
        const std::uint32_t others = colours_.count(seen.first) / 2 - (seen.first == colour ? 1 : 0);
        if (count == others) complete.emplace(colour, seen.first, seen.second);
      }
    }
    return complete;
  }

  // The parts that are connected by arcs other than those of complete joints; each lies on one side.
  std::vector<Nodes> connected_pieces(const Nodes& rest) {
    const std::set<Joint> complete = complete_joints(rest);
    for (const std::uint32_t node : rest) place_[node] = kUnknown;
    std::vector<Nodes> pieces;
    Nodes open;
    for (const std::uint32_t start : rest) {
      if (place_[start] != kUnknown) continue;
      const auto piece = static_cast<std::uint32_t>(pieces.size());
      Nodes found;
      place_[start] = piece;
      open.push_back(start);
      while (!open.empty()) {
        const std::uint32_t node = open.back();
        open.pop_back();
        found.push_back(node);
        colours_.spend(colours_.links(node).size());
        for (const auto& link : colours_.links(node)) {
          const std::uint32_t to = link.target;
          if (colours_.part(to) != colours_.part(node) || colours_.count(colours_.colour(to)) <= 2) continue;
          if (place_[to] != kUnknown || complete.contains({colours_.colour(node), colours_.colour(to), link.code}))
            continue;
          place_[to] = piece;
          open.push_back(to);
        }
      }
      pieces.push_back(std::move(found));
    }
    return pieces;
  }

  // Pairs the pieces of one side with those of the other that have the same colours.
  [[nodiscard]] bool match_pieces(const std::vector<Nodes>& pieces, int level) {
    std::map<Nodes, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> by_colours;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      Nodes key;
      for (const std::uint32_t node : pieces[i]) key.push_back(colours_.colour(node));
      std::sort(key.begin(), key.end());
      auto& [first, second] = by_colours[key];
      (colours_.on_second_side(pieces[i].front()) ? second : first).push_back(i);
    }
    for (auto& [key, sides] : by_colours) {
      if (sides.first.size() != sides.second.size()) return false;
    }
    for (auto& [key, sides] : by_colours) {
      for (const std::size_t mine : sides.first) {
        // Isomorphic pieces are interchangeable: the first that fits may be taken for good.
        const auto fits = std::find_if(sides.second.begin(), sides.second.end(),
                                       [&](std::size_t other) { return match(pieces[mine], pieces[other], level); });
        if (fits == sides.second.end()) return false;
        sides.second.erase(fits);
      }
    }
    return true;
  }

  [[nodiscard]] bool match(const Nodes& mine, const Nodes& other, int level) {
    const JointColours::Mark before = colours_.mark();
    Nodes both = mine;
    both.insert(both.end(), other.begin(), other.end());
    colours_.restrict_to(both);
    if (solve(both, level + 1)) return true;
    colours_.undo(before);
    return false;
  }

  // Pairs a node of the smallest colour with each node of this colour on the other side.
  [[nodiscard]] bool pair_one(const Nodes& rest, int level) {
    const auto less = [&](std::uint32_t x, std::uint32_t y) {
      return std::tuple(colours_.on_second_side(x), colours_.count(colours_.colour(x)), colours_.colour(x), x) <
             std::tuple(colours_.on_second_side(y), colours_.count(colours_.colour(y)), colours_.colour(y), y);
    };
    const std::uint32_t chosen = *std::min_element(rest.begin(), rest.end(), less), colour = colours_.colour(chosen);
    Nodes candidates;
    for (const std::uint32_t node : rest) {
      if (colours_.on_second_side(node) && colours_.colour(node) == colour) candidates.push_back(node);
    }
    const JointColours::Mark before = colours_.mark();
    for (const std::uint32_t candidate : candidates) {
      colours_.join(chosen, candidate);
      if (colours_.refine({chosen, candidate}) && solve(rest, level + 1)) return true;
      colours_.undo(before);
    }
    return false;
  }

  static constexpr std::uint32_t kUnknown = ~0u;
  JointColours& colours_;
  Nodes image_;  // of the nodes of the first graph, as nodes of the second side
  Nodes place_;  // scratch: the piece of each node
};

// Whether the mapping carries every node with its colour and every arc with its mark to those of the other graph.
bool is_isomorphism(const ColouredGraph& a, const ColouredGraph& b, const Nodes& image) {
  std::vector<bool> taken(b.size(), false);
  std::vector<MarkedArc> row;
  for (std::uint32_t u = 0; u < a.size(); ++u) {
    const std::uint32_t v = image[u] - a.size();
    if (v >= b.size() || taken[v] || a.colours[u] != b.colours[v]) return false;
    taken[v] = true;
    row.assign(a.row(u).begin(), a.row(u).end());
    for (MarkedArc& arc : row) arc.target = image[arc.target] - a.size();
    std::sort(row.begin(), row.end());
    if (!std::equal(row.begin(), row.end(), b.row(v).begin(), b.row(v).end())) return false;
  }
  return true;
}

}  // namespace

PairVerdict compare_pair(const ColouredGraph& a, const RefinedColours& a_colours, const ColouredGraph& b,
                         const RefinedColours& b_colours, const IsomorphismOptions& budget, const Progress& progress) {
  if (a.directed != b.directed || a.size() != b.size() || a.arcs.size() != b.arcs.size()) return PairVerdict::different;
  if (a.size() > budget.most_nodes) return PairVerdict::undecided;
  try {
    JointColours colours(a, a_colours, b, b_colours, budget.most_work, progress);
    PairSearch search(colours);
    if (!search.run()) return PairVerdict::different;
    // The search has proved it; compared all the same, so that no fault of it can call different graphs equal.
    return is_isomorphism(a, b, search.image()) ? PairVerdict::isomorphic : PairVerdict::undecided;
  } catch (const OutOfWork&) {
    return PairVerdict::undecided;
  }
}

}  // namespace awe::isomorphism
