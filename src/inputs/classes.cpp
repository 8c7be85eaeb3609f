#include "inputs/classes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_set>
#include <utility>
#include <vector>

#include "awe/error.h"
#include "base/number.h"
#include "bytes/csv_field.h"
#include "bytes/line_reader.h"
#include "inputs/detection.h"
#include "inputs/file_names.h"

namespace awe::inputs {
namespace {

using readers::Graphs;
using Fields = std::vector<std::string>;

constexpr std::string_view kIdNames[] = {"id",         "name", "graph",    "graph_id",  "graphid",
                                         "graph_name", "file", "filename", "file_name", "path"};
constexpr std::string_view kClassNames[] = {"class", "label", "target", "y", "category", "graph_label"};

char separator_of(std::string_view line) {
  for (const char separator : {'\t', ',', ';'}) {
    if (line.find(separator) != line.npos) return separator;
  }
  return ' ';
}

Fields fields_of(std::string_view line, char separator, const bytes::LineReader& reader) {
  auto fields = bytes::csv_fields(line, separator);
  if (!fields) throw reader.malformed("a quote is left open; close it on the same line");
  for (std::string& field : *fields) field = std::string(base::trim(field));
  if (separator == ' ') std::erase(*fields, "");
  return std::move(*fields);
}

// The place of the first field that is one of these names, in any case; the number of fields if there is none.
template <std::size_t N>
std::size_t find_named(const Fields& fields, const std::string_view (&names)[N]) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const std::string& field) {
    return std::find(std::begin(names), std::end(names), lower_case(field)) != std::end(names);
  });
  return static_cast<std::size_t>(found - fields.begin());
}

std::string joined(const Fields& fields) {
  std::string text;
  for (const std::string& field : fields) text += (text.empty() ? "" : ", ") + field;
  return text;
}

struct Columns {
  std::size_t count = 0, id = 0;
  std::vector<std::size_t> values = {1};  // of the class, or of several numbers
  bool header = false;
};

// The column of this name, or of this number from 1; nullopt if there is none.
std::optional<std::size_t> column_at(const Fields& first, const std::string& name) {
  const auto exact = std::find(first.begin(), first.end(), name);
  if (exact != first.end()) return static_cast<std::size_t>(exact - first.begin());
  const auto number = base::parse_unsigned(name);
  if (number && *number >= 1 && *number <= first.size()) return static_cast<std::size_t>(*number) - 1;
  return std::nullopt;
}

// The columns that the user named: [ID=]COLUMN[,COLUMN...]. A column of the whole name comes first.
Columns named_columns(const Fields& first, std::string wanted, TargetKind kind, const bytes::LineReader& reader) {
  Columns columns{first.size(), first.size(), {}};
  const auto take = [&](const std::string& name) {
    const auto found = column_at(first, name);
    if (!found) throw reader.malformed("no column '" + name + "' among " + joined(first) + "; name one of these");
    if (first[*found] == name) columns.header = true;
    return *found;
  };
  const std::size_t equals = wanted.find('=');
  if (!column_at(first, wanted) && equals != wanted.npos && column_at(first, wanted.substr(0, equals))) {
    columns.id = take(wanted.substr(0, equals));
    wanted.erase(0, equals + 1);
  }
  const bool several = !column_at(first, wanted) && wanted.find(',') != wanted.npos;
  if (several && kind == TargetKind::classes) {
    throw reader.malformed(
        "'" + wanted +
        "' names several columns; a class has one, the targets regression and multilabel may have several");
  }
  for (std::size_t begin = 0; begin <= wanted.size();) {
    const std::size_t end = several ? std::min(wanted.find(',', begin), wanted.size()) : wanted.size();
    columns.values.push_back(take(std::string(base::trim(wanted.substr(begin, end - begin)))));
    begin = end + 1;
  }
  if (std::find(columns.values.begin(), columns.values.end(), columns.id) != columns.values.end()) {
    throw reader.malformed("the column of the ids, " + first[columns.id] + ", is also one of " + wanted);
  }
  return columns;
}

