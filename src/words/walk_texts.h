// The columns of walks that are written as text in a corpus: "1-2-3-1", "1:C-2:O". Walks without labels are ranked,
// which needs no table; labelled ones are looked up among those that were learnt.
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

// The text of a column's walk in a corpus.
[[nodiscard]] std::string walk_text(const features::FeatureColumns& columns, std::uint64_t column);

class WalkTexts {
 public:
  // Throws Error(usage) if two columns have the same text, because a corpus cannot distinguish them.
  WalkTexts(FeatureOptions options, std::optional<features::FittedFeatures> fitted);

  // Returns nullopt if the text is not one of these walks. A walk that ended early, "1-2-.", has the same text in
  // several lengths: its column is that of the shortest one.
  [[nodiscard]] std::optional<std::uint64_t> column_of(std::string_view text) const;

 private:
  [[nodiscard]] std::optional<std::uint64_t> ended_column_of(std::string_view text) const;
  struct BareSection {
    const WalkIndex* index;
    const walks::EndedIndex* ended;  // null: walks that end early have no columns
    std::uint64_t first_column;
  };
  features::FeatureColumns columns_;
  std::vector<std::optional<BareSection>> bare_;  // by length
  std::unordered_map<std::string, std::uint64_t> labelled_;
};

}  // namespace awe::words
