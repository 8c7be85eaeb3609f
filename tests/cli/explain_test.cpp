// awe explain as a user runs it.
#include <gtest/gtest.h>
#include <simdjson.h>

#include "support/command_folder.h"

namespace awe {
namespace {

class AweExplain : public test::CommandFolder {
 protected:
  // Trees of two classes; those of class 1 have a triangle.
  AweExplain() {
    std::string lines;
    for (int i = 0; i < 30; ++i) {
      const std::string more = i % 2 == 1 ? ", [0, 2]" : "";
      lines += "{\"n\": 8, \"edges\": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [" + std::to_string(i % 5) + ", 6], [" +
               std::to_string(i * 3 % 6) + ", 7]" + more + "], \"label\": " + std::to_string(i % 2) +
               ", \"name\": \"g" + std::to_string(i) + "\"}\n";
    }
    folder_.write("graphs.jsonl", lines);
  }
};

TEST_F(AweExplain, ComparesClassesAndWritesAFolder) {
  const std::string out = succeed("awe explain graphs.jsonl --features aw:3 --permutations 199 -o why");
  EXPECT_NE(out.find("class 1 against class 0 (15 graphs and 15): "), std::string::npos) << out;
  EXPECT_NE(out.find("1 2 3 1"), std::string::npos) << out;
  simdjson::dom::parser parser;
  const std::string text = file("why/explanation.json");
  const auto json = parser.parse(text);
  EXPECT_EQ(json["permutations"].get_uint64().value(), 199u);
  EXPECT_EQ(std::string(json["comparisons"].at(0)["groups"].at(0)["walk"].get_string().value()), "1 2 3 1");
  EXPECT_EQ(json["comparisons"].at(0)["groups"].at(0)["effect"].get_double().value(), 1);
  EXPECT_TRUE(file("why/1-1-walk.svg").starts_with("<svg"));
  EXPECT_TRUE(file("why/1-1-examples.svg").starts_with("<svg"));
  EXPECT_TRUE(file("why/walks.csv").starts_with("first,second,group,walk,"));
  EXPECT_EQ(succeed("awe explain graphs.jsonl --features aw:3 --permutations 199 --json --threads 2"), text);
  fail(2, "awe explain graphs.jsonl -o why", "why: exists already; --force replaces it");
  succeed("awe explain graphs.jsonl --features aw:3 -o why --force");
}

TEST_F(AweExplain, SaysThatNothingSeparatesShuffledClasses) {
  const std::string out = succeed("awe explain graphs.jsonl --features aw:3 --shuffle-classes --seed 5");
  EXPECT_NE(out.find("nothing separates them at 5 %"), std::string::npos) << out;
}

TEST_F(AweExplain, ExplainsDecisions) {
  succeed("awe classify fit graphs.jsonl --features aw:3 -o model.awe");
  const std::string out = succeed("awe explain model.awe graphs.jsonl --ids g1,g2 -o why");
  EXPECT_NE(out.find("g1: class 1 against 0: decision "), std::string::npos) << out;
  EXPECT_NE(out.find("2 graphs: without the top nodes decisions fall by "), std::string::npos) << out;
  simdjson::dom::parser parser;
  const std::string text = file("why/explanation.json");
  const auto json = parser.parse(text);
  ASSERT_EQ(json["explanations"].get_array().size(), 2u);
  const auto first = json["explanations"].at(0);
  const double parts = first["bias"].get_double().value() + first["nodes_sum"].get_double().value() +
                       first["elsewhere"].get_double().value() + first["remainder"].get_double().value();
  EXPECT_NEAR(parts, first["decision"].get_double().value(), 1e-9);
  EXPECT_TRUE(file("why/1-g1.svg").starts_with("<svg"));
  EXPECT_TRUE(file("why/2-g2.svg").starts_with("<svg"));
  EXPECT_TRUE(file("why/contributions.csv").starts_with("graph,kind,first,second,contribution\ng1,node,0,,"));
}

TEST_F(AweExplain, RefusesWhatItCannotExplain) {
  succeed("awe classify fit graphs.jsonl --features aw:3 -o model.awe");
  fail(2, "awe explain model.awe", "model.awe is a model; name graphs to explain, too");
  fail(2, "awe explain model.awe graphs.jsonl --ids x", "--ids: graphs.jsonl has no graph 'x'");
  fail(2, "awe explain model.awe graphs.jsonl --groups 3", "--groups has no effect on the decisions of a model");
  fail(2, "awe explain graphs.jsonl --ids g1", "--ids has no effect on the classes of a collection");
  fail(2, "awe explain graphs.jsonl --features size", "--features must be walks here");
  fail(2, "awe explain graphs.jsonl --significance 2", "--significance must be inside (0, 1)");
  fail(3, "awe explain missing.awe graphs.jsonl", "missing.awe");
  folder_.write("broken.awe", "no model");
  fail(4, "awe explain broken.awe graphs.jsonl", "no model of awe");
  folder_.write("plain.jsonl", "{\"edges\": [[0, 1]]}\n{\"edges\": [[0, 1]]}\n");
  fail(2, "awe explain plain.jsonl", "class");
}

}  // namespace
}  // namespace awe
