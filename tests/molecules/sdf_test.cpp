// MOL and SDF, V2000 and V3000. The molecules of tests/molecules/rdkit/ were written by RDKit, which also says what is
// in them (tests/molecules/rdkit/make); the other files are small or damaged.
#include <sstream>

#include "readers/reading.h"

namespace awe::test {
namespace {

constexpr const char* kSalt = R"(salt
     RDKit          2D
comment
  5  3  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
    1.2990    0.7500    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
    1.2990    2.2500    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0
    2.5981   -0.0000    0.0000 O   0  5  0  0  0  0  0  0  0  0  0  0
    0.0000    3.2500    0.0000 N   0  3  0  0  0  0  0  0  0  0  0  0
  1  2  1  0
  2  3  2  0
  2  4  1  0
M  ISO  1   1  13
M  END
>  <activity>  (1)
toxic

> 25 <PIC50>
7.5
second line

$$$$
)";

constexpr const char* kV3000 = R"(

comment only
  0  0  0     0  0            999 V3000
M  V30 BEGIN CTAB
M  V30 COUNTS 3 2 0 0 0
M  V30 BEGIN ATOM
M  V30 10 N 0 0 0 0 CHG=1 -
M  V30 MASS=15
M  V30 20 "R group" 1 0 0 0
M  V30 30 [C,N] 2 0 0 0
M  V30 END ATOM
M  V30 BEGIN BOND
M  V30 1 1 10 20
M  V30 2 2 20 30 ENDPTS=(2 1 2)
M  V30 END BOND
M  V30 BEGIN SGROUP
M  V30 1 DAT 0 ATOMS=(1 1)
M  V30 END SGROUP
M  V30 END CTAB
M  END
)";

