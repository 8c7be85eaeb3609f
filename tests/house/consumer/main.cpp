// The installed library through its front door: a file becomes a matrix in three lines; and exact walks on a path.
#include <awe/awe.h>
#include <awe/exact_walks.h>

#include <cstdio>

int main(int, char** arguments) {
  const awe::Graph path = awe::make_graph({.num_nodes = 3, .edges = {{0, 1}, {1, 2}}});
  const awe::WalkIndex index(2);
  const awe::WalkDistribution walks = awe::ExactWalks(path, index).of_graph();
  for (std::size_t i = 0; i < walks.probabilities.size(); ++i) {
    std::printf("%s: %.4f\n", awe::to_string(index.unrank(walks.probabilities.indices[i])).c_str(),
                walks.probabilities.values[i]);
  }

  auto x = awe::embed(awe::read_graphs(arguments[1]), {.length = 7});
  std::printf("%zu rows\n", x.num_rows());
}
