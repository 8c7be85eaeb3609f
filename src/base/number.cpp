#include "base/number.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace awe::base {
namespace {

template <class Number>
std::optional<Number> parse_whole(std::string_view text) noexcept {
  Number value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return value;
}

template <class Number>
void append_number(std::string& out, Number value) {
  char buffer[40];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  out.append(buffer, result.ptr);
}

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) noexcept { return parse_whole<std::int64_t>(text); }
std::optional<std::uint64_t> parse_unsigned(std::string_view text) noexcept { return parse_whole<std::uint64_t>(text); }
std::optional<double> parse_real(std::string_view text) noexcept { return parse_whole<double>(text); }

void append_real(std::string& out, double value) { append_number(out, value); }
void append_unsigned(std::string& out, std::uint64_t value) { append_number(out, value); }

bool is_missing_number(std::string_view text) noexcept {
  constexpr std::string_view kMissing[] = {"", "nan", "na", "n/a", "null", "none", "?"};
  return std::any_of(std::begin(kMissing), std::end(kMissing), [&](std::string_view word) {
    return std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
  });
}

std::string format_real(double value) {
  std::string text;
  append_real(text, value);
  return text;
}

bool is_canonical_integer(std::string_view text) noexcept {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || (digits.front() == '0' && (digits.size() > 1 || negative))) return false;
  return parse_integer(text).has_value();
}

std::string_view trim(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace awe::base
