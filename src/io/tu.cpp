// TU data sets (https://chrsmrrs.github.io/datasets/docs/format): parallel text files of arcs, graph numbers, classes,
// labels and attributes, in a folder or a zip. The arcs of all graphs stand in one file, so the set is held whole, but
// as numbers: 8 bytes an arc, 4 a node, 4 a label. Graphs are then built one at a time. Cost: O(bytes).
//
// The two arcs of an edge are one undirected edge, listed twice, once or more often. A graph is named by its number.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "io/formats.h"
#include "io/line_reader.h"

namespace awe::io {
namespace {

namespace fs = std::filesystem;

enum class Part { arcs, indicator, graph_labels, node_labels, edge_labels, node_attributes, edge_attributes };

constexpr std::pair<std::string_view, Part> kParts[] = {
    {"_A.txt", Part::arcs},
    {"_graph_indicator.txt", Part::indicator},
    {"_graph_labels.txt", Part::graph_labels},
    {"_node_labels.txt", Part::node_labels},
    {"_edge_labels.txt", Part::edge_labels},
    {"_node_attributes.txt", Part::node_attributes},
    {"_edge_attributes.txt", Part::edge_attributes},
};

// What a file name says: the set's prefix and the part, or nothing for files that are no part of a set.
struct PartName {
  std::string prefix;
  Part part;
};
std::optional<PartName> part_of(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  if (name.starts_with('.')) return std::nullopt;
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  for (const auto& [suffix, part] : kParts) {
    if (name.size() > suffix.size() && name.ends_with(suffix)) {
      return PartName{name.substr(0, name.size() - suffix.size()), part};
    }
  }
  return std::nullopt;
}

// One text a line, as indices into the distinct ones.
struct TextColumn {
  std::vector<std::string> names;
  std::unordered_map<std::string, std::uint32_t> places;
  std::vector<std::uint32_t> ids;

  void add(std::string_view text) {
    if (!ids.empty() && names[ids.back()] == text) {
      ids.push_back(ids.back());
      return;
    }
    const auto [it, fresh] = places.try_emplace(std::string(text), static_cast<std::uint32_t>(names.size()));
    if (fresh) names.emplace_back(text);
    ids.push_back(it->second);
  }
  [[nodiscard]] const std::string& operator[](std::size_t line) const { return names[ids[line]]; }
};

// Rows of reals, all of one width.
struct RealColumns {
  std::vector<double> values;
  std::size_t width = 0;
  [[nodiscard]] std::size_t rows() const { return width == 0 ? 0 : values.size() / width; }
};

struct Arc {
  std::uint32_t from, to;  // 0-based, over the whole set
};

struct TuSet {
  std::string name;
  std::map<Part, std::string> files;  // the parts that are there, and what messages call them
  std::vector<Arc> arcs;
  std::vector<std::uint32_t> graph_of;  // 0-based, one a node
  TextColumn graph_labels, node_labels, edge_labels;
  RealColumns node_attributes, edge_attributes;

