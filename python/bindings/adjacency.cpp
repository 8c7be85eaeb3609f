// Graphs from dicts of dicts, as networkx holds them: {node: {neighbour: data}}. One pass over the dicts, without any
// Python object per edge. Any hashable ids: integers and texts stay ids, others are numbered in the order of the dict.
#include <algorithm>

#include "awe/error.h"
#include "build.h"
#include "convert.h"

namespace awe::python {
namespace {

struct Keys {
  nb::object node_label, edge_label, weight;  // invalid: not wanted
  bool weighted = false, node_asked = false, edge_asked = false;
};

class AdjacencyReader {
 public:
  AdjacencyReader(GraphBuilder& builder, Keys keys, bool directed, bool multigraph)
      : builder_(builder), keys_(std::move(keys)), directed_(directed), multigraph_(multigraph) {}

  void read_nodes(nb::handle adjacency) {
    std::vector<nb::handle> ids;
    PyObject *key = nullptr, *value = nullptr;
    for (Py_ssize_t place = 0; PyDict_Next(adjacency.ptr(), &place, &key, &value) != 0;) ids.emplace_back(key);
    numbers_ = add_nodes(builder_, ids);
    count_ = ids.size();
    if (numbers_.are_ids) return;
    index_ = nb::dict();
    for (std::size_t i = 0; i < ids.size(); ++i) index_[ids[i]] = number(i);
  }

  void read_edges(nb::handle adjacency) {
    PyObject *node = nullptr, *neighbours = nullptr;
    std::size_t position = 0;
    for (Py_ssize_t place = 0; PyDict_Next(adjacency.ptr(), &place, &node, &neighbours) != 0; ++position) {
      if (!PyDict_Check(neighbours)) throw nb::type_error("the neighbours of a node are not a dict");
      const NodeId from = number(position);
      PyObject *neighbour = nullptr, *data = nullptr;
      for (Py_ssize_t inner = 0; PyDict_Next(neighbours, &inner, &neighbour, &data) != 0;) {
        const NodeId to = number_of(neighbour);
        if (directed_ || from <= to) read_edge(from, to, data);
      }
    }
    if (keys_.edge_asked && labelled_edges_ == 0 && edges_ > 0) refuse("edge", keys_.edge_label);
  }

  void read_labels(nb::handle nodes) {
    if (!keys_.node_label.is_valid()) return;
    PyObject *node = nullptr, *data = nullptr;
    std::size_t position = 0, found = 0;
    for (Py_ssize_t place = 0; PyDict_Next(nodes.ptr(), &place, &node, &data) != 0; ++position) {
      if (position >= count_ || !PyDict_Check(data))
        throw nb::type_error("the data of the nodes is not a dict of dicts");
      PyObject* label = PyDict_GetItemWithError(data, keys_.node_label.ptr());
      if (label == nullptr) {
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        continue;
      }
      builder_.set_node_label(number_of(node), text_of(label));
      ++found;
    }
    if (keys_.node_asked && found == 0 && position > 0) refuse("node", keys_.node_label);
  }

  [[nodiscard]] NodeId number(std::size_t position) const {
    return numbers_.positions ? static_cast<NodeId>(position) : numbers_.number_of[position];
  }

 private:
  [[noreturn]] static void refuse(const char* what, nb::handle key) {
    throw Error(ErrorKind::usage, std::string("no ") + what + " has an attribute " + nb::repr(key).c_str());
  }

