// awe explain MODEL GRAPHS: what nodes, edges and walks contributed to the decisions of a classifier.
#include <fmt/format.h>

#include <algorithm>

#include "awe/classifier.h"
#include "awe/error.h"
#include "console.h"
#include "explain.h"
#include "explanation/model_explanation_files.h"
#include "timing.h"
#include "trained_reading.h"

namespace awe::cli {
namespace {

constexpr std::size_t kMostGraphs = 1000;

// The name of a file of a graph, from its id: no separators of paths, nothing hidden, not too long.
std::string file_name(const std::string& id, std::size_t position) {
  std::string name = std::to_string(position) + "-";
  for (const char c : id.substr(0, 60)) {
    const bool plain = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '-' || c == '_';
    name += plain ? c : '_';
  }
  return name + ".svg";
}

void print_one(const explanation::ModelExplanation& made, const Classifier& model, const Graph& graph,
               const DrawingOptions& names) {
  const auto name = [&](int c) { return model.class_names()[static_cast<std::size_t>(c)]; };
  const double nodes = [&] {
    double sum = 0;
    for (const double value : made.nodes) sum += value;
    return sum;
  }();
  fmt::print(
      "{}: class {} against {}: decision {:+.4f} = bias {:+.4f}, nodes {:+.4f}, elsewhere {:+.4f}, remainder {:+.4f}\n",
      made.id, name(made.predicted), name(made.other), made.decision.value, made.decision.bias, nodes, made.elsewhere,
      made.decision.remainder);
  std::vector<NodeId> order(graph.num_nodes());
  for (NodeId node = 0; node < graph.num_nodes(); ++node) order[node] = node;
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return made.nodes[a] > made.nodes[b]; });
  fmt::print("  nodes that contributed most:");
  for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 5); ++i) {
    fmt::print(" {} ({:+.4f})", graph.node_ids().name(order[i]), made.nodes[order[i]]);
  }
  fmt::print("\n  walks that contributed most:\n");
  for (std::size_t i = 0; i < std::min<std::size_t>(made.terms.size(), 5); ++i) {
    fmt::print("    {:+.4f}  {}\n", made.terms[i].contribution,
               explanation::readable_column(made.terms[i].text, names));
  }
  if (made.num_deleted > 0) {
    fmt::print("  decision without the top {}: {:+.4f}; without random ones: {:+.4f}\n",
               counted(made.num_deleted, "node"), made.without_top, made.without_random);
  }
  for (const explanation::NearGraph& near : made.near) {
    fmt::print("  nearest of class {}: {}, distance {:.4f}", name(near.of_class), near.id, near.distance);
    if (!near.differences.empty()) {
      const auto& first = near.differences.front();
      fmt::print("; differs most in {}: {:.4f} here, {:.4f} there", explanation::readable_column(first.text, names),
                 first.here, first.there);
    }
    fmt::print("\n");
  }
}

}  // namespace

void explain_model(ExplainFlags options) {
  PhaseSeconds seconds{"load", "explain", "write"};
  const DrawingOptions drawing = options.drawing.all();
  const std::string path = options.input.paths.front();
  options.input.paths.erase(options.input.paths.begin());
  options.input.path = options.input.paths.size() == 1 ? options.input.paths.front()
                                                       : std::to_string(options.input.paths.size()) + " inputs";
  if (options.input.paths.empty()) throw Error(ErrorKind::usage, path + " is a model; name graphs to explain, too");
  check_folder(options);
  const Classifier model = seconds.measure("load", [&] { return Classifier::load(path, options.run.thread_count()); });
  read_as_trained(options.input, model.summary().reading);
  std::vector<Graph> graphs;
  const auto source = options.input.open();
  for (std::uint64_t position = 0; auto graph = source->next(); ++position) {
    const std::string id = graph->name().empty() ? std::to_string(position) : graph->name();
    if (!options.ids.empty() && std::find(options.ids.begin(), options.ids.end(), id) == options.ids.end()) continue;
    if (graphs.size() == kMostGraphs) {
      throw Error(ErrorKind::limit,
                  fmt::format("{} has more than {} graphs to explain; choose some with --ids or --limit",
                              options.input.path, kMostGraphs));
    }
    graphs.push_back(std::move(*graph).with_name(id));
  }
  for (const std::string& id : options.ids) {
    const auto has = [&](const Graph& graph) { return graph.name() == id; };
    if (std::none_of(graphs.begin(), graphs.end(), has)) {
      throw Error(ErrorKind::usage, fmt::format("--ids: {} has no graph '{}'", options.input.path, id));
    }
  }
  if (graphs.empty()) throw Error(ErrorKind::usage, options.input.path + " has no graph to explain");
  explanation::ModelExplanationOptions plan;
  plan.deleted = options.deleted;
  plan.random_deletions = options.random_deletions;
  plan.max_removals = static_cast<std::size_t>(options.max_removals);
  plan.run.seed = options.run.seed;
  plan.run.threads = options.run.thread_count();
  std::vector<explanation::ExplanationFile> files;
  std::string csv = explanation::kContributionsHead;
  base::JsonArray list;
  double top = 0, random = 0;
  seconds.measure("explain", [&] {
    ProgressBar bar("graphs");
    plan.run.progress = {{}, [] { return stop_requested(); }};
    const auto predictions = model.predict(graphs, plan.run.progress);
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const auto made = explanation::explain(model, graphs[i], predictions[i], plan);
      bar.update(i + 1, graphs.size());
      top += made.decision.value - made.without_top;
      random += made.decision.value - made.without_random;
      list.raw(explanation::to_json(made, model, graphs[i], drawing));
      if (!options.folder.empty()) {
        csv += explanation::contribution_lines(made, graphs[i]);
        if (graphs[i].num_nodes() <= kMaxDrawnNodes && graphs[i].num_edges() <= kMaxDrawnEdges) {
          files.push_back({file_name(made.id, i + 1), explanation::picture(made, model, graphs[i], drawing)});
        }
      }
      if (!options.run.json) print_one(made, model, graphs[i], drawing);
    }
  });
  const double count = static_cast<double>(graphs.size());
  base::JsonObject object;
  object.text("model", path).text("recipe", model.summary().recipe).integer("graphs", graphs.size());
  object.real("mean_drop_top", top / count).real("mean_drop_random", random / count);
  const std::string json = object.raw("explanations", list.str()).str() + "\n";
  files.push_back({"explanation.json", json});
  files.push_back({"contributions.csv", csv});
  seconds.measure("write", [&] { write_files(options, files); });
  if (options.run.json) {
    fmt::print("{}", json);
    return;
  }
  if (options.random_deletions > 0) {
    fmt::print("{}: without the top nodes decisions fall by {:.4f} on average, without random ones by {:.4f}\n",
               counted(graphs.size(), "graph"), top / count, random / count);
  }
  if (!options.folder.empty()) fmt::print("-> {}\n", options.folder);
}

}  // namespace awe::cli
