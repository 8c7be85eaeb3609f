// The items that a protocol classifies, by what splits and scores ask of them: an id and a class each.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace awe::folds {

// Where they lie; the owner keeps them alive.
struct ItemClasses {
  std::span<const std::string> ids;
  std::span<const int> classes;              // index into class_names
  std::span<const std::string> class_names;  // two or more

  [[nodiscard]] std::size_t size() const noexcept { return ids.size(); }
};

struct NumberedClasses {
  std::vector<int> classes;        // one a name given, index into `names`
  std::vector<std::string> names;  // distinct, sorted: by value if all are integers, else by bytes
};

// Throws Error(usage) if there are fewer than two classes; `what` is the plural of the items ("graphs").
[[nodiscard]] NumberedClasses number_classes(std::span<const std::string> of_items, const std::string& what);

}  // namespace awe::folds
