// The sections, in this order:
//   plan        numbers and names that describe the index; the projection without its arrays
//   vectors, learnt, model ...   what computes rows (search/item_vectors.cpp)
//   directions, origin           of the projection (float32)
//   row ends (uint64), columns (uint32), values (float32), masses (float32), id ends (uint64), id bytes
//   block ends (uint64), lists (24 bytes each), list rows (uint16), list values (float32)
//   parts (56 bytes each), images (int16), lowest, upper (uint32), places (uint64), first, next (uint32)
// docs/reference/formats.md describes them.
#include "search/index_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "awe/error.h"

namespace awe::search {
namespace {

constexpr std::uint32_t kVersion = 1;

// Calls visit(name, array) for every array of the index that a file has as a section.
template <class State, class Visit>
void for_each_array(State& index, const Visit& visit) {
  visit("row ends", index.rows.ends);
  visit("columns", index.rows.columns);
  visit("values", index.rows.values);
  visit("masses", index.rows.masses);
  visit("id ends", index.rows.id_ends);
  visit("id bytes", index.rows.id_bytes);
  visit("block ends", index.lists.block_ends);
  visit("lists", index.lists.entries);
  visit("list rows", index.lists.rows);
  visit("list values", index.lists.values);
  visit("parts", index.graph.parts);
  visit("images", index.graph.images);
  visit("lowest", index.graph.lowest);
  visit("upper", index.graph.upper);
  visit("places", index.graph.places);
  visit("first", index.graph.first);
  visit("next", index.graph.next);
}

std::string plan_bytes(const GraphIndex::State& index) {
  bytes::SectionWriter out;
  const IndexSummary& summary = index.summary;
  out.number<std::uint64_t>(summary.rows);
  out.number<std::uint64_t>(summary.columns);
  out.number<std::uint64_t>(summary.values);
  out.text(to_string(summary.distance));
  out.text(to_string(index.approximate));
  out.number<std::uint8_t>(summary.reading ? 1 : 0);
  const GraphReading reading = summary.reading.value_or(GraphReading{});
  for (const bool flag : {reading.directed, reading.undirected, reading.weighted, reading.self_loops}) {
    out.number<std::uint8_t>(flag ? 1 : 0);
  }
  out.number<std::uint8_t>(summary.approximate ? 1 : 0);
  out.number<std::uint32_t>(summary.breadth);
  out.number<double>(summary.recall);
  out.number<std::uint64_t>(summary.recall_queries);
  out.number<std::uint32_t>(index.graph.links);
  out.number<std::uint32_t>(index.build_breadth);
  out.number<std::uint64_t>(index.part_rows);
  out.number<double>(index.wanted_recall);
  out.number<std::uint32_t>(index.projection.inputs);
  out.number<std::uint32_t>(index.projection.dimensions);
  out.number<std::uint8_t>(index.projection.hashed ? 1 : 0);
  out.number<std::uint8_t>(index.projection.roots ? 1 : 0);
  return out.bytes();
}

void read_plan(bytes::SectionReader in, GraphIndex::State& index) {
  IndexSummary& summary = index.summary;
  summary.rows = in.number<std::uint64_t>();
  summary.columns = in.number<std::uint64_t>();
  summary.values = in.number<std::uint64_t>();
  const auto distance = find_enum<Distance>(in.text());
  const auto approximate = find_enum<ApproximateSearch>(in.text());
  if (!distance || !approximate) throw in.malformed("has no such distance or choice");
  summary.distance = *distance;
  index.approximate = *approximate;
  const bool known = in.number<std::uint8_t>() != 0;
  GraphReading reading;
  for (bool* flag : {&reading.directed, &reading.undirected, &reading.weighted, &reading.self_loops}) {
    *flag = in.number<std::uint8_t>() != 0;
  }
  if (known) summary.reading = reading;
  summary.approximate = in.number<std::uint8_t>() != 0;
  summary.breadth = in.number<std::uint32_t>();
  summary.recall = in.finite<double>();
  summary.recall_queries = in.number<std::uint64_t>();
  index.graph.links = in.number<std::uint32_t>();
  index.build_breadth = in.number<std::uint32_t>();
  index.part_rows = in.number<std::uint64_t>();
  index.wanted_recall = in.finite<double>();
  index.projection.inputs = in.number<std::uint32_t>();
  index.projection.dimensions = in.number<std::uint32_t>();
  index.projection.hashed = in.number<std::uint8_t>() != 0;
  index.projection.roots = in.number<std::uint8_t>() != 0;
  in.end();
  summary.dimensions = index.projection.dimensions;
  if (summary.rows == 0 || index.part_rows == 0 || index.projection.dimensions > Projection::kMostDimensions ||
      index.projection.dimensions % 8 != 0 || index.projection.inputs > Projection::kMostInputs) {
    throw in.malformed("has numbers that make no sense");
  }
}

// A section as an array that keeps the file open.
template <class T>
void view(const std::shared_ptr<const bytes::ModelFile>& file, const char* name, SharedArray<T>& array) {
  const auto bytes = file->section(name);
  if (bytes.size() % sizeof(T) != 0) throw file->malformed("section '" + std::string(name) + "' has a part of a value");
  array = SharedArray<T>({reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)}, file);
}

// The sizes of the arrays, so that only what is in them needs to be checked in use.
std::string_view fault_of(const GraphIndex::State& index) {
  const auto& [ends, columns, values, masses, id_ends, id_bytes] = index.rows;
  const std::uint64_t rows = index.summary.rows;
  if (ends.size() != rows || masses.size() != rows || id_ends.size() != rows || columns.size() != values.size() ||
      values.size() != index.summary.values) {
    return "the rows have another size";
  }
  if (index.lists.block_ends.size() != (rows + kBlockRows - 1) / kBlockRows) return "the lists have another size";
  const Projection& projection = index.projection;
  if (projection.directions.size() != std::uint64_t{projection.inputs} * projection.dimensions ||
      projection.origin.size() != projection.dimensions) {
    return "the projection has another size";
  }
  if (index.summary.approximate == index.graph.empty()) return "the graph of neighbours is not there";
  if (index.graph.empty()) return {};
  if (projection.dimensions == 0) return "the projection has another size";
  for (const GraphPart& part : index.graph.parts) {
    if (part.first_row > rows || part.rows != std::min(index.part_rows, rows - part.first_row)) {
      return "a part of the graph of neighbours has another size";
    }
  }
  return index.graph.fault(rows, projection.dimensions);
}

}  // namespace

