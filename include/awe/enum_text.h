// Conversion between enumerations and texts: a table of names beside the declaration of an enumeration provides
// to_string(value) and parse<Enum>(text). The names are used on the command line and in files, so they never change.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "awe/error.h"

namespace awe {

// A table of every value with its name, in the order in which messages and help list them.
template <class E, std::size_t N>
using EnumNames = std::array<std::pair<E, std::string_view>, N>;

// Specialised for each enumeration that has texts, with these static members:
//   kWhat   what messages call a value, for example "format"
//   kNames  its EnumNames
template <class E>
struct EnumText;

// An enumeration for which EnumText is specialised.
template <class E>
concept NamedEnum = requires {
  EnumText<E>::kWhat;
  EnumText<E>::kNames;
};

// The name of the value; empty for a value that is not in the table. O(values).
template <NamedEnum E>
[[nodiscard]] constexpr std::string_view to_string(E value) noexcept {
  for (const auto& [known, name] : EnumText<E>::kNames) {
    if (known == value) return name;
  }
  return {};
}

// The value with this name, or nothing. O(values).
template <NamedEnum E>
[[nodiscard]] constexpr std::optional<E> find_enum(std::string_view text) noexcept {
  for (const auto& [value, name] : EnumText<E>::kNames) {
    if (name == text) return value;
  }
  return std::nullopt;
}

// All names, in the order of the table.
template <NamedEnum E>
[[nodiscard]] std::vector<std::string> enum_names() {
  std::vector<std::string> names;
  for (const auto& [value, name] : EnumText<E>::kNames) names.emplace_back(name);
  return names;
}

// The message for an unknown name: "'xlsx' is not a format; use tu, edgelist or jsonl".
[[nodiscard]] std::string unknown_name(std::string_view text, std::string_view what,
                                       const std::vector<std::string>& choices);

// The value with this name. Throws Error(usage), which lists the valid names, if there is none.
template <NamedEnum E>
[[nodiscard]] E parse(std::string_view text) {
  if (const auto value = find_enum<E>(text)) return *value;
  throw Error(ErrorKind::usage, unknown_name(text, EnumText<E>::kWhat, enum_names<E>()));
}

}  // namespace awe
