// The grammar of the command line: errors for wrong command lines, and what is the same in every verb.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <utility>

#include "support/command_folder.h"

namespace awe {
namespace {

using test::run_shell;

void expect_line(const std::string& command, const std::string& line) {
  const auto result = run_shell(command);
  EXPECT_EQ(result.exit_code, 2) << command;
  EXPECT_EQ(result.out, "") << command;
  EXPECT_EQ(result.err, "awe: " + line + "\n") << command;
}

TEST(AweUsage, AnUnknownOptionNamesTheNearestAndTheHelpOfItsVerb) {
  const std::string lenght = "unknown option --lenght (did you mean --length?); see awe embed --help";
  expect_line("awe embed --lenght 7", lenght);
  expect_line("awe embed x.jsonl --lenght 7", lenght);
  expect_line("awe embed x.jsonl --lenght=7 --walks 5 -o y.npy more and more", lenght);
  expect_line("awe embed x.jsonl --lenght 7 --level star", lenght);
  expect_line("awe train x.jsonl --vectors v.npy -o m.awe",
              "unknown option --vectors (did you mean --vectors-out?); see awe train --help");
  expect_line("awe classify fit x.jsonl --balance -o m.awe",
              "unknown option --balance (did you mean --balanced?); see awe classify fit --help");
  expect_line("awe generate cycle --nodes 5",
              "unknown option --nodes (did you mean --num-nodes?); see awe generate --help");
  expect_line("awe walks --qqqqqqqq", "unknown option --qqqqqqqq; see awe walks --help");
  expect_line("awe embed x.jsonl --splits-out s",
              "unknown option --splits-out (an option of evaluate); see awe embed --help");
  expect_line("awe info x.jsonl --probabilities",
              "unknown option --probabilities (an option of classify fit); see awe info --help");
}

TEST(AweUsage, AnUnknownVerbNamesTheNearest) {
  expect_line("awe embde x.jsonl --length 7", "'embde' is not a verb (did you mean embed?); see awe --help");
  expect_line("awe classify fti x.jsonl",
              "'fti' is not a verb of classify (did you mean fit?); see awe classify --help");
  expect_line("awe predict m.awe x.jsonl", "'predict' is not a verb (did you mean classify predict?); see awe --help");
  expect_line("awe ftech MUTAG", "'ftech' is not a verb (did you mean datasets fetch?); see awe --help");
  expect_line("awe help embde", "'embde' is not a verb (did you mean embed?); see awe --help");
  expect_line("awe", "a verb is missing; see awe --help");
  expect_line("awe datasets", "a verb is missing after datasets; see awe datasets --help");
}

TEST(AweUsage, MissingAndSuperfluousArgumentsAreOneLine) {
  expect_line("awe embed", "INPUT is required; see awe embed --help");
  expect_line("awe convert x.jsonl", "--output is required; see awe convert --help");
  expect_line("awe walks x.jsonl", "unexpected argument 'x.jsonl'; see awe walks --help");
}

TEST(AweUsage, HelpIsAlsoAVerb) {
  EXPECT_EQ(run_shell("awe help embed").out, run_shell("awe embed --help").out);
  EXPECT_EQ(run_shell("awe help classify fit").out, run_shell("awe classify fit --help").out);
  EXPECT_EQ(run_shell("awe help").out, run_shell("awe --help").out);
  EXPECT_EQ(run_shell("awe help embed").exit_code, 0);
}

TEST(AweUsage, AMemoryThatIsNoneIsRefusedEverywhere) {
  for (const char* verb : {"embed x.jsonl", "kernel x.jsonl -o g.npy", "evaluate x.jsonl",
                           "classify fit x.jsonl -o m.awe", "reproduce examples"}) {
    for (const char* size : {"-5", "0", "0GB", "much", "5 apples", "99999999999999999999", "1e3"}) {
      const auto result = run_shell(std::string("awe ") + verb + " --memory '" + size + "'");
      EXPECT_EQ(result.exit_code, 2) << verb << " " << size;
      EXPECT_NE(result.err.find("is not a size above 0"), std::string::npos) << result.err;
      EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
  }
}

TEST(AweUsage, ASeedOf64BitsIsTakenAndALargerOneRefused) {
  EXPECT_EQ(run_shell("awe generate gnm --seed 18446744073709551615").exit_code, 0);
  const auto result = run_shell("awe generate gnm --seed 18446744073709551616");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("must be below 2^64"), std::string::npos) << result.err;
}

TEST(AweUsage, BlocksOfWordsAreNamedByTheirFlag) {
  const auto result = run_shell("awe train x.jsonl --words 'aw:' -o m.awe");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(result.err.starts_with("awe: --words: ")) << result.err;
}

class AweSummaries : public test::CommandFolder {
 protected:
  AweSummaries() { succeed(test::kMakeFamilies); }
};

TEST_F(AweSummaries, HaveSecondsByPhaseInEveryVerb) {
  const std::pair<std::string, std::vector<const char*>> verbs[] = {
      {"generate cycle -o c.jsonl", {"generate", "write"}},
      {"convert families.jsonl -o families.awg", {"read", "write"}},
      {"embed families.jsonl -o x.npz", {"read", "fit", "walk", "write"}},
      {"embed families.jsonl --features 'walks(degree):0..1' --vocabulary-out v", {"fit"}},
      {"kernel families.jsonl --length 3 -o g.npy", {"read", "fit", "walk", "kernel", "write"}},
      {"kernel x.npz -o h.npy", {"read", "kernel", "write"}},
      {"train families.jsonl --words aw:3 --dimensions 4 -o m.awe", {"walk", "solve", "infer"}},
      {"infer m.awe families.jsonl -o i.npy", {"load", "infer"}},
      {"evaluate families.jsonl --recipe size --protocol holdout", {"read", "twins", "features", "kernels", "svm"}},
      {"classify fit families.jsonl --recipe size -o c.awe", {"read", "fit", "write"}},
      {"classify predict c.awe families.jsonl -o p.csv", {"load", "predict"}}};
  for (const auto& [command, phases] : verbs) {
    const std::string out = succeed("awe " + command + " --json");
    simdjson::dom::parser parser;
    simdjson::dom::element summary;
    ASSERT_EQ(parser.parse(out).get(summary), simdjson::SUCCESS) << out;
    double total = -1;
    EXPECT_EQ(summary.at_pointer("/seconds/total").get(total), simdjson::SUCCESS) << out;
    EXPECT_GT(total, 0) << out;
    for (const char* phase : phases) {
      double seconds = -1;
      EXPECT_EQ(summary.at_pointer(std::string("/seconds/") + phase).get(seconds), simdjson::SUCCESS) << phase << out;
      EXPECT_GE(seconds, 0) << phase;
    }
  }
}

TEST_F(AweSummaries, CountOneAndMany) {
  EXPECT_EQ(succeed("awe convert families.jsonl --limit 1 -o one.jsonl"), "one.jsonl: 1 graph, 24 nodes, 60 edges\n");
  const std::string out = succeed("awe embed families.jsonl --limit 1 --length 1");
  EXPECT_TRUE(out.starts_with("1 graph, 24 nodes, 60 edges -> 1 row x 1 column\n")) << out;
}

}  // namespace
}  // namespace awe