TEST(Sdf, ReadsAtomsBondsAndTitle) {
  const Graph graph = read_graph("g.sdf", kSalt);
  EXPECT_EQ(describe(graph), "1-2 2-3 2-4 5");
  EXPECT_EQ(describe_labels(graph.node_labels()), "C C O O N");
  EXPECT_EQ(graph.edge_labels().names, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(graph.name(), "salt");
  EXPECT_FALSE(graph.directed());
  EXPECT_FALSE(graph.class_name().has_value());
}

TEST(Sdf, AddsChargesAndIsotopesIfAsked) {
  ReadOptions options;
  options.node_label_key = "charge";
  EXPECT_EQ(describe_labels(read_graph("g.sdf", kSalt, options).node_labels()), "C C O O- N+");
  options.node_label_key = "isotope";
  EXPECT_EQ(describe_labels(read_graph("g.sdf", kSalt, options).node_labels()), "13C C O O N");
  options.node_label_key = "charge,isotope";
  EXPECT_EQ(describe_labels(read_graph("g.mol", kV3000, options).node_labels()), "15N+ R group [C,N]");
  options.node_label_key = "element";
  EXPECT_EQ(describe_labels(read_graph("g.mol", kV3000, options).node_labels()), "N R group [C,N]");
  options.node_label_key = "mass";
  expect_error(ErrorKind::usage, "element, charge, isotope",
               [&] { static_cast<void>(read_text("g.sdf", kSalt, options)); });
}

TEST(Sdf, TakesTheClassFromAField) {
  ReadOptions options;
  options.class_key = "activity";
  EXPECT_EQ(read_graph("g.sdf", kSalt, options).class_name(), "toxic");
  options.class_key = "PIC50";
  EXPECT_EQ(read_graph("g.sdf", kSalt, options).class_name(), "7.5 second line");
  options.class_key = "absent";
  expect_error(ErrorKind::usage, "keys here are activity, PIC50",
               [&] { static_cast<void>(read_text("g.sdf", kSalt, options)); });
}

TEST(Sdf, ReadsV3000WithGapsAndContinuedLines) { EXPECT_EQ(describe(read_graph("g.mol", kV3000)), "1-2 2-3"); }

TEST(Sdf, ReadsManyMoleculesWithAnyLineEnds) {
  std::string text = std::string(kSalt) + kV3000 + "$$$$\n" + kSalt + "\n\n\n\n\n";
  ASSERT_EQ(read_text("g.sd", text).size(), 3u);
  std::string dos;
  for (const char c : text) dos += c == '\n' ? "\r\n" : std::string(1, c);
  const auto graphs = read_text("g.sd", dos);
  ASSERT_EQ(graphs.size(), 3u);
  EXPECT_EQ(describe_labels(graphs[0].node_labels()), "C C O O N");
  EXPECT_EQ(graphs[2].name(), "salt");
}

TEST(Sdf, IsKnownByItsFourthLine) {
  EXPECT_EQ(describe(read_graph("molecules.txt", kSalt)), "1-2 2-3 2-4 5");
  EXPECT_EQ(describe(read_graph("molecules", kV3000)), "1-2 2-3");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(Sdf, LetsMChgReplaceAllChargesOfAtoms) {
  ReadOptions options;
  options.node_label_key = "charge";
  const std::string text = replaced(kSalt, "M  ISO  1   1  13", "M  CHG  2   1  -2   2   3");
  EXPECT_EQ(describe_labels(read_graph("g.sdf", text, options).node_labels()), "C-2 C+3 O O N");
}

TEST(Sdf, RefusesDamagedMolecules) {
  const auto refused = [](const std::string& text, std::string_view reason, const char* label = "") {
    ReadOptions options;
    options.node_label_key = label;
    expect_error(ErrorKind::malformed, reason, [&] { static_cast<void>(read_text("g.sdf", text, options)); });
  };
  refused(std::string(kSalt).substr(0, 30), "the first lines of a molecule");
  refused(std::string(kSalt).substr(0, std::string(kSalt).find("  2  3  2")),
          "g.sdf:10: the file ends within a molecule");
  refused(replaced(kSalt, "M  END\n", ""), "g.sdf:14: the molecule has no M  END");
  refused(replaced(kSalt, "  5  3", "  4  3"), "g.sdf:9: '' is no number where an atom");
  refused(replaced(kSalt, "  5  3", "  x  3"), "g.sdf:4: 'x' is no number");
  refused(replaced(kSalt, "  5  3", "  5 -1"), "a negative number");
  refused(replaced(kSalt, "  2  4  1", "  2  6  1"), "g.sdf:12: atom 6 of 5");
  refused(replaced(kSalt, "  2  4  1", "  0  4  1"), "atom 0 of 5");
  refused(replaced(kSalt, "V2000", "V1000"), "no V2000 or V3000");
  refused(replaced(kSalt, " O   0  5", " O   0  9"), "a charge code outside 0 .. 7");
  refused(replaced(kSalt, "0000 N   0", "0000     0"), "no element in columns 32 to 34");
  refused(replaced(kSalt, "M  ISO  1   1", "M  ISO  9   1"), "more entries than the line");
  refused(replaced(kSalt, "M  ISO  1   1", "M  ISO  1   8"), "atom 8 of 5");
  refused(replaced(kSalt, "7500    0.0000 C   0", "7500    0.0000 C   1"), "a mass difference", "isotope");
  refused(replaced(kSalt, "salt", "s\xe9l"), "g.sdf:1: not UTF-8");
  refused("$RXN\n\n\n\n", "reactions");
  refused(std::string(kSalt) + "\n\n\n\nmore\n", "blank lines where a molecule should begin");
  refused(replaced(kV3000, "M  V30 1 1 10 20", "M  V30 1 1 10 21"), "a bond of atom 21");
  refused(replaced(kV3000, "M  V30 20", "M  V30 10"), "a second atom 10");
  refused(replaced(kV3000, "M  V30 END ATOM\n", ""), "'BEGIN' is no number where the number of an atom");
  refused(replaced(kV3000, "M  V30 END CTAB\n", ""), "M  END before");
  refused(replaced(kV3000, "M  V30 END BOND\n", "M  END\n"), "M  END within a block of BOND");
  refused(replaced(kV3000, "M  V30 END CTAB\n", "hello\n"), "not M  V30");
  refused(std::string(kV3000).substr(0, 200), "ends within a molecule");
}

TEST(Sdf, HasNoWeights) {
  ReadOptions options;
  options.weight_key = "w";
  expect_error(ErrorKind::usage, "no keys for `weight_key`",
               [&] { static_cast<void>(read_text("g.sdf", kSalt, options)); });
}

// What RDKit says about each molecule: title, class, atoms, bonds, as one line.
std::string as_rdkit_says(const Graph& graph) {
  std::string text =
      graph.name() + "\t" + graph.class_name().value_or("") + "\t" + describe_labels(graph.node_labels());
  std::string bonds;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (std::size_t i = 0; i < graph.degree(u); ++i) {
      const NodeId v = graph.neighbours(u)[i];
      if (u > v) continue;
      bonds += (bonds.empty() ? "" : " ") + std::to_string(u + 1) + "-" + std::to_string(v + 1) + ":" +
               graph.edge_labels().name_of(graph.offsets()[u] + i);
    }
  }
  return text + "\t" + bonds;
}

TEST(Sdf, AgreesWithRdkit) {
  const std::string folder = AWE_SOURCE_DIR "/tests/molecules/rdkit/";
  ReadOptions options;
  options.node_label_key = "charge,isotope";
  options.class_key = "activity";
  for (const char* file : {"v2000.sdf", "v3000.sdf"}) {
    SCOPED_TRACE(file);
    const auto graphs = read_graphs(folder + file, options);
    std::istringstream expected(read_file(folder + "expected.tsv"));
    std::string line;
    std::size_t count = 0;
    while (std::getline(expected, line)) {
      ASSERT_LT(count, graphs.size());
      EXPECT_EQ(as_rdkit_says(graphs[count]), line);
      ++count;
    }
    EXPECT_EQ(count, graphs.size());
    EXPECT_GE(count, 40u);
  }
}

}  // namespace
}  // namespace awe::test
