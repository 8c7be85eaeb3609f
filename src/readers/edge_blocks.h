// The fast path for edge lists of integers: blocks of whole lines, a few megabytes each, that any thread can parse.
//
// A block is plain if each of its lines is empty, a comment, or two integers without leading zeros (the usual ids).
// Everything else, and every error, is left to the line reader, which gets the block as text. Cost: O(bytes), a few
// nanoseconds per line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/graph_builder.h"
#include "bytes/byte_source.h"
#include "bytes/line_reader.h"

namespace awe::readers {

inline constexpr std::size_t kEdgeBlockBytes = std::size_t{1} << 22;

// Divides a source into blocks that end at line ends. A byte order mark at the start is skipped.
class LineBlocks {
 public:
  explicit LineBlocks(bytes::Bytes source, std::size_t block_bytes = kEdgeBlockBytes,
                      std::size_t max_line_bytes = bytes::LineReader::kMaxLineBytes);

  struct Block {
    std::string text;
    bool too_long = false;  // the first line of the text exceeds the limit
  };
  // The next block, or nullopt at the end. Only the last block may lack its final line end.
  [[nodiscard]] std::optional<Block> next();
  [[nodiscard]] bool at_end() const noexcept { return at_end_ && carried_.empty(); }
  [[nodiscard]] const std::string& name() const noexcept { return source_->name(); }
  [[nodiscard]] std::size_t max_line_bytes() const noexcept { return max_line_bytes_; }

 private:
  bytes::Bytes source_;
  std::size_t block_bytes_, next_bytes_, max_line_bytes_;  // the first blocks are smaller: most files are small
  std::string carried_;                                    // the start of a line whose end has not been read yet
  bool at_start_ = true, at_end_ = false;
};

struct PlainEdges {
  std::vector<ListedEdge> ids;
  std::uint64_t lines = 0;
};
// The edges of a plain block; nullopt for any other.
[[nodiscard]] std::optional<PlainEdges> parse_plain(const std::string& text);

}  // namespace awe::readers
