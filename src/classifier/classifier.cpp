#include "awe/classifier.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "awe/error.h"
#include "classifier/classifier_state.h"
#include "evaluation/graph_set.h"

namespace awe {

Classifier::Classifier(std::unique_ptr<State> state) : state_(std::move(state)) {}
Classifier::~Classifier() = default;
Classifier::Classifier(Classifier&&) noexcept = default;
Classifier& Classifier::operator=(Classifier&&) noexcept = default;

const Classifier::Summary& Classifier::summary() const noexcept { return state_->summary; }
const std::vector<std::string>& Classifier::class_names() const noexcept { return state_->class_names; }
const std::vector<std::string>& Classifier::training_ids() const noexcept { return state_->training_ids; }
bool Classifier::has_probabilities() const noexcept {
  return state_->summary.probabilities || state_->calibration.has_value();
}

LinearWeights Classifier::linear_weights() const {
  if (!state_->linear)
    throw Error(ErrorKind::usage, "only a linear machine has weights of columns; use `machine` linear");
  const machines::LinearModel& model = *state_->linear;
  const KernelRecipe& recipe = state_->recipes.front();
  LinearWeights made{{}, model.bias};
  std::size_t next = 0;
  for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
    const std::size_t table = state_->learnt.table_of()[i];
    const double factor = std::sqrt(recipe.channels[i].weight / (recipe.total_weight() * state_->medians[i]));
    for (std::uint64_t c = 0; c < state_->learnt.num_columns(table); ++c, next += model.classes) {
      const std::span<const float> own(model.weights.data() + next, model.classes);
      if (std::all_of(own.begin(), own.end(), [](float weight) { return weight == 0; })) continue;
      made.columns.push_back({state_->learnt.column(table, c),
                              recipe.channels[i].kernel == BaseKernel::hellinger,
                              factor,
                              {own.begin(), own.end()}});
    }
  }
  return made;
}

Classifier Classifier::fit(std::span<const Graph> graphs, const ClassifierOptions& options) {
  return fit(OpenGraphs([&] { return source_of_borrowed(graphs); }), options);
}

namespace classifier {

std::vector<std::uint32_t> used_items(const std::vector<Voter>& voters) {
  std::set<std::uint32_t> used;
  for (const Voter& voter : voters) {
    for (const svm::SvmPair& pair : voter.svm.svm.pairs) used.insert(pair.support.begin(), pair.support.end());
    used.insert(voter.ridge.items.begin(), voter.ridge.items.end());
  }
  return {used.begin(), used.end()};
}

void renumber(std::vector<Voter>& voters, const std::vector<std::uint32_t>& used) {
  const auto replace = [&](std::vector<std::uint32_t>& items) {
    for (std::uint32_t& item : items) {
      item = static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), item) - used.begin());
    }
  };
  for (Voter& voter : voters) {
    for (svm::SvmPair& pair : voter.svm.svm.pairs) replace(pair.support);
    replace(voter.ridge.items);
  }
}

std::vector<Graph> named(std::span<const Graph> graphs, std::uint64_t first) {
  std::vector<Graph> made(graphs.begin(), graphs.end());
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (made[i].name().empty()) made[i] = std::move(made[i]).with_name(std::to_string(first + i));
  }
  return made;
}

void drop_name(std::vector<std::string>& ids, std::string_view name) {
  for (std::string& id : ids) id.erase(0, name.size() + 1);
}

namespace {

// Weights of a channel in all recipes, as fractions of the sum of weights.
std::vector<double> shares_of(const Channel& channel, const std::vector<KernelRecipe>& recipes) {
  std::vector<double> shares;
  for (const KernelRecipe& recipe : recipes) {
    const std::size_t place = evaluation::place_of(channel, recipe.channels);
    const bool used = place < recipe.channels.size();
    shares.push_back(used ? recipe.channels[place].weight / recipe.total_weight() : 0);
  }
  return shares;
}

// b / a, if all their shares have that proportion.
std::optional<double> proportion(const std::vector<double>& a, const std::vector<double>& b) {
  std::optional<double> found;
  for (std::size_t r = 0; r < a.size(); ++r) {
    if ((a[r] == 0) != (b[r] == 0)) return std::nullopt;
    if (a[r] == 0) continue;
    const double ratio = b[r] / a[r];
    if (found && *found != ratio) return std::nullopt;
    found = ratio;
  }
  return found;
}

// Room for one kernel that multiplies and two that compare.
struct Room {
  int products = 1, minima = 2;
  bool take(BaseKernel kernel) { return (kernel == BaseKernel::intersection ? minima : products)-- > 0; }
};

}  // namespace

Neighbours neighbours_of(std::vector<kernels::SparseRows> tables, const evaluation::LearntChannels& learnt,
                         const std::vector<Channel>& channels, const std::vector<double>& medians,
                         const std::vector<KernelRecipe>& recipes) {
  const auto block_of = learnt.block_of_tables();
  std::vector<stored_rows::View> views;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    views.push_back({learnt.table_of()[i], channels[i].kernel, 1 / medians[i]});
  }
  std::vector<std::vector<std::size_t>> groups;
  std::vector<std::vector<Neighbours::Term>> terms(recipes.size());
  std::vector<bool> placed(channels.size(), false);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (placed[i]) continue;
    const auto shares = shares_of(channels[i], recipes);
    std::vector<std::size_t> group;
    Room room;
    for (std::size_t j = i; j < channels.size(); ++j) {
      if (placed[j] || block_of[views[j].table] != block_of[views[i].table]) continue;
      const auto ratio = proportion(shares, shares_of(channels[j], recipes));
      const bool sums_up =
          stored_rows::StoredRows::sums_up(channels[i].kernel) && stored_rows::StoredRows::sums_up(channels[j].kernel);
      if (j != i && (!ratio || !sums_up)) continue;
      if (sums_up && !room.take(channels[j].kernel)) continue;
      placed[j] = true;
      views[j].scale *= ratio.value_or(1);
      group.push_back(j);
    }
    for (std::size_t r = 0; r < recipes.size(); ++r) {
      if (shares[r] > 0) terms[r].push_back({groups.size(), shares[r]});
    }
    groups.push_back(std::move(group));
  }
  return {stored_rows::StoredRows(std::move(tables), std::move(views), std::move(groups)), std::move(terms)};
}

}  // namespace classifier
}  // namespace awe
