// A graph built by hand and its distribution of anonymous walks: a triangle 0 1 2 with a tail to node 3.
#include <cstdio>

#include "awe/exact_walks.h"
#include "awe/graph_builder.h"

int main() {
  awe::GraphBuilder builder(awe::BuildOptions{});
  builder.set_num_nodes(4);
  for (const auto& [u, v] : {std::pair{0u, 1u}, {1u, 2u}, {2u, 0u}, {2u, 3u}}) builder.add_edge(u, v);
  const awe::Graph graph = std::move(builder).build();

  const awe::WalkIndex index(3);  // all anonymous walks of three steps
  const awe::SparseVector walks = awe::ExactWalks(graph, index).of_graph().probabilities;
  for (std::size_t i = 0; i < walks.size(); ++i) {
    std::printf("%s  %.4f\n", awe::to_string(index.unrank(walks.indices[i])).c_str(), walks.values[i]);
  }
}
