#include "inputs/classes.h"

#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "bytes/csv_field.h"
#include "bytes/line_reader.h"

namespace awe::inputs {
namespace {

using readers::Graphs;

std::vector<std::string> fields_of(std::string_view line, const bytes::LineReader& reader) {
  auto fields = bytes::csv_fields(line);
  if (!fields) throw reader.malformed("a quote is left open; close it on the same line");
  for (std::string& field : *fields) field = std::string(base::trim(field));
  return std::move(*fields);
}

ClassTable read_table(bytes::Bytes csv) {
  bytes::LineReader reader(std::move(csv));
  ClassTable table;
  bool first = true;
  while (const auto line = reader.next()) {
    const std::string_view text = base::trim(*line);
    if (text.empty() || text.starts_with('#')) continue;
    auto fields = fields_of(text, reader);
    if (fields.size() != 2 || fields[0].empty() || fields[1].empty()) {
      throw reader.malformed("not id,class but '" + std::string(text.substr(0, 40)) + "'; write two fields per line");
    }
    if (std::exchange(first, false) && fields[0] == "id" && fields[1] == "class") continue;
    const auto [it, fresh] = table.try_emplace(std::move(fields[0]), std::move(fields[1]));
    if (!fresh) throw reader.malformed("a second class for '" + it->first + "'; keep one");
  }
  return table;
}

class ClassedSource final : public GraphSource {
 public:
  ClassedSource(Graphs source, ClassTable table) : source_(std::move(source)), table_(std::move(table)) {}
  std::optional<Graph> next() override {
    auto graph = source_->next();
    if (!graph) return std::nullopt;
    const auto found = table_.find(graph->name().empty() ? std::to_string(place_) : graph->name());
    ++place_;
    return std::move(*graph).with_class(found == table_.end() ? std::nullopt : std::optional(found->second));
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_->count(); }

 private:
  Graphs source_;
  ClassTable table_;
  std::uint64_t place_ = 0;
};

}  // namespace

Graphs with_classes(Graphs source, bytes::Bytes csv) {
  return std::make_unique<ClassedSource>(std::move(source), read_table(std::move(csv)));
}

ClassTable read_classes(const std::string& path) {
  bytes::Peeked csv = bytes::peek(bytes::open_file(path), 2);
  if (bytes::is_gzip(csv.head)) csv.source = bytes::gunzip(std::move(csv.source));
  return read_table(std::move(csv.source));
}

}  // namespace awe::inputs
