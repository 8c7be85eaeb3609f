// awe datasets list | fetch | verify: the public TU sets, their published statistics, and verified copies of them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "awe/error.h"
#include "base/json_text.h"
#include "common_flags.h"
#include "console.h"
#include "data_folder.h"
#include "download/download.h"
#include "report/dataset_table.h"
#include "verb.h"

namespace awe::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBase = "https://www.chrsmrrs.com/graphkerneldatasets";
constexpr const char* kFooter =
    "Data sets are files NAME.zip of the data folder: --data, else the environment variable AWE_DATA, else\n"
    "./datasets. A fetched file is put there only if its numbers of graphs, classes, nodes and edges are the\n"
    "published ones.\n\n"
    "Examples:\n"
    "  awe datasets list\n"
    "  awe datasets fetch MUTAG --data datasets\n"
    "  awe datasets verify MUTAG\n"
    "  awe datasets verify downloads/ENZYMES.zip\n";

struct DatasetFlags {
  std::string name;
  std::string data;
  std::string url;
  bool force = false;
  RunFlags run;

  [[nodiscard]] std::string folder() const { return data_folder(data); }
};

const report::Dataset& dataset_of(const std::string& name) {
  if (const report::Dataset* found = report::find_dataset(name)) return *found;
  throw Error(ErrorKind::usage, name + ": not a known data set; awe datasets list names them");
}

void list_json(const DatasetFlags& options) {
  base::JsonArray sets;
  for (const report::Dataset& set : report::known_datasets()) {
    base::JsonObject object;
    object.text("name", set.name)
        .integer("graphs", set.graphs)
        .integer("classes", set.classes)
        .integer("largest_class", set.largest_class)
        .real("mean_nodes", set.mean(set.nodes))
        .real("mean_edges", set.mean(set.edges))
        .real("mean_arcs", set.mean(set.arcs()))
        .integer("self_loops", set.loops)
        .flag("published", set.published);
    if (set.paper) {
      object.raw("paper", base::JsonObject()
                              .text("name", set.paper->name)
                              .integer("graphs", set.paper->graphs)
                              .raw("mean_nodes", set.paper->nodes)
                              .raw("mean_edges", set.paper->edges)
                              .flag("edges_are_arcs", set.paper->arcs)
                              .str());
    }
    const std::string copy = report::find_copy(options.folder(), set.name);
    sets.raw(object.raw("copy", copy.empty() ? "null" : base::json_string(copy)).str());
  }
  fmt::print("{}\n", base::JsonObject().text("folder", options.folder()).raw("datasets", sets.str()).str());
}

void list(const DatasetFlags& options) {
  if (options.run.json) return list_json(options);
  fmt::print("{:<19}{:>7}{:>8}{:>9}{:>9}{:>10}{:>10}   {:<22}{}\n", "name", "graphs", "classes", "largest", "nodes",
             "edges", "arcs", "paper: nodes, edges", "here");
  for (const report::Dataset& set : report::known_datasets()) {
    std::string paper = "-";
    if (set.paper) paper = fmt::format("{}, {}{}", set.paper->nodes, set.paper->edges, set.paper->arcs ? " *" : "");
    fmt::print("{:<19}{:>7}{:>8}{:>9}{:>9.2f}{:>10.2f}{:>10.2f}   {:<22}{}\n", set.name, set.graphs, set.classes,
               set.largest_class, set.mean(set.nodes), set.mean(set.edges), set.mean(set.arcs()), paper,
               report::find_copy(options.folder(), set.name).empty() ? "-" : "yes");
  }
  fmt::print(
      "\nNodes, edges, arcs: means. Edges are undirected, self-loops among them (COLLAB has 2837); arcs count both\n"
      "directions. * the paper prints arcs. It also prints 12000 graphs for REDDIT-MULTI-12K, which has 11929.\n"
      "here: {}\n",
      options.folder());
}

report::DatasetCounts count_with_bar(const std::string& path) {
  ProgressBar bar("graphs");
  return report::count_dataset(path, bar.progress());
}

void require_published(const report::Dataset& set, const report::DatasetCounts& found, const std::string& source) {
  const std::string wrong = report::differences(set, found);
  if (wrong.empty()) return;
  throw Error(ErrorKind::malformed, fmt::format("{}: not the published {}: {}; fetch it again or from another source",
                                                source, set.name, wrong));
}

