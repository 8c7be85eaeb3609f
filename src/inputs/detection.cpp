#include "inputs/detection.h"

#include <utility>

#include "base/number.h"
#include "inputs/first_lines.h"

namespace awe::inputs {
namespace {

constexpr std::pair<std::string_view, Format> kExtensions[] = {{".jsonl", Format::json_lines},
                                                               {".ndjson", Format::json_lines},
                                                               {".graphml", Format::graphml},
                                                               {".gml", Format::gml},
                                                               {".mtx", Format::matrix_market},
                                                               {".edgelist", Format::edge_list},
                                                               {".edges", Format::edge_list},
                                                               {".el", Format::edge_list},
                                                               {".ncol", Format::edge_list},
                                                               {".awg", Format::awg},
                                                               {".json", Format::json_lines},
                                                               {".adjlist", Format::adjacency_list},
                                                               {".dot", Format::dot},
                                                               {".gv", Format::dot},
                                                               {".g6", Format::graph6},
                                                               {".s6", Format::sparse6},
                                                               {".d6", Format::digraph6},
                                                               {".sdf", Format::sdf},
                                                               {".sd", Format::sdf},
                                                               {".mol", Format::sdf}};

// Without folders and ".gz", in its own case.
std::string_view name_of(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  if (path.size() > 3 && lower_case(path.substr(path.size() - 3)) == ".gz") path.remove_suffix(3);
  return path;
}

// GML consists of keys and values and contains "graph [" outside comments.
bool looks_like_gml(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  for (std::size_t word = text.find("graph"); word != text.npos; word = text.find("graph", word + 1)) {
    const std::string_view before = text.substr(0, word);
    const std::string_view line = base::trim(before.substr(before.rfind('\n') + 1));
    if (line.starts_with('#') || line.starts_with('%')) continue;
    if (!before.empty() && kBlanks.find(before.back()) == kBlanks.npos) continue;
    const std::size_t next = text.find_first_not_of(kBlanks, word + 5);
    if (next != text.npos && text[next] == '[') return true;
  }
  return false;
}

Format format_of_content(std::string_view head) {
  if (const auto format = format_of_first_character(head)) return *format;
  if (lower_case(base::trim(head.substr(0, 14))) == "%%matrixmarket") return Format::matrix_market;
  if (const auto format = format_of_first_lines(head)) return *format;
  return looks_like_gml(head) ? Format::gml : Format::edge_list;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string plain_name(std::string_view path) { return lower_case(name_of(path)); }

std::string stem_of(std::string_view path) {
  if (path == "-") return "";
  const std::string_view name = name_of(path);
  const std::size_t dot = name.rfind('.');
  return std::string(dot == 0 || dot == name.npos ? name : name.substr(0, dot));
}

std::optional<Format> format_of_extension(std::string_view path) {
  const std::string name = plain_name(path);
  for (const auto& [extension, format] : kExtensions) {
    if (name.ends_with(extension)) return format;
  }
  return std::nullopt;
}

bool has_archive_extension(std::string_view path) {
  const std::string name = plain_name(path);
  return name.ends_with(".zip") || name.ends_with(".tar") || name.ends_with(".tgz");
}

std::optional<Format> format_of_first_character(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first != head.npos && (head[first] == '{' || head[first] == '[')) return Format::json_lines;
  if (first != head.npos && head[first] == '<') return Format::graphml;
  return std::nullopt;
}

bool is_stream(std::string_view head) { return format_of_first_character(head) == Format::json_lines; }

Format detect(std::string_view path, std::string_view head) {
  if (const auto format = format_of_extension(path)) return *format;
  return format_of_content(head);
}

}  // namespace awe::inputs
