#include "evaluation/linear_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "algebra/value_loops.h"
#include "base/parallel.h"
#include "evaluation/inner_parts.h"
#include "evaluation/model_choice.h"
#include "kernels/row_kernels.h"
#include "machines/linear_by_gram.h"

namespace awe::evaluation {
namespace {

constexpr std::size_t kMedianRows = 2000;

bool is_linear(const Channel& channel) {
  return channel.kernel == BaseKernel::linear || channel.kernel == BaseKernel::cosine;
}

kernels::SparseRows selected(const kernels::SparseRows& rows, std::span<const std::uint32_t> items) {
  return rows.select(std::vector<std::size_t>(items.begin(), items.end()));
}

std::vector<int> classes_of(const LinearTask& task, std::span<const std::uint32_t> items) {
  std::vector<int> classes;
  for (const std::uint32_t item : items) classes.push_back(task.items.classes[item]);
  return classes;
}

machines::LinearOptions options_of(const LinearTask& task, double c) {
  machines::LinearOptions options;
  options.c = c;
  options.class_weights = task.class_weights;
  options.threads = task.threads;
  return options;
}

machines::LinearModel train_on(const LinearTask& task, const kernels::SparseRows& rows,
                               std::span<const std::uint32_t> items, double c, int most_passes, const Progress& stop) {
  machines::LinearOptions options = options_of(task, c);
  options.most_passes = most_passes;
  return machines::train_linear(selected(rows, items), classes_of(task, items), task.classes, options, stop);
}

machines::LinearByGram train_by_products(const LinearTask& task, const GramMatrix& products,
                                         std::span<const std::uint32_t> items, double c, const Progress& stop) {
  return machines::train_linear_by_gram({products.data(), products.rows()}, items, classes_of(task, items),
                                        task.classes, options_of(task, c), stop);
}

// Whether the products of all pairs of rows cost less than going through their entries again and again.
bool products_pay(const kernels::SparseRows& rows) {
  constexpr std::size_t kMostItems = 8'000;  // beyond, passes over a matrix take as long as those over rows
  constexpr double kCost = 1.0 / 8;          // of a product in a matrix, beside that of an entry
  const double entries =
      static_cast<double>(rows.entries()) / static_cast<double>(std::max<std::size_t>(1, rows.rows()));
  return rows.rows() <= kMostItems && entries > kCost * static_cast<double>(rows.rows());
}

// What products of the rows of channel i are multiplied by.
double squared_scale(const KernelRecipe& recipe, std::size_t i, const std::vector<double>& medians) {
  return recipe.channels[i].weight / (recipe.total_weight() * medians[i]);
}

// Tries every recipe with the middle C first; those that are certainly worse than the best are not tried with others.
class LinearChoosing {
 public:
  LinearChoosing(const LinearTask& task, std::size_t recipes, std::span<const double> cs, const LinearRowMaker& rows_of,
                 const Progress& progress)
      : task_(task),
        cs_(cs),
        rows_of_(rows_of),
        progress_(progress),
        stop_{{}, progress.stop_requested},
        right_(recipes) {
    total_ = recipes * cs.size();
  }

  LinearChoice run() && {
    const std::size_t middle = cs_.size() / 2;
    for (std::size_t r = 0; r < right_.size(); ++r) {
      rows_ = rows_of_(r);
      try_c(r, middle);
    }
    const std::vector<bool>& most = right_[choice_.recipe];
    for (std::size_t r = 0; r < right_.size(); ++r) {
      if (cs_.size() == 1 || certainly_worse(most, right_[r])) {
        report(cs_.size() - 1);
        continue;
      }
      rows_ = rows_of_(r);
      for (std::size_t c = 0; c < cs_.size(); ++c) {
        if (c != middle) try_c(r, c);
      }
    }
    return std::move(choice_);
  }

 private:
  // Passes of each training over rows: fewer where these are dense.
  [[nodiscard]] int passes() const {
    constexpr double kVisits = 3e9;  // entries visited for one recipe, about
    double entries = 0;
    for (const auto& part : parts_.train) entries += static_cast<double>(part.size());
    const kernels::SparseRows& rows = rows_.rows;
    entries *= static_cast<double>(rows.entries()) / static_cast<double>(std::max<std::size_t>(1, rows.rows()));
    const double visits =
        entries * static_cast<double>(task_.classes == 2 ? 1 : task_.classes) * static_cast<double>(cs_.size());
    return static_cast<int>(
        std::clamp(kVisits / std::max(1.0, visits), 5.0, static_cast<double>(machines::LinearOptions().most_passes)));
  }

