#include "isomorphism/canonical_order.h"

// nauty's names (graph, set, bit, ...) are in the global namespace, so it is included only in this file.
#include <nauty/nausparse.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>

namespace awe::isomorphism {
namespace {

// nauty recurses to the depth of its search tree; this many levels take less than a megabyte of stack.
constexpr int kMostLevels = 4000;

// nauty is stopped through a process-wide variable (nauty_kill_request), so only one call runs at a time.
std::mutex nauty_mutex;
std::uint64_t tree_nodes_left = 0;

extern "C" void count_tree_node(graph*, int*, int*, int level, int, int, int, int, int) {
  if (tree_nodes_left == 0 || level > kMostLevels) {
    nauty_kill_request = 1;
  } else {
    --tree_nodes_left;
  }
}

// The input of nauty: the nodes of the coloured graph, then one node for each edge with a rarer mark, in cells of equal
// colour.
struct NautyInput {
  std::vector<std::size_t> offsets;
  std::vector<int> degrees, targets;
  std::vector<int> order, ends;  // nauty's lab and ptn
};

EdgeMark most_frequent_mark(const ColouredGraph& coloured) {
  std::map<EdgeMark, std::uint64_t> counts;
  for (const MarkedArc& arc : coloured.arcs) ++counts[arc.mark];
  EdgeMark best;
  std::uint64_t most = 0;
  for (const auto& [mark, count] : counts) {
    if (count > most) best = mark, most = count;
  }
  return best;
}

std::optional<NautyInput> nauty_input(const ColouredGraph& coloured, const RefinedColours& colours,
                                      std::uint64_t most_nodes) {
  const std::uint32_t n = coloured.size();
  const EdgeMark usual = most_frequent_mark(coloured);
  std::vector<std::pair<int, int>> arcs;
  std::vector<EdgeMark> marks;  // of the nodes n, n+1, ... that represent edges
  const auto number = [](std::uint64_t x) { return static_cast<int>(x); };
  if (n > most_nodes) return std::nullopt;
  for (std::uint32_t u = 0; u < n; ++u) {
    for (const MarkedArc& arc : coloured.row(u)) {
      if (arc.mark == usual) {
        arcs.emplace_back(number(u), number(arc.target));
        continue;
      }
      if (!coloured.directed && arc.target < u) continue;  // count each edge once
      const std::uint64_t middle = n + marks.size();
      if (middle >= most_nodes) return std::nullopt;
      marks.push_back(arc.mark);
      arcs.emplace_back(number(u), number(middle));
      arcs.emplace_back(number(middle), number(arc.target));
      if (!coloured.directed) {
        arcs.emplace_back(number(middle), number(u));
        arcs.emplace_back(number(arc.target), number(middle));
      }
    }
  }
  std::sort(arcs.begin(), arcs.end());
  const std::size_t all = n + marks.size();
  NautyInput input;
  input.offsets.assign(all, 0);
  input.degrees.assign(all, 0);
  for (const auto& [from, to] : arcs) {
    ++input.degrees[static_cast<std::size_t>(from)];
    input.targets.push_back(to);
  }
  for (std::size_t i = 1; i < all; ++i) {
    input.offsets[i] = input.offsets[i - 1] + static_cast<std::size_t>(input.degrees[i - 1]);
  }
  input.order.resize(all);
  std::iota(input.order.begin(), input.order.end(), 0);
  const auto less = [&](int a, int b) {
    const auto x = static_cast<std::size_t>(a), y = static_cast<std::size_t>(b);
    if ((x < n) != (y < n)) return x < n;
    return x < n ? colours.of[x] < colours.of[y] : marks[x - n] < marks[y - n];
  };
  std::stable_sort(input.order.begin(), input.order.end(), less);
  input.ends.assign(all, 1);
  for (std::size_t i = 0; i < all; ++i) {
    if (i + 1 == all || less(input.order[i], input.order[i + 1])) input.ends[i] = 0;
  }
  return input;
}

// Puts input.order into canonical order; returns false if the budget is exhausted.
bool run_nauty(NautyInput& input, bool directed, std::uint64_t most_work) {
  const std::size_t all = input.order.size();
  SG_DECL(sparse);
  sparse.nv = static_cast<int>(all);
  sparse.nde = input.targets.size();
  sparse.v = input.offsets.data();
  sparse.d = input.degrees.data();
  sparse.e = input.targets.data();
  sparse.vlen = sparse.dlen = all;
  sparse.elen = input.targets.size();
  DEFAULTOPTIONS_SPARSEGRAPH(options);
  options.getcanon = TRUE;
  options.digraph = directed ? TRUE : FALSE;
  options.defaultptn = FALSE;
  options.usernodeproc = count_tree_node;
  std::vector<int> orbits(all);
  statsblk stats;
  SG_DECL(canonical);
  const std::scoped_lock lock(nauty_mutex);
  tree_nodes_left = most_work / (all + input.targets.size() + 1);
  nauty_kill_request = 0;
  sparsenauty(&sparse, input.order.data(), input.ends.data(), orbits.data(), &options, &stats, &canonical);
  nauty_kill_request = 0;
  SG_FREE(canonical);
  return stats.errstatus == 0;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> canonical_order(const ColouredGraph& coloured, const RefinedColours& colours,
                                                          const IsomorphismOptions& budget) {
  const std::uint32_t n = coloured.size();
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  if (colours.all_differ) {
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return colours.of[a] < colours.of[b]; });
    return order;
  }
  auto input = nauty_input(coloured, colours, budget.most_nodes);
  if (!input || !run_nauty(*input, coloured.directed, budget.most_work)) return std::nullopt;
  // nauty keeps cells in their positions: the first n entries are the nodes.
  std::transform(input->order.begin(), input->order.begin() + n, order.begin(),
                 [](int node) { return static_cast<std::uint32_t>(node); });
  return order;
}

void release_canonical_memory() {
  nauty_freedyn();
  nautil_freedyn();
  nausparse_freedyn();
}

}  // namespace awe::isomorphism
