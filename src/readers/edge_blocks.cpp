#include "readers/edge_blocks.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace awe::readers {
namespace {

const char* skip_blanks(const char* at) {
  while (*at == ' ' || *at == '\t') ++at;
  return at;
}

// Reads a canonical integer that fits a NodeId. Returns false otherwise, with `at` unspecified.
bool read_id(const char*& at, NodeId& id) {
  const auto digit = [&] { return static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0'; };
  const char* const begin = at;
  std::uint64_t value = digit();
  if (value > 9) return false;
  for (++at; digit() <= 9; ++at) value = value * 10 + digit();
  const auto length = at - begin;
  if (length > 10 || (length > 1 && *begin == '0') || value >= kMaxNodes) return false;
  id = static_cast<NodeId>(value);
  return true;
}

// Skips the separator between two columns; returns null if there is none.
const char* skip_separator(const char* at) {
  const char* const begin = at;
  at = skip_blanks(at);
  if (*at == ',') at = skip_blanks(at + 1);
  return at == begin ? nullptr : at;
}

// Where the first line that is longer than the limit begins; npos if there is none.
std::size_t long_line_in(std::string_view text, std::size_t limit) {
  for (std::size_t begin = 0; text.size() - begin > limit;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const bool carriage = end > begin && text[end - 1] == '\r';
    if (end - begin - (carriage ? 1 : 0) > limit) return begin;
    begin = std::min(end + 1, text.size());
  }
  return std::string_view::npos;
}

}  // namespace

LineBlocks::LineBlocks(bytes::Bytes source, std::size_t block_bytes, std::size_t max_line_bytes)
    : source_(std::move(source)),
      block_bytes_(std::max<std::size_t>(block_bytes, 3)),  // must hold a byte order mark
      next_bytes_(std::min(block_bytes_, std::size_t{1} << 16)),
      max_line_bytes_(max_line_bytes) {}

std::optional<LineBlocks::Block> LineBlocks::next() {
  Block block{std::move(carried_), false};
  carried_.clear();
  while (!at_end_) {
    std::size_t filled = block.text.size();
    const std::size_t wanted = std::max(next_bytes_, std::min(2 * filled, max_line_bytes_ + 3));
    next_bytes_ = std::min(block_bytes_, 2 * next_bytes_);
    block.text.resize(wanted);
    while (filled < wanted && !at_end_) {
      const std::size_t got = source_->read(std::span(block.text).subspan(filled));
      filled += got;
      at_end_ = got == 0;
    }
    block.text.resize(filled);
    if (std::exchange(at_start_, false) && block.text.starts_with("\xEF\xBB\xBF")) block.text.erase(0, 3);
    const std::size_t last = block.text.rfind('\n');
    if (last != std::string::npos && !at_end_) {
      carried_ = block.text.substr(last + 1);
      block.text.resize(last + 1);
      break;
    }
    // A line of the greatest length may still be followed by "\r\n".
    if (last == std::string::npos && block.text.size() > max_line_bytes_ + 2) break;
  }
  const std::size_t too_long = long_line_in(block.text, max_line_bytes_);
  block.too_long = too_long == 0;
  if (too_long != 0 && too_long != std::string::npos) {
    // The lines before it are taken first; it is refused as the first line of the next block.
    carried_.insert(0, block.text, too_long);
    block.text.resize(too_long);
  }
  if (block.text.empty()) return std::nullopt;
  return block;
}

std::optional<PlainEdges> parse_plain(const std::string& text) {
  PlainEdges found;
  constexpr std::size_t kShortLine = 8;
  found.ids.reserve(text.size() / kShortLine);
  // The terminating zero of the text ends every loop over characters.
  const char *at = text.c_str(), *const end = at + text.size();
  while (at < end) {
    ++found.lines;
    at = skip_blanks(at);
    if (*at == '#' || *at == '%') {
      const auto* line_end = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      at = line_end == nullptr ? end : line_end + 1;
      continue;
    }
    if (*at != '\n' && *at != '\r' && at != end) {
      ListedEdge edge{};
      if (!read_id(at, edge.from)) return std::nullopt;
      at = skip_separator(at);
      if (at == nullptr || !read_id(at, edge.to)) return std::nullopt;
      found.ids.push_back(edge);
      at = skip_blanks(at);
    }
    if (*at == '\r') ++at;
    if (at != end && *at != '\n') return std::nullopt;
    if (at != end) ++at;
  }
  return found;
}

}  // namespace awe::readers
