// awe report as a user runs it.
#include <gtest/gtest.h>
#include <simdjson.h>

#include "support/command_folder.h"

namespace awe {
namespace {

// Rings and stars with labels of a stranger.
class AweReport : public test::CommandFolder {
 protected:
  AweReport() {
    std::string text;
    for (int i = 0; i < 24; ++i) {
      const int nodes = 4 + i / 2 % 6;
      std::string edges;
      for (int j = 1; j < nodes; ++j) {
        edges += (j > 1 ? ", [" : "[") + std::to_string(i % 2 == 0 ? j - 1 : 0) + ", " + std::to_string(j) + "]";
      }
      if (i % 2 == 0) edges += ", [0, " + std::to_string(nodes - 1) + "]";
      text += "{\"name\": \"</script><b>" + std::to_string(i) + "\", \"label\": \"" +
              (i % 2 == 0 ? "ring'&amp;<i>" : "star") + "\", \"edges\": [" + edges + "]}\n";
    }
    folder_.write("graphs.jsonl", text);
  }
};

TEST_F(AweReport, WritesOnePageThatIsTheSameEveryTime) {
  const std::string said = succeed("awe report graphs.jsonl --folds 4 -o a.html --threads 1");
  EXPECT_EQ(said, "24 graphs -> a.html (" + std::to_string(file("a.html").size()) + " bytes)\n");
  succeed("awe report graphs.jsonl --folds 4 -o b.html --threads 3");
  EXPECT_EQ(file("a.html"), file("b.html"));
  succeed("awe report graphs.jsonl --folds 4 -o c.html --seed 2");
  EXPECT_NE(file("a.html"), file("c.html"));
  const std::string page = file("a.html");
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_NE(page.find("<h1>graphs</h1>"), std::string::npos);
  EXPECT_NE(page.find("\"awe report graphs.jsonl --folds 4\""), std::string::npos);
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
  EXPECT_EQ(page.find("<i>"), std::string::npos);
  EXPECT_NE(page.find("100.0 % of 24 graphs in 2 classes are classified correctly"), std::string::npos);
}

TEST_F(AweReport, PrintsJsonAndTakesATitleAndASample) {
  simdjson::dom::parser parser;
  const std::string text =
      succeed("awe report graphs.jsonl --folds 4 --graphs 16 --title 'Rings & stars' -o a.html --json");
  const auto json = parser.parse(text);
  EXPECT_EQ(json["graphs"].get_uint64().value(), 24u);
  EXPECT_EQ(json["shown"].get_uint64().value(), 16u);
  EXPECT_EQ(json["bytes"].get_uint64().value(), file("a.html").size());
  EXPECT_NE(file("a.html").find("<h1>Rings &amp; stars</h1>"), std::string::npos);
  EXPECT_NE(file("a.html").find("a stratified sample of 16 graphs of the 24 graphs"), std::string::npos);
  EXPECT_NE(file("a.html").find("--title 'Rings & stars'"), std::string::npos);
}

TEST_F(AweReport, SaysHowManyGraphsAreLeftOut) {
  folder_.write("some.jsonl", file("graphs.jsonl") + "{\"edges\": [[0, 1]]}\n");
  const auto made = run("awe report some.jsonl --folds 4 -o a.html");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_NE(made.err.find("1 of 25 graphs have no class"), std::string::npos) << made.err;
}

TEST_F(AweReport, RefusesWhatMakesNoSense) {
  fail(2, "awe report graphs.jsonl", "-o is required");
  fail(2, "awe report graphs.jsonl -o a.html --kernel chi2", "--kernel is for --features");
  fail(2, "awe report graphs.jsonl -o a.html --folds 13", "two graphs per fold");
  fail(2, "awe report graphs.jsonl -o a.html --graphs 3", "--graphs must be at least 10");
  fail(2, "awe report graphs.jsonl -o a.html --recipe labels", "no node labels");
  fail(2, "awe report graphs.jsonl -o a.html --node-names x", "no LABEL=NAME");
  folder_.write("plain.jsonl", "{\"edges\": [[0, 1]]}\n{\"edges\": [[0, 1], [1, 2]]}\n");
  fail(2, "awe report plain.jsonl -o a.html", "none of 2 graphs has a class");
  folder_.write("a.html", "mine");
  fail(2, "awe report graphs.jsonl -o a.html", "exists");
  EXPECT_EQ(file("a.html"), "mine");
  succeed("awe report graphs.jsonl --folds 4 -o a.html --force");
  EXPECT_NE(file("a.html"), "mine");
}

}  // namespace
}  // namespace awe
