#include "evaluation/linear_rows.h"

#include <algorithm>
#include <cmath>

#include "evaluation/inner_parts.h"
#include "kernels/row_kernels.h"

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

machines::LinearModel train_on(const LinearTask& task, const kernels::SparseRows& rows,
                               std::span<const std::uint32_t> items, double c, const Progress& stop) {
  machines::LinearOptions options;
  options.c = c;
  options.class_weights = task.class_weights;
  options.threads = task.threads;
  options.most_passes = task.most_passes;
  return machines::train_linear(selected(rows, items), classes_of(task, items), task.classes, options, stop);
}

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

std::vector<double> explicit_medians(const KernelRecipe& recipe, const ChannelRows& rows,
                                     std::span<const std::uint32_t> items, const RunOptions& run) {
  std::vector<double> medians;
  // Every k-th item, so that all parts of a sorted collection are among them.
  std::vector<std::size_t> chosen;
  const std::size_t step = std::max<std::size_t>(1, items.size() / kMedianRows);
  for (std::size_t i = 0; i < items.size() && chosen.size() < kMedianRows; i += step) chosen.push_back(items[i]);
  for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
    medians.push_back(kernels::median_squared_distance(rows.of(i), chosen, recipe.channels[i].kernel, run));
  }
  return medians;
}

kernels::SparseRows explicit_rows(const KernelRecipe& recipe, const ChannelRows& rows,
                                  const std::vector<double>& medians) {
  std::uint64_t width = 0;
  std::vector<double> scales;
  for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
    width += rows.of(i).columns();
    scales.push_back(std::sqrt(recipe.channels[i].weight / (recipe.total_weight() * medians[i])));
  }
  kernels::SparseRows out(width);
  const std::size_t count = rows.tables.empty() ? 0 : rows.tables.front().rows();
  for (std::size_t item = 0; item < count; ++item) {
    SparseVector joined;
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
      const auto row = rows.of(i).row(item);
      const bool roots = recipe.channels[i].kernel == BaseKernel::hellinger;
      for (std::size_t k = 0; k < row.size(); ++k) {
        const auto value = static_cast<double>(row.values[k]);
        joined.push_back(first + row.column(k), scales[i] * (roots ? std::sqrt(value) : value));
      }
      first += rows.of(i).columns();
    }
    out.append(joined);
  }
  return out;
}

void try_linear(const LinearTask& task, std::size_t recipe, const kernels::SparseRows& rows, std::span<const double> cs,
                LinearChoice& choice, const Progress& stop) {
  const InnerParts parts = inner_parts(task.items, task.train, task.seed);
  for (const double c : cs) {
    algebra::Dense scores(parts.tested(), task.classes);
    std::vector<std::uint32_t> tested;
    double right = 0;
    for (std::size_t p = 0; p < parts.train.size(); ++p) {
      const machines::LinearModel model = train_on(task, rows, parts.train[p], c, stop);
      for (const std::uint32_t item : parts.test[p]) {
        const auto found = model.scores(rows.row(item));
        const auto predicted = static_cast<int>(std::max_element(found.begin(), found.end()) - found.begin());
        right += predicted == task.items.classes[item] ? 1 : 0;
        std::copy(found.begin(), found.end(), scores.row(tested.size()).begin());
        tested.push_back(item);
      }
    }
    right /= static_cast<double>(tested.size());
    if (!choice.held_out.empty() && right <= choice.inner_accuracy) continue;
    choice = {recipe, c, right, std::move(tested), std::move(scores)};
  }
}

machines::LinearModel train_linear_of(const LinearTask& task, const kernels::SparseRows& rows, double c,
                                      const Progress& stop) {
  return train_on(task, rows, task.train, c, stop);
}

}  // namespace awe::evaluation
