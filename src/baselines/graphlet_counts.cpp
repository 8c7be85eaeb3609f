#include "baselines/graphlet_counts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "awe/graph.h"
#include "base/rng.h"
#include "baselines/bit_loops.h"
#include "baselines/graphlet_classes.h"
#include "graph/simple_graph.h"

namespace awe::baselines {
namespace {

__extension__ using Wide = __int128;  // numbers of sets of 4 nodes pass 2^64 for 150,000 nodes

constexpr Wide pairs_of(Wide n) { return n * (n - 1) / 2; }

// Sums over edges and nodes from which all counts of sizes 3 and 4 follow.
struct EdgeSums {
  Wide nodes = 0, edges = 0;
  Wide wedges = 0;          // pairs of edges with a common end
  Wide triangles = 0;       // of 3 nodes
  Wide triangle_pairs = 0;  // pairs of triangles with a common edge, of each edge
  Wide tails = 0;           // over edges: triangles times the other neighbours of its ends
  Wide ends = 0;            // over edges: products of the numbers of the ends' other neighbours
  Wide forks = 0;           // over edges: pairs of other neighbours of one end
  Wide cycles = 0;          // cycles of 4 nodes, induced or not
  Wide complete = 0;        // complete subgraphs of 4 nodes
};

// Adds what an edge contributes: `both` nodes are neighbours of both ends.
void add_edge(EdgeSums& sums, Wide degree_u, Wide degree_v, Wide both) {
  const Wide only_u = degree_u - 1 - both, only_v = degree_v - 1 - both;
  sums.triangles += both;  // three times each
  sums.triangle_pairs += pairs_of(both);
  sums.tails += both * (only_u + only_v);
  sums.ends += only_u * only_v;
  sums.forks += pairs_of(only_u) + pairs_of(only_v);
}

// Common neighbours and 4-cycles by marks: the edge is seen from its end of larger degree.
void sums_by_lists(const graph::SimpleGraph& graph, EdgeSums& sums) {
  const NodeId n = graph.num_nodes();
  const auto below = [&](NodeId a, NodeId b) {
    return graph.degree(a) != graph.degree(b) ? graph.degree(a) < graph.degree(b) : a < b;
  };
  std::vector<NodeId> marked_by(n, n);
  std::vector<std::uint32_t> paths(n, 0);  // of two steps from u, through nodes below u
  std::vector<NodeId> reached;
  for (NodeId u = 0; u < n; ++u) {
    for (const NodeId v : graph.neighbours(u)) marked_by[v] = u;
    for (const NodeId v : graph.neighbours(u)) {
      if (!below(v, u)) continue;
      std::uint64_t both = 0;
      for (const NodeId w : graph.neighbours(v)) {
        both += marked_by[w] == u ? 1 : 0;
        if (!below(w, u)) continue;
        if (paths[w] == 0) reached.push_back(w);
        sums.cycles += paths[w]++;
      }
      add_edge(sums, graph.degree(u), graph.degree(v), static_cast<Wide>(both));
    }
    for (const NodeId w : reached) paths[w] = 0;
    reached.clear();
  }
}

// The same from rows of bits: common neighbours of every pair of nodes.
void sums_by_bits(const graph::SimpleGraph& graph, EdgeSums& sums) {
  const NodeId n = graph.num_nodes();
  const std::size_t words = (n + 63) / 64;
  std::vector<std::uint64_t> bits(n * words, 0);
  for (NodeId u = 0; u < n; ++u) {
    for (const NodeId v : graph.neighbours(u)) bits[u * words + v / 64] |= std::uint64_t{1} << (v % 64);
  }
  const BitLoops loops = bit_loops();
  Wide twice_cycles = 0;
  for (NodeId u = 0; u < n; ++u) {
    const std::uint64_t* const of_u = bits.data() + u * words;
    for (NodeId v = 0; v < u; ++v) {
      const std::uint64_t* const of_v = bits.data() + v * words;
      const std::uint64_t both = loops.common(of_u, of_v, words);
      twice_cycles += pairs_of(static_cast<Wide>(both));
      if (of_u[v / 64] >> (v % 64) & 1u) {
        add_edge(sums, graph.degree(u), graph.degree(v), static_cast<Wide>(both));
      }
    }
  }
  sums.cycles = twice_cycles / 2;  // once for each pair of opposite nodes
}

// Complete subgraphs of 4 nodes: triangles among the later neighbours of each node, in the order of degrees.
Wide complete_of_4(const graph::SimpleGraph& graph) {
  const NodeId n = graph.num_nodes();
  const auto below = [&](NodeId a, NodeId b) {
    return graph.degree(a) != graph.degree(b) ? graph.degree(a) < graph.degree(b) : a < b;
  };
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> place(n, kNone);
  std::vector<NodeId> later;
  std::vector<std::uint64_t> bits;
  const BitLoops loops = bit_loops();
  std::uint64_t found = 0;
  for (NodeId u = 0; u < n; ++u) {
    later.clear();
    for (const NodeId v : graph.neighbours(u)) {
      if (below(u, v)) later.push_back(v);
    }
    if (later.size() < 3) continue;
    const std::size_t words = (later.size() + 63) / 64;
    bits.assign(later.size() * words, 0);
    for (std::uint32_t i = 0; i < later.size(); ++i) place[later[i]] = i;
    // Neighbours with a smaller place, so that each triangle is found once.
    for (std::uint32_t i = 0; i < later.size(); ++i) {
      for (const NodeId w : graph.neighbours(later[i])) {
        if (place[w] < i) bits[i * words + place[w] / 64] |= std::uint64_t{1} << (place[w] % 64);
      }
    }
    for (const NodeId v : later) place[v] = kNone;
    found += loops.triangles(bits.data(), later.size());
  }
  return static_cast<Wide>(found);
}

// Steps of sums_by_lists.
double steps_of_lists(const graph::SimpleGraph& graph) {
  double steps = 0;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (v < u) steps += std::min(graph.degree(u), graph.degree(v));
    }
  }
  return steps;
}

