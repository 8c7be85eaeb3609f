#include "report/cell.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <utility>

#include "awe/error.h"
#include "awe/hash.h"
#include "base/json_text.h"
#include "bytes/atomic_file.h"
#include "bytes/byte_source.h"
#include "evaluation/paper_protocol.h"

namespace awe::report {
namespace {

namespace dom = simdjson::dom;
namespace fs = std::filesystem;

constexpr std::uint64_t kVersion = 2;  // 2: the program's hash
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 24;

CellKind kind_of(std::string_view name) {
  if (const auto kind = find_enum<CellKind>(name)) return *kind;
  throw Error(ErrorKind::malformed, "no kind of cell: " + std::string(name));
}

std::string text_of(dom::object object, std::string_view key) {
  return std::string(std::string_view(object[key].get_string()));
}

std::string to_json(const CellParameters& p) {
  base::JsonObject object;
  object.text("kind", to_string(p.kind)).text("set", p.set).text("features", p.features).integer("seed", p.seed);
  object.integer("folds", static_cast<std::uint64_t>(p.folds))
      .integer("repeats", static_cast<std::uint64_t>(p.repeats));
  return object.integer("walks", p.walks)
      .text("data", p.data)
      .text("version", p.version)
      .text("program", p.program)
      .str();
}

CellParameters parameters_of(dom::object object) {
  CellParameters p;
  p.kind = kind_of(text_of(object, "kind"));
  p.set = text_of(object, "set");
  p.features = text_of(object, "features");
  p.seed = object["seed"].get_uint64();
  p.folds = static_cast<int>(std::uint64_t(object["folds"].get_uint64()));
  p.repeats = static_cast<int>(std::uint64_t(object["repeats"].get_uint64()));
  p.walks = object["walks"].get_uint64();
  p.data = text_of(object, "data");
  p.version = text_of(object, "version");
  p.program = text_of(object, "program");
  return p;
}

CellLine line_of(dom::object object) {
  return {text_of(object, "name"),
          object["mean"].get_double(),
          object["fold_deviation"].get_double(),
          object["repeat_deviation"].get_double(),
          object["low"].get_double(),
          object["high"].get_double()};
}

Cell cell_of(dom::object object) {
  const std::uint64_t version = object["awe_cell"].get_uint64();
  if (version != kVersion) throw Error(ErrorKind::malformed, "a cell of version " + std::to_string(version));
  Cell cell;
  cell.parameters = parameters_of(object["parameters"].get_object());
  cell.seconds = object["seconds"].get_double();
  if (cell.parameters.kind == CellKind::statistics) {
    const dom::object counts = object["counts"].get_object();
    cell.counts.graphs = counts["graphs"].get_uint64();
    cell.counts.classes = counts["classes"].get_uint64();
    cell.counts.largest_class = counts["largest_class"].get_uint64();
    cell.counts.nodes = counts["nodes"].get_uint64();
    cell.counts.edges = counts["edges"].get_uint64();
    cell.counts.arcs = counts["arcs"].get_uint64();
    return cell;
  }
  cell.chosen = text_of(object, "chosen");
  for (const dom::element line : object["lines"].get_array()) cell.lines.push_back(line_of(line.get_object()));
  if (cell.lines.empty()) throw Error(ErrorKind::malformed, "no accuracies");
  return cell;
}

}  // namespace

std::string CellParameters::title() const {
  return fmt::format("{}, {}{}{}", set, to_string(kind), features.empty() ? "" : " ", features);
}

std::string CellParameters::file_name() const {
  if (kind == CellKind::statistics) return set + ".statistics.json";
  std::string name = fmt::format("{}.{}.{}.{}x{}.seed-{}.json", set, to_string(kind), features, folds, repeats, seed);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::string_view(":/ []").find(c) != std::string_view::npos; },
      '-');
  return name;
}

std::uint64_t CellParameters::steps() const {
  if (kind == CellKind::statistics) return 0;
  const auto times = static_cast<std::uint64_t>(repeats);
  if (kind == CellKind::nested) return times * static_cast<std::uint64_t>(folds);
  evaluation::PaperOptions options;
  if (kind == CellKind::authors) options.rule = evaluation::PaperRule::authors;
  if (kind != CellKind::data_driven) options.features = parse_features(features);
  return times * options.kernels();
}

