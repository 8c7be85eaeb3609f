#include "page/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "awe/graph_summary.h"
#include "awe/version.h"
#include "base/counted.h"
#include "base/json_text.h"
#include "drawing/molecule.h"
#include "explanation/traced_walk.h"

namespace awe::page {
namespace {

using base::JsonArray;
using base::JsonObject;

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

// Few digits: what is shown needs no more.
std::string rounded(double value) { return base::json_real(std::round(value * 1e4) / 1e4); }

template <class Values, class Text>
std::string list(const Values& values, Text text) {
  JsonArray array;
  for (const auto& value : values) array.raw(text(value));
  return array.str();
}

std::string strings(const std::vector<std::string>& texts) {
  return list(texts, [](const std::string& text) { return base::json_string(text); });
}

// A map as whole numbers, 0 .. 10000 along its longer side.
std::string map_json(const std::vector<MapPoint>& points) {
  double left = points[0].x, right = left, top = points[0].y, bottom = top;
  for (const MapPoint& point : points) {
    left = std::min(left, point.x);
    right = std::max(right, point.x);
    top = std::min(top, point.y);
    bottom = std::max(bottom, point.y);
  }
  const double unit = 10'000 / std::max({right - left, bottom - top, 1e-300});
  JsonArray array;
  for (const MapPoint& point : points) {
    array.raw(std::to_string(std::lround((point.x - left) * unit)));
    array.raw(std::to_string(std::lround((bottom - point.y) * unit)));
  }
  return array.str();
}

std::string drawing_json(const PackedGraph& drawing) {
  if (!drawing.drawn) return "null";
  JsonObject object;
  object.text("p", drawing.places).integer("s", static_cast<std::uint64_t>(drawing.step)).text("e", drawing.edges);
  if (!drawing.labels.empty()) object.text("l", drawing.labels);
  if (!drawing.bonds.empty()) object.text("b", drawing.bonds);
  if (drawing.molecule) object.integer("m", 1);
  if (drawing.directed) object.integer("d", 1);
  if (drawing.first > 0) object.integer("o", drawing.first);
  if (!drawing.names.empty()) object.raw("n", strings(drawing.names));
  return object.str();
}

std::string evidence_json(const GraphEvidence& evidence, bool drawn) {
  double scale = 0, sum = 0;
  for (const double value : evidence.nodes) {
    scale = std::max(scale, std::abs(value));
    sum += value;
  }
  JsonObject object;
  object.integer("c", static_cast<std::uint64_t>(evidence.decided));
  object.integer("o", static_cast<std::uint64_t>(evidence.other));
  object.raw("d", rounded(evidence.decision)).raw("b", rounded(evidence.bias)).raw("n", rounded(sum));
  object.raw("w", rounded(evidence.elsewhere)).raw("s", rounded(scale));
  if (!evidence.exact) object.integer("x", 1);
  if (drawn) object.text("v", packed_values(evidence.nodes, scale));
  JsonArray walks;
  for (const GraphEvidence::Walk& walk : evidence.walks) {
    walks.raw(JsonArray().raw(base::json_string(walk.text)).raw(rounded(walk.contribution)).str());
  }
  return object.raw("t", walks.str()).str();
}

std::string graph_json(const CollectionReport& report, std::size_t i) {
  const Graph& graph = report.set.graphs[i];
  JsonObject object;
  object.text("id", report.set.ids[i]).integer("c", static_cast<std::uint64_t>(report.set.classes[i]));
  object.integer("p", static_cast<std::uint64_t>(report.predicted[i])).integer("n", graph.num_nodes());
  const GraphSummary summary = summarise(graph);
  object.integer("e", graph.num_edges()).integer("k", summary.max_degree).raw("a", rounded(summary.mean_degree));
  object.raw("o", rounded(report.surroundings.oddness[i])).integer("t", report.twins.class_of[i]);
  JsonArray near;
  for (const Near& one : report.surroundings.nearest[i]) {
    near.raw(JsonArray().raw(std::to_string(one.item)).raw(rounded(one.distance)).str());
  }
  object.raw("near", near.str()).raw("g", drawing_json(report.drawings[i]));
  return object.raw("v", evidence_json(report.evidence.graphs[i], report.drawings[i].drawn)).str();
}

std::string side_json(const explanation::SideShare& side) {
  JsonArray array;
  for (const double value : {side.share, side.interval.low, side.interval.high}) array.raw(base::json_real(value));
  return array.raw(std::to_string(side.with)).str();
}

std::string group_json(const CollectionReport& report, const explanation::Comparison& comparison,
                       const explanation::WalkGroup& group, const DrawingOptions& names) {
  const explanation::SeparatingWalk& walk = comparison.walks[group.shown];
  DrawingOptions small = names;
  small.height = 130;
  small.width = 90 + 34 * static_cast<int>(walk.walk.num_nodes());
  JsonObject object;
  object.text("reads", explanation::readable(walk.walk, names)).text("svg", explanation::picture(walk.walk, small));
  object.raw("effect", rounded(walk.test.effect)).raw("p", rounded(walk.test.p));
  object.raw("first", side_json(walk.first)).raw("second", side_json(walk.second));
  object.integer("same", static_cast<std::uint64_t>(walk.folds_same));
  object.integer("folds", static_cast<std::uint64_t>(walk.folds_tested)).integer("members", group.members.size());
  object.raw("graphs", list(group.graphs, [](std::uint32_t graph) { return std::to_string(graph); }));
  JsonArray examples;
  for (const explanation::ExampleGraph& example : group.examples) {
    double scale = 0;
    for (const double value : example.nodes) scale = std::max(scale, value);
    JsonObject one;
    one.integer("i", example.graph).raw("share", rounded(example.share));
    if (report.drawings[example.graph].drawn) one.text("v", packed_values(example.nodes, scale));
    examples.raw(one.str());
  }
  return object.raw("examples", examples.str()).str();
}

std::string walks_json(const CollectionReport& report, const DrawingOptions& names) {
  const explanation::ClassExplanation& found = report.walks;
  JsonObject object;
  object.text("features", to_string(found.features)).integer("columns", found.columns);
  object.integer("min", found.min_graphs).integer("shuffles", found.shuffles).flag("sampled", found.sampled);
  JsonArray comparisons;
  for (const explanation::Comparison& comparison : found.comparisons) {
    const auto name = [&](int c) {
      return c < 0 ? std::string("the rest") : report.set.class_names[static_cast<std::size_t>(c)];
    };
    JsonObject one;
    one.text("name", comparison.name).text("first", name(comparison.first)).text("second", name(comparison.second));
    one.raw("fc", std::to_string(comparison.first)).raw("sc", std::to_string(comparison.second));
    one.integer("nf", comparison.num_first).integer("ns", comparison.num_second);
    one.integer("tested", comparison.tested).integer("passing", comparison.walks.size());
    JsonArray groups;
    for (const explanation::WalkGroup& group : comparison.groups) {
      groups.raw(group_json(report, comparison, group, names));
    }
    comparisons.raw(one.raw("groups", groups.str()).str());
  }
  return object.raw("comparisons", comparisons.str()).str();
}

std::string run_json(const CollectionReport& report, const ReportOptions& options) {
  JsonObject object;
  object.text("version", version()).text("command", options.command).integer("seed", options.evaluation.run.seed);
  object.integer("folds", static_cast<std::uint64_t>(options.evaluation.folds));
  object.text("recipe", report.recipe).raw("gamma", base::json_real(report.gamma));
  JsonArray folds;
  for (const FoldResult& fold : report.evaluation.folds) {
    JsonArray one;
    one.raw(base::json_string(fold.recipe)).raw(base::json_real(fold.gamma)).raw(base::json_real(fold.c));
    folds.raw(one.raw(std::to_string(fold.tested)).raw(rounded(fold.accuracy)).str());
  }
  return object.raw("fold", folds.str())
      .text("evidence", report.evidence.features)
      .integer("evidenceFolds", static_cast<std::uint64_t>(report.evidence.folds))
      .str();
}

std::string labels_json(const NameTable& table) {
  return list(table.names(), [](const std::string& name) {
    const std::string_view element = drawing::element_of(name);
    const char* colour = element.empty() ? "" : drawing::element_colour(element);
    return JsonArray().raw(base::json_string(name)).raw(base::json_string(colour)).str();
  });
}

}  // namespace

std::string sentence(const CollectionReport& report) {
  const ScoreSummary& accuracy = report.evaluation.accuracy;
  std::string text;
  if (report.collection > report.set.size()) {
    text = fmt::format("This page shows a stratified sample of {} of the {}. ",
                       base::counted(report.set.size(), "graph"), base::counted(report.collection, "graph"));
  }
  return text + fmt::format(
                    "{} of {} in {} are classified correctly by anonymous walks when they are held out (95 % interval "
                    "{} to {}); always naming the largest class gets {}, and numbers of nodes and edges alone get {}.",
                    percent(accuracy.mean), base::counted(report.set.size(), "graph"),
                    base::counted(report.set.class_names.size(), "class"), percent(accuracy.interval.low),
                    percent(accuracy.interval.high), percent(report.majority), percent(report.sizes.accuracy.mean));
}

std::string data_json(const CollectionReport& report, const ReportOptions& options) {
  JsonObject object;
  object.text("title", options.title)
      .text("sentence", sentence(report))
      .raw("classes", strings(report.set.class_names));
  object.integer("collection", report.collection);
  const ScoreSummary& accuracy = report.evaluation.accuracy;
  JsonArray summary;
  for (const double value : {accuracy.mean, accuracy.interval.low, accuracy.interval.high, report.majority,
                             report.sizes.accuracy.mean, report.evaluation.macro_f1, report.evaluation.roc_auc}) {
    summary.raw(rounded(value));
  }
  object.raw("summary", summary.str()).raw("pca", map_json(report.pca)).raw("tsne", map_json(report.tsne));
  object.raw("labels", labels_json(report.node_labels)).raw("bonds", strings(report.edge_labels.names()));
  JsonArray graphs;
  for (std::size_t i = 0; i < report.set.size(); ++i) graphs.raw(graph_json(report, i));
  object.raw("graphs", graphs.str()).raw("walks", walks_json(report, drawing_of(options)));
  const isomorphism::TwinSummary& twins = report.twin_summary;
  object.raw("twins", JsonArray()
                          .raw(std::to_string(twins.with_twin))
                          .raw(std::to_string(twins.with_twin_of_other_class))
                          .raw(rounded(twins.best_accuracy))
                          .raw(std::to_string(twins.unsure))
                          .str());
  JsonArray curve;
  for (const CurvePoint& point : report.curve) {
    curve.raw(JsonArray()
                  .raw(std::to_string(point.training))
                  .raw(rounded(point.accuracy.mean))
                  .raw(rounded(point.accuracy.deviation))
                  .str());
  }
  object.raw("curve", curve.str()).integer("curveRepeats", static_cast<std::uint64_t>(report.curve_repeats));
  return object.raw("run", run_json(report, options)).str();
}

}  // namespace awe::page
