#include "isomorphism/nauty_oracle.h"

// nauty's names (graph, set, bit, ...) are in the global namespace, so it is included only in this file.
#include <nauty/nausparse.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

#include "isomorphism/coloured_graph.h"

namespace awe::test {
namespace {

using isomorphism::ColouredGraph;
using isomorphism::EdgeMark;
using isomorphism::MarkedArc;
using isomorphism::RefinedColours;

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

NautyInput nauty_input(const ColouredGraph& coloured, const RefinedColours& colours) {
  const std::uint32_t n = coloured.size();
  const EdgeMark usual = most_frequent_mark(coloured);
  std::vector<std::pair<int, int>> arcs;
  std::vector<EdgeMark> marks;  // of the nodes n, n+1, ... that represent edges
  const auto number = [](std::uint64_t x) { return static_cast<int>(x); };
  for (std::uint32_t u = 0; u < n; ++u) {
    for (const MarkedArc& arc : coloured.row(u)) {
      if (arc.mark == usual) {
        arcs.emplace_back(number(u), number(arc.target));
        continue;
      }
      if (!coloured.directed && arc.target < u) continue;  // count each edge once
      const std::uint64_t middle = n + marks.size();
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

// Puts input.order into canonical order.
void run_nauty(NautyInput& input, bool directed) {
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
  std::vector<int> orbits(all);
  statsblk stats;
  SG_DECL(canonical);
  sparsenauty(&sparse, input.order.data(), input.ends.data(), orbits.data(), &options, &stats, &canonical);
  SG_FREE(canonical);
  if (stats.errstatus != 0) throw std::runtime_error("nauty failed");
}

// Equal for isomorphic graphs and no others.
std::vector<std::uint64_t> canonical_form(const Graph& graph, const isomorphism::IsomorphismLabels& labels,
                                          const isomorphism::SharedNames& names) {
  const ColouredGraph coloured = isomorphism::coloured_graph(graph, labels, names);
  NautyInput input = nauty_input(coloured, isomorphism::refine_colours(coloured));
  if (!input.order.empty()) run_nauty(input, coloured.directed);
  // nauty keeps cells in their positions: the first entries are the nodes.
  std::vector<std::uint32_t> order(coloured.size());
  std::transform(input.order.begin(), input.order.begin() + coloured.size(), order.begin(),
                 [](int node) { return static_cast<std::uint32_t>(node); });
  return isomorphism::written_in_order(coloured, order);
}

}  // namespace

std::vector<std::uint32_t> classes_by_nauty(std::span<const Graph> graphs,
                                            const isomorphism::IsomorphismLabels& labels) {
  isomorphism::SharedNames names;
  for (const Graph& graph : graphs) {
    names.add(graph.node_labels());
    names.add(graph.edge_labels());
  }
  std::map<std::vector<std::uint64_t>, std::uint32_t> numbers;
  std::vector<std::uint32_t> classes;
  for (const Graph& graph : graphs) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    classes.push_back(numbers.emplace(canonical_form(graph, labels, names), next).first->second);
  }
  nauty_freedyn();
  nautil_freedyn();
  nausparse_freedyn();
  return classes;
}

}  // namespace awe::test