const CellLine& Cell::best() const {
  if (lines.empty()) throw Error(ErrorKind::usage, "a cell of statistics has no accuracy");
  return *best("");
}

const CellLine* Cell::best(std::string_view prefix) const {
  const CellLine* found = nullptr;
  for (const CellLine& line : lines) {
    if (line.name.starts_with(prefix) && (found == nullptr || line.mean > found->mean)) found = &line;
  }
  return found;
}

std::string to_json(const Cell& cell) {
  base::JsonObject object;
  object.integer("awe_cell", kVersion).raw("parameters", to_json(cell.parameters)).real("seconds", cell.seconds);
  if (cell.parameters.kind == CellKind::statistics) {
    base::JsonObject counts;
    counts.integer("graphs", cell.counts.graphs).integer("classes", cell.counts.classes);
    counts.integer("largest_class", cell.counts.largest_class);
    counts.integer("nodes", cell.counts.nodes).integer("edges", cell.counts.edges).integer("arcs", cell.counts.arcs);
    return object.raw("counts", counts.str()).str();
  }
  base::JsonArray lines;
  for (const CellLine& line : cell.lines) {
    base::JsonObject one;
    one.text("name", line.name).real("mean", line.mean).real("fold_deviation", line.fold_deviation);
    lines.raw(one.real("repeat_deviation", line.repeat_deviation).real("low", line.low).real("high", line.high).str());
  }
  return object.text("chosen", cell.chosen).raw("lines", lines.str()).str();
}

Cell cell_from_json(std::string_view text, std::string_view file) {
  try {
    dom::parser parser;
    return cell_of(parser.parse(text.data(), text.size()).get_object());
  } catch (const simdjson::simdjson_error& error) {
    if (error.error() == simdjson::MEMALLOC) throw std::bad_alloc();
    throw error_at(ErrorKind::malformed, file, 0, std::string("not the JSON of a cell (") + error.what() + ")");
  } catch (const Error& error) {
    throw error_at(ErrorKind::malformed, file, 0, error.what());
  }
}

CellStore::CellStore(std::string folder, bool any_program) : folder_(std::move(folder)), any_program_(any_program) {
  std::error_code code;
  fs::create_directories(folder_, code);
  if (code) throw Error(ErrorKind::io, folder_ + ": cannot be created: " + code.message());
}

CellStore::Found CellStore::find(const CellParameters& wanted) const {
  const fs::path path = fs::path(folder_) / wanted.file_name();
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return {};
  try {
    const auto source = bytes::open_file(path.string());
    Cell cell = cell_from_json(bytes::read_whole(*source, kMostBytes), path.string());
    CellParameters found = cell.parameters;
    if (any_program_) {
      found.program = wanted.program;
      found.version = wanted.version;
    }
    if (found == wanted) return {std::move(cell), ""};
    const bool same_program = found.program == wanted.program && found.version == wanted.version;
    return {std::nullopt, path.string() + (same_program ? ": computed from other data or parameters"
                                                        : ": computed by another build of awe")};
  } catch (const Error& error) {
    return {std::nullopt, error.what()};
  }
}

void CellStore::keep(const Cell& cell) const {
  bytes::AtomicFile out((fs::path(folder_) / cell.parameters.file_name()).string(), true);
  out.write(to_json(cell) + "\n");
  out.commit();
}

std::string hash_of_data(const std::string& path) {
  std::vector<fs::path> files;
  std::error_code code;
  if (fs::is_directory(path, code)) {
    for (const auto& entry : fs::directory_iterator(path, code)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
  } else {
    files.emplace_back(path);
  }
  Hasher hasher;
  std::string buffer(std::size_t{1} << 16, '\0');
  for (const fs::path& file : files) {
    const std::string name = file.filename().string();
    if (files.size() > 1) hasher.add(std::as_bytes(std::span(name)));
    const auto source = bytes::open_file(file.string());
    while (const std::size_t size = source->read(buffer)) hasher.add(std::as_bytes(std::span(buffer.data(), size)));
  }
  return to_string(hasher.digest());
}

}  // namespace awe::report
