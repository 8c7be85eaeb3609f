#include "explanation/class_explanation_files.h"

#include <fmt/format.h>

#include "base/json_text.h"
#include "base/number.h"
#include "bytes/csv_field.h"

namespace awe::explanation {
namespace {

using base::JsonArray;
using base::JsonObject;

std::string pair_json(const Interval& interval) {
  return JsonArray().raw(base::json_real(interval.low)).raw(base::json_real(interval.high)).str();
}

std::string side_json(const SideShare& side) {
  JsonObject object;
  object.real("share", side.share).raw("interval", pair_json(side.interval));
  object.integer("graphs", side.with).raw("graphs_interval", pair_json(side.with_interval));
  return object.str();
}

// Names of the two sides of a comparison.
struct Sides {
  std::string first, second;
};
Sides sides_of(const Comparison& comparison, const evaluation::GraphSet& set) {
  const auto name = [&](int c) { return set.class_names[static_cast<std::size_t>(c)]; };
  return {name(comparison.first), comparison.second < 0 ? "the rest" : name(comparison.second)};
}

std::string group_json(const Comparison& comparison, const WalkGroup& group, const evaluation::GraphSet& set,
                       const DrawingOptions& names) {
  const SeparatingWalk& walk = comparison.walks[group.shown];
  const Sides sides = sides_of(comparison, set);
  JsonObject object;
  object.text("walk", walk.text)
      .text("reads", readable(walk.walk, names))
      .integer("length", walk.walk.names.size() - 1);
  object.integer("nodes", walk.walk.num_nodes()).integer("edges", walk.walk.num_edges());
  object.text("more_in", group.for_first ? sides.first : sides.second);
  object.real("effect", walk.test.effect).real("statistic", walk.test.statistic).real("p", walk.test.p);
  object.raw("first", side_json(walk.first)).raw("second", side_json(walk.second));
  object.integer("folds_same", static_cast<std::uint64_t>(walk.folds_same));
  object.integer("folds_tested", static_cast<std::uint64_t>(walk.folds_tested));
  JsonArray members, examples;
  for (const std::size_t member : group.members) members.raw(base::json_string(comparison.walks[member].text));
  for (const ExampleGraph& example : group.examples) {
    const Graph& graph = set.graphs[example.graph];
    JsonObject one;
    one.text("graph", set.ids[example.graph]).real("share", example.share);
    one.raw("nodes", node_values_json(graph, example.nodes)).raw("edges", edge_values_json(graph, example.edges));
    examples.raw(one.str());
  }
  return object.raw("members", members.str()).raw("examples", examples.str()).str();
}

}  // namespace

std::string node_values_json(const Graph& graph, const std::vector<double>& values) {
  JsonObject object;
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    if (values[node] != 0) object.real(graph.node_ids().name(node), values[node]);
  }
  return object.str();
}

std::string edge_values_json(const Graph& graph, const std::vector<double>& values) {
  JsonArray array;
  const auto edges = edges_of(graph);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (values[i] == 0) continue;
    JsonArray one;
    one.raw(base::json_string(graph.node_ids().name(edges[i].first)));
    one.raw(base::json_string(graph.node_ids().name(edges[i].second))).raw(base::json_real(values[i]));
    array.raw(one.str());
  }
  return array.str();
}

std::string to_json(const ClassExplanation& found, const evaluation::GraphSet& set, const DrawingOptions& names) {
  JsonObject object;
  object.integer("graphs", set.size()).text("features", to_string(found.features)).integer("columns", found.columns);
  object.integer("min_graphs", found.min_graphs).flag("sampled", found.sampled);
  object.text("test", "rank sum; max-T permutation test of Westfall and Young, times the number of comparisons");
  object.integer("permutations", found.shuffles).real("significance", found.significance);
  JsonArray comparisons;
  for (const Comparison& comparison : found.comparisons) {
    const Sides sides = sides_of(comparison, set);
    JsonObject one;
    one.text("first", sides.first).text("second", sides.second);
    one.integer("first_graphs", comparison.num_first).integer("second_graphs", comparison.num_second);
    one.integer("tested", comparison.tested).integer("passing", comparison.walks.size());
    JsonArray groups;
    for (const WalkGroup& group : comparison.groups) groups.raw(group_json(comparison, group, set, names));
    comparisons.raw(one.raw("groups", groups.str()).str());
  }
  return object.raw("comparisons", comparisons.str()).str();
}

std::string to_csv(const ClassExplanation& found, const evaluation::GraphSet& set, const DrawingOptions& names) {
  std::string out =
      "first,second,group,walk,reads,effect,statistic,p,first_share,first_low,first_high,second_share,second_low,"
      "second_high,first_graphs,second_graphs,folds_same,folds_tested\n";
  for (const Comparison& comparison : found.comparisons) {
    const Sides sides = sides_of(comparison, set);
    for (const SeparatingWalk& walk : comparison.walks) {
      for (const std::string& text :
           {sides.first, sides.second, walk.group == ~std::size_t{0} ? std::string() : std::to_string(walk.group + 1),
            walk.text, readable(walk.walk, names)}) {
        bytes::append_csv_field(out, text);
        out += ',';
      }
      for (const double value :
           {walk.test.effect, walk.test.statistic, walk.test.p, walk.first.share, walk.first.interval.low,
            walk.first.interval.high, walk.second.share, walk.second.interval.low, walk.second.interval.high}) {
        base::append_real(out, value);
        out += ',';
      }
      out += fmt::format("{},{},{},{}\n", walk.first.with, walk.second.with, walk.folds_same, walk.folds_tested);
    }
  }
  return out;
}

std::vector<ExplanationFile> pictures(const ClassExplanation& found, const evaluation::GraphSet& set,
                                      const DrawingOptions& options) {
  std::vector<ExplanationFile> files;
  for (std::size_t c = 0; c < found.comparisons.size(); ++c) {
    const Comparison& comparison = found.comparisons[c];
    for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
      const WalkGroup& group = comparison.groups[g];
      const std::string name = fmt::format("{}-{}-", c + 1, g + 1);
      DrawingOptions small = options;
      small.height = 160;
      small.width = 100 + 40 * static_cast<int>(comparison.walks[group.shown].walk.num_nodes());
      files.push_back({name + "walk.svg", picture(comparison.walks[group.shown].walk, small)});
      std::vector<DrawnGraph> drawn;
      for (const ExampleGraph& example : group.examples) {
        const Graph& graph = set.graphs[example.graph];
        if (graph.num_nodes() > kMaxDrawnNodes || graph.num_edges() > kMaxDrawnEdges) continue;
        const std::string& of_class = set.class_names[static_cast<std::size_t>(set.classes[example.graph])];
        drawn.push_back({&graph,
                         set.ids[example.graph] + ", class " + of_class,
                         {example.nodes, example.edges, 0,
                          "visited by " + readable(comparison.walks[group.shown].walk, options), ""}});
      }
      if (!drawn.empty()) files.push_back({name + "examples.svg", to_svg(drawn, options, drawn.size())});
    }
  }
  return files;
}

}  // namespace awe::explanation
