// awe classify as a user runs it.
#include <gtest/gtest.h>
#include <simdjson.h>

#include "support/command_folder.h"
#include "support/data.h"

namespace awe {
namespace {

class AweClassify : public test::CommandFolder {
 protected:
  AweClassify() {
    const auto made = run(std::string(test::kMakeFamilies) +
                          " && "
                          "awe classify fit families.jsonl --recipe structure -o model.awe");
    EXPECT_EQ(made.exit_code, 0) << made.err;
    fit_output_ = made.out;
  }
  std::string fit_output_;
};

TEST_F(AweClassify, FitsAndPredicts) {
  EXPECT_NE(fit_output_.find("72 graphs, 6 classes -> model.awe"), std::string::npos) << fit_output_;
  const auto fresh =
      run("awe generate six-families --num-nodes 24 --num-edges 60 --count 5 --seed 99 -o new.jsonl > made.txt && "
          "awe classify predict model.awe new.jsonl -o p.csv --json");
  ASSERT_EQ(fresh.exit_code, 0) << fresh.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element summary = parser.parse(fresh.out);
  EXPECT_EQ(std::uint64_t(summary["graphs"]), 30u);
  EXPECT_EQ(std::uint64_t(summary["with_class"]), 30u);
  EXPECT_GE(std::uint64_t(summary["right"]), 20u);
  const std::string lines = file("p.csv");
  EXPECT_TRUE(lines.starts_with("id,class,probability ")) << lines;
  EXPECT_NE(lines.substr(0, lines.find('\n')).find(",nearest,distance,unseen,given"), std::string::npos);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 31);
}

TEST_F(AweClassify, ReadsAStreamAndGivesTheSameLines) {
  const std::string graphs = file("families.jsonl");
  ASSERT_EQ(run("awe classify predict model.awe families.jsonl -o p.csv").exit_code, 0);
  const auto streamed = run("awe classify predict model.awe - --format jsonl", graphs);
  EXPECT_EQ(streamed.exit_code, 0) << streamed.err;
  EXPECT_EQ(streamed.out, file("p.csv"));
  const auto one = run("awe classify predict model.awe - --format jsonl", graphs.substr(0, graphs.find('\n') + 1));
  EXPECT_TRUE(streamed.out.starts_with(one.out)) << one.out;
}

TEST_F(AweClassify, RefusesWhatMakesNoSense) {
  EXPECT_EQ(run("awe classify fit families.jsonl -o model.awe").exit_code, 2) << "it is there already";
  EXPECT_EQ(run("awe classify predict model.awe families.jsonl --weighted").exit_code, 2);
  EXPECT_EQ(run("awe classify predict model.awe families.jsonl --json").exit_code, 2);
  EXPECT_EQ(run("awe classify predict missing.awe families.jsonl").exit_code, 3);
  EXPECT_EQ(run("awe classify predict families.jsonl families.jsonl").exit_code, 4);
  EXPECT_EQ(run("awe classify").exit_code, 2);
  const auto damaged =
      run("head -c 5000 model.awe > cut.awe; awe classify predict cut.awe families.jsonl -o never.csv; "
          "code=$?; ls never.csv*; exit $code");
  EXPECT_EQ(damaged.exit_code, 4);
  EXPECT_NE(damaged.err.find("cut.awe: the file was cut short or changed"), std::string::npos) << damaged.err;
  EXPECT_EQ(damaged.out, "");
}

TEST_F(AweClassify, StopsQuietlyWhenNobodyReads) {
  const auto result = run("awe classify predict model.awe families.jsonl | head -n 1");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
}

TEST_F(AweClassify, KeepsSelfLoopsIfTheModelHasThem) {
  test::TemporaryFolder folder;
  std::string graphs;
  for (int i = 0; i < 24; ++i) {
    graphs +=
        i % 2 == 0 ? R"({"edges":[[0,1],[1,2],[2,2]],"label":"loop"})" : R"({"edges":[[0,1],[1,2]],"label":"no"})";
    graphs += '\n';
  }
  folder_.write("loops.jsonl", graphs);
  const auto made =
      run("awe classify fit loops.jsonl --features aw:1..3 --self-loops keep -o loops.awe && "
          "awe classify predict loops.awe loops.jsonl -o p.csv");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(made.out.find("24 of 24 predictions agree with the given class"), std::string::npos) << made.out;
}

TEST_F(AweClassify, CountsGraphsWhoseWalksNoTrainingGraphHas) {
  std::string graphs;
  for (int i = 0; i < 12; ++i) {
    graphs += "{\"edges\": [[0, 1], [1, 2]], \"n\": 3, \"label\": " + std::to_string(i % 2) +
              ", \"node_labels\": [\"x\", \"" + (i % 2 == 0 ? "y" : "z") + "\", \"x\"]}\n";
  }
  folder_.write("known.jsonl", graphs);
  folder_.write("other.jsonl",
                "{\"edges\": [[0, 1]], \"n\": 2, \"node_labels\": [\"p\", \"q\"]}\n"
                "{\"edges\": [[0, 1]], \"n\": 2, \"node_labels\": [\"x\", \"q\"]}\n");
  ASSERT_EQ(run("awe classify fit known.jsonl --recipe labels -o labels.awe").exit_code, 0);
  const auto result = run("awe classify predict labels.awe other.jsonl -o p.csv --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("\"all_unseen\": 1,"), std::string::npos) << result.out;
  EXPECT_NE(result.err.find("note: 1 of 2 graphs have no labelled walk"), std::string::npos) << result.err;
  EXPECT_EQ(run("awe classify predict labels.awe known.jsonl -o k.csv").err, "");
}

TEST_F(AweClassify, KeepsACheckpointUntilTheModelIsWritten) {
  const auto made =
      run("awe classify fit families.jsonl --features aw:1..4 --max-exact 20 --checkpoint part --checkpoint-every 0s "
          "-o stream.awe; code=$?; ls part*; exit $code");
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(made.err.find("graphs are more than the 20 of an exact machine"), std::string::npos) << made.err;
  EXPECT_EQ(made.out.find("part"), std::string::npos) << made.out;
  const auto exact = run("awe classify fit families.jsonl --machine svm --checkpoint part -o never.awe");
  EXPECT_EQ(exact.exit_code, 2);
  EXPECT_NE(exact.err.find("--checkpoint is for --machine landmarks, linear and auto"), std::string::npos) << exact.err;
  EXPECT_EQ(run("awe classify fit families.jsonl --checkpoint-every 5s -o never.awe").exit_code, 2);
  const auto foreign =
      run("echo text > part; awe classify fit families.jsonl --machine linear --features aw:1..4 --checkpoint part "
          "-o never.awe");
  EXPECT_EQ(foreign.exit_code, 4) << foreign.err;
}

TEST(DataSets, MutagIsClassifiedFromAModelFile) {
  AWE_NEED_DATA("MUTAG.zip")
  const std::string data = test::data_path("MUTAG.zip");
  test::TemporaryFolder folder;
  const auto made = test::run_shell("cd " + folder.path() + " && awe classify fit " + data + " -o m.awe && " +
                                    "awe classify predict m.awe " + data + " -o p.csv");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(made.out.find("188 graphs -> p.csv"), std::string::npos) << made.out;
}

}  // namespace
}  // namespace awe
