// Many graphs at once from flat arrays, as Arrow list columns hold them: graph i has the edges begins[i] ..
// begins[i+1]-1.
#include <algorithm>

#include "awe/error.h"
#include "awe/generators.h"
#include "awe/graph_summary.h"
#include "awe/writer.h"
#include "build.h"
#include "convert.h"
#include "run.h"

namespace awe::python {
namespace {

using Indices = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Reals = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// begins[i] .. begins[i+1] inside a list of `length` entries.
std::pair<std::size_t, std::size_t> range_of(const Indices& begins, std::size_t i, std::size_t length) {
  const std::int64_t first = begins.data()[i], last = begins.data()[i + 1];
  if (first < 0 || last < first || static_cast<std::size_t>(last) > length) {
    throw Error(ErrorKind::usage, "graph " + std::to_string(i) + ": its edges are outside the arrays");
  }
  return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
}

nb::list graphs_of_columns(const Indices& begins, const Indices& sources, const Indices& targets,
                           std::optional<Indices> num_nodes, std::optional<Reals> weights, nb::object node_labels,
                           nb::object edge_labels, nb::object node_attributes, nb::object names, nb::object classes,
                           bool directed, const std::string& self_loops) {
  if (begins.size() == 0) throw Error(ErrorKind::usage, "there are no beginnings of graphs");
  const std::size_t count = begins.size() - 1;
  if (sources.size() != targets.size() || (weights && weights->size() != sources.size()) ||
      (num_nodes && num_nodes->size() != count)) {
    throw Error(ErrorKind::usage, "the columns of edges differ in length");
  }
  nb::list graphs;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [first, last] = range_of(begins, i, sources.size());
    GraphExtras extras;
    extras.directed = directed;
    extras.self_loops = parse<SelfLoops>(self_loops);
    if (num_nodes) extras.num_nodes = num_nodes->data()[i];
    if (weights) extras.weights.emplace(weights->data() + first, weights->data() + last);
    if (!node_labels.is_none()) {
      const nb::object labels = node_labels[i];
      if (!labels.is_none()) extras.node_labels = texts_of(labels);
      if (!extras.num_nodes && extras.node_labels) {
        extras.num_nodes = static_cast<std::int64_t>(extras.node_labels->size());
      }
    }
    if (!edge_labels.is_none() && !nb::object(edge_labels[i]).is_none()) {
      extras.edge_labels = texts_of(nb::object(edge_labels[i]));
    }
    if (!names.is_none() && !nb::object(names[i]).is_none()) extras.name = text_of(nb::object(names[i]));
    if (!classes.is_none() && !nb::object(classes[i]).is_none()) {
      extras.class_name = text_of(nb::object(classes[i]));
    }
    try {
      if (!node_attributes.is_none() && !nb::object(node_attributes[i]).is_none()) {
        const nb::object rows = node_attributes[i];
        if (!extras.num_nodes) extras.num_nodes = static_cast<std::int64_t>(nb::len(rows));
        const auto nodes = static_cast<std::size_t>(std::max<std::int64_t>(0, *extras.num_nodes));
        extras.attributes = reals_of(rows, nodes, "node_attributes", true);
      }
      graphs.append(build_graph({sources.data() + first, targets.data() + first, last - first, 1}, extras));
    } catch (const Error& error) {
      throw Error(error.kind(), "graph " + std::to_string(i) + ": " + error.what());
    }
  }
  return graphs;
}

nb::list generate_graphs(const std::string& family, std::uint64_t count, std::uint64_t seed, nb::object class_name) {
  Recipe recipe;
  recipe.parts.push_back({parse_family(family), count, class_name.is_none() ? std::string() : text_of(class_name)});
  nb::list graphs;
  const auto source = generate(recipe, seed);
  while (auto graph = source->next()) graphs.append(std::move(*graph));
  return graphs;
}

nb::list generate_six(std::uint64_t nodes, std::uint64_t edges, std::uint64_t count, std::uint64_t seed) {
  nb::list graphs;
  const auto source = six_families(nodes, edges, count, seed);
  while (auto graph = source->next()) graphs.append(std::move(*graph));
  return graphs;
}

std::vector<std::string> write_graphs(const nb::tuple& graphs, const std::string& path, nb::dict options,
                                      nb::object report) {
  Fields fields(std::move(options));
  WriteOptions plan;
  fields.take("format", plan.format);
  fields.take("force", plan.force);
  fields.finish();
  const auto all = graphs_of(graphs);
  return Run(std::move(report))([&](const Progress& progress) {
    const auto writer = create_graphs(path, plan);
    for (std::size_t i = 0; i < all.size(); ++i) {
      progress.throw_if_stopped();
      writer->write(*all[i]);
      if (progress.report) progress.report(i + 1, all.size());
    }
    writer->commit();
    return writer->left_out();
  });
}

nb::dict quantiles_of(const std::vector<ValueCount>& counts) {
  const Quantiles found = quantiles(counts);
  nb::dict dict;
  dict["min"] = found.min;
  dict["lower"] = found.lower;
  dict["median"] = found.median;
  dict["upper"] = found.upper;
  dict["max"] = found.max;
  dict["mean"] = found.mean;
  return dict;
}

nb::dict counts_of(const std::vector<NameCount>& counts) {
  nb::dict dict;
  for (const NameCount& count : counts) dict[to_python(count.name)] = count.count;
  return dict;
}

}  // namespace

