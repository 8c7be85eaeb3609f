// Runs every program of examples/ on small collections of generated graphs, as a reader would.
#include <algorithm>
#include <filesystem>

#include "support/command_folder.h"

namespace awe {
namespace {

using test::lines_of;

// A folder with known.jsonl (72 graphs of six classes) and new.jsonl (one graph of each class, of another seed).
class Examples : public test::CommandFolder {
 protected:
  void SetUp() override {
    succeed(test::kMakeFamilies);
    succeed("mv families.jsonl known.jsonl");
    succeed("awe generate six-families --num-nodes 24 --num-edges 60 --count 1 --seed 7 -o new.jsonl");
  }
  std::vector<std::string> lines_from(const std::string& command) const {
    return lines_of(succeed(AWE_BUILD_DIR "/example_" + command));
  }
};

TEST_F(Examples, EmbedFileWritesTheMatrixOfTheCommand) {
  EXPECT_EQ(lines_from("embed_file known.jsonl example.npy"), std::vector<std::string>{"72 rows x 877 columns"});
  succeed("awe embed known.jsonl --length 7 --scaling sqrt -o command.npy");
  EXPECT_EQ(file("example.npy"), file("command.npy"));
  EXPECT_EQ(file("example.rows.csv"), file("command.rows.csv"));
  const auto missing = run(AWE_BUILD_DIR "/example_embed_file none.jsonl example.npy");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_NE(missing.err.find("none.jsonl"), std::string::npos) << missing.err;
}

TEST_F(Examples, FromMemoryPrintsTheDistribution) {
  EXPECT_EQ(lines_from("from_memory"),
            (std::vector<std::string>{"1 2 1 2  0.2431", "1 2 1 3  0.2153", "1 2 3 1  0.1250", "1 2 3 2  0.2917",
                                      "1 2 3 4  0.1250"}));
}

TEST_F(Examples, FitTransformGivesNewGraphsTheColumnsOfKnownOnes) {
  const auto lines = lines_from("fit_transform known.jsonl new.jsonl");
  ASSERT_EQ(lines.size(), 9u);  // the sizes, two blocks, six graphs
  EXPECT_TRUE(lines[0].starts_with("72 known and 6 new graphs, ")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("walks(degree): columns 0 to ")) << lines[1];
  EXPECT_TRUE(lines[3].starts_with("gnm-0: ")) << lines[3];
}

TEST_F(Examples, TrainInferFindsNeighbours) {
  const auto lines = lines_from("train_infer known.jsonl new.jsonl");
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_TRUE(lines[0].ends_with(" words, vectors of 16 dimensions")) << lines[0];
  const auto same_family = std::count_if(lines.begin() + 1, lines.end(), [](const std::string& line) {
    const std::string family = line.substr(0, line.find("-0 is nearest to "));
    return line.find("is nearest to " + family + "-") != std::string::npos;
  });
  EXPECT_GE(same_family, 4);  // of six
}

TEST_F(Examples, ClassifyPredictsLikeTheCommand) {
  const auto lines = lines_from("classify known.jsonl example.awe new.jsonl");
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_EQ(lines[0], "recipe structure, 6 classes");
  succeed("awe classify fit known.jsonl --recipe structure -o command.awe");
  succeed("awe classify predict command.awe new.jsonl -o predictions.csv");
  const auto rows = lines_of(file("predictions.csv"));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string start = lines[i].substr(0, lines[i].find(": ")) + "," + lines[i].substr(lines[i].find(": ") + 2);
    EXPECT_TRUE(rows[i].starts_with(start + ",")) << lines[i] << " | " << rows[i];
  }
}

TEST_F(Examples, SearchFindsWhatTheCommandFinds) {
  const auto lines = lines_from("search known.jsonl example.awi new.jsonl");
  ASSERT_EQ(lines.size(), 8u);
  EXPECT_EQ(lines[0], "72 rows of 52 columns");
  EXPECT_TRUE(lines[7].ends_with("groups of near duplicates")) << lines[7];
  succeed("awe index known.jsonl --length 5 -o command.awi");
  const auto rows = lines_of(succeed("awe search command.awi new.jsonl -k 1"));
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string found = lines[i].substr(lines[i].find(": ") + 2);
    EXPECT_TRUE(rows[i].starts_with(lines[i].substr(0, lines[i].find(": ")) + ",1," + found.substr(0, found.find(' '))))
        << lines[i] << " | " << rows[i];
  }
}

TEST_F(Examples, EvaluateComparesWalksWithSizes) {
  const auto lines = lines_from("evaluate known.jsonl");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].starts_with("structure  ")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("size       ")) << lines[1];
  const auto share = [](const std::string& line) { return std::stod(line.substr(11)); };
  EXPECT_GT(share(lines[0]), share(lines[1]));
}

TEST_F(Examples, FamiliesTellsThemApart) {
  const std::string text = succeed(AWE_BUILD_DIR "/example_families");
  EXPECT_NE(text.find("nearest neighbours (98.3 %) are of the same family"), std::string::npos) << text;
}

TEST(ExampleList, NamesEveryProgram) {
  const std::string page = test::read_file(AWE_SOURCE_DIR "/docs/reference/cpp.md");
  for (const auto& entry : std::filesystem::directory_iterator(AWE_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".cpp") continue;
    EXPECT_NE(page.find("../../examples/" + entry.path().filename().string()), std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace awe
