// awe near-duplicates: groups of graphs that are equal up to the numbering of their nodes, or nearly equal.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/error.h"
#include "awe/graph_index.h"
#include "base/json_text.h"
#include "bytes/atomic_file.h"
#include "common_flags.h"
#include "console.h"
#include "csv_line.h"
#include "feature_flags.h"
#include "input_flags.h"
#include "terminal.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Graphs are equal if they are isomorphic: the same up to the numbering of their nodes, with the same node labels,\n"
    "edge labels, direction and weights (--ignore-labels compares structure alone). With --max-distance X, graphs "
    "whose\n"
    "features are at most X apart are near; the formulas of distances are in `awe index --help`. A group consists of "
    "all\n"
    "graphs that are connected by such pairs, so its ends may be farther apart.\n\n"
    "The result is CSV, one line per member of a group: group (from 1), size (of the group), id, graph (number in the\n"
    "input, from 0), equal (yes if it is isomorphic to another member), nearest (id of the member nearest to it) and\n"
    "distance (to that one). Graphs that are in no group are not listed. All graphs are held in memory.\n\n"
    "JSON: without -o all groups; with -o a summary.\n\n"
    "Examples:\n"
    "  awe near-duplicates MUTAG.zip\n"
    "  awe near-duplicates MUTAG.zip --max-distance 0.05 --features \"walks(node):0..4\" -o groups.csv\n";

struct DuplicateFlags {
  InputFlags input;
  FeatureFlags features;
  RunFlags run;
  std::string output;
  std::optional<double> max_distance;
  Distance distance = Distance::hellinger;
  bool ignore_labels = false;
  std::uint64_t memory = std::uint64_t{4} << 30;
  bool force = false;
};

std::string name_of(const std::vector<Graph>& graphs, std::uint64_t number) {
  const std::string& name = graphs[static_cast<std::size_t>(number)].name();
  return name.empty() ? std::to_string(number) : name;
}

std::string csv_of(const std::vector<Graph>& graphs, const DuplicateGroups& found) {
  std::string text = "group,size,id,graph,equal,nearest,distance\n";
  for (std::size_t g = 0; g < found.groups.size(); ++g) {
    for (const DuplicateMember& member : found.groups[g]) {
      CsvLine line;
      line.field(std::to_string(g + 1)).field(std::to_string(found.groups[g].size()));
      line.field(name_of(graphs, member.row)).field(std::to_string(member.row)).field(member.equal ? "yes" : "no");
      text += line.field(name_of(graphs, member.nearest)).real(member.distance).str();
    }
  }
  return text;
}

std::string json_of(const std::vector<Graph>& graphs, const DuplicateGroups& found) {
  base::JsonArray groups;
  for (const auto& group : found.groups) {
    base::JsonArray members;
    for (const DuplicateMember& member : group) {
      base::JsonObject object;
      object.text("id", name_of(graphs, member.row)).integer("graph", member.row).flag("equal", member.equal);
      members.raw(object.text("nearest", name_of(graphs, member.nearest)).real("distance", member.distance).str());
    }
    groups.raw(members.str());
  }
  return groups.str();
}

void run_near_duplicates(DuplicateFlags options) {
  PhaseSeconds seconds{"read", "compare"};
  if (options.output == "-") options.output.clear();
  outputs::OutputUnit unit(options.force);
  unit.add(options.output);
  DuplicateOptions wanted;
  wanted.features = options.features.plan(options.input, options.run);
  wanted.max_distance = options.max_distance;
  wanted.distance = options.distance;
  wanted.node_labels = wanted.edge_labels = !options.ignore_labels;
  wanted.run.seed = options.run.seed;
  wanted.run.threads = options.run.thread_count();
  wanted.run.memory = options.memory;
  const std::vector<Graph> graphs = seconds.measure("read", [&] { return read_all(*options.input.open()); });
  if (graphs.empty()) note("no graph was selected: the input has fewer graphs than --shard asks for");
  const DuplicateGroups found = seconds.measure("compare", [&] {
    ProgressBar bar("graphs");
    wanted.run.progress = bar.progress();
    return near_duplicates(graphs, wanted);
  });
  if (found.unsure > 0) {
    note(fmt::format("{} may not be equal to others of their group: deciding it would take too long",
                     counted(found.unsure, "graph")));
  }
  std::uint64_t members = 0;
  for (const auto& group : found.groups) members += group.size();
  if (!options.output.empty()) {
    bytes::AtomicFile file(options.output, options.force);
    file.write(csv_of(graphs, found));
    file.commit();
    unit.commit();
  }
  if (options.run.json) {
    base::JsonObject object;
    object.integer("graphs", graphs.size()).integer("groups", found.groups.size()).integer("members", members);
    object.integer("unsure", found.unsure);
    if (options.output.empty()) object.raw("members_of_groups", json_of(graphs, found));
    fmt::print("{}\n", object.raw("seconds", seconds.json()).integer("peak_rss_bytes", peak_rss_bytes()).str());
  } else if (options.output.empty()) {
    set_output_kind(OutputKind::data);
    fmt::print("{}", csv_of(graphs, found));
  } else {
    fmt::print("{} of {} in {} -> {}\n", members, counted(graphs.size(), "graph"),
               counted(found.groups.size(), "group"), options.output);
    fmt::print("{:.2f} s, {:.0f} MB\n", seconds.total(), static_cast<double>(peak_rss_bytes()) / 1e6);
  }
}

}  // namespace

void declare_near_duplicates(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("near-duplicates", "Group graphs that are equal, or nearly equal");
  auto options = std::make_shared<DuplicateFlags>();
  options->input.declare(*verb);
  begin_group(*verb, kFeatureGroup);
  auto* spec = verb->add_option("--features", options->features.features,
                                "Blocks of features, in one line (docs/reference/features.md)");
  add_length(*verb, options->features.length, "Number of steps of the anonymous walks, or a range of numbers: 7, 2..7")
      ->capture_default_str()
      ->excludes(spec);
  begin_group(*verb, "Search");
  verb->add_option("--max-distance", options->max_distance,
                   "Largest distance of graphs that are near (default: only equal graphs are grouped)")
      ->type_name("X");
  add_choice(*verb, "--distance", options->distance, "Distance between the features of two graphs");
  verb->add_flag("--ignore-labels", options->ignore_labels, "Do not compare labels of nodes and edges");
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->output, "CSV file to write the groups to (default, and -: standard output)")
      ->type_name("FILE");
  add_force(*verb, options->force);
  add_memory(*verb, options->memory, "the rows of features");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_near_duplicates(*options); }; });
}

}  // namespace awe::cli
