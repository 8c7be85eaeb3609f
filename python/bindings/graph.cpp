// The class Graph: made from numpy arrays, immutable, comparable, picklable.
#include <algorithm>
#include <bit>
#include <cstring>

#include "awe/error.h"
#include "awe/graph_summary.h"
#include "build.h"
#include "convert.h"

namespace awe::python {
namespace {

// The ends of edges from an array of shape (edges, 2). `keep` keeps the memory alive.
EdgeEnds ends_of(nb::handle object, nb::object& keep) {
  const nb::object array = as_array(object);
  EdgeEnds ends;
  if (nb::cast<std::size_t>(array.attr("size")) == 0) return ends;
  const std::string kind = text_of(array.attr("dtype").attr("kind"));
  if (kind != "i" && kind != "u") {
    throw nb::type_error(("edges have type " + text_of(array.attr("dtype")) +
                          "; the ends of edges are the numbers of nodes, from 0, of an integer type")
                             .c_str());
  }
  const nb::tuple shape(array.attr("shape"));
  if (shape.size() != 2 || nb::cast<std::size_t>(shape[1]) != 2) {
    const bool square = shape.size() == 2 && shape[0].equal(shape[1]);
    throw Error(ErrorKind::usage, "edges have shape " + std::string(nb::repr(shape).c_str()) +
                                      " instead of (number of edges, 2)" +
                                      (square ? "; from_scipy_sparse takes a matrix of adjacencies" : ""));
  }
  keep = array.attr("astype")("int64", nb::arg("copy") = false);
  const auto view = nb::cast<nb::ndarray<const std::int64_t, nb::ndim<2>, nb::device::cpu>>(keep);
  ends.from = view.data();
  ends.to = view.data() + view.stride(1);
  ends.count = view.shape(0);
  ends.step = view.stride(0);
  return ends;
}

Graph make_graph(nb::handle edges, std::optional<std::int64_t> num_nodes, nb::handle weights, nb::handle node_labels,
                 nb::handle edge_labels, nb::handle node_attributes, bool directed, const std::string& self_loops,
                 nb::object node_ids, nb::handle class_name, nb::handle name) {
  nb::object keep;
  const EdgeEnds ends = ends_of(edges, keep);
  GraphExtras extras;
  extras.num_nodes = num_nodes;
  extras.directed = directed;
  extras.self_loops = parse<SelfLoops>(self_loops);
  if (!node_ids.is_none()) {
    extras.node_ids = nb::list(node_ids);
    if (!num_nodes) extras.num_nodes = static_cast<std::int64_t>(nb::len(extras.node_ids));
  }
  if (!node_attributes.is_none()) {
    std::size_t nodes = extras.num_nodes ? static_cast<std::size_t>(std::max<std::int64_t>(*extras.num_nodes, 0)) : 0;
    if (!extras.num_nodes) {
      nodes = nb::len(as_array(node_attributes));
      extras.num_nodes = static_cast<std::int64_t>(nodes);
    }
    extras.attributes = reals_of(node_attributes, nodes, "node_attributes", true);
  }
  if (!node_labels.is_none()) {
    extras.node_labels = texts_of(node_labels);
    if (!extras.num_nodes) extras.num_nodes = static_cast<std::int64_t>(extras.node_labels->size());
  }
  if (!weights.is_none()) extras.weights = reals_of(weights, ends.count, "weights");
  if (!edge_labels.is_none()) extras.edge_labels = texts_of(edge_labels);
  if (!class_name.is_none()) extras.class_name = text_of(class_name);
  if (!name.is_none()) extras.name = text_of(name);
  return build_graph(ends, extras);
}

// Calls body(from, to, place) for every edge, undirected ones once, with their place in targets().
template <class Body>
void for_each_edge(const Graph& graph, const Body& body) {
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      const NodeId v = graph.targets()[place];
      if (graph.directed() || u <= v) body(u, v, place);
    }
  }
}

nb::object edges_of(const Graph& graph) {
  std::vector<std::int64_t> ends;
  ends.reserve(2 * graph.num_edges());
  for_each_edge(graph, [&](NodeId u, NodeId v, std::uint64_t) {
    ends.push_back(u);
    ends.push_back(v);
  });
  const std::size_t count = ends.size() / 2;
  return nb::cast(to_numpy(std::move(ends), count, 2));
}

