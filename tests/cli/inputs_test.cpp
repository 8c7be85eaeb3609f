// What the command line takes as input, and where it writes: several inputs, data sets by name, classes, -o -.
#include "support/command_folder.h"

namespace awe::test {
namespace {

class Inputs : public CommandFolder {
 protected:
  void SetUp() override {
    folder_.write("set/cats/c1.edgelist", "1 2\n2 3\n3 1\n");
    folder_.write("set/cats/c2.edgelist", "1 2\n2 3\n3 1\n3 4\n");
    folder_.write("set/dogs/d1.edgelist", "1 2\n2 3\n3 4\n4 5\n");
    folder_.write("set/dogs/d2.edgelist", "1 2\n2 3\n3 4\n");
  }
  // The first two columns of a CSV.
  static std::string ids_and_classes(const std::string& csv) {
    std::string text;
    for (const std::string& line : lines_of(csv)) {
      const std::size_t second = line.find(',', line.find(',') + 1);
      text += line.substr(0, second) + " ";
    }
    return text;
  }
};

TEST_F(Inputs, OfEveryVerbMayBeSeveral) {
  const std::string all = " set/cats/*.edgelist set/dogs/*.edgelist ";
  const std::string classes = " --class-from folder ";
  EXPECT_NE(succeed("awe info" + all).find("graphs         4"), std::string::npos);
  succeed("awe embed" + all + "--length 3 -o x.csv");
  EXPECT_EQ(ids_and_classes(file("x.csv")), "id,class c1, c2, d1, d2, ");
  succeed("awe convert" + all + classes + "-o g.jsonl");
  EXPECT_NE(file("g.jsonl").find("\"label\":\"dogs\""), std::string::npos) << file("g.jsonl");
  succeed("awe kernel" + all + "--length 3 -o k.npy");
  succeed("awe train" + all + "--words aw:3 --dimensions 2 -o m.awe");
  succeed("awe infer m.awe" + all + "-o v.csv");
  EXPECT_EQ(ids_and_classes(file("v.csv")), "id,class c1, c2, d1, d2, ");
  for (int i = 0; i < 12; ++i) {
    const std::string number = std::to_string(i);
    folder_.write("big/cats/c" + number + ".el", "1 2\n2 3\n3 1\n3 4\n4 " + number + "5\n");
    folder_.write("big/dogs/d" + number + ".el", "1 2\n2 3\n3 4\n4 5\n5 " + number + "6\n");
  }
  const std::string big = " big/cats/*.el big/dogs ";
  succeed("awe classify fit" + big + classes + "--recipe structure -o c.awe");
  EXPECT_EQ(ids_and_classes(succeed("awe classify predict c.awe" + all + "-o -")).substr(0, 11), "id,class c1");
  succeed("awe evaluate" + big + classes + "--recipe structure --folds 2");
}

TEST_F(Inputs, OfFoldersGiveClasses) {
  succeed("awe embed set --class-from folder --length 2 -o x.csv");
  EXPECT_EQ(ids_and_classes(file("x.csv")), "id,class c1,cats c2,cats d1,dogs d2,dogs ");
  folder_.write("flat/cat_1.el", "1 2\n");
  folder_.write("flat/dog_1.el", "1 2\n");
  succeed("awe embed flat --class-from name --length 2 -o y.csv");
  EXPECT_EQ(ids_and_classes(file("y.csv")), "id,class cat_1,cat dog_1,dog ");
  fail(2, "awe embed set --class-from folder --classes x.csv -o z.csv", "--class-from");
}

TEST_F(Inputs, TellWhatIsNotRead) {
  folder_.write("set/cats/labels.txt", "c1 1\nc2 2\n");
  const ProcessResult result = run("awe embed set/cats --length 2 -o x.csv");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.err.find("awe: note: set/cats: 1 file is not of a known graph format and not read (labels.txt); "
                            "--pattern names"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(ids_and_classes(file("x.csv")), "id,class c1, c2, ");
  succeed("awe embed set/cats --pattern 'c*.edgelist' --length 2 -o y.csv");
  EXPECT_EQ(file("y.csv"), file("x.csv"));
  // A set that is read twice is described once.
  const ProcessResult trained = run("awe train set/cats --words aw:2 --dimensions 1 -o m.awe --vectors-out v.csv");
  EXPECT_EQ(lines_of(trained.err).size(), 1u) << trained.err;
}

TEST_F(Inputs, TakeClassesFromAColumn) {
  folder_.write("classes.tsv", "file\tsize\tkind\nc1.edgelist\t3\ta\nc2.edgelist\t4\tb\n");
  succeed("awe embed set/cats --classes classes.tsv:kind --length 2 -o x.csv");
  EXPECT_EQ(ids_and_classes(file("x.csv")), "id,class c1,a c2,b ");
  fail(4, "awe embed set/cats --classes classes.tsv:colour --length 2 -o y.csv", "no column 'colour'");
  fail(4, "awe embed set/dogs --classes classes.tsv:kind --length 2 -o y.csv",
       "no id in it (c1.edgelist, c2.edgelist) is that of a graph (d1, d2)");
  fail(4, "awe embed set/dogs --classes classes.tsv:kind --limit 1 --length 2 -o y.csv", "is that of a graph (d1)");
  succeed("awe embed set/cats --classes classes.tsv:kind --limit 1 --length 2 -o z.csv");
  EXPECT_EQ(ids_and_classes(file("z.csv")), "id,class c1,a ");
}

TEST_F(Inputs, MayBeNamesOfDataSets) {
  folder_.write("data/TOY/TOY_A.txt", "1, 2\n2, 1\n");
  folder_.write("data/TOY/TOY_graph_indicator.txt", "1\n1\n");
  succeed("awe convert data/TOY -o data/PAIR.zip");
  EXPECT_NE(succeed("AWE_DATA=data awe info PAIR").find("graphs         1"), std::string::npos);
  EXPECT_NE(succeed("AWE_DATA=data awe info TOY").find("graphs         1"), std::string::npos);
  fail(3, "AWE_DATA=data awe info ABSENT", "no data set of that name in data");
  folder_.write("PAIR", "1 2\n2 3\n");  // a file of the name comes first
  EXPECT_NE(succeed("AWE_DATA=data awe info PAIR").find("nodes          3"), std::string::npos);
}

TEST_F(Inputs, AreRefusedTogetherWithWhatStandsAlone) {
  fail(2, "awe info set/cats - ", "standard input is one input", "1 2\n");
  fail(2, "awe info set/cats set/cats", "named twice");
  fail(2, "awe evaluate a.npz b.npz", "is a matrix");
  fail(2, "awe info set/cats set/dogs --brief", "--brief describes one .awg file");
}

TEST_F(Inputs, MayBeArchives) {
  ASSERT_EQ(run("tar --sort=name -czf set.tar.gz set").exit_code, 0);
  succeed("awe embed set.tar.gz --class-from folder --length 2 -o x.csv");
  EXPECT_EQ(ids_and_classes(file("x.csv")), "id,class c1,cats c2,cats d1,dogs d2,dogs ");
  succeed("awe embed - --class-from folder --length 2 -o y.csv < set.tar.gz");
  EXPECT_EQ(file("y.csv"), file("x.csv"));
}

TEST_F(Inputs, AreEmbeddedToStandardOutput) {
  succeed("awe embed set/cats --length 2 -o x.csv");
  EXPECT_EQ(succeed("awe embed set/cats --length 2 -o -"), file("x.csv"));
  succeed("awe embed set/cats --length 2 -o x.txt");
  EXPECT_EQ(succeed("awe embed set/cats --length 2 -o - --to txt"), file("x.txt"));
  succeed("awe embed set/cats --length 2 -o x.svm");
  EXPECT_EQ(succeed("awe embed set/cats --length 2 -o - --to svm"), file("x.svm"));
  succeed("awe embed set/cats --length 2 -o x.npy");
  const ProcessResult npy = run("awe embed set/cats --length 2 -o - --to npy");
  EXPECT_EQ(npy.out, file("x.npy"));
  EXPECT_EQ(npy.err,
            "awe: note: the tables of rows and columns are not written with -o -; --to csv has ids and classes\n");
  fail(2, "awe embed set/cats --length 2 -o - --to npz", "npz cannot be written to standard output");
  fail(2, "awe embed set/cats --length 2 -o - --json", "--json prints a summary");
  fail(2, "awe embed set/cats --length 2 -o x.xyz", "unknown extension");
  EXPECT_EQ(run("awe embed set/cats --length 2 -o - | head -c 2").out, "id");
}

TEST_F(Inputs, AreInferredToStandardOutput) {
  succeed("awe train set/cats --words aw:2 --dimensions 1 -o m.awe");
  succeed("awe infer m.awe set/cats -o v.csv");
  EXPECT_EQ(succeed("awe infer m.awe set/cats -o -"), file("v.csv"));
}

TEST_F(Inputs, GoToAFileWhoseExtensionDoesNotTell) {
  succeed("awe embed set/cats --length 2 -o x.csv");
  succeed("awe embed set/cats --length 2 -o x.tmp --to csv");
  EXPECT_EQ(file("x.tmp"), file("x.csv"));
}

}  // namespace
}  // namespace awe::test
