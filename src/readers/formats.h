// The readers behind open_graphs, one per format, and their shared helpers for weights and error positions. Each reader
// takes uncompressed bytes and returns a stream of graphs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "awe/awg_file.h"
#include "awe/error.h"
#include "awe/graph_builder.h"
#include "awe/graph_source.h"
#include "awe/reader.h"
#include "bytes/archive.h"
#include "bytes/byte_source.h"

namespace awe::readers {

using Graphs = std::unique_ptr<GraphSource>;

// These formats hold a single graph without a name; it gets the name passed here.
[[nodiscard]] Graphs read_edge_list(bytes::Bytes bytes, const ReadOptions& options, const std::string& name);
[[nodiscard]] Graphs read_matrix_market(bytes::Bytes bytes, const ReadOptions& options, const std::string& name);
[[nodiscard]] Graphs read_adjacency_list(bytes::Bytes bytes, const ReadOptions& options, const std::string& name);
// graph6, sparse6 and digraph6, which may be mixed in a file.
[[nodiscard]] Graphs read_graph6(bytes::Bytes bytes, const ReadOptions& options);
[[nodiscard]] Graphs read_tu(bytes::Archive archive, const std::string& name, const ReadOptions& options);
[[nodiscard]] Graphs read_tu_folder(const std::string& path, const ReadOptions& options);
// If the bytes of an .awg are not a file of their own (gzip, standard input), they are held in memory.
[[nodiscard]] Graphs read_awg(AwgFile file, const std::string& name, const ReadOptions& options);
// Whether the name of a file is that of a part of a TU data set, and whether files with these names are such a set, if
// only an incomplete one: arcs or a graph indicator are among them.
[[nodiscard]] bool is_tu_part(const std::string& path);
[[nodiscard]] bool has_tu_set(const std::vector<std::string>& paths);

// The maximum size of inputs in formats that are read as a whole.
inline constexpr std::uint64_t kMaxWholeBytes = std::uint64_t{4} << 30;

// The position in an input, for messages.
struct Place {
  std::string_view file;
  std::uint64_t line = 0;
};
[[nodiscard]] inline Error error_at(ErrorKind kind, const Place& place, std::string_view reason) {
  return awe::error_at(kind, place.file, place.line, reason);
}

// The build options for these read options; `directed` is what the file says, unless the options override it.
[[nodiscard]] BuildOptions edge_policy(const ReadOptions& options, bool directed, EdgeListing listing);

// Parses a weight of the input. Throws malformed if it is not a number; numeric if weights are used and it is negative
// or not finite.
[[nodiscard]] double parse_weight(std::string_view text, const ReadOptions& options, const Place& place);
void check_weight(double weight, const ReadOptions& options, const Place& place);

// To be called after all edges are added: builds with weights if there are any and the options want them. Throws
// Error(usage) if the options require weights and the edges have none.
void settle_weights(GraphBuilder& builder, const ReadOptions& options, bool has_edges, bool has_weights,
                    const Place& place);

// build(), with the position added to its errors.
[[nodiscard]] Graph build_at(GraphBuilder&& builder, const Place& place, int threads = 1);

// Throws malformed if a text of the input, such as an id or a label, is not UTF-8.
void check_text(std::string_view text, const Place& place);
// The same for a whole input; the message names the line.
void check_whole_text(std::string_view text, std::string_view file);

// Checks a node count that a file claims without listing the nodes: at most max(2^20, 16 per byte of the record), so
// that the memory allocated stays proportional to the bytes present. Throws Error(limit) beyond.
[[nodiscard]] NodeId checked_node_count(std::uint64_t claimed, std::uint64_t record_bytes, const Place& place);

}  // namespace awe::readers
