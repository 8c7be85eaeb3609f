// A data-driven model learnt from known graphs, and vectors of new graphs: each with the known graph nearest to it.
//   train_infer KNOWN NEW
#include <awe/awe.h>

#include <algorithm>
#include <cstdio>

double squared_distance(const awe::EmbeddingRow& a, const awe::EmbeddingRow& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.vector.size(); ++i) sum += (a.vector[i] - b.vector[i]) * (a.vector[i] - b.vector[i]);
  return sum;
}

int main(int count, char** arguments) {
  if (count != 3) return std::fputs("usage: train_infer KNOWN NEW\n", stderr), 2;
  const auto known = awe::read_graphs(arguments[1]), fresh = awe::read_graphs(arguments[2]);

  const auto model = awe::EmbeddingModel::train(known, {.walks = "aw:5", .dimensions = 16});
  const auto x = model.infer(known), y = model.infer(fresh);
  std::printf("%zu words, vectors of %zu dimensions\n", model.words(), x.front().vector.size());
  for (const awe::EmbeddingRow& row : y) {
    const auto nearest = std::min_element(x.begin(), x.end(), [&](const auto& a, const auto& b) {
      return squared_distance(a, row) < squared_distance(b, row);
    });
    std::printf("%s is nearest to %s\n", row.id.c_str(), nearest->id.c_str());
  }
}