void save_index(const GraphIndex::State& index, const std::string& path, bool force) {
  bytes::ModelWriter file(path, kIndexKind, kVersion, force);
  file.add("plan", plan_bytes(index));
  index.vectors->write(file);
  const auto write = [&](const char* name, const auto& array) {
    file.begin(name);
    file.write(std::as_bytes(std::span(array.data(), array.size())));
  };
  write("directions", index.projection.directions);
  write("origin", index.projection.origin);
  for_each_array(index, write);
  file.commit();
}

std::shared_ptr<const GraphIndex::State> open_index(const std::string& path, int threads, NodeSets node_sets) {
  auto state = std::make_shared<GraphIndex::State>();
  auto file = std::make_shared<const bytes::ModelFile>(path, kIndexKind, kVersion, bytes::ModelCheck::head);
  std::vector<std::string> large;
  for_each_array(*state, [&](const char* name, const auto&) { large.emplace_back(name); });
  for (const std::string& name : file->names()) {
    if (std::find(large.begin(), large.end(), name) == large.end()) file->verify(name);
  }
  read_plan(bytes::SectionReader(*file, "plan"), *state);
  state->vectors = ItemVectors::read(*file, threads, std::move(node_sets));
  state->summary.level = state->vectors->level();
  state->summary.source = state->vectors->source();
  state->summary.features = state->vectors->text();
  view(file, "directions", state->projection.directions);
  view(file, "origin", state->projection.origin);
  for_each_array(*state, [&](const char* name, auto& array) { view(file, name, array); });
  std::string_view fault = fault_of(*state);
  if (state->vectors->columns() != state->summary.columns) fault = "the rows have other columns";
  if (!fault.empty()) throw file->malformed(std::string(fault) + "; build the index again");
  (void)state->form();
  state->file = std::move(file);
  return state;
}

}  // namespace awe::search
