// Reads a byte source line by line, counting lines, from one growing buffer. Line ends are "\n" or "\r\n"; a byte order
// mark at the start is skipped. The length of a line is limited, so a file without line ends cannot exhaust the memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "awe/error.h"
#include "bytes/byte_source.h"

namespace awe::bytes {

// The error for a line that is longer than the limit.
[[nodiscard]] Error line_too_long(std::string_view file, std::uint64_t line, std::size_t max_line_bytes);

class LineReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 30;
  // Readable bytes after every line, as simdjson requires.
  static constexpr std::size_t kPadding = 64;

  explicit LineReader(Bytes source, std::size_t max_line_bytes = kMaxLineBytes);

  // The next line without its line end, valid until the next call; nullopt at the end.
  [[nodiscard]] std::optional<std::string_view> next();
  // The number of the line last returned, from 1.
  [[nodiscard]] std::uint64_t line_number() const noexcept { return line_number_; }
  [[nodiscard]] const std::string& name() const noexcept { return source_->name(); }
  // False if the line last returned has no line end, as may be the case for the last line of a file.
  [[nodiscard]] bool has_line_end() const noexcept { return has_line_end_; }
  // Bytes returned so far, including line ends.
  [[nodiscard]] std::uint64_t bytes_read() const noexcept { return bytes_read_; }

  // See ByteSource::forget().
  void forget() noexcept { source_->forget(); }

  // An error at the line last returned.
  [[nodiscard]] Error error(ErrorKind kind, std::string_view reason) const {
    return error_at(kind, name(), line_number_, reason);
  }
  [[nodiscard]] Error malformed(std::string_view reason) const { return error(ErrorKind::malformed, reason); }

 private:
  bool fill();

  Bytes source_;
  std::size_t max_line_bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t line_number_ = 0;
  std::uint64_t bytes_read_ = 0;
  bool at_end_ = false;
  bool has_line_end_ = false;
};

}  // namespace awe::bytes
