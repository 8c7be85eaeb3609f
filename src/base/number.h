// Numbers to text and back, the same in every locale. Built on from_chars and to_chars.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace awe::base {

// The whole text must be the number; otherwise nothing. A leading '+' is not accepted.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text) noexcept;
[[nodiscard]] std::optional<std::uint64_t> parse_unsigned(std::string_view text) noexcept;
// Accepts "inf" and "nan" as from_chars does: the caller decides whether they are allowed.
[[nodiscard]] std::optional<double> parse_real(std::string_view text) noexcept;

// Shortest text that reads back to the same double.
[[nodiscard]] std::string format_real(double value);
void append_real(std::string& out, double value);
void append_unsigned(std::string& out, std::uint64_t value);

// True for the decimal text that std::to_string would give: no leading zeros, no '+', no "-0".
[[nodiscard]] bool is_canonical_integer(std::string_view text) noexcept;

// White space of text formats: space, tab, carriage return, and nothing that depends on the locale.
[[nodiscard]] std::string_view trim(std::string_view text) noexcept;

}  // namespace awe::base
