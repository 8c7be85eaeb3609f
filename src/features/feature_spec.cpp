// Recursive-descent parser of feature specifications, one function per production of docs/reference/features.md.
#include "awe/feature_spec.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "awe/walk_index.h"
#include "base/number.h"
#include "features/spec_reader.h"

namespace awe {
namespace {

using Kind = FeatureBlock::Kind;

constexpr std::uint64_t kMaxRounds = 20, kMaxClusters = 65536, kMaxFourierFeatures = 1'000'000;
constexpr std::uint64_t kMaxSamples = 1'000'000'000, kLeastGraphlet = 3, kMostGraphlet = 7;

// The labels of round 0 unless others are written: node labels if a graph has any, otherwise degrees.
LabelRule usual_colours() {
  LabelRule rule;
  rule.colours = 0;
  return rule;
}

// Whether values are counts unless something else is written.
bool usually_counts(Kind kind) { return kind == Kind::wl || kind == Kind::distances || kind == Kind::walk_counts; }

// The factor of each step of a walk, unless another is written.
double usual_factor(Kind kind) { return kind == Kind::geometric_walks ? 0.1 : 0.5; }

std::string source_name(const FeatureBlock& block) {
  if (block.kind == Kind::wl && block.labels != usual_colours()) return "wl(" + to_string(block.labels) + ")";
  if (block.of_map() && block.kind != Kind::wl && block.labels.any()) {
    return std::string(to_string(block.kind)) + "(" + to_string(block.labels) + ")";
  }
  if (block.kind == Kind::cliques && block.all_tokens) return "cliques(all)";
  if (block.kind != Kind::walks) return std::string(to_string(block.kind));
  return block.labels.any() ? "walks(" + to_string(block.labels) + ")" : "aw";
}

bool has_other_factor(const FeatureBlock& block) {
  return (block.kind == Kind::exponential_walks || block.kind == Kind::geometric_walks) &&
         block.beta != usual_factor(block.kind);
}

std::string name_with_factor(const FeatureBlock& block) {
  return std::string(to_string(block.kind)) + "(" + base::format_real(block.beta) +
         (block.labels.any() ? "," + to_string(block.labels) : "") + ")";
}

bool has_range(const FeatureBlock& block) {
  return block.kind == Kind::walks || block.kind == Kind::colours || block.kind == Kind::wl ||
         block.kind == Kind::graphlets || block.kind == Kind::walk_counts;
}

// The options that apply to a block.
std::vector<std::string_view> options_of(const FeatureBlock& block) {
  if (block.kind == Kind::size || block.kind == Kind::ldp || block.of_fourier_features()) return {"unit"};
  if (block.kind == Kind::return_kernel) return {"unit", "max-columns"};
  if (block.compares_graphs()) return {"probabilities", "counts", "unit", "max-columns"};
  std::vector<std::string_view> names = {"probabilities", "counts", "none", "sqrt", "log", "unit"};
  if (block.kind == Kind::walks) names.insert(names.end(), {"uniform", "non-backtracking"});
  if (block.learns_columns()) names.insert(names.end(), {"min-graphs", "max-columns"});
  return names;
}

// "a, b or c", with "=N" after the options that take a number.
std::string choice_of_options(const FeatureBlock& block) {
  const auto names = options_of(block);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
    if (names[i] == "min-graphs" || names[i] == "max-columns") text += "=N";
  }
  return text;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : in_(text) {}

  FeatureSpec spec() {
    FeatureSpec spec;
    do {
      spec.push_back(block());
    } while (in_.accept("+"));
    return spec;  // a block ends at '+' or at the end of the text
  }

 private:
  using Token = features::SpecReader::Token;

  FeatureBlock block() {
    FeatureBlock block;
    if (in_.sees_number()) block.weight = weight();
    source(block);
    const bool one_number = has_range(block) && !range(block);
    std::string next = "expected ";
    if (!has_range(block) && in_.sees(":")) next = source_name(block) + " takes no range; expected ";
    if (in_.accept("[")) {
      options(block);
    } else {
      next += one_number ? "'..' and a last number, '[' and options, " : "'[' and options, ";
    }
    if (!in_.at_end() && !in_.sees("+")) in_.refuse(in_.at(), next + "'+' and another block, or the end");
    return block;
  }

