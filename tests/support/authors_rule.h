// The evaluation rule of the authors' code, slowly: every kernel value by its formula, every fold from its own sort of
// keys, and one SVM per fold and C, by whatever solver the test brings.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "awe/hash.h"

namespace awe::test {

struct AuthorsTask {
  std::vector<std::vector<double>> rows;
  std::vector<std::string> ids;  // all different
  std::vector<int> classes;
  int folds = 10, repeats = 10;
  std::uint64_t seed = 1;
  double sigma = 1;
};

// Trains on the members of the Gram for one C and answers for the items.
using SvmAnswer =
    std::function<std::vector<int>(const std::vector<float>& gram, const std::vector<std::uint32_t>& members,
                                   const std::vector<std::uint32_t>& items, double c)>;

// Items in the order of the hash of (version of the streams, use, seed, repeat, occurrence, id).
inline std::vector<std::uint32_t> shuffled_items(const AuthorsTask& task, std::vector<std::uint32_t> items,
                                                 std::uint32_t use, std::uint32_t repeat) {
  std::vector<Hash128> keys(task.ids.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Hasher hasher;
    hasher.add_value(std::uint32_t{1});
    hasher.add_value(use);
    hasher.add_value(task.seed);
    hasher.add_value(repeat);
    hasher.add_value(std::uint64_t{0});
    hasher.add(std::as_bytes(std::span(task.ids[i])));
    keys[i] = hasher.digest();
  }
  std::sort(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  return items;
}

inline double share_of_right(const AuthorsTask& task, const std::vector<int>& predicted,
                             const std::vector<std::uint32_t>& items) {
  double right = 0;
  for (std::size_t i = 0; i < items.size(); ++i) right += predicted[i] == task.classes[items[i]] ? 1 : 0;
  return right / static_cast<double>(items.size());
}

// The mean test accuracy of all folds of all repeats.
inline double authors_accuracy(const AuthorsTask& task, const SvmAnswer& answer) {
  const std::size_t n = task.rows.size(), size = n / static_cast<std::size_t>(task.folds);
  std::vector<float> gram(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double squared = 0;
      for (std::size_t k = 0; k < task.rows[i].size(); ++k) {
        squared += (task.rows[i][k] - task.rows[j][k]) * (task.rows[i][k] - task.rows[j][k]);
      }
      gram[i * n + j] = static_cast<float>(std::exp(-squared / task.sigma));
    }
  }
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0u);
  double sum = 0;
  for (int repeat = 0; repeat < task.repeats; ++repeat) {
    const auto order = shuffled_items(task, all, 5, static_cast<std::uint32_t>(repeat));
    for (int fold = 0; fold < task.folds; ++fold) {
      const std::size_t first = static_cast<std::size_t>(fold) * size, last = fold + 1 == task.folds ? n : first + size;
      std::vector<std::uint32_t> test, training;
      for (std::size_t place = 0; place < n; ++place) {
        (place >= first && place < last ? test : training).push_back(order[place]);
      }
      const auto drawn = shuffled_items(
          task, training, 6, static_cast<std::uint32_t>(1000 * repeat) + static_cast<std::uint32_t>(fold) + 1);
      std::vector<std::uint32_t> validation(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(size));
      std::vector<std::uint32_t> fitting(drawn.begin() + static_cast<std::ptrdiff_t>(size), drawn.end());
      for (auto* part : {&test, &training, &validation, &fitting}) std::sort(part->begin(), part->end());
      double best_c = 0, best = -1;
      for (const double c : {0.001, 0.01, 0.1, 1.0, 10.0}) {
        const double share = share_of_right(task, answer(gram, fitting, validation, c), validation);
        if (share > best) best = share, best_c = c;
      }
      sum += share_of_right(task, answer(gram, training, test, best_c), test);
    }
  }
  return sum / (task.folds * task.repeats);
}

}  // namespace awe::test
