#include "explanation/traced_walk.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "awe/error.h"
#include "awe/hash.h"
#include "base/number.h"

namespace awe::explanation {
namespace {

[[noreturn]] void refuse(std::string_view text) {
  throw Error(ErrorKind::malformed, "'" + std::string(text) + "' is not the walk of a column");
}

// Takes the text up to the separator, and the separator itself.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

TracedWalk parse_plain(std::string_view text) {
  TracedWalk walk;
  std::string_view steps = text;
  if (steps.ends_with(" .")) {
    walk.ended = true;
    steps.remove_suffix(2);
  }
  walk.names = steps == "1" ? AnonymousWalk{1} : parse_walk(steps);
  return walk;
}

using Arc = std::pair<std::uint8_t, std::uint8_t>;

std::map<Arc, std::string> arcs_of(const TracedWalk& walk, bool directed) {
  std::map<Arc, std::string> arcs;
  for (std::size_t i = 1; i < walk.names.size(); ++i) {
    Arc arc{walk.names[i - 1], walk.names[i]};
    if (!directed && arc.first > arc.second) std::swap(arc.first, arc.second);
    arcs.emplace(arc, walk.edges.empty() ? "" : walk.edges[i - 1]);
  }
  return arcs;
}

std::string hashed(const std::string& text) { return to_string(hash128(std::as_bytes(std::span(text)))); }

}  // namespace

std::size_t TracedWalk::num_nodes() const { return *std::max_element(names.begin(), names.end()); }
std::size_t TracedWalk::num_edges() const { return arcs_of(*this, false).size(); }

TracedWalk parse_traced(std::string_view text) {
  if (text.find_first_of(":-") == std::string_view::npos) return parse_plain(text);
  TracedWalk walk;
  std::string_view left = text;
  while (!left.empty()) {
    std::string_view part = take(left, '-');
    if (part == "." && left.empty() && !walk.names.empty()) {
      walk.ended = true;
      break;
    }
    if (part.starts_with('[') && part.ends_with(']')) {
      if (walk.names.empty() || left.empty()) refuse(text);
      walk.edges.emplace_back(part.substr(1, part.size() - 2));
      part = take(left, '-');
    }
    const auto name = base::parse_unsigned(take(part, ':'));
    const std::size_t most = walk.names.empty() ? 0 : walk.num_nodes();
    if (!name || *name < 1 || *name > most + 1 || *name > kMaxWalkLength + 1) refuse(text);
    if (*name == most + 1 && (most == 0 ? !part.empty() : !walk.nodes.empty())) walk.nodes.emplace_back(part);
    walk.names.push_back(static_cast<std::uint8_t>(*name));
  }
  const bool nodes_fit = walk.nodes.empty() || walk.nodes.size() == walk.num_nodes();
  if (walk.names.empty() || !nodes_fit || (!walk.edges.empty() && walk.edges.size() + 1 != walk.names.size())) {
    refuse(text);
  }
  return walk;
}

std::string traced_key(const TracedWalk& walk, bool directed) {
  const std::size_t count = walk.num_nodes();
  const auto arcs = arcs_of(walk, directed);
  std::vector<std::string> colours(count);
  for (std::size_t i = 0; i < walk.nodes.size(); ++i) colours[i] = walk.nodes[i];
  for (std::size_t round = 0; round < count; ++round) {
    std::vector<std::multiset<std::string>> around(count);
    for (const auto& [arc, label] : arcs) {
      const std::size_t u = arc.first - 1u, v = arc.second - 1u;
      around[u].insert("-" + label + "-" + colours[v]);
      around[v].insert((directed ? "<" : "-") + label + "-" + colours[u]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::string& one : around[i]) colours[i] += "|" + one;
      colours[i] = hashed(colours[i]);
    }
  }
  std::sort(colours.begin(), colours.end());
  std::string key = walk.ended ? "." : "";
  for (const std::string& colour : colours) key += colour;
  return key;
}

std::string label_name(std::string_view label, const std::map<std::string, std::string>& names) {
  const std::string_view first = label.substr(0, label.find('|'));
  std::string plain;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; };
    if (first[i] == '%' && i + 2 < first.size()) {
      plain += static_cast<char>(digit(first[i + 1]) * 16 + digit(first[i + 2]));
      i += 2;
    } else {
      plain += first[i];
    }
  }
  const auto found = names.find(plain);
  plain = found == names.end() ? plain : found->second;
  return plain + std::string(label.substr(first.size()));
}

std::string readable(const TracedWalk& walk, const DrawingOptions& names) {
  if (walk.nodes.empty() && walk.edges.empty()) return to_string(walk.names) + (walk.ended ? " ." : "");
  std::string text;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < walk.names.size(); ++i) {
    if (i > 0) text += walk.edges.empty() ? " - " : " -" + label_name(walk.edges[i - 1], names.edge_names) + "- ";
    const std::size_t name = walk.names[i];
    if (walk.nodes.empty()) {
      text += std::to_string(name);
      continue;
    }
    text += label_name(walk.nodes[name - 1], names.node_names);
    // A node that was there before is told from another one with the same label.
    if (name <= seen) text += "(" + std::to_string(name) + ")";
    seen = std::max(seen, name);
  }
  return text + (walk.ended ? " ." : "");
}

std::string picture(const TracedWalk& walk, const DrawingOptions& options) {
  WalkLabels labels;
  for (const std::string& label : walk.nodes) labels.nodes.push_back(label_name(label, options.node_names));
  for (const std::string& label : walk.edges) labels.steps.push_back(label_name(label, options.edge_names));
  return to_svg(walk.names, labels, options);
}

}  // namespace awe::explanation
