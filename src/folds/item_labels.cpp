#include "folds/item_labels.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"
#include "base/number.h"

namespace awe::folds {

ItemLabels ItemLabels::select(std::span<const std::uint32_t> items) const {
  ItemLabels kept{columns, {}};
  for (const std::uint32_t item : items) {
    for (std::size_t column = 0; column < columns.size(); ++column) kept.values.push_back(at(item, column));
  }
  return kept;
}

ItemNumbers ItemLabels::one_hot() const {
  ItemNumbers numbers;
  for (const Column& column : columns) {
    for (const std::string& name : column.classes) numbers.names.push_back(column.name + "=" + name);
  }
  numbers.values.reserve(values.size() / std::max<std::size_t>(1, columns.size()) * numbers.names.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t classes = columns[i % columns.size()].classes.size();
    for (std::size_t k = 0; k < classes; ++k) {
      numbers.values.push_back(values[i] == kUnknownClass         ? std::numeric_limits<double>::quiet_NaN()
                               : values[i] == static_cast<int>(k) ? 1
                                                                  : 0);
    }
  }
  return numbers;
}

std::vector<std::string> split_labels(std::string_view text) {
  std::vector<std::string> found;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view field = base::trim(text.substr(0, comma));
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
    found.emplace_back(base::is_missing_number(field) ? std::string_view() : field);
  }
  return found;
}

bool any_label(std::string_view text) {
  const std::vector<std::string> all = split_labels(text);
  return std::any_of(all.begin(), all.end(), [](const std::string& one) { return !one.empty(); });
}

ItemLabels labels_of(std::span<const std::vector<std::string>> texts, std::span<const std::string> ids,
                     std::vector<std::string> names, const std::string& what) {
  if (texts.empty()) throw Error(ErrorKind::usage, "there are no " + what + " with classes");
  const std::size_t width = texts.front().size();
  if (width == 1 && names.size() > 1) names.clear();  // a comma within one name
  for (std::size_t i = 0; names.size() < width; ++i) names.push_back("label " + std::to_string(i + 1));
  ItemLabels labels;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].size() == names.size()) continue;
    throw Error(ErrorKind::usage, "item " + ids[i] + " has classes in " + base::counted(texts[i].size(), "column") +
                                      " where " + std::to_string(names.size()) +
                                      " are expected; give every item as many, empty where unknown");
  }
  labels.values.assign(texts.size() * width, kUnknownClass);
  for (std::size_t column = 0; column < width; ++column) {
    std::vector<std::string> known;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (texts[i][column].empty()) continue;
      known.push_back(texts[i][column]);
      places.push_back(i);
    }
    NumberedClasses numbered = number_classes(known, what + " in column " + names[column]);
    for (std::size_t k = 0; k < places.size(); ++k) labels.values[places[k] * width + column] = numbered.classes[k];
    labels.columns.push_back({std::move(names[column]), std::move(numbered.names)});
  }
  return labels;
}

NumberedClasses strata_of(const ItemLabels& labels) {
  const std::size_t width = labels.columns.size(), items = labels.values.size() / width;
  std::vector<std::size_t> first;  // class of each column
  NumberedClasses strata;
  for (const ItemLabels::Column& column : labels.columns) {
    first.push_back(strata.names.size());
    for (const std::string& name : column.classes) strata.names.push_back(column.name + "=" + name);
  }
  const auto place = [&](std::size_t item, std::size_t column) {
    return first[column] + static_cast<std::size_t>(labels.at(item, column));
  };
  std::vector<std::size_t> sizes(strata.names.size(), 0);
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t column = 0; column < width; ++column) {
      if (labels.at(i, column) != kUnknownClass) ++sizes[place(i, column)];
    }
  }
  for (std::size_t i = 0; i < items; ++i) {
    std::size_t rarest = 0, least = std::numeric_limits<std::size_t>::max();
    for (std::size_t column = 0; column < width; ++column) {
      if (labels.at(i, column) == kUnknownClass || sizes[place(i, column)] >= least) continue;
      rarest = place(i, column);
      least = sizes[rarest];
    }
    strata.classes.push_back(static_cast<int>(rarest));
  }
  return strata;
}

}  // namespace awe::folds