nb::object weights_of(const Graph& graph) {
  if (!graph.weighted()) return nb::none();
  std::vector<double> weights;
  for_each_edge(graph, [&](NodeId, NodeId, std::uint64_t place) { weights.push_back(graph.arc_weights()[place]); });
  return nb::cast(to_numpy(std::move(weights)));
}

nb::object node_labels_of(const Graph& graph) {
  const LabelColumn& labels = graph.node_labels();
  if (labels.empty()) return nb::none();
  std::vector<nb::str> names;
  for (const std::string& name : labels.names) names.push_back(to_python(name));
  nb::list list;
  for (const std::uint32_t id : labels.ids) list.append(names[id]);
  return list;
}

nb::object edge_labels_of(const Graph& graph) {
  const LabelColumn& labels = graph.edge_labels();
  if (labels.empty()) return nb::none();
  std::vector<nb::str> names;
  for (const std::string& name : labels.names) names.push_back(to_python(name));
  nb::list list;
  for_each_edge(graph, [&](NodeId, NodeId, std::uint64_t place) { list.append(names[labels.ids[place]]); });
  return list;
}

nb::object attributes_of(const Graph& graph) {
  if (graph.attribute_width() == 0) return nb::none();
  const auto values = graph.node_attributes();
  return nb::cast(
      to_numpy(std::vector<double>(values.begin(), values.end()), graph.num_nodes(), graph.attribute_width()));
}

nb::list node_ids_of(const Graph& graph) {
  nb::list ids;
  const NodeIds& known = graph.node_ids();
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (known.first() != nullptr) {
      ids.append(*known.first() + u);
    } else if (known.integers() != nullptr) {
      ids.append((*known.integers())[u]);
    } else {
      ids.append(to_python((*known.texts())[u]));
    }
  }
  return ids;
}

bool same_ids(const Graph& a, const Graph& b) {
  const NodeIds &x = a.node_ids(), &y = b.node_ids();
  if (x.first() != nullptr && y.first() != nullptr) return *x.first() == *y.first();
  if (x.integers() != nullptr && y.integers() != nullptr) return *x.integers() == *y.integers();
  for (NodeId u = 0; u < a.num_nodes(); ++u) {
    if (x.name(u) != y.name(u)) return false;
  }
  return true;
}

bool equal(const Graph& a, const Graph& b) {
  const GraphParts &x = a.parts(), &y = b.parts();
  return x.directed == y.directed && x.offsets == y.offsets && x.targets == y.targets && x.weights == y.weights &&
         x.node_labels == y.node_labels && x.edge_labels == y.edge_labels && x.node_attributes == y.node_attributes &&
         x.attribute_width == y.attribute_width && x.class_name == y.class_name && x.name == y.name && same_ids(a, b);
}

std::string representation(const Graph& graph) {
  const auto counted = [](std::uint64_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
  };
  std::string text = "<Graph";
  if (!graph.name().empty()) text += std::string(" ") + nb::repr(to_python(graph.name())).c_str();
  text +=
      ": " + counted(graph.num_nodes(), "node") + ", " + counted(graph.num_edges(), graph.directed() ? "arc" : "edge");
  if (graph.weighted()) text += ", weighted";
  if (!graph.node_labels().empty()) text += ", " + counted(graph.node_labels().names.size(), "node label");
  if (!graph.edge_labels().empty()) text += ", " + counted(graph.edge_labels().names.size(), "edge label");
  if (graph.attribute_width() > 0) text += ", " + counted(graph.attribute_width(), "node attribute");
  if (graph.class_name()) text += std::string(", class ") + nb::repr(to_python(*graph.class_name())).c_str();
  return text + ">";
}

Graph replaced(const Graph& graph, nb::handle name, nb::handle class_name) {
  Graph copy = graph;
  // An ellipsis stands for what is not to be changed.
  if (!name.is(nb::ellipsis())) copy = std::move(copy).with_name(name.is_none() ? "" : text_of(name));
  if (!class_name.is(nb::ellipsis())) {
    std::optional<std::string> changed;
    if (!class_name.is_none()) changed = text_of(class_name);
    copy = std::move(copy).with_class(std::move(changed));
  }
  return copy;
}

// Arrays as bytes, for pickles.
template <class T>
nb::bytes bytes_of(const SharedArray<T>& array) {
  return nb::bytes(array.data(), array.size() * sizeof(T));
}
template <class T>
SharedArray<T> array_of(nb::handle bytes) {
  const nb::bytes held = nb::cast<nb::bytes>(bytes);
  if (held.size() % sizeof(T) != 0) throw Error(ErrorKind::malformed, "a damaged pickle of a graph");
  std::vector<T> values(held.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), held.c_str(), held.size());
  return values;
}

