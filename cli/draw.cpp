// awe draw: graphs, or the graph that an anonymous walk traces, as SVG.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "awe/drawing.h"
#include "awe/error.h"
#include "base/json_text.h"
#include "bytes/atomic_file.h"
#include "common_flags.h"
#include "console.h"
#include "drawing_flags.h"
#include "input_flags.h"
#include "terminal.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr std::size_t kMostGraphs = 400;

constexpr const char* kFooter =
    "Rings are drawn round, paths straight, narrow trees in layers, and everything else so that distances on the page\n"
    "fit the numbers of steps between nodes; components lie side by side. Components of up to 800 nodes use the\n"
    "distances of all pairs of nodes, larger ones those to 50 nodes; graphs of more than 20,000 nodes or 200,000 "
    "edges\n"
    "are refused. The same graph and options give the same bytes on every machine. Several graphs form a grid. An id "
    "is\n"
    "the name of a graph, or its position in the input, from 0, if it has no name. Pointing at a node shows its id "
    "and\n"
    "its label. A walk is drawn as the graph that it traces: the first node has a ring, an edge has the numbers of "
    "the\n"
    "steps that follow it.\n\n"
    "JSON: `seconds` has read, draw and total.\n\n"
    "Examples:\n"
    "  awe draw MUTAG.zip --ids 0,1,2,3 -o molecules.svg --node-names 0=C,1=N,2=O,3=F,4=I,5=Cl,6=Br \\\n"
    "    --edge-names 0=aromatic,1=single,2=double,3=triple\n"
    "  awe draw molecules.sdf --limit 12 --columns 4 --size 200 -o molecules.svg\n"
    "  awe draw calls.dot --layout layers -o calls.svg\n"
    "  awe draw --walk \"1 2 3 2 3\" -o walk.svg\n";

struct DrawFlags {
  InputFlags input;
  RunFlags run;
  DrawingFlags drawing;
  std::vector<std::string> ids;
  std::string walk;
  int size = 360;
  std::optional<std::uint64_t> columns;
  std::string output;
  bool force = false;
};

// The graphs to draw, and their ids.
struct Chosen {
  std::vector<Graph> graphs;
  std::vector<std::string> ids;
};

Chosen read_chosen(const DrawFlags& options) {
  ReadOptions read_options = options.input.read_options();
  if (!options.input.weighted) read_options.weights = WeightUse::automatic;
  const auto source = options.input.open(read_options);
  Chosen chosen;
  for (std::uint64_t position = 0; auto graph = source->next(); ++position) {
    if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
    const std::string id = graph->name().empty() ? std::to_string(position) : graph->name();
    if (!options.ids.empty() && std::find(options.ids.begin(), options.ids.end(), id) == options.ids.end()) continue;
    if (chosen.graphs.size() == kMostGraphs) {
      throw Error(ErrorKind::limit, fmt::format("{} has more than {} graphs to draw; choose some with --ids or --limit",
                                                options.input.path, kMostGraphs));
    }
    chosen.graphs.push_back(std::move(*graph));
    chosen.ids.push_back(id);
  }
  if (options.ids.empty()) {
    if (chosen.graphs.empty()) throw Error(ErrorKind::usage, options.input.path + " has no graph to draw");
    return chosen;
  }
  Chosen ordered;
  for (const std::string& id : options.ids) {
    const auto found = std::find(chosen.ids.begin(), chosen.ids.end(), id);
    if (found == chosen.ids.end()) {
      throw Error(ErrorKind::usage, fmt::format("--ids: {} has no graph '{}'", options.input.path, id));
    }
    ordered.graphs.push_back(chosen.graphs[static_cast<std::size_t>(found - chosen.ids.begin())]);
    ordered.ids.push_back(id);
  }
  return ordered;
}

