// The columns of the lines of an edge list: separators, and a header if there is one.
//
// Columns are separated by blanks, tabs or commas, or by semicolons if the first line has these instead. A first line
// that names the two ends (source and target, from and to, ...) is a header: columns are then found by their names, in
// any order, and fields may be quoted. Cost: O(bytes); without a header nothing is copied.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "readers/formats.h"

namespace awe::readers {

// u, v and the weight (or the data) of a line, as far as they are there.
struct Columns {
  std::string_view part[4];  // a fourth is already an error, so further ones do not matter
  std::size_t count = 0;
  bool empty_part = false;  // two commas in a row, or a comma at either end
};

class EdgeColumns {
 public:
  // The columns of a line that is not empty; nothing for the header. Valid until the next call and as long as the line.
  // Throws Error(malformed) for a line that does not fit the header.
  [[nodiscard]] std::optional<Columns> of(std::string_view line, const Place& place);
  // Whether lines of two integers, without anything else, may be read without this object.
  [[nodiscard]] bool plain() const noexcept {
    return separator_ != ';' && (!header_ || (header_->count == 2 && header_->usual()));
  }
  // To be called for lines that were read so: they are numbers.
  void saw_plain() noexcept { begun_ = numbers_ = true; }

  // To be called at the end. Throws Error(malformed) if the first line alone is not numbers: it must be a header whose
  // names are not known.
  void check_first(std::string_view file) const;
  // The columns of the header that are not read.
  [[nodiscard]] const std::vector<std::string>& unread() const noexcept { return unread_; }

 private:
  struct Header {
    std::size_t from = 0, to = 0, count = 0;
    std::optional<std::size_t> weight;
    // u, v or u, v, weight, in this order and nothing else.
    [[nodiscard]] bool usual() const noexcept { return from == 0 && to == 1 && count == (weight ? 3u : 2u); }
  };
  void begin(std::string_view line, std::uint64_t line_number);
  [[nodiscard]] Columns by_header(std::string_view line, const Place& place);

  bool begun_ = false;
  char separator_ = '\0';  // of the header, or ';'; 0: blanks, tabs and commas
  std::optional<Header> header_;
  std::vector<std::string> fields_, unread_;
  std::string first_;             // the first line, if its ends are not numbers
  std::uint64_t first_line_ = 0;  // its number; 0: the ends are numbers, or those of a later line are not
  bool numbers_ = false;          // later lines have been read
};

}  // namespace awe::readers
