// The two readers of edge lists, in blocks and line by line; both give the same graphs and the same errors.
#pragma once

#include <cstddef>
#include <string>

#include "bytes/line_reader.h"
#include "readers/formats.h"

namespace awe::readers {

// read_edge_list of formats.h with adjustable block size and line limit, so that tests can make them small.
[[nodiscard]] Graphs read_edge_list(bytes::Bytes bytes, const ReadOptions& options, const std::string& name,
                                    std::size_t block_bytes, std::size_t max_line_bytes);
[[nodiscard]] Graphs read_edge_list_by_lines(bytes::Bytes bytes, const ReadOptions& options, const std::string& name,
                                             std::size_t max_line_bytes = bytes::LineReader::kMaxLineBytes);

}  // namespace awe::readers
