// Layouts: shapes that have a usual picture get it, distances on the page fit those of the graph, components lie apart.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

#include "awe/drawing.h"
#include "awe/error.h"
#include "awe/generators.h"
#include "drawing/component.h"
#include "drawing/stress.h"
#include "drawing/tree_layers.h"
#include "drawing/turn.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::drawing {
namespace {

double gap(const Place& a, const Place& b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Steps between all pairs, by repeated relaxation; -1: none.
std::vector<std::vector<int>> all_steps(const Graph& graph) {
  const NodeId n = graph.num_nodes();
  std::vector<std::vector<int>> steps(n, std::vector<int>(n, -1));
  for (NodeId u = 0; u < n; ++u) {
    std::vector<NodeId> at{u};
    steps[u][u] = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      for (const NodeId v : graph.neighbours(at[i])) {
        if (steps[u][v] >= 0) continue;
        steps[u][v] = steps[u][at[i]] + 1;
        at.push_back(v);
      }
    }
  }
  return steps;
}

// The mean over pairs of (page / steps - 1)^2: what stress_places makes small.
double stress_of(const Graph& graph, const std::vector<Place>& places) {
  const auto steps = all_steps(graph);
  double sum = 0, pairs = 0;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (NodeId v = 0; v < u; ++v) {
      const double error = gap(places[u], places[v]) / steps[u][v] - 1;
      sum += error * error;
      ++pairs;
    }
  }
  return sum / pairs;
}

Graph grid_graph(NodeId rows, NodeId columns) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId i = 0; i < rows; ++i) {
    for (NodeId j = 0; j < columns; ++j) {
      if (i + 1 < rows) edges.emplace_back(i * columns + j, (i + 1) * columns + j);
      if (j + 1 < columns) edges.emplace_back(i * columns + j, i * columns + j + 1);
    }
  }
  return test::make_graph(rows * columns, edges);
}

// A tree on n nodes: node i hangs on one before it.
Graph some_tree(NodeId nodes, std::uint64_t seed) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId i = 1; i < nodes; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    edges.emplace_back(static_cast<NodeId>((seed >> 33) % i), i);
  }
  return test::make_graph(nodes, edges);
}

TEST(Turn, IsThePointOnTheUnitCircle) {
  for (int i = 0; i < 1000; ++i) {
    const double share = i / 997.0;
    EXPECT_NEAR(turn(share).x, std::cos(2 * std::numbers::pi * share), 1e-14);
    EXPECT_NEAR(turn(share).y, std::sin(2 * std::numbers::pi * share), 1e-14);
  }
  EXPECT_EQ(turn(0.25).x, turn(0.75).x);
}

TEST(Layout, DrawsRingsRoundWithEdgesOfLengthOne) {
  for (const NodeId nodes : {3u, 8u, 50u}) {
    const auto places = layout(test::cycle_graph(nodes));
    double x = 0, y = 0;
    for (const Place& place : places) x += place.x / nodes, y += place.y / nodes;
    for (NodeId i = 0; i < nodes; ++i) {
      EXPECT_NEAR(gap(places[i], {x, y}), 0.5 / std::sin(std::numbers::pi / nodes), 1e-9);
      EXPECT_NEAR(gap(places[i], places[(i + 1) % nodes]), 1, 1e-9);
    }
  }
}

TEST(Layout, DrawsPathsStraightWhateverTheirNumbering) {
  const auto places = layout(test::make_graph(5, {{3, 0}, {0, 4}, {4, 1}, {1, 2}}));
  for (const Place& place : places) EXPECT_EQ(place.y, places[0].y);
  EXPECT_NEAR(gap(places[3], places[2]), 4, 1e-12);
}

RC_GTEST_PROP(Layout, TreesInLayersHaveChildrenBelowAndNoTwoNodesTooClose, ()) {
  const auto nodes = *rc::gen::inRange<NodeId>(2, 60);
  const Graph tree = some_tree(nodes, *rc::gen::arbitrary<std::uint64_t>());
  const auto components = components_of(tree);
  RC_ASSERT(components.size() == 1u && components[0].is_tree());
  const TreeLayers made = tree_layers(components[0]);
  const auto steps = all_steps(tree);
  const auto root = static_cast<NodeId>(
      std::find_if(made.places.begin(), made.places.end(), [](const Place& p) { return p.y == 0; }) -
      made.places.begin());
  int farthest = 0, diameter = 0;
  for (NodeId u = 0; u < nodes; ++u) {
    RC_ASSERT(made.places[u].y == steps[root][u]);
    RC_ASSERT(made.places[u].x >= -1e-9 && made.places[u].x <= made.width + 1e-9);
    farthest = std::max(farthest, steps[root][u]);
    double first = 0, last = 0;
    int children = 0;
    for (NodeId v = 0; v < nodes; ++v) {
      diameter = std::max(diameter, steps[u][v]);
      if (u != v && made.places[u].y == made.places[v].y) {
        RC_ASSERT(std::abs(made.places[u].x - made.places[v].x) >= 1 - 1e-9);
      }
      if (steps[u][v] == 1 && made.places[v].y > made.places[u].y) {
        first = children == 0 ? made.places[v].x : std::min(first, made.places[v].x);
        last = children == 0 ? made.places[v].x : std::max(last, made.places[v].x);
        ++children;
      }
    }
    if (children > 0) RC_ASSERT(std::abs(made.places[u].x - (first + last) / 2) < 1e-9);
  }
  RC_ASSERT(farthest == (diameter + 1) / 2);
}

