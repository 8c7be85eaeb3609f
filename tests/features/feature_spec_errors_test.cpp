// Every way in which the text of --features can be wrong: the reason, and the position of the caret.
#include <gtest/gtest.h>

#include "awe/error.h"
#include "awe/feature_spec.h"

namespace awe::features {
namespace {

// `text` is refused for `reason`, with the caret where `caret` has it.
void expect_refused(const std::string& text, const std::string& caret, const std::string& reason) {
  try {
    (void)parse_features(text);
    ADD_FAILURE() << "was not refused: " << text;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage) << text;
    EXPECT_EQ(std::string(error.what()), "`features`: " + reason + "\n  " + text + "\n  " + caret);
  }
}

// clang-format off
TEST(FeatureSpecErrors, OfBlocks) {
  const std::string reason =
      "expected a block: aw:7, walks(node):0..3, colours:1..3, size, ldp, wl:0..5, distances, graphlets:3..4, "
      "walk-counts:0..3, exponential-walks, geometric-walks, resistances, returns, return-kernel, cliques, hubs or "
      "statistics; or a weight above 0, '*' and a block";
  expect_refused("",
                 "^", reason);
  expect_refused("   ",
                 "   ^", reason);
  expect_refused("+ aw:3",
                 "^", reason);
  expect_refused("aw:3 +",
                 "      ^", reason);
  expect_refused("aw:3 + + size",
                 "       ^", reason);
  expect_refused("size + AW:3",
                 "       ^", reason);
  expect_refused("aw7",
                 "^", reason);
  expect_refused("-1*aw:3",
                 "^", reason);
  expect_refused("inf*aw:3",
                 "^", reason);
  expect_refused("2*",
                 "  ^", reason);
  expect_refused("2*3*aw:3",
                 "  ^", reason);
  expect_refused("[sqrt]",
                 "^", reason);
  expect_refused("size + \xc3\xa9",
                 "       ^", reason);
}

TEST(FeatureSpecErrors, OfWeights) {
  const std::string reason = "expected a weight that is above 0 and that a double holds, such as 2 or 0.5";
  expect_refused("0*aw:3",
                 "^", reason);
  expect_refused("size + 0.0*aw:3",
                 "       ^", reason);
  expect_refused("1e999*aw:3",
                 "^", reason);
  expect_refused(" 1e-999*aw:3",
                 " ^", reason);
  expect_refused("..*aw:3",
                 "^", reason);
  const std::string star = "expected '*' between a weight and its block, as in 2*aw:7";
  expect_refused("2 aw:3",
                 "  ^", star);
  expect_refused("2",
                 " ^", star);
  expect_refused("2e*aw:3",
                 " ^", star);
  expect_refused("1..2*aw:3",
                 "  ^", star);
}

TEST(FeatureSpecErrors, OfLabels) {
  expect_refused("walks:3",
                 "     ^", "expected '(' after walks, as in walks(node,degree):0..3");
  expect_refused("walks",
                 "     ^", "expected '(' after walks, as in walks(node,degree):0..3");
  const std::string label = "expected a label: node, edge, degree, degree:log2, ring, edge-ring, wl:H or attribute:K";
  expect_refused("walks(",
                 "      ^", label);
  expect_refused("walks(colour):3",
                 "      ^", label);
  expect_refused("walks(node,):3",
                 "           ^", label);
  expect_refused("walks(node,,edge):3",
                 "           ^", label);
  expect_refused("walks(3):3",
                 "      ^", label);
  const std::string more = "expected ',' and another label, or ')'";
  expect_refused("walks(node",
                 "          ^", more);
  expect_refused("walks(node edge):3",
                 "           ^", more);
  expect_refused("walks(node:3",
                 "          ^", more);
  expect_refused("walks(node,edge,node):3",
                 "                ^", "expected each label once: 'node' is there already");
  expect_refused("walks(ring,ring):3",
                 "           ^", "expected each label once: 'ring' is there already");
  expect_refused("walks(edge-ring,edge-ring):3",
                 "                ^", "expected each label once: 'edge-ring' is there already");
  expect_refused("distances(edge-ring)",
                 "         ^", "expected labels of nodes: distances have no edges");
  expect_refused("walks(edge,edge):3",
                 "           ^", "expected each label once: 'edge' is there already");
  expect_refused("walks(degree,degree:log2):3",
                 "             ^", "expected each label once: 'degree' is there already");
  expect_refused("walks(wl:0,wl:1):3",
                 "           ^", "expected each label once: 'wl' is there already");
  expect_refused("walks(attribute:3,attribute:3):3",
                 "                  ^", "expected each label once: 'attribute' is there already");
}

TEST(FeatureSpecErrors, OfTheNumbersOfLabels) {
  expect_refused("walks(degree:):3",
                 "             ^", "expected log2 after 'degree:'");
  expect_refused("walks(degree: log3):3",
                 "              ^", "expected log2 after 'degree:'");
  expect_refused("walks(wl):3",
                 "        ^", "expected ':' and a number of rounds after wl, as in wl:2");
  expect_refused("walks(wl:h):3",
                 "         ^", "expected a number of rounds after 'wl:', as in wl:2");
  expect_refused("walks(wl: 21):3",
                 "          ^", "expected 0 to 20 rounds");
  expect_refused("walks(attribute):3",
                 "               ^", "expected ':' and a number of centres after attribute, as in attribute:32");
  expect_refused("walks(attribute:-1):3",
                 "                ^", "expected a number of centres after 'attribute:', as in attribute:32");
  expect_refused("walks(attribute:0):3",
                 "                ^", "expected 1 to 65536 centres");
  expect_refused("walks(attribute:65537):3",
                 "                ^", "expected 1 to 65536 centres");
  expect_refused("walks(attribute:99999999999999999999999):3",
                 "                ^", "expected 1 to 65536 centres");
}

TEST(FeatureSpecErrors, OfRanges) {
  expect_refused("aw",
                 "  ^", "expected ':' and a length after aw, as in aw:7");
  expect_refused("aw[sqrt]",
                 "  ^", "expected ':' and a length after aw, as in aw:7");
  expect_refused("aw 7",
                 "   ^", "expected ':' and a length after aw, as in aw:7");
  expect_refused("walks(edge,node) + size",
                 "                 ^", "expected ':' and a length after walks(node,edge), as in walks(node,edge):7");
  expect_refused("colors",
                 "      ^", "expected ':' and a number of rounds after colours, as in colours:2");
  const std::string lengths = " (a length such as 7, or a range such as 2..7)";
  expect_refused("2*walks(degree): + aw:1..8",
                 "                 ^", "expected a number after ':'" + lengths);
  expect_refused("aw:",
                 "   ^", "expected a number after ':'" + lengths);
  expect_refused("aw:..7",
                 "   ^", "expected a number after ':'" + lengths);
  expect_refused("aw:2..",
                 "      ^", "expected a number after '..'" + lengths);
  expect_refused("aw:2..[sqrt]",
                 "      ^", "expected a number after '..'" + lengths);
  expect_refused("aw:2...7",
                 "      ^", "expected a number after '..'" + lengths);
  expect_refused("colours:x",
                 "        ^", "expected a number after ':' (a number of rounds such as 2, or a range such as 1..3)");
  expect_refused("aw:5..3",
                 "      ^", "expected a range that goes up: after 5.. a number from 5 to 25");
  expect_refused("colours:5 .. 3",
                 "             ^", "expected a range that goes up: after 5.. a number from 5 to 20");
}

TEST(FeatureSpecErrors, OfLengthsAndRounds) {
  expect_refused("aw:0..3",
                 "   ^", "expected 1 to 25 steps (0 needs node labels)");
  expect_refused("walks(edge):0",
                 "            ^", "expected 1 to 25 steps (0 needs node labels)");
  expect_refused("aw:26",
                 "   ^", "expected 1 to 25 steps (0 needs node labels)");
  expect_refused("aw:3..26",
                 "      ^", "expected 1 to 25 steps (0 needs node labels)");
  expect_refused("walks(node):99999999999999999999",
                 "            ^", "expected 0 to 25 steps");
  expect_refused("colours:1..21",
                 "           ^", "expected 0 to 20 rounds");
}

TEST(FeatureSpecErrors, OfLocalDegreeProfiles) {
  expect_refused("ldp()",
                 "    ^", "expected a number of features after '(', as in ldp(400)");
  expect_refused("ldp(0)",
                 "    ^", "expected 1 to 1000000 features");
  expect_refused("ldp(1000001)",
                 "    ^", "expected 1 to 1000000 features");
  expect_refused("ldp(400",
                 "       ^", "expected ')' after the number of features");
}

TEST(FeatureSpecErrors, BehindBlocks) {
  const std::string block = "'+' and another block, or the end";
  expect_refused("aw:7x",
                 "    ^", "expected '..' and a last number, '[' and options, " + block);
  expect_refused("aw:2.7",
                 "    ^", "expected '..' and a last number, '[' and options, " + block);
  expect_refused("aw:2-7",
                 "    ^", "expected '..' and a last number, '[' and options, " + block);
  expect_refused("aw:2..7 size",
                 "        ^", "expected '[' and options, " + block);
  expect_refused("ldp(3), size",
                 "      ^", "expected '[' and options, " + block);
  expect_refused("size()",
                 "    ^", "expected '[' and options, " + block);
  expect_refused("size:3",
                 "    ^", "size takes no range; expected '[' and options, " + block);
  expect_refused("ldp(3) : 1..2",
                 "       ^", "ldp takes no range; expected '[' and options, " + block);
  expect_refused("aw:3[sqrt][unit]",
                 "          ^", "expected " + block);
  expect_refused("aw:3[sqrt]..5",
                 "          ^", "expected " + block);
}

TEST(FeatureSpecErrors, OfOptions) {
  const std::string values = "probabilities, counts, none, sqrt, log";
  const std::string of_aw = "expected an option of aw: " + values + ", unit, uniform or non-backtracking";
  expect_refused("aw:3[]",
                 "     ^", of_aw);
  expect_refused("aw:3[",
                 "     ^", of_aw);
  expect_refused("aw:3[sqrt,]",
                 "          ^", of_aw);
  expect_refused("aw:3[sqrt, root]",
                 "           ^", of_aw);
  expect_refused("aw:3[min-graphs=2]",
                 "     ^", of_aw);
  expect_refused("walks():3[max-columns=2]",
                 "          ^", of_aw);
  expect_refused("walks(node):3[x]",
                 "              ^", "expected an option of walks(node): " + values +
                                   ", unit, uniform, non-backtracking, min-graphs=N or max-columns=N");
  const std::string of_colours = "expected an option of colours: " + values + ", unit, min-graphs=N or max-columns=N";
  expect_refused("colours:3[nb]",
                 "          ^", of_colours);
  expect_refused("colours:3[uniform]",
                 "          ^", of_colours);
  for (const std::string source : {"ldp", "size"}) {
    for (const std::string option : {"nb", "uniform", "counts", "probabilities", "none", "sqrt", "log", "min-graphs=2",
                                     "max-columns=2"}) {
      expect_refused(source + "[" + option + "]", std::string(source.size() + 1, ' ') + "^",
                     "expected an option of " + source + ": unit");
    }
  }
  expect_refused("aw:3[sqrt",
                 "         ^", "expected ',' and another option, or ']'");
  expect_refused("aw:3[sqrt unit]",
                 "          ^", "expected ',' and another option, or ']'");
  expect_refused("aw:3[sqrt + size",
                 "          ^", "expected ',' and another option, or ']'");
}

TEST(FeatureSpecErrors, OfOptionsThatDoNotGoTogether) {
  expect_refused("aw:3[counts,probabilities]",
                 "            ^", "expected only one of probabilities and counts, once");
  expect_refused("aw:3[counts,counts]",
                 "            ^", "expected only one of probabilities and counts, once");
  expect_refused("aw:3[nb,uniform]",
                 "        ^", "expected only one of uniform and non-backtracking, once");
  expect_refused("aw:3[nb,non-backtracking]",
                 "        ^", "expected only one of uniform and non-backtracking, once");
  expect_refused("aw:3[none,sqrt]",
                 "          ^", "expected none, or other scalings, but not both");
  expect_refused("aw:3[sqrt,none]",
                 "          ^", "expected none, or other scalings, but not both");
  expect_refused("aw:3[none,none]",
                 "          ^", "expected each scaling once: 'none' is there already");
  expect_refused("aw:3[sqrt,unit,sqrt]",
                 "               ^", "expected each scaling once: 'sqrt' is there already");
  expect_refused("size[unit,unit]",
                 "          ^", "expected each scaling once: 'unit' is there already");
  expect_refused("colours:3[min-graphs=2,min-graphs=2]",
                 "                       ^", "expected min-graphs only once");
  expect_refused("colours:3[max-columns=2,max-columns=3]",
                 "                        ^", "expected max-columns only once");
}

TEST(FeatureSpecErrors, OfMaps) {
  expect_refused("wl",
                 "  ^", "expected ':' and a number of rounds after wl, as in wl:2");
  expect_refused("wl:21",
                 "   ^", "expected 0 to 20 rounds");
  expect_refused("distances:3",
                 "         ^", "distances takes no range; expected '[' and options, '+' and another block, or the end");
  expect_refused("distances(edge)",
                 "         ^", "expected labels of nodes: distances have no edges");
  expect_refused("graphlets:2",
                 "          ^", "expected 3 to 7 nodes");
  expect_refused("graphlets:3..8",
                 "             ^", "expected 3 to 7 nodes");
  expect_refused("graphlets(0):7",
                 "          ^", "expected 1 to 1000000000 samples");
  expect_refused("graphlets:4[min-graphs=2]",
                 "            ^",
                 "expected an option of graphlets: probabilities, counts, none, sqrt, log or unit");
}

TEST(FeatureSpecErrors, OfTheNumbersOfOptions) {
  expect_refused("colours:3[min-graphs]",
                 "                    ^", "expected '=' and a number after min-graphs, as in min-graphs=5");
  expect_refused("colours:3[min-graphs=]",
                 "                     ^", "expected a number after 'min-graphs=', as in min-graphs=5");
  expect_refused("colours:3[min-graphs=0]",
                 "                     ^", "expected 1 to 18446744073709551615 graphs");
  expect_refused("colours:3[max-columns 5]",
                 "                      ^", "expected '=' and a number after max-columns, as in max-columns=5");
  expect_refused("colours:3[max-columns=many]",
                 "                      ^", "expected a number after 'max-columns=', as in max-columns=5");
  expect_refused("colours:3[max-columns=18446744073709551616]",
                 "                      ^", "expected 1 to 18446744073709551615 columns");
}
// clang-format on

TEST(FeatureSpecErrors, ShowTheTextOnOneLine) {
  try {
    (void)parse_features(std::string_view("size\n+\t\0\x1b\x7f", 10));
    FAIL();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.substr(message.find('\n')), "\n  size + ???\n         ^");
  }
}

}  // namespace
}  // namespace awe::features