// The columns of a table, from its first line.
Columns columns_of(const Fields& first, const std::string& wanted, TargetKind kind, const bytes::LineReader& reader) {
  Columns columns{first.size()};
  const std::size_t id = find_named(first, kIdNames);
  if (!wanted.empty()) {
    columns = named_columns(first, wanted, kind, reader);
  } else if (first.size() < 2) {
    throw reader.malformed("not id,class but '" + joined(first).substr(0, 40) + "'; write two fields per line");
  } else if (first.size() == 2) {
    if (id == 2) return columns;
    columns.values = {1 - id};
  } else {
    columns.values = {find_named(first, kClassNames)};
    if (columns.values.front() == first.size()) {
      throw reader.malformed("which of the columns " + joined(first) + " has the classes? Name it, as " +
                             reader.name() + ":" + first.back());
    }
    columns.header = true;
  }
  if (first.size() < 2) throw reader.malformed("one column only; write id and class");
  columns.header = columns.header || id < first.size();
  if (!wanted.empty() && columns.id < first.size()) return columns;
  const auto is_value = [&](std::size_t place) {
    return std::find(columns.values.begin(), columns.values.end(), place) != columns.values.end();
  };
  columns.id = id;
  for (std::size_t place = 0; columns.id == first.size() || is_value(columns.id); ++place) {
    if (place == first.size()) throw reader.malformed("no column is left for the ids; name it, as ID=" + wanted);
    columns.id = place;
  }
  return columns;
}

// The classes of a line in several columns, joined by commas; empty if all are missing.
std::string labels_of(const Fields& fields, const Columns& columns, const bytes::LineReader& reader) {
  std::string text;
  bool any = false;
  for (std::size_t i = 0; i < columns.values.size(); ++i) {
    const std::string& field = fields[columns.values[i]];
    if (field.find(',') != field.npos) {
      throw reader.malformed("a comma in the class '" + field.substr(0, 40) + "'; write the classes without commas");
    }
    any = any || !base::is_missing_number(field);
    text += (i == 0 ? "" : ",") + field;
  }
  return any ? text : "";
}

// The class of a line, or its numbers or classes of several columns, joined by commas; empty if it has none.
std::string value_of(const Fields& fields, const Columns& columns, TargetKind kind, const bytes::LineReader& reader) {
  if (kind == TargetKind::classes) return fields[columns.values.front()];
  if (kind == TargetKind::labels) return labels_of(fields, columns, reader);
  std::string text;
  bool whole = true;
  for (const std::size_t column : columns.values) {
    const bool missing = base::is_missing_number(fields[column]);
    const auto number = base::parse_real(fields[column]);
    if (!missing && !(number && std::isfinite(*number))) {
      throw reader.malformed("'" + fields[column].substr(0, 40) +
                             "' is not a finite number; write one, or leave the field empty");
    }
    whole = whole && !missing;
    text += (text.empty() ? "" : ",") + fields[column];
  }
  return whole ? text : "";
}

}  // namespace

ClassTable parse_classes(bytes::Bytes csv, const std::string& wanted, TargetKind kind) {
  bytes::LineReader reader(std::move(csv));
  ClassTable table;
  std::optional<Columns> columns;
  char separator = ',';
  bool any = false;
  while (const auto line = reader.next()) {
    const std::string_view text = base::trim(*line);
    if (text.empty() || text.starts_with('#')) continue;
    if (!columns) separator = separator_of(text);
    // The blanks at the ends of a line may be empty fields of a table with tabs.
    auto fields = fields_of(separator == '\t' ? *line : text, separator, reader);
    const bool first = !columns;
    if (first) columns = columns_of(fields, wanted, kind, reader);
    if (first && columns->header) continue;
    if (fields.size() != columns->count || fields[columns->id].empty()) {
      throw reader.malformed("not id,class but '" + std::string(text.substr(0, 40)) + "'; write " +
                             std::to_string(columns->count) + " fields per line, with an id and a class");
    }
    std::string value = value_of(fields, *columns, kind, reader);
    any = any || !value.empty();
    const auto [it, fresh] = table.try_emplace(std::move(fields[columns->id]), std::move(value));
    if (!fresh) throw reader.malformed("a second class for '" + it->first + "'; keep one");
  }
  if (!any) throw reader.malformed("holds no class; write lines of id,class");
  return table;
}

