// A graph from arrays, and its exact distribution of anonymous walks: a triangle 0 1 2 with a tail to node 3.
#include <awe/awe.h>

#include <cstdio>

int main() {
  const awe::Graph graph = awe::make_graph({.num_nodes = 4, .edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}}});
  const awe::FeatureMatrix x = awe::embed({&graph, 1}, {.length = 3, .method = awe::Method::exact});
  const awe::SparseVector& walks = x.rows[0].values;
  for (std::size_t i = 0; i < walks.size(); ++i) {
    std::printf("%s  %.4f\n", x.columns.describe(walks.indices[i]).walk.c_str(), walks.values[i]);
  }
}
