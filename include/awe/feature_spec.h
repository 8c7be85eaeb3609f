// What a feature matrix is made of: a weighted list of blocks, written in one line.
//   2*walks(degree):0..2 + aw:1..8[sqrt] + colours:1..3 + size
// docs/reference/features.md has the grammar.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/enum_text.h"
#include "awe/label_rule.h"

namespace awe {

// What becomes of probabilities before they are written.
enum class Scaling {
  none,  // p
  sqrt,  // sqrt(p)
  log,   // ln(1 + n p): n p is the expected number of starts (nodes) whose walk is this one
  unit   // p over the Euclidean length of the block's row
};

template <>
struct EnumText<Scaling> {
  static constexpr std::string_view kWhat = "scaling";
  static constexpr EnumNames<Scaling, 4> kNames = {
      {{Scaling::none, "none"}, {Scaling::sqrt, "sqrt"}, {Scaling::log, "log"}, {Scaling::unit, "unit"}}};
};

struct FeatureBlock {
  enum class Kind {
    walks,    // distributions of walks, one section of columns for each length
    colours,  // histograms of Weisfeiler-Lehman colours, one section for each number of rounds
    size,     // log1p of nodes, edges, independent cycles, largest degree, standardised
    ldp       // local degree profile: random Fourier features of it, averaged over nodes
  };
  Kind kind = Kind::walks;
  double weight = 1;  // multiplies the block's part of inner products and squared distances
  LabelRule labels;   // of walks
  WalkKind walk = WalkKind::uniform;
  int first = 0, last = 0;                   // lengths of walks; rounds of colours
  bool counts = false;                       // expected counts n p in the place of probabilities p
  std::vector<Scaling> scalings;             // applied in this order, to each section of a row
  std::optional<std::uint64_t> min_graphs;   // columns of a learnt vocabulary: walks in at least so many graphs ...
  std::optional<std::uint64_t> max_columns;  // ... and at most so many a section, the most frequent ones
  std::uint32_t fourier_features = 400;      // of ldp

  // The name that its columns carry: "aw", "walks(node,edge)", "colours", "size", "ldp"; with " nb" behind it for
  // non-backtracking walks.
  [[nodiscard]] std::string name() const;
  bool operator==(const FeatureBlock&) const = default;
};

template <>
struct EnumText<FeatureBlock::Kind> {
  static constexpr std::string_view kWhat = "kind of block";
  static constexpr EnumNames<FeatureBlock::Kind, 4> kNames = {{{FeatureBlock::Kind::walks, "walks"},
                                                               {FeatureBlock::Kind::colours, "colours"},
                                                               {FeatureBlock::Kind::size, "size"},
                                                               {FeatureBlock::Kind::ldp, "ldp"}}};
};

// A list of blocks. Made from text, too: FeatureOptions{.features = "walks(node):0..3 + size"}.
class FeatureSpec : public std::vector<FeatureBlock> {
 public:
  using std::vector<FeatureBlock>::vector;
  // parse_features(text).
  FeatureSpec(std::string_view text);  // implicit: text is how users write features
  FeatureSpec(const std::string& text) : FeatureSpec(std::string_view(text)) {}
  FeatureSpec(const char* text) : FeatureSpec(std::string_view(text)) {}
};

// Lengths of walks: one, or a range.
struct LengthRange {
  int first, last;

  LengthRange(int length) : first(length), last(length) {}  // implicit: .length = 7
  LengthRange(int first_length, int last_length) : first(first_length), last(last_length) {}
};

// One block of anonymous walks: aw:first..last.
[[nodiscard]] FeatureSpec anonymous_walks(int first, int last, Scaling scaling = Scaling::none);

// Throws Error(usage) whose message has the text, a caret under the first character that makes no sense, and what could
// stand there.
[[nodiscard]] FeatureSpec parse_features(std::string_view text);
// The canonical text: parse_features(to_string(spec)) == spec, and equal specs have equal texts.
[[nodiscard]] std::string to_string(const FeatureSpec& spec);

}  // namespace awe
