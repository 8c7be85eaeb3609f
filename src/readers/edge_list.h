// The two ways through an edge list, which give the same graph and the same errors: in blocks, and line by line.
#pragma once

#include <cstddef>
#include <string>

#include "bytes/line_reader.h"
#include "readers/formats.h"

namespace awe::readers {

// Blocks of about this size: read_edge_list of formats.h, with what a test may want to make small.
[[nodiscard]] Graphs read_edge_list(bytes::Bytes bytes, const ReadOptions& options, const std::string& name,
                                    std::size_t block_bytes, std::size_t max_line_bytes);
[[nodiscard]] Graphs read_edge_list_by_lines(bytes::Bytes bytes, const ReadOptions& options, const std::string& name,
                                             std::size_t max_line_bytes = bytes::LineReader::kMaxLineBytes);

}  // namespace awe::readers