  // The scores of the test items of an inner part.
  [[nodiscard]] algebra::Dense scores_of(std::size_t part, double c) const {
    const auto& test = parts_.test[part];
    algebra::Dense scores(test.size(), task_.classes);
    const auto copy = [&](std::size_t i, std::span<const double> found) {
      std::copy(found.begin(), found.end(), scores.row(i).begin());
    };
    if (rows_.products.rows() > 0) {
      const machines::LinearByGram trained = train_by_products(task_, rows_.products, parts_.train[part], c, stop_);
      for (std::size_t i = 0; i < test.size(); ++i) copy(i, trained.scores.row(test[i]));
    } else {
      const machines::LinearModel model = train_on(task_, rows_.rows, parts_.train[part], c, passes(), stop_);
      for (std::size_t i = 0; i < test.size(); ++i) copy(i, model.scores(rows_.rows.row(test[i])));
    }
    return scores;
  }

  void try_c(std::size_t recipe, std::size_t which) {
    const double c = cs_[which];
    algebra::Dense scores(parts_.tested(), task_.classes);
    std::vector<std::uint32_t> tested;
    std::vector<bool> right;
    for (std::size_t p = 0; p < parts_.train.size(); ++p) {
      const algebra::Dense of_part = scores_of(p, c);
      for (std::size_t i = 0; i < of_part.rows; ++i) {
        const std::uint32_t item = parts_.test[p][i];
        const auto found = of_part.row(i);
        const auto predicted = static_cast<int>(std::max_element(found.begin(), found.end()) - found.begin());
        right.push_back(predicted == task_.items.classes[item]);
        std::copy(found.begin(), found.end(), scores.row(tested.size()).begin());
        tested.push_back(item);
      }
    }
    const double share =
        static_cast<double>(std::count(right.begin(), right.end(), true)) / static_cast<double>(tested.size());
    if (choice_.held_out.empty() || share > choice_.inner_accuracy) {
      choice_ = {recipe, c, share, std::move(tested), std::move(scores)};
    }
    if (which == cs_.size() / 2) right_[recipe] = std::move(right);
    report(1);
  }

  void report(std::size_t settings) {
    done_ += settings;
    if (progress_.report) progress_.report(done_, total_);
  }

  const LinearTask& task_;
  std::span<const double> cs_;
  const LinearRowMaker& rows_of_;
  const Progress& progress_;
  const Progress stop_;
  const InnerParts parts_ = inner_parts(task_.items, task_.train, task_.seed);
  LinearRows rows_;                       // of the recipe at hand
  std::vector<std::vector<bool>> right_;  // by recipe, with the middle C: which items of the inner test parts are right
  LinearChoice choice_;
  std::uint64_t done_ = 0, total_ = 0;
};

}  // namespace

KernelRecipe explicit_recipe(const KernelRecipe& recipe) {
  KernelRecipe made{recipe.name, {}};
  for (const Channel& channel : recipe.channels) {
    const auto same = [&](const Channel& known) { return known.same_block(channel); };
    const auto known = std::find_if(made.channels.begin(), made.channels.end(), same);
    if (known != made.channels.end()) {
      known->weight += channel.weight;
      continue;
    }
    made.channels.push_back(channel);
    made.channels.back().kernel = is_linear(channel) ? BaseKernel::linear : BaseKernel::hellinger;
    made.channels.back().counts = false;
  }
  return made;
}

ChannelTables tables_of(const ChannelRows& rows) {
  ChannelTables tables;
  for (std::size_t i = 0; i < rows.table_of.size(); ++i) tables.push_back(&rows.of(i));
  return tables;
}

void FoldTables::learn(std::span<const std::uint32_t> training) {
  training_.assign(training.begin(), training.end());
  std::erase_if(made_, [](const Entry& entry) { return entry.channel.learnt(); });
}

FoldTables::Entry& FoldTables::entry(const Channel& channel) {
  const auto same = [&](const Entry& known) { return known.channel.same_distances(channel); };
  const auto known = std::find_if(made_.begin(), made_.end(), same);
  if (known != made_.end()) return *known;
  made_.push_back({channel, make_rows_({&channel, 1}, channel.learnt() ? training_ : all_items(items_)), {}});
  return made_.back();
}

ChannelTables FoldTables::of(const KernelRecipe& recipe) {
  ChannelTables tables;
  for (const Channel& channel : recipe.channels) tables.push_back(&entry(channel).rows.of(0));
  return tables;
}

const GramMatrix& FoldTables::products(const Channel& channel, const RunOptions& run) {
  Entry& own = entry(channel);
  if (own.products.rows() == 0) own.products = kernels::kernel_matrix(own.rows.of(0), channel.kernel, run);
  return own.products;
}

std::vector<double> explicit_medians(const KernelRecipe& recipe, const ChannelTables& tables,
                                     std::span<const std::uint32_t> items, const RunOptions& run) {
  std::vector<double> medians;
  // Every k-th item, so that all parts of a sorted collection are among them.
  std::vector<std::size_t> chosen;
  const std::size_t step = std::max<std::size_t>(1, items.size() / kMedianRows);
  for (std::size_t i = 0; i < items.size() && chosen.size() < kMedianRows; i += step) chosen.push_back(items[i]);
  for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
    medians.push_back(kernels::median_squared_distance(*tables[i], chosen, recipe.channels[i].kernel, run));
  }
  return medians;
}

