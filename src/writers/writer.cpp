// create_graphs: creates the writer of the format named in the options, or else of the format of the path's extension.
#include "awe/writer.h"

#include <filesystem>
#include <utility>

#include "awe/error.h"
#include "writers/writers.h"

namespace awe {
namespace {

namespace fs = std::filesystem;

constexpr std::pair<std::string_view, Format> kExtensions[] = {
    {".jsonl", Format::json_lines}, {".ndjson", Format::json_lines}, {".graphml", Format::graphml},
    {".gml", Format::gml},          {".mtx", Format::matrix_market}, {".edgelist", Format::edge_list},
    {".edges", Format::edge_list},  {".el", Format::edge_list},      {".txt", Format::edge_list},
    {".zip", Format::tu},           {".awg", Format::awg},           {".g6", Format::graph6},
    {".s6", Format::sparse6},       {".d6", Format::digraph6}};

// The extension before a ".gz"; empty if the path can only be a folder.
std::string extension_of(const std::string& path) {
  const fs::path name = fs::path(path).filename();
  return name.extension() == ".gz" ? name.stem().extension().string() : name.extension().string();
}

Format format_of_path(const std::string& path) {
  if (path == "-") return Format::json_lines;
  const std::string extension = extension_of(path);
  if (extension.empty()) return Format::tu;
  for (const auto& [known, format] : kExtensions) {
    if (known == extension) return format;
  }
  throw Error(ErrorKind::usage,
              path + ": no format has the extension " + extension +
                  "; use .awg, .jsonl, .graphml, .gml, .mtx, .edgelist, .g6, .s6, .d6, .zip (TU), or name the format");
}

}  // namespace

std::unique_ptr<GraphWriter> create_graphs(const std::string& path, const WriteOptions& options) {
  const Format format = options.format ? *options.format : format_of_path(path);
  if (path == "-" && format != Format::json_lines) {
    throw Error(ErrorKind::usage, "standard output takes JSON lines only; name a file for other formats");
  }
  switch (format) {
    case Format::tu:
      return writers::write_tu(path, options.force);
    case Format::edge_list:
      return extension_of(path).empty() ? writers::write_edge_list_folder(path, options.force)
                                        : writers::write_edge_list(path, options.force);
    case Format::json_lines:
      return writers::write_json_lines(path, options.force);
    case Format::graphml:
      return writers::write_graphml(path, options.force);
    case Format::gml:
      return writers::write_gml(path, options.force);
    case Format::matrix_market:
      return writers::write_matrix_market(path, options.force);
    case Format::awg:
      if (path.ends_with(".gz")) {
        throw Error(ErrorKind::usage, path + ": an .awg is mapped as it stands and is not packed; leave .gz out");
      }
      return writers::write_awg(path, options.force);
    case Format::graph6:
    case Format::sparse6:
    case Format::digraph6:
      return writers::write_graph6(path, options.force, format);
    case Format::adjacency_list:
    case Format::dot:
    case Format::sdf:
      throw Error(ErrorKind::usage, path + ": " + std::string(to_string(format)) +
                                        " is read and not written; write edgelist, graphml or jsonl");
  }
  throw Error(ErrorKind::usage, path + ": no such format");
}

}  // namespace awe
