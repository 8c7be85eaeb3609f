// Exact walks on a path of three nodes, and a stream of graphs read from a file.
#include <awe/exact_walks.h>
#include <awe/featurizer.h>
#include <awe/graph_builder.h>
#include <awe/reader.h>

#include <cstdio>

int main(int, char** arguments) {
  awe::GraphBuilder builder({});
  builder.set_num_nodes(3);
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  const awe::Graph graph = std::move(builder).build();
  const awe::WalkIndex index(2);
  const awe::WalkDistribution walks = awe::ExactWalks(graph, index).of_graph();
  for (std::size_t i = 0; i < walks.probabilities.size(); ++i) {
    std::printf("%s: %.4f\n", awe::to_string(index.unrank(walks.probabilities.indices[i])).c_str(),
                walks.probabilities.values[i]);
  }
  awe::FeatureOptions plan;
  plan.run.threads = 2;
  const auto source = awe::open_graphs(arguments[1]);
  const auto totals = awe::Featurizer(plan).run(*source, [](awe::MatrixRow&&) {});
  std::printf("%d rows\n", static_cast<int>(totals.rows));
}