kernels::SparseRows explicit_rows(const KernelRecipe& recipe, const ChannelTables& tables,
                                  const std::vector<double>& medians) {
  std::uint64_t width = 0;
  std::vector<double> scales;
  for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
    width += tables[i]->columns();
    scales.push_back(std::sqrt(squared_scale(recipe, i, medians)));
  }
  kernels::SparseRows out(width);
  const std::size_t count = tables.empty() ? 0 : tables.front()->rows();
  for (std::size_t item = 0; item < count; ++item) {
    SparseVector joined;
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
      const auto row = tables[i]->row(item);
      const bool roots = recipe.channels[i].kernel == BaseKernel::hellinger;
      for (std::size_t k = 0; k < row.size(); ++k) {
        const auto value = static_cast<double>(row.values[k]);
        joined.push_back(first + row.column(k), scales[i] * (roots ? std::sqrt(value) : value));
      }
      first += tables[i]->columns();
    }
    out.append(joined);
  }
  return out;
}

LinearRows linear_rows(const KernelRecipe& recipe, FoldTables& tables, const std::vector<double>& medians,
                       const RunOptions& run) {
  LinearRows made{explicit_rows(recipe, tables.of(recipe), medians), {}};
  const std::size_t items = made.rows.rows();
  // One matrix for each block so far, those of this recipe, and their sum.
  const auto matrices = static_cast<double>(tables.num_blocks() + 1), n = static_cast<double>(items);
  if (!products_pay(made.rows) || matrices * GramMatrix::bytes(n, n) > static_cast<double>(run.memory)) return made;
  std::vector<const float*> blocks;
  std::vector<float> scales;
  for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
    blocks.push_back(tables.products(recipe.channels[i], run).data());
    scales.push_back(static_cast<float>(squared_scale(recipe, i, medians)));
  }
  made.products = GramMatrix(items, items);
  base::parallel_for(items, run.threads, [&](std::size_t i) {
    std::vector<const float*> own(blocks.size());
    std::transform(blocks.begin(), blocks.end(), own.begin(), [&](const float* block) { return block + i * items; });
    const auto out = made.products.row(i);
    algebra::value_loops().sum_of_rows(own.data(), scales.data(), own.size(), out.data(), out.size());
  });
  return made;
}

LinearChoice choose_linear(const LinearTask& task, std::size_t recipes, std::span<const double> cs,
                           const LinearRowMaker& rows_of, const Progress& progress) {
  return LinearChoosing(task, recipes, cs, rows_of, progress).run();
}

machines::LinearModel train_linear_of(const LinearTask& task, const LinearRows& rows, double c, const Progress& stop) {
  if (rows.products.rows() == 0) {
    return train_on(task, rows.rows, task.train, c, machines::LinearOptions().most_passes, stop);
  }
  const machines::LinearByGram trained = train_by_products(task, rows.products, task.train, c, stop);
  return machines::model_of(trained, selected(rows.rows, task.train), task.classes);
}

}  // namespace awe::evaluation
