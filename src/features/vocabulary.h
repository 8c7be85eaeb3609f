// The columns of labelled walks: which walks occur in a collection, learnt graph by graph, and the column of each.
//
// Walks are distinguished exactly (no hashing), by the names of their labels, so a vocabulary means the same for every
// graph. After learning, walks that occur in too few graphs are dropped, and the most frequent ones of each length are
// kept; columns are ordered by decreasing number of graphs, then by name. The result does not depend on the order of
// the graphs. Walks that end early, if they get columns, come after the full walks of each length, by steps made, then
// in the same order. Memory: about 50 bytes per distinct walk while learning.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/featurizer.h"
#include "bytes/model_file.h"
#include "labelled_walks/labelled_walks.h"
#include "labels/graph_labels.h"
#include "walks/walk_tree.h"

namespace awe::features {

class WalkVocabulary {
 public:
  // Columns for walks of first .. last steps; with `ended` also for walks that end at a dead end before.
  WalkVocabulary(int first, int last, bool node_labels, bool edge_labels, bool ended = false);

  // Learning: counts every walk of the graph once. Throws Error(limit) above kMostWalks distinct walks.
  void add(const labelled_walks::LabelledDistribution& walks, const labels::GraphLabels& labels);
  // Adds what another vocabulary of the same kind has learnt, before the learning of either ends.
  void merge(const WalkVocabulary& other);
  void finish(const VocabularyOptions& limits);
  // What was learnt so far: labels, walks, and how many graphs have them. read() throws Error(malformed) where it is
  // unsound.
  void write(bytes::SectionWriter& out) const;
  void read(bytes::SectionReader& in);

  struct Column {
    std::string walk;
    std::uint64_t graphs = 0;  // number of graphs of the learning collection that have the walk
  };
  [[nodiscard]] int first() const noexcept { return first_; }
  [[nodiscard]] int last() const noexcept { return last_; }
  [[nodiscard]] std::uint64_t size(int length) const noexcept { return columns_[at(length)].size(); }
  [[nodiscard]] Column column(int length, std::uint64_t index) const;

  // Maps the labels of one graph to those of the vocabulary; then places_of maps places of its trees to places of the
  // vocabulary's, which have columns.
  struct Translation {
    std::vector<std::uint32_t> node, edge;  // by number within the graph; kUnknown for unknown labels
  };
  [[nodiscard]] Translation translate(const labels::GraphLabels& labels) const;
  // By place of the tree: the same walk in the vocabulary, or WalkTree::kNone.
  [[nodiscard]] std::vector<walks::WalkTree::Place> places_of(const walks::WalkList& tree,
                                                              const Translation& translation) const;
  // Column of a walk within its length, and of the walk that ends there within a larger length; or kUnknown.
  [[nodiscard]] std::uint32_t column_of(walks::WalkTree::Place place) const noexcept {
    return place == walks::WalkTree::kNone ? kUnknown : column_of_[place];
  }
  // column_of for many places.
  [[nodiscard]] std::vector<std::uint32_t> columns_of(std::span<const walks::WalkTree::Place> places) const;
  [[nodiscard]] std::uint32_t ended_column_of(int length, walks::WalkTree::Place place) const;

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
  // The place in this tree of every walk of another one, which are added if they are missing. All labels are known.
  [[nodiscard]] std::vector<walks::WalkTree::Place> places_for(const walks::WalkList& tree,
                                                               const Translation& translation);
  void check_size() const;
  // Adds a walk that was stored at the next place; if that cannot be, returns the reason.
  [[nodiscard]] const char* append(std::uint64_t parent, std::uint64_t name, std::uint64_t node, std::uint64_t edge,
                                   std::uint64_t graphs);
  [[nodiscard]] std::string text(walks::WalkTree::Place place, bool ended) const;
  // The walk of a column, and a walk that may get one.
  struct Described {
    walks::WalkTree::Place place;
    bool ended;
  };
  struct Candidate {
    Described column;
    std::uint64_t graphs;
    std::string walk;
  };
  [[nodiscard]] std::vector<Candidate> chosen(int length, const VocabularyOptions& limits) const;
  walks::WalkTree::Place keep(walks::WalkTree::Place place, WalkVocabulary& kept,
                              std::vector<walks::WalkTree::Place>& moved) const;

  int first_, last_;
  bool node_labels_, edge_labels_, ended_;
  Alphabet nodes_, edges_;
  walks::WalkTree tree_;
  std::vector<std::uint64_t> graphs_, ended_graphs_;  // by place: number of graphs that have the walk; where it ends
  std::vector<std::vector<Described>> columns_;       // by length - first
  std::vector<std::uint32_t> column_of_;              // by place
  std::vector<std::unordered_map<walks::WalkTree::Place, std::uint32_t>> ended_column_of_;  // by length - first
};

}  // namespace awe::features
