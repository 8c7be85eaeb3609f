// Search: indexes of graphs.
#include "awe/graph_index.h"
#include "feature_options.h"
#include "run.h"

namespace awe::python {
namespace {

IndexOptions index_options_of(nb::dict options) {
  IndexOptions made;
  if (options.contains("features")) made.features = feature_options_of(nb::cast<nb::dict>(options["features"]));
  Fields fields(std::move(options));
  nb::object taken;
  fields.take("features", taken);
  fields.take("model", made.model);
  fields.take("distance", made.distance);
  fields.take("approximate", made.approximate);
  fields.take("recall", made.recall);
  fields.take("links", made.links);
  fields.take("build_breadth", made.build_breadth);
  fields.take("part_rows", made.part_rows);
  GraphReading reading;
  fields.take("directed", reading.directed);
  fields.take("weighted", reading.weighted);
  reading.self_loops = made.features.self_loops;
  made.reading = reading;
  fields.take_run(made.run);
  fields.finish();
  return made;
}

SearchOptions search_options_of(nb::dict options) {
  SearchOptions made;
  Fields fields(std::move(options));
  fields.take("k", made.k);
  fields.take("max_distance", made.max_distance);
  fields.take("exact", made.exact);
  fields.take("breadth", made.breadth);
  fields.take("shared_walks", made.shared_walks);
  fields.take_run(made.run);
  fields.finish();
  made.explained_hits = made.k;
  return made;
}

// Results as flat arrays: hits of all queries, and where those of each begin.
nb::dict results_of(std::vector<SearchResult>&& results, bool shared) {
  std::vector<std::int64_t> begins = {0}, rows;
  std::vector<double> distances;
  std::vector<std::string> ids;
  nb::list walks;
  for (SearchResult& result : results) {
    for (const SearchHit& hit : result.hits) {
      rows.push_back(static_cast<std::int64_t>(hit.row));
      distances.push_back(hit.distance);
      if (!shared) continue;
      nb::list listed;
      for (const SharedWalk& walk : hit.shared) {
        listed.append(nb::make_tuple(to_python(walk.block), walk.length, to_python(walk.walk), walk.share));
      }
      walks.append(listed);
    }
    begins.push_back(static_cast<std::int64_t>(rows.size()));
    ids.push_back(std::move(result.id));
  }
  nb::dict dict;
  dict["begins"] = to_numpy(std::move(begins));
  dict["rows"] = to_numpy(std::move(rows));
  dict["distances"] = to_numpy(std::move(distances));
  dict["ids"] = to_python(ids);
  if (shared) dict["shared"] = walks;
  return dict;
}

GraphIndex build(const nb::tuple& graphs, nb::dict options, nb::object report) {
  IndexOptions plan = index_options_of(std::move(options));
  const auto all = graphs_of(graphs);
  return Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return GraphIndex::build([&] { return source_of(all); }, plan);
  });
}

GraphIndex add(const GraphIndex& self, const nb::tuple& graphs, nb::dict options, nb::object report) {
  RunOptions run;
  Fields fields(std::move(options));
  fields.take_run(run);
  fields.finish();
  const auto all = graphs_of(graphs);
  return Run(std::move(report))([&](const Progress& progress) {
    run.progress = progress;
    return self.add(*source_of(all, self.summary().rows), run);
  });
}

nb::dict search(const GraphIndex& self, const nb::tuple& graphs, nb::dict options, nb::object report) {
  SearchOptions plan = search_options_of(std::move(options));
  const auto all = graphs_of(graphs);
  std::vector<SearchResult> results;
  Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    self.search(
        *source_of(all), [&](SearchResult&& result) { results.push_back(std::move(result)); }, plan);
  });
  return results_of(std::move(results), plan.shared_walks > 0);
}

nb::dict search_rows(const GraphIndex& self, nb::dict options, nb::object report) {
  SearchOptions plan = search_options_of(std::move(options));
  std::vector<SearchResult> results = Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    std::vector<std::uint64_t> rows;
    for (std::uint64_t row = 0; row < self.summary().rows; ++row) rows.push_back(row);
    return self.search_rows(rows, plan);
  });
  return results_of(std::move(results), plan.shared_walks > 0);
}

