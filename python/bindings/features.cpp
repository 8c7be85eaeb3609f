// Feature matrices: a batch of graphs in, a batch of rows out.
#include <algorithm>

#include "awe/featurizer.h"
#include "feature_options.h"
#include "run.h"

namespace awe::python {

NodeSets node_sets_of(nb::handle sets) {
  NodeSets made;
  for (const auto& [graph, lists] : nb::cast<nb::dict>(sets)) {
    auto& into = made[text_of(graph)];
    for (const nb::handle nodes : lists) into.push_back(texts_of(nodes));
  }
  return made;
}

FeatureOptions feature_options_of(nb::dict options) {
  FeatureOptions made;
  nb::object sets = options.contains("node_sets") ? nb::object(options["node_sets"]) : nb::none();
  if (!sets.is_none()) made.node_sets = node_sets_of(sets);
  Fields fields(std::move(options));
  std::optional<std::string> features;
  std::optional<std::pair<int, int>> length;
  WalkKind walk = WalkKind::uniform;
  nb::object ignored;
  fields.take("node_sets", ignored);
  fields.take("features", features);
  fields.take("length", length);
  fields.take("scaling", made.scaling);
  fields.take("walk", walk);
  fields.take("self_loops", made.self_loops);
  fields.take("dead_ends", made.dead_ends);
  fields.take("level", made.level);
  fields.take("method", made.method);
  fields.take("walks", made.walks);
  fields.take("epsilon", made.epsilon);
  fields.take("delta", made.delta);
  fields.take("budget", made.budget);
  fields.take("normalise", made.normalise);
  fields.take("min_graphs", made.vocabulary.min_graphs);
  fields.take("max_columns", made.vocabulary.max_columns);
  fields.take("hash_bits", made.hash_bits);
  fields.take("plain_ids", made.plain_ids);
  fields.take_run(made.run);
  fields.finish();
  if (features) {
    made.features = parse_features(*features);
  } else {
    if (length) made.length = {length->first, length->second};
    made.features = anonymous_walks(made.length.first, made.length.last, made.scaling);
    made.features.front().walk = walk;
  }
  check(made);
  return made;
}

namespace {

// Rows in compressed form, and what is known about each.
struct Rows {
  std::vector<std::int64_t> begins = {0}, indices;
  std::vector<double> values;
  std::vector<std::string> ids, methods;
  std::vector<std::int64_t> walks;
  std::vector<double> certified_error, stopped, unseen;

  void add(MatrixRow&& row) {
    for (const std::uint64_t index : row.values.indices) indices.push_back(static_cast<std::int64_t>(index));
    values.insert(values.end(), row.values.values.begin(), row.values.values.end());
    begins.push_back(static_cast<std::int64_t>(indices.size()));
    ids.push_back(std::move(row.id));
    methods.push_back(std::move(row.method));
    walks.push_back(static_cast<std::int64_t>(row.walks));
    certified_error.push_back(row.certified_error);
    stopped.push_back(row.stopped);
    unseen.push_back(row.unseen);
  }
};

Rows rows_of(const Featurizer& self, const std::vector<const Graph*>& graphs, std::uint64_t first,
             const Progress& progress) {
  Rows rows;
  const auto source = source_of(graphs, first);
  self.run(
      *source, [&](MatrixRow&& row) { rows.add(std::move(row)); }, progress);
  return rows;
}

nb::dict transform(const Featurizer& self, const nb::tuple& graphs, std::uint64_t first, bool dense,
                   nb::object report) {
  const auto all = graphs_of(graphs);
  const std::size_t columns = self.num_columns();
  std::vector<double> cells;
  Rows rows = Run(std::move(report))([&](const Progress& progress) {
    Rows made = rows_of(self, all, first, progress);
    if (dense) {
      cells.resize(made.ids.size() * columns);
      for (std::size_t r = 0; r < made.ids.size(); ++r) {
        for (auto k = static_cast<std::size_t>(made.begins[r]); k < static_cast<std::size_t>(made.begins[r + 1]); ++k) {
          cells[r * columns + static_cast<std::size_t>(made.indices[k])] = made.values[k];
        }
      }
    }
    return made;
  });
  nb::dict dict;
  const std::size_t count = rows.ids.size();
  if (dense) {
    dict["dense"] = to_numpy(std::move(cells), count, columns);
  } else {
    dict["begins"] = to_numpy(std::move(rows.begins));
    dict["indices"] = to_numpy(std::move(rows.indices));
    dict["values"] = to_numpy(std::move(rows.values));
  }
  dict["ids"] = to_python(rows.ids);
  dict["methods"] = to_python(rows.methods);
  dict["walks"] = to_numpy(std::move(rows.walks));
  dict["certified_error"] = to_numpy(std::move(rows.certified_error));
  dict["stopped"] = to_numpy(std::move(rows.stopped));
  dict["unseen"] = to_numpy(std::move(rows.unseen));
  return dict;
}

Featurizer fit(const nb::object& graphs, nb::dict options, nb::object report) {
  FeatureOptions plan = feature_options_of(std::move(options));
  const Collection all(graphs);
  return Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;  // of the fit alone: a transform has its own
    return Featurizer::fit([&] { return all.open(progress); }, plan);
  });
}

