// Our classes of isomorphic graphs beside nauty's: random, regular and strongly regular graphs, graphs after Cai,
// Fuerer and Immerman, labels, directions, weights, and whole data sets.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "awe/reader.h"
#include "base/rng.h"
#include "isomorphism/nauty_oracle.h"
#include "support/data.h"
#include "support/random_graphs.h"

namespace awe::test {
namespace {

using isomorphism::IsomorphismLabels;
using Edges = std::vector<std::pair<NodeId, NodeId>>;

std::vector<NodeId> permutation(NodeId nodes, base::Sequence& random) {
  std::vector<NodeId> numbers(nodes);
  std::iota(numbers.begin(), numbers.end(), NodeId{0});
  for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  return numbers;
}

Graph permuted(NodeId nodes, const Edges& edges, base::Sequence& random) {
  const auto number = permutation(nodes, random);
  Edges turned;
  for (const auto& [u, v] : edges) turned.emplace_back(number[u], number[v]);
  return make_graph(nodes, turned);
}

void expect_classes_of_nauty(const std::vector<Graph>& graphs, const IsomorphismLabels& labels = {}) {
  const auto found = isomorphism::isomorphism_classes(graphs, labels, {}, {}, 2);
  EXPECT_EQ(found.unsure, 0u);
  EXPECT_EQ(found.undecided_pairs, 0u);
  EXPECT_EQ(found.class_of, classes_by_nauty(graphs, labels));
}

TEST(Nauty, AgreesOnRandomGraphsOfEveryKind) {
  base::Sequence random(11, {});
  for (int kind = 0; kind < 16; ++kind) {
    std::vector<Graph> graphs;
    for (int i = 0; i < 400; ++i) {
      BuildOptions policy;
      policy.directed = (kind & 1) != 0;
      policy.weighted = (kind & 2) != 0;
      policy.self_loops = SelfLoops::keep;
      GraphBuilder builder(policy);
      const auto nodes = static_cast<NodeId>(5 + random.below(3));
      builder.set_num_nodes(nodes);
      for (NodeId e = 0; e < nodes + random.below(2); ++e) {
        builder.add_edge(static_cast<NodeId>(random.below(nodes)), static_cast<NodeId>(random.below(nodes)),
                         static_cast<double>(1 + random.below(2)));
        if ((kind & 4) != 0) builder.label_last_edge(random.below(3) == 0 ? "x" : "y");
      }
      for (NodeId u = 0; (kind & 8) != 0 && u < nodes; ++u) builder.set_node_label(u, random.below(4) == 0 ? "A" : "B");
      graphs.push_back(std::move(builder).build());
    }
    expect_classes_of_nauty(graphs);
    expect_classes_of_nauty(graphs, {false, false, false});
  }
}

// A random graph in which all nodes have this degree: the union of random matchings, drawn until it has no repeated
// edge.
Edges random_regular(NodeId nodes, int degree, base::Sequence& random) {
  while (true) {
    Edges edges;
    for (int k = 0; k < degree; ++k) {
      const auto order = permutation(nodes, random);
      for (NodeId i = 0; i + 1 < nodes; i += 2) edges.emplace_back(std::minmax(order[i], order[i + 1]));
    }
    std::sort(edges.begin(), edges.end());
    if (std::adjacent_find(edges.begin(), edges.end()) == edges.end()) return edges;
  }
}

TEST(Nauty, AgreesOnRegularGraphs) {
  base::Sequence random(12, {});
  for (const auto& [nodes, degree, count] :
       {std::tuple<NodeId, int, int>{8, 3, 200}, {10, 3, 200}, {12, 4, 150}, {40, 3, 20}}) {
    std::vector<Graph> graphs;
    for (int i = 0; i < count; ++i) {
      const Edges edges = random_regular(nodes, degree, random);
      graphs.push_back(make_graph(nodes, edges));
      if (i % 3 == 0) graphs.push_back(permuted(nodes, edges, random));
    }
    expect_classes_of_nauty(graphs);
  }
}

// Cells of a Latin square, adjacent if they share the row, the column or the symbol: strongly regular, whatever the
// square.
Edges latin_square_graph(const std::vector<std::vector<NodeId>>& square) {
  const auto n = static_cast<NodeId>(square.size());
  Edges edges;
  for (NodeId a = 0; a < n * n; ++a) {
    for (NodeId b = a + 1; b < n * n; ++b) {
      if (a / n == b / n || a % n == b % n || square[a / n][a % n] == square[b / n][b % n]) edges.emplace_back(a, b);
    }
  }
  return edges;
}

TEST(Nauty, AgreesOnStronglyRegularGraphs) {
  base::Sequence random(13, {});
  for (const NodeId n : {4u, 5u, 6u}) {
    std::vector<Graph> graphs;
    // Row exchanges do not change the class; an exchange of symbols in a 2 x 2 subsquare does, for even n.
    for (int variant = 0; variant < 6; ++variant) {
      std::vector<std::vector<NodeId>> square(n, std::vector<NodeId>(n));
      for (NodeId r = 0; r < n; ++r) {
        for (NodeId c = 0; c < n; ++c) square[r][c] = (r + c) % n;
      }
      if (variant % 2 == 1 && n % 2 == 0) {
        std::swap(square[0][0], square[0][n / 2]);
        std::swap(square[n / 2][0], square[n / 2][n / 2]);
      }
      std::swap(square[0], square[random.below(n)]);
      graphs.push_back(permuted(n * n, latin_square_graph(square), random));
    }
    expect_classes_of_nauty(graphs);
  }
}

// The graph of Cai, Fuerer and Immerman over a base graph: a node for every even set of edges at each node of the base,
// joined through two nodes per end of an edge; twisted at the first `twists` edges. Only whether `twists` is odd
// matters.
Edges cfi_graph(NodeId base_nodes, const Edges& base, std::size_t twists, NodeId& nodes) {
  nodes = 0;
  Edges edges;
  std::map<std::tuple<NodeId, std::size_t, int>, NodeId> end;
  for (NodeId u = 0; u < base_nodes; ++u) {
    std::vector<std::size_t> incident;
    for (std::size_t e = 0; e < base.size(); ++e) {
      if (base[e].first != u && base[e].second != u) continue;
      incident.push_back(e);
      for (int in = 0; in < 2; ++in) end[{u, e, in}] = nodes++;
    }
    for (unsigned set = 0; set < 1u << incident.size(); ++set) {
      if (__builtin_popcount(set) % 2 == 1) continue;
      const NodeId middle = nodes++;
      for (std::size_t i = 0; i < incident.size(); ++i) {
        edges.emplace_back(middle, end[{u, incident[i], static_cast<int>(set >> i & 1u)}]);
      }
    }
  }
  for (std::size_t e = 0; e < base.size(); ++e) {
    for (int in = 0; in < 2; ++in) {
      edges.emplace_back(end[{base[e].first, e, in}], end[{base[e].second, e, in ^ (e < twists ? 1 : 0)}]);
    }
  }
  return edges;
}

TEST(Nauty, AgreesOnGraphsThatRefinementCannotTellApart) {
  base::Sequence random(14, {});
  const Edges petersen = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 5}, {1, 6}, {2, 7},
                          {3, 8}, {4, 9}, {5, 7}, {7, 9}, {9, 6}, {6, 8}, {8, 5}};
  const Edges prism = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}};
  const Edges k5 = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
  for (const auto& [base_nodes, base] : {std::pair<NodeId, Edges>{10, petersen}, {6, prism}, {5, k5}}) {
    std::vector<Graph> graphs;
    for (const std::size_t twists : {0u, 1u, 2u, 3u}) {
      NodeId nodes = 0;
      const Edges edges = cfi_graph(base_nodes, base, twists, nodes);
      graphs.push_back(permuted(nodes, edges, random));
    }
    expect_classes_of_nauty(graphs);
    EXPECT_EQ(isomorphism::isomorphism_classes(graphs, {}).class_of, (std::vector<std::uint32_t>{0, 1, 0, 1}));
  }
}

TEST(DataSets, TwinsAreThoseOfNauty) {
  for (const char* name : {"MUTAG.zip", "PTC_MR.zip", "ENZYMES.zip", "IMDB-BINARY.zip"}) {
    AWE_NEED_DATA(name);
    const auto graphs = read_all(*open_graphs(data_path(name)));
    expect_classes_of_nauty(graphs);
    expect_classes_of_nauty(graphs, {false, false, false});
  }
}

}  // namespace
}  // namespace awe::test
