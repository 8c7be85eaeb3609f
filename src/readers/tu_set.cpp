// The files of TU data sets (https://chrsmrrs.github.io/datasets/docs/format), line by line. Cost: O(bytes).
#include "readers/tu_set.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"
#include "base/number.h"
#include "bytes/counted_source.h"
#include "bytes/line_reader.h"
#include "readers/formats.h"

namespace awe::readers {
namespace {

namespace fs = std::filesystem;

constexpr std::pair<std::string_view, TuPart> kParts[] = {
    {"_A.txt", TuPart::arcs},
    {"_graph_indicator.txt", TuPart::indicator},
    {"_graph_labels.txt", TuPart::graph_labels},
    {"_graph_attributes.txt", TuPart::graph_attributes},
    {"_node_labels.txt", TuPart::node_labels},
    {"_edge_labels.txt", TuPart::edge_labels},
    {"_node_attributes.txt", TuPart::node_attributes},
    {"_edge_attributes.txt", TuPart::edge_attributes},
};

// A parsed file name: the set's prefix and the part; nullopt for files that are not part of a set.
struct PartName {
  std::string prefix;
  TuPart part;
};
std::optional<PartName> part_of(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  if (name.starts_with('.')) return std::nullopt;
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  for (const auto& [suffix, part] : kParts) {
    if (name.size() > suffix.size() && name.ends_with(suffix)) {
      return PartName{name.substr(0, name.size() - suffix.size()), part};
    }
  }
  return std::nullopt;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Reads a number in 1 .. 2^32 - 2 at `place`, after skipping blanks and, between numbers, one comma.
bool take_number(std::string_view line, std::size_t& place, std::uint32_t& number) {
  while (place < line.size() && is_blank(line[place])) ++place;
  std::uint64_t value = 0;
  const std::size_t first = place;
  for (; place < line.size() && line[place] >= '0' && line[place] <= '9' && value <= kMaxNodes; ++place) {
    value = value * 10 + static_cast<std::uint64_t>(line[place] - '0');
  }
  if (place == first || value == 0 || value > kMaxNodes) return false;
  while (place < line.size() && is_blank(line[place])) ++place;
  if (place < line.size() && line[place] == ',') ++place;
  number = static_cast<std::uint32_t>(value);
  return true;
}

// Calls parse for every line. Lines of parallel files correspond by number, so empty lines are allowed only at the end.
void each_line(bytes::LineReader& reader, const std::function<void(std::string_view)>& parse) {
  std::uint64_t blank = 0;
  while (const auto line = reader.next()) {
    if (base::trim(*line).empty()) {
      if (blank == 0) blank = reader.line_number();
      continue;
    }
    if (blank > 0) {
      throw error_at(ErrorKind::malformed, Place{reader.name(), blank}, "an empty line within the file; remove it");
    }
    parse(*line);
  }
}

void read_arcs(bytes::LineReader& reader, TuSet& set) {
  each_line(reader, [&](std::string_view line) {
    TuArc arc{};
    std::size_t place = 0;
    if (!take_number(line, place, arc.from) || !take_number(line, place, arc.to) || place != line.size()) {
      throw reader.malformed("not an arc '" + std::string(line.substr(0, 40)) +
                             "'; write two node numbers from 1, as 1, 2");
    }
    set.arcs.push_back({arc.from - 1, arc.to - 1});
  });
}

void read_indicator(bytes::LineReader& reader, TuSet& set) {
  each_line(reader, [&](std::string_view line) {
    std::uint32_t graph = 0;
    std::size_t place = 0;
    if (!take_number(line, place, graph) || place != line.size()) {
      throw reader.malformed("not a graph number '" + std::string(line.substr(0, 40)) + "'; graphs count from 1");
    }
    if (set.graph_of.size() == kMaxNodes) throw reader.error(ErrorKind::limit, "more than 4294967294 nodes");
    set.graph_of.push_back(graph - 1);
  });
}

// Several columns become one label, joined by '/'.
void read_texts(bytes::LineReader& reader, TextColumn& column) {
  std::string joined;
  each_line(reader, [&](std::string_view line) {
    line = base::trim(line);
    check_text(line, {reader.name(), reader.line_number()});
    if (line.find(',') == std::string_view::npos) {
      column.add(line);
      return;
    }
    joined.clear();
    while (true) {
      const std::size_t comma = line.find(',');
      joined += base::trim(line.substr(0, comma));
      if (comma == std::string_view::npos) break;
      joined += '/';
      line.remove_prefix(comma + 1);
    }
    column.add(joined);
  });
}

void read_reals(bytes::LineReader& reader, RealColumns& columns) {
  each_line(reader, [&](std::string_view line) {
    std::size_t width = 0;
    for (bool more = true; more; ++width) {
      const std::size_t comma = line.find(',');
      more = comma != std::string_view::npos;
      const auto value = base::parse_real(base::trim(line.substr(0, comma)));
      if (!value) {
        throw reader.malformed("'" + std::string(base::trim(line.substr(0, comma)).substr(0, 40)) +
                               "' is not a number; attributes are numbers separated by commas");
      }
      if (!std::isfinite(*value)) {
        throw reader.error(ErrorKind::numeric, "an attribute is not finite; replace it by a number");
      }
      columns.values.push_back(*value);
      if (more) line.remove_prefix(comma + 1);
    }
    if (columns.width == 0) columns.width = width;
    if (width != columns.width) {
      throw reader.malformed(base::counted(width, "column") + " where the lines above have " +
                             std::to_string(columns.width) + "; give every line the same number");
    }
  });
}

// Numbers as they are written; whoever uses them checks that they are numbers.
void read_number_texts(bytes::LineReader& reader, std::vector<std::string>& texts) {
  each_line(reader, [&](std::string_view line) {
    check_text(line, {reader.name(), reader.line_number()});
    std::string& text = texts.emplace_back();
    for (const char c : base::trim(line)) {
      if (!is_blank(c)) text += c;
    }
  });
}

void read_part(TuSet& set, TuPart part, bytes::Bytes bytes) {
  const auto [it, fresh] = set.files.emplace(part, bytes->name());
  if (!fresh) {
    throw error_at(ErrorKind::malformed, Place{bytes->name()}, "the same part as " + it->second + "; keep one of them");
  }
  bytes::LineReader reader(std::move(bytes));
  switch (part) {
    case TuPart::arcs:
      return read_arcs(reader, set);
    case TuPart::indicator:
      return read_indicator(reader, set);
    case TuPart::graph_labels:
      return read_texts(reader, set.graph_labels);
    case TuPart::graph_attributes:
      return read_number_texts(reader, set.graph_attributes);
    case TuPart::node_labels:
      return read_texts(reader, set.node_labels);
    case TuPart::edge_labels:
      return read_texts(reader, set.edge_labels);
    case TuPart::node_attributes:
      return read_reals(reader, set.node_attributes);
    case TuPart::edge_attributes:
      return read_reals(reader, set.edge_attributes);
  }
}

// Reads the parts of one set; a second set in the same place is an error, since choosing one would be a guess.
class PartCollector {
 public:
  PartCollector(std::string name, const Progress& progress) : progress_(progress) {
    set_.name = std::move(name);
    counting_.stop_requested = progress.stop_requested;
    if (!progress.report) return;
    counting_.report = [this](std::uint64_t done, std::uint64_t) {
      read_ = done;
      progress_.report(read_before_ + done, 0);
    };
  }
  PartCollector(const PartCollector&) = delete;
  PartCollector& operator=(const PartCollector&) = delete;

  [[nodiscard]] bool wants(const std::string& path) const { return part_of(path).has_value(); }
  void add(const std::string& path, bytes::Bytes bytes) {
    const PartName name = *part_of(path);
    if (prefix_ && *prefix_ != name.prefix) {
      throw error_at(ErrorKind::malformed, Place{set_.name},
                     "files of two data sets, " + *prefix_ + " and " + name.prefix + "; keep one");
    }
    prefix_ = set_.prefix = name.prefix;
    read_before_ += std::exchange(read_, 0);
    read_part(set_, name.part, std::make_unique<bytes::CountedSource>(std::move(bytes), 0, counting_));
  }
  [[nodiscard]] TuSet take() { return std::move(set_); }

 private:
  TuSet set_;
  std::optional<std::string> prefix_;
  const Progress& progress_;
  Progress counting_;  // of one part
  std::uint64_t read_before_ = 0, read_ = 0;
};

void check_lines(const TuSet& set, TuPart part, std::size_t lines, std::size_t wanted, const char* noun) {
  if (!set.has(part) || lines == wanted) return;
  throw error_at(
      ErrorKind::malformed, Place{set.files.at(part), std::min(lines, wanted) + 1},
      base::counted(lines, "line") + " for " + base::counted(wanted, noun) + "; the file must have one line each");
}

std::uint32_t count_graphs(const TuSet& set) {
  const auto largest = std::max_element(set.graph_of.begin(), set.graph_of.end());
  const std::uint64_t numbered = largest == set.graph_of.end() ? 0 : std::uint64_t{*largest} + 1;
  const Place place{set.files.at(TuPart::indicator), static_cast<std::uint64_t>(largest - set.graph_of.begin()) + 1};
  if (set.has(TuPart::graph_labels)) {
    if (numbered > set.graph_labels.ids.size()) {
      throw error_at(ErrorKind::malformed, place,
                     "graph " + std::to_string(numbered) + ", but " + set.files.at(TuPart::graph_labels) + " has " +
                         base::counted(set.graph_labels.ids.size(), "line") + "; every graph needs its class");
    }
    return static_cast<std::uint32_t>(set.graph_labels.ids.size());
  }
  if (set.has(TuPart::graph_attributes) && numbered <= set.graph_attributes.size()) {
    return static_cast<std::uint32_t>(set.graph_attributes.size());
  }
  if (numbered > set.graph_of.size() + (1u << 20)) {
    throw error_at(ErrorKind::limit, place,
                   "graph " + std::to_string(numbered) + " in a set of " + base::counted(set.graph_of.size(), "node") +
                       "; number the graphs from 1 without gaps");
  }
  return static_cast<std::uint32_t>(numbered);
}

void check_set(const TuSet& set) {
  for (const auto& [part, suffix] : {std::pair(TuPart::arcs, "_A.txt"), {TuPart::indicator, "_graph_indicator.txt"}}) {
    if (!set.has(part)) {
      const std::string missing =
          set.prefix.empty() ? std::string("a file that ends in ") + suffix : set.prefix + suffix;
      throw error_at(ErrorKind::malformed, Place{set.name},
                     "a TU data set without " + missing + "; add it or name another `format`");
    }
  }
  check_lines(set, TuPart::node_labels, set.node_labels.ids.size(), set.graph_of.size(), "node");
  check_lines(set, TuPart::node_attributes, set.node_attributes.rows(), set.graph_of.size(), "node");
  check_lines(set, TuPart::edge_labels, set.edge_labels.ids.size(), set.arcs.size(), "arc");
  check_lines(set, TuPart::edge_attributes, set.edge_attributes.rows(), set.arcs.size(), "arc");
  const std::string& file = set.files.at(TuPart::arcs);
  for (std::size_t i = 0; i < set.arcs.size(); ++i) {
    const auto [from, to] = set.arcs[i];
    if (std::max(from, to) >= set.graph_of.size()) {
      throw error_at(ErrorKind::malformed, Place{file, i + 1},
                     "node " + std::to_string(std::uint64_t{std::max(from, to)} + 1) + " of " +
                         std::to_string(set.graph_of.size()) + "; the graph indicator must have a line for it");
    }
    if (set.graph_of[from] != set.graph_of[to]) {
      throw error_at(ErrorKind::malformed, Place{file, i + 1},
                     "an arc from graph " + std::to_string(set.graph_of[from] + 1) + " to graph " +
                         std::to_string(set.graph_of[to] + 1) + "; an arc stays within its graph");
    }
  }
}

std::vector<std::string> files_of(const std::string& folder) {
  std::error_code code;
  std::vector<std::string> paths;
  for (auto it = fs::directory_iterator(folder, code); !code && it != fs::directory_iterator(); it.increment(code)) {
    if (it->is_regular_file(code)) paths.push_back(it->path().string());
  }
  if (code == std::errc::not_enough_memory) throw std::bad_alloc();
  if (code) throw awe::error_at(ErrorKind::io, folder, 0, "cannot be listed: " + code.message());
  std::sort(paths.begin(), paths.end());
  return paths;
}

TuSet checked(TuSet set) {
  check_set(set);
  set.graphs = count_graphs(set);
  check_lines(set, TuPart::graph_attributes, set.graph_attributes.size(), set.graphs, "graph");
  if (set.arcs.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw error_at(ErrorKind::limit, Place{set.name}, "more than 4294967295 arcs; split the data set");
  }
  return set;
}

}  // namespace

bool is_tu_part(const std::string& path) { return part_of(path).has_value(); }

bool has_tu_set(const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(), [](const std::string& path) {
    const auto name = part_of(path);
    return name && (name->part == TuPart::indicator || name->part == TuPart::arcs);
  });
}

TuSet read_tu_set(const NextTuMember& next, const std::string& name, const Progress& progress) {
  PartCollector parts(name, progress);
  while (const auto member = next()) {
    if (parts.wants(member->path)) parts.add(member->path, member->content());
  }
  return checked(parts.take());
}

TuSet read_tu_set(bytes::Archive archive, const std::string& name, const Progress& progress) {
  const NextTuMember next = [&]() -> std::optional<TuMember> {
    if (!archive.next()) return std::nullopt;
    return TuMember{archive.member(), [&] { return archive.content(); }};
  };
  return read_tu_set(next, name, progress);
}

TuSet read_tu_set(const std::string& folder, const Progress& progress) {
  PartCollector parts(folder, progress);
  for (const std::string& file : files_of(folder)) {
    if (!parts.wants(file)) continue;
    bytes::Bytes bytes = bytes::open_file(file);
    if (file.ends_with(".gz")) bytes = bytes::gunzip(std::move(bytes));
    parts.add(file, std::move(bytes));
  }
  return checked(parts.take());
}

}  // namespace awe::readers
