// MatrixMarket coordinate files (https://math.nist.gov/MatrixMarket/formats.html): a square matrix as the adjacency
// matrix of a graph with nodes 1 .. rows. `symmetric` is undirected, `general` directed; `pattern` has no weights,
// `real` and `integer` have. Dense, complex, skew-symmetric and Hermitian matrices are not supported. Cost: O(bytes).
#include <memory>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"
#include "base/number.h"
#include "bytes/line_reader.h"
#include "readers/formats.h"
#include "readers/keys.h"
#include "readers/one_graph.h"

namespace awe::readers {
namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    line = base::trim(line);
    if (line.empty() || words.size() > 5) return words;
    const std::size_t stop = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, stop));
    line.remove_prefix(stop);
  }
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

class MatrixReader {
 public:
  MatrixReader(bytes::Bytes bytes, const ReadOptions& options, std::string name)
      : lines_(std::move(bytes)), options_(options), name_(std::move(name)) {}

  std::optional<Graph> read() {
    const auto first = lines_.next();
    if (!first) return std::nullopt;
    read_banner(*first);
    read_size();
    // A general matrix read as undirected lists both arcs of an edge; a symmetric one lists the edge.
    GraphBuilder builder(edge_policy(options_, !symmetric_, symmetric_ ? EdgeListing::edges : EdgeListing::arcs));
    const bool both_ways = symmetric_ && options_.directed.value_or(false);
    std::uint64_t entries = 0;
    while (const auto line = next_data()) {
      if (++entries > entries_) throw lines_.malformed("more entries than the size line says; correct it");
      add_entry(builder, *line, both_ways);
    }
    if (entries < entries_) {
      throw lines_.malformed("the file ends after " + std::to_string(entries) + " of " + std::to_string(entries_) +
                             " entries; fetch it again or correct the size line");
    }
    builder.set_num_nodes(checked_node_count(rows_, lines_.bytes_read(), {lines_.name(), size_line_}), 1);
    builder.set_name(name_);
    settle_weights(builder, options_, entries_ > 0, weighted_, {lines_.name(), 0});
    return build_at(std::move(builder), {lines_.name(), 0});
  }

 private:
  void read_banner(std::string_view line) {
    const auto words = words_of(line);
    if (words.size() != 5 || lower_case(words[0]) != "%%matrixmarket" || lower_case(words[1]) != "matrix") {
      throw lines_.malformed(
          "not a MatrixMarket banner; begin with %%MatrixMarket matrix coordinate pattern symmetric");
    }
    const std::string layout = lower_case(words[2]), field = lower_case(words[3]), symmetry = lower_case(words[4]);
    if (layout != "coordinate")
      throw lines_.malformed("'" + layout + "' matrices are not read; write it as coordinate");
    if (field != "pattern" && field != "real" && field != "integer" && field != "double") {
      throw lines_.malformed("'" + field + "' entries are not read; use pattern, real or integer");
    }
    if (symmetry != "general" && symmetry != "symmetric") {
      throw lines_.malformed("'" + symmetry + "' matrices are not read; use general or symmetric");
    }
    weighted_ = field != "pattern";
    symmetric_ = symmetry == "symmetric";
  }

  void read_size() {
    const auto line = next_data();
    if (!line) throw lines_.malformed("no size line; write rows, columns and entries");
    size_line_ = lines_.line_number();
    const auto words = words_of(*line);
    const auto number = [&](std::size_t i) {
      return words.size() == 3 ? base::parse_unsigned(words[i]) : std::nullopt;
    };
    const auto rows = number(0), columns = number(1), entries = number(2);
    if (!rows || !columns || !entries) throw lines_.malformed("not a size line; write rows, columns and entries");
    if (*rows != *columns) {
      throw lines_.malformed("a matrix of " + std::to_string(*rows) + " x " + std::to_string(*columns) +
                             "; an adjacency matrix is square");
    }
    rows_ = *rows;
    entries_ = *entries;
  }

  // The next line that is neither empty nor a comment.
  std::optional<std::string_view> next_data() {
    while (const auto line = lines_.next()) {
      const std::string_view text = base::trim(*line);
      if (!text.empty() && text.front() != '%') return text;
    }
    return std::nullopt;
  }

  void add_entry(GraphBuilder& builder, std::string_view line, bool both_ways) {
    const auto words = words_of(line);
    if (words.size() != (weighted_ ? 3u : 2u)) {
      throw lines_.malformed(base::counted(words.size(), "column") + "; an entry is " +
                             (weighted_ ? "row, column, value" : "row, column"));
    }
    const NodeId from = node(words[0]), to = node(words[1]);
    if (symmetric_ && to > from) {
      throw lines_.malformed("an entry above the diagonal; a symmetric matrix lists its lower half only");
    }
    const double weight = weighted_ ? parse_weight(words[2], options_, {lines_.name(), lines_.line_number()}) : 1.0;
    const auto add = [&](NodeId u, NodeId v) {
      weighted_&& options_.weights != WeightUse::ignore ? builder.add_edge(u, v, weight) : builder.add_edge(u, v);
    };
    add(from, to);
    if (both_ways && from != to) add(to, from);
  }

  NodeId node(std::string_view text) {
    const auto number = base::parse_unsigned(text);
    if (!number || *number == 0 || *number > rows_ || *number > kMaxNodes) {
      throw lines_.malformed("'" + std::string(text.substr(0, 40)) + "' is not a row of 1 .. " + std::to_string(rows_) +
                             "; correct it or the size line");
    }
    return static_cast<NodeId>(*number - 1);
  }

  bytes::LineReader lines_;
  ReadOptions options_;
  std::string name_;
  bool weighted_ = false, symmetric_ = false;
  std::uint64_t rows_ = 0, entries_ = 0, size_line_ = 0;
};

}  // namespace

Graphs read_matrix_market(bytes::Bytes bytes, const ReadOptions& options, const std::string& name) {
  refuse_keys(options, bytes->name(), "a MatrixMarket file");
  auto reader = std::make_unique<MatrixReader>(std::move(bytes), options, name);
  return one_graph([reader = std::move(reader)] { return reader->read(); });
}

}  // namespace awe::readers
