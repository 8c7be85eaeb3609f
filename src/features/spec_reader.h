// Tokens of the text of --features, and errors that point into the text.
#pragma once

#include <string>
#include <string_view>

#include "awe/error.h"

namespace awe::features {

// A position in the text. Whitespace after a token is skipped with it, so the position is always at a token or the end.
class SpecReader {
 public:
  explicit SpecReader(std::string_view text) : text_(text) { skip_blanks(); }

  struct Token {
    std::size_t at;
    std::string_view text;  // empty: no such token here
  };

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] bool sees(std::string_view symbol) const { return text_.substr(at_).starts_with(symbol); }
  [[nodiscard]] bool sees_number() const { return is_digit(char_at(at_)) || char_at(at_) == '.'; }

  bool accept(std::string_view symbol) {
    if (!sees(symbol)) return false;
    take(at_ + symbol.size());
    return true;
  }
  void expect(std::string_view symbol, const std::string& otherwise) {
    if (!accept(symbol)) refuse(at_, otherwise);
  }

  // A letter, then letters, digits and '-'.
  Token word() {
    std::size_t end = at_;
    if (is_letter(char_at(end))) {
      while (is_letter(char_at(end)) || is_digit(char_at(end)) || char_at(end) == '-') ++end;
    }
    return take(end);
  }
  Token digits() { return take(after_digits(at_)); }
  // Digits with an optional point and exponent.
  Token real() {
    std::size_t end = after_digits(at_);
    if (char_at(end) == '.') end = after_digits(end + 1);
    if (char_at(end) == 'e' || char_at(end) == 'E') {
      const bool sign = char_at(end + 1) == '+' || char_at(end + 1) == '-';
      const std::size_t exponent = end + (sign ? 2 : 1);
      if (is_digit(char_at(exponent))) end = after_digits(exponent);
    }
    return take(end);
  }

  [[noreturn]] void refuse(std::size_t at, const std::string& reason) const {
    std::string shown(text_);  // on one line, with the bytes at the same columns
    for (char& c : shown) {
      if (is_blank(c)) c = ' ';
      if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
    }
    throw Error(ErrorKind::usage, "`features`: " + reason + "\n  " + shown + "\n  " + std::string(at, ' ') + "^");
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  [[nodiscard]] char char_at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  [[nodiscard]] std::size_t after_digits(std::size_t i) const {
    while (is_digit(char_at(i))) ++i;
    return i;
  }
  void skip_blanks() {
    while (is_blank(char_at(at_))) ++at_;
  }
  Token take(std::size_t end) {
    const Token token{at_, text_.substr(at_, end - at_)};
    at_ = end;
    skip_blanks();
    return token;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace awe::features
