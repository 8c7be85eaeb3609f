// The columns of a feature matrix: its blocks are split into parts that are computed together, and these into sections,
// one per length. Read-only, shared by all threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "awe/featurizer.h"
#include "awe/matrix.h"
#include "baselines/graph_map.h"
#include "baselines/key_vocabulary.h"
#include "features/degree_profile.h"
#include "features/fitted_features.h"
#include "graph_kernels/landmarks.h"
#include "walks/ended_index.h"
#include "walks/prefixes.h"

namespace awe::features {

// What is computed together: the walks of a block, one number of rounds of its colours, sizes, profiles, or the
// sections of a feature map.
struct FeaturePart {
  const FeatureBlock* block;
  LabelRule labels;
  int first = 0, last = 0;  // lengths of walks, or the numbers of the sections of a map
  int rounds = 0;           // of colours: used instead of the length

  [[nodiscard]] bool of_walks() const noexcept {
    return block->kind == FeatureBlock::Kind::walks || block->kind == FeatureBlock::Kind::colours;
  }
  [[nodiscard]] bool labelled() const noexcept { return of_walks() && labels.any(); }
  // Whether it is a map whose columns are keys, which a vocabulary numbers.
  [[nodiscard]] bool keyed() const noexcept {
    return block->of_map() && block->learns_columns() && !block->compares_graphs();
  }
  // The number that column names and messages show for a section.
  [[nodiscard]] int shown_length(int length) const noexcept {
    return block->kind == FeatureBlock::Kind::colours ? rounds : length;
  }
  [[nodiscard]] VocabularyOptions limits(const VocabularyOptions& general) const;
};
// The kernel of a block that compares graphs; null for others.
[[nodiscard]] std::shared_ptr<const graph_kernels::PairKernel> pair_kernel_of(const FeatureBlock& block);
// In column order. The spec must outlive them.
[[nodiscard]] std::vector<FeaturePart> parts_of(const FeatureSpec& spec);

struct FeatureColumns {
  // Without a fit, sections whose vocabulary is not learnt yet have no columns (for learning and forecasts).
  FeatureColumns(FeatureOptions options, std::optional<FittedFeatures> fitted, bool learning);
  FeatureColumns(const FeatureColumns&) = delete;
  FeatureColumns& operator=(const FeatureColumns&) = delete;

  struct Part : FeaturePart {
    std::optional<walks::WalkPrefixes> prefixes;                // of walks without labels
    std::optional<walks::EndedIndex> ended;                     // the same, if walks that end early have columns
    const WalkVocabulary* vocabulary = nullptr;                 // of walks with labels, unless hashed or not learnt yet
    std::optional<DegreeProfile> profile;                       // of ldp
    std::shared_ptr<const baselines::GraphMap> map;             // of feature maps of other kernels
    const baselines::KeyVocabulary* keys = nullptr;             // of their keys, unless hashed or not learnt yet
    std::shared_ptr<const graph_kernels::PairKernel> kernel;    // of blocks that compare graphs
    std::shared_ptr<const graph_kernels::Landmarks> landmarks;  // the same, unless not learnt yet
    std::vector<std::uint64_t> first_column;                    // of each section, and the end
    [[nodiscard]] std::size_t sections() const noexcept { return first_column.size() - 1; }
  };

  [[nodiscard]] std::uint64_t size() const noexcept { return parts.back().first_column.back(); }
  [[nodiscard]] MatrixColumn describe(std::uint64_t column) const;

  FeatureOptions options;
  std::optional<FittedFeatures> fitted;
  std::vector<Part> parts;
};

}  // namespace awe::features