TEST(Layout, ADirectedTreeHangsFromItsRoot) {
  const Graph tree = test::make_graph(6, {{4, 0}, {0, 1}, {1, 2}, {4, 3}, {0, 5}}, {.directed = true});
  const auto places = layout(tree);
  for (const auto& [from, to] : edges_of(tree)) EXPECT_LT(places[from].y, places[to].y);
}

TEST(Layout, StressFitsDistancesOfGridsAndRandomGraphs) {
  EXPECT_LT(stress_of(grid_graph(6, 7), layout(grid_graph(6, 7))), 0.04);
  const auto places = layout(grid_graph(6, 7));
  for (const auto& [u, v] : edges_of(grid_graph(6, 7))) EXPECT_NEAR(gap(places[u], places[v]), 1, 0.25);
  // The circle of a ring has edges of length 1 and is a little larger than stress would have it.
  const Graph ring = test::cycle_graph(12);
  EXPECT_LE(stress_of(ring, layout(ring, LayoutKind::stress)), stress_of(ring, layout(ring)));
  EXPECT_LT(stress_of(ring, layout(ring, LayoutKind::stress)), stress_of(ring, layout(ring, LayoutKind::layers)));
}

TEST(Layout, StressIsAMinimumThatNoMoveOfANodeImproves) {
  const Graph graph = grid_graph(4, 5);
  auto places = layout(graph, LayoutKind::stress);
  const double reached = stress_of(graph, places);
  for (Place& place : places) {
    const Place before = place;
    for (const Place move : {Place{0.1, 0}, Place{-0.1, 0}, Place{0, 0.1}, Place{0, -0.1}}) {
      place = {before.x + move.x, before.y + move.y};
      EXPECT_GT(stress_of(graph, places), reached - 1e-4);
    }
    place = before;
  }
}

TEST(Layout, ALargeGraphKeepsItsShapeByFewDistances) {
  const Graph grid = grid_graph(32, 32);
  ASSERT_GT(grid.num_nodes(), kFullLayoutNodes);
  EXPECT_LT(stress_of(grid, layout(grid)), 0.08);
}

TEST(Layout, ManyLeavesSurroundTheirNodeWithoutTouching) {
  for (const NodeId leaves : {40u, 3000u}) {
    const auto places = layout(test::star_graph(leaves));
    double nearest = 9;
    for (NodeId i = 1; i <= std::min(leaves, 300u); ++i) {
      for (NodeId j = i + 1; j <= leaves; ++j) nearest = std::min(nearest, gap(places[i], places[j]));
    }
    EXPECT_GT(nearest, 0.1) << leaves;
  }
}

TEST(Layout, ComponentsLieApart) {
  const Graph graph = test::make_graph(14, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 6}, {6, 3}, {7, 8}, {9, 10}});
  for (const LayoutKind kind : {LayoutKind::automatic, LayoutKind::stress, LayoutKind::layers, LayoutKind::circle}) {
    const auto places = layout(graph, kind);
    const auto steps = all_steps(graph);
    for (NodeId u = 0; u < 14; ++u) {
      for (NodeId v = 0; v < u; ++v) {
        EXPECT_GT(gap(places[u], places[v]), steps[u][v] < 0 ? 1.2 : 0.5) << u << " " << v << " " << to_string(kind);
      }
    }
  }
}

RC_GTEST_PROP(Layout, GivesEveryNodeOfAnyGraphAFinitePlaceOfItsOwn, ()) {
  const Graph graph = test::build(*test::random_shape(12));
  const auto places = layout(graph);
  RC_ASSERT(places.size() == graph.num_nodes());
  for (std::size_t i = 0; i < places.size(); ++i) {
    RC_ASSERT(std::isfinite(places[i].x) && std::isfinite(places[i].y));
    for (std::size_t j = 0; j < i; ++j) RC_ASSERT(gap(places[i], places[j]) > 1e-3);
  }
}

TEST(Layout, RefusesGraphsThatAreTooLarge) {
  const Graph graph = test::make_graph(kMaxDrawnNodes + 1, {});
  EXPECT_THROW((void)layout(graph), Error);
  EXPECT_EQ(layout(Graph()).size(), 0u);
}

TEST(Layout, ListsEveryEdgeOnce) {
  const Graph graph = test::make_graph(3, {{2, 0}, {0, 1}, {1, 1}}, {.self_loops = SelfLoops::keep});
  EXPECT_EQ(edges_of(graph), (std::vector<std::pair<NodeId, NodeId>>{{0, 1}, {0, 2}, {1, 1}}));
  const Graph arcs = test::make_graph(2, {{0, 1}, {1, 0}}, {.directed = true});
  EXPECT_EQ(edges_of(arcs).size(), 2u);
}

}  // namespace
}  // namespace awe::drawing