nb::tuple labels_state(const LabelColumn& labels) {
  return nb::make_tuple(to_python(labels.names), bytes_of(labels.ids));
}
LabelColumn labels_from(nb::handle state, std::size_t entries) {
  const auto parts = nb::cast<nb::tuple>(state);
  LabelColumn labels;
  labels.names = texts_of(parts[0]);
  labels.ids = array_of<std::uint32_t>(parts[1]);
  bool sound = labels.ids.empty() || labels.ids.size() == entries;
  for (const std::uint32_t id : labels.ids) sound = sound && id < labels.names.size();
  if (!sound) throw Error(ErrorKind::malformed, "a damaged pickle of a graph");
  return labels;
}

nb::tuple state_of(const Graph& graph) {
  const GraphParts& parts = graph.parts();
  nb::object ids = nb::none();
  if (parts.node_ids.first() != nullptr) {
    ids = nb::int_(*parts.node_ids.first());
  } else if (parts.node_ids.integers() != nullptr) {
    ids = bytes_of(*parts.node_ids.integers());
  } else {
    ids = node_ids_of(graph);
  }
  const nb::object class_name = parts.class_name ? nb::object(to_python(*parts.class_name)) : nb::none();
  return nb::make_tuple(bytes_of(parts.offsets), bytes_of(parts.targets), bytes_of(parts.weights), parts.num_edges,
                        parts.directed, parts.has_self_loops, ids, labels_state(parts.node_labels),
                        labels_state(parts.edge_labels), bytes_of(parts.node_attributes), parts.attribute_width,
                        class_name, to_python(parts.name));
}

Graph graph_from(const nb::tuple& state) {
  if (state.size() != 13) throw Error(ErrorKind::malformed, "a pickle of a graph of another version");
  GraphParts parts;
  parts.offsets = array_of<std::uint64_t>(state[0]);
  parts.targets = array_of<NodeId>(state[1]);
  parts.weights = array_of<double>(state[2]);
  parts.num_edges = nb::cast<std::uint64_t>(state[3]);
  parts.directed = nb::cast<bool>(state[4]);
  parts.has_self_loops = nb::cast<bool>(state[5]);
  const std::size_t nodes = parts.offsets.empty() ? 0 : parts.offsets.size() - 1, arcs = parts.targets.size();
  const nb::handle ids = state[6];
  std::size_t num_ids = nodes;
  if (PyLong_Check(ids.ptr())) {
    parts.node_ids = NodeIds(nb::cast<std::int64_t>(ids));
  } else if (PyBytes_Check(ids.ptr())) {
    auto integers = array_of<std::int64_t>(ids);
    num_ids = integers.size();
    parts.node_ids = NodeIds(std::move(integers));
  } else {
    const std::vector<std::string> texts = texts_of(ids);
    num_ids = texts.size();
    parts.node_ids = NodeIds(pack(texts));
  }
  parts.node_labels = labels_from(state[7], nodes);
  parts.edge_labels = labels_from(state[8], arcs);
  parts.node_attributes = array_of<double>(state[9]);
  parts.attribute_width = nb::cast<std::size_t>(state[10]);
  if (!state[11].is_none()) parts.class_name = text_of(state[11]);
  parts.name = text_of(state[12]);
  bool sound = num_ids == nodes && (parts.weights.empty() || parts.weights.size() == arcs) &&
               parts.node_attributes.size() == nodes * parts.attribute_width &&
               (nodes == 0 ? arcs == 0 : parts.offsets[0] == 0 && parts.offsets.back() == arcs);
  for (std::size_t u = 0; sound && u < nodes; ++u) sound = parts.offsets[u] <= parts.offsets[u + 1];
  for (const NodeId target : parts.targets) sound = sound && target < nodes;
  if (!sound) throw Error(ErrorKind::malformed, "a damaged pickle of a graph");
  return Graph(std::move(parts));
}

nb::dict summary_of(const Graph& graph) {
  const GraphSummary found = summarise(graph);
  nb::dict summary;
  summary["components"] = found.components;
  summary["isolated"] = found.isolated;
  summary["min_degree"] = found.min_degree;
  summary["max_degree"] = found.max_degree;
  summary["mean_degree"] = found.mean_degree;
  return summary;
}

nb::object call_package(const char* module, const char* function, nb::handle argument) {
  return nb::module_::import_(module).attr(function)(argument);
}