namespace {

// Ids that the names of graph files stand for, and the name in the table; null for those of two files.
std::unordered_map<std::string, const std::string*> file_aliases(const ClassTable& table) {
  std::unordered_map<std::string, const std::string*> aliases;
  for (const auto& [id, class_name] : table) {
    if (!format_of_extension(id)) continue;
    const std::string stem = stem_of(id);
    const std::string path = id.substr(0, id.rfind('/') + 1) + stem;
    for (const std::string& alias : {stem, path}) {
      const auto [it, fresh] = aliases.try_emplace(alias, &id);
      if (!fresh && it->second != &id) it->second = nullptr;
    }
  }
  return aliases;
}

class ClassedSource final : public GraphSource {
 public:
  ClassedSource(Graphs source, ClassTable table, ReadOptions options, bool partial)
      : source_(std::move(source)),
        table_(std::move(table)),
        aliases_(file_aliases(table_)),
        options_(std::move(options)),
        partial_(partial) {}

  std::optional<Graph> next() override {
    auto graph = source_->next();
    if (!graph) {
      if (!std::exchange(ended_, true)) end();
      return std::nullopt;
    }
    const std::string id = graph->name().empty() ? std::to_string(place_) : graph->name();
    ++place_;
    const auto found = find(id);
    if (found != table_.end()) used_.insert(&found->first);
    if (found == table_.end() || found->second.empty()) {
      ++without_;
      if (some_without_.size() < kFew) some_without_.push_back(id);
      return std::move(*graph).with_class(std::nullopt);
    }
    return std::move(*graph).with_class(found->second);
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_->count(); }

 private:
  [[nodiscard]] ClassTable::const_iterator find(const std::string& id) const {
    const auto found = table_.find(id);
    if (found != table_.end()) return found;
    const auto alias = aliases_.find(id);
    return alias == aliases_.end() || alias->second == nullptr ? table_.end() : table_.find(*alias->second);
  }

  void end() const {
    std::vector<std::string> unused;
    for (const auto& [id, class_name] : table_) {
      if (!used_.contains(&id)) unused.push_back(id);
    }
    std::sort(unused.begin(), unused.end());  // the order of the table depends on its hashes
    const std::string of = " of " + std::to_string(table_.size()) + " ids of " + options_.classes_file;
    if (used_.empty()) {
      throw readers::error_at(ErrorKind::malformed, readers::Place{options_.classes_file},
                              "no id in it (" + a_few(unused, unused.size()) + ") is that of a graph (" +
                                  a_few(some_without_, without_) +
                                  "); ids are names of graphs or files, or positions from 0");
    }
    if (!unused.empty() && !partial_) {
      options_.progress.tell(std::to_string(unused.size()) + of + " are those of no graph (" +
                             a_few(unused, unused.size()) + ")");
    }
    if (without_ > 0) {
      options_.progress.tell(std::to_string(without_) + " of " + std::to_string(place_) + " graphs have no class in " +
                             options_.classes_file + " (" + a_few(some_without_, without_) + ")");
    }
  }

  Graphs source_;
  ClassTable table_;
  std::unordered_map<std::string, const std::string*> aliases_;
  ReadOptions options_;
  bool partial_, ended_ = false;
  std::unordered_set<const std::string*> used_;
  std::uint64_t place_ = 0, without_ = 0;
  std::vector<std::string> some_without_;
};

}  // namespace

ClassTable read_classes(const std::string& path, const std::string& column, TargetKind kind) {
  bytes::Peeked csv = bytes::peek(bytes::open_file(path), 2);
  if (bytes::is_gzip(csv.head)) csv.source = bytes::gunzip(std::move(csv.source));
  return parse_classes(std::move(csv.source), column, kind);
}

Graphs with_classes(Graphs source, const ReadOptions& options, bool partial) {
  return std::make_unique<ClassedSource>(
      std::move(source), read_classes(options.classes_file, options.classes_column, target_kind(options)), options,
      partial);
}

}  // namespace awe::inputs
