// What is predicted, and of what: numbers, partly labelled sets, nodes, edges, graphs around nodes, links.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>

#include "support/command_folder.h"
#include "support/data.h"

namespace awe {
namespace {

class Targets : public test::CommandFolder {
 protected:
  Targets() {
    EXPECT_EQ(run(test::kMakeFamilies).exit_code, 0);
    // The numbers of a graph: its family, and ten less than twice that.
    std::string table = "row\tkey\tfamily\tother\n";
    for (std::size_t i = 0; i < 72; ++i) {
      table += std::to_string(i) + "\t" + std::to_string(i) + "\t" + std::to_string(i % 6) + "\t" +
               std::to_string(2 * static_cast<int>(i % 6) - 10) + "\n";
    }
    folder_.write("t.tsv", table);
    // Without names, so that positions are ids.
    std::string plain;
    for (const std::string& line : test::lines_of(file("families.jsonl"))) {
      const std::size_t at = line.find("\"edges\"");
      plain += "{" + line.substr(at) + "\n";
    }
    folder_.write("plain.jsonl", plain);
  }
  static double number(const std::string& json, std::string_view key) {
    simdjson::dom::parser parser;
    return double(parser.parse(json)[key]);
  }
};

TEST_F(Targets, AreNumbersOfATable) {
  const auto text =
      run("awe evaluate plain.jsonl --target regression --classes t.tsv:key=family,other --recipe structure --folds 4");
  ASSERT_EQ(text.exit_code, 0) << text.err;
  for (const char* part :
       {"72 graphs, 2 numbers; nested, 4 folds, 1 repeat, seed 1", "\nfamily\n", "\nother\n", "mean abs. error", "RMSE",
        "R^2", "Spearman", "the mean alone", "sizes alone", "95 % interval", "chosen recipes    structure 4x"}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  }
  const auto json =
      run("awe evaluate plain.jsonl --target regression --classes t.tsv:key=family,other --recipe structure --folds 4 "
          "--json");
  ASSERT_EQ(json.exit_code, 0) << json.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element made = parser.parse(json.out);
  const double first = made["targets"].at(0)["r2"]["mean"], second = made["targets"].at(1)["r2"]["mean"];
  EXPECT_GT(first, 0.6);
  EXPECT_NEAR(first, second, 1e-9) << "one is a multiple of the other";
  const double mae = made["targets"].at(0)["mae"]["mean"], twice = made["targets"].at(1)["mae"]["mean"];
  EXPECT_NEAR(2 * mae, twice, 1e-9);
}

TEST_F(Targets, AreFittedAndPredicted) {
  const std::string table = " --target regression --classes t.tsv:key=family,other";
  const auto made = run("awe classify fit plain.jsonl --recipe structure -o r.awe" + table);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(made.out.find("72 graphs, 2 numbers -> r.awe"), std::string::npos) << made.out;
  const auto predicted = run("awe classify predict r.awe plain.jsonl --classes t.tsv:key=family,other -o p.csv");
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  EXPECT_NE(predicted.out.find("family: against 72 given numbers"), std::string::npos) << predicted.out;
  const auto lines = test::lines_of(file("p.csv"));
  ASSERT_EQ(lines.size(), 73u);
  EXPECT_EQ(lines[0], "id,family,other,nearest,distance,unseen,given");
  EXPECT_EQ(run("awe classify predict r.awe plain.jsonl -o - ").out.substr(0, 10), "id,family,");
  fail(2, "awe classify predict r.awe plain.jsonl --scores -o x.csv", "--scores is for classes");
  fail(2, "awe classify fit plain.jsonl --machine linear -o x.awe" + table, "--target regression has ridge and svm");
  fail(2, "awe evaluate plain.jsonl --machine landmarks" + table, "--target regression has ridge and svm");
  fail(2, "awe classify fit plain.jsonl --balanced -o x.awe" + table, "--balanced is for classes");
  fail(2, "awe evaluate plain.jsonl --protocol paper" + table, "is for the protocols nested and holdout");
  fail(2, "awe evaluate plain.jsonl --target regression", "has a class (or number)");
  folder_.write("bad.csv", "0,1\n1,two\n");
  fail(4, "awe evaluate plain.jsonl --target regression --classes bad.csv", "bad.csv:2: 'two' is not a finite number");
  folder_.write("bad.csv", "0,1\n1,inf\n");
  fail(4, "awe evaluate plain.jsonl --target regression --classes bad.csv", "bad.csv:2: 'inf' is not a finite number");
}

TEST_F(Targets, AreNumbersOfASupportVectorRegression) {
  const std::string table = " --target regression --machine svm --recipe structure --classes t.tsv:key=family";
  const auto json = run("awe evaluate plain.jsonl --folds 4 --json" + table);
  ASSERT_EQ(json.exit_code, 0) << json.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element made = parser.parse(json.out);
  EXPECT_EQ(std::string_view(made["machine"]), "svm");
  EXPECT_GT(double(made["targets"].at(0)["r2"]["mean"]), 0.6);
  EXPECT_GT(double(made["folds_chosen"].at(0)["epsilon"]), 0);
  EXPECT_GT(double(made["folds_chosen"].at(0)["c"]), 0);
  const auto fitted = run("awe classify fit plain.jsonl -o s.awe" + table);
  ASSERT_EQ(fitted.exit_code, 0) << fitted.err;
  EXPECT_NE(fitted.out.find("support vector regression"), std::string::npos) << fitted.out;
  EXPECT_NE(fitted.out.find("epsilon"), std::string::npos) << fitted.out;
  const auto predicted = run("awe classify predict s.awe plain.jsonl --classes t.tsv:key=family -o p.csv");
  EXPECT_NE(predicted.out.find("family: against 72 given numbers"), std::string::npos) << predicted.out;
}

TEST_F(Targets, AreClassesInSeveralColumns) {
  std::string table = "mol,even,family,few\n";
  for (int i = 0; i < 72; ++i) {
    table += std::to_string(i) + (i % 2 == 0 ? ",yes," : ",no,") + "f" + std::to_string(i % 6) +
             (i % 3 == 0  ? ",\n"
              : i % 6 < 3 ? ",1\n"
                          : ",0\n");
  }
  folder_.write("m.csv", table);
  const std::string target = " --target multilabel --recipe structure --classes m.csv:mol=even,family,few";
  const auto text = run("awe evaluate plain.jsonl --folds 4" + target);
  ASSERT_EQ(text.exit_code, 0) << text.err;
  for (const char* part : {"72 graphs, 3 columns of classes; nested, 4 folds", "\neven (2 classes, 72 known)\n",
                           "\nfamily (6 classes, 72 known)\n", "\nfew (2 classes, 48 known)\n", "ROC area",
                           "mean accuracy", "sizes alone", "chosen recipes    structure 4x"}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  }
  EXPECT_NE(text.err.find("24 of 72 items have no class in the column few"), std::string::npos) << text.err;
  EXPECT_EQ(text.out.find("Hamming"), std::string::npos) << "some classes are unknown";
  const auto json =
      run("awe evaluate plain.jsonl --folds 4 --json --target multilabel --recipe structure "
          "--classes m.csv:mol=even,family");
  ASSERT_EQ(json.exit_code, 0) << json.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element made = parser.parse(json.out);
  EXPECT_EQ(std::string_view(made["target"]), "multilabel");
  EXPECT_GT(double(made["columns"].at(1)["accuracy"]["mean"]), 0.5);
  EXPECT_NEAR(double(made["hamming_loss"]["mean"]), 1 - double(made["accuracy"]["mean"]), 1e-9);
  EXPECT_LE(double(made["subset_accuracy"]["mean"]), double(made["accuracy"]["mean"]));

  const auto fitted = run("awe classify fit plain.jsonl -o m.awe" + target);
  ASSERT_EQ(fitted.exit_code, 0) << fitted.err;
  EXPECT_NE(fitted.out.find("72 graphs, 3 columns of classes -> m.awe"), std::string::npos) << fitted.out;
  const auto predicted = run("awe classify predict m.awe plain.jsonl --classes m.csv:mol=even,family,few -o p.csv");
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  EXPECT_NE(predicted.out.find("few: "), std::string::npos) << predicted.out;
  EXPECT_NE(predicted.out.find(" of 48 predictions agree"), std::string::npos) << predicted.out;
  const auto lines = test::lines_of(file("p.csv"));
  ASSERT_EQ(lines.size(), 73u);
  EXPECT_EQ(lines[0].substr(0, 63), "id,even,family,few,probability even=no,probability even=yes,pro");
  fail(2, "awe classify predict m.awe plain.jsonl --classes m.csv:mol=even,few -o x.csv", "the model predicts 3");
  const auto others = run("awe classify predict m.awe families.jsonl -o others.csv");
  EXPECT_EQ(others.exit_code, 0) << "a class of their own does not matter: " << others.err;
  fail(2, "awe classify predict m.awe plain.jsonl --scores -o x.csv", "--scores is for one column");
  fail(2, "awe evaluate plain.jsonl --machine svm" + target, "--target multilabel has ridge");
  fail(2, "awe classify fit plain.jsonl --machine landmarks -o x.awe" + target, "--target multilabel has ridge");
  fail(2, "awe classify fit plain.jsonl --balanced -o x.awe" + target, "--balanced is for one column");
  fail(2, "awe evaluate plain.jsonl --protocol paper" + target, "is for the protocols nested and holdout");
  fail(4, "awe evaluate plain.jsonl --classes m.csv:mol=even,family", "names several columns");
  std::string one_class = "id,a,b\n";
  for (int i = 0; i < 72; ++i) one_class += std::to_string(i) + ",x," + std::to_string(i % 2) + "\n";
  folder_.write("bad.csv", one_class);
  fail(2, "awe evaluate plain.jsonl --target multilabel --classes bad.csv:a,b", "column a of at least two classes");
  folder_.write("bad.csv", "id;a;b\n0;x,y;1\n1;z;0\n");
  fail(4, "awe evaluate plain.jsonl --target multilabel --classes bad.csv:a,b", "a comma in the class 'x,y'");
}

TEST_F(Targets, MayBeMissing) {
  std::string table = "id,class,y\n";
  for (int i = 0; i < 72; ++i) {
    table += std::to_string(i) + "," + (i % 10 == 9 ? "" : "class " + std::to_string(i % 6)) + "," +
             (i % 8 == 0 ? "nan" : std::to_string(i % 6)) + "\n";
  }
  folder_.write("some.csv", table);
  const auto classes = run("awe evaluate plain.jsonl --classes some.csv:class --recipe size --folds 4");
  ASSERT_EQ(classes.exit_code, 0) << classes.err;
  EXPECT_NE(classes.err.find("7 of 72 graphs have no class (or number) and are left out"), std::string::npos)
      << classes.err;
  EXPECT_NE(classes.out.find("65 graphs, 6 classes"), std::string::npos) << classes.out;
  const auto numbers = run("awe evaluate plain.jsonl --classes some.csv:y --target regression --recipe size --folds 4");
  ASSERT_EQ(numbers.exit_code, 0) << numbers.err;
  EXPECT_NE(numbers.err.find("9 of 72 graphs have no class (or number) and are left out"), std::string::npos);
  for (const char* machine : {"svm", "landmarks", "linear"}) {
    const auto fitted =
        run("awe classify fit plain.jsonl --classes some.csv:class --recipe structure -o c.awe --force --machine " +
            std::string(machine));
    ASSERT_EQ(fitted.exit_code, 0) << fitted.err;
    EXPECT_NE(fitted.err.find("7 of 72 graphs have no class"), std::string::npos) << fitted.err;
    EXPECT_NE(fitted.out.find("65 graphs, 6 classes"), std::string::npos) << fitted.out;
  }
}

// Rings whose every second node has two leaves.
class Nodes : public test::CommandFolder {
 protected:
  Nodes() {
    std::string edges, roles = "id,role\n";
    for (int w = 0; w < 10; ++w) {
      for (int i = 0; i < 8; ++i) {
        const int first = 16 * w, node = first + i;
        edges += std::to_string(node) + " " + std::to_string(first + (i + 1) % 8) + "\n";
        if (i % 2 == 0) {
          edges += std::to_string(node) + " " + std::to_string(first + 8 + i) + "\n";
          edges += std::to_string(node) + " " + std::to_string(first + 9 + i) + "\n";
        }
      }
      for (int i = 0; i < 16; ++i) {
        if (i == 3) continue;  // without a class
        roles += std::to_string(16 * w + i) + (i >= 8 ? ",leaf\n" : i % 2 == 0 ? ",hub\n" : ",ring\n");
      }
    }
    folder_.write("rings.edgelist", edges);
    folder_.write("roles.csv", roles);
  }
};

TEST_F(Nodes, AreClassifiedByAModel) {
  const auto made = run("awe classify fit rings.edgelist --level node --classes roles.csv:role -o n.awe");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(made.err.find("10 of 160 nodes have no class"), std::string::npos) << made.err;
  EXPECT_NE(made.out.find("150 nodes, 3 classes -> n.awe"), std::string::npos) << made.out;
  const auto found = run("awe classify predict n.awe rings.edgelist --classes roles.csv:role -o p.csv");
  ASSERT_EQ(found.exit_code, 0) << found.err;
  EXPECT_NE(found.out.find("150 of 150 predictions agree"), std::string::npos) << found.out;
  const auto lines = test::lines_of(file("p.csv"));
  ASSERT_EQ(lines.size(), 161u) << "every node has a line";
  EXPECT_EQ(lines[0].substr(0, 26), "id,class,probability hub,p");
  EXPECT_EQ(lines[4].substr(0, 7), "3,ring,") << "also the nodes without a class";
  // The same nodes as part of several graphs have the names of these before their ids, and the same predictions.
  folder_.write("two.jsonl",
                "{\"name\": \"a\", \"edges\": [[0, 1], [1, 2], [2, 0]]}\n{\"name\": \"b\", \"edges\": [[0, 1]]}\n");
  const auto other = run("awe classify predict n.awe two.jsonl");
  ASSERT_EQ(other.exit_code, 0) << other.err;
  const auto others = test::lines_of(other.out);
  ASSERT_EQ(others.size(), 6u);
  EXPECT_EQ(others[1].substr(0, 4), "a/0,");
  EXPECT_EQ(others[5].substr(0, 4), "b/1,");
  folder_.write("few.csv", "rings,0,9\n");
  const auto few = run("awe classify predict n.awe rings.edgelist --nodes few.csv");
  ASSERT_EQ(few.exit_code, 0) << few.err;
  EXPECT_EQ(test::lines_of(few.out).size(), 3u) << few.out;
  folder_.write("few.csv", "rings,0,999\n");
  fail(2, "awe classify predict n.awe rings.edgelist --nodes few.csv -o x.csv", "no node '999'");
}

TEST_F(Nodes, AndEdgesAreClassifiedByRidgeOrSvm) {
  std::string table = "id,class\n";
  for (const std::string& line : test::lines_of(file("rings.edgelist"))) {
    const std::size_t blank = line.find(' ');
    const int a = std::stoi(line.substr(0, blank)), b = std::stoi(line.substr(blank + 1));
    table += std::to_string(std::min(a, b)) + "-" + std::to_string(std::max(a, b)) +
             (std::max(a, b) % 16 >= 8 ? ",spoke\n" : ",rim\n");
  }
  folder_.write("edges.csv", table);
  for (const char* machine : {"svm", "ridge"}) {
    const auto made =
        run("awe classify fit rings.edgelist --level edge --classes edges.csv --force -o e.awe --machine " +
            std::string(machine));
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const auto found = run("awe classify predict e.awe rings.edgelist --classes edges.csv --force -o p.csv");
    EXPECT_NE(found.out.find("160 of 160 predictions agree"), std::string::npos) << found.out << found.err;
  }
  const std::string fit = "awe classify fit rings.edgelist -o x.awe ";
  fail(2, fit + "--level node", "needs --classes");
  fail(2, fit + "--level node --classes roles.csv --machine linear", "has the machines svm and ridge");
  fail(2, fit + "--level node --classes roles.csv --recipe structure", "cannot be combined with --recipe");
  fail(2, fit + "--level node --classes edges.csv", "no node has a class");
  fail(2, fit + "--radius 2 --level node --classes roles.csv", "--radius is for --level ego");
}

TEST_F(Nodes, AreClassifiedByTheGraphsAroundThem) {
  const auto found =
      run("awe evaluate rings.edgelist --level ego --radius 1 --classes roles.csv --recipe structure --folds 4 --json");
  ASSERT_EQ(found.exit_code, 0) << found.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element made = parser.parse(found.out);
  EXPECT_EQ(std::uint64_t(made["egos"]), 150u);
  EXPECT_EQ(double(made["accuracy"]["mean"]), 1.0);
  const auto fitted =
      run("awe classify fit rings.edgelist --level ego --radius 1 --classes roles.csv --recipe structure -o g.awe");
  ASSERT_EQ(fitted.exit_code, 0) << fitted.err;
  const auto predicted = run("awe classify predict g.awe rings.edgelist --classes roles.csv -o p.csv");
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  EXPECT_NE(predicted.out.find("150 of 150 predictions agree"), std::string::npos) << predicted.out;
  EXPECT_EQ(test::lines_of(file("p.csv")).size(), 161u);
}

TEST_F(Nodes, HaveLinks) {
  const auto text = run("awe evaluate rings.edgelist --target links --folds 4");
  ASSERT_EQ(text.exit_code, 0) << text.err;
  for (const char* part : {"160 nodes, 160 edges; links, 4 folds, 1 repeat, seed 1, 320 pairs tested", "ROC area",
                           "common neighbours", "Adamic-Adar", "degree product"}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  }
  const auto one = run("awe evaluate rings.edgelist --target links --folds 4 --json --threads 1");
  const auto two = run("awe evaluate rings.edgelist --target links --folds 4 --json --threads 3");
  EXPECT_EQ(one.out.substr(0, one.out.find("seconds")), two.out.substr(0, two.out.find("seconds")));
  fail(2, "awe evaluate rings.edgelist --target links --level node", "--target links is for the edges of a graph");
  fail(2, "awe evaluate rings.edgelist --target links --folds 2", "at least three --folds");
  fail(2, "awe evaluate rings.edgelist --target links --classes roles.csv", "cannot be combined with --target links");
  fail(2, "awe evaluate rings.edgelist --target links --directed", "undirected");
  fail(2, "awe classify fit rings.edgelist --target links -o x.awe", "--target links is for `awe evaluate`");
}

}  // namespace
}  // namespace awe
