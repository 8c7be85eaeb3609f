// The files of a TU data set as numbers: 8 bytes per arc, 4 per node, 4 per label, 8 per attribute. They are read from
// a folder or a zip and checked for consistency, so that code building graphs from them need not check.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "awe/run_options.h"
#include "bytes/archive.h"
#include "readers/formats.h"

namespace awe::readers {

enum class TuPart {
  arcs,
  indicator,
  graph_labels,
  graph_attributes,
  node_labels,
  edge_labels,
  node_attributes,
  edge_attributes
};

// One text per line, stored as indices into the distinct texts.
struct TextColumn {
  std::vector<std::string> names;
  std::unordered_map<std::string, std::uint32_t> places;
  std::vector<std::uint32_t> ids;

  void add(std::string_view text) {
    if (!ids.empty() && names[ids.back()] == text) {
      ids.push_back(ids.back());
      return;
    }
    const auto [it, fresh] = places.try_emplace(std::string(text), static_cast<std::uint32_t>(names.size()));
    if (fresh) names.emplace_back(text);
    ids.push_back(it->second);
  }
  [[nodiscard]] const std::string& operator[](std::size_t line) const { return names[ids[line]]; }
};

// Rows of real numbers, all of the same width.
struct RealColumns {
  std::vector<double> values;
  std::size_t width = 0;
  [[nodiscard]] std::size_t rows() const { return width == 0 ? 0 : values.size() / width; }
};

struct TuArc {
  std::uint32_t from, to;  // 0-based, over the whole set
};

struct TuSet {
  std::string name;
  std::string prefix;                   // what the names of its files begin with; empty if there is none
  std::map<TuPart, std::string> files;  // the parts present, with their names for messages
  std::vector<TuArc> arcs;
  std::vector<std::uint32_t> graph_of;  // 0-based, one per node
  std::uint32_t graphs = 0;
  TextColumn graph_labels, node_labels, edge_labels;
  std::vector<std::string> graph_attributes;  // texts of numbers, joined by commas
  RealColumns node_attributes, edge_attributes;

  [[nodiscard]] bool has(TuPart part) const { return files.contains(part); }
};

// The next member of an archive that may hold a TU data set, or nothing at the end. The content of a member is read, if
// at all, before the next call.
struct TuMember {
  std::string path;
  std::function<bytes::Bytes()> content;
};
using NextTuMember = std::function<std::optional<TuMember>()>;

// Progress is in bytes of text, without a total.
[[nodiscard]] TuSet read_tu_set(const NextTuMember& next, const std::string& name, const Progress& progress);
[[nodiscard]] TuSet read_tu_set(bytes::Archive archive, const std::string& name, const Progress& progress);
[[nodiscard]] TuSet read_tu_set(const std::string& folder, const Progress& progress);

// read_tu of formats.h for the members of any archive.
[[nodiscard]] Graphs read_tu(const NextTuMember& next, const std::string& name, const ReadOptions& options);

}  // namespace awe::readers