constexpr const char* kDoc = R"(An immutable graph, made from arrays.

Parameters
----------
edges : array of integers, shape (num_edges, 2)
    The two ends of every edge: numbers of nodes, from 0. Parallel edges are merged (their weights are added).
num_nodes : int, optional
    Number of nodes. Default: the number of ids, labels or attributes, otherwise one more than the largest end.
weights : array of numbers, shape (num_edges,), optional
    Weights of the edges, not negative. Edges of weight 0 are left out.
node_labels, edge_labels : sequences, optional
    One label per node or edge; what is not a str is turned into one.
node_attributes : array of numbers, shape (num_nodes, width), optional
    Numbers of every node.
directed : bool, default False
    Whether edges are arcs from their first to their second end.
self_loops : {"drop", "keep"}, default "drop"
    What to do with edges from a node to itself.
node_ids : sequence of int or of str, optional
    Ids of the nodes. The nodes of the graph are sorted by them.
class_name, name : optional
    Class and name of the graph.

Raises
------
TypeError
    If edges are not integers.
ValueError
    If an end is not a node, a weight is negative or not finite, or arrays do not fit each other.

Examples
--------
>>> import anonymous_walks as aw
>>> aw.Graph([[0, 1], [1, 2], [2, 0]])
<Graph: 3 nodes, 3 edges>
>>> aw.Graph([[0, 1], [1, 2]], node_labels="CCO", class_name="alcohol", name="ethanol")
<Graph 'ethanol': 3 nodes, 2 edges, 2 node labels, class 'alcohol'>
)";

}  // namespace

