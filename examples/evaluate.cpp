// How well walks tell the classes of graphs apart: nested cross-validation, beside what the sizes of the graphs reach
// without any walk.
//   evaluate GRAPHS
#include <awe/awe.h>

#include <cstdio>

int main(int count, char** arguments) {
  if (count != 2) return std::fputs("usage: evaluate GRAPHS\n", stderr), 2;
  const auto graphs = awe::read_graphs(arguments[1]);
  for (const char* recipe : {"structure", "size"}) {
    const awe::Evaluation result = awe::evaluate(graphs, {.recipe = recipe, .folds = 5});
    std::printf("%-9s  %.1f %% right, 95 %% interval %.1f .. %.1f\n", recipe, 100 * result.accuracy.mean,
                100 * result.accuracy.interval.low, 100 * result.accuracy.interval.high);
  }
}
