// Options that mean the same in every verb that has them: each is declared once, here.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/enum_text.h"
#include "awe/featurizer.h"
#include "outputs/output_unit.h"

namespace awe::cli {

// The sections of every help page.
inline constexpr const char* kInputGroup = "Input";
inline constexpr const char* kFeatureGroup = "Features";
inline constexpr const char* kOutputGroup = "Output";
inline constexpr const char* kRunGroup = "Run";

// Options declared from now on belong to this section.
void begin_group(CLI::App& verb, const char* group);

// Accepts 0, 1, ... 2^64 - 1: CLI11 alone would read both -1 and 2^64 as 2^64 - 1.
[[nodiscard]] CLI::Validator whole_number();

// An option that takes a whole number.
template <class T>
CLI::Option* add_count(CLI::App& verb, const std::string& name, T& value, const std::string& what) {
  return verb.add_option(name, value, what)->check(whole_number())->type_name("N");
}

// "{tu,edgelist,jsonl}".
[[nodiscard]] std::string in_braces(const std::vector<std::string>& names);

// Accepts these names; `what` is the noun used in messages.
[[nodiscard]] CLI::Validator one_of(std::string_view what, const std::vector<std::string>& names);

// An option that takes one of the names of an enum; `Value` is the enum or std::optional of it.
template <NamedEnum E, class Value>
CLI::Option* add_choice(CLI::App& verb, const std::string& name, Value& value, const std::string& what) {
  auto* option = verb.add_option_function<std::string>(
      name, [&value](const std::string& text) { value = parse<E>(text); }, what);
  return option->check(one_of(EnumText<E>::kWhat, enum_names<E>()))->type_name(in_braces(enum_names<E>()));
}
template <NamedEnum E>
CLI::Option* add_choice(CLI::App& verb, const std::string& name, E& value, const std::string& what) {
  return add_choice<E, E>(verb, name, value, what)->default_str(std::string(to_string(value)));
}

// Lengths of walks, both ends included.
struct LengthRange {
  int first = 0, last = 0;
  [[nodiscard]] std::vector<int> all() const;
};
// "7" or "2..7". Throws Error(usage).
[[nodiscard]] LengthRange parse_lengths(const std::string& text);

// -l,--length: a number or a range. `text` is to be passed to parse_lengths.
CLI::Option* add_length(CLI::App& verb, std::string& text, const std::string& what);
// --level and --nodes: what a row (or a document) represents.
void add_level(CLI::App& verb, Level& level, const std::string& what);
CLI::Option* add_nodes(CLI::App& verb, std::string& file);
// --memory: bytes, or a number with a unit. `what` names the data that may use this much memory.
CLI::Option* add_memory(CLI::App& verb, std::uint64_t& bytes, const std::string& what);
// --budget: steps of one graph.
CLI::Option* add_budget(CLI::App& verb, double& steps);
// --force: replace existing outputs.
CLI::Option* add_force(CLI::App& verb, bool& force);
// Claims a matrix and the files beside it, before the work begins; an empty path is none.
void claim_matrix(outputs::OutputUnit& unit, const std::string& path);

}  // namespace awe::cli
