// The rows of one part of walks on one graph: how they are computed (exact or sampled, by ranks or by labels), and the
// distributions of each row by section. Read-only after construction, so that threads may share it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "awe/exact_walks.h"
#include "features/feature_columns.h"
#include "features/graph_items.h"
#include "graph/twins.h"
#include "labelled_walks/labelled_walks.h"
#include "labels/colour_rounds.h"
#include "sampled_walks/sampled_walks.h"

namespace awe::features {

// FeatureOptions::hash_bits of rows whose columns are numbered again at once (evaluation/channels.h): so many that two
// different walks share a column once in ten thousand collections of a million walks.
inline constexpr int kWideHashBits = 52;

// What the parts of one graph share, computed when a part first needs it.
class SharedByParts {
 public:
  // The items must outlive this object.
  explicit SharedByParts(const GraphItems& items) : items_(items) {}
  [[nodiscard]] labels::ColourRounds& colours();    // of the graph
  [[nodiscard]] const graph::TwinClasses& twins();  // of the graph that walks run on

 private:
  const GraphItems& items_;
  std::optional<labels::ColourRounds> colours_;
  std::optional<graph::TwinClasses> twins_;
};

class WalkRows {
 public:
  // Throws Error(limit) if exact enumeration is requested and exceeds the budget. All arguments but `shared` must
  // outlive this object.
  WalkRows(const GraphItems& items, const FeatureColumns& columns, const FeatureColumns::Part& part,
           SharedByParts& shared);

  [[nodiscard]] bool exact() const noexcept { return exact_; }
  // Takes this part's share of delta, where the row has several sampled parts: all their certificates hold together.
  void share_delta(std::size_t parts);
  // On one thread, for all rows.
  [[nodiscard]] double predicted_seconds() const noexcept { return predicted_seconds_; }

  struct Values {
    std::vector<SparseVector> sections;          // by column within the section
    std::vector<double> stopped;                 // of each section
    double unseen = 0;                           // largest fraction of a section's mass that is in no column
    double unseen_mass = 0, unseen_squares = 0;  // of all walks that are in no column
    std::uint64_t walks = 0;
    double certified_error = 0;  // of the distribution of each section, `stopped` included
  };

  // One thread's scratch for all rows.
  class Worker {
   public:
    explicit Worker(const WalkRows& rows) : rows_(rows) {}
    [[nodiscard]] Values row(std::size_t item, int threads, const Progress& progress);
    // The walks of a row that have labels, before they are mapped to columns.
    [[nodiscard]] labelled_walks::LabelledDistribution labelled(std::size_t item, int threads,
                                                                const Progress& progress);

   private:
    Values by_rank(std::size_t item, int threads, const Progress& progress);
    WalkDistribution exact(std::size_t length, std::size_t item, int threads, const Progress& progress);

    const WalkRows& rows_;
    std::vector<ExactWalks::Scratch> exact_;  // one per element of rows_.exact_walks_
    std::optional<sampled_walks::SampledWalks::Scratch> sampled_;
    std::optional<labelled_walks::LabelledWalks::Scratch> labelled_;
  };

  [[nodiscard]] const labels::GraphLabels& labels() const noexcept { return *labels_; }

 private:
  void choose_method(SharedByParts& shared);
  void make_rule(double delta);
  [[nodiscard]] std::optional<double> outcomes() const;
  [[nodiscard]] double stopped_at(const labelled_walks::LabelledDistribution& walks, std::size_t section) const;
  [[nodiscard]] Values by_columns(const labelled_walks::LabelledDistribution& walks) const;
  [[nodiscard]] Values by_anonymous_rank(const labelled_walks::LabelledDistribution& walks) const;
  [[nodiscard]] std::vector<std::uint64_t> hashes_of_walks(const walks::WalkList& tree) const;
  // Appends the walks that ended early to the sections, as fractions of `total`; nothing stops then.
  void append_ended(Values& values, std::span<const EndedWalk> ended, double total) const;

  const GraphItems& items_;
  const Graph& graph_;
  const FeatureOptions& plan_;
  const FeatureColumns::Part& part_;
  bool exact_ = false;
  bool stops_midway_ = false;  // some walk may stop after its first step
  bool ends_ = false;          // walks that end early have columns
  bool restarts_ = false;      // a step from a dead end leads to the start
  double predicted_seconds_ = 0;
  std::optional<sampled_walks::StoppingRule> rule_;

  // Walks without labels, by rank: exact for the longest length only, or for every length if walks stop midway.
  std::vector<ExactWalks> exact_walks_;
  std::optional<sampled_walks::SampledWalks> sampled_walks_;
  // Walks with labels, and exact non-backtracking walks.
  std::unique_ptr<const labels::GraphLabels> labels_;
  std::optional<labelled_walks::LabelledWalks> labelled_walks_;
  std::optional<labelled_walks::LabelledSampler> labelled_sampler_;
  WalkVocabulary::Translation translation_;
  std::vector<std::uint64_t> node_hashes_, edge_hashes_;  // of label names, if columns are hashed
};

}  // namespace awe::features
