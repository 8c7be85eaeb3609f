// The columns of labelled walks: which walks there are in a collection, learnt graph by graph, and where each stands.
//
// Walks are told apart exactly (no hashing), by the names of their labels, so a vocabulary means the same for every
// graph. After learning, walks in too few graphs are dropped, and of each length the most frequent are kept; columns
// are ordered by the number of graphs, the largest first, then by name. The result does not depend on the order of the
// graphs. Memory: about 50 bytes for each different walk while learning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/featurizer.h"
#include "labelled_walks/labelled_walks.h"
#include "labels/graph_labels.h"
#include "walks/walk_tree.h"

namespace awe::features {

class WalkVocabulary {
 public:
  // Columns for walks of first .. last steps.
  WalkVocabulary(int first, int last, bool node_labels, bool edge_labels);

  // Learning: every walk that the graph has counts once. Throws Error(limit) past kMostWalks different walks.
  void add(const labelled_walks::LabelledDistribution& walks, const labels::GraphLabels& labels);
  void finish(const VocabularyOptions& limits);

  struct Column {
    std::string walk;
    std::uint64_t graphs = 0;  // that it was learnt from and that have it
  };
  [[nodiscard]] int first() const noexcept { return first_; }
  [[nodiscard]] int last() const noexcept { return last_; }
  [[nodiscard]] std::uint64_t size(int length) const noexcept { return columns_[at(length)].size(); }
  [[nodiscard]] Column column(int length, std::uint64_t index) const;

  // What the labels of one graph are here; then, for places of its trees, their columns.
  struct Translation {
    std::vector<std::uint32_t> node, edge;  // by number within the graph; kUnknown for labels that are new
  };
  [[nodiscard]] Translation translate(const labels::GraphLabels& labels) const;
  // Place of the walk's tree -> column of its length, or kUnknown.
  [[nodiscard]] std::vector<std::uint32_t> columns_of(const walks::WalkTree& tree,
                                                      const Translation& translation) const;

  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  static constexpr std::size_t kMostWalks = std::size_t{1} << 27;

 private:
  friend class FittedFile;
  struct Alphabet {
    std::vector<std::string> names;
    std::unordered_map<std::string, std::uint32_t> ids;
    std::uint32_t id_of(const std::string& name);
    [[nodiscard]] std::vector<std::uint32_t> find(const std::vector<std::string>& wanted) const;
  };
  [[nodiscard]] std::size_t at(int length) const noexcept { return static_cast<std::size_t>(length - first_); }
  [[nodiscard]] std::string text(walks::WalkTree::Place place) const;

  int first_, last_;
  bool node_labels_, edge_labels_;
  Alphabet nodes_, edges_;
  walks::WalkTree tree_;
  std::vector<std::uint64_t> graphs_;                         // by place: graphs that have the walk
  std::vector<std::vector<walks::WalkTree::Place>> columns_;  // by length - first
  std::vector<std::uint32_t> column_of_;                      // by place
};

}  // namespace awe::features
