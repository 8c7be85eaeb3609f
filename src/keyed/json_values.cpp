#include "keyed/json_values.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "base/number.h"

namespace awe::keyed {

JsonValues::JsonValues(bytes::Bytes source, std::size_t max_bytes)
    : source_(std::move(source)), max_bytes_(max_bytes), buffer_((std::size_t{1} << 16) + kPadding) {}

// Reads more bytes; returns false at the end. Bytes from begin_ on are kept, possibly at another place.
bool JsonValues::fill() {
  if (at_end_) return false;
  if (end_ - begin_ > max_bytes_) throw bytes::line_too_long(name(), lines_, max_bytes_);
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - kPadding - end_ < buffer_.size() / 2) buffer_.resize(2 * buffer_.size());
  const std::size_t got = source_->read(std::span(buffer_).subspan(end_, buffer_.size() - kPadding - end_));
  end_ += got;
  at_end_ = got == 0;
  return !at_end_;
}

// Returns false at the end of the input.
bool JsonValues::skip_blanks() {
  while (true) {
    for (; begin_ < end_; ++begin_) {
      const char c = buffer_[begin_];
      if (c == '\n') ++lines_;
      if (c != ' ' && c != '\t' && c != '\r' && c != '\n') return true;
    }
    if (!fill()) return false;
  }
}

std::string_view JsonValues::take(std::size_t length) {
  const std::string_view text(buffer_.data() + begin_, length);
  line_number_ = lines_;
  lines_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  begin_ += length;
  return text;
}

// The length of the line at begin_, without its line end.
std::size_t JsonValues::line_length() {
  std::size_t seen = 0;
  while (true) {
    const char* const from = buffer_.data() + begin_ + seen;
    const void* found = std::memchr(from, '\n', end_ - begin_ - seen);
    if (found != nullptr) {
      seen = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data()) - begin_;
    } else {
      seen = end_ - begin_;
      if (fill()) continue;
    }
    if (seen > max_bytes_) throw bytes::line_too_long(name(), lines_, max_bytes_);
    return seen;
  }
}

// The length of the object at begin_; nullopt if the line (one_line) or the input ends before it does.
std::optional<std::size_t> JsonValues::object_length(bool one_line) {
  std::size_t depth = 0, seen = 0;
  bool in_text = false, escaped = false;
  while (true) {
    for (; begin_ + seen < end_; ++seen) {
      const char c = buffer_[begin_ + seen];
      if (one_line && c == '\n') return std::nullopt;
      if (in_text) {
        in_text = escaped || c != '"';
        escaped = !escaped && c == '\\';
      } else if (c == '"') {
        in_text = true;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if ((c == '}' || c == ']') && --depth == 0) {
        return seen + 1;
      }
    }
    if (!fill()) return std::nullopt;
  }
}

std::string_view JsonValues::take_first() {
  // An object that is not closed on its first line, in an input of several lines, extends over several lines.
  const bool object = buffer_[begin_] == '{';
  const bool closed = !object || object_length(true).has_value();
  const std::size_t line = line_length();
  const bool more = begin_ + line < end_;
  mode_ = closed || !more ? Mode::lines : Mode::objects;
  return mode_ == Mode::lines ? take(line) : take_object();
}

std::string_view JsonValues::take_object() {
  line_number_ = lines_;
  if (buffer_[begin_] != '{') {
    throw malformed("not the JSON of a graph (something else than an object); write objects one after another");
  }
  const auto length = object_length(false);
  if (!length) throw malformed("not the JSON of a graph (the object that begins here is not closed); close it");
  if (*length > max_bytes_) throw bytes::line_too_long(name(), lines_, max_bytes_);
  return take(*length);
}

std::optional<std::string_view> JsonValues::take_element() {
  const auto need = [this](bool holds, std::string_view reason) {
    line_number_ = lines_;
    if (!holds) throw malformed(std::string("not the JSON of a graph (").append(reason) + "); write [{...}, {...}]");
  };
  bool more = skip_blanks();
  if (more && !first_element_ && buffer_[begin_] == ',') {
    ++begin_;
    more = skip_blanks();
    need(!more || buffer_[begin_] != ']', "a comma before the end of a list");
  } else if (more && !first_element_) {
    need(buffer_[begin_] == ']', "elements of a list without a comma between them");
  }
  need(more, "the list is not closed");
  if (buffer_[begin_] == ']') {
    ++begin_;
    need(!skip_blanks(), "text after the list");
    mode_ = Mode::objects;  // which finds nothing more
    return std::nullopt;
  }
  need(buffer_[begin_] == '{', "a list of something else than objects");
  first_element_ = false;
  return take_object();
}

std::optional<std::string_view> JsonValues::next() {
  if (std::exchange(at_start_, false)) {
    while (end_ < 3 && fill()) {
    }
    if (std::string_view(buffer_.data(), end_).starts_with("\xEF\xBB\xBF")) begin_ = 3;
  }
  if (mode_ == Mode::list) return take_element();
  if (!skip_blanks()) return std::nullopt;
  if (mode_ == Mode::objects) return take_object();
  if (mode_ == Mode::lines) return base::trim(take(line_length()));
  if (buffer_[begin_] != '[') return base::trim(take_first());
  ++begin_;
  mode_ = Mode::list;
  return take_element();
}

}  // namespace awe::keyed
