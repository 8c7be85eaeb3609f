#include "classifier/recipe_section.h"

#include <utility>

#include "awe/error.h"

namespace awe::classifier {

void RecipeSection::take_channels() {
  for (std::size_t r = 0; r < recipes.size(); ++r) {
    for (std::size_t i = 0; i < places[r].size(); ++i) {
      recipes[r].channels[i].descent = channels[static_cast<std::size_t>(places[r][i])].descent;
    }
  }
}

std::string RecipeSection::bytes() const {
  bytes::SectionWriter out;
  out.text(summary.recipe);
  for (const double value : {summary.gamma, summary.c, summary.inner_accuracy}) out.number<double>(value);
  out.number<std::uint64_t>(options.seed);
  out.number<std::uint64_t>(options.walks);
  const GraphReading& reading = summary.reading;
  for (const bool flag : {summary.probabilities, summary.balanced, reading.directed, reading.undirected,
                          reading.weighted, reading.self_loops}) {
    out.number<std::uint8_t>(flag ? 1 : 0);
  }
  out.number<std::uint64_t>(channels.size());
  for (std::size_t i = 0; i < channels.size(); ++i) {
    out.text(to_string(channels[i].features));
    out.number<std::uint8_t>(channels[i].counts ? 1 : 0);
    out.text(to_string(channels[i].kernel));
    out.number<std::uint64_t>(channels[i].dimensions);
    out.number<double>(medians[i]);
  }
  out.number<std::uint64_t>(best_recipe);
  out.number<std::uint64_t>(recipes.size());
  for (const KernelRecipe& recipe : recipes) {
    std::vector<std::uint64_t> numbers;
    std::vector<double> weights;
    for (const Channel& channel : recipe.channels) {
      numbers.push_back(evaluation::place_of(channel, channels));
      weights.push_back(channel.weight);
    }
    out.text(recipe.name);
    out.numbers<std::uint64_t>(numbers);
    out.numbers<double>(weights);
  }
  return out.bytes();
}

void RecipeSection::read(bytes::SectionReader in) {
  summary.recipe = in.text();
  for (double* value : {&summary.gamma, &summary.c, &summary.inner_accuracy}) *value = in.finite<double>();
  options.seed = in.number<std::uint64_t>();
  options.walks = in.number<std::uint64_t>();
  GraphReading& reading = summary.reading;
  for (bool* flag : {&summary.probabilities, &summary.balanced, &reading.directed, &reading.undirected,
                     &reading.weighted, &reading.self_loops}) {
    *flag = in.number<std::uint8_t>() != 0;
  }
  options.self_loops = reading.self_loops;
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) read_channel(in);
  best_recipe = static_cast<std::size_t>(in.number<std::uint64_t>());
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) read_recipe(in);
  if (best_recipe >= recipes.size()) throw in.malformed("has no recipe");
  in.end();
}

void RecipeSection::read_channel(bytes::SectionReader& in) {
  Channel channel;
  try {
    channel.features = parse_features(in.text());
  } catch (const Error&) {
    throw in.malformed("has features that make no sense");
  }
  channel.counts = in.number<std::uint8_t>() != 0;
  const auto kernel = find_enum<BaseKernel>(in.text());
  channel.dimensions = static_cast<std::size_t>(in.number<std::uint64_t>());
  medians.push_back(in.finite<double>());
  if (channel.features.size() != 1 || !kernel || !(medians.back() > 0)) {
    throw in.malformed("has a channel that makes no sense");
  }
  channel.kernel = *kernel;
  channels.push_back(std::move(channel));
}

void RecipeSection::read_recipe(bytes::SectionReader& in) {
  KernelRecipe recipe;
  recipe.name = in.text();
  const auto numbers = in.numbers<std::uint64_t>();
  const auto weights = in.finite_numbers<double>();
  bool sound = !numbers.empty() && numbers.size() == weights.size();
  for (const std::uint64_t place : numbers) sound = sound && place < channels.size();
  for (const double weight : weights) sound = sound && weight > 0;
  if (!sound) throw in.malformed("has a recipe that makes no sense");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    recipe.channels.push_back(channels[static_cast<std::size_t>(numbers[i])]);
    recipe.channels.back().weight = weights[i];
  }
  places.emplace_back(numbers.begin(), numbers.end());
  recipes.push_back(std::move(recipe));
}

}  // namespace awe::classifier
