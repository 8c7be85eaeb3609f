#include "bytes/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace awe::bytes {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 16;

}  // namespace

Error line_too_long(std::string_view file, std::uint64_t line, std::size_t max_line_bytes) {
  return error_at(
      ErrorKind::limit, file, line,
      "the line is longer than " + std::to_string(max_line_bytes) + " bytes; is this a text file of the format named?");
}

LineReader::LineReader(Bytes source, std::size_t max_line_bytes)
    : source_(std::move(source)), max_line_bytes_(max_line_bytes), buffer_(kFirstBuffer + kPadding) {}

// Moves the unread bytes to the front, grows the buffer if they fill it, and reads more. False at the end of input.
bool LineReader::fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  // A line of the greatest length may still be followed by "\r\n".
  const std::size_t most = max_line_bytes_ + 2;
  if (end_ >= most) throw line_too_long(name(), ++line_number_, max_line_bytes_);
  if (end_ + kPadding == buffer_.size()) {
    buffer_.resize(std::max(kFirstBuffer, std::min(2 * end_, most)) + kPadding);
  }
  const std::size_t got = source_->read(std::span(buffer_).subspan(end_, buffer_.size() - kPadding - end_));
  const bool first = bytes_read_ == 0 && line_number_ == 0 && end_ == 0;
  end_ += got;
  at_end_ = got == 0;
  if (first && std::string_view(buffer_.data(), end_).starts_with("\xEF\xBB\xBF")) begin_ = 3;
  return !at_end_;
}

std::optional<std::string_view> LineReader::next() {
  std::size_t searched = begin_;
  while (true) {
    const char* from = buffer_.data() + searched;
    const auto* found = static_cast<const char*>(std::memchr(from, '\n', end_ - searched));
    std::size_t stop = found != nullptr ? static_cast<std::size_t>(found - buffer_.data()) : end_;
    if (found == nullptr) {
      const std::size_t unread = end_ - begin_;
      if (fill()) {
        searched = begin_ + unread;
        continue;
      }
      if (begin_ == end_) return std::nullopt;
      stop = end_;
    }
    std::string_view line(buffer_.data() + begin_, stop - begin_);
    begin_ = std::min(stop + 1, end_);
    bytes_read_ += line.size() + 1;
    ++line_number_;
    has_line_end_ = found != nullptr;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > max_line_bytes_) throw line_too_long(name(), line_number_, max_line_bytes_);
    return line;
  }
}

}  // namespace awe::bytes
