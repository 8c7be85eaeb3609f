// Search: which graphs (nodes, edges, subgraphs) of a collection are most like a given one?
//
// An index holds one row per item, computed from walk features, by a data-driven model, or elsewhere. The distance of
// two rows x and y is
//   hellinger     sqrt(sum (sqrt(x) - sqrt(y))^2 / 2)      cosine     1 - sum x y / (|x| |y|)
//   intersection  sum |x - y| / 2, for distributions 1 - sum min(x, y)      euclidean  |x - y|
// with the columns of a block multiplied by its weight in sums of x, and by its square root in products. An empty row
// has cosine distance 0 from an empty row and 1 from any other.
//
// Exact search adds up the lists of the columns that the query has. Approximate search walks a graph of neighbouring
// rows (HNSW, Malkov & Yashunin 2018) in a space of few dimensions and computes the distances of the best candidates
// from their rows; so every distance returned is exact, and only membership is approximate. Its recall is measured when
// the index is built. Equal distances are ordered by row. Results and files are the same bytes for any number of
// threads and any batch.
//
// An index file (.awi) is mapped into memory: opening checks its header and takes milliseconds whatever its size;
// verify() checks every byte. Whatever the bytes are, a search ends with a result or an Error.
// Memory of a build: the rows (8 bytes per value), twice for a moment, and about 350 bytes per row.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "awe/enum_text.h"
#include "awe/featurizer.h"
#include "awe/graph_source.h"
#include "awe/matrix.h"
#include "awe/run_options.h"

namespace awe {

// Distances between rows; the formulas are at the top of the file.
enum class Distance { hellinger, cosine, intersection, euclidean };
template <>
struct EnumText<Distance> {
  static constexpr std::string_view kWhat = "distance";
  static constexpr EnumNames<Distance, 4> kNames = {{{Distance::hellinger, "hellinger"},
                                                     {Distance::cosine, "cosine"},
                                                     {Distance::intersection, "intersection"},
                                                     {Distance::euclidean, "euclidean"}}};
};

// Whether an index is prepared for approximate search. `automatic`: from 20,000 rows on.
enum class ApproximateSearch { automatic, always, never };
template <>
struct EnumText<ApproximateSearch> {
  static constexpr std::string_view kWhat = "choice";
  static constexpr EnumNames<ApproximateSearch, 3> kNames = {{{ApproximateSearch::automatic, "auto"},
                                                              {ApproximateSearch::always, "always"},
                                                              {ApproximateSearch::never, "never"}}};
};

// Options of GraphIndex::build.
struct IndexOptions {
  FeatureOptions features = {};           // what rows are computed from graphs; its `run` is ignored
  std::string model = {};                 // file of a data-driven model that computes the rows instead; empty: none
  std::optional<Distance> distance = {};  // unset: hellinger of features, euclidean of other vectors
  ApproximateSearch approximate = ApproximateSearch::automatic;  // prepare for approximate search
  double recall = 0.97;                      // share of the 10 nearest rows that approximate search is tuned to find
  std::uint32_t links = 16;                  // links of a row in the graph of neighbours, 2 to 64
  std::uint32_t build_breadth = 100;         // nodes that these links are chosen from, at least `links`
  std::uint64_t part_rows = 262'144;         // rows per graph of neighbours; parts are built in parallel
  std::optional<GraphReading> reading = {};  // how the graphs were read, saved with the index; unset: not known
  RunOptions run = {};                       // seed, threads, memory (of the rows), progress
};

// What an index holds.
struct IndexSummary {
  std::uint64_t rows = 0;                   // number of rows
  std::uint64_t columns = 0;                // number of columns
  std::uint64_t values = 0;                 // number of values that are not 0
  Distance distance = Distance::hellinger;  // distance between rows
  Level level = Level::graph;               // what a row describes
  std::string source;                       // what computes rows: "features", "model" or "matrix"
  std::string features;                     // text of the features, or of the words of a model
  std::optional<GraphReading> reading;      // how the graphs were read, if it is known
  bool approximate = false;                 // prepared for approximate search
  std::uint32_t dimensions = 0;             // dimensions of approximate search; 0 without it
  std::uint32_t breadth = 0;                // nodes per part that approximate search keeps by default
  double recall = 1;  // measured share of the 10 nearest rows that approximate search finds; 1 without it
  std::uint64_t recall_queries = 0;  // rows of the index that it was measured with, each without itself
};

// Options of a search.
struct SearchOptions {
  std::uint64_t k = 10;                       // number of rows to find for each query; fewer if there are not as many
  std::optional<double> max_distance = {};    // only rows at most this far; such a search is always exact
  bool exact = false;                         // search exactly even if the index is prepared for approximate search
  std::optional<std::uint32_t> breadth = {};  // nodes per part that approximate search keeps; unset: as tuned
  std::uint64_t shared_walks = 0;    // walks to list for each of the best hits, by what they add to the similarity
  std::uint64_t explained_hits = 3;  // hits with such a list
  RunOptions run = {};               // threads, progress (counts queries)
};

// A walk that two rows share, or another column of the features.
struct SharedWalk {
  std::string block;          // name of its block (FeatureBlock::name)
  int length = 0;             // length of the walk
  std::string walk;           // the walk as text
  double query = 0, hit = 0;  // value in the row of the query; value in the row that was found
  double share = 0;  // part of the similarity of the two rows that it makes up: of sum sqrt(x y), x y or min(x, y)
};

// A row that was found.
struct SearchHit {
  std::uint64_t row = 0;                // its number in the index
  std::string id;                       // its id
  double distance = 0;                  // its distance to the query
  std::vector<SharedWalk> shared = {};  // what the two share most, if asked for
};

// The hits of one query, nearest first.
struct SearchResult {
  std::string id;               // id of the query
  std::vector<SearchHit> hits;  // rows found
};

// A member of a group of near duplicates.
struct DuplicateMember {
  std::uint64_t row = 0;      // number of the graph in its collection, or of the row in its index
  bool equal = false;         // the graph is isomorphic to another one of its group (near_duplicates of graphs only)
  std::uint64_t nearest = 0;  // the member nearest to it, the first of several
  double distance = 0;        // distance to it; 0 if the two are isomorphic
};
// Groups of at least two members, in the order of their first rows; rows increase within a group.
struct DuplicateGroups {
  std::vector<std::vector<DuplicateMember>> groups;  // the groups
  std::uint64_t unsure = 0;  // members that may not be isomorphic, since deciding it would have taken too long
};

// A searchable collection of rows. Immutable; copies share their data. Safe to use from several threads.
class GraphIndex {
 public:
  // Builds the index of these graphs, in memory. Progress counts graphs, then rows. Throws Error: usage for invalid
  // options or no graphs, numeric for negative values with hellinger or intersection, limit if the rows exceed
  // run.memory, and what the model file causes.
  [[nodiscard]] static GraphIndex build(std::span<const Graph> graphs, const IndexOptions& options = {});
  [[nodiscard]] static GraphIndex build(const OpenGraphs& open, const IndexOptions& options = {});
  // The same of rows that were computed elsewhere; options.features and options.model are not used.
  [[nodiscard]] static GraphIndex build(const FeatureMatrix& rows, const IndexOptions& options = {});
  // This index with more rows after its own, computed as its own were. Columns and dimensions stay as they are. Throws
  // as build, and malformed if the file of this index is damaged.
  [[nodiscard]] GraphIndex add(std::span<const Graph> graphs, const RunOptions& run = {}) const;
  [[nodiscard]] GraphIndex add(GraphSource& source, const RunOptions& run = {}) const;
  [[nodiscard]] GraphIndex add(const FeatureMatrix& rows, const RunOptions& run = {}) const;

