// awe evaluate as a user runs it.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <tuple>

#include "support/command_folder.h"
#include "support/data.h"

namespace awe {
namespace {

class AweEvaluate : public test::CommandFolder {
 protected:
  AweEvaluate() {
    const auto made = run(test::kMakeFamilies);
    EXPECT_EQ(made.exit_code, 0) << made.err;
  }
};

TEST_F(AweEvaluate, PrintsATableForPeople) {
  const auto result = run("awe evaluate families.jsonl --recipe structure --folds 4");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const char* part :
       {"72 graphs, 6 classes; nested, 4 folds, 1 repeat", "accuracy", "95 % interval", "macro F1", "sizes alone",
        "largest class      16.67 %", "chosen recipes    structure 4x", "confusion"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
}

TEST_F(AweEvaluate, ComparesRecipesOnTheSameFolds) {
  const auto table = run("awe evaluate families.jsonl --compare wl,sp,graphlets,structure --folds 4");
  ASSERT_EQ(table.exit_code, 0) << table.err;
  for (const char* part : {"72 graphs, 6 classes; nested, 4 folds", "minus structure", "\nwl ", "\ngraphlets ",
                           "won:lost", "corrected resampled t test"}) {
    EXPECT_NE(table.out.find(part), std::string::npos) << part << "\n" << table.out;
  }
  const auto result = run("awe evaluate families.jsonl --compare structure,size --folds 4 --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto alone = run("awe evaluate families.jsonl --recipe structure --folds 4 --json");
  simdjson::dom::parser one, two;
  const simdjson::dom::element compared = one.parse(result.out), single = two.parse(alone.out);
  const double mean = compared["recipes"].at(0)["mean"], expected = single["accuracy"]["mean"];
  EXPECT_EQ(mean, expected) << "the folds are the same";
  const double second = compared["recipes"].at(1)["mean"], difference = compared["differences"].at(0)["mean"];
  EXPECT_NEAR(difference, mean - second, 1e-12);
  EXPECT_EQ(run("awe evaluate families.jsonl --compare structure").exit_code, 2);
  EXPECT_EQ(run("awe evaluate families.jsonl --compare structure,nonsense").exit_code, 2);
  EXPECT_EQ(run("awe evaluate families.jsonl --compare wl,sp --recipe wl").exit_code, 2);
  EXPECT_EQ(run("awe evaluate families.jsonl --compare wl,sp --protocol holdout").exit_code, 2) << "one part";
  EXPECT_EQ(run("awe evaluate families.jsonl --compare wl,sp --protocol paper").exit_code, 2);
}

TEST_F(AweEvaluate, KeepsAndTakesSplitsAndIsTheSameAgain) {
  const auto first =
      run("awe evaluate families.jsonl --recipe degrees --folds 4 --splits-out s.json --json --threads 1");
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const auto second = run("awe evaluate families.jsonl --recipe degrees --folds 4 --splits s.json --json --threads 3");
  ASSERT_EQ(second.exit_code, 0) << second.err;
  simdjson::dom::parser one, two;
  const simdjson::dom::element a = one.parse(first.out), b = two.parse(second.out);
  EXPECT_EQ(simdjson::to_string(a["folds_chosen"]), simdjson::to_string(b["folds_chosen"]));
  EXPECT_EQ(simdjson::to_string(a["confusion"]), simdjson::to_string(b["confusion"]));
  EXPECT_GT(double(a["accuracy"]["mean"]), 0.5);
  for (const simdjson::dom::element fold : a["folds_chosen"]) EXPECT_GE(std::uint64_t(fold["voters"]), 1u);
  EXPECT_EQ(run("awe evaluate families.jsonl --folds 4 --splits-out s.json").exit_code, 2) << "it is there already";
}

TEST_F(AweEvaluate, RunsTheProtocolOfThePaper) {
  const auto result = run("awe evaluate families.jsonl --protocol paper --features aw:5 --folds 3 --repeats 2");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("the paper's protocol on aw:5: 3 folds, 2 repeats"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("chosen on test folds"), std::string::npos) << result.out;
  const auto json = run("awe evaluate families.jsonl --protocol paper --features aw:5 --folds 3 --repeats 2 --json");
  simdjson::dom::parser parser;
  const simdjson::dom::element found = parser.parse(json.out);
  EXPECT_EQ(found["kernels"].get_array().size(), 9u);
}

TEST_F(AweEvaluate, RunsTheRuleOfTheAuthorsCode) {
  const std::string command = "awe evaluate families.jsonl --protocol authors --features aw:5 --repeats 2 ";
  const auto result = run(command + "--folds 3");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("the rule of the authors' code on aw:5: 3 folds, 2 repeats"), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("exp(-d^2 / sigma)"), std::string::npos) << result.out;
  simdjson::dom::parser parser;
  const std::string json = run(command + "--folds 3 --json").out;
  const simdjson::dom::element found = parser.parse(json);
  EXPECT_EQ(std::string_view(found["protocol"]), "authors");
  EXPECT_EQ(found["kernels"].get_array().size(), 9u);
  const auto part = run(command + "--test-share 0.1");
  EXPECT_NE(part.out.find("7 of 72 tested, 2 repeats"), std::string::npos) << part.out;
  for (const char* wrong : {"--folds 3 --test-share 0.1", "--test-share 0.6", "--twins group", "--splits s.json",
                            "--kernel chi2", "--folds 100"}) {
    EXPECT_EQ(run(command + wrong).exit_code, 2) << wrong;
  }
  EXPECT_EQ(run("awe evaluate families.jsonl --protocol authors --compare wl,sp").exit_code, 2);
  EXPECT_EQ(run("awe evaluate families.jsonl --protocol authors --recipe wl").exit_code, 2);
}

TEST_F(AweEvaluate, HoldsAPartOutAndKeepsTheSplit) {
  const std::string command = "awe evaluate families.jsonl --recipe structure --protocol holdout ";
  const auto first = run(command + "--test-share 0.25 --splits-out h.json --json");
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const auto second = run(command + "--splits h.json --json");
  ASSERT_EQ(second.exit_code, 0) << second.err;
  simdjson::dom::parser one, two;
  const simdjson::dom::element a = one.parse(first.out), b = two.parse(second.out);
  EXPECT_EQ(simdjson::to_string(a["confusion"]), simdjson::to_string(b["confusion"]));
  EXPECT_EQ(std::uint64_t(a["tested"]), 18u);
  EXPECT_LT(double(a["accuracy"]["low"]), double(a["accuracy"]["mean"]));
  const auto table = run(command + "--repeats 3");
  EXPECT_NE(table.out.find("holdout, 14 of 72 tested, 3 repeats"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("over repeats"), std::string::npos) << table.out;
  EXPECT_EQ(run("awe evaluate families.jsonl --splits h.json").exit_code, 2) << "a part held out is no folds";
  EXPECT_EQ(run(command + "--folds 5").exit_code, 2);
  EXPECT_EQ(run(command + "--test-share 1").exit_code, 2);
  EXPECT_EQ(run("awe evaluate families.jsonl --test-share 0.2").exit_code, 2);
}

TEST_F(AweEvaluate, TakesAReadyMatrix) {
  ASSERT_EQ(run("awe embed families.jsonl --features 'aw:2..4 + size' -o x.npz").exit_code, 0);
  const auto table = run("awe evaluate x.npz --folds 4");
  ASSERT_EQ(table.exit_code, 0) << table.err;
  for (const char* part :
       {"72 rows, 6 classes; nested, 4 folds", "have an identical row", "chosen recipes    matrix 4x"}) {
    EXPECT_NE(table.out.find(part), std::string::npos) << part << "\n" << table.out;
  }
  EXPECT_EQ(table.out.find("sizes alone"), std::string::npos) << table.out;
  EXPECT_EQ(run("awe evaluate x.npz --protocol holdout --twins group --kernel linear").exit_code, 0);
  EXPECT_EQ(run("awe evaluate x.npz --protocol paper --folds 3 --repeats 1 --twins drop").exit_code, 0);
  EXPECT_EQ(run("awe evaluate x.npz --kernel hellinger").exit_code, 6) << "sizes are negative";
  const auto refused = run("awe evaluate x.npz --recipe auto --walks 10");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("--recipe, --walks applies only to graphs"), std::string::npos) << refused.err;
}

TEST_F(AweEvaluate, TakesThePapersRecipeAndOtherKernels) {
  const auto lengths = run("awe evaluate families.jsonl --recipe paper-fb --folds 3");
  ASSERT_EQ(lengths.exit_code, 0) << lengths.err;
  EXPECT_NE(lengths.out.find("chosen recipes    aw:"), std::string::npos) << lengths.out;
  EXPECT_EQ(run("awe evaluate families.jsonl --protocol paper --recipe paper-fb --folds 3 --repeats 1").exit_code, 0);
  EXPECT_EQ(run("awe evaluate families.jsonl --protocol paper --recipe degrees").exit_code, 2);
  EXPECT_EQ(run("awe evaluate families.jsonl --features 'aw:4 + size' --kernel chi2 --folds 3").exit_code, 0);
  EXPECT_EQ(run("awe evaluate families.jsonl --kernel chi2").exit_code, 2) << "recipes have their kernels";
  EXPECT_EQ(run("awe evaluate families.jsonl --protocol paper --kernel chi2").exit_code, 2);
}

TEST_F(AweEvaluate, RefusesWhatMakesNoSense) {
  EXPECT_EQ(run("awe evaluate families.jsonl --recipe labels").exit_code, 2);
  EXPECT_EQ(run("awe evaluate families.jsonl --folds 1").exit_code, 2);
  EXPECT_EQ(run("awe evaluate families.jsonl --memory 1000").exit_code, 5);
  EXPECT_EQ(run("awe evaluate families.jsonl --features 'aw:'").exit_code, 2);
  EXPECT_EQ(run("awe evaluate absent.jsonl").exit_code, 3);
  folder_.write("plain.jsonl", "{\"edges\": [[0, 1]]}\n");
  const auto result = run("awe evaluate plain.jsonl");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("has a class"), std::string::npos) << result.err;
}

// Twelve paths of three nodes and two classes: all are twins by structure; the label of the middle node is that of the
// class, and the attribute of the first node is different in every graph.
std::string labelled_paths() {
  std::string graphs;
  for (int i = 0; i < 12; ++i) {
    const std::string name = i % 2 == 0 ? "an-even-class-of-graphs" : "an-odd-class-of-graphs";
    graphs += "{\"edges\": [[0, 1], [1, 2]], \"n\": 3, \"label\": \"" + name + "\", \"node_labels\": [\"x\", \"" +
              (i % 2 == 0 ? "y" : "z") + "\", \"x\"], \"node_attributes\": [[" + std::to_string(i) + "], [0], [0]]}\n";
  }
  return graphs;
}

TEST_F(AweEvaluate, CountsTwinsByWhatTheRecipeSees) {
  folder_.write("paths.jsonl", labelled_paths());
  const auto twins = [&](const std::string& recipe) {
    const auto result = run("awe evaluate paths.jsonl --folds 2 --json " + recipe);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    simdjson::dom::parser parser;
    const simdjson::dom::element found = parser.parse(result.out);
    return std::tuple(std::uint64_t(found["twins"]["with_twin"]),
                      std::uint64_t(found["twins"]["with_twin_of_other_class"]),
                      std::string(std::string_view(found["twins"]["compared_by"])));
  };
  EXPECT_EQ(twins("--recipe structure"), std::tuple(12u, 12u, "structure"));
  EXPECT_EQ(twins("--features 'walks(node):0..2'"), std::tuple(12u, 0u, "structure, node labels"));
  EXPECT_EQ(twins("--features 'walks(attribute:2):0..2'"), std::tuple(0u, 0u, "structure, attributes"));
  EXPECT_EQ(twins("--features 'aw:2 + colours:1'"), std::tuple(12u, 0u, "structure, node labels"));
}

// Seven of these paths are even by structure, five odd: no function of the structure is right more often.
TEST_F(AweEvaluate, NamesTheCeilingAndTheMachine) {
  std::string graphs = labelled_paths();
  graphs.replace(graphs.find("an-odd-class-of-graphs"), 22, "an-even-class-of-graphs");
  folder_.write("paths.jsonl", graphs);
  const auto found = [&](const std::string& options) {
    const auto result = run("awe evaluate paths.jsonl --folds 2 --json " + options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    simdjson::dom::parser parser;
    const simdjson::dom::element summary = parser.parse(result.out);
    return std::pair(double(summary["ceiling"]), std::string(std::string_view(summary["machine"])));
  };
  EXPECT_EQ(found("--recipe structure"), std::pair(7.0 / 12, std::string("svm")));
  EXPECT_EQ(found("--features 'walks(node):0..2'"), std::pair(11.0 / 12, std::string("ridge")));
  EXPECT_EQ(found("--features 'walks(node):0..2' --machine linear").second, "linear");
  const auto text = run("awe evaluate paths.jsonl --folds 2 --recipe structure");
  EXPECT_NE(text.out.find("\nceiling            58.33 %   (no function of what the recipe sees can exceed it"),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("; machine svm\n"), std::string::npos) << text.out;
}

TEST_F(AweEvaluate, WritesNamesOfClassesInFullAndAnIntervalWithWidth) {
  folder_.write("paths.jsonl", labelled_paths());
  const auto result = run("awe evaluate paths.jsonl --folds 2 --features 'walks(node):0..2'");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find(" an-even-class-of-graphs an-odd-class-of-graphs\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("100.00 %   95 % interval 75.75 .. 100.00"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("Wilson interval: all folds score the same"), std::string::npos) << result.out;
}

TEST(DataSets, MutagHasTwinsByStructureAndNoneByLabels) {
  AWE_NEED_DATA("MUTAG.zip");
  const auto twins = [](const std::string& recipe) {
    const auto result =
        test::run_shell("awe evaluate " + test::data_path("MUTAG.zip") + " --folds 2 --json --recipe " + recipe);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    simdjson::dom::parser parser;
    return double(std::uint64_t(parser.parse(result.out)["twins"]["with_twin"])) / 188;
  };
  EXPECT_NEAR(twins("structure"), 0.42, 0.01);
  EXPECT_EQ(twins("labels"), 0);
}

TEST(DataSets, MutagIsClassified) {
  AWE_NEED_DATA("MUTAG.zip");
  const auto result = test::run_shell("awe evaluate " + test::data_path("MUTAG.zip") + " --twins group --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element found = parser.parse(result.out);
  EXPECT_GT(double(found["accuracy"]["mean"]), 0.82);
  EXPECT_NEAR(double(found["largest_class"]), 125.0 / 188, 1e-9);
}

TEST_F(AweEvaluate, ClassifiesTheNodesOfGraphs) {
  // A ring with a leaf at every node.
  std::string edges, classes = "node class\n";
  for (int i = 0; i < 40; ++i) {
    const std::string a = std::to_string(i), b = std::to_string((i + 1) % 40), leaf = std::to_string(100 + i);
    edges.append(a).append(" ").append(b).append("\n").append(a).append(" ").append(leaf).append("\n");
    classes.append(a).append(" ring\n").append(leaf).append(" leaf\n");
  }
  folder_.write("sun.edgelist", edges);
  folder_.write("roles.txt", classes);
  const auto table = run("awe evaluate sun.edgelist --level node --classes roles.txt --folds 4");
  ASSERT_EQ(table.exit_code, 0) << table.err;
  EXPECT_NE(table.out.find("80 nodes, 2 classes; nested, 4 folds"), std::string::npos) << table.out;
  const auto result = run("awe evaluate sun.edgelist --level node --classes roles.txt --folds 4 --json");
  simdjson::dom::parser parser;
  const simdjson::dom::element found = parser.parse(result.out);
  EXPECT_EQ(double(found["accuracy"]["mean"]), 1);
  EXPECT_EQ(std::uint64_t(found["nodes"]), 80u);
  folder_.write("some.txt", classes.substr(0, classes.size() / 2));
  EXPECT_NE(run("awe evaluate sun.edgelist --level node --classes some.txt --folds 2").err.find("and are left out"),
            std::string::npos);
  EXPECT_EQ(run("awe evaluate sun.edgelist --level node").exit_code, 2);
  EXPECT_EQ(run("awe evaluate sun.edgelist --level subgraph --classes roles.txt").exit_code, 2);
  EXPECT_EQ(run("awe evaluate sun.edgelist --level node --classes roles.txt --compare wl,sp").exit_code, 2);
  EXPECT_EQ(run("awe evaluate sun.edgelist --level node --classes roles.txt --protocol paper").exit_code, 2);
}

}  // namespace
}  // namespace awe
