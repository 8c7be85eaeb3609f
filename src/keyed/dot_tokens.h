// The tokens of the DOT language (https://graphviz.org/doc/info/lang.html): ids of four kinds, punctuation, and the
// arrows of edges. Comments and lines that begin with '#' are skipped. Cost: O(bytes).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "keyed/keyed.h"

namespace awe::keyed {

struct DotToken {
  enum Kind { end, id, mark, arrow, line };  // mark: one of {}[];,:=
  Kind kind = end;
  std::string text;      // of an id, without quotes and escapes; an HTML text keeps its outer < and >
  bool quoted = false;   // such an id is no keyword
  char character = 0;    // of a mark
  std::uint64_t at = 0;  // line in the file

  [[nodiscard]] bool is(char c) const noexcept { return kind == mark && character == c; }
  // Whether this is a keyword, given in lower case; keywords are not case-sensitive.
  [[nodiscard]] bool is_word(std::string_view lower) const noexcept;
};

class DotTokens {
 public:
  DotTokens(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  [[nodiscard]] const DotToken& peek();
  DotToken take();
  [[nodiscard]] Error malformed(std::uint64_t line, std::string_view reason) const {
    return readers::error_at(ErrorKind::malformed, Place{file_, line}, reason);
  }

 private:
  [[nodiscard]] DotToken read();
  void skip_blanks();
  void take_quoted(DotToken& token);
  void take_html(DotToken& token);
  void take_plain(DotToken& token);
  [[nodiscard]] char now(std::size_t ahead = 0) const {
    return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
  }

  std::string_view text_, file_;
  std::size_t place_ = 0;
  std::uint64_t line_ = 1;
  bool line_start_ = true;
  DotToken next_;
  bool has_next_ = false;
};

// What a message calls a token.
[[nodiscard]] std::string describe(const DotToken& token);

}  // namespace awe::keyed
