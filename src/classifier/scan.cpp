#include "classifier/scan.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "awe/error.h"
#include "evaluation/landmarks.h"

namespace awe::classifier {
namespace {

struct Kept {
  Graph graph;
  std::string id;
};

template <class T>
SharedArray<T> copied(const SharedArray<T>& values) {
  return std::vector<T>(values.begin(), values.end());
}

// A graph whose arrays are not those of a mapped file, which would stay in memory as long as the graph. Without ids of
// nodes, which no machine reads.
Graph detached(const Graph& graph) {
  GraphParts parts = graph.parts();
  parts.offsets = copied(parts.offsets);
  parts.targets = copied(parts.targets);
  parts.weights = copied(parts.weights);
  parts.node_labels.ids = copied(parts.node_labels.ids);
  parts.edge_labels.ids = copied(parts.edge_labels.ids);
  parts.node_attributes = copied(parts.node_attributes);
  parts.node_ids = {};
  return Graph(std::move(parts));
}

}  // namespace

int Scan::class_of(const std::string& name) const {
  const auto at = std::find(class_names.begin(), class_names.end(), name);
  if (at == class_names.end())
    throw Error(ErrorKind::usage, "the class '" + name + "' was not there in the first pass");
  return static_cast<int>(at - class_names.begin());
}

Scan scan_graphs(GraphSource& source, std::size_t most_whole, std::size_t most_sampled, std::uint64_t seed,
                 const Progress& progress) {
  Scan scan;
  evaluation::TraitsOfGraphs traits;
  Hasher content;
  std::map<std::string, std::uint64_t> counts;
  std::vector<Kept> whole;
  std::map<Hash128, Kept> sample;  // by rank
  const std::uint64_t expected = source.count().value_or(0);
  while (auto graph = source.next()) {
    progress.throw_if_stopped();
    if (!graph->class_name()) {
      ++scan.without_class;
      continue;
    }
    std::string id = graph->name().empty() ? std::to_string(scan.graphs + scan.without_class) : graph->name();
    ++scan.graphs;
    ++counts[*graph->class_name()];
    traits.add(*graph);
    const Hash128 key = evaluation::content_key(*graph), rank = evaluation::landmark_rank(seed, key);
    content.add_value(key.high);
    content.add_value(key.low);
    content.add(std::as_bytes(std::span(*graph->class_name())));
    content.add_value(char{0});
    if (scan.graphs <= most_whole) {
      whole.push_back({*graph, id});
    } else {
      whole.clear();
    }
    if (sample.size() < most_sampled || rank < sample.rbegin()->first) {
      sample.try_emplace(rank, Kept{detached(*graph), std::move(id)});
      if (sample.size() > most_sampled) sample.erase(std::prev(sample.end()));
    }
    if (progress.report && scan.graphs % 1000 == 0) progress.report(scan.graphs, expected);
  }
  if (scan.graphs == 0 && scan.without_class > 0) {
    throw Error(ErrorKind::usage, "no graph has a class; name a file of classes in `classes_file`");
  }
  if (progress.report) progress.report(scan.graphs, scan.graphs);
  scan.traits = traits.traits();
  scan.content = content.digest();
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) names.push_back(name);
  scan.class_names = folds::number_classes(names, "graphs").names;
  for (const std::string& name : scan.class_names) scan.class_counts.push_back(counts.at(name));
  scan.is_whole = scan.graphs <= most_whole;
  const auto add = [&](evaluation::GraphSet& set, Kept&& one) {
    set.ids.push_back(std::move(one.id));
    set.classes.push_back(scan.class_of(*one.graph.class_name()));
    set.graphs.push_back(std::move(one.graph));
  };
  scan.whole.class_names = scan.sample.class_names = scan.class_names;
  for (Kept& one : whole) add(scan.whole, std::move(one));
  for (auto& [rank, one] : sample) {
    scan.ranks.push_back(rank);
    add(scan.sample, std::move(one));
  }
  return scan;
}

}  // namespace awe::classifier
