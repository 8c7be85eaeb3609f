// What a feature matrix learns from a collection before it is applied to any: vocabularies of labelled walks, codebooks
// of attributes, and the scale of sizes. Learnt by passes that stream; kept in a text file with a version and a
// checksum, so that shards, later runs and new graphs share the same columns.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "awe/feature_spec.h"
#include "awe/graph_source.h"
#include "awe/run_options.h"
#include "baselines/key_vocabulary.h"
#include "features/size_features.h"
#include "features/vocabulary.h"
#include "graph_kernels/landmarks.h"
#include "labels/codebook.h"

namespace awe::features {

struct FittedFeatures {
  FeatureSpec features;
  bool self_loops = false;
  DeadEnds dead_ends = DeadEnds::stop;         // never automatic
  std::uint64_t graphs = 0;                    // that it was learnt from
  std::map<int, labels::Codebook> codebooks;   // by the number of clusters asked for
  SizeScale::Values sizes;                     // count 0: not learnt
  std::vector<WalkVocabulary> vocabularies;    // of the blocks with labels, in the order of the columns; none if hashed
  std::vector<baselines::KeyVocabulary> keys;  // of the maps with keys, likewise
  std::vector<std::shared_ptr<const graph_kernels::Landmarks>> landmarks;  // of the blocks that compare graphs
};

// The options with `features` set: from `length` and `scaling` where they are empty.
[[nodiscard]] FeatureOptions with_spec(FeatureOptions options);

// The rule for the dead ends of a collection with this first graph: never automatic.
[[nodiscard]] DeadEnds settled(DeadEnds wanted, const std::optional<Graph>& first) noexcept;
// Settles options.dead_ends by the first graph of the source; returns a source of the same graphs.
[[nodiscard]] std::unique_ptr<GraphSource> settle_dead_ends(FeatureOptions& options,
                                                            std::unique_ptr<GraphSource> source);

// What the columns learn from graphs: codebooks with these numbers of clusters, the scale of sizes, vocabularies.
struct Lessons {
  std::set<int> clusters;
  bool sizes = false, vocabularies = false;
  // Codebooks need a pass of their own.
  [[nodiscard]] std::uint64_t passes() const noexcept {
    return (clusters.empty() ? 0u : 1u) + (sizes || vocabularies ? 1u : 0u);
  }
};
[[nodiscard]] Lessons lessons_of(const FeatureOptions& options);
// True if the plan's columns depend on the graphs.
[[nodiscard]] bool needs_fit(const FeatureOptions& options);

// Reads the input once, or twice where codebooks are wanted: `open` gives it from the beginning. Its first graph
// settles the rule for dead ends, if that is automatic. Progress counts graphs, of all passes.
[[nodiscard]] FittedFeatures fit_features(const FeatureOptions& options,
                                          const std::function<std::unique_ptr<GraphSource>()>& open,
                                          const Progress& progress = {});

// The text file, whole or absent. Throws Error: usage if it exists and force is not set.
void save_fitted(const std::string& path, const FittedFeatures& fitted, bool force = false);
// Throws Error: io, malformed where it is damaged (every truncation and every changed byte is found), incompatible for
// another version.
[[nodiscard]] FittedFeatures load_fitted(const std::string& path);

// The same text elsewhere: piece by piece to a sink, and from memory, where messages call it `name`.
using TextSink = std::function<void(std::string_view)>;
void write_fitted(const FittedFeatures& fitted, const TextSink& sink);
[[nodiscard]] FittedFeatures parse_fitted(std::string name, std::string text);

}  // namespace awe::features
