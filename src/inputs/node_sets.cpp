#include "inputs/node_sets.h"

#include <algorithm>
#include <set>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "bytes/csv_field.h"
#include "bytes/line_reader.h"

namespace awe::inputs {
namespace {

// The fields of a line: separated by commas if it has one, else by white space; quoted if they contain a separator.
std::vector<std::string> split(std::string line, const bytes::LineReader& reader) {
  const bool commas = line.find(',') != std::string::npos;
  if (!commas) std::replace(line.begin(), line.end(), '\t', ' ');
  auto fields = bytes::csv_fields(line, commas ? ',' : ' ');
  if (!fields) throw reader.malformed("a quote is left open; close it on the same line");
  for (std::string& field : *fields) field = std::string(base::trim(field));
  if (!commas) std::erase(*fields, "");
  while (!fields->empty() && fields->back().empty()) fields->pop_back();
  return std::move(*fields);
}

constexpr std::size_t kShown = 3;

// "'a', 'b', 'c', ...": the first of the ids.
template <class Ids>
std::string some(const Ids& ids) {
  std::string text;
  std::size_t shown = 0;
  for (const std::string& id : ids) {
    if (shown++ == kShown) return text + ", ...";
    text += (text.empty() ? "'" : ", '") + id + "'";
  }
  return text;
}

class RequiredIds final : public GraphSource {
 public:
  RequiredIds(std::unique_ptr<GraphSource> source, std::vector<std::string> ids, std::string file)
      : source_(std::move(source)), missing_(ids.begin(), ids.end()), file_(std::move(file)) {}

  std::optional<Graph> next() override {
    auto graph = source_->next();
    if (!graph) {
      if (missing_.empty()) return graph;
      throw Error(ErrorKind::usage, file_ + ": no graph has the id " + some(missing_) + "; the input has " +
                                        (seen_.empty() ? "no graph" : some(seen_)));
    }
    const std::string id = graph->name().empty() ? std::to_string(place_) : graph->name();
    ++place_;
    missing_.erase(id);
    if (seen_.size() <= kShown) seen_.push_back(id);
    return graph;
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_->count(); }

 private:
  std::unique_ptr<GraphSource> source_;
  std::set<std::string> missing_;
  std::vector<std::string> seen_;  // the first ids
  std::string file_;
  std::uint64_t place_ = 0;
};

}  // namespace

std::unique_ptr<GraphSource> require_ids(std::unique_ptr<GraphSource> source, std::vector<std::string> ids,
                                         std::string file) {
  return std::make_unique<RequiredIds>(std::move(source), std::move(ids), std::move(file));
}

std::map<std::string, std::vector<std::vector<std::string>>> read_node_sets(const std::string& path) {
  bytes::LineReader reader(bytes::open_file(path));
  std::map<std::string, std::vector<std::vector<std::string>>> sets;
  while (const auto line = reader.next()) {
    const std::string_view text = base::trim(*line);
    if (text.empty() || text.starts_with('#')) continue;
    std::vector<std::string> fields = split(std::string(text), reader);
    if (fields.size() < 2) throw reader.malformed("a subgraph needs a graph id and at least one node id");
    const std::string graph = fields.front();
    fields.erase(fields.begin());
    sets[graph].push_back(std::move(fields));
  }
  if (sets.empty()) throw reader.malformed("holds no subgraph; write lines of graph id, node ids");
  return sets;
}

}  // namespace awe::inputs
