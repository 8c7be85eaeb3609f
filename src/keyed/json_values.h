// Divides JSON text into the objects of its graphs, without holding more than one: one object per line, objects over
// several lines one after another, or the elements of one list. The first object decides which. Cost: O(bytes).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/error.h"
#include "bytes/byte_source.h"
#include "bytes/line_reader.h"

namespace awe::keyed {

class JsonValues {
 public:
  // Readable bytes after every value, as simdjson requires.
  static constexpr std::size_t kPadding = 64;

  explicit JsonValues(bytes::Bytes source, std::size_t max_bytes = bytes::LineReader::kMaxLineBytes);

  // The text of the next object, valid until the next call; nullopt at the end. Throws malformed if objects are not
  // separated as they should be, limit if one is longer than max_bytes.
  [[nodiscard]] std::optional<std::string_view> next();
  // The line on which the value last returned begins, from 1.
  [[nodiscard]] std::uint64_t line_number() const noexcept { return line_number_; }
  [[nodiscard]] const std::string& name() const noexcept { return source_->name(); }
  // See ByteSource::forget().
  void forget() noexcept { source_->forget(); }
  // Whether every line is one object.
  [[nodiscard]] bool by_lines() const noexcept { return mode_ == Mode::lines; }
  [[nodiscard]] Error malformed(std::string_view reason) const {
    return error_at(ErrorKind::malformed, name(), line_number_, reason);
  }

 private:
  enum class Mode { unknown, lines, objects, list };

  bool fill();
  [[nodiscard]] bool skip_blanks();
  [[nodiscard]] std::string_view take(std::size_t length);
  [[nodiscard]] std::size_t line_length();
  [[nodiscard]] std::optional<std::size_t> object_length(bool one_line);
  [[nodiscard]] std::string_view take_first();
  [[nodiscard]] std::optional<std::string_view> take_element();
  [[nodiscard]] std::string_view take_object();

  bytes::Bytes source_;
  std::size_t max_bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // of the bytes that have been read and not yet returned
  std::uint64_t lines_ = 1;          // the line at begin_
  std::uint64_t line_number_ = 0;
  Mode mode_ = Mode::unknown;
  bool at_end_ = false, at_start_ = true, first_element_ = true;
};

}  // namespace awe::keyed
