// The readers behind open_graphs, one a format, and what they share: how weights are settled and how an error gets its
// place. Each takes bytes, already unpacked, and gives a stream of graphs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "awe/awg_file.h"
#include "awe/error.h"
#include "awe/graph_builder.h"
#include "awe/graph_source.h"
#include "awe/reader.h"
#include "bytes/archive.h"
#include "bytes/byte_source.h"

namespace awe::readers {

using Graphs = std::unique_ptr<GraphSource>;

// These two hold one graph without a name, and give it this one.
[[nodiscard]] Graphs read_edge_list(bytes::Bytes bytes, const ReadOptions& options, const std::string& name);
[[nodiscard]] Graphs read_matrix_market(bytes::Bytes bytes, const ReadOptions& options, const std::string& name);
[[nodiscard]] Graphs read_json_lines(bytes::Bytes bytes, const ReadOptions& options);
[[nodiscard]] Graphs read_graphml(bytes::Bytes bytes, const ReadOptions& options);
[[nodiscard]] Graphs read_gml(bytes::Bytes bytes, const ReadOptions& options);
[[nodiscard]] Graphs read_tu(bytes::Archive archive, const std::string& name, const ReadOptions& options);
[[nodiscard]] Graphs read_tu_folder(const std::string& path, const ReadOptions& options);
// Bytes of an .awg that do not lie in a file of their own are held whole.
[[nodiscard]] Graphs read_awg(AwgFile file, const std::string& name, const ReadOptions& options);
// Whether a folder holds the files of a TU data set.
[[nodiscard]] bool is_tu_folder(const std::string& path);

// The graphs of `source` with the classes of a CSV of id, class: by name, or by 0-based place for a graph without one.
[[nodiscard]] Graphs with_classes(Graphs source, bytes::Bytes csv);

// Formats that are read whole may not be larger.
inline constexpr std::uint64_t kMaxWholeBytes = std::uint64_t{4} << 30;

// Where an input is being read, for messages.
struct Place {
  std::string_view file;
  std::uint64_t line = 0;
};
[[nodiscard]] inline Error error_at(ErrorKind kind, const Place& place, std::string_view reason) {
  return awe::error_at(kind, place.file, place.line, reason);
}

// The policy that the options ask for, where the file says `directed`.
[[nodiscard]] BuildOptions edge_policy(const ReadOptions& options, bool directed, EdgeListing listing);

// A weight of the input. Not a number: malformed. Negative or not finite, where weights are used: numeric.
[[nodiscard]] double parse_weight(std::string_view text, const ReadOptions& options, const Place& place);
void check_weight(double weight, const ReadOptions& options, const Place& place);

// Once all edges are added: builds with weights where there are any and the options want them. Error(usage) where they
// are asked for and the edges have none.
void settle_weights(GraphBuilder& builder, const ReadOptions& options, bool has_edges, bool has_weights,
                    const Place& place);

// build() with the place in its errors.
[[nodiscard]] Graph build_at(GraphBuilder&& builder, const Place& place, int threads = 1);

// A node count that a file claims without listing the nodes: at most max(2^20, 16 for each byte of the record), so that
// what is set aside stays in proportion to the bytes really there. Error(limit) beyond.
[[nodiscard]] NodeId checked_node_count(std::uint64_t claimed, std::uint64_t record_bytes, const Place& place);

}  // namespace awe::readers
