// Edge lists: a line "u v" or "u v weight" is an edge, a line "u" is a node, which may have no edges. Ids are any text;
// columns and headers are those of readers/edge_columns.h; '#' and '%' begin comments. The data column that networkx
// writes ("{}" or "{'weight': 2.0, 'kind': 'a'}") is understood. One graph per file, read as a stream into the builder.
// Cost: O(bytes). Blocks of plain integers are parsed on all threads (readers/edge_blocks.h), all others line by line.
#include "readers/edge_list.h"

#include <memory>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "base/parallel.h"
#include "bytes/line_reader.h"
#include "readers/edge_blocks.h"
#include "readers/edge_columns.h"
#include "readers/edge_data.h"
#include "readers/formats.h"
#include "readers/one_graph.h"

namespace awe::readers {
namespace {

// Builds a graph from lines, which arrive in order, one by one or in blocks.
class EdgeListReader {
 public:
  EdgeListReader(std::string file, const ReadOptions& options, std::string name)
      : file_(std::move(file)),
        options_(options),
        keys_(options),
        builder_(edge_policy(options, false, EdgeListing::edges)) {
    refuse_keys(options, file_, "an edge list", {Use::edge_label, Use::weight});
    builder_.set_name(std::move(name));
  }

  void add_line(std::string_view line) {
    ++lines_;
    const std::string_view text = base::trim(line);
    if (text.empty() || text.front() == '#' || text.front() == '%') return;
    check_text(text, {file_, lines_});
    if (const auto columns = columns_.of(text, {file_, lines_})) add(*columns);
  }

  void add_lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      add_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  // Returns false, without changes, if earlier lines have weights or other columns: then these lines need a closer
  // look.
  [[nodiscard]] bool add_plain(const PlainEdges& edges) {
    if (has_weights_ || !columns_.plain()) return false;
    lines_ += edges.lines;
    if (edges.ids.empty()) return true;
    builder_.add_integer_edges(edges.ids);
    columns_.saw_plain();
    has_edges_ = true;
    return true;
  }

  [[noreturn]] void refuse_long_line(std::size_t max_line_bytes) const {
    throw bytes::line_too_long(file_, lines_ + 1, max_line_bytes);
  }

  [[nodiscard]] std::optional<Graph> build() && {
    if (!has_edges_ && builder_.num_nodes_so_far() == 0) return std::nullopt;
    columns_.check_first(file_);
    if (const auto& unread = columns_.unread(); !unread.empty()) {
      std::string names;
      for (const std::string& name : unread) names += (names.empty() ? "" : ", ") + name;
      options_.progress.tell("columns of an edge list that are not read: " + names);
    }
    if (has_edges_) keys_.saw(Part::edge);
    keys_.check(file_);
    settle_weights(builder_, options_, has_edges_, has_weights_, {file_, 0});
    return build_at(std::move(builder_), {file_, 0}, options_.threads);
  }

 private:
  [[nodiscard]] Error malformed(std::string_view reason) const {
    return error_at(ErrorKind::malformed, Place{file_, lines_}, reason);
  }

  void add(const Columns& columns) {
    if (columns.empty_part) throw malformed("an empty column; write u,v or u,v,weight");
    if (columns.count > 3) {
      throw malformed(
          "more than three columns; write u v or u v weight, or name the columns in a first line (source,target,...), "
          "or "
          "name `format` adjlist for an adjacency list");
    }
    const NodeId from = builder_.node_of(columns.part[0]);
    if (columns.count == 1) return;
    const NodeId to = builder_.node_of(columns.part[1]);
    const std::string_view third = columns.count == 3 ? columns.part[2] : std::string_view{};
    EdgeData data;
    if (third.starts_with('{')) {
      data = parse_edge_data(third, keys_, {file_, lines_});
    } else if (!third.empty()) {
      data.weight = third;
    }
    add_edge(from, to, data, third.starts_with('{') && options_.weights == WeightUse::ignore);
  }

  // `lenient`: edges with and without weights may be mixed.
  void add_edge(NodeId from, NodeId to, const EdgeData& data, bool lenient) {
    const auto& weight = data.weight;
    if (has_edges_ && !lenient && weight.has_value() != has_weights_) {
      throw malformed(weight ? "a weight, but the lines above have none; give all edges a weight or none"
                             : "no weight, but the lines above have one; give all edges a weight or none");
    }
    has_edges_ = true;
    has_weights_ = weight.has_value() || (lenient && has_weights_);
    const double value = weight ? parse_weight(*weight, options_, {file_, lines_}) : 1;
    !weight || options_.weights == WeightUse::ignore ? builder_.add_edge(from, to) : builder_.add_edge(from, to, value);
    if (data.label) builder_.label_last_edge(*data.label);
  }

  std::string file_;
  ReadOptions options_;
  Keys keys_;
  GraphBuilder builder_;
  std::uint64_t lines_ = 0;
  EdgeColumns columns_;
  bool has_edges_ = false, has_weights_ = false;
};

struct ParsedBlock {
  LineBlocks::Block block;
  std::optional<PlainEdges> plain;
};

ParsedBlock parse(LineBlocks::Block&& block) {
  auto plain = block.too_long ? std::nullopt : parse_plain(block.text);
  return {std::move(block), std::move(plain)};
}

std::optional<Graph> read_blocks(LineBlocks& blocks, const ReadOptions& options, const std::string& name) {
  EdgeListReader reader(blocks.name(), options, name);
  const auto take = [&](ParsedBlock&& parsed) {
    if (parsed.block.too_long) reader.refuse_long_line(blocks.max_line_bytes());
    if (!parsed.plain || !reader.add_plain(*parsed.plain)) reader.add_lines(parsed.block.text);
  };
  if (auto first = blocks.next()) take(parse(std::move(*first)));
  // Most files end here and need no threads.
  if (!blocks.at_end()) {
    const auto in_flight = static_cast<std::size_t>(std::max(1, options.threads)) * 2;
    base::ordered_pipeline<LineBlocks::Block, ParsedBlock>(
        options.threads, in_flight, [&] { return blocks.next(); }, parse, take);
  }
  return std::move(reader).build();
}

}  // namespace

Graphs read_edge_list(bytes::Bytes bytes, const ReadOptions& options, const std::string& name, std::size_t block_bytes,
                      std::size_t max_line_bytes) {
  auto blocks = std::make_unique<LineBlocks>(std::move(bytes), block_bytes, max_line_bytes);
  return one_graph([blocks = std::move(blocks), options, name] { return read_blocks(*blocks, options, name); });
}

Graphs read_edge_list(bytes::Bytes bytes, const ReadOptions& options, const std::string& name) {
  return read_edge_list(std::move(bytes), options, name, kEdgeBlockBytes, bytes::LineReader::kMaxLineBytes);
}

Graphs read_edge_list_by_lines(bytes::Bytes bytes, const ReadOptions& options, const std::string& name,
                               std::size_t max_line_bytes) {
  auto lines = std::make_unique<bytes::LineReader>(std::move(bytes), max_line_bytes);
  return one_graph([lines = std::move(lines), options, name] {
    EdgeListReader reader(lines->name(), options, name);
    while (const auto line = lines->next()) reader.add_line(*line);
    return std::move(reader).build();
  });
}

}  // namespace awe::readers
