// Six families of random graphs with the same nodes and edges, told apart by their anonymous walks alone: which family
// the nearest other graph belongs to, and the walks of each family that its rivals make least (or most) often.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "awe/base/parallel.h"
#include "awe/features/featurizer.h"
#include "awe/graph/generators.h"

namespace {

using Vector = std::vector<double>;

struct Embedded {
  std::vector<Vector> rows;
  std::vector<std::string> families;
};

Embedded embed(awe::GraphSource& graphs, const awe::Featurizer& featurizer) {
  Embedded all;
  featurizer.run(graphs, [&](awe::MatrixRow&& row) {
    Vector dense(featurizer.num_columns());
    for (std::size_t i = 0; i < row.values.size(); ++i) dense[row.values.indices[i]] = row.values.values[i];
    all.rows.push_back(std::move(dense));
    all.families.push_back(row.class_name.value());
  });
  return all;
}

// Between square roots of probabilities: the Hellinger distance, but for a constant.
double squared_distance(const Vector& x, const Vector& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sum;
}

void print_neighbours(const Embedded& all, const std::vector<std::string>& names) {
  std::map<std::string, std::map<std::string, double>> votes;
  double agree = 0;
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    std::size_t nearest = i;
    double least = INFINITY;
    for (std::size_t j = 0; j < all.rows.size(); ++j) {
      const double distance = j == i ? INFINITY : squared_distance(all.rows[i], all.rows[j]);
      if (distance < least) least = distance, nearest = j;
    }
    ++votes[all.families[i]][all.families[nearest]];
    agree += all.families[i] == all.families[nearest];
  }
  std::printf("%-18s", "");
  for (const auto& name : names) std::printf("%18s", name.c_str());
  for (const auto& name : names) {
    double of_family = 0;
    for (const auto& [other, count] : votes[name]) of_family += count;
    std::printf("\n%-18s", name.c_str());
    for (const auto& other : names) std::printf("%17.0f%%", 100 * votes[name][other] / of_family);
  }
  std::printf("\nagreement %.1f %%\n", 100 * agree / static_cast<double>(all.rows.size()));
}
void tell(const Embedded& all, const std::vector<std::string>& names, const awe::Featurizer& f) {
  const std::size_t columns = f.num_columns();
  for (const auto& name : names) {
    struct S { double score, in, out; std::size_t c; };
    std::vector<S> scores;
    for (std::size_t c = 0; c < columns; ++c) {
      double in = 0, out = 0, in2 = 0, out2 = 0, n = 0, m = 0;
      for (std::size_t i = 0; i < all.rows.size(); ++i) {
        const double v = all.rows[i][c];
        if (all.families[i] == name) in += v, in2 += v * v, ++n; else out += v, out2 += v * v, ++m;
      }
      in /= n, out /= m;
      const double sd = std::sqrt(in2 / n - in * in + out2 / m - out * out);
      scores.push_back({(in - out) / sd, in, out, c});
    }
    std::sort(scores.begin(), scores.end(), [](const S& a, const S& b) { return std::abs(a.score) > std::abs(b.score); });
    std::printf("%s\n", name.c_str());
    for (std::size_t k = 0; k < std::min<std::size_t>(columns, 6); ++k)
      std::printf("   %-18s %8.4f%% vs %8.4f%%  x%.2f  score %.2f\n", f.column(scores[k].c).walk.c_str(), 100 * scores[k].in, 100 * scores[k].out, scores[k].in / scores[k].out, scores[k].score);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t nodes = argc > 1 ? std::stoul(argv[1]) : 60, edges = argc > 2 ? std::stoul(argv[2]) : 180;
  for (int l : {3, 4, 5, 7}) {
    const auto graphs = awe::six_families(nodes, edges, 30, 1);
    awe::FeaturePlan plan;
    plan.first_length = plan.last_length = l;
    plan.scaling = awe::Scaling::sqrt;
    plan.threads = awe::available_threads();
    const awe::Featurizer f(plan);
    auto all = embed(*graphs, f);
    std::vector<std::string> names(all.families.begin(), all.families.begin() + 6);
    print_neighbours(all, names);
    for (auto& r : all.rows) for (auto& v : r) v *= v;
    tell(all, names, f);
  }
}