std::string drawing_of(const Chosen& chosen, const DrawFlags& options, const DrawingOptions& drawing) {
  if (chosen.graphs.size() == 1) return to_svg(chosen.graphs.front(), drawing);
  std::vector<DrawnGraph> drawn;
  for (std::size_t i = 0; i < chosen.graphs.size(); ++i) {
    const auto& of_class = chosen.graphs[i].class_name();
    drawn.push_back({&chosen.graphs[i], of_class ? chosen.ids[i] + ", class " + *of_class : chosen.ids[i]});
  }
  return to_svg(drawn, drawing, options.columns.value_or(0));
}

void run_draw(DrawFlags options) {
  PhaseSeconds seconds{"read", "draw"};
  if (options.output == "-") options.output.clear();
  if (options.run.json && options.output.empty()) {
    throw Error(ErrorKind::usage, "--json prints a summary instead of the drawing; name a file for it with -o");
  }
  if (options.walk.empty() == options.input.paths.empty()) {
    throw Error(ErrorKind::usage, "name graphs to draw, or a walk with --walk");
  }
  DrawingOptions drawing = options.drawing.all();
  drawing.width = drawing.height = options.size;
  const AnonymousWalk walk = options.walk.empty() ? AnonymousWalk() : parse_walk(options.walk);
  outputs::OutputUnit unit(options.force);
  unit.add(options.output);
  Chosen chosen;
  if (options.walk.empty()) chosen = seconds.measure("read", [&] { return read_chosen(options); });
  const std::string svg = seconds.measure("draw", [&] {
    return options.walk.empty() ? drawing_of(chosen, options, drawing) : to_svg(walk, WalkLabels{}, drawing);
  });
  if (options.output.empty()) {
    set_output_kind(OutputKind::data);
    fmt::print("{}", svg);
    return;
  }
  bytes::AtomicFile file(options.output, options.force);
  file.write(svg);
  file.commit();
  unit.commit();
  std::uint64_t nodes = 0, edges = 0;
  for (const Graph& graph : chosen.graphs) {
    nodes += graph.num_nodes();
    edges += graph.num_edges();
  }
  if (options.run.json) {
    base::JsonObject summary;
    summary.text("output", options.output).integer("bytes", svg.size());
    if (options.walk.empty()) {
      summary.integer("graphs", chosen.graphs.size()).integer("nodes", nodes).integer("edges", edges);
    } else {
      summary.text("walk", to_string(walk));
    }
    fmt::print("{}\n", summary.raw("seconds", seconds.json()).str());
  } else if (options.walk.empty()) {
    fmt::print("{} ({}, {}) -> {}\n", counted(chosen.graphs.size(), "graph"), counted(nodes, "node"),
               counted(edges, "edge"), options.output);
  } else {
    fmt::print("walk {} -> {}\n", to_string(walk), options.output);
  }
}

}  // namespace

void declare_draw(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("draw", "Draw graphs and anonymous walks as SVG");
  auto options = std::make_shared<DrawFlags>();
  options->input.self_loops = SelfLoops::keep;
  options->input.declare(*verb);
  verb->get_option("INPUT")->required(false);
  verb->add_option("--ids", options->ids, "Ids of the graphs to draw, in this order (default: all, up to 400)")
      ->delimiter(',')
      ->type_name("ID");
  verb->add_option("--walk", options->walk, "Anonymous walk to draw instead of graphs, as \"1 2 3 2 3\"")
      ->type_name("WALK");
  begin_group(*verb, "Drawing");
  add_choice(*verb, "--layout", options->drawing.options.layout, "Places of nodes (auto: by the shape of a component)");
  add_choice(*verb, "--text", options->drawing.options.text, "Text in nodes (auto: labels that fit)");
  options->drawing.declare(*verb);
  add_count(*verb, "--size", options->size, "Width and height of one graph, in pixels")->capture_default_str();
  add_count(*verb, "--columns", options->columns, "Number of graphs side by side (default: about as many as rows)");
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "SVG file to write (default, and -: standard output)")
      ->type_name("FILE");
  add_force(*verb, options->force);
  options->run.declare_threads(*verb);
  options->run.declare_json(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_draw(*options); }; });
}

}  // namespace awe::cli