  [[nodiscard]] bool has(Part part) const { return files.contains(part); }
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Reads a number of 1 .. 2^32 - 2 at `place`, past blanks and, between numbers, one comma.
bool take_number(std::string_view line, std::size_t& place, std::uint32_t& number) {
  while (place < line.size() && is_blank(line[place])) ++place;
  std::uint64_t value = 0;
  const std::size_t first = place;
  for (; place < line.size() && line[place] >= '0' && line[place] <= '9' && value <= kMaxNodes; ++place) {
    value = value * 10 + static_cast<std::uint64_t>(line[place] - '0');
  }
  if (place == first || value == 0 || value > kMaxNodes) return false;
  while (place < line.size() && is_blank(line[place])) ++place;
  if (place < line.size() && line[place] == ',') ++place;
  number = static_cast<std::uint32_t>(value);
  return true;
}

// Calls parse for every line. Parallel files count lines, so an empty one is allowed only at the end.
void each_line(LineReader& reader, const std::function<void(std::string_view)>& parse) {
  std::uint64_t blank = 0;
  while (const auto line = reader.next()) {
    if (trim(*line).empty()) {
      if (blank == 0) blank = reader.line_number();
      continue;
    }
    if (blank > 0) {
      throw error_at(ErrorKind::malformed, Place{reader.name(), blank}, "an empty line within the file; remove it");
    }
    parse(*line);
  }
}

void read_arcs(LineReader& reader, TuSet& set) {
  each_line(reader, [&](std::string_view line) {
    Arc arc{};
    std::size_t place = 0;
    if (!take_number(line, place, arc.from) || !take_number(line, place, arc.to) || place != line.size()) {
      throw reader.malformed("not an arc '" + std::string(line.substr(0, 40)) +
                             "'; write two node numbers from 1, as 1, 2");
    }
    set.arcs.push_back({arc.from - 1, arc.to - 1});
  });
}

void read_indicator(LineReader& reader, TuSet& set) {
  each_line(reader, [&](std::string_view line) {
    std::uint32_t graph = 0;
    std::size_t place = 0;
    if (!take_number(line, place, graph) || place != line.size()) {
      throw reader.malformed("not a graph number '" + std::string(line.substr(0, 40)) + "'; graphs count from 1");
    }
    if (set.graph_of.size() == kMaxNodes) throw reader.error(ErrorKind::limit, "more than 4294967294 nodes");
    set.graph_of.push_back(graph - 1);
  });
}

// Several columns become one label, joined by '/'.
void read_texts(LineReader& reader, TextColumn& column) {
  std::string joined;
  each_line(reader, [&](std::string_view line) {
    line = trim(line);
    if (line.find(',') == std::string_view::npos) {
      column.add(line);
      return;
    }
    joined.clear();
    while (true) {
      const std::size_t comma = line.find(',');
      joined += trim(line.substr(0, comma));
      if (comma == std::string_view::npos) break;
      joined += '/';
      line.remove_prefix(comma + 1);
    }
    column.add(joined);
  });
}

void read_reals(LineReader& reader, RealColumns& columns) {
  each_line(reader, [&](std::string_view line) {
    std::size_t width = 0;
    for (bool more = true; more; ++width) {
      const std::size_t comma = line.find(',');
      more = comma != std::string_view::npos;
      const auto value = parse_real(trim(line.substr(0, comma)));
      if (!value) {
        throw reader.malformed("'" + std::string(trim(line.substr(0, comma)).substr(0, 40)) +
                               "' is not a number; attributes are numbers parted by commas");
      }
      if (!std::isfinite(*value)) {
        throw reader.error(ErrorKind::numeric, "an attribute is not finite; replace it by a number");
      }
      columns.values.push_back(*value);
      if (more) line.remove_prefix(comma + 1);
    }
    if (columns.width == 0) columns.width = width;
    if (width != columns.width) {
      throw reader.malformed(std::to_string(width) + " columns where the lines above have " +
                             std::to_string(columns.width) + "; give every line the same number");
    }
  });
}

void read_part(TuSet& set, Part part, Bytes bytes) {
  const auto [it, fresh] = set.files.emplace(part, bytes->name());
  if (!fresh) {
    throw error_at(ErrorKind::malformed, Place{bytes->name()}, "the same part as " + it->second + "; keep one of them");
  }
  LineReader reader(std::move(bytes));
  switch (part) {
    case Part::arcs:
      return read_arcs(reader, set);
    case Part::indicator:
      return read_indicator(reader, set);
    case Part::graph_labels:
      return read_texts(reader, set.graph_labels);
    case Part::node_labels:
      return read_texts(reader, set.node_labels);
    case Part::edge_labels:
      return read_texts(reader, set.edge_labels);
    case Part::node_attributes:
      return read_reals(reader, set.node_attributes);
    case Part::edge_attributes:
      return read_reals(reader, set.edge_attributes);
  }
}

// Reads the parts of one set; a second set beside it is an error, not a guess.
class PartCollector {
 public:
  explicit PartCollector(std::string name) { set_.name = std::move(name); }

  [[nodiscard]] bool wants(const std::string& path) const { return part_of(path).has_value(); }
  void add(const std::string& path, Bytes bytes) {
    const PartName name = *part_of(path);
    if (prefix_ && *prefix_ != name.prefix) {
      throw error_at(ErrorKind::malformed, Place{set_.name},
                     "files of two data sets, " + *prefix_ + " and " + name.prefix + "; keep one");
    }
    prefix_ = name.prefix;
    read_part(set_, name.part, std::move(bytes));
  }
  [[nodiscard]] TuSet take() { return std::move(set_); }

