#include "readers/edge_columns.h"

#include <algorithm>
#include <utility>

#include "base/number.h"
#include "bytes/csv_field.h"

namespace awe::readers {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Splits at blanks, tabs and commas, or at `separator` if it is set.
Columns split(std::string_view line, char separator) {
  Columns columns;
  std::size_t place = 0;
  bool after_comma = false;
  const char comma = separator == '\0' ? ',' : separator;
  while (true) {
    while (place < line.size() && is_blank(line[place])) ++place;
    if (place == line.size() || columns.count == 4) break;
    std::size_t stop = place;
    if (line[place] == '{') {
      stop = line.size();
    } else {
      while (stop < line.size() && !is_blank(line[stop]) && line[stop] != comma) ++stop;
    }
    if (stop == place) columns.empty_part = true;
    columns.part[columns.count++] = line.substr(place, stop - place);
    place = stop;
    while (place < line.size() && is_blank(line[place])) ++place;
    after_comma = place < line.size() && line[place] == comma;
    if (after_comma) ++place;
  }
  if (after_comma && columns.count < 4) columns.empty_part = true;
  return columns;
}

// Semicolons separate columns if the line has no commas and no blanks within a column.
bool has_semicolons(std::string_view line) {
  if (line.find(';') == line.npos || line.find(',') != line.npos) return false;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(';'), line.size());
    if (base::trim(line.substr(0, end)).find_first_of(" \t") != line.npos) return false;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return true;
}

// All fields of a line, without quotes. Separator 0: blanks.
std::optional<std::vector<std::string>> fields_of(std::string_view line, char separator) {
  std::string blanks;
  if (separator == '\0') {
    blanks = line;
    std::replace(blanks.begin(), blanks.end(), '\t', ' ');
    line = blanks;
  }
  auto fields = bytes::csv_fields(line, separator == '\0' ? ' ' : separator);
  if (!fields) return std::nullopt;
  for (std::string& field : *fields) field = std::string(base::trim(field));
  if (separator == '\0') std::erase(*fields, "");
  return fields;
}

std::string lower_letters(std::string_view text) {
  std::string lower;
  for (const char c : text) {
    if (c != '_' && c != ' ' && c != '-') lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return lower;
}

// Without case, '_' and '-'.
constexpr std::pair<std::string_view, std::string_view> kEnds[] = {
    {"source", "target"},         {"from", "to"},         {"src", "dst"},           {"src", "dest"},
    {"source", "destination"},    {"source", "dest"},     {"sourceid", "targetid"}, {"fromid", "toid"},
    {"srcid", "dstid"},           {"fromnode", "tonode"}, {"node1", "node2"},       {"fromnodeid", "tonodeid"},
    {"sourcenode", "targetnode"}, {"id1", "id2"},         {"nodeid1", "nodeid2"},   {"vertex1", "vertex2"},
    {"startnode", "endnode"},     {"caller", "callee"},   {"citing", "cited"},
};
constexpr std::string_view kWeights[] = {"weight", "edgeweight", "weights"};

bool is_number(std::string_view text) { return base::parse_real(text).has_value(); }

}  // namespace

void EdgeColumns::begin(std::string_view line, std::uint64_t line_number) {
  begun_ = true;
  if (has_semicolons(line)) separator_ = ';';
  const char separator = separator_ != '\0'             ? separator_
                         : line.find(',') != line.npos  ? ','
                         : line.find('\t') != line.npos ? '\t'
                                                        : '\0';
  const auto names = fields_of(line, separator);
  if (!names) return;
  std::vector<std::string> lower;
  for (const std::string& name : *names) lower.push_back(lower_letters(name));
  const auto find = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find(lower.begin(), lower.end(), name) - lower.begin());
  };
  for (const auto& [first, second] : kEnds) {
    const std::size_t from = find(first), to = find(second);
    if (from == lower.size() || to == lower.size()) continue;
    header_ = Header{from, to, lower.size(), std::nullopt};
    for (const std::string_view weight : kWeights) {
      if (const std::size_t place = find(weight); place < lower.size() && !header_->weight) header_->weight = place;
    }
    for (std::size_t i = 0; i < lower.size(); ++i) {
      if (i != from && i != to && i != header_->weight) unread_.push_back((*names)[i]);
    }
    separator_ = separator;
    return;
  }
  const Columns columns = split(line, separator_);
  if (columns.count < 2 || is_number(columns.part[0]) || is_number(columns.part[1])) return;
  first_ = line;
  first_line_ = line_number;
}

Columns EdgeColumns::by_header(std::string_view line, const Place& place) {
  auto fields = fields_of(line, separator_);
  if (!fields) throw error_at(ErrorKind::malformed, place, "a quote is left open; close it on the same line");
  if (fields->size() != header_->count) {
    // Without other columns, lines need not have the separators of the header.
    if (header_->usual()) return split(line, separator_ == ';' ? ';' : '\0');
    throw error_at(ErrorKind::malformed, place,
                   std::to_string(fields->size()) + " columns, but the header has " + std::to_string(header_->count) +
                       "; give every line the same number");
  }
  fields_ = std::move(*fields);
  Columns columns;
  const auto add = [&](std::size_t column) {
    columns.part[columns.count++] = fields_[column];
    columns.empty_part = columns.empty_part || fields_[column].empty();
  };
  add(header_->from);
  add(header_->to);
  if (header_->weight) add(*header_->weight);
  return columns;
}

std::optional<Columns> EdgeColumns::of(std::string_view line, const Place& place) {
  if (!begun_) {
    begin(line, place.line);
    if (header_) return std::nullopt;
    return split(line, separator_);
  }
  if (header_) return by_header(line, place);
  const Columns columns = split(line, separator_);
  if (first_line_ != 0) {
    numbers_ = true;
    if (columns.count < 2 || !is_number(columns.part[0]) || !is_number(columns.part[1])) first_line_ = 0;
  }
  return columns;
}

void EdgeColumns::check_first(std::string_view file) const {
  if (first_line_ == 0 || !numbers_) return;
  throw error_at(ErrorKind::malformed, Place{file, first_line_},
                 "'" + first_.substr(0, 40) +
                     "' looks like a header, since all other lines are numbers; name its columns source and target, or "
                     "begin it with #");
}

}  // namespace awe::readers
