// What a classifier and an evaluation share: recipes, and graphs with given classes.
#pragma once

#include <vector>

#include "awe/evaluation.h"
#include "awe/recipe.h"
#include "convert.h"

namespace awe::python {

// Takes `recipe`, `features` and `kernel`; with features, the recipe is made of them, as on the command line.
template <class Options>
void take_recipe(Fields& fields, Options& options) {
  std::optional<std::string> features;
  std::optional<BaseKernel> kernel;
  fields.take("recipe", options.recipe);
  fields.take("features", features);
  fields.take("kernel", kernel);
  fields.take("gammas", options.gammas);
  fields.take("cs", options.cs);
  fields.take("walks", options.walks);
  fields.take("machine", options.machine.kind);
  fields.take("lambdas", options.machine.lambdas);
  fields.take("landmarks", options.machine.landmarks);
  fields.take("epsilons", options.machine.epsilons);
  if (!features) return;
  KernelRecipe made = recipe_of_features(parse_features(*features));
  for (Channel& channel : made.channels) {
    // Channels whose values have signs (size, ldp, hubs, statistics) stay linear.
    if (channel.kernel == BaseKernel::hellinger) channel.kernel = kernel.value_or(BaseKernel::hellinger);
  }
  options.candidates = {std::move(made)};
}

// Takes all fields of an evaluation.
inline void take_evaluation(Fields& fields, EvaluationOptions& options) {
  take_recipe(fields, options);
  fields.take("folds", options.folds);
  fields.take("repeats", options.repeats);
  fields.take("self_loops", options.self_loops);
  fields.take("transductive", options.transductive);
  fields.take_run(options.run);
  fields.finish();
}

// Numbers of graphs: one row each.
using NumberRows = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Copies of the graphs, named and with these classes; None: with the classes that they have.
[[nodiscard]] inline std::vector<Graph> classed(const nb::tuple& graphs, const nb::object& classes) {
  std::vector<std::string> names;
  if (!classes.is_none()) names = texts_of(classes);
  const auto all = graphs_of(graphs);
  const auto source = source_of(all);
  std::vector<Graph> copies;
  while (auto graph = source->next()) {
    if (!classes.is_none()) *graph = std::move(*graph).with_class(names.at(copies.size()));
    copies.push_back(std::move(*graph));
  }
  return copies;
}

}  // namespace awe::python