  double weight() {
    const Token token = in_.real();
    const auto value = base::parse_real(token.text);
    if (!value || !std::isfinite(*value) || !(*value > 0)) {
      in_.refuse(token.at, "expected a weight that is above 0 and that a double holds, such as 2 or 0.5");
    }
    in_.expect("*", "expected '*' between a weight and its block, as in 2*aw:7");
    return *value;
  }

  void source(FeatureBlock& block) {
    const Token name = in_.word();
    if (name.text == "aw") {
      block.kind = Kind::walks;
    } else if (name.text == "walks") {
      block.kind = Kind::walks;
      labels(block.labels);
    } else if (name.text == "colours" || name.text == "colors") {
      block.kind = Kind::colours;
    } else if (name.text == "size") {
      block.kind = Kind::size;
    } else if (name.text == "ldp") {
      block.kind = Kind::ldp;
      if (in_.accept("(")) {
        block.fourier_features = static_cast<std::uint32_t>(
            number("expected a number of features after '(', as in ldp(400)", "features", 1, kMaxFourierFeatures));
        in_.expect(")", "expected ')' after the number of features");
      }
    } else if (name.text == "wl") {
      block.kind = Kind::wl;
      if (in_.sees("(")) {
        labels(block.labels);
      } else {
        block.labels = usual_colours();
      }
    } else if (name.text == "distances") {
      block.kind = Kind::distances;
      const std::size_t at = in_.at();
      if (in_.sees("(")) labels(block.labels);
      if (block.labels.of_edges()) in_.refuse(at, "expected labels of nodes: distances have no edges");
    } else if (name.text == "graphlets") {
      block.kind = Kind::graphlets;
      if (in_.accept("(")) {
        block.samples = static_cast<std::uint32_t>(
            number("expected a number of samples after '(', as in graphlets(10000):7", "samples", 1, kMaxSamples));
        in_.expect(")", "expected ')' after the number of samples");
      }
    } else if (name.text == "walk-counts") {
      block.kind = Kind::walk_counts;
      if (in_.sees("(")) labels(block.labels);
    } else if (name.text == "exponential-walks" || name.text == "geometric-walks") {
      block.kind = name.text == "geometric-walks" ? Kind::geometric_walks : Kind::exponential_walks;
      block.beta = usual_factor(block.kind);
      if (in_.accept("(")) factor_and_labels(block, std::string(name.text));
    } else if (name.text == "hubs") {
      block.kind = Kind::hubs;
    } else if (name.text == "resistances") {
      block.kind = Kind::resistances;
    } else if (name.text == "returns" || name.text == "return-kernel" || name.text == "statistics") {
      block.kind = name.text == "returns"         ? Kind::returns
                   : name.text == "return-kernel" ? Kind::return_kernel
                                                  : Kind::statistics;
      const std::size_t at = in_.at();
      if (in_.sees("(")) labels(block.labels);
      if (block.labels.of_edges()) {
        const std::string what = block.kind == Kind::statistics ? "statistics" : "returns";
        in_.refuse(at, "expected labels of nodes: " + what + " are of nodes");
      }
    } else if (name.text == "cliques") {
      block.kind = Kind::cliques;
      if (in_.accept("(")) {
        const Token tokens = in_.word();
        if (tokens.text != "all") in_.refuse(tokens.at, "expected 'all' after '(', as in cliques(all)");
        in_.expect(")", "expected ')' after cliques(all");
        block.all_tokens = true;
      }
    } else {
      in_.refuse(name.at,
                 "expected a block: aw:7, walks(node):0..3, colours:1..3, size, ldp, wl:0..5, distances, "
                 "graphlets:3..4, walk-counts:0..3, exponential-walks, geometric-walks, resistances, returns, "
                 "return-kernel, cliques, hubs or statistics; or a weight above 0, '*' and a block");
    }
    block.counts = usually_counts(block.kind);
  }

  // After '(': a factor, labels, or both.
  void factor_and_labels(FeatureBlock& block, const std::string& name) {
    if (in_.sees_number()) {
      const Token token = in_.real();
      const auto value = base::parse_real(token.text);
      if (!value || !(*value >= 1e-6 && *value <= 1e6)) {
        in_.refuse(token.at, "expected a factor from 1e-6 to 1e6, as in " + name + "(0.5)");
      }
      block.beta = *value;
      if (in_.accept(")")) return;
      in_.expect(",", "expected ')' after the factor, or ',' and labels");
    }
    do {
      label(block.labels);
    } while (in_.accept(","));
    in_.expect(")", "expected ',' and another label, or ')'");
  }

