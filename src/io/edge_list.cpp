// Edge lists: a line "u v" or "u v weight" is an edge, a line "u" a node that may have none. Ids are any text; columns
// are parted by blanks, tabs or commas; '#' and '%' begin comments. The data column that networkx writes ("{}" or
// "{'weight': 2.0}") is understood. One graph a file, read as a stream into the builder. Cost: O(bytes).
#include <memory>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "io/formats.h"
#include "io/line_reader.h"
#include "io/one_graph.h"

namespace awe::io {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

struct Columns {
  std::string_view part[4];
  std::size_t count = 0;
  bool empty_part = false;  // two commas in a row, or one at an end
};

// At most four columns: a fourth is one too many, and the rest does not matter.
Columns split(std::string_view line) {
  Columns columns;
  std::size_t place = 0;
  bool after_comma = false;
  while (true) {
    while (place < line.size() && is_blank(line[place])) ++place;
    if (place == line.size() || columns.count == 4) break;
    std::size_t stop = place;
    if (line[place] == '{') {
      stop = line.size();
    } else {
      while (stop < line.size() && !is_blank(line[stop]) && line[stop] != ',') ++stop;
    }
    if (stop == place) columns.empty_part = true;
    columns.part[columns.count++] = line.substr(place, stop - place);
    place = stop;
    while (place < line.size() && is_blank(line[place])) ++place;
    after_comma = place < line.size() && line[place] == ',';
    if (after_comma) ++place;
  }
  if (after_comma && columns.count < 4) columns.empty_part = true;
  return columns;
}

bool same_word(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c != lower[i]) return false;
  }
  return true;
}

// A first line "source,target[,weight]" (or from,to; src,dst) with commas, or any of them with "weight", is a header.
bool is_header(std::string_view line, const Columns& columns) {
  if (columns.count < 2) return false;
  const bool named = (same_word(columns.part[0], "source") && same_word(columns.part[1], "target")) ||
                     (same_word(columns.part[0], "from") && same_word(columns.part[1], "to")) ||
                     (same_word(columns.part[0], "src") && same_word(columns.part[1], "dst"));
  const bool weight = columns.count == 3 && same_word(columns.part[2], "weight");
  return named && (weight || (columns.count == 2 && line.find(',') != std::string_view::npos));
}

// The weight in a third column; nothing in the "{}" of networkx.
std::optional<std::string_view> weight_text(std::string_view column, const LineReader& lines) {
  if (!column.starts_with('{')) return column;
  std::string_view inside = trim(column);
  if (!inside.ends_with('}')) throw lines.malformed("a brace is left open; write {} or {'weight': 1.0}");
  inside = trim(inside.substr(1, inside.size() - 2));
  if (inside.empty()) return std::nullopt;
  for (const std::string_view key : {"'weight':", "\"weight\":"}) {
    if (inside.starts_with(key) && inside.find(',') == std::string_view::npos) return trim(inside.substr(key.size()));
  }
  throw lines.malformed("edge data other than a weight; write {} or {'weight': 1.0}");
}

class EdgeListReader {
 public:
  EdgeListReader(Bytes bytes, const ReadOptions& options, std::string name)
      : lines_(std::move(bytes)), options_(options), builder_(edge_policy(options, false, EdgeListing::edges)) {
    builder_.set_name(std::move(name));
  }

  std::optional<Graph> read() {
    bool first = true;
    while (const auto line = lines_.next()) {
      const std::string_view text = trim(*line);
      if (text.empty() || text.front() == '#' || text.front() == '%') continue;
      const Columns columns = split(text);
      if (std::exchange(first, false) && is_header(text, columns)) continue;
      add(columns);
    }
    if (builder_.num_nodes_so_far() == 0) return std::nullopt;
    settle_weights(builder_, options_, has_edges_, has_weights_, {lines_.name(), 0});
    return build_at(std::move(builder_), {lines_.name(), 0});
  }

 private:
  void add(const Columns& columns) {
    if (columns.empty_part) throw lines_.malformed("an empty column; write u,v or u,v,weight");
    if (columns.count > 3) throw lines_.malformed("more than three columns; write u v or u v weight");
    const NodeId from = builder_.node_of(columns.part[0]);
    if (columns.count == 1) return;
    const NodeId to = builder_.node_of(columns.part[1]);
    const auto weight = columns.count == 3 ? weight_text(columns.part[2], lines_) : std::nullopt;
    if (has_edges_ && weight.has_value() != has_weights_) {
      throw lines_.malformed(weight ? "a weight, but the lines above have none; give all edges a weight or none"
                                    : "no weight, but the lines above have one; give all edges a weight or none");
    }
    has_edges_ = true;
    has_weights_ = weight.has_value();
    if (!weight) return builder_.add_edge(from, to);
    const double value = parse_weight(*weight, options_, {lines_.name(), lines_.line_number()});
    options_.weights == WeightUse::ignore ? builder_.add_edge(from, to) : builder_.add_edge(from, to, value);
  }

  LineReader lines_;
  ReadOptions options_;
  GraphBuilder builder_;
  bool has_edges_ = false, has_weights_ = false;
};

}  // namespace

Graphs read_edge_list(Bytes bytes, const ReadOptions& options, const std::string& name) {
  auto reader = std::make_unique<EdgeListReader>(std::move(bytes), options, name);
  return one_graph([reader = std::move(reader)] { return reader->read(); });
}

}  // namespace awe::io
