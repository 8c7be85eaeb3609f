// awe index, awe search and awe near-duplicates as a user runs them.
#include <gtest/gtest.h>
#include <simdjson.h>

#include "support/command_folder.h"

namespace awe {
namespace {

class AweSearch : public test::CommandFolder {
 protected:
  AweSearch() { folder_.write("graphs.jsonl", test::kFiveGraphs); }
};

TEST_F(AweSearch, FindsGraphsByTheirDistances) {
  succeed("awe embed graphs.jsonl --length 1..4 -o x.npy");
  const std::pair<const char*, const char*> distances[] = {
      {"hellinger", "np.sqrt(((np.sqrt(a) - np.sqrt(b)) ** 2).sum(2) / 2)"},
      {"intersection", "abs(a - b).sum(2) / 2"},
      {"euclidean", "np.sqrt(((a - b) ** 2).sum(2))"}};
  for (const auto& [distance, formula] : distances) {
    const std::string flag = std::string(" --distance ") + distance;
    const std::string built = succeed("awe index graphs.jsonl --length 1..4 -o x.awi --force" + flag);
    EXPECT_EQ(built.substr(0, built.find('\n')),
              "5 rows x 23 columns, " + std::string(distance) + " distance -> x.awi");
    const std::string of_graphs = succeed("awe search x.awi graphs.jsonl -k 5 --shared-walks 0");
    folder_.write("of_graphs.csv", of_graphs);
    const auto checked =
        run("/usr/bin/python3 -c 'import csv, numpy as np; x = np.load(\"x.npy\"); a, b = x[:, None], x[None]; d = " +
            std::string(formula) +
            "; rows = list(csv.DictReader(open(\"of_graphs.csv\"))); "
            "assert [r[\"rank\"] for r in rows] == list(\"12345\") * 5; "
            "ids = \"abcde\"; print(np.allclose([float(r[\"distance\"]) for r in rows], "
            "np.sort(d, axis=1).ravel(), atol=1e-6) and all(abs(d[ids.index(r[\"query\"]), "
            "ids.index(r[\"id\"])] - float(r[\"distance\"])) < 1e-6 for r in rows))'");
    EXPECT_EQ(checked.out, "True\n") << checked.err;
    // The same of rows made elsewhere, whose distance must be named.
    succeed("awe index x.npy -o m.awi --force" + flag);
    EXPECT_EQ(succeed("awe search m.awi x.npy -k 5"), of_graphs);
  }
}

TEST_F(AweSearch, ListsSharedWalksOfTheBestThree) {
  succeed("awe index graphs.jsonl --features 'walks(degree):1..2' -o x.awi");
  const auto lines = test::lines_of(succeed("awe search x.awi graphs.jsonl --limit 1 -k 5 --shared-walks 1"));
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], "query,rank,id,distance,row,shared");
  EXPECT_EQ(lines[1].substr(0, 26), "a,1,a,0,0,walks(degree) 1:");
  EXPECT_NE(lines[3].find('%'), std::string::npos);
  EXPECT_EQ(lines[4].back(), ',');
  simdjson::dom::parser parser;
  const auto json = parser.parse(succeed("awe search x.awi graphs.jsonl -k 2 --json"));
  EXPECT_EQ(std::string_view(json["distance"]), "hellinger");
  EXPECT_TRUE(bool(json["exact"]));
  EXPECT_EQ(json["results"].get_array().size(), 5u);
  EXPECT_EQ(std::string_view(json["results"].at(4)["query"]), "e");
  EXPECT_EQ(std::string_view(json["results"].at(4)["hits"].at(0)["id"]), "e");
  EXPECT_EQ(double(json["results"].at(4)["hits"].at(0)["distance"]), 0);
  EXPECT_EQ(json["results"].at(4)["hits"].at(0)["shared"].get_array().size(), 3u);
  EXPECT_EQ(std::uint64_t(json["queries"]), 5u);
  EXPECT_EQ(std::uint64_t(json["hits"]), 10u);
}