 private:
  TuSet set_;
  std::optional<std::string> prefix_;
};

void check_lines(const TuSet& set, Part part, std::size_t lines, std::size_t wanted, const char* what) {
  if (!set.has(part) || lines == wanted) return;
  throw error_at(ErrorKind::malformed, Place{set.files.at(part), std::min(lines, wanted) + 1},
                 std::to_string(lines) + " lines for " + std::to_string(wanted) + " " + what +
                     "; the file must have one line each");
}

std::uint32_t count_graphs(const TuSet& set) {
  const auto largest = std::max_element(set.graph_of.begin(), set.graph_of.end());
  const std::uint64_t numbered = largest == set.graph_of.end() ? 0 : std::uint64_t{*largest} + 1;
  const Place place{set.files.at(Part::indicator), static_cast<std::uint64_t>(largest - set.graph_of.begin()) + 1};
  if (set.has(Part::graph_labels)) {
    if (numbered > set.graph_labels.ids.size()) {
      throw error_at(ErrorKind::malformed, place,
                     "graph " + std::to_string(numbered) + ", but " + set.files.at(Part::graph_labels) + " has " +
                         std::to_string(set.graph_labels.ids.size()) + " lines; every graph needs its class");
    }
    return static_cast<std::uint32_t>(set.graph_labels.ids.size());
  }
  if (numbered > set.graph_of.size() + (1u << 20)) {
    throw error_at(ErrorKind::limit, place,
                   "graph " + std::to_string(numbered) + " in a set of " + std::to_string(set.graph_of.size()) +
                       " nodes; number the graphs from 1 without gaps");
  }
  return static_cast<std::uint32_t>(numbered);
}

void check_set(const TuSet& set) {
  for (const auto& [part, suffix] : {std::pair(Part::arcs, "_A.txt"), {Part::indicator, "_graph_indicator.txt"}}) {
    if (!set.has(part)) {
      throw error_at(ErrorKind::malformed, Place{set.name},
                     std::string("no file of a TU data set ends in ") + suffix + "; add it or name another --format");
    }
  }
  check_lines(set, Part::node_labels, set.node_labels.ids.size(), set.graph_of.size(), "nodes");
  check_lines(set, Part::node_attributes, set.node_attributes.rows(), set.graph_of.size(), "nodes");
  check_lines(set, Part::edge_labels, set.edge_labels.ids.size(), set.arcs.size(), "arcs");
  check_lines(set, Part::edge_attributes, set.edge_attributes.rows(), set.arcs.size(), "arcs");
  const std::string& file = set.files.at(Part::arcs);
  for (std::size_t i = 0; i < set.arcs.size(); ++i) {
    const auto [from, to] = set.arcs[i];
    if (std::max(from, to) >= set.graph_of.size()) {
      throw error_at(ErrorKind::malformed, Place{file, i + 1},
                     "node " + std::to_string(std::uint64_t{std::max(from, to)} + 1) + " of " +
                         std::to_string(set.graph_of.size()) + "; the graph indicator must have a line for it");
    }
    if (set.graph_of[from] != set.graph_of[to]) {
      throw error_at(ErrorKind::malformed, Place{file, i + 1},
                     "an arc from graph " + std::to_string(set.graph_of[from] + 1) + " to graph " +
                         std::to_string(set.graph_of[to] + 1) + "; an arc stays within its graph");
    }
  }
}

// The places 0 .. size-1 grouped by graph, in order within each: where each group begins, and the places themselves,
// left out where they stand in groups already.
struct Grouping {
  std::vector<std::uint64_t> begins;
  std::vector<std::uint32_t> order;

  template <class GraphOf>
  Grouping(std::size_t size, std::uint32_t graphs, GraphOf graph_of) : begins(std::size_t{graphs} + 1, 0) {
    bool grouped = true;
    for (std::size_t i = 0; i < size; ++i) {
      ++begins[graph_of(i) + std::size_t{1}];
      grouped = grouped && (i == 0 || graph_of(i - 1) <= graph_of(i));
    }
    for (std::size_t g = 0; g < graphs; ++g) begins[g + 1] += begins[g];
    if (grouped) return;
    order.resize(size);
    auto next = begins;
    for (std::size_t i = 0; i < size; ++i) order[next[graph_of(i)]++] = static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] std::size_t at(std::uint64_t place) const { return order.empty() ? place : order[place]; }
};

class TuSource final : public GraphSource {
 public:
  TuSource(TuSet set, const ReadOptions& options, std::uint32_t graphs)
      : set_(std::move(set)),
        options_(options),
        graphs_(graphs),
        nodes_(set_.graph_of.size(), graphs, [this](std::size_t node) { return set_.graph_of[node]; }),
        arcs_(set_.arcs.size(), graphs, [this](std::size_t arc) { return set_.graph_of[set_.arcs[arc].from]; }),
        local_(nodes_.order.empty() ? 0 : set_.graph_of.size()) {
    for (std::uint32_t g = 0; g < graphs && !local_.empty(); ++g) {
      for (auto i = nodes_.begins[g]; i < nodes_.begins[g + 1]; ++i) {
        local_[nodes_.order[i]] = static_cast<NodeId>(i - nodes_.begins[g]);
      }
    }
  }

  std::optional<Graph> next() override {
    if (graph_ == graphs_) return std::nullopt;
    GraphBuilder builder(edge_policy(options_, false, EdgeListing::arcs));
    add_nodes(builder);
    add_arcs(builder);
    builder.set_name(std::to_string(graph_ + 1));
    if (set_.has(Part::graph_labels)) builder.set_class(set_.graph_labels[graph_]);
    ++graph_;
    return build_at(std::move(builder), {set_.name, 0});
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return graphs_; }