nb::list columns_of(const Featurizer& self, std::uint64_t first, std::uint64_t last) {
  nb::list list;
  for (std::uint64_t i = first; i < std::min(last, self.num_columns()); ++i) {
    const MatrixColumn column = self.column(i);
    list.append(nb::make_tuple(to_python(column.block), column.length, to_python(column.walk)));
  }
  return list;
}

nb::list blocks_of(const Featurizer& self) {
  nb::list list;
  std::uint64_t first = 0;
  const auto ends = self.block_ends();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const FeatureBlock& block = self.options().features[i];
    list.append(nb::make_tuple(to_python(block.name()), first, ends[i], block.weight));
    first = ends[i];
  }
  return list;
}

}  // namespace

void bind_features(nb::module_& m) {
  nb::class_<Featurizer>(m, "Featurizer", "Computes feature matrices with fixed columns.")
      .def_static(
          "fit", &fit, nb::arg("graphs"), nb::arg("options"), nb::arg("report").none(),
          nb::sig("def fit(graphs: tuple[Graph, ...] | typing.Callable[[], typing.Iterator[tuple[Graph, ...]]], "
                  "options: dict[str, typing.Any], report: object | None) -> Featurizer"),
          "Learns what the columns need from a tuple of graphs, or from tuples of them that a function opens.")
      .def_static(
          "restore",
          [](const nb::bytes& learnt, nb::dict options) {
            FeatureOptions plan = feature_options_of(std::move(options));
            if (learnt.size() == 0) return Featurizer(std::move(plan));
            return Featurizer::from_learnt_text(std::string(learnt.c_str(), learnt.size()), std::move(plan));
          },
          nb::arg("learnt"), nb::arg("options"),
          nb::sig("def restore(learnt: bytes, options: dict[str, typing.Any]) -> Featurizer"),
          "From what `learnt` returned, and the options with its `dead_ends`.")
      .def_static(
          "load",
          [](const std::string& path, nb::dict options) {
            FeatureOptions plan = feature_options_of(std::move(options));
            plan.features = {};
            return Featurizer::load(path, std::move(plan));
          },
          nb::arg("path"), nb::arg("options"),
          nb::sig("def load(path: str, options: dict[str, typing.Any]) -> Featurizer"),
          "From a vocabulary file of the command line.")
      .def("save", &Featurizer::save, nb::arg("path"), nb::arg("force"), "Writes what was learnt to a file.")
      .def_prop_ro(
          "learnt",
          [](const Featurizer& self) {
            const std::string text = self.learnt_text();
            return nb::bytes(text.data(), text.size());
          },
          "What was learnt; empty if nothing is.")
      .def_prop_ro(
          "dead_ends", [](const Featurizer& self) { return std::string(to_string(self.options().dead_ends)); },
          "The rule for dead ends, settled by the graphs of the fit.")
      .def_prop_ro(
          "features", [](const Featurizer& self) { return to_string(self.options().features); },
          "The blocks of features as text.")
      .def_prop_ro("num_columns", &Featurizer::num_columns, "Number of columns.")
      .def("columns", &columns_of, nb::arg("first"), nb::arg("last"),
           nb::sig("def columns(self, first: int, last: int) -> list[tuple[str, int, str]]"),
           "Block, length and walk of columns.")
      .def("blocks", &blocks_of, nb::sig("def blocks(self) -> list[tuple[str, int, int, float]]"),
           "Name, first column, end and weight of every block.")
      .def("transform", &transform, nb::arg("graphs"), nb::arg("first"), nb::arg("dense"), nb::arg("report").none(),
           nb::sig("def transform(self, graphs: tuple[Graph, ...], first: int, dense: bool, report: object | None) -> "
                   "dict[str, typing.Any]"),
           "The rows of a tuple of graphs; unnamed graphs are counted from `first`.");
}

}  // namespace awe::python