EdgeSums edge_sums(const graph::SimpleGraph& graph, bool four) {
  EdgeSums sums;
  sums.nodes = graph.num_nodes();
  sums.edges = static_cast<Wide>(graph.num_edges());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) sums.wedges += pairs_of(graph.degree(u));
  constexpr double kMostBitNodes = 16384;  // 32 MB
  const double n = graph.num_nodes(), by_bits = n * n / 2 * std::ceil(n / 64);
  if (n <= kMostBitNodes && by_bits < steps_of_lists(graph)) {
    sums_by_bits(graph, sums);
  } else {
    sums_by_lists(graph, sums);
  }
  sums.triangles /= 3;
  if (four && sums.triangles > 3) sums.complete = complete_of_4(graph);
  return sums;
}

// In the order of GraphletClasses.
std::array<Wide, 4> counts_of_3(const EdgeSums& s) {
  const Wide path = s.wedges - 3 * s.triangles;
  const Wide edge = s.edges * (s.nodes - 2) - 2 * path - 3 * s.triangles;
  const Wide all = s.nodes * (s.nodes - 1) * (s.nodes - 2) / 6;
  return {all - edge - path - s.triangles, edge, path, s.triangles};
}

std::array<Wide, 11> counts_of_4(const EdgeSums& s) {
  const Wide n = s.nodes, m = s.edges;
  const Wide path3 = s.wedges - 3 * s.triangles;
  const Wide complete = s.complete;
  const Wide diamond = s.triangle_pairs - 6 * complete;
  const Wide cycle = s.cycles - diamond - 3 * complete;
  const Wide paw = s.tails / 2 - 2 * diamond;
  const Wide path = s.ends - 4 * cycle;
  const Wide star = (s.forks - paw) / 3;
  const Wide triangle_node = s.triangles * (n - 3) - 4 * complete - 2 * diamond - paw;
  const Wide path_node = path3 * (n - 3) - 2 * diamond - 2 * paw - 4 * cycle - 3 * star - 2 * path;
  const Wide two_edges = pairs_of(m) - s.wedges - 3 * complete - 2 * diamond - paw - 2 * cycle - path;
  const Wide edge = m * pairs_of(n - 2) - 6 * complete - 5 * diamond - 4 * paw - 4 * cycle - 3 * star - 3 * path -
                    3 * triangle_node - 2 * path_node - 2 * two_edges;
  const Wide all = n * (n - 1) / 2 * (n - 2) / 3 * (n - 3) / 4;
  const Wide edgeless =
      all - complete - diamond - cycle - paw - path - star - triangle_node - path_node - two_edges - edge;
  return {edgeless, edge, path_node, two_edges, triangle_node, star, path, paw, cycle, diamond, complete};
}