  void labels(LabelRule& rule) {
    in_.expect("(", "expected '(' after walks, as in walks(node,degree):0..3");
    if (in_.accept(")")) return;
    do {
      label(rule);
    } while (in_.accept(","));
    in_.expect(")", "expected ',' and another label, or ')'");
  }

  void label(LabelRule& rule) {
    const Token name = in_.word();
    const auto once = [&](bool is_new) {
      if (!is_new) in_.refuse(name.at, "expected each label once: '" + std::string(name.text) + "' is there already");
    };
    if (name.text == "node") {
      once(!rule.node);
      rule.node = true;
    } else if (name.text == "edge") {
      once(!rule.edge);
      rule.edge = true;
    } else if (name.text == "ring") {
      once(!rule.ring);
      rule.ring = true;
    } else if (name.text == "edge-ring") {
      once(!rule.edge_ring);
      rule.edge_ring = true;
    } else if (name.text == "degree") {
      once(rule.degree == DegreeLabels::none);
      rule.degree = DegreeLabels::exact;
      if (!in_.accept(":")) return;
      rule.degree = DegreeLabels::log2;
      const Token bins = in_.word();
      if (bins.text != "log2") in_.refuse(bins.at, "expected log2 after 'degree:'");
    } else if (name.text == "wl") {
      once(!rule.colours);
      in_.expect(":", "expected ':' and a number of rounds after wl, as in wl:2");
      rule.colours =
          static_cast<int>(number("expected a number of rounds after 'wl:', as in wl:2", "rounds", 0, kMaxRounds));
    } else if (name.text == "attribute") {
      once(rule.clusters == 0);
      in_.expect(":", "expected ':' and a number of centres after attribute, as in attribute:32");
      rule.clusters = static_cast<int>(
          number("expected a number of centres after 'attribute:', as in attribute:32", "centres", 1, kMaxClusters));
    } else {
      in_.refuse(name.at, "expected a label: node, edge, degree, degree:log2, ring, edge-ring, wl:H or attribute:K");
    }
  }

  // Returns true if both ends were written.
  bool range(FeatureBlock& block) {
    const bool graphlets = block.kind == Kind::graphlets, counted = block.kind == Kind::walk_counts;
    const bool walks = block.kind == Kind::walks || counted;
    const std::string name = source_name(block);
    const std::string what = walks ? "a length" : graphlets ? "a number of nodes" : "a number of rounds";
    const std::string such = walks ? "7" : graphlets ? "4" : "2";
    in_.expect(":", "expected ':' and " + what + " after " + name + ", as in " + name + ":" + such);
    const std::uint64_t least = walks && !counted && !block.labels.of_nodes() ? 1 : graphlets ? kLeastGraphlet : 0;
    const std::uint64_t most = walks ? kMaxWalkLength : graphlets ? kMostGraphlet : kMaxRounds;
    const std::string plural = walks       ? least > 0 ? "steps (0 needs node labels)" : "steps"
                               : graphlets ? "nodes"
                                           : "rounds";
    const std::string example = "(" + what + " such as " + such + ", or a range such as " +
                                (walks       ? "2..7)"
                                 : graphlets ? "3..4)"
                                             : "1..3)");
    const std::uint64_t first = number("expected a number after ':' " + example, plural, least, most);
    block.first = block.last = static_cast<int>(first);
    if (!in_.accept("..")) return false;
    const std::size_t at = in_.at();
    const std::uint64_t last = number("expected a number after '..' " + example, plural, least, most);
    if (last < first) {
      in_.refuse(at, "expected a range that goes up: after " + std::to_string(first) + ".. a number from " +
                         std::to_string(first) + " to " + std::to_string(most));
    }
    block.last = static_cast<int>(last);
    return true;
  }

  struct Chosen {
    bool values = false, walk = false, none = false;
  };

  void options(FeatureBlock& block) {
    Chosen chosen;
    do {
      option(block, chosen);
    } while (in_.accept(","));
    in_.expect("]", "expected ',' and another option, or ']'");
  }

