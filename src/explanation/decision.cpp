#include "explanation/decision.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.h"
#include "classifier/classifier_access.h"
#include "evaluation/channels.h"
#include "explanation/row_distance.h"

namespace awe::explanation {
namespace {

using classifier::ClassifierAccess;
using classifier::Voter;
using State = std::remove_cvref_t<decltype(ClassifierAccess::state(std::declval<const Classifier&>()))>;

// The coefficients of the training graphs in the decision of one class against another, and its constant.
struct Side {
  std::vector<std::pair<std::uint32_t, double>> support;
  double rho = 0;
};

Side side_of(const Voter& voter, int a, int b) {
  Side side;
  if (voter.is_ridge()) {
    const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
    const machines::RidgeModel& ridge = voter.ridge;
    for (std::size_t i = 0; i < ridge.items.size(); ++i) {
      side.support.emplace_back(ridge.items[i], ridge.coefficients(i, first) - ridge.coefficients(i, second));
    }
    side.rho = ridge.means[second] - ridge.means[first];
    return side;
  }
  for (const svm::SvmPair& pair : voter.svm.svm.pairs) {
    const double sign = pair.first == a && pair.second == b ? 1 : pair.first == b && pair.second == a ? -1 : 0;
    if (sign == 0) continue;
    for (std::size_t i = 0; i < pair.support.size(); ++i) {
      side.support.emplace_back(pair.support[i], sign * pair.coefficients[i]);
    }
    side.rho = sign * pair.rho;
  }
  return side;
}

// The kernel of a distance, and its derivative by the distance.
std::pair<double, double> shaped(KernelShape shape, double gamma, double distance) {
  switch (shape) {
    case KernelShape::gaussian: {
      const double value = std::exp(-gamma * distance);
      return {value, -gamma * value};
    }
    case KernelShape::laplacian: {
      const double root = std::sqrt(std::max(distance, 1e-12));
      const double value = std::exp(-gamma * root);
      return {value, -gamma * value / (2 * root)};
    }
    case KernelShape::linear:
      break;
  }
  return {-gamma * distance / 2, -gamma / 2};
}

class Explainer {
 public:
  Explainer(const State& state, const evaluation::ChannelRows& rows, std::size_t item)
      : state_(state), rows_(rows), item_(item) {
    for (std::size_t table = 0; table < rows.tables.size(); ++table) {
      sums_.emplace_back(rows.tables[table].row(item).size(), 0.0);
    }
    distances_.resize(2 * state.channels.size());
  }

  Decision decide(int a, int b) {
    Decision made;
    if (state_.linear) {
      add_linear(made, a, b);
    } else {
      for (const Voter& voter : state_.voters) add(made, voter, side_of(voter, a, b));
    }
    double sum = made.bias;
    for (std::size_t table = 0; table < sums_.size(); ++table) {
      const Row row = rows_.tables[table].row(item_);
      for (std::size_t j = 0; j < row.size(); ++j) {
        made.terms.push_back({table, row.column(j), static_cast<double>(row.values[j]), sums_[table][j]});
        sum += sums_[table][j];
      }
    }
    made.remainder = made.value - sum;
    return made;
  }

  // The distance to a training graph under a recipe, of the graph or of one without values.
  double distance(const KernelRecipe& recipe, std::uint32_t to, bool empty) {
    double sum = 0;
    for (const Channel& channel : recipe.channels) {
      sum += factor_of(recipe, channel) * channel_distance(channel, to, empty);
    }
    return sum;
  }

 private:
  [[nodiscard]] std::size_t place(const Channel& channel) const {
    return evaluation::place_of(channel, state_.channels);
  }
  [[nodiscard]] double factor_of(const KernelRecipe& recipe, const Channel& channel) const {
    return channel.weight / recipe.total_weight() / state_.medians[place(channel)];
  }
  [[nodiscard]] Row row_of(const Channel& channel) const { return rows_.of(place(channel)).row(item_); }
  [[nodiscard]] Row training_row(const Channel& channel, std::uint32_t item) const {
    return state_.stored.rows.tables()[state_.learnt.table_of()[place(channel)]].row(item);
  }
  double channel_distance(const Channel& channel, std::uint32_t to, bool empty) {
    std::vector<double>& known = distances_[2 * place(channel) + (empty ? 1 : 0)];
    if (known.empty()) known.assign(state_.training_ids.size(), -1);
    if (known[to] < 0) {
      known[to] = row_distance(channel.kernel, empty ? Row{} : row_of(channel), training_row(channel, to));
    }
    return known[to];
  }

  // The linear machine: its columns are those of the channels side by side, each times a factor, roots for the
  // Hellinger kernel (evaluation/linear_rows.h). The contributions are exact.
  void add_linear(Decision& made, int a, int b) {
    const machines::LinearModel& model = *state_.linear;
    const KernelRecipe& recipe = state_.recipes.front();
    const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
    made.bias = model.bias[first] - model.bias[second];
    made.value = made.bias;
    std::uint64_t before = 0;
    for (std::size_t c = 0; c < recipe.channels.size(); ++c) {
      const double root = std::sqrt(recipe.channels[c].weight / (recipe.total_weight() * state_.medians[c]));
      const Row row = rows_.of(c).row(item_);
      for (std::size_t j = 0; j < row.size(); ++j) {
        const double plain = static_cast<double>(row.values[j]);
        const bool roots = recipe.channels[c].kernel == BaseKernel::hellinger;
        const double value = static_cast<double>(static_cast<float>((roots ? std::sqrt(plain) : plain) * root));
        const float* weights = model.weights.data() + (before + row.column(j)) * model.classes;
        const double term = value * (static_cast<double>(weights[first]) - static_cast<double>(weights[second]));
        sums_[rows_.table_of[c]][j] += term;
        made.value += term;
      }
      before += rows_.of(c).columns();
    }
  }

