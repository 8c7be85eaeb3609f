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
#include "isomorphism/coloured_graph.h"
#include "isomorphism/pair_test.h"

namespace awe::isomorphism {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// The classes of a group of graphs with equal hashes.
struct GroupClasses {
  std::vector<std::uint32_t> first;  // for each graph: the position in the group of the first one of its class
  std::vector<bool> unsure;          // by position of the first one: a member is there because nothing was decided
  std::uint64_t undecided = 0;       // pairs
};

// Compares graphs one by one with the first graph of each class found so far.
class Group {
 public:
  Group(const IsomorphismOptions& budget, const Progress& progress) : budget_(budget), progress_(progress) {}

  void add(ColouredGraph&& graph) {
    const auto position = static_cast<std::uint32_t>(found_.first.size());
    found_.unsure.push_back(false);
    RefinedColours colours = refine_colours(graph);
    if (colours.all_differ) {
      found_.first.push_back(first_of_form_.emplace(written_by_colour(graph, colours), position).first->second);
      return;
    }
    std::optional<std::uint32_t> undecided;
    for (const Leader& leader : leaders_) {
      const PairVerdict verdict = compare_pair(leader.graph, leader.colours, graph, colours, budget_, progress_);
      if (verdict == PairVerdict::isomorphic) return found_.first.push_back(leader.position);
      if (verdict == PairVerdict::different) continue;
      ++found_.undecided;
      if (!undecided) undecided = leader.position;
    }
    if (undecided) {
      found_.first.push_back(*undecided);
      found_.unsure[*undecided] = true;
      return;
    }
    found_.first.push_back(position);
    leaders_.push_back({position, std::move(graph), std::move(colours)});
  }
  [[nodiscard]] GroupClasses take() && { return std::move(found_); }

 private:
  struct Leader {
    std::uint32_t position;
    ColouredGraph graph;
    RefinedColours colours;
  };
  static std::vector<std::uint64_t> written_by_colour(const ColouredGraph& graph, const RefinedColours& colours) {
    std::vector<std::uint32_t> order(graph.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return colours.of[a] < colours.of[b]; });
    return written_in_order(graph, order);
  }

  const IsomorphismOptions& budget_;
  const Progress& progress_;
  GroupClasses found_;
  std::vector<Leader> leaders_;
  std::map<std::vector<std::uint64_t>, std::uint32_t> first_of_form_;  // of graphs whose colours all differ
};

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
  std::vector<std::span<const std::uint32_t>> groups;  // of graphs with equal hashes
  for (std::size_t begin = 0; begin < count;) {
    std::size_t end = begin + 1;
    while (end < count && hashes[order[end]] == hashes[order[begin]]) ++end;
    groups.push_back(std::span(order).subspan(begin, end - begin));
    begin = end;
  }
  std::vector<GroupClasses> found(groups.size());
  base::parallel_for(groups.size(), threads, [&](std::size_t g) {
    if (groups[g].size() == 1) return;
    Group group(budget, progress);
    for (const std::uint32_t i : groups[g]) {
      progress.throw_if_stopped();
      group.add(coloured_graph(graphs[i], labels, names));
    }
    found[g] = std::move(group).take();
  });

  std::vector<std::uint32_t> leader(count);  // the first graph of the class of this one
  IsomorphismClasses classes;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t i = 0; i < groups[g].size(); ++i) {
      const std::uint32_t first = groups[g].size() == 1 ? 0 : found[g].first[i];
      leader[groups[g][i]] = groups[g][first];
      if (groups[g].size() > 1 && found[g].unsure[first]) ++classes.unsure;
    }
    classes.undecided_pairs += found[g].undecided;
  }

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
  summary.unsure = classes.unsure;
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