  NodeId number_of(PyObject* node) const {
    if (numbers_.are_ids) {
      const long long value = PyLong_AsLongLong(node);
      if (value >= 0 && static_cast<unsigned long long>(value) < count_) return static_cast<NodeId>(value);
      PyErr_Clear();
    } else if (PyObject* found = PyDict_GetItemWithError(index_.ptr(), node); found != nullptr) {
      return static_cast<NodeId>(PyLong_AsLong(found));
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    throw Error(ErrorKind::usage, std::string("a neighbour ") + nb::repr(nb::handle(node)).c_str() + " is not a node");
  }

  void read_edge(NodeId from, NodeId to, PyObject* data) {
    if (!multigraph_) return add(from, to, data);
    if (!PyDict_Check(data)) throw nb::type_error("the edges of a multigraph are not a dict");
    PyObject *key = nullptr, *each = nullptr;
    for (Py_ssize_t place = 0; PyDict_Next(data, &place, &key, &each) != 0;) add(from, to, each);
  }

  void add(NodeId from, NodeId to, PyObject* data) {
    ++edges_;
    if (keys_.weighted) {
      PyObject* weight = PyDict_Check(data) ? PyDict_GetItemWithError(data, keys_.weight.ptr()) : nullptr;
      if (weight == nullptr) {
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        throw Error(ErrorKind::usage, std::string("an edge has no weight ") + nb::repr(keys_.weight).c_str());
      }
      const double value = PyFloat_AsDouble(weight);
      if (value == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
      builder_.add_edge(from, to, value);
    } else {
      builder_.add_edge(from, to);
    }
    if (!keys_.edge_label.is_valid() || !PyDict_Check(data)) return;
    PyObject* label = PyDict_GetItemWithError(data, keys_.edge_label.ptr());
    if (label != nullptr) {
      builder_.label_last_edge(text_of(label));
      ++labelled_edges_;
    } else if (PyErr_Occurred() != nullptr) {
      throw nb::python_error();
    }
  }

  GraphBuilder& builder_;
  Keys keys_;
  bool directed_, multigraph_;
  NodeNumbers numbers_;
  std::size_t count_ = 0, edges_ = 0, labelled_edges_ = 0;
  nb::dict index_;  // id -> number, unless they are the same
};

Graph graph_of_adjacency(nb::dict adjacency, nb::dict nodes, bool directed, bool multigraph, nb::object node_label,
                         nb::object edge_label, nb::object weight, nb::object attributes, const std::string& self_loops,
                         nb::object class_name, nb::object name) {
  BuildOptions options;
  options.directed = directed;
  options.self_loops = parse<SelfLoops>(self_loops);
  options.weighted = !weight.is_none();
  GraphBuilder builder(options);
  // None: the usual key, where it occurs. An empty text: no labels. Anything else: a key that must occur.
  const auto key_of = [](const nb::object& wanted, bool& asked) -> nb::object {
    asked = false;
    if (wanted.is_none()) return nb::str("label");
    if (PyUnicode_Check(wanted.ptr()) && nb::len(wanted) == 0) return {};
    asked = true;
    return wanted;
  };
  Keys keys;
  keys.node_label = key_of(node_label, keys.node_asked);
  keys.edge_label = key_of(edge_label, keys.edge_asked);
  keys.weight = weight;
  keys.weighted = options.weighted;
  AdjacencyReader reader(builder, std::move(keys), directed, multigraph);
  reader.read_nodes(adjacency);
  reader.read_edges(adjacency);
  reader.read_labels(nodes);
  const std::size_t count = adjacency.size();
  if (!attributes.is_none() && count > 0) {
    const std::vector<double> rows = reals_of(attributes, count, "node_attributes", true);
    const std::size_t width = rows.size() / count;
    std::vector<double> values(rows.size());
    for (std::size_t i = 0; i < count; ++i) {
      std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                  values.begin() + static_cast<std::ptrdiff_t>(reader.number(i) * width));
    }
    if (width > 0) builder.set_node_attributes(std::move(values), width);
  }
  if (!class_name.is_none()) builder.set_class(text_of(class_name));
  if (!name.is_none()) builder.set_name(text_of(name));
  return std::move(builder).build();
}

}  // namespace

void bind_adjacency(nb::module_& m) {
  m.def("graph_of_adjacency", &graph_of_adjacency, nb::arg("adjacency"), nb::arg("nodes"), nb::arg("directed"),
        nb::arg("multigraph"), nb::arg("node_label").none(), nb::arg("edge_label").none(), nb::arg("weight").none(),
        nb::arg("attributes").none(), nb::arg("self_loops"), nb::arg("class_name").none(), nb::arg("name").none(),
        nb::sig("def graph_of_adjacency(adjacency: dict[typing.Any, typing.Any], nodes: dict[typing.Any, typing.Any], "
                "directed: bool, multigraph: bool, node_label: object | None, edge_label: object | None, "
                "weight: object | None, attributes: object | None, self_loops: str, class_name: object | None, "
                "name: object | None) -> Graph"),
        "A graph from {node: {neighbour: data}} and {node: data}.");
}

}  // namespace awe::python
