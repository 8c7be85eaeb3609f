#include "evaluation/linear_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

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

// The places of items in an ascending list.
std::vector<std::uint32_t> places_of(std::span<const std::uint32_t> items, std::span<const std::uint32_t> among) {
  std::vector<std::uint32_t> places;
  for (const std::uint32_t item : items) {
    places.push_back(static_cast<std::uint32_t>(std::lower_bound(among.begin(), among.end(), item) - among.begin()));
  }
  return places;
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

// Whether inner products of so many rows cost less than going through the entries of rows again and again.
bool gram_pays(const kernels::SparseRows& rows, std::size_t items) {
  constexpr std::size_t kMostItems = 12'000;  // a Gram matrix of 576 MB
  constexpr double kCost = 1.0 / 8;           // of a product in it, beside that of an entry
  const double entries =
      static_cast<double>(rows.entries()) / static_cast<double>(std::max<std::size_t>(1, rows.rows()));
  return items <= kMostItems && entries > kCost * static_cast<double>(items);
}

GramMatrix inner_products(const kernels::SparseRows& rows, int threads, const Progress& stop) {
  return kernels::kernel_matrix(rows, BaseKernel::linear, {.threads = threads, .progress = stop});
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
      take_rows(r);
      try_c(r, middle);
    }
    const std::vector<bool>& most = right_[choice_.recipe];
    for (std::size_t r = 0; r < right_.size(); ++r) {
      if (cs_.size() == 1 || certainly_worse(most, right_[r])) {
        report(cs_.size() - 1);
        continue;
      }
      take_rows(r);
      for (std::size_t c = 0; c < cs_.size(); ++c) {
        if (c != middle) try_c(r, c);
      }
    }
    return std::move(choice_);
  }

 private:
  void take_rows(std::size_t recipe) {
    rows_ = rows_of_(recipe);
    gram_ = {};
    if (gram_pays(rows_, task_.train.size())) {
      gram_ = inner_products(selected(rows_, task_.train), task_.threads, stop_);
    }
  }

  // Passes of each training over rows: fewer where these are dense.
  [[nodiscard]] int passes() const {
    constexpr double kVisits = 3e9;  // entries visited for one recipe, about
    double entries = 0;
    for (const auto& part : parts_.train) entries += static_cast<double>(part.size());
    entries *= static_cast<double>(rows_.entries()) / static_cast<double>(std::max<std::size_t>(1, rows_.rows()));
    const double visits =
        entries * static_cast<double>(task_.classes == 2 ? 1 : task_.classes) * static_cast<double>(cs_.size());
    return static_cast<int>(
        std::clamp(kVisits / std::max(1.0, visits), 5.0, static_cast<double>(machines::LinearOptions().most_passes)));
  }

  // The scores of the test items of an inner part.
  [[nodiscard]] algebra::Dense scores_of(std::size_t part, double c) const {
    const auto& test = parts_.test[part];
    algebra::Dense scores(test.size(), task_.classes);
    if (gram_.rows() > 0) {
      const auto train = places_of(parts_.train[part], task_.train), places = places_of(test, task_.train);
      const machines::LinearByGram trained =
          machines::train_linear_by_gram({gram_.data(), gram_.rows()}, train, classes_of(task_, parts_.train[part]),
                                         task_.classes, options_of(task_, c), stop_);
      for (std::size_t i = 0; i < test.size(); ++i) {
        const auto found = trained.scores.row(places[i]);
        std::copy(found.begin(), found.end(), scores.row(i).begin());
      }
      return scores;
    }
    const machines::LinearModel model = train_on(task_, rows_, parts_.train[part], c, passes(), stop_);
    for (std::size_t i = 0; i < test.size(); ++i) {
      const auto found = model.scores(rows_.row(test[i]));
      std::copy(found.begin(), found.end(), scores.row(i).begin());
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
  kernels::SparseRows rows_;              // of the recipe at hand
  GramMatrix gram_;                       // of its training items, if that pays
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

ChannelTables FoldTables::of(const KernelRecipe& recipe) {
  ChannelTables tables;
  for (const Channel& channel : recipe.channels) {
    const auto same = [&](const Entry& entry) { return entry.channel.same_distances(channel); };
    auto known = std::find_if(made_.begin(), made_.end(), same);
    if (known == made_.end()) {
      made_.push_back({channel, make_rows_({&channel, 1}, channel.learnt() ? training_ : all_items(items_))});
      known = std::prev(made_.end());
    }
    tables.push_back(&known->rows.of(0));
  }
  return tables;
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
    scales.push_back(std::sqrt(recipe.channels[i].weight / (recipe.total_weight() * medians[i])));
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

LinearChoice choose_linear(const LinearTask& task, std::size_t recipes, std::span<const double> cs,
                           const LinearRowMaker& rows_of, const Progress& progress) {
  return LinearChoosing(task, recipes, cs, rows_of, progress).run();
}

machines::LinearModel train_linear_of(const LinearTask& task, const kernels::SparseRows& rows, double c,
                                      const Progress& stop) {
  if (!gram_pays(rows, task.train.size())) {
    return train_on(task, rows, task.train, c, machines::LinearOptions().most_passes, stop);
  }
  const kernels::SparseRows own = selected(rows, task.train);
  const GramMatrix gram = inner_products(own, task.threads, stop);
  const auto trained =
      machines::train_linear_by_gram({gram.data(), gram.rows()}, all_items(task.train.size()),
                                     classes_of(task, task.train), task.classes, options_of(task, c), stop);
  return machines::model_of(trained, own, task.classes);
}

}  // namespace awe::evaluation
