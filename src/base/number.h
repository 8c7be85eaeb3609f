// Converts numbers to text and back independently of the locale, with from_chars and to_chars.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace awe::base {

// Return nullopt unless the whole text is the number. A leading '+' is not accepted.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text) noexcept;
[[nodiscard]] std::optional<std::uint64_t> parse_unsigned(std::string_view text) noexcept;
// Accepts "inf" and "nan" as from_chars does; the caller decides whether they are allowed.
[[nodiscard]] std::optional<double> parse_real(std::string_view text) noexcept;

// Whether a field of a table stands for a number that is missing: empty, or nan, NA, n/a, null, none or ? in any case.
[[nodiscard]] bool is_missing_number(std::string_view text) noexcept;

// The shortest text that reads back as the same double.
[[nodiscard]] std::string format_real(double value);
void append_real(std::string& out, double value);
void append_unsigned(std::string& out, std::uint64_t value);

// True for decimal text as std::to_string would write it: no leading zeros, no '+', no "-0".
[[nodiscard]] bool is_canonical_integer(std::string_view text) noexcept;

// Removes the white space of text formats at both ends: space, tab and carriage return, regardless of the locale.
[[nodiscard]] std::string_view trim(std::string_view text) noexcept;

}  // namespace awe::base