TEST_F(AweSearch, IsTheSameForAnyThreadsAndWayToBuild) {
  succeed(test::kMakeFamilies);
  const std::string flags = " --length 5 --approximate always --part-rows 20 ";
  succeed("awe index families.jsonl -o one.awi --threads 1" + flags);
  succeed("awe index families.jsonl -o eight.awi --threads 8" + flags);
  EXPECT_TRUE(file("one.awi") == file("eight.awi"));
  const std::string found = succeed("awe search one.awi families.jsonl --threads 1");
  EXPECT_EQ(succeed("awe search one.awi families.jsonl --threads 8"), found);
  // In two steps, in place and not.
  succeed("awe index families.jsonl --limit 50 -o half.awi" + flags);
  folder_.write("rest.jsonl", [&] {
    std::string rest;
    const auto lines = test::lines_of(file("families.jsonl"));
    for (std::size_t i = 50; i < lines.size(); ++i) rest += lines[i] + "\n";
    return rest;
  }());
  const std::string added = succeed("awe index rest.jsonl --add-to half.awi -o whole.awi");
  EXPECT_EQ(added.substr(0, 21), "72 rows (22 added) x ");
  succeed("awe index rest.jsonl --add-to half.awi --threads 3");
  EXPECT_TRUE(file("half.awi") == file("whole.awi"));
  EXPECT_EQ(succeed("awe search whole.awi families.jsonl --exact"),
            succeed("awe search one.awi families.jsonl --exact"));
}

TEST_F(AweSearch, DescribesAndVerifiesAnIndex) {
  succeed("awe index graphs.jsonl --length 3 --approximate always -o x.awi");
  EXPECT_NE(succeed("awe info x.awi").find("rows from      aw:3\ndistance       hellinger\nsearch         exact, and"),
            std::string::npos);
  EXPECT_NE(succeed("awe info x.awi --verify").find("verified: every byte"), std::string::npos);
  EXPECT_NE(succeed("awe info x.awi --json").find("\"recall_at_10\": 1"), std::string::npos);
  std::string bytes = file("x.awi");
  const std::size_t place = bytes.find("abcde");  // the ids
  ASSERT_NE(place, std::string::npos);
  bytes[place] = 'z';
  folder_.write("changed.awi", bytes);
  EXPECT_EQ(succeed("awe search changed.awi graphs.jsonl -k 1 --limit 1 --shared-walks 0"),
            "query,rank,id,distance,row,shared\na,1,z,0,0,\n")
      << "large sections are checked on request";
  fail(4, "awe info changed.awi --verify", "cut short or changed");
  fail(4, "awe index graphs.jsonl --add-to changed.awi", "cut short or changed");
  folder_.write("cut.awi", bytes.substr(0, bytes.size() - 1));
  fail(4, "awe search cut.awi graphs.jsonl", "cut short or changed");
}

TEST_F(AweSearch, LeavesTheOldIndexIfItIsKilled) {
  succeed("awe generate six-families --num-nodes 20 --num-edges 40 --count 60 -o many.jsonl");
  succeed("awe index graphs.jsonl --length 6 --approximate always -o x.awi");
  const std::string old = file("x.awi");
  succeed("awe index many.jsonl --add-to x.awi -o whole.awi");
  const std::string whole = file("whole.awi");
  for (const char* seconds : {"0.01", "0.03", "0.06", "0.1", "0.2"}) {
    folder_.write("x.awi", old);
    (void)run(std::string("timeout -s KILL ") + seconds + " awe index many.jsonl --add-to x.awi");
    const std::string left = file("x.awi");
    EXPECT_TRUE(left == old || left == whole) << seconds;
    succeed("awe search x.awi graphs.jsonl -k 1");
  }
}

TEST_F(AweSearch, IndexesNodesAndLearnedVectors) {
  succeed("awe index graphs.jsonl --level node --length 3 -o n.awi");
  const auto lines = test::lines_of(succeed("awe search n.awi graphs.jsonl --limit 1 -k 1 --shared-walks 0"));
  ASSERT_EQ(lines.size(), 6u) << "five nodes";
  EXPECT_EQ(lines[1].substr(0, lines[1].find(",1,")), "a/0");
  succeed("awe train graphs.jsonl --words aw:3 --dimensions 3 --tolerance 0.01 -o m.awe");
  succeed("awe index graphs.jsonl --model m.awe --distance cosine -o v.awi");
  EXPECT_EQ(test::lines_of(succeed("awe search v.awi graphs.jsonl -k 1"))[1].substr(0, 9), "a,1,a,0,0");
  EXPECT_NE(succeed("awe info v.awi").find("a data-driven model of aw:3"), std::string::npos);
}