void bind_collections(nb::module_& m) {
  m.def("graphs_of_columns", &graphs_of_columns, nb::arg("begins"), nb::arg("sources"), nb::arg("targets"),
        nb::arg("num_nodes").none(), nb::arg("weights").none(), nb::arg("node_labels").none(),
        nb::arg("edge_labels").none(), nb::arg("node_attributes").none(), nb::arg("names").none(),
        nb::arg("classes").none(), nb::arg("directed"), nb::arg("self_loops"),
        nb::sig("def graphs_of_columns(begins: object, sources: object, targets: object, "
                "num_nodes: object | None, weights: object | None, node_labels: object | None, "
                "edge_labels: object | None, node_attributes: object | None, names: object | None, "
                "classes: object | None, "
                "directed: bool, self_loops: str) -> list[Graph]"),
        "Graphs from flat columns of edges.");
  m.def("generate", &generate_graphs, nb::arg("family"), nb::arg("count"), nb::arg("seed"),
        nb::arg("class_name").none(),
        nb::sig("def generate(family: str, count: int, seed: int, class_name: object | None) -> list[Graph]"),
        "Graphs of a family.");
  m.def("six_families", &generate_six, nb::arg("nodes"), nb::arg("edges"), nb::arg("count"), nb::arg("seed"),
        nb::sig("def six_families(nodes: int, edges: int, count: int, seed: int) -> list[Graph]"),
        "Graphs of six families of equal size.");
  m.def("write", &write_graphs, nb::arg("graphs"), nb::arg("path"), nb::arg("options"), nb::arg("report").none(),
        nb::sig("def write(graphs: tuple[Graph, ...], path: str, options: dict[str, typing.Any], "
                "report: object | None) -> list[str]"),
        "Writes graphs to a file; returns what the format could not represent.");
  nb::class_<SummaryBuilder>(m, "Summary", "Statistics of a collection.")
      .def(nb::init<>())
      .def("add", &SummaryBuilder::add, nb::arg("graph"), "Adds a graph.")
      .def(
          "result",
          [](const SummaryBuilder& self) {
            const CollectionSummary found = self.result();
            nb::dict dict;
            dict["graphs"] = found.graphs;
            dict["nodes"] = found.nodes;
            dict["edges"] = found.edges;
            dict["directed"] = found.directed;
            dict["weighted"] = found.weighted;
            dict["empty"] = found.empty;
            dict["components"] = found.components;
            dict["connected"] = found.connected;
            dict["isolated_nodes"] = found.isolated_nodes;
            dict["self_loops"] = found.self_loops;
            dict["repeated_edges"] = found.repeated_arcs;
            dict["repeated_graphs"] = found.repeated_graphs;
            dict["nodes_per_graph"] = quantiles_of(found.node_counts);
            dict["edges_per_graph"] = quantiles_of(found.edge_counts);
            dict["degrees"] = quantiles_of(found.degrees);
            dict["node_labels"] = counts_of(found.node_labels.labels);
            dict["edge_labels"] = counts_of(found.edge_labels.labels);
            dict["attributes"] = found.max_attributes;
            dict["classes"] = counts_of(found.classes);
            dict["unclassed"] = found.unclassed;
            return dict;
          },
          nb::sig("def result(self) -> dict[str, typing.Any]"), "The statistics of the graphs added so far.");
}

}  // namespace awe::python
