// The columns of walks that a corpus has as text: "1-2-3-1", "1:C-2:O". Bare walks are ranked, which needs no table;
// labelled ones are looked up among those that were learnt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "features/feature_columns.h"
#include "features/fitted_features.h"

namespace awe::words {

// How a corpus writes the walk of a column.
[[nodiscard]] std::string walk_text(const features::FeatureColumns& columns, std::uint64_t column);

class WalkTexts {
 public:
  // Throws Error(usage) if two columns have the same text, so that a corpus cannot tell them apart.
  WalkTexts(FeatureOptions options, std::optional<features::FittedFeatures> fitted);

  // Nothing if it is no walk of these.
  [[nodiscard]] std::optional<std::uint64_t> column_of(std::string_view text) const;

 private:
  struct BareSection {
    const WalkIndex* index;
    std::uint64_t first_column;
  };
  features::FeatureColumns columns_;
  std::vector<std::optional<BareSection>> bare_;  // by length
  std::unordered_map<std::string, std::uint64_t> labelled_;
};

}  // namespace awe::words
