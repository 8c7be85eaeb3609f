// The numbers that a regression predicts: one or more per item. For splits the items are divided into strata of equal
// size by the first number, so that every fold covers its whole range.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "folds/item_classes.h"

namespace awe::folds {

struct ItemNumbers {
  std::vector<std::string> names;  // of the targets
  std::vector<double> values;      // items x targets, row-major

  [[nodiscard]] std::size_t targets() const noexcept { return names.size(); }
  [[nodiscard]] double at(std::size_t item, std::size_t target) const noexcept {
    return values[item * names.size() + target];
  }
  // Adds the numbers of one more item. Throws Error(usage) if there are more or fewer than for the others; without
  // names, the first item decides how many there are, and they are called target (or target 1, target 2, ...).
  void add(std::span<const double> numbers, const std::string& id);
  // Those of these items alone.
  [[nodiscard]] ItemNumbers select(std::span<const std::uint32_t> items) const;
};

// Numbers separated by commas; nullopt if one of them is missing (base/number.h). Throws Error(usage) for a text that
// is no finite number; `id` is that of the item.
[[nodiscard]] std::optional<std::vector<double>> parse_numbers(std::string_view text, const std::string& id);

// Ten strata at most, of at least ten items each, by the first number; equal numbers are ordered by id.
[[nodiscard]] NumberedClasses strata_of(const ItemNumbers& numbers, std::span<const std::string> ids);

}  // namespace awe::folds
