// The linear machine against the optimality conditions of its problem, and itself in other blocks, on other threads and
// by inner products.
#include "machines/linear.h"

#include <gtest/gtest.h>

#include <cmath>

#include "awe/error.h"
#include "base/rng.h"
#include "kernels/row_kernels.h"
#include "machines/linear_by_gram.h"

namespace awe::machines {
namespace {

struct Rows {
  kernels::SparseRows rows{30};
  std::vector<int> classes;
  explicit Rows(std::size_t count, int num_classes) {
    base::Sequence random(11, {});
    for (std::size_t i = 0; i < count; ++i) {
      const int own = static_cast<int>(random.below(static_cast<std::uint64_t>(num_classes)));
      SparseVector row;
      for (std::uint64_t c = 0; c < 30; ++c) {
        const bool typical = static_cast<int>(c) % num_classes == own;
        if (random.unit() < (typical ? 0.6 : 0.2)) row.push_back(c, random.unit());
      }
      rows.append(row);
      classes.push_back(own);
    }
  }
};

// The gradient of 1/2 |w|^2 + 1/2 b^2 + C sum c_i max(0, 1 - y f)^2 by every weight and the bias.
double largest_gradient(const Rows& set, const LinearModel& model, std::size_t k, const LinearOptions& options) {
  std::vector<double> gradient(31, 0);
  for (std::size_t c = 0; c < 30; ++c) gradient[c] = static_cast<double>(model.weights[c * model.classes + k]);
  gradient[30] = model.bias[k];
  for (std::size_t i = 0; i < set.rows.rows(); ++i) {
    const double sign = set.classes[i] == static_cast<int>(k) ? 1 : -1;
    const double weight =
        options.class_weights.empty() ? 1 : options.class_weights[static_cast<std::size_t>(set.classes[i])];
    const double miss = 1 - sign * model.scores(set.rows.row(i))[k];
    if (miss <= 0) continue;
    const auto row = set.rows.row(i);
    for (std::size_t e = 0; e < row.size(); ++e) {
      gradient[row.column(e)] -= 2 * options.c * weight * miss * sign * static_cast<double>(row.values[e]);
    }
    gradient[30] -= 2 * options.c * weight * miss * sign;
  }
  double largest = 0;
  for (const double value : gradient) largest = std::max(largest, std::abs(value));
  return largest;
}

TEST(LinearMachine, IsAtTheOptimum) {
  for (const int classes : {2, 3}) {
    const Rows set(200, classes);
    LinearOptions options;
    options.c = 0.5;
    options.tolerance = 1e-6;
    options.most_passes = 5000;
    for (const bool weighted : {false, true}) {
      if (weighted) options.class_weights = {1, 3, 0.5};
      const LinearModel model = train_linear(set.rows, set.classes, static_cast<std::size_t>(classes), options);
      for (std::size_t k = 0; k < static_cast<std::size_t>(classes); ++k) {
        EXPECT_LT(largest_gradient(set, model, k, options), 1e-3) << classes << ' ' << k;
      }
    }
  }
}

// By inner products: the same steps as by rows, and scores of items that were not trained on.
TEST(LinearMachine, IsTheSameByInnerProducts) {
  for (const int classes : {2, 3}) {
    const auto count = static_cast<std::size_t>(classes);
    const Rows set(200, classes);
    const GramMatrix gram = kernels::kernel_matrix(set.rows, BaseKernel::linear);
    std::vector<std::uint32_t> train;
    std::vector<std::size_t> places;
    std::vector<int> train_classes;
    for (std::uint32_t i = 0; i < 200; ++i) {
      if (i % 4 == 1) continue;
      train.push_back(i);
      places.push_back(i);
      train_classes.push_back(set.classes[i]);
    }
    const kernels::SparseRows own = set.rows.select(places);
    for (const int passes : {1, 3, 50}) {
      LinearOptions options;
      options.most_passes = passes;
      options.tolerance = 1e-3;
      options.class_weights = {1, 3, 0.5};
      const LinearModel by_rows = train_linear(own, train_classes, count, options);
      for (const int threads : {1, 3}) {
        options.threads = threads;
        const LinearByGram trained =
            train_linear_by_gram({gram.data(), gram.rows()}, train, train_classes, count, options, {});
        const LinearModel model = model_of(trained, own, count);
        for (std::size_t c = 0; c < model.weights.size(); ++c) {
          EXPECT_NEAR(static_cast<double>(model.weights[c]), static_cast<double>(by_rows.weights[c]), 1e-4);
        }
        for (std::size_t i = 0; i < 200; ++i) {
          const auto expected = model.scores(set.rows.row(i));
          for (std::size_t k = 0; k < count; ++k) EXPECT_NEAR(trained.scores(i, k), expected[k], 1e-4);
        }
      }
    }
  }
}

TEST(LinearMachine, TheTwoClassesOfAPairAreOpposites) {
  const Rows set(100, 2);
  const LinearModel model = train_linear(set.rows, set.classes, 2, {});
  for (std::size_t i = 0; i < 100; ++i) {
    const auto scores = model.scores(set.rows.row(i));
    EXPECT_EQ(scores[0], -scores[1]);
  }
}

// Contributions of single columns and the bias are the decision.
TEST(LinearMachine, ContributionsAddUpToTheScore) {
  const Rows set(100, 3);
  const LinearModel model = train_linear(set.rows, set.classes, 3, {});
  for (std::size_t i = 0; i < 100; ++i) {
    const auto row = set.rows.row(i);
    const auto scores = model.scores(row);
    for (std::size_t k = 0; k < 3; ++k) {
      double sum = model.bias[k];
      for (std::size_t e = 0; e < row.size(); ++e) {
        sum += static_cast<double>(row.values[e]) * static_cast<double>(model.weights[row.column(e) * 3 + k]);
      }
      EXPECT_NEAR(scores[k], sum, 1e-9);
    }
  }
}

TEST(LinearMachine, IsTheSameOnAnyThreadsAndNearlyTheSameInBlocks) {
  const Rows set(240, 3);
  LinearOptions options;
  options.tolerance = 1e-5;
  options.most_passes = 2000;
  const LinearModel one = train_linear(set.rows, set.classes, 3, options);
  options.threads = 3;
  const LinearModel three = train_linear(set.rows, set.classes, 3, options);
  EXPECT_EQ(one.weights, three.weights);
  EXPECT_EQ(one.bias, three.bias);
  RowBlocks blocks{30, {}, {}};
  std::vector<kernels::SparseRows> parts(3, kernels::SparseRows(30));
  blocks.classes.resize(3);
  for (std::size_t i = 0; i < 240; ++i) {
    SparseVector row;
    for (std::size_t e = 0; e < set.rows.row(i).size(); ++e) {
      row.push_back(set.rows.row(i).column(e), static_cast<double>(set.rows.row(i).values[e]));
    }
    parts[i % 3].append(row);
    blocks.classes[i % 3].push_back(set.classes[i]);
  }
  blocks.read = [&](std::size_t block) { return std::make_shared<const kernels::SparseRows>(parts[block]); };
  options.sweeps = 2;
  const LinearModel in_blocks = train_linear(blocks, 3, options);
  for (std::size_t k = 0; k < one.weights.size(); ++k) EXPECT_NEAR(one.weights[k], in_blocks.weights[k], 1e-3);
  // Training that is taken up by another trainer after every step has the same bits.
  options.most_passes = 4;
  options.tolerance = 1e-9;
  const LinearModel at_once = train_linear(blocks, 3, options);
  LinearTrainer::State state;
  std::uint64_t steps = 0;
  for (bool done = false; !done; ++steps) {
    LinearTrainer trainer(blocks, 3, options);
    if (steps > 0) trainer.restore(state);
    EXPECT_EQ(trainer.rows_done(), steps * 80);
    trainer.step();
    state = trainer.state();
    done = trainer.done();
    if (!done) continue;
    EXPECT_EQ(trainer.model().weights, at_once.weights);
  }
  EXPECT_EQ(steps, 12u);
  state.problems.front().weights.pop_back();
  LinearTrainer trainer(blocks, 3, options);
  EXPECT_EQ(trainer.most_rows(), 960u);
  EXPECT_THROW(trainer.restore(state), Error);
}

TEST(LinearMachine, RefusesWhatMakesNoSense) {
  const Rows set(10, 2);
  EXPECT_THROW((void)train_linear(set.rows, set.classes, 1, {}), Error);
  LinearOptions options;
  options.c = 0;
  EXPECT_THROW((void)train_linear(set.rows, set.classes, 2, options), Error);
}

}  // namespace
}  // namespace awe::machines
