#include "labels/graph_labels.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <string_view>

#include "awe/error.h"
#include "awe/hash.h"

namespace awe::labels {
namespace {

// Longer colour names are replaced by hashes.
constexpr std::size_t kLongestColour = 32;

std::string escaped(std::string_view label) {
  std::string text;
  for (const char c : label) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 127 || std::string_view("-[]:%|\",()#*").find(c) != std::string_view::npos) {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      text += '%';
      text += kDigits[byte >> 4];
      text += kDigits[byte & 15];
    } else {
      text += c;
    }
  }
  return text;
}

std::string hex(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

LabelColumn escaped(const LabelColumn& column) {
  LabelColumn result = column;
  for (std::string& name : result.names) name = escaped(name);
  return result;
}

// Numbers the keys in ascending order.
template <class Key>
LabelColumn number(const std::vector<Key>& keys, const std::function<std::string(const Key&)>& name) {
  std::vector<Key> distinct = keys;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  LabelColumn column;
  for (const Key& key : distinct) column.names.push_back(name(key));
  std::vector<std::uint32_t> ids;
  ids.reserve(keys.size());
  for (const Key& key : keys) {
    const auto found = std::lower_bound(distinct.begin(), distinct.end(), key);
    ids.push_back(static_cast<std::uint32_t>(found - distinct.begin()));
  }
  column.ids = std::move(ids);
  return column;
}

LabelColumn degree_labels(const Graph& graph, DegreeLabels kind) {
  std::vector<std::uint32_t> degrees(graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    degrees[u] = kind == DegreeLabels::exact ? graph.degree(u) : std::bit_floor(graph.degree(u));
  }
  return number<std::uint32_t>(degrees, [](const std::uint32_t& degree) { return std::to_string(degree); });
}

// The colours after one round: a hash that represents the whole neighbourhood, and its text if that is short.
struct Colours {
  std::vector<std::uint64_t> hashes;
  std::vector<std::string> texts;
};

Colours refine(const Graph& graph, const LabelColumn& labels, const Colours& before) {
  Colours colours;
  colours.hashes.reserve(graph.num_nodes());
  colours.texts.reserve(graph.num_nodes());
  std::vector<std::uint64_t> around;
  std::vector<std::string_view> texts;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    around.assign(1, before.hashes[u]);
    for (const NodeId v : graph.neighbours(u)) around.push_back(before.hashes[v]);
    std::sort(around.begin() + 1, around.end());
    colours.hashes.push_back(hash64(std::as_bytes(std::span(around))));

    const std::string& own = labels.name_of(u);
    std::size_t size = own.size() + 2 + graph.degree(u);
    texts.clear();
    for (const NodeId v : graph.neighbours(u)) {
      if (size > kLongestColour) break;
      size += before.texts[v].size();
      texts.push_back(before.texts[v]);
    }
    std::string& text = colours.texts.emplace_back(own);
    if (size > kLongestColour) {
      text += '#' + hex(colours.hashes.back());
      continue;
    }
    std::sort(texts.begin(), texts.end());
    text += '(';
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (i > 0) text += ',';
      text += texts[i];
    }
    text += ')';
  }
  return colours;
}

LabelColumn colour_labels(const Graph& graph, int rounds) {
  const LabelColumn labels =
      graph.node_labels().empty() ? degree_labels(graph, DegreeLabels::exact) : escaped(graph.node_labels());
  Colours colours;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    const std::string& name = labels.name_of(u);
    colours.hashes.push_back(hash64(std::as_bytes(std::span(name))));
    colours.texts.push_back(name);
  }
  for (int round = 0; round < rounds; ++round) colours = refine(graph, labels, colours);
  return number<std::string>(colours.texts, [](const std::string& text) { return text; });
}

LabelColumn cluster_labels(const Graph& graph, const Codebook& codebook) {
  const std::size_t width = graph.attribute_width();
  if (graph.num_nodes() > 0 && width != codebook.width) {
    throw Error(ErrorKind::usage, "graph " + graph.name() + " has " + std::to_string(width) +
                                      " attributes per node, the codebook was learnt on " +
                                      std::to_string(codebook.width));
  }
  if (graph.num_nodes() == 0) return {};
  return number<std::uint32_t>(codebook.nearest_of_rows(graph.node_attributes()),
                               [](const std::uint32_t& cluster) { return std::to_string(cluster); });
}

// Pairs of labels, each pair as one label.
LabelColumn joined(const LabelColumn& a, const LabelColumn& b) {
  std::vector<std::uint64_t> pairs(a.ids.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = std::uint64_t{a.ids[i]} << 32 | b.ids[i];
  return number<std::uint64_t>(
      pairs, [&](const std::uint64_t& pair) { return a.names[pair >> 32] + '|' + b.names[pair & 0xFFFFFFFFu]; });
}

void need(bool there, const Graph& graph, const std::string& what, const std::string& instead) {
  if (there) return;
  throw Error(ErrorKind::usage, "graph " + graph.name() + " has no " + what + "; " + instead);
}

}  // namespace

GraphLabels::GraphLabels(const Graph& graph, const LabelRule& rule, const Codebook* codebook, const Graph* walked,
                         bool jumps)
    : of_nodes_(rule.of_nodes()), of_edges_(rule.edge) {
  bool first = true;
  const auto add = [&](LabelColumn&& column) {
    nodes_ = first ? std::move(column) : joined(nodes_, column);
    first = false;
  };
  const bool empty = graph.num_nodes() == 0;
  if (rule.node) {
    need(empty || !graph.node_labels().empty(), graph, "node labels", "use degree or wl:1 in their place");
    add(escaped(graph.node_labels()));
  }
  if (rule.degree != DegreeLabels::none) add(degree_labels(graph, rule.degree));
  if (rule.colours) add(colour_labels(graph, *rule.colours));
  if (rule.clusters > 0) {
    need(empty || graph.attribute_width() > 0, graph, "node attributes", "leave out attribute:K");
    add(cluster_labels(graph, *codebook));
  }
  if (rule.edge) {
    const Graph& arcs = walked != nullptr ? *walked : graph;
    if (arcs.edge_labels().empty() && arcs.num_arcs() > 0) {
      arcs_ = {{"*"}, std::vector<std::uint32_t>(arcs.num_arcs(), 0)};
    } else {
      arcs_ = escaped(arcs.edge_labels());
    }
    if (jumps) {
      jump_ = static_cast<std::uint32_t>(arcs_.names.size());
      arcs_.names.emplace_back("*restart");  // the labels of the input have no '*'
    }
  }
  if (std::max(nodes_.names.size(), arcs_.names.size()) >= kMaxLabels) {
    throw Error(ErrorKind::limit, "graph " + graph.name() + " has more than 2^29 different labels");
  }
}

}  // namespace awe::labels
