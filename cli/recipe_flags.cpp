#include "recipe_flags.h"

#include <CLI/CLI.hpp>

#include "common_flags.h"

namespace awe::cli {

void RecipeFlags::declare(CLI::App& verb) {
  begin_group(verb, kFeatureGroup);
  const std::vector<std::string> names(std::begin(kRecipeNames), std::end(kRecipeNames));
  auto* option = verb.add_option("--recipe", recipe, "Recipe of features and kernels (docs/explanation/evaluation.md)")
                     ->check(one_of("recipe", names))
                     ->type_name(in_braces(names))
                     ->capture_default_str();
  verb.add_option("--features", features,
                  "Blocks of features instead of a recipe, in one line (docs/reference/features.md)")
      ->excludes(option);
  add_choice<BaseKernel>(verb, "--kernel", kernel, "Kernel of the blocks of --features (default: hellinger)");
  add_count(verb, "--walks", walks, "Walks sampled per graph and block, where walks are sampled")
      ->capture_default_str();
  add_budget(verb, budget);
  add_memory(verb, memory, "all matrices");
}

void RecipeFlags::declare_machine(CLI::App& verb, const std::string& automatic) {
  add_choice(verb, "--machine", machine.kind,
             "Machine that classifies by the kernels: svm, ridge, landmarks, linear, or auto (" + automatic + ")");
  verb.add_option("--landmarks", machine.landmarks, "Maximum number of landmarks of --machine landmarks")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}).description(""))
      ->type_name("N")
      ->capture_default_str();
}

std::vector<KernelRecipe> RecipeFlags::candidates(const DataTraits& traits) const {
  if (features.empty()) return recipes_of_name(recipe, traits);
  KernelRecipe made = recipe_of_features(parse_features(features));
  for (Channel& channel : made.channels) {
    // Channels whose values have signs (size, ldp, hubs, statistics) stay linear.
    if (channel.kernel == BaseKernel::hellinger) channel.kernel = kernel.value_or(BaseKernel::hellinger);
  }
  return {made};
}

}  // namespace awe::cli
