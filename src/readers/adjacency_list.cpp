// Adjacency lists, as networkx.write_adjlist writes them: a line is a node followed by its neighbours, separated by
// blanks; '#' begins a comment. Edges may be listed at one of their ends or at both. One graph per file, named after
// it. Cost: O(bytes).
#include <memory>
#include <utility>

#include "base/number.h"
#include "bytes/line_reader.h"
#include "readers/formats.h"
#include "readers/keys.h"
#include "readers/one_graph.h"

namespace awe::readers {
namespace {

// Takes the next word from the front of a line; empty at its end.
std::string_view take_word(std::string_view& line) {
  constexpr std::string_view kBlanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(word.size());
  return word;
}

std::optional<Graph> read(bytes::LineReader& lines, const ReadOptions& options, const std::string& name) {
  GraphBuilder builder(edge_policy(options, false, EdgeListing::edges));
  builder.set_name(name);
  bool has_edges = false;
  while (const auto line = lines.next()) {
    std::string_view left = line->substr(0, line->find('#'));
    const Place place{lines.name(), lines.line_number()};
    check_text(left, place);
    if (left.find_first_of("{,") != std::string_view::npos) {
      throw error_at(ErrorKind::malformed, place,
                     "a comma or a brace; an adjacency list has a node and its neighbours, separated by blanks");
    }
    const std::string_view first = take_word(left);
    if (first.empty()) continue;
    const NodeId from = builder.node_of(first);
    for (auto word = take_word(left); !word.empty(); word = take_word(left)) {
      builder.add_edge(from, builder.node_of(word));
      has_edges = true;
    }
  }
  if (builder.num_nodes_so_far() == 0) return std::nullopt;
  settle_weights(builder, options, has_edges, false, {lines.name(), 0});
  return build_at(std::move(builder), {lines.name(), 0}, options.threads);
}

}  // namespace

Graphs read_adjacency_list(bytes::Bytes bytes, const ReadOptions& options, const std::string& name) {
  refuse_keys(options, bytes->name(), "an adjacency list");
  auto lines = std::make_unique<bytes::LineReader>(std::move(bytes));
  return one_graph([lines = std::move(lines), options, name] { return read(*lines, options, name); });
}

}  // namespace awe::readers
