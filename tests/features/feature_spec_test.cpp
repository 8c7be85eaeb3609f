#include "awe/feature_spec.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "awe/error.h"
#include "awe/walk_index.h"
#include "support/process.h"

namespace awe::features {
namespace {

using Kind = FeatureBlock::Kind;

// The only block of a text.
FeatureBlock block(const std::string& text) {
  const FeatureSpec spec = parse_features(text);
  EXPECT_EQ(spec.size(), 1u) << text;
  return spec.at(0);
}

void expect_canonical(const std::string& text, const std::string& canonical) {
  const FeatureSpec spec = parse_features(text);
  EXPECT_EQ(to_string(spec), canonical);
  EXPECT_EQ(parse_features(canonical), spec) << canonical;
}

// ---- what is read ----

TEST(FeatureSpec, ReadsAnonymousWalks) {
  const FeatureBlock walks = block("aw:7");
  EXPECT_EQ(walks.kind, Kind::walks);
  EXPECT_EQ(walks.weight, 1);
  EXPECT_FALSE(walks.labels.any());
  EXPECT_EQ(walks.walk, WalkKind::uniform);
  EXPECT_EQ(walks.first, 7);
  EXPECT_EQ(walks.last, 7);
  EXPECT_FALSE(walks.counts);
  EXPECT_TRUE(walks.scalings.empty());
  EXPECT_FALSE(walks.min_graphs);
  EXPECT_FALSE(walks.max_columns);
  EXPECT_EQ(block("walks():7"), walks);
  EXPECT_EQ(block("aw:7..7"), walks);
  EXPECT_EQ(block("aw:007"), walks);
}

TEST(FeatureSpec, ReadsRanges) {
  EXPECT_EQ(block("aw:1..25").first, 1);
  EXPECT_EQ(block("aw:1..25").last, 25);
  EXPECT_EQ(block("walks(node):0").last, 0);
  EXPECT_EQ(block("walks(edge,degree):0..25").last, 25);
  EXPECT_EQ(block("walks(edge):1").first, 1);
  EXPECT_EQ(block("colours:0..20").first, 0);
  EXPECT_EQ(block("colours:0..20").last, 20);
}

TEST(FeatureSpec, ReadsLabelsInAnyOrder) {
  LabelRule all{true, DegreeLabels::log2, 2, 32, true, true, true};
  EXPECT_EQ(block("walks(node,degree:log2,wl:2,attribute:32,edge,ring,edge-ring):3").labels, all);
  EXPECT_EQ(block("walks(edge-ring,edge,ring,attribute:32,wl:2,degree:log2,node):3").labels, all);
  all.degree = DegreeLabels::exact;
  EXPECT_EQ(block("walks(ring,wl:2,degree,edge-ring,node,edge,attribute:32):3").labels, all);
  EXPECT_EQ(block("walks(wl:0):3").labels.colours, 0);
  EXPECT_EQ(block("walks(wl:20):3").labels.colours, 20);
  EXPECT_EQ(block("walks(attribute:1):3").labels.clusters, 1);
  EXPECT_EQ(block("walks(attribute:65536):3").labels.clusters, 65536);
}

TEST(FeatureSpec, ReadsTheOtherSources) {
  EXPECT_EQ(block("colours:1..3").kind, Kind::colours);
  EXPECT_EQ(block("colors:1..3"), block("colours:1..3"));
  EXPECT_EQ(block("size").kind, Kind::size);
  EXPECT_EQ(block("ldp").kind, Kind::ldp);
  EXPECT_EQ(block("ldp").fourier_features, 400u);
  EXPECT_EQ(block("ldp(400)"), block("ldp"));
  EXPECT_EQ(block("ldp(1)").fourier_features, 1u);
  EXPECT_EQ(block("ldp(1000000)").fourier_features, 1'000'000u);
}

TEST(FeatureSpec, ReadsMapsOfOtherKernels) {
  EXPECT_EQ(block("wl:0..5").kind, Kind::wl);
  EXPECT_EQ(block("wl:0..5").labels, (LabelRule{.colours = 0}));
  EXPECT_EQ(block("wl(wl:0):0..5"), block("wl:0..5"));
  EXPECT_EQ(block("wl():0..5").labels, LabelRule{});
  EXPECT_TRUE(block("wl:0..5").counts);
  EXPECT_EQ(block("wl:0..5[counts]"), block("wl:0..5"));
  EXPECT_FALSE(block("wl:0..5[probabilities]").counts);
  EXPECT_EQ(block("distances").kind, Kind::distances);
  EXPECT_EQ(block("distances()"), block("distances"));
  EXPECT_TRUE(block("distances(node)").labels.node);
  EXPECT_EQ(block("graphlets:3..7").last, 7);
  EXPECT_FALSE(block("graphlets:3").counts);
  EXPECT_EQ(block("graphlets(10000):7"), block("graphlets:7"));
  EXPECT_EQ(block("graphlets(500):7").samples, 500u);
}

TEST(FeatureSpec, ReadsWeights) {
  EXPECT_EQ(block("2*aw:3").weight, 2);
  EXPECT_EQ(block("0.25*size").weight, 0.25);
  EXPECT_EQ(block(".5*size").weight, 0.5);
  EXPECT_EQ(block("1e-3*size").weight, 1e-3);
  EXPECT_EQ(block("2.5E+2 * size").weight, 250);
  EXPECT_EQ(block("1*size"), block("size"));
}

TEST(FeatureSpec, ReadsOptions) {
  EXPECT_TRUE(block("aw:3[counts]").counts);
  EXPECT_EQ(block("aw:3[probabilities]"), block("aw:3"));
  EXPECT_EQ(block("aw:3[none]"), block("aw:3"));
  EXPECT_EQ(block("aw:3[uniform]"), block("aw:3"));
  EXPECT_EQ(block("aw:3[nb]").walk, WalkKind::non_backtracking);
  EXPECT_EQ(block("aw:3[non-backtracking]"), block("aw:3[nb]"));
  EXPECT_EQ(block("aw:3[sqrt,unit]").scalings, (std::vector{Scaling::sqrt, Scaling::unit}));
  EXPECT_EQ(block("aw:3[unit,sqrt,log]").scalings, (std::vector{Scaling::unit, Scaling::sqrt, Scaling::log}));
  EXPECT_EQ(block("size[unit]").scalings, std::vector{Scaling::unit});
  EXPECT_EQ(block("ldp[unit]").scalings, std::vector{Scaling::unit});
  EXPECT_EQ(block("walks(node):3[min-graphs=5]").min_graphs, 5u);
  EXPECT_EQ(block("colours:3[max-columns=100000]").max_columns, 100'000u);
  EXPECT_EQ(block("walks(edge):3[max-columns=18446744073709551615]").max_columns, ~std::uint64_t{0});
  EXPECT_EQ(block("walks(node):3[sqrt,counts,min-graphs=2,nb,unit,max-columns=9]"),
            block("walks(node):3[nb,counts,sqrt,unit,min-graphs=2,max-columns=9]"));
}

TEST(FeatureSpec, ReadsListsOfBlocks) {
  const FeatureSpec spec = parse_features("2*walks(degree):0..2 + aw:1..8[sqrt] + colours:1..3 + size");
  ASSERT_EQ(spec.size(), 4u);
  EXPECT_EQ(spec[0], block("2*walks(degree):0..2"));
  EXPECT_EQ(spec[1], block("aw:1..8[sqrt]"));
  EXPECT_EQ(spec[2], block("colours:1..3"));
  EXPECT_EQ(spec[3], block("size"));
}

TEST(FeatureSpec, PassesOverBlanksBetweenTokens) {
  EXPECT_EQ(
      parse_features(" 2 *\twalks ( node , degree : log2 ) : 1 .. 4\n[ counts , min-graphs = 5 ] + ldp ( 7 ) \r\n"),
      parse_features("2*walks(node,degree:log2):1..4[counts,min-graphs=5]+ldp(7)"));
}

TEST(FeatureSpec, ReadsTheExamplesOfTheManual) {
  const std::string manual = test::read_file(AWE_SOURCE_DIR "/docs/reference/features.md");
  const std::size_t begin = manual.find("## Examples"), end = manual.find("## On the command line");
  ASSERT_LT(begin, end);
  int seen = 0;
  for (std::size_t at = manual.find('`', begin); at < end; at = manual.find('`', at + 1)) {
    const std::size_t close = manual.find('`', at + 1);
    const std::string example = manual.substr(at + 1, close - at - 1);
    EXPECT_NO_THROW((void)parse_features(example)) << example;
    at = close;
    ++seen;
  }
  EXPECT_GT(seen, 5);
}

// ---- what is written ----

TEST(FeatureSpec, NamesBlocks) {
  EXPECT_EQ(block("3*aw:2..4[sqrt]").name(), "aw");
  EXPECT_EQ(block("aw:2[nb]").name(), "aw nb");
  EXPECT_EQ(block("walks(edge,node):2").name(), "walks(node,edge)");
  EXPECT_EQ(block("walks(edge,node):2[nb]").name(), "walks(node,edge) nb");
  EXPECT_EQ(block("colors:2").name(), "colours");
  EXPECT_EQ(block("size").name(), "size");
  EXPECT_EQ(block("ldp(9)").name(), "ldp");
}

TEST(FeatureSpec, HasACanonicalText) {
  expect_canonical("walks():7..7", "aw:7");
  expect_canonical("walks()  :1..8[nb]", "aw:1..8[non-backtracking]");
  expect_canonical("1.0*walks(edge,wl:2,node):0..3", "walks(node,wl:2,edge):0..3");
  expect_canonical("1.50*colors:0..3[probabilities,none]", "1.5*colours:0..3");
  expect_canonical("ldp(400)+ldp(401)[unit]", "ldp + ldp(401)[unit]");
  expect_canonical("walks(node):3[max-columns=9,unit,min-graphs=2,sqrt,counts,nb]",
                   "walks(node):3[non-backtracking, counts, unit, sqrt, min-graphs=2, max-columns=9]");
  expect_canonical("1e300*size+1e-300*size", "1e+300*size + 1e-300*size");
  expect_canonical("4.9406564584124654e-324*size", "5e-324*size");
}

template <class Value>
Value any_of(const std::vector<Value>& values) {
  return values[*rc::gen::inRange<std::size_t>(0, values.size())];
}

LabelRule random_labels() {
  LabelRule rule;
  rule.node = *rc::gen::arbitrary<bool>();
  rule.degree = any_of<DegreeLabels>({DegreeLabels::none, DegreeLabels::exact, DegreeLabels::log2});
  if (*rc::gen::arbitrary<bool>()) rule.colours = *rc::gen::inRange(0, 21);
  if (*rc::gen::arbitrary<bool>()) rule.clusters = *rc::gen::inRange(1, 65537);
  rule.edge = *rc::gen::arbitrary<bool>();
  rule.ring = *rc::gen::arbitrary<bool>();
  rule.edge_ring = *rc::gen::arbitrary<bool>();
  return any_of<LabelRule>({LabelRule{}, rule});  // aw is common
}

// Any double above 0, half of them near 1.
double random_weight() {
  const double mantissa = 1 + static_cast<double>(*rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 52)) * 0x1p-52;
  return std::ldexp(any_of<double>({1, mantissa}), any_of<int>({0, *rc::gen::inRange(-1074, 1024)}));
}

FeatureBlock random_block() {
  FeatureBlock block;
  block.kind =
      any_of<Kind>({Kind::walks, Kind::walks, Kind::colours, Kind::size, Kind::ldp, Kind::wl, Kind::distances,
                    Kind::graphlets, Kind::walk_counts, Kind::exponential_walks, Kind::resistances, Kind::returns,
                    Kind::geometric_walks, Kind::return_kernel, Kind::cliques, Kind::hubs, Kind::statistics});
  block.weight = random_weight();
  if (block.kind == Kind::size || block.kind == Kind::ldp || block.of_fourier_features()) {
    if (block.kind == Kind::returns || block.kind == Kind::statistics) block.labels = random_labels();
    block.labels.edge = block.labels.edge_ring = false;
    if (*rc::gen::arbitrary<bool>()) block.scalings = {Scaling::unit};
    if (block.kind == Kind::ldp) block.fourier_features = any_of<std::uint32_t>({400, *rc::gen::inRange(1u, 1000001u)});
    return block;
  }
  if (block.kind == Kind::exponential_walks) block.beta = any_of<double>({0.5, 1, 0.03125});
  if (block.kind == Kind::geometric_walks) block.beta = any_of<double>({0.1, 1, 0.03125});
  if (block.kind == Kind::exponential_walks || block.kind == Kind::geometric_walks) block.labels = random_labels();
  if (block.compares_graphs()) {
    if (block.kind == Kind::return_kernel) block.labels = random_labels();
    if (block.kind == Kind::return_kernel) block.labels.edge = block.labels.edge_ring = false;
    block.counts = block.kind != Kind::return_kernel && *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>()) block.scalings = {Scaling::unit};
    if (*rc::gen::arbitrary<bool>()) block.max_columns = *rc::gen::inRange<std::uint64_t>(1, 1000);
    return block;
  }
  const bool walks = block.kind == Kind::walks, graphlets = block.kind == Kind::graphlets;
  const bool counted = block.kind == Kind::walk_counts;
  if (walks || counted || block.kind == Kind::wl || block.kind == Kind::distances) block.labels = random_labels();
  if (block.kind == Kind::distances) block.labels.edge = block.labels.edge_ring = false;
  if (walks) block.walk = any_of<WalkKind>({WalkKind::uniform, WalkKind::non_backtracking});
  if (block.kind == Kind::cliques) block.all_tokens = *rc::gen::arbitrary<bool>();
  if (graphlets) block.samples = any_of<std::uint32_t>({10'000, *rc::gen::inRange(1u, 1'000'000u)});
  const int least = walks && !block.labels.of_nodes() ? 1 : graphlets ? 3 : 0;
  const int most = walks || counted ? kMaxWalkLength : graphlets ? 7 : 20;
  if (walks || counted || graphlets || block.kind == Kind::colours || block.kind == Kind::wl) {
    block.first = *rc::gen::inRange(least, most + 1);
    block.last = *rc::gen::inRange(block.first, most + 1);
  }
  block.counts = *rc::gen::arbitrary<bool>();
  std::vector<Scaling> left = {Scaling::sqrt, Scaling::log, Scaling::unit};
  for (int count = *rc::gen::inRange(0, 4); count > 0; --count) {
    block.scalings.push_back(any_of(left));
    std::erase(left, block.scalings.back());
  }
  if (block.learns_columns()) {
    const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    if (*rc::gen::arbitrary<bool>()) block.min_graphs = *rc::gen::inRange<std::uint64_t>(1, 1000);
    if (*rc::gen::arbitrary<bool>()) block.max_columns = *rc::gen::inRange<std::uint64_t>(1, largest);
  }
  return block;
}

rc::Gen<FeatureSpec> random_spec() {
  return rc::gen::resize(rc::kNominalSize, rc::gen::exec([] {
                           FeatureSpec spec;
                           for (int count = *rc::gen::inRange(1, 5); count > 0; --count) spec.push_back(random_block());
                           return spec;
                         }));
}

RC_GTEST_PROP(FeatureSpec, ReadsWhatItWrote, ()) {
  const FeatureSpec spec = *random_spec();
  const std::string text = to_string(spec);
  RC_LOG() << text;
  RC_ASSERT(parse_features(text) == spec);
  RC_ASSERT(to_string(parse_features(text)) == text);
}

// Parses, or throws Error(usage) with a caret below the text or one past its end.
void check_parses_or_refuses(const std::string& text) {
  RC_LOG() << text;
  try {
    const FeatureSpec spec = parse_features(text);
    RC_ASSERT(!spec.empty());
    RC_ASSERT(parse_features(to_string(spec)) == spec);
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::usage);
    const std::string message = error.what();
    const std::size_t first = message.find('\n'), second = message.rfind('\n');
    RC_ASSERT(second - first == text.size() + 3);
    RC_ASSERT(message.back() == '^');
    RC_ASSERT(message.size() - second - 4 <= text.size());
  }
}

RC_GTEST_PROP(FeatureSpec, NeverCrashesOnRandomBytes, ()) {
  check_parses_or_refuses(
      *rc::gen::resize(rc::kNominalSize, rc::gen::container<std::string>(rc::gen::arbitrary<char>())));
}

RC_GTEST_PROP(FeatureSpec, NeverCrashesOnRandomTokens, ()) {
  static const std::vector<std::string> tokens = {
      "aw", "walks",     "colours", "size", "ldp",  "node", "edge",        "degree", "log2",
      "wl", "attribute", "counts",  "sqrt", "unit", "none", "nb",          "(",      ")",
      "[",  "]",         ":",       "..",   ",",    "+",    "*",           "=",      "0",
      "1",  "7",         "25",      "26",   "1e9",  " ",    "min-graphs=", "aw:3",   "99999999999999999999"};
  const auto picks = *rc::gen::resize(
      rc::kNominalSize, rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, tokens.size())));
  std::string text;
  for (const std::size_t pick : picks) text += tokens[pick];
  check_parses_or_refuses(text);
}

RC_GTEST_PROP(FeatureSpec, NeverCrashesOnDamagedTexts, ()) {
  std::string text = to_string(*random_spec());
  const std::size_t at = *rc::gen::inRange<std::size_t>(0, text.size());
  switch (*rc::gen::inRange(0, 3)) {
    case 0:
      text.resize(at);
      break;
    case 1:
      text.erase(at, 1);
      break;
    default:
      text[at] = *rc::gen::arbitrary<char>();
  }
  check_parses_or_refuses(text);
}

}  // namespace
}  // namespace awe::features
