#include "index_info.h"

#include <fmt/format.h>

#include "awe/graph_index.h"
#include "base/json_text.h"
#include "bytes/model_file.h"
#include "console.h"
#include "search/index_data.h"
#include "search/index_file.h"

namespace awe::cli {

bool is_index_file(const std::string& path) {
  return path.ends_with(".awi") || bytes::is_model_of_kind(path, search::kIndexKind);
}

void print_index_info(const std::string& path, bool verify, bool json) {
  const GraphIndex index = GraphIndex::open(path, 1);
  if (verify) index.verify();
  const IndexSummary& summary = index.summary();
  const std::uint64_t bytes = index.state().file->file_size();
  if (json) {
    base::JsonObject object;
    object.text("input", path).text("kind", "index").integer("rows", summary.rows).integer("columns", summary.columns);
    object.integer("values", summary.values).integer("bytes", bytes).text("distance", to_string(summary.distance));
    object.text("level", to_string(summary.level)).text("source", summary.source).text("features", summary.features);
    object.flag("approximate", summary.approximate);
    if (summary.approximate) {
      object.integer("dimensions", summary.dimensions).integer("breadth", summary.breadth);
      object.integer("parts", index.state().graph.parts.size()).real("recall_at_10", summary.recall);
      object.integer("recall_queries", summary.recall_queries);
    }
    if (verify) object.flag("verified", true);
    fmt::print("{}\n", object.str());
    return;
  }
  const auto row = [](std::string_view name, const std::string& value) { fmt::print("{:<15}{}\n", name, value); };
  row("index of", fmt::format("{} ({} level)", counted(summary.rows, "row"), to_string(summary.level)));
  row("columns", fmt::format("{}, {} that {} not 0", summary.columns, counted(summary.values, "value"),
                             summary.values == 1 ? "is" : "are"));
  row("rows from", summary.source == "matrix"  ? "a matrix"
                   : summary.source == "model" ? "a data-driven model of " + summary.features
                                               : summary.features);
  row("distance", std::string(to_string(summary.distance)));
  row("search", summary.approximate
                    ? fmt::format("exact, and approximate in {} with breadth {} in {}: recall@10 {:.3f} of {}",
                                  counted(summary.dimensions, "dimension"), summary.breadth,
                                  counted(index.state().graph.parts.size(), "part"), summary.recall,
                                  counted(summary.recall_queries, "row"))
                    : "exact");
  row("bytes", std::to_string(bytes));
  if (verify) fmt::print("\nverified: every byte of the index\n");
}

}  // namespace awe::cli
