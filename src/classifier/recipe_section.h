// The section "recipe" of the file of a classifier (classifier/classifier_file.cpp): the recipes and all other settings
// that take only a few numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/classifier.h"
#include "bytes/model_file.h"
#include "evaluation/channels.h"

namespace awe::classifier {

struct RecipeSection {
  Classifier::Summary summary;
  evaluation::ChannelOptions options;
  std::vector<Channel> channels;
  std::vector<double> medians;
  std::vector<KernelRecipe> recipes;
  std::size_t best_recipe = 0;
  std::vector<std::vector<std::uint64_t>> places;  // of the channels of each recipe, as read

  // Gives the recipes their channels, after these were completed by another section.
  void take_channels();

  [[nodiscard]] std::string bytes() const;
  void read(bytes::SectionReader in);

 private:
  void read_channel(bytes::SectionReader& in);
  void read_recipe(bytes::SectionReader& in);
};

}  // namespace awe::classifier