// min(C(n, k), limit + 1), without overflow.
double subsets(double n, int k) {
  double count = 1;
  for (int i = 0; i < k; ++i) count = count * (n - i) / (i + 1);
  return n < k ? 0 : std::round(count);
}

// Whether two nodes are joined: by bits for graphs of up to 8,192 nodes, otherwise by a search in a row.
class Joined {
 public:
  explicit Joined(const graph::SimpleGraph& graph) : graph_(graph), words_((graph.num_nodes() + 63) / 64) {
    if (graph.num_nodes() > 8192) return;
    bits_.assign(graph.num_nodes() * words_, 0);
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u)) bits_[u * words_ + v / 64] |= std::uint64_t{1} << (v % 64);
    }
  }
  [[nodiscard]] std::uint32_t operator()(NodeId u, NodeId v) const {
    if (!bits_.empty()) return static_cast<std::uint32_t>(bits_[u * words_ + v / 64] >> (v % 64) & 1u);
    const auto row = graph_.neighbours(u);
    return std::binary_search(row.begin(), row.end(), v) ? 1 : 0;
  }

 private:
  const graph::SimpleGraph& graph_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

using NodeSet = std::array<NodeId, GraphletClasses::kLargest>;

std::uint32_t code_of(const NodeSet& nodes, int k, const Joined& joined) {
  std::uint32_t code = 0, bit = 0;
  for (std::size_t j = 1; j < static_cast<std::size_t>(k); ++j) {
    for (std::size_t i = 0; i < j; ++i) code |= joined(nodes[i], nodes[j]) << bit++;
  }
  return code;
}

// All sets of k nodes, in ascending order.
void count_all(const graph::SimpleGraph& graph, const GraphletClasses& classes, std::vector<double>& counts) {
  const Joined joined(graph);
  const auto k = static_cast<std::size_t>(classes.nodes());
  NodeSet nodes{};
  for (std::size_t i = 0; i < k; ++i) nodes[i] = static_cast<NodeId>(i);
  while (true) {
    ++counts[classes.class_of(code_of(nodes, classes.nodes(), joined))];
    std::size_t i = k;
    while (i > 0 && nodes[i - 1] == graph.num_nodes() - k + i - 1) --i;
    if (i == 0) return;
    ++nodes[i - 1];
    for (; i < k; ++i) nodes[i] = nodes[i - 1] + 1;
  }
}

