#include "folds/item_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"
#include "base/number.h"

namespace awe::folds {

void ItemNumbers::add(std::span<const double> numbers, const std::string& id) {
  if (values.empty() && numbers.size() == 1 && names.size() > 1) names.clear();  // a comma within one name
  for (std::size_t i = 0; names.size() < numbers.size() && values.empty(); ++i) {
    names.push_back(numbers.size() == 1 ? "target" : "target " + std::to_string(i + 1));
  }
  if (numbers.size() != names.size()) {
    throw Error(ErrorKind::usage, "item " + id + " has " + base::counted(numbers.size(), "number") + " where " +
                                      std::to_string(names.size()) + " are expected; give every item as many");
  }
  values.insert(values.end(), numbers.begin(), numbers.end());
}

ItemNumbers ItemNumbers::select(std::span<const std::uint32_t> items) const {
  ItemNumbers kept{names, {}};
  for (const std::uint32_t item : items) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(item * names.size());
    kept.values.insert(kept.values.end(), begin, begin + static_cast<std::ptrdiff_t>(names.size()));
  }
  return kept;
}

std::optional<std::vector<double>> parse_numbers(std::string_view text, const std::string& id) {
  std::vector<double> numbers;
  bool whole = true;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view field = base::trim(text.substr(0, comma));
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
    if (base::is_missing_number(field)) {
      whole = false;
      continue;
    }
    const auto number = base::parse_real(field);
    if (!number || !std::isfinite(*number)) {
      throw Error(ErrorKind::usage, "'" + std::string(field.substr(0, 40)) + "' of item " + id +
                                        " is not a finite number, which a regression needs; correct it, or leave it "
                                        "empty to skip the item");
    }
    numbers.push_back(*number);
  }
  return whole ? std::optional(std::move(numbers)) : std::nullopt;
}

NumberedClasses strata_of(const ItemNumbers& numbers, std::span<const std::string> ids) {
  constexpr std::size_t kStrata = 10, kLeast = 10;
  const std::size_t count = std::clamp<std::size_t>(ids.size() / kLeast, 1, kStrata);
  std::vector<std::uint32_t> order(ids.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (numbers.at(a, 0) != numbers.at(b, 0)) return numbers.at(a, 0) < numbers.at(b, 0);
    return ids[a] != ids[b] ? ids[a] < ids[b] : a < b;
  });
  NumberedClasses strata{std::vector<int>(ids.size()), {}};
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    strata.classes[order[rank]] = static_cast<int>(rank * count / order.size());
  }
  for (std::size_t k = 0; k < count; ++k) strata.names.push_back("stratum " + std::to_string(k));
  return strata;
}

}  // namespace awe::folds