  void add(Decision& made, const Voter& voter, const Side& side) {
    const KernelRecipe& recipe = state_.recipes[voter.recipe];
    const double share = 1 / static_cast<double>(state_.voters.size());
    const bool sums = std::all_of(recipe.channels.begin(), recipe.channels.end(),
                                  [](const Channel& channel) { return is_sum(channel.kernel); });
    const bool exact = recipe.shape == KernelShape::linear && sums && !voter.is_ridge();
    made.value -= share * side.rho;
    made.bias -= share * side.rho;
    for (const auto& [item, coefficient] : side.support) {
      const auto [kernel, slope] = shaped(recipe.shape, voter.gamma, distance(recipe, item, false));
      made.value += share * coefficient * kernel;
      made.bias += share * coefficient * shaped(recipe.shape, voter.gamma, distance(recipe, item, true)).first;
      for (const Channel& channel : recipe.channels) {
        const double factor = share * coefficient * slope * factor_of(recipe, channel);
        std::vector<double>& into = sums_[rows_.table_of[place(channel)]];
        if (exact) {
          // Coefficients sum to zero, and with them the kernels of the graph with itself.
          add_kernel_terms(channel.kernel, row_of(channel), training_row(channel, item), -2 * factor, into);
        } else {
          add_slopes(channel.kernel, row_of(channel), training_row(channel, item), factor, into);
        }
      }
    }
  }

  const State& state_;
  const evaluation::ChannelRows& rows_;
  std::size_t item_;
  std::vector<std::vector<double>> sums_;       // by table and entry of the row
  std::vector<std::vector<double>> distances_;  // by channel and whether the row is empty; -1: not known yet
};

}  // namespace

std::vector<Decision> decisions(const Classifier& model, std::span<const Graph> graphs, int a, int b,
                                const Progress& progress) {
  const State& state = ClassifierAccess::state(model);
  const evaluation::ChannelRows rows = state.learnt.rows(graphs, progress);
  std::vector<Decision> made;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    progress.throw_if_stopped();
    made.push_back(Explainer(state, rows, i).decide(a, b));
  }
  return made;
}

std::vector<double> decision_values(const Classifier& model, std::span<const Graph> graphs, int a, int b,
                                    const RunOptions& run) {
  const State& state = ClassifierAccess::state(model);
  const evaluation::ChannelRows rows = state.learnt.rows(graphs, run.progress);
  std::vector<double> made(graphs.size(), 0.0);
  if (state.linear) {
    for (std::size_t i = 0; i < graphs.size(); ++i) made[i] = Explainer(state, rows, i).decide(a, b).value;
    return made;
  }
  std::vector<Side> sides;
  for (const Voter& voter : state.voters) sides.push_back(side_of(voter, a, b));
  using stored_rows::Comparison;
  const Comparison comparison(state.stored.rows, rows.tables, run);
  const std::size_t tasks = (graphs.size() + Comparison::kAtOnce - 1) / Comparison::kAtOnce;
  base::parallel_for(tasks, run.thread_count(), [&](std::size_t task) {
    run.progress.throw_if_stopped();
    thread_local Comparison::Scratch scratch;
    const std::size_t begin = task * Comparison::kAtOnce, count = std::min(Comparison::kAtOnce, graphs.size() - begin);
    comparison.distances(begin, count, scratch);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t v = 0; v < sides.size(); ++v) {
        const Voter& voter = state.voters[v];
        double value = -sides[v].rho;
        for (const auto& [item, coefficient] : sides[v].support) {
          double distance = 0;
          for (const auto& term : state.stored.terms[voter.recipe]) {
            distance += term.factor * static_cast<double>(scratch.distances[i][term.group][item]);
          }
          value += coefficient * shaped(state.recipes[voter.recipe].shape, voter.gamma, distance).first;
        }
        made[begin + i] += value / static_cast<double>(sides.size());
      }
    }
  });
  return made;
}

std::vector<int> training_classes(const Classifier& model) {
  const State& state = ClassifierAccess::state(model);
  std::vector<int> classes(state.training_ids.size(), -1);
  for (const Voter& voter : state.voters) {
    for (const svm::SvmPair& pair : voter.svm.svm.pairs) {
      for (std::size_t i = 0; i < pair.support.size(); ++i) {
        classes[pair.support[i]] = pair.coefficients[i] > 0 ? pair.first : pair.second;
      }
    }
  }
  return classes;
}

std::vector<double> training_distances(const Classifier& model, const Graph& graph, const Progress& progress) {
  const State& state = ClassifierAccess::state(model);
  const evaluation::ChannelRows rows = state.learnt.rows({&graph, 1}, progress);
  Explainer explainer(state, rows, 0);
  std::vector<double> found;
  for (std::uint32_t item = 0; item < state.training_ids.size(); ++item) {
    progress.throw_if_stopped();
    found.push_back(explainer.distance(state.recipes[state.best_recipe], item, false));
  }
  return found;
}

}  // namespace awe::explanation
