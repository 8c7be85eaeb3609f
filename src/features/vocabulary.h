// The columns of labelled walks: which walks occur in a collection, learnt graph by graph, and the column of each.
//
// Walks are distinguished exactly (no hashing), by the names of their labels, so a vocabulary means the same for every
// graph. After learning, walks that occur in too few graphs are dropped, and the most frequent ones of each length are
// kept; columns are ordered by decreasing number of graphs, then by name. The result does not depend on the order of
// the graphs. Memory: about 50 bytes per distinct walk while learning.
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

  // Learning: counts every walk of the graph once. Throws Error(limit) above kMostWalks distinct walks.
  void add(const labelled_walks::LabelledDistribution& walks, const labels::GraphLabels& labels);
  void finish(const VocabularyOptions& limits);

  struct Column {
    std::string walk;
    std::uint64_t graphs = 0;  // number of graphs of the learning collection that have the walk
  };
  [[nodiscard]] int first() const noexcept { return first_; }
  [[nodiscard]] int last() const noexcept { return last_; }
  [[nodiscard]] std::uint64_t size(int length) const noexcept { return columns_[at(length)].size(); }
  [[nodiscard]] Column column(int length, std::uint64_t index) const;

  // Maps the labels of one graph to those of the vocabulary; then columns_of maps places of its trees to columns.
  struct Translation {
    std::vector<std::uint32_t> node, edge;  // by number within the graph; kUnknown for unknown labels
  };
  [[nodiscard]] Translation translate(const labels::GraphLabels& labels) const;
  // By place of the tree: column within its length, or kUnknown.
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
  std::vector<std::uint64_t> graphs_;                         // by place: number of graphs that have the walk
  std::vector<std::vector<walks::WalkTree::Place>> columns_;  // by length - first
  std::vector<std::uint32_t> column_of_;                      // by place
};

}  // namespace awe::features
