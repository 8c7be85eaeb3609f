// Draws the sentences of graphs as columns of a feature matrix (features/feature_columns.h): prepared once for all
// graphs, read-only afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "features/feature_columns.h"
#include "features/fitted_features.h"
#include "labels/graph_labels.h"
#include "walks/walker.h"
#include "words/corpus.h"

namespace awe::words {

class SentenceWalks {
 public:
  SentenceWalks(std::vector<Graph> graphs, const CorpusOptions& options,
                std::optional<features::FittedFeatures> fitted);
  SentenceWalks(const SentenceWalks&) = delete;
  SentenceWalks& operator=(const SentenceWalks&) = delete;

  [[nodiscard]] const std::vector<Graph>& graphs() const noexcept { return graphs_; }
  [[nodiscard]] const CorpusOptions& plan() const noexcept { return plan_; }
  [[nodiscard]] std::uint64_t num_columns() const noexcept { return columns_.size(); }
  // "1-2-3-1", "1:C-2:O".
  [[nodiscard]] std::string text(std::uint64_t column) const;

  // Where the walks of a sentence begin: at a node, or with an arc as the first step.
  struct Start {
    NodeId node = 0;
    std::optional<std::uint64_t> arc;  // its index in the graph's targets()
  };
  // Columns of the walks of a sentence, in order, without walks that have no column: by the rule `end`, those that end
  // early have one, by the other rules walks that stop have none.
  void draw(std::size_t graph, const Start& start, std::uint64_t epoch, std::vector<std::uint64_t>& columns) const;

 private:
  struct Section {
    std::size_t part;
    int length;
    std::uint64_t first_column;
  };
  struct Prepared {
    std::array<std::optional<walks::Walker>, 2> walkers;     // by WalkKind
    std::vector<std::optional<labels::GraphLabels>> labels;  // by part
    std::vector<features::WalkVocabulary::Translation> translations;
  };
  [[nodiscard]] Prepared prepare(std::size_t graph) const;
  [[nodiscard]] const Graph& walked(std::size_t graph) const {
    return walked_.empty() ? graphs_[graph] : walked_[graph];
  }
  void name_columns(const Prepared& prepared, WalkKind kind, const Graph& graph, const walks::WalkTile& tile,
                    std::vector<std::uint64_t>& columns) const;
  [[nodiscard]] std::uint64_t anonymous_column(const Section& section, const walks::WalkTile& tile, std::uint32_t lane,
                                               int made) const;

  CorpusOptions plan_;
  std::vector<Graph> graphs_;
  std::vector<Graph> walked_;  // the graphs with ways back from dead ends; empty unless that is the rule
  features::FeatureColumns columns_;
  std::vector<Section> sections_;
  std::vector<Prepared> prepared_;
};

}  // namespace awe::words