void print_result(const DatasetFlags& options, const report::Dataset& set, const std::string& path,
                  const report::DatasetCounts& found, std::string_view what) {
  if (options.run.json) {
    fmt::print("{}\n", base::JsonObject()
                           .text("name", set.name)
                           .text("path", path)
                           .flag("verified", true)
                           .integer("graphs", found.graphs)
                           .integer("classes", found.classes)
                           .integer("nodes", found.nodes)
                           .integer("edges", found.edges)
                           .str());
    return;
  }
  fmt::print("{}: {} {}: {}, {}, {}, {}\n", path, what, set.name, counted(found.graphs, "graph"),
             counted(found.classes, "class"), counted(found.nodes, "node"), counted(found.edges, "edge"));
}

void fetch(const DatasetFlags& options) {
  const report::Dataset& set = dataset_of(options.name);
  if (!set.published && options.url.empty()) {
    throw Error(ErrorKind::usage, options.name + ": not in the public collection; name another source with --url");
  }
  std::error_code code;
  fs::create_directories(options.folder(), code);
  if (code) throw Error(ErrorKind::io, options.folder() + ": cannot be created: " + code.message());
  std::string base = options.url.empty() ? kBase : options.url;
  while (base.ends_with('/')) base.pop_back();
  report::DatasetCounts found;
  download::DownloadOptions plan;
  plan.url = base + "/" + options.name + ".zip";
  plan.path = (fs::path(options.folder()) / (options.name + ".zip")).string();
  plan.force = options.force;
  plan.only_https = options.url.empty();
  plan.accept = [&](const std::string& part) {
    try {
      found = count_with_bar(part);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::interrupted) throw;
      throw Error(ErrorKind::malformed,
                  fmt::format("{}: not a TU data set ({}); check the address", plan.url, error.what()));
    }
    require_published(set, found, plan.url);
  };
  download::DownloadResult result;
  {
    ProgressBar bar("bytes");
    result = download::download(plan, bar.progress());
  }
  if (result.resumed > 0) note(fmt::format("{} of {} bytes had been fetched before", result.resumed, result.bytes));
  print_result(options, set, plan.path, found, "fetched and verified,");
}

void verify(const DatasetFlags& options) {
  std::string path = options.name;
  const bool is_name = report::find_dataset(options.name) != nullptr;
  if (is_name) {
    path = report::find_copy(options.folder(), options.name);
    if (path.empty()) {
      throw Error(ErrorKind::io, fmt::format("{}: no copy in {}; awe datasets fetch {} gets one", options.name,
                                             options.folder(), options.name));
    }
  }
  const fs::path file = fs::path(path).has_filename() ? fs::path(path) : fs::path(path).parent_path();
  const std::string stem = file.extension() == ".zip" ? file.stem().string() : file.filename().string();
  const report::Dataset& set = dataset_of(is_name ? options.name : stem);
  const report::DatasetCounts found = count_with_bar(path);
  require_published(set, found, path);
  print_result(options, set, path, found, "verified,");
}

}  // namespace

void declare_datasets(CLI::App& app, Action& action) {
  auto* sub = app.add_subcommand("datasets", "List, fetch and verify the public TU data sets");
  sub->footer(kFooter);
  sub->require_subcommand(1);
  auto options = std::make_shared<DatasetFlags>();
  const auto add = [&](const char* name, const char* what, void (*run)(const DatasetFlags&)) {
    auto* verb = sub->add_subcommand(name, what);
    verb->footer(kFooter);
    begin_group(*verb, kInputGroup);
    verb->add_option("--data", options->data, "Data folder (default: AWE_DATA, else ./datasets)")->type_name("FOLDER");
    options->run.declare_json(*verb);
    verb->callback([options, run, &action] { action = [options, run] { run(*options); }; });
    return verb;
  };
  add("list", "List the known data sets, their statistics, the paper's, and whether a copy is there", &list);
  auto* fetch_verb = add("fetch", "Download a data set; an interrupted download is continued", &fetch);
  fetch_verb->add_option("NAME", options->name, "Name of the data set, for example MUTAG")->required();
  fetch_verb
      ->add_option("--url", options->url,
                   "Address of the folder to fetch from; http and file addresses are allowed here")
      ->default_str(kBase);
  add_force(*fetch_verb, options->force);
  auto* verify_verb = add("verify", "Read a whole copy and compare it with the published statistics", &verify);
  verify_verb->add_option("NAME", options->name, "Name of the data set, or path of a zip or folder with that name")
      ->required();
}

}  // namespace awe::cli