void bind_graph(nb::module_& m) {
  nb::class_<Graph> graph(m, "Graph", kDoc);
  graph.def(
      "__init__",
      [](Graph* self, nb::object edges, std::optional<std::int64_t> num_nodes, nb::object weights,
         nb::object node_labels, nb::object edge_labels, nb::object node_attributes, bool directed,
         const std::string& self_loops, nb::object node_ids, nb::object class_name, nb::object name) {
        new (self) Graph(make_graph(edges, num_nodes, weights, node_labels, edge_labels, node_attributes, directed,
                                    self_loops, std::move(node_ids), class_name, name));
      },
      nb::arg("edges"), nb::kw_only(), nb::arg("num_nodes") = nb::none(), nb::arg("weights") = nb::none(),
      nb::arg("node_labels") = nb::none(), nb::arg("edge_labels") = nb::none(), nb::arg("node_attributes") = nb::none(),
      nb::arg("directed") = false, nb::arg("self_loops") = "drop", nb::arg("node_ids") = nb::none(),
      nb::arg("class_name") = nb::none(), nb::arg("name") = nb::none(),
      nb::sig("def __init__(self, edges: object, *, num_nodes: int | None = None, weights: object | None = None, "
              "node_labels: object | None = None, edge_labels: object | None = None, "
              "node_attributes: object | None = None, directed: bool = False, self_loops: str = \"drop\", "
              "node_ids: object | None = None, class_name: object | None = None, name: object | None = None) -> None"));
  graph.def_prop_ro("num_nodes", &Graph::num_nodes, "Number of nodes.");
  graph.def_prop_ro("num_edges", &Graph::num_edges, "Number of edges; of arcs, if the graph is directed.");
  graph.def_prop_ro("directed", &Graph::directed, "Whether edges are arcs.");
  graph.def_prop_ro("weighted", &Graph::weighted, "Whether edges have weights.");
  graph.def_prop_ro("has_self_loops", &Graph::has_self_loops, "Whether a node is its own neighbour.");
  graph.def_prop_ro(
      "name",
      [](const Graph& self) {
        return self.name().empty() ? nb::object(nb::none()) : nb::object(to_python(self.name()));
      },
      nb::sig("def name(self) -> str | None"), "Name of the graph, or None.");
  graph.def_prop_ro(
      "class_name",
      [](const Graph& self) {
        return self.class_name() ? nb::object(to_python(*self.class_name())) : nb::object(nb::none());
      },
      nb::sig("def class_name(self) -> str | None"), "Class of the graph, or None.");
  graph.def_prop_ro("edges", &edges_of, nb::sig("def edges(self) -> numpy.typing.NDArray[numpy.int64]"),
                    "The ends of every edge, shape (num_edges, 2); undirected edges once, smaller end first.");
  graph.def_prop_ro("weights", &weights_of, nb::sig("def weights(self) -> numpy.typing.NDArray[numpy.float64] | None"),
                    "Weights in the order of `edges`, or None.");
  graph.def_prop_ro("node_labels", &node_labels_of, nb::sig("def node_labels(self) -> list[str] | None"),
                    "Labels of the nodes, or None.");
  graph.def_prop_ro("edge_labels", &edge_labels_of, nb::sig("def edge_labels(self) -> list[str] | None"),
                    "Labels in the order of `edges`, or None.");
  graph.def_prop_ro("node_attributes", &attributes_of,
                    nb::sig("def node_attributes(self) -> numpy.typing.NDArray[numpy.float64] | None"),
                    "Attributes of the nodes, shape (num_nodes, width), or None.");
  graph.def_prop_ro("node_ids", &node_ids_of, nb::sig("def node_ids(self) -> list[int] | list[str]"),
                    "Ids of the nodes in the input, ascending.");
  graph.def_prop_ro(
      "degrees",
      [](const Graph& self) {
        std::vector<std::int64_t> degrees;
        for (NodeId u = 0; u < self.num_nodes(); ++u) degrees.push_back(self.degree(u));
        return nb::cast(to_numpy(std::move(degrees)));
      },
      nb::sig("def degrees(self) -> numpy.typing.NDArray[numpy.int64]"),
      "Number of neighbours of every node (out-neighbours if directed); a self-loop counts once.");
  graph.def_prop_ro(
      "fingerprint", [](const Graph& self) { return to_string(fingerprint(self)); },
      "Hash of direction, adjacency and weights, as 32 hexadecimal digits: what random choices depend on.");
  graph.def(
      "neighbours",
      [](const Graph& self, std::int64_t node) {
        if (node < 0 || node >= static_cast<std::int64_t>(self.num_nodes())) {
          throw nb::index_error(
              ("node " + std::to_string(node) + " of a graph with " + std::to_string(self.num_nodes()) + " nodes")
                  .c_str());
        }
        const auto found = self.neighbours(static_cast<NodeId>(node));
        return to_numpy(std::vector<std::int64_t>(found.begin(), found.end()));
      },
      nb::arg("node"), nb::sig("def neighbours(self, node: int) -> numpy.typing.NDArray[numpy.int64]"),
      "Neighbours of a node (out-neighbours if directed), ascending.");
  graph.def("replace", &replaced, nb::kw_only(), nb::arg("name").none() = nb::ellipsis(),
            nb::arg("class_name").none() = nb::ellipsis(),
            nb::sig("def replace(self, *, name: object | None = ..., class_name: object | None = ...) -> Graph"),
            "The same graph with another name or class; None removes it.");
  graph.def("summary", &summary_of, nb::sig("def summary(self) -> dict[str, float]"),
            "Components, isolated nodes and degrees.");
  graph.def(
      "to_networkx", [](nb::handle self) { return call_package("anonymous_walks._back", "to_networkx", self); },
      nb::sig("def to_networkx(self) -> typing.Any"), "The graph as a networkx.Graph or DiGraph.");
  graph.def(
      "to_igraph", [](nb::handle self) { return call_package("anonymous_walks._back", "to_igraph", self); },
      nb::sig("def to_igraph(self) -> typing.Any"), "The graph as an igraph.Graph.");
  graph.def(
      "to_scipy_sparse", [](nb::handle self) { return call_package("anonymous_walks._back", "to_scipy_sparse", self); },
      nb::sig("def to_scipy_sparse(self) -> typing.Any"), "The adjacency matrix as a scipy.sparse.csr_array.");
  graph.def(
      "_repr_svg_", [](nb::handle self) { return call_package("anonymous_walks._drawing", "svg", self); },
      nb::sig("def _repr_svg_(self) -> str | None"), "A drawing, for notebooks; None for a large graph.");
  graph.def("__repr__", [](const Graph& self) { return to_python(representation(self)); });
  graph.def("__eq__", &equal, nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"));
  graph.def("__hash__", [](const Graph& self) { return static_cast<std::int64_t>(fingerprint(self).low >> 2); });
  graph.def("__getstate__", &state_of, nb::sig("def __getstate__(self) -> tuple[object, ...]"));
  graph.def(
      "__setstate__", [](Graph& self, const nb::tuple& state) { new (&self) Graph(graph_from(state)); },
      nb::sig("def __setstate__(self, state: tuple[object, ...], /) -> None"));
}

}  // namespace awe::python