  // Writes the index to a file, whole or not at all. Throws Error: usage if the file exists and `force` is false, io.
  void save(const std::string& path, bool force = false) const;
  // Opens an index file; rows of queries are computed on this many threads (0: all CPUs). `node_sets` are the
  // subgraphs of the queries at level subgraph, and their nodes at level node. Throws Error: io, malformed if the
  // header or a small section is damaged, incompatible for another version or kind of file.
  [[nodiscard]] static GraphIndex open(const std::string& path, int threads = 0, NodeSets node_sets = {});
  // Checks every byte of the file. Throws Error(malformed) if any was changed. An index in memory is always sound.
  void verify() const;

  // The rows nearest to each item of these graphs, in their order. Throws Error: usage for invalid options, malformed
  // if the file is damaged in a place that the search needs.
  [[nodiscard]] std::vector<SearchResult> search(std::span<const Graph> graphs,
                                                 const SearchOptions& options = {}) const;
  // Reads the source to its end and passes the result of every item to `consume`, in order.
  void search(GraphSource& source, const std::function<void(SearchResult&&)>& consume,
              const SearchOptions& options = {}) const;
  // The same for rows with the columns of the index.
  [[nodiscard]] std::vector<SearchResult> search(const FeatureMatrix& rows, const SearchOptions& options = {}) const;
  // The neighbours of rows of the index itself, each without itself.
  [[nodiscard]] std::vector<SearchResult> search_rows(std::span<const std::uint64_t> rows,
                                                      const SearchOptions& options = {}) const;
  // Groups of rows that are connected by distances of at most `max_distance`. Exact; O(rows^2) at the speed of exact
  // search. Progress counts rows.
  [[nodiscard]] DuplicateGroups near_duplicates(double max_distance, const RunOptions& run = {}) const;

  [[nodiscard]] const IndexSummary& summary() const noexcept;  // what the index holds
  [[nodiscard]] std::string id(std::uint64_t row) const;       // id of a row, below summary().rows

  // Content of an index; defined and used inside the library only.
  struct State;
  explicit GraphIndex(std::shared_ptr<const State> state) : state_(std::move(state)) {}  // for use inside the library
  [[nodiscard]] const State& state() const noexcept { return *state_; }                  // for use inside the library

 private:
  std::shared_ptr<const State> state_;
};

// Options of near_duplicates.
struct DuplicateOptions {
  // Distance up to which graphs are near; unset: only isomorphic graphs are grouped.
  std::optional<double> max_distance = {};
  FeatureOptions features = {};                 // features that distances are computed from; its `run` is ignored
  Distance distance = Distance::hellinger;      // distance between rows
  bool node_labels = true, edge_labels = true;  // compare node labels; compare edge labels
  bool weights = true;                          // compare weights
  RunOptions run = {};                          // seed, threads, memory, progress
};

// Groups of graphs that are isomorphic (with equal labels and weights, if compared), and with max_distance also of
// graphs whose rows are connected by distances of at most this. Progress counts graphs, then rows. Throws Error as
// GraphIndex::build.
[[nodiscard]] DuplicateGroups near_duplicates(std::span<const Graph> graphs, const DuplicateOptions& options = {});

}  // namespace awe
