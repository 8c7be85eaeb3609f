#include "build.h"

#include <algorithm>

#include "awe/error.h"

namespace awe::python {
namespace {

std::string in_words(std::int64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

[[noreturn]] void refuse_edge(const EdgeEnds& edges, std::int64_t nodes) {
  for (std::size_t i = 0; i < edges.count; ++i) {
    const auto place = static_cast<std::ptrdiff_t>(i) * edges.step;
    const std::int64_t from = edges.from[place], to = edges.to[place];
    const std::string begin =
        "edge " + std::to_string(i) + " joins nodes " + std::to_string(from) + " and " + std::to_string(to) + ", but ";
    if (from < 0 || to < 0) throw Error(ErrorKind::usage, begin + "nodes are numbered from 0");
    if (std::max(from, to) >= nodes) {
      throw Error(ErrorKind::usage, begin + "the graph has only " + in_words(nodes, "node"));
    }
  }
  throw Error(ErrorKind::usage, "an edge was changed while the graph was built");
}

std::int64_t checked_nodes(const EdgeEnds& edges, const std::optional<std::int64_t>& wanted) {
  std::int64_t smallest = 0, largest = -1;
  for (std::size_t i = 0; i < edges.count; ++i) {
    const auto place = static_cast<std::ptrdiff_t>(i) * edges.step;
    smallest = std::min({smallest, edges.from[place], edges.to[place]});
    largest = std::max({largest, edges.from[place], edges.to[place]});
  }
  const std::int64_t nodes = wanted.value_or(largest + 1);
  if (nodes < 0) throw Error(ErrorKind::usage, "`num_nodes` must be at least 0");
  if (smallest < 0 || largest >= nodes) refuse_edge(edges, nodes);
  if (nodes > static_cast<std::int64_t>(kMaxNodes)) {
    throw Error(ErrorKind::limit, "a graph has at most " + std::to_string(kMaxNodes) + " nodes");
  }
  return nodes;
}

void check_length(std::size_t length, std::size_t wanted, const char* what, const char* of) {
  if (length == wanted) return;
  throw Error(ErrorKind::usage, std::string(what) + " has " + std::to_string(length) + " entries for " +
                                    in_words(static_cast<std::int64_t>(wanted), of));
}

bool is_integer(nb::handle object) { return PyLong_Check(object.ptr()) && !PyBool_Check(object.ptr()); }

// The values of Python integers, if all of them fit.
std::optional<std::vector<std::int64_t>> integers_of(const std::vector<nb::handle>& objects) {
  std::vector<std::int64_t> values;
  values.reserve(objects.size());
  for (const nb::handle object : objects) {
    if (!is_integer(object)) return std::nullopt;
    const std::int64_t value = PyLong_AsLongLong(object.ptr());
    if (value == -1 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      return std::nullopt;
    }
    values.push_back(value);
  }
  return values;
}

void refuse_repeated(const NodeNumbers& numbers, const GraphBuilder& builder) {
  if (builder.num_nodes_so_far() == numbers.number_of.size()) return;
  throw Error(ErrorKind::usage, "`node_ids`: " + std::to_string(numbers.number_of.size()) + " ids name only " +
                                    std::to_string(builder.num_nodes_so_far()) + " different nodes");
}

}  // namespace

NodeNumbers add_nodes(GraphBuilder& builder, const std::vector<nb::handle>& ids) {
  NodeNumbers numbers;
  const auto count = static_cast<std::int64_t>(ids.size());
  if (count > static_cast<std::int64_t>(kMaxNodes)) {
    throw Error(ErrorKind::limit, "a graph has at most " + std::to_string(kMaxNodes) + " nodes");
  }
  if (const auto integers = integers_of(ids)) {
    bool ordered = true;
    for (std::int64_t i = 0; i < count; ++i) ordered = ordered && (*integers)[static_cast<std::size_t>(i)] == i;
    if (ordered) {
      builder.set_num_nodes(static_cast<NodeId>(count));
      numbers.are_ids = true;
      return numbers;
    }
    numbers.positions = false;
    for (const std::int64_t id : *integers) numbers.number_of.push_back(builder.node_of_integer(id));
    refuse_repeated(numbers, builder);
    return numbers;
  }
  const bool texts = std::all_of(ids.begin(), ids.end(), [](nb::handle id) { return PyUnicode_Check(id.ptr()); });
  if (!texts) {
    builder.set_num_nodes(static_cast<NodeId>(count));
    return numbers;
  }
  numbers.positions = false;
  for (const nb::handle id : ids) numbers.number_of.push_back(builder.node_of(text_of(id)));
  refuse_repeated(numbers, builder);
  return numbers;
}

Graph build_graph(const EdgeEnds& edges, const GraphExtras& extras) {
  const std::int64_t nodes = checked_nodes(edges, extras.num_nodes);
  const auto node_count = static_cast<std::size_t>(nodes);
  if (extras.weights) check_length(extras.weights->size(), edges.count, "weights", "edge");
  if (extras.edge_labels) check_length(extras.edge_labels->size(), edges.count, "edge_labels", "edge");
  if (extras.node_labels) check_length(extras.node_labels->size(), node_count, "node_labels", "node");
  BuildOptions options;
  options.directed = extras.directed;
  options.weighted = extras.weights.has_value();
  options.self_loops = extras.self_loops;
  GraphBuilder builder(options);
  NodeNumbers numbers;
  if (extras.node_ids.is_valid() && !extras.node_ids.is_none()) {
    const nb::list ids(extras.node_ids);
    check_length(ids.size(), node_count, "node_ids", "node");
    numbers = add_nodes(builder, {ids.begin(), ids.end()});
  } else {
    builder.set_num_nodes(static_cast<NodeId>(nodes));
  }
  const auto number = [&](std::int64_t position) {
    return numbers.positions ? static_cast<NodeId>(position) : numbers.number_of[static_cast<std::size_t>(position)];
  };
  builder.reserve_edges(edges.count);
  for (std::size_t i = 0; i < edges.count; ++i) {
    const auto place = static_cast<std::ptrdiff_t>(i) * edges.step;
    const NodeId from = number(edges.from[place]), to = number(edges.to[place]);
    if (!extras.weights) {
      builder.add_edge(from, to);
    } else {
      builder.add_edge(from, to, (*extras.weights)[i]);
    }
    if (extras.edge_labels) builder.label_last_edge((*extras.edge_labels)[i]);
  }
  if (extras.node_labels) {
    for (std::size_t i = 0; i < node_count; ++i) {
      builder.set_node_label(number(static_cast<std::int64_t>(i)), (*extras.node_labels)[i]);
    }
  }
  if (extras.attributes && node_count > 0) {
    const std::size_t width = extras.attributes->size() / node_count;
    std::vector<double> values(extras.attributes->size());
    for (std::size_t i = 0; i < node_count; ++i) {
      std::copy_n(extras.attributes->begin() + static_cast<std::ptrdiff_t>(i * width), width,
                  values.begin() + static_cast<std::ptrdiff_t>(number(static_cast<std::int64_t>(i)) * width));
    }
    if (width > 0) builder.set_node_attributes(std::move(values), width);
  }
  if (extras.class_name) builder.set_class(*extras.class_name);
  builder.set_name(extras.name);
  return std::move(builder).build();
}

std::vector<double> reals_of(nb::handle object, std::size_t count, const char* what, bool rows) {
  nb::object array = as_array(object);
  const std::string kind = text_of(array.attr("dtype").attr("kind"));
  if (kind != "f" && kind != "i" && kind != "u" && nb::cast<std::size_t>(array.attr("size")) > 0) {
    throw nb::type_error(
        (std::string(what) + " has type " + text_of(array.attr("dtype")) + " instead of numbers").c_str());
  }
  const auto dimensions = nb::cast<std::size_t>(array.attr("ndim"));
  if (rows && dimensions == 1) array = array.attr("reshape")(-1, 1);
  if (dimensions != 1 && !(rows && dimensions == 2)) {
    throw Error(ErrorKind::usage, std::string(what) + " has " + std::to_string(dimensions) + " dimensions instead of " +
                                      (rows ? "2" : "1"));
  }
  const auto length = nb::cast<std::size_t>(nb::object(array.attr("shape")[0]));
  if (length != count) {
    throw Error(ErrorKind::usage, std::string(what) + " has " + std::to_string(length) + (rows ? " rows" : " entries") +
                                      " for " + std::to_string(count) + (rows ? " nodes" : " edges"));
  }
  const nb::object flat = nb::module_::import_("numpy").attr("ascontiguousarray")(array, "float64").attr("ravel")();
  const auto view = nb::cast<nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(flat);
  return {view.data(), view.data() + view.size()};
}

}  // namespace awe::python