nb::dict near_duplicates_of(const GraphIndex& self, double max_distance, int threads, nb::object report) {
  const DuplicateGroups found = Run(std::move(report))([&](const Progress& progress) {
    RunOptions run;
    run.threads = threads;
    run.progress = progress;
    return self.near_duplicates(max_distance, run);
  });
  std::vector<std::int64_t> begins = {0}, rows;
  for (const auto& group : found.groups) {
    for (const DuplicateMember& member : group) rows.push_back(static_cast<std::int64_t>(member.row));
    begins.push_back(static_cast<std::int64_t>(rows.size()));
  }
  nb::dict dict;
  dict["begins"] = to_numpy(std::move(begins));
  dict["rows"] = to_numpy(std::move(rows));
  return dict;
}

nb::dict summary_of(const GraphIndex& self) {
  const IndexSummary& found = self.summary();
  nb::dict dict;
  dict["rows"] = found.rows;
  dict["columns"] = found.columns;
  dict["distance"] = to_python(to_string(found.distance));
  dict["level"] = to_python(to_string(found.level));
  dict["source"] = to_python(found.source);
  dict["features"] = to_python(found.features);
  dict["approximate"] = found.approximate;
  dict["recall"] = found.recall;
  dict["breadth"] = found.breadth;
  return dict;
}

}  // namespace

void bind_search(nb::module_& m) {
  nb::class_<GraphIndex>(m, "GraphIndex", "A searchable collection of the rows of graphs.")
      .def_static("build", &build, nb::arg("graphs"), nb::arg("options"), nb::arg("report").none(),
                  nb::sig("def build(graphs: tuple[Graph, ...], options: dict[str, typing.Any], report: object | None) "
                          "-> GraphIndex"),
                  "The index of a tuple of graphs.")
      .def("add", &add, nb::arg("graphs"), nb::arg("options"), nb::arg("report").none(),
           nb::sig("def add(self, graphs: tuple[Graph, ...], options: dict[str, typing.Any], report: object | None) -> "
                   "GraphIndex"),
           "This index with more graphs.")
      .def("search", &search, nb::arg("graphs"), nb::arg("options"), nb::arg("report").none(),
           nb::sig("def search(self, graphs: tuple[Graph, ...], options: dict[str, typing.Any], report: object | None) "
                   "-> dict[str, typing.Any]"),
           "The nearest rows of each item of the graphs.")
      .def("search_rows", &search_rows, nb::arg("options"), nb::arg("report").none(),
           nb::sig("def search_rows(self, options: dict[str, typing.Any], report: object | None) -> "
                   "dict[str, typing.Any]"),
           "The nearest rows of each row of the index, without itself.")
      .def("near_duplicates", &near_duplicates_of, nb::arg("max_distance"), nb::arg("threads"),
           nb::arg("report").none(),
           nb::sig("def near_duplicates(self, max_distance: float, threads: int, report: object | None) -> "
                   "dict[str, typing.Any]"),
           "Groups of rows that are connected by small distances.")
      .def(
          "__reduce__",
          [](nb::handle self) { return nb::module_::import_("anonymous_walks._models").attr("reduce_model")(self); },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("save", &GraphIndex::save, nb::arg("path"), nb::arg("force"), "Writes the index to a file.")
      .def_static(
          "load", [](const std::string& path, int threads) { return GraphIndex::open(path, threads); }, nb::arg("path"),
          nb::arg("threads"), "Opens an index file.")
      .def("verify", &GraphIndex::verify, "Checks every byte of the file.")
      .def(
          "ids",
          [](const GraphIndex& self) {
            std::vector<std::string> ids;
            for (std::uint64_t row = 0; row < self.summary().rows; ++row) ids.push_back(self.id(row));
            return to_python(ids);
          },
          nb::sig("def ids(self) -> list[str]"), "Ids of the rows.")
      .def("summary", &summary_of, nb::sig("def summary(self) -> dict[str, typing.Any]"), "What the index holds.");
  m.def(
      "distance_names", [] { return to_python(enum_names<Distance>()); }, nb::sig("def distance_names() -> list[str]"),
      "Names of the distances of search.");
}

}  // namespace awe::python
