#include "inputs/node_sets.h"

#include "base/number.h"
#include "bytes/line_reader.h"

namespace awe::inputs {
namespace {

std::vector<std::string> split(std::string_view line) {
  const bool commas = line.find(',') != std::string_view::npos;
  std::vector<std::string> fields;
  while (!(line = base::trim(line)).empty()) {
    const std::size_t end = line.find_first_of(commas ? "," : " \t");
    fields.emplace_back(base::trim(line.substr(0, end)));
    if (end == std::string_view::npos) break;
    line.remove_prefix(end + 1);
  }
  return fields;
}

}  // namespace

std::map<std::string, std::vector<std::vector<std::string>>> read_node_sets(const std::string& path) {
  bytes::LineReader reader(bytes::open_file(path));
  std::map<std::string, std::vector<std::vector<std::string>>> sets;
  while (const auto line = reader.next()) {
    const std::string_view text = base::trim(*line);
    if (text.empty() || text.starts_with('#')) continue;
    std::vector<std::string> fields = split(text);
    if (fields.size() < 2) throw reader.malformed("a subgraph needs a graph id and at least one node id");
    const std::string graph = fields.front();
    fields.erase(fields.begin());
    sets[graph].push_back(std::move(fields));
  }
  if (sets.empty()) throw reader.malformed("holds no subgraph; write lines of graph id, node ids");
  return sets;
}

}  // namespace awe::inputs