// Sets of k nodes drawn as by R. Floyd: each of the last k numbers, or an earlier one in its place.
void count_drawn(const graph::SimpleGraph& graph, const Hash128& fingerprint, std::uint64_t seed, std::uint32_t samples,
                 const GraphletClasses& classes, std::vector<double>& counts) {
  const Joined joined(graph);
  const auto k = static_cast<std::uint32_t>(classes.nodes());
  const NodeId n = graph.num_nodes();
  NodeSet nodes{};
  for (std::uint32_t first = 0; first < samples; first += base::kBlockWalks) {
    const base::StreamBlock stream(seed, fingerprint, base::StreamPurpose::graphlets, k, first / base::kBlockWalks);
    for (std::uint32_t lane = 0; lane < std::min(base::kBlockWalks, samples - first); ++lane) {
      for (std::uint32_t i = 0; i < k; ++i) {
        const NodeId last = n - k + i;
        const NodeId drawn = stream.choose(last + 1, lane, i);
        const bool taken = std::find(nodes.begin(), nodes.begin() + i, drawn) != nodes.begin() + i;
        nodes[i] = taken ? last : drawn;
      }
      ++counts[classes.class_of(code_of(nodes, classes.nodes(), joined))];
    }
  }
}

class GraphletCounts final : public GraphMap {
 public:
  GraphletCounts(int first, int last, std::uint32_t samples) : first_(first), last_(last), samples_(samples) {}

  [[nodiscard]] std::size_t sections() const override { return static_cast<std::size_t>(last_ - first_) + 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t section) const override {
    return GraphletClasses::of_size(first_ + static_cast<int>(section)).size();
  }
  [[nodiscard]] std::string column_name(std::size_t section, std::uint64_t column) const override {
    return GraphletClasses::of_size(first_ + static_cast<int>(section)).name(column);
  }
  [[nodiscard]] bool sampled(const Graph& graph) const override {
    return last_ > 4 && subsets(graph.num_nodes(), last_) > samples_;
  }

  [[nodiscard]] MapCost cost(const Graph& graph) const override {
    double edge_steps = 0;  // complete subgraphs of 4 nodes are found faster than triangles are listed
    if (first_ <= 4) {
      for (NodeId u = 0; u < graph.num_nodes(); ++u) {
        for (const NodeId v : graph.neighbours(u)) edge_steps += std::min(graph.degree(u), graph.degree(v));
      }
    }
    const double drawn = last_ > 4 ? (last_ - std::max(first_, 5) + 1.0) * samples_ * 30 : 0;
    const double n = graph.num_nodes();
    return {edge_steps + drawn, 24 * n + 8 * static_cast<double>(graph.num_arcs()) + std::min(n * n / 8, 3.4e7)};
  }

  [[nodiscard]] std::vector<MapSection> of_graph(const Graph& graph, const MapInput& input) const override {
    const graph::SimpleGraph simple(graph);
    EdgeSums sums;
    if (first_ <= 4) sums = edge_sums(simple, last_ >= 4);
    std::vector<MapSection> sections;
    for (int size = first_; size <= last_; ++size) {
      const GraphletClasses& classes = GraphletClasses::of_size(size);
      std::vector<double> counts(classes.size(), 0.0);
      const double all = subsets(simple.num_nodes(), size);
      if (all > 0 && size == 3) {
        const auto exact = counts_of_3(sums);
        std::copy(exact.begin(), exact.end(), counts.begin());
      } else if (all > 0 && size == 4) {
        const auto exact = counts_of_4(sums);
        std::copy(exact.begin(), exact.end(), counts.begin());
      } else if (all > samples_) {
        count_drawn(simple, fingerprint(graph), input.seed, samples_, classes, counts);
        // An estimate of the number of all sets.
        for (double& count : counts) count *= all / samples_;
      } else if (all > 0) {
        count_all(simple, classes, counts);
      }
      MapSection& section = sections.emplace_back();
      section.total = all;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (!(counts[i] > 0)) continue;
        section.columns.push_back(i);
        section.amounts.push_back(counts[i]);
      }
    }
    return sections;
  }

 private:
  int first_, last_;
  std::uint32_t samples_;
};

}  // namespace

std::unique_ptr<const GraphMap> graphlet_counts(int first, int last, std::uint32_t samples) {
  return std::make_unique<GraphletCounts>(first, last, samples);
}

}  // namespace awe::baselines
