// Specification of a feature matrix: a weighted list of blocks, written as one line of text.
//   2*walks(degree):0..2 + aw:1..8[sqrt] + colours:1..3 + size
// docs/reference/features.md defines the grammar.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/enum_text.h"
#include "awe/label_rule.h"

namespace awe {

// A transformation of the probabilities p of a row.
enum class Scaling {
  none,  // p, unchanged
  sqrt,  // sqrt(p)
  log,   // ln(1 + n p), with n the number of start nodes: n p is the expected number of walks
  unit   // p divided by the Euclidean norm of the section
};

template <>
struct EnumText<Scaling> {
  static constexpr std::string_view kWhat = "scaling";
  static constexpr EnumNames<Scaling, 4> kNames = {
      {{Scaling::none, "none"}, {Scaling::sqrt, "sqrt"}, {Scaling::log, "log"}, {Scaling::unit, "unit"}}};
};

// One block of a specification.
struct FeatureBlock {
  // What the columns of the block are.
  enum class Kind {
    walks,    // distributions of walks, one section of columns per length
    colours,  // histograms of Weisfeiler-Lehman colours, one section per number of rounds
    size,     // log1p of nodes, edges, independent cycles and largest degree, standardised
    ldp,      // local degree profile: its random Fourier features, averaged over nodes
    // Feature maps of other graph kernels, of whole graphs only:
    wl,                 // Weisfeiler-Lehman colours, one section per number of rounds
    distances,          // lengths of shortest paths, with the labels of their ends
    graphlets,          // induced subgraphs, one section per number of nodes
    walk_counts,        // numbers of walks, with the labels that they pass; one section per number of steps
    exponential_walks,  // the exponential random-walk kernel: weighted numbers of walks of any number of steps
    resistances,        // histogram of the effective resistances of all pairs of nodes
    returns,            // return probabilities of nodes, as random Fourier features by label
    geometric_walks,    // the geometric random-walk kernel, as coordinates with respect to the graphs learnt from
    return_kernel,      // the exact kernel of return probabilities, likewise
    cliques,            // tokens of the maximal cliques of nodes; of cliques, their pairs, edges and components too
    hubs,               // degrees and distances from the node of the largest degree, as random Fourier features
    statistics          // what is around nodes, as random Fourier features by label
  };
  Kind kind = Kind::walks;            // what the columns are
  double weight = 1;                  // factor of the block in inner products and squared distances
  LabelRule labels;                   // labels of walks; of wl at round 0; of distances
  WalkKind walk = WalkKind::uniform;  // kind of walks
  int first = 0, last = 0;        // smallest length of walks, rounds of colours or nodes of graphlets; the largest one
  bool counts = false;            // expected counts n p instead of probabilities p; wl and distances usually count
  std::vector<Scaling> scalings;  // applied in this order to each section of a row
  std::optional<std::uint64_t> min_graphs;  // a column per walk of at least this many graphs; unset: as the options say
  std::optional<std::uint64_t> max_columns;  // at most this many columns per section, the most frequent walks
  std::uint32_t fourier_features = 400;      // columns of ldp
  std::uint32_t samples = 10'000;            // sets of nodes drawn for graphlets of more than 4 nodes
  double beta = 0.5;                         // factor of each step of exponential_walks and geometric_walks
  bool all_tokens = false;                   // tokens of cliques other than those of nodes, in sections of their own

  // The name of the block in its columns: "aw", "walks(node,edge)", "colours", "size" or "ldp", followed by " nb" for
  // non-backtracking walks; "wl", "wl(degree,edge)", "distances(node)", and so on.
  [[nodiscard]] std::string name() const;
  // Whether it is a feature map of another graph kernel than walks.
  [[nodiscard]] bool of_map() const noexcept { return kind >= Kind::wl; }
  // Whether it is a kernel between graphs without vectors of its own: its columns are graphs that it was learnt from.
  [[nodiscard]] bool compares_graphs() const noexcept {
    return kind == Kind::geometric_walks || kind == Kind::return_kernel ||
           (kind == Kind::exponential_walks && labels.any());
  }
  // Whether it is a map to random Fourier features, which have signs.
  [[nodiscard]] bool of_fourier_features() const noexcept {
    return kind == Kind::returns || kind == Kind::hubs || kind == Kind::statistics;
  }
  // Whether its columns depend on the graphs: those of labelled walks, of colours, of distances and of cliques.
  [[nodiscard]] bool learns_columns() const noexcept {
    return kind == Kind::colours || kind == Kind::wl || kind == Kind::distances || kind == Kind::cliques ||
           compares_graphs() ||
           ((kind == Kind::walks || kind == Kind::walk_counts || of_fourier_features()) && labels.any());
  }
  bool operator==(const FeatureBlock&) const = default;
};

template <>
struct EnumText<FeatureBlock::Kind> {
  static constexpr std::string_view kWhat = "kind of block";
  static constexpr EnumNames<FeatureBlock::Kind, 16> kNames = {
      {{FeatureBlock::Kind::walks, "walks"},
       {FeatureBlock::Kind::colours, "colours"},
       {FeatureBlock::Kind::size, "size"},
       {FeatureBlock::Kind::ldp, "ldp"},
       {FeatureBlock::Kind::wl, "wl"},
       {FeatureBlock::Kind::distances, "distances"},
       {FeatureBlock::Kind::graphlets, "graphlets"},
       {FeatureBlock::Kind::walk_counts, "walk-counts"},
       {FeatureBlock::Kind::exponential_walks, "exponential-walks"},
       {FeatureBlock::Kind::resistances, "resistances"},
       {FeatureBlock::Kind::returns, "returns"},
       {FeatureBlock::Kind::geometric_walks, "geometric-walks"},
       {FeatureBlock::Kind::return_kernel, "return-kernel"},
       {FeatureBlock::Kind::cliques, "cliques"},
       {FeatureBlock::Kind::hubs, "hubs"},
       {FeatureBlock::Kind::statistics, "statistics"}}};
};

// A list of blocks. Converts from text: FeatureOptions{.features = "walks(node):0..3 + size"}.
class FeatureSpec : public std::vector<FeatureBlock> {
 public:
  using std::vector<FeatureBlock>::vector;  // constructors of the list
  // parse_features(text), implicitly: text is how users write features. Throws as parse_features does.
  FeatureSpec(std::string_view text);
  FeatureSpec(const std::string& text) : FeatureSpec(std::string_view(text)) {}
  FeatureSpec(const char* text) : FeatureSpec(std::string_view(text)) {}
};

// A length of walks, or a range of lengths.
struct LengthRange {
  int first, last;  // shortest length; longest length

  LengthRange(int length) : first(length), last(length) {}  // one length, implicitly: .length = 7
  // The lengths first_length .. last_length.
  LengthRange(int first_length, int last_length) : first(first_length), last(last_length) {}
};

// One block of anonymous walks: aw:first..last.
[[nodiscard]] FeatureSpec anonymous_walks(int first, int last, Scaling scaling = Scaling::none);

// The specification that a text describes. Throws Error(usage) for invalid text; its message shows the text, a caret
// under the first wrong character and what was expected there.
[[nodiscard]] FeatureSpec parse_features(std::string_view text);
// The canonical text of a specification: parse_features(to_string(spec)) == spec, and equal specs have equal texts.
[[nodiscard]] std::string to_string(const FeatureSpec& spec);

}  // namespace awe
