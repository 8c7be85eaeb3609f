#include "report/dataset_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "awe/error.h"
#include "awe/reader.h"
#include "base/number.h"

namespace awe::report {
namespace {

// clang-format off
const std::vector<Dataset> kDatasets = {
    // name, graphs, classes, largest class, nodes, edges with loops, loops, in the public collection, row of the paper
    {"COLLAB", 5000, 3, 2600, 372474, 12288916, 2837, true, PaperRow{"COLLAB", 5000, "74.49", "4914.99", true}},
    {"IMDB-BINARY", 1000, 2, 500, 19773, 96531, 0, true, PaperRow{"IMDB-B", 1000, "19.77", "193.06", true}},
    {"IMDB-MULTI", 1500, 3, 500, 19502, 98903, 0, true, PaperRow{"IMDB-M", 1500, "13", "131.87", true}},
    {"REDDIT-BINARY", 2000, 2, 1000, 859254, 995508, 0, true, PaperRow{"RE-B", 2000, "429.61", "995.50", true}},
    {"REDDIT-MULTI-5K", 4999, 5, 1000, 2542071, 2973778, 0, true, PaperRow{"RE-M5K", 4999, "508.5", "1189.74", true}},
    {"REDDIT-MULTI-12K", 11929, 11, 2592, 4669116, 5450243, 0, true, PaperRow{"RE-M12K", 12000, "391.4", "913.78", true}},
    {"ENZYMES", 600, 6, 100, 19580, 37282, 0, true, PaperRow{"Enzymes", 600, "32.6", "124.3", true}},
    {"DD", 1178, 2, 691, 334925, 843046, 0, true, PaperRow{"DD", 1178, "284.31", "715.65", false}},
    {"MUTAG", 188, 2, 125, 3371, 3721, 0, true, PaperRow{"Mutag", 188, "17.93", "19.79", false}},
    {"BZR", 405, 2, 319, 14479, 15535, 0, true, std::nullopt},
    {"MSRC_9", 221, 8, 30, 8968, 21644, 0, true, std::nullopt},
    {"NCI1", 4110, 2, 2057, 122747, 132753, 0, true, std::nullopt},
    {"PROTEINS", 1113, 2, 663, 43471, 81044, 0, true, std::nullopt},
    {"PTC_MR", 344, 2, 192, 4915, 5054, 0, true, std::nullopt},
    {"SYNTHETIC", 300, 2, 150, 30000, 58800, 0, true, std::nullopt},
    {"reddit_threads_10k", 10000, 2, 5157, 237390, 247549, 1365, false, std::nullopt},
};
// clang-format on

}  // namespace

std::span<const Dataset> known_datasets() { return kDatasets; }

const Dataset* find_dataset(std::string_view name) {
  const auto found = std::find_if(kDatasets.begin(), kDatasets.end(), [&](const auto& d) { return d.name == name; });
  return found == kDatasets.end() ? nullptr : &*found;
}

std::string find_copy(const std::string& folder, std::string_view name) {
  std::error_code ignored;
  for (const char* extension : {".zip", ""}) {
    const auto path = std::filesystem::path(folder) / (std::string(name) + extension);
    if (std::filesystem::exists(path, ignored)) return path.string();
  }
  return "";
}

DatasetCounts count_dataset(const std::string& path, const Progress& progress) {
  ReadOptions options;
  options.format = Format::tu;
  options.directed = false;
  options.self_loops = SelfLoops::keep;  // the published edge counts include them
  const auto source = open_graphs(path, options);
  DatasetCounts counts;
  std::map<std::string, std::uint64_t> classes;
  while (const auto graph = source->next()) {
    progress.throw_if_stopped();
    ++counts.graphs;
    counts.nodes += graph->num_nodes();
    counts.edges += graph->num_edges();
    counts.arcs += graph->num_arcs();
    if (graph->class_name()) ++classes[*graph->class_name()];
    if (progress.report) progress.report(counts.graphs, source->count().value_or(0));
  }
  counts.classes = classes.size();
  for (const auto& [name, count] : classes) counts.largest_class = std::max(counts.largest_class, count);
  return counts;
}

std::string differences(const Dataset& known, const DatasetCounts& found) {
  std::string text;
  const auto compare = [&](std::string_view what, std::uint64_t published, std::uint64_t here, double slack) {
    if (std::abs(static_cast<double>(published) - static_cast<double>(here)) <= slack) return;
    text += fmt::format("{}{} {} instead of {}", text.empty() ? "" : ", ", here, what, published);
  };
  // The collection publishes means to two decimals; copies may differ by less than that in isolated nodes.
  const double slack = 0.005 * static_cast<double>(known.graphs);
  compare("graphs", known.graphs, found.graphs, 0);
  compare("classes", known.classes, found.classes, 0);
  compare("graphs in the largest class", known.largest_class, found.largest_class, 0);
  compare("nodes", known.nodes, found.nodes, slack);
  compare("edges", known.edges, found.edges, slack);
  return text;
}

std::string differences_from_paper(const Dataset& known, const DatasetCounts& found) {
  if (!known.paper) throw Error(ErrorKind::usage, std::string(known.name) + ": not a set of the paper");
  const PaperRow& paper = *known.paper;
  std::string text;
  const auto tell = [&](std::string_view what, const auto& ours, const auto& printed) {
    text += fmt::format("{}{} {} for {}", text.empty() ? "" : ", ", what, ours, printed);
  };
  const double graphs = static_cast<double>(std::max<std::uint64_t>(1, found.graphs));
  const auto compare_mean = [&](std::string_view what, std::uint64_t total, std::string_view printed) {
    const std::size_t point = printed.find('.');
    const auto decimals = static_cast<int>(point == std::string_view::npos ? 0 : printed.size() - point - 1);
    const double mean = static_cast<double>(total) / graphs;
    if (std::abs(mean - base::parse_real(printed).value()) >= std::pow(10, -decimals)) {
      tell(what, fmt::format("{:.2f}", mean), printed);
    }
  };
  if (found.graphs != paper.graphs) tell("graphs", found.graphs, paper.graphs);
  // The number of classes and the largest class in the paper are the published ones.
  if (found.classes != known.classes) tell("classes", found.classes, known.classes);
  if (found.largest_class != known.largest_class) tell("largest class", found.largest_class, known.largest_class);
  compare_mean("nodes", found.nodes, paper.nodes);
  compare_mean(paper.arcs ? "arcs" : "edges", paper.arcs ? found.arcs : found.edges, paper.edges);
  return text;
}

}  // namespace awe::report
