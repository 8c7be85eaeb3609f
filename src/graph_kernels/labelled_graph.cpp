#include "graph_kernels/labelled_graph.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <span>

#include "graph/simple_graph.h"
#include "labels/graph_labels.h"

namespace awe::graph_kernels {
namespace {

// Names in the order of their hashes, without repeats: the hashes, and the place of each name among them.
struct Ordered {
  explicit Ordered(const std::vector<std::string>& names) {
    std::vector<Hash128> keys;
    for (const std::string& name : names) keys.push_back(hash128(std::as_bytes(std::span(name))));
    hashes = keys;
    std::sort(hashes.begin(), hashes.end());
    hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
    for (const Hash128& key : keys) {
      place.push_back(static_cast<std::uint32_t>(std::lower_bound(hashes.begin(), hashes.end(), key) - hashes.begin()));
    }
  }
  std::vector<Hash128> hashes;
  std::vector<std::uint32_t> place;
};

// Reads numbers and hashes that spaces separate; `good` is false after the first that is none.
class Words {
 public:
  explicit Words(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  std::uint64_t number() { return read(10, end_); }
  Hash128 hash() {
    skip_space();
    if (end_ - at_ < 32) good_ = false;
    if (!good_) return {};
    const char* const middle = at_ + 16;
    Hash128 hash;
    hash.high = read(16, middle);
    good_ = good_ && at_ == middle;
    hash.low = good_ ? read(16, middle + 16) : 0;
    good_ = good_ && at_ == middle + 16;
    return hash;
  }
  [[nodiscard]] bool good() const noexcept { return good_; }
  [[nodiscard]] bool at_end() const noexcept { return good_ && at_ == end_; }
  // Whether so many words may still follow: each takes two characters.
  [[nodiscard]] bool may_have(std::uint64_t words) const noexcept {
    return good_ && words <= static_cast<std::uint64_t>(end_ - at_) / 2;
  }

 private:
  void skip_space() {
    if (at_ != end_ && *at_ == ' ') ++at_;
  }
  std::uint64_t read(int base, const char* end) {
    if (base == 10) skip_space();
    std::uint64_t value = 0;
    const auto found = std::from_chars(at_, end, value, base);
    good_ = good_ && found.ec == std::errc();
    at_ = found.ptr;
    return value;
  }
  const char* at_;
  const char* end_;
  bool good_ = true;
};

}  // namespace

LabelledGraph labelled_graph(const Graph& graph, const LabelRule& rule, const labels::Codebook* codebook, bool simple) {
  const labels::GraphLabels labels(graph, rule, codebook);
  const NodeId n = graph.num_nodes();
  const Ordered nodes(labels.node_names()), edges(labels.edge_names());
  const auto label_of = [&](NodeId u) { return labels.of_nodes() ? nodes.place[labels.node(u)] : 0; };
  LabelledGraph result;
  result.labels = labels.of_nodes() && n > 0 ? nodes.hashes : std::vector<Hash128>(1);
  result.ends.assign(result.labels.size(), 0);
  for (NodeId u = 0; u < n; ++u) ++result.ends[label_of(u)];
  std::partial_sum(result.ends.begin(), result.ends.end(), result.ends.begin());
  std::vector<NodeId> place(n);  // of a node in the new order
  std::vector<std::uint32_t> next(result.labels.size(), 0);
  for (std::size_t i = 1; i < next.size(); ++i) next[i] = result.ends[i - 1];
  for (NodeId u = 0; u < n; ++u) place[u] = next[label_of(u)]++;
  if (labels.of_edges() && !simple) result.edge_labels = edges.hashes;
  std::vector<std::vector<LabelledGraph::Arc>> rows(n);
  if (simple) {
    const graph::SimpleGraph plain(graph);
    for (NodeId u = 0; u < n; ++u) {
      for (const NodeId v : plain.neighbours(u)) rows[place[u]].push_back({place[v], 0});
    }
  } else {
    for (NodeId u = 0; u < n; ++u) {
      for (std::uint64_t arc = graph.offsets()[u]; arc < graph.offsets()[u + 1]; ++arc) {
        const std::uint32_t label = result.edge_labels.empty() ? 0 : edges.place[labels.arc(arc)];
        rows[place[u]].push_back({place[graph.targets()[arc]], label});
      }
    }
  }
  result.offsets.push_back(0);
  for (std::vector<LabelledGraph::Arc>& row : rows) {
    std::sort(row.begin(), row.end());
    result.arcs.insert(result.arcs.end(), row.begin(), row.end());
    result.offsets.push_back(result.arcs.size());
  }
  return result;
}

Hash128 fingerprint(const LabelledGraph& graph) {
  const std::string text = to_text(graph);
  return hash128(std::as_bytes(std::span(text)));
}

std::string to_text(const LabelledGraph& graph) {
  std::string text = std::to_string(graph.num_nodes()) + ' ' + std::to_string(graph.labels.size()) + ' ' +
                     std::to_string(graph.edge_labels.size()) + ' ' + std::to_string(graph.arcs.size());
  for (std::size_t i = 0; i < graph.labels.size(); ++i) {
    text += ' ' + to_string(graph.labels[i]) + ' ' + std::to_string(graph.ends[i]);
  }
  for (const Hash128& label : graph.edge_labels) text += ' ' + to_string(label);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) text += ' ' + std::to_string(graph.offsets[u + 1]);
  for (const LabelledGraph::Arc& arc : graph.arcs) {
    text += ' ' + std::to_string(arc.to);
    if (!graph.edge_labels.empty()) text += ' ' + std::to_string(arc.label);
  }
  return text;
}

std::optional<LabelledGraph> labelled_graph_of(std::string_view text) {
  Words words(text);
  const std::uint64_t nodes = words.number(), labels = words.number(), edge_labels = words.number();
  const std::uint64_t arcs = words.number();
  if (labels == 0 || !words.may_have(nodes) || !words.may_have(labels) || !words.may_have(edge_labels) ||
      !words.may_have(arcs)) {
    // A graph without nodes has one label and nothing else.
    if (!(words.good() && nodes == 0 && labels == 1 && arcs == 0)) return std::nullopt;
  }
  LabelledGraph graph;
  bool sound = true;
  for (std::uint64_t i = 0; i < labels; ++i) {
    graph.labels.push_back(words.hash());
    const std::uint64_t end = words.number();
    sound = sound && end <= nodes && (i == 0 || (graph.labels[i - 1] < graph.labels[i] && graph.ends[i - 1] <= end));
    graph.ends.push_back(static_cast<std::uint32_t>(end));
  }
  for (std::uint64_t i = 0; i < edge_labels; ++i) {
    graph.edge_labels.push_back(words.hash());
    sound = sound && (i == 0 || graph.edge_labels[i - 1] < graph.edge_labels[i]);
  }
  graph.offsets.push_back(0);
  for (std::uint64_t u = 0; u < nodes; ++u) {
    graph.offsets.push_back(words.number());
    sound = sound && graph.offsets[u] <= graph.offsets[u + 1] && graph.offsets[u + 1] <= arcs;
  }
  for (std::uint64_t i = 0; i < arcs; ++i) {
    const std::uint64_t to = words.number(), label = edge_labels > 0 ? words.number() : 0;
    sound = sound && to < nodes && label < std::max<std::uint64_t>(1, edge_labels);
    graph.arcs.push_back({static_cast<NodeId>(to), static_cast<std::uint32_t>(label)});
  }
  if (!sound || !words.at_end() || graph.ends.back() != nodes || graph.offsets.back() != arcs) return std::nullopt;
  return graph;
}

}  // namespace awe::graph_kernels