  void option(FeatureBlock& block, Chosen& chosen) {
    const Token token = in_.word();
    const std::string_view name = token.text == "nb" ? "non-backtracking" : token.text;
    const auto known = options_of(block);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      in_.refuse(token.at, "expected an option of " + source_name(block) + ": " + choice_of_options(block));
    }
    const auto check = [&](bool fine, const std::string& expected) {
      if (!fine) in_.refuse(token.at, "expected " + expected);
    };
    if (name == "probabilities" || name == "counts") {
      check(!chosen.values, "only one of probabilities and counts, once");
      chosen.values = true;
      block.counts = name == "counts";
    } else if (find_enum<WalkKind>(name)) {
      check(!chosen.walk, "only one of uniform and non-backtracking, once");
      chosen.walk = true;
      block.walk = parse<WalkKind>(name);
    } else if (name == "min-graphs") {
      check(!block.min_graphs, "min-graphs only once");
      block.min_graphs = number_of_option("min-graphs", "graphs");
    } else if (name == "max-columns") {
      check(!block.max_columns, "max-columns only once");
      block.max_columns = number_of_option("max-columns", "columns");
    } else {
      const Scaling scaling = parse<Scaling>(name);
      const auto& earlier = block.scalings;
      const bool again =
          scaling == Scaling::none ? chosen.none : std::find(earlier.begin(), earlier.end(), scaling) != earlier.end();
      check(!again, "each scaling once: '" + std::string(name) + "' is there already");
      check(!chosen.none && (scaling != Scaling::none || earlier.empty()), "none, or other scalings, but not both");
      chosen.none = scaling == Scaling::none;
      if (!chosen.none) block.scalings.push_back(scaling);
    }
  }

  std::uint64_t number_of_option(const std::string& option, const std::string& what) {
    in_.expect("=", "expected '=' and a number after " + option + ", as in " + option + "=5");
    return number("expected a number after '" + option + "=', as in " + option + "=5", what, 1,
                  std::numeric_limits<std::uint64_t>::max());
  }

  std::uint64_t number(const std::string& if_none, const std::string& what, std::uint64_t least, std::uint64_t most) {
    const Token token = in_.digits();
    if (token.text.empty()) in_.refuse(token.at, if_none);
    const auto value = base::parse_unsigned(token.text);
    if (!value || *value < least || *value > most) {
      in_.refuse(token.at, "expected " + std::to_string(least) + " to " + std::to_string(most) + " " + what);
    }
    return *value;
  }

  features::SpecReader in_;
};

std::string text_of_options(const FeatureBlock& block) {
  std::string text;
  const auto add = [&](std::string_view option) {
    text += text.empty() ? "[" : ", ";
    text += option;
  };
  if (block.walk != WalkKind::uniform) add(to_string(block.walk));
  if (block.counts != usually_counts(block.kind)) add(block.counts ? "counts" : "probabilities");
  for (const Scaling scaling : block.scalings) {
    if (scaling != Scaling::none) add(to_string(scaling));
  }
  if (block.min_graphs) add("min-graphs=" + std::to_string(*block.min_graphs));
  if (block.max_columns) add("max-columns=" + std::to_string(*block.max_columns));
  return text.empty() ? text : text + "]";
}

}  // namespace

std::string FeatureBlock::name() const {
  return source_name(*this) + (kind == Kind::walks && walk == WalkKind::non_backtracking ? " nb" : "");
}

FeatureSpec::FeatureSpec(std::string_view text) : FeatureSpec(parse_features(text)) {}

FeatureSpec parse_features(std::string_view text) { return Parser(text).spec(); }

std::string to_string(const FeatureSpec& spec) {
  std::string text;
  for (const FeatureBlock& block : spec) {
    if (!text.empty()) text += " + ";
    if (block.weight != 1) text += base::format_real(block.weight) + "*";
    text += has_other_factor(block) ? name_with_factor(block) : source_name(block);
    if (block.kind == Kind::ldp && block.fourier_features != FeatureBlock().fourier_features) {
      text += "(" + std::to_string(block.fourier_features) + ")";
    }
    if (block.kind == Kind::graphlets && block.samples != FeatureBlock().samples) {
      text += "(" + std::to_string(block.samples) + ")";
    }
    if (has_range(block)) {
      text += ":" + std::to_string(block.first);
      if (block.last != block.first) text += ".." + std::to_string(block.last);
    }
    text += text_of_options(block);
  }
  return text;
}

FeatureSpec anonymous_walks(int first, int last, Scaling scaling) {
  FeatureBlock block;
  block.first = first;
  block.last = last;
  if (scaling != Scaling::none) block.scalings.push_back(scaling);
  return {block};
}

}  // namespace awe