 private:
  [[nodiscard]] NodeId local(std::uint32_t node) const {
    return local_.empty() ? static_cast<NodeId>(node - nodes_.begins[graph_]) : local_[node];
  }

  void add_nodes(GraphBuilder& builder) const {
    const auto begin = nodes_.begins[graph_], end = nodes_.begins[graph_ + 1];
    const auto count = static_cast<NodeId>(end - begin);
    const bool range = count == 0 || nodes_.at(end - 1) - nodes_.at(begin) == count - 1;
    if (range) {
      builder.set_num_nodes(count, count == 0 ? 0 : static_cast<std::int64_t>(nodes_.at(begin)) + 1);
    } else {
      // Ids in growing order, so the provisional numbers are 0, 1, ... too.
      for (auto i = begin; i < end; ++i) {
        static_cast<void>(builder.node_of_integer(static_cast<std::int64_t>(nodes_.at(i)) + 1));
      }
    }
    const std::size_t width = set_.node_attributes.width;
    std::vector<double> attributes;
    attributes.reserve(count * width);
    for (auto i = begin; i < end; ++i) {
      const std::size_t node = nodes_.at(i);
      if (set_.has(Part::node_labels)) builder.set_node_label(static_cast<NodeId>(i - begin), set_.node_labels[node]);
      const auto row = set_.node_attributes.values.begin() + static_cast<std::ptrdiff_t>(node * width);
      attributes.insert(attributes.end(), row, row + static_cast<std::ptrdiff_t>(width));
    }
    if (!attributes.empty()) builder.set_node_attributes(std::move(attributes), width);
  }

  void add_arcs(GraphBuilder& builder) const {
    const bool weights = set_.edge_attributes.width == 1;
    const bool use_weights = weights && options_.weights != WeightUse::ignore;
    for (auto i = arcs_.begins[graph_]; i < arcs_.begins[graph_ + 1]; ++i) {
      const std::size_t place = arcs_.at(i);
      const NodeId from = local(set_.arcs[place].from), to = local(set_.arcs[place].to);
      if (use_weights) {
        const double weight = set_.edge_attributes.values[place];
        check_weight(weight, options_, {set_.files.at(Part::edge_attributes), place + 1});
        builder.add_edge(from, to, weight);
      } else {
        builder.add_edge(from, to);
      }
      if (set_.has(Part::edge_labels)) builder.label_last_edge(set_.edge_labels[place]);
    }
    settle_weights(builder, options_, !set_.arcs.empty(), weights, {set_.name, 0});
  }

  TuSet set_;
  ReadOptions options_;
  std::uint32_t graphs_;
  Grouping nodes_, arcs_;
  std::vector<NodeId> local_;  // place of a node within its graph, where nodes of graphs are interleaved
  std::uint32_t graph_ = 0;
};

Graphs source_of_set(TuSet set, const ReadOptions& options) {
  check_set(set);
  const std::uint32_t graphs = count_graphs(set);
  if (set.arcs.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw error_at(ErrorKind::limit, Place{set.name}, "more than 4294967295 arcs; split the data set");
  }
  return std::make_unique<TuSource>(std::move(set), options, graphs);
}

std::vector<std::string> files_of(const std::string& folder) {
  std::error_code code;
  std::vector<std::string> paths;
  for (auto it = fs::directory_iterator(folder, code); !code && it != fs::directory_iterator(); it.increment(code)) {
    if (it->is_regular_file(code)) paths.push_back(it->path().string());
  }
  if (code) throw awe::error_at(ErrorKind::io, folder, 0, "cannot be listed: " + code.message());
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

bool is_tu_folder(const std::string& path) {
  const auto files = files_of(path);
  return std::any_of(files.begin(), files.end(), [](const std::string& file) {
    const auto name = part_of(file);
    return name && name->part == Part::indicator;
  });
}

Graphs read_tu(Archive archive, const std::string& name, const ReadOptions& options) {
  PartCollector parts(name);
  while (archive.next()) {
    if (parts.wants(archive.member())) parts.add(archive.member(), archive.content());
  }
  return source_of_set(parts.take(), options);
}

Graphs read_tu_folder(const std::string& path, const ReadOptions& options) {
  PartCollector parts(path);
  for (const std::string& file : files_of(path)) {
    if (!parts.wants(file)) continue;
    Bytes bytes = open_file(file);
    if (file.ends_with(".gz")) bytes = gunzip(std::move(bytes));
    parts.add(file, std::move(bytes));
  }
  return source_of_set(parts.take(), options);
}

}  // namespace awe::io
