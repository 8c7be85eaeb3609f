// What a feature matrix learns from a collection before it is applied: vocabularies of labelled walks, codebooks of
// attributes, and the scale of sizes. Learnt in streaming passes; stored in a text file with a version and a checksum,
// so that shards, later runs and new graphs share the same columns.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "awe/feature_spec.h"
#include "awe/graph_source.h"
#include "awe/progress.h"
#include "features/size_features.h"
#include "features/vocabulary.h"
#include "labels/codebook.h"

namespace awe::features {

struct FittedFeatures {
  FeatureSpec features;
  bool self_loops = false;
  std::uint64_t graphs = 0;                            // number of graphs that it was learnt from
  std::map<int, labels::Codebook> codebooks;           // by the requested number of clusters
  features::SizeScale::Values sizes;                   // count 0: not learnt
  std::vector<features::WalkVocabulary> vocabularies;  // of the blocks with labels, in column order; empty if hashed
};

// True if the columns depend on the graphs.
[[nodiscard]] bool needs_fit(const FeatureOptions& options);

// Reads the input once, or twice if codebooks are needed: `open` returns it from the beginning. Progress counts the
// graphs of all passes.
[[nodiscard]] FittedFeatures fit_features(const FeatureOptions& options,
                                          const std::function<std::unique_ptr<GraphSource>()>& open,
                                          const Progress& progress = {});

// Writes the text file atomically. Throws Error(usage) if it exists and force is not set.
void save_fitted(const std::string& path, const FittedFeatures& fitted, bool force = false);
// Throws Error: io; malformed if the file is damaged (every truncation and every changed byte is detected);
// incompatible for another version.
[[nodiscard]] FittedFeatures load_fitted(const std::string& path);

// The same text written piece by piece to a sink, and read from memory; messages use `name` for the file name.
using TextSink = std::function<void(std::string_view)>;
void write_fitted(const FittedFeatures& fitted, const TextSink& sink);
[[nodiscard]] FittedFeatures parse_fitted(std::string name, std::string text);

}  // namespace awe::features
