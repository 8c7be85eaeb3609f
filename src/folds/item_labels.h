// The classes of items in several columns: a class per item and column, or none where it is unknown. For splits an item
// belongs to the rarest of its classes, so that every fold has its share of rare ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "folds/item_classes.h"
#include "folds/item_numbers.h"

namespace awe::folds {

inline constexpr int kUnknownClass = -1;

struct ItemLabels {
  struct Column {
    std::string name;
    std::vector<std::string> classes;  // two or more; sorted: by value if all are integers, else by bytes
  };
  std::vector<Column> columns;
  std::vector<int> values;  // items x columns, row by row: index into the classes of the column, or kUnknownClass

  [[nodiscard]] int at(std::size_t item, std::size_t column) const noexcept {
    return values[item * columns.size() + column];
  }
  // Those of these items alone.
  [[nodiscard]] ItemLabels select(std::span<const std::uint32_t> items) const;
  // A column of 0 and 1 for each class of each column, one after the other; NaN where the class is unknown.
  [[nodiscard]] ItemNumbers one_hot() const;
};

// The texts of the columns, which are joined by commas; a missing one (base/number.h) is empty.
[[nodiscard]] std::vector<std::string> split_labels(std::string_view text);

// Whether one of them is not missing.
[[nodiscard]] bool any_label(std::string_view text);

// `texts` has one row of texts per item, as split_labels gives them. Names may be missing, or be one name that has
// commas: the columns are then called label 1, label 2, ... Throws Error(usage) for items with more or fewer texts than
// others, and for a column with fewer than two classes. `what` is the plural of the items ("graphs").
[[nodiscard]] ItemLabels labels_of(std::span<const std::vector<std::string>> texts, std::span<const std::string> ids,
                                   std::vector<std::string> names, const std::string& what);

// The rarest class of each item, as its stratum. Every item must have a class in some column.
[[nodiscard]] NumberedClasses strata_of(const ItemLabels& labels);

}  // namespace awe::folds
