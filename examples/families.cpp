// Six families of random graphs, all with the same nodes and edges, told apart by their anonymous walks alone: the
// family of each graph's nearest neighbour, and the walks that a family makes more often than the family most like it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "awe/featurizer.h"
#include "awe/generators.h"
#include "awe/walk_index.h"

namespace {

constexpr std::size_t kFamilies = 6, kCount = 30;

struct Embedded {
  std::vector<std::string> families;      // names; the graphs of the families take turns
  std::vector<std::vector<double>> rows;  // square roots of probabilities
};

Embedded embed(awe::GraphSource& graphs, const awe::Featurizer& featurizer) {
  Embedded all;
  featurizer.run(graphs, [&](awe::MatrixRow&& row) {
    auto& dense = all.rows.emplace_back(featurizer.num_columns());
    for (std::size_t i = 0; i < row.values.size(); ++i) dense[row.values.indices[i]] = row.values.values[i];
    if (all.families.size() < kFamilies) all.families.push_back(row.class_name.value());
  });
  return all;
}

// The other graph at the least Hellinger distance, which is the Euclidean one of square roots, but for a constant.
std::size_t nearest(const Embedded& all, std::size_t graph) {
  std::size_t best = graph;
  double least = INFINITY;
  for (std::size_t other = 0; other < all.rows.size(); ++other) {
    double distance = other == graph ? INFINITY : 0;
    for (std::size_t c = 0; c < all.rows[graph].size(); ++c) {
      distance += std::pow(all.rows[graph][c] - all.rows[other][c], 2);
    }
    if (distance < least) least = distance, best = other;
  }
  return best;
}

void print_neighbours(const Embedded& all) {
  int votes[kFamilies][kFamilies] = {}, agree = 0;
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    const std::size_t family = i % kFamilies, other = nearest(all, i) % kFamilies;
    ++votes[family][other];
    agree += family == other;
  }
  std::printf("  family of a graph     family of its nearest neighbour, %%\n  %20s", "");
  for (std::size_t f = 0; f < kFamilies; ++f) std::printf("%6c", static_cast<char>('a' + f));
  for (std::size_t f = 0; f < kFamilies; ++f) {
    std::printf("\n  %c  %-17s", static_cast<char>('a' + f), all.families[f].c_str());
    for (const int count : votes[f]) count == 0 ? std::printf("     .") : std::printf("%6.0f", 100.0 * count / kCount);
  }
  const auto graphs = static_cast<int>(all.rows.size());
  std::printf("\n\n  %d of %d nearest neighbours (%.1f %%) are of the same family.\n\n", agree, graphs,
              100.0 * agree / graphs);
}

// What a walker saw: the cycles closed, one for each new edge to a node seen before.
std::string in_words(const std::string& text) {
  const awe::AnonymousWalk walk = awe::parse_walk(text);
  const std::size_t size = walk.size() + 1;
  std::vector<std::vector<std::size_t>> distance(size, std::vector<std::size_t>(size, size));
  std::vector<int> closed(size + 1), degree(size);
  for (std::size_t i = 0; i < size; ++i) distance[i][i] = 0;
  for (std::size_t step = 1; step < walk.size(); ++step) {
    const std::size_t x = walk[step - 1], y = walk[step];
    if (distance[x][y] == 1) continue;
    if (distance[x][y] < size) ++closed[distance[x][y] + 1];
    ++degree[x], ++degree[y];
    const auto before = distance;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        distance[i][j] = std::min({before[i][j], before[i][x] + 1 + before[y][j], before[i][y] + 1 + before[x][j]});
      }
    }
  }
  const char* const names[] = {"", "", "", "triangle", "square", "pentagon", "hexagon", "heptagon"};
  std::string words;
  for (std::size_t n = 3; n < std::min<std::size_t>(size, 8); ++n) {
    if (closed[n] == 0) continue;
    words += (words.empty() ? "" : ", ") + (closed[n] > 1 ? std::to_string(closed[n]) + " " : "") + names[n] +
             (closed[n] > 1 ? "s" : "");
  }
  if (!words.empty()) return words;
  const int most = *std::max_element(degree.begin(), degree.end());
  if (most > 2) return std::to_string(most) + " neighbours of one node";
  return walk.size() == *std::max_element(walk.begin(), walk.end()) ? "never comes back" : "to and fro on a path";
}

struct Shares {
  double mean = 0, variance = 0;
};
Shares shares(const Embedded& all, std::size_t family, std::size_t column) {
  Shares result;
  double squares = 0;
  for (std::size_t i = family; i < all.rows.size(); i += kFamilies) {
    const double share = all.rows[i][column] * all.rows[i][column];
    result.mean += share / kCount;
    squares += share * share / kCount;
  }
  result.variance = squares - result.mean * result.mean;
  return result;
}

struct Contrast {
  std::size_t column = 0;
  double here = 0, there = 0, score = 0;  // score: the difference in standard deviations
};

// All walks, first those that the family makes more often than its rival.
std::vector<Contrast> contrasts(const Embedded& all, std::size_t family, std::size_t rival) {
  std::vector<Contrast> walks;
  for (std::size_t column = 0; column < all.rows.front().size(); ++column) {
    const Shares here = shares(all, family, column), there = shares(all, rival, column);
    const double noise = std::sqrt(here.variance + there.variance) + 1e-9;
    walks.push_back({column, here.mean, there.mean, (here.mean - there.mean) / noise});
  }
  std::sort(walks.begin(), walks.end(), [](const Contrast& a, const Contrast& b) { return a.score > b.score; });
  return walks;
}

// The family whose mean vector is nearest.
std::size_t closest_rival(const Embedded& all, std::size_t family) {
  double least = INFINITY;
  std::size_t best = family;
  for (std::size_t rival = 0; rival < kFamilies; ++rival) {
    double distance = rival == family ? INFINITY : 0;
    for (std::size_t c = 0; c < all.rows.front().size(); ++c) {
      const double x = std::sqrt(shares(all, family, c).mean), y = std::sqrt(shares(all, rival, c).mean);
      distance += (x - y) * (x - y);
    }
    if (distance < least) least = distance, best = rival;
  }
  return best;
}

void print_walks(const Embedded& all, const awe::Featurizer& featurizer) {
  std::printf("  %-17s %-18s %-17s %6s  %8s  %s\n", "family", "closest rival", "walk", "here", "rival",
              "the walker saw");
  for (std::size_t family = 0; family < kFamilies; ++family) {
    const std::size_t rival = closest_rival(all, family);
    const auto walks = contrasts(all, family, rival);
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string walk = featurizer.column(walks[k].column).walk;
      std::printf("  %-17s %-18s %-17s %5.2f%%  %7.2f%%  %s\n", k == 0 ? all.families[family].c_str() : "",
                  k == 0 ? all.families[rival].c_str() : "", walk.c_str(), 100 * walks[k].here, 100 * walks[k].there,
                  in_words(walk).c_str());
    }
  }
}

}  // namespace

int main() {
  const auto graphs = awe::six_families(60, 180, kCount, 1);  // 60 nodes, 180 edges, 30 of each family, seed 1
  awe::FeatureOptions plan;
  plan.features = awe::parse_features("aw:7[sqrt]");  // walks of seven steps
  const awe::Featurizer featurizer(plan);
  const Embedded all = embed(*graphs, featurizer);
  print_neighbours(all);
  print_walks(all, featurizer);
}
