#include "keyed/dot_tokens.h"

#include <algorithm>
#include <utility>

namespace awe::keyed {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

bool DotToken::is_word(std::string_view lower) const noexcept {
  if (kind != id || quoted || text.size() != lower.size()) return false;
  return std::equal(text.begin(), text.end(), lower.begin(),
                    [](char c, char want) { return (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) == want; });
}

std::string describe(const DotToken& token) {
  switch (token.kind) {
    case DotToken::end:
      return "the end of the file";
    case DotToken::id:
      return "'" + token.text.substr(0, 40) + "'";
    case DotToken::mark:
      return std::string("'") + token.character + "'";
    case DotToken::arrow:
      return "'->'";
    case DotToken::line:
      return "'--'";
  }
  return {};
}

const DotToken& DotTokens::peek() {
  if (!std::exchange(has_next_, true)) next_ = read();
  return next_;
}

DotToken DotTokens::take() {
  if (std::exchange(has_next_, false)) return std::move(next_);
  return read();
}

void DotTokens::skip_blanks() {
  while (place_ < text_.size()) {
    const char c = text_[place_];
    if (c == '\n') {
      ++line_;
      ++place_;
      line_start_ = true;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++place_;
    } else if ((c == '#' && line_start_) || (c == '/' && now(1) == '/')) {
      place_ = std::min(text_.find('\n', place_), text_.size());
    } else if (c == '/' && now(1) == '*') {
      const std::size_t close = text_.find("*/", place_ + 2);
      if (close == std::string_view::npos) throw malformed(line_, "a comment is left open; close it with */");
      line_ += static_cast<std::uint64_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(place_),
                                                     text_.begin() + static_cast<std::ptrdiff_t>(close), '\n'));
      place_ = close + 2;
    } else {
      line_start_ = false;
      return;
    }
  }
}

DotToken DotTokens::read() {
  skip_blanks();
  DotToken token;
  token.at = line_;
  const char c = now();
  if (place_ == text_.size()) return token;
  if (std::string_view("{}[];,:=").find(c) != std::string_view::npos) {
    token.kind = DotToken::mark;
    token.character = c;
    ++place_;
  } else if (c == '-' && (now(1) == '>' || now(1) == '-')) {
    token.kind = now(1) == '>' ? DotToken::arrow : DotToken::line;
    place_ += 2;
  } else {
    token.kind = DotToken::id;
    if (c == '"') {
      take_quoted(token);
    } else if (c == '<') {
      take_html(token);
    } else {
      take_plain(token);
    }
  }
  return token;
}

// Quoted texts may be joined by '+'. Only \" and a line end after \ are escapes; others belong to the text.
void DotTokens::take_quoted(DotToken& token) {
  token.quoted = true;
  while (true) {
    for (++place_;; ++place_) {
      if (place_ == text_.size()) throw malformed(token.at, "a quote is left open; close it");
      const char c = text_[place_];
      if (c == '"') break;
      if (c == '\n') ++line_;
      if (c != '\\') {
        token.text += c;
      } else if (now(1) == '"') {
        token.text += '"';
        ++place_;
      } else if (now(1) == '\n' || (now(1) == '\r' && now(2) == '\n')) {
        place_ += now(1) == '\n' ? 1 : 2;
        ++line_;
      } else {
        token.text += c;
        if (now(1) == '\\') {
          token.text += '\\';
          ++place_;
        }
      }
    }
    ++place_;
    skip_blanks();
    if (now() != '+') return;
    ++place_;
    skip_blanks();
    if (now() != '"') throw malformed(line_, "a + without a quoted text after it; add one");
  }
}

void DotTokens::take_html(DotToken& token) {
  token.quoted = true;
  std::size_t depth = 0, stop = place_;
  do {
    if (stop == text_.size()) throw malformed(token.at, "a text in < > is left open; close it with >");
    const char c = text_[stop++];
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (c == '\n') ++line_;
  } while (depth > 0);
  token.text = text_.substr(place_, stop - place_);
  place_ = stop;
}

// A name, or a number, which ends where it can no longer be one.
void DotTokens::take_plain(DotToken& token) {
  std::size_t stop = place_;
  if (is_letter(text_[place_])) {
    while (stop < text_.size() && (is_letter(text_[stop]) || is_digit(text_[stop]))) ++stop;
  } else {
    if (text_[stop] == '-') ++stop;
    const std::size_t digits = stop;
    bool point = false;
    while (stop < text_.size() && (is_digit(text_[stop]) || (text_[stop] == '.' && !point))) {
      point = point || text_[stop] == '.';
      ++stop;
    }
    const bool word_follows = stop < text_.size() && is_letter(text_[stop]);
    if (stop - digits == (point ? 1u : 0u) || word_follows) {
      throw malformed(line_, std::string("the character ") + (text_[place_] < ' ' ? '?' : text_[place_]) +
                                 " outside quotes; quote ids that are not words or numbers");
    }
  }
  token.text = text_.substr(place_, stop - place_);
  place_ = stop;
}

}  // namespace awe::keyed
