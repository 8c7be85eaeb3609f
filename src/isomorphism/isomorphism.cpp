#include "isomorphism/isomorphism.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>

#include "awe/error.h"
#include "base/parallel.h"
#include "isomorphism/canonical_order.h"
#include "isomorphism/coloured_graph.h"

namespace awe::isomorphism {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// For each graph of a group with equal hashes: the position in the group of the first graph isomorphic to it. Returns
// nothing if the budget does not suffice for one of them.
std::optional<std::vector<std::uint32_t>> first_alike(std::span<const Graph> graphs,
                                                      std::span<const std::uint32_t> group,
                                                      const IsomorphismLabels& labels, const SharedNames& names,
                                                      const IsomorphismOptions& budget) {
  std::map<std::vector<std::uint64_t>, std::uint32_t> first_of_form;
  std::vector<std::uint32_t> first;
  for (std::uint32_t i = 0; i < group.size(); ++i) {
    const ColouredGraph coloured = coloured_graph(graphs[group[i]], labels, names);
    const auto order = canonical_order(coloured, refine_colours(coloured), budget);
    if (!order) return std::nullopt;
    first.push_back(first_of_form.emplace(written_in_order(coloured, *order), i).first->second);
  }
  return first;
}

}  // namespace

IsomorphismClasses isomorphism_classes(std::span<const Graph> graphs, const IsomorphismLabels& labels,
                                       const Progress& progress, const IsomorphismOptions& budget, int threads) {
  const auto count = static_cast<std::uint32_t>(graphs.size());
  SharedNames names;
  for (const Graph& graph : graphs) {
    names.add(graph.node_labels());
    names.add(graph.edge_labels());
  }
  std::vector<Hash128> hashes(count);
  std::mutex report_mutex;
  std::uint64_t done = 0;
  base::parallel_for(count, threads, [&](std::size_t i) {
    progress.throw_if_stopped();
    const ColouredGraph coloured = coloured_graph(graphs[i], labels, names);
    hashes[i] = invariant_hash(coloured, refine_colours(coloured));
    if (!progress.report) return;
    const std::scoped_lock lock(report_mutex);
    progress.report(++done, count);
  });

  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : a < b; });
  std::vector<std::uint32_t> leader(count);  // the first graph isomorphic to this one
  IsomorphismClasses classes;
  for (std::size_t begin = 0; begin < count;) {
    progress.throw_if_stopped();
    std::size_t end = begin + 1;
    while (end < count && hashes[order[end]] == hashes[order[begin]]) ++end;
    const auto group = std::span(order).subspan(begin, end - begin);
    if (group.size() == 1) {
      leader[group[0]] = group[0];
    } else if (const auto first = first_alike(graphs, group, labels, names, budget)) {
      for (std::size_t i = 0; i < group.size(); ++i) leader[group[i]] = group[(*first)[i]];
    } else {
      for (const std::uint32_t i : group) leader[i] = group[0];
      classes.unsure += group.size();
    }
    begin = end;
  }
  release_canonical_memory();

  classes.class_of.assign(count, kNone);
  for (std::uint32_t i = 0; i < count; ++i) {
    classes.class_of[i] = leader[i] == i ? classes.classes++ : classes.class_of[leader[i]];
  }
  return classes;
}

TwinSummary summarise_twins(const IsomorphismClasses& classes, std::span<const int> labels) {
  if (labels.size() != classes.class_of.size()) {
    throw Error(ErrorKind::usage, std::to_string(labels.size()) + " classes for " +
                                      std::to_string(classes.class_of.size()) + " graphs; give one each");
  }
  std::vector<std::map<int, std::uint64_t>> counts(classes.classes);
  for (std::size_t i = 0; i < labels.size(); ++i) ++counts[classes.class_of[i]][labels[i]];
  TwinSummary summary;
  summary.graphs = labels.size();
  std::uint64_t best = 0;
  for (const auto& of_class : counts) {
    std::uint64_t size = 0, most = 0;
    for (const auto& [label, members] : of_class) size += members, most = std::max(most, members);
    best += most;
    if (size > 1) summary.with_twin += size;
    if (of_class.size() > 1) summary.with_twin_of_other_class += size;
  }
  if (!labels.empty()) summary.best_accuracy = static_cast<double>(best) / static_cast<double>(labels.size());
  return summary;
}

}  // namespace awe::isomorphism