TEST_F(AweSearch, RefusesWhatMakesNoSense) {
  succeed("awe index graphs.jsonl --length 3 -o x.awi");
  succeed("awe embed graphs.jsonl --length 3 -o x.npy");
  succeed("awe embed graphs.jsonl --length 4 -o y.npy");
  folder_.write("none.jsonl", "");
  fail(2, "awe index graphs.jsonl", "-o: name a file");
  fail(2, "awe index graphs.jsonl -o x.npy", "must be .awi");
  fail(2, "awe index graphs.jsonl -o x.awi", "exists");
  fail(2, "awe index graphs.jsonl --length 3 --add-to x.awi", "--length has no effect with --add-to");
  fail(2, "awe index graphs.jsonl --distance cosine --add-to x.awi", "--distance has no effect with --add-to");
  fail(2, "awe index x.npy --add-to x.awi", "computed from graphs");
  fail(2, "awe index x.npy --length 3 -o y.awi", "applies only to graphs");
  fail(2, "awe index graphs.jsonl --classes c.csv -o y.awi", "--classes has no effect");
  fail(2, "awe index graphs.jsonl --links 1 -o y.awi", "--links must be from 2 to 64");
  fail(2, "awe index graphs.jsonl --recall 1.5 -o y.awi", "--recall must be");
  fail(2, "awe index graphs.jsonl --links 3 --approximate never -o y.awi", "--links has no effect");
  fail(2, "awe index graphs.jsonl --directed --add-to x.awi", "was not fitted with --directed");
  fail(5, "awe index graphs.jsonl --memory 10 -o y.awi", "raise --memory");
  fail(8, "awe index graphs.jsonl --model x.awi -o y.awi", "kind 'index'");
  fail(2, "awe search x.awi x.npy", "computed from graphs");
  fail(2, "awe search x.awi graphs.jsonl -k 0", "-k must be at least 1");
  fail(2, "awe search x.awi graphs.jsonl --max-distance -1", "--max-distance must be at least 0");
  fail(2, "awe search x.awi graphs.jsonl --breadth 10", "--breadth has no effect");
  fail(2, "awe search x.awi graphs.jsonl --nodes graphs.jsonl", "--nodes has no effect");
  fail(3, "awe search absent.awi graphs.jsonl", "absent.awi");
  fail(4, "awe search graphs.jsonl graphs.jsonl", "no model of awe");
  succeed("awe index x.npy -o m.awi");
  fail(2, "awe search m.awi graphs.jsonl", "give rows");
  fail(2, "awe search m.awi y.npy", "15 columns");
  fail(2, "awe search m.awi x.npy --shared-walks 2", "--shared-walks");
  fail(2, "awe near-duplicates graphs.jsonl --length 3", "--length has no effect without --max-distance");
  fail(2, "awe near-duplicates graphs.jsonl --max-distance -2", "--max-distance must be at least 0");
  fail(8, "awe infer x.awi graphs.jsonl -o z.csv", "kind 'index'");
}

TEST_F(AweSearch, GroupsNearDuplicates) {
  // b is in it twice, with other numbers; a without its chord is a cycle.
  folder_.write("more.jsonl", std::string(test::kFiveGraphs) +
                                  "{\"n\": 4, \"edges\": [[3, 2], [2, 0]], \"name\": \"b2\"}\n"
                                  "{\"n\": 5, \"edges\": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [1, 3]], "
                                  "\"name\": \"a2\"}\n");
  const std::string equal =
      "group,size,id,graph,equal,nearest,distance\n1,2,a,0,yes,a2,0\n1,2,a2,6,yes,a,0\n"
      "2,2,b,1,yes,b2,0\n2,2,b2,5,yes,b,0\n";
  EXPECT_EQ(succeed("awe near-duplicates more.jsonl"), equal);
  EXPECT_EQ(succeed("awe near-duplicates more.jsonl --max-distance 0.001"), equal);
  const auto wide = test::lines_of(succeed("awe near-duplicates more.jsonl --max-distance 9 --length 2"));
  EXPECT_EQ(wide.size(), 8u);
  EXPECT_EQ(wide[1].substr(0, 8), "1,7,a,0,");
  EXPECT_EQ(succeed("awe near-duplicates more.jsonl -o d.csv").substr(0, 27), "4 of 7 graphs in 2 groups -");
  EXPECT_EQ(file("d.csv"), equal);
  EXPECT_NE(succeed("awe near-duplicates more.jsonl --json").find("\"groups\": 2, \"members\": 4"), std::string::npos);
  EXPECT_EQ(succeed("awe near-duplicates graphs.jsonl"), "group,size,id,graph,equal,nearest,distance\n");
}

}  // namespace
}  // namespace awe
