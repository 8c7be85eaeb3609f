#include "folds/item_classes.h"

#include <algorithm>
#include <map>

#include "awe/error.h"
#include "base/number.h"

namespace awe::folds {

NumberedClasses number_classes(std::span<const std::string> of_items, const std::string& what) {
  NumberedClasses numbered;
  auto& names = numbered.names;
  names.assign(of_items.begin(), of_items.end());
  const bool integers =
      std::all_of(names.begin(), names.end(), [](const auto& n) { return base::parse_integer(n).has_value(); });
  const auto before = [&](const std::string& a, const std::string& b) {
    return integers && *base::parse_integer(a) != *base::parse_integer(b)
               ? *base::parse_integer(a) < *base::parse_integer(b)
               : a < b;
  };
  std::sort(names.begin(), names.end(), before);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() < 2) throw Error(ErrorKind::usage, "there must be " + what + " of at least two classes");
  std::map<std::string, int> number;
  for (std::size_t i = 0; i < names.size(); ++i) number[names[i]] = static_cast<int>(i);
  for (const std::string& name : of_items) numbered.classes.push_back(number[name]);
  return numbered;
}

}  // namespace awe::folds
