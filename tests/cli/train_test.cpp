// awe train and awe infer as a user runs them.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <utility>
#include <vector>

#include "support/command_folder.h"

namespace awe {
namespace {

class AweTrain : public test::CommandFolder {
 protected:
  AweTrain() {
    const auto made = run(std::string(test::kMakeFamilies) +
                          " > made.txt && "
                          "awe train families.jsonl --words aw:4 --dimensions 8 -o m.awe --vectors-out v.npy "
                          "--walk-vectors-out w.txt --json");
    EXPECT_EQ(made.exit_code, 0) << made.err;
    summary_ = made.out;
  }
  std::string summary_;
};

TEST_F(AweTrain, SolvesAndInfersTheSameVectorsInAnyBatch) {
  simdjson::dom::parser parser;
  const simdjson::dom::element summary = parser.parse(summary_);
  EXPECT_EQ(std::uint64_t(summary["documents"]), 72u);
  EXPECT_TRUE(bool(summary["converged"]));
  ASSERT_EQ(run("awe infer m.awe families.jsonl -o again.npy").exit_code, 0);
  EXPECT_EQ(file("again.npy"), file("v.npy"));
  // One graph alone, from a stream, is the first line of all.
  const std::string graphs = file("families.jsonl");
  ASSERT_EQ(run("awe infer m.awe - --format jsonl -o one.csv", graphs.substr(0, graphs.find('\n') + 1)).exit_code, 0);
  ASSERT_EQ(run("awe infer m.awe families.jsonl -o all.csv --threads 3").exit_code, 0);
  const std::string one = file("one.csv"), all = file("all.csv");
  EXPECT_EQ(one, all.substr(0, one.size()));
}

TEST_F(AweTrain, IsTheSameBytesAgainAndWithOtherThreads) {
  ASSERT_EQ(run("awe train families.jsonl --words aw:4 --dimensions 8 -o m2.awe --threads 1").exit_code, 0);
  EXPECT_EQ(file("m.awe"), file("m2.awe"));
}

TEST_F(AweTrain, KeepsWalkVectorsAndFindsSimilarWalks) {
  const std::string words = file("w.txt");
  EXPECT_TRUE(words.starts_with("15 8\n")) << words.substr(0, 20);
  EXPECT_NE(words.find("\n1_2_3_4_5 "), std::string::npos);
  const auto similar = run("awe walks --similar \"1 2 3 4 5\" --model m.awe --max-walks 3 --json");
  ASSERT_EQ(similar.exit_code, 0) << similar.err;
  simdjson::dom::parser parser;
  EXPECT_EQ(parser.parse(similar.out).get_array().size(), 3u);
  EXPECT_EQ(run("awe walks --similar \"1 2 9\" --model m.awe").exit_code, 2);
}

TEST_F(AweTrain, InfersAsTheTrainingGraphsWereRead) {
  folder_.write("arcs.txt", "0 1\n1 2\n2 3\n3 0\n1 3\n");
  ASSERT_EQ(run("awe train arcs.txt --directed --level node --words aw:2..4 --dimensions 2 --min-count 0 -o d.awe "
                "--vectors-out d.csv")
                .exit_code,
            0);
  ASSERT_EQ(run("awe infer d.awe arcs.txt -o again.csv").exit_code, 0);
  EXPECT_EQ(file("again.csv"), file("d.csv")) << "directed, although the flag is not repeated";
  const auto other = run("awe infer d.awe arcs.txt --undirected -o u.csv");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("not fitted with --undirected"), std::string::npos) << other.err;
  const auto unknown = run("awe infer m.awe families.jsonl --weighted -o w.csv");
  EXPECT_NE(unknown.exit_code, 0) << "there are no weights";
}

TEST_F(AweTrain, GoesOnWithOtherGraphs) {
  const auto made =
      run("awe generate six-families --num-nodes 30 --num-edges 75 --count 6 --seed 9 -o more.jsonl > made.txt && "
          "awe train more.jsonl --start-from m.awe -o m3.awe --json");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  simdjson::dom::parser parser;
  EXPECT_EQ(std::uint64_t(parser.parse(made.out)["documents"]), 36u);
  EXPECT_EQ(run("awe train more.jsonl --start-from m.awe --words aw:3 -o m4.awe").exit_code, 2);
}

TEST_F(AweTrain, ClassifiesByVectorsLearntOnTrainingGraphs) {
  const auto found = run("awe evaluate families.jsonl --recipe data-driven --folds 3 --json");
  ASSERT_EQ(found.exit_code, 0) << found.err;
  simdjson::dom::parser parser;
  simdjson::dom::element result = parser.parse(found.out);
  EXPECT_GT(double(result["accuracy"]["mean"]), 0.5);
  EXPECT_FALSE(bool(result["transductive"]));
  const auto model =
      run("awe classify fit families.jsonl --recipe data-driven -o c.awe && "
          "awe classify predict c.awe families.jsonl -o p.csv");
  ASSERT_EQ(model.exit_code, 0) << model.err;
  const auto shown = run("awe evaluate families.jsonl --recipe data-driven --folds 3 --transductive");
  EXPECT_NE(shown.out.find("transductive: codebooks, scales and models were also learnt from the test graphs"),
            std::string::npos);
}

TEST_F(AweTrain, DescendsWithContext) {
  const std::string descent =
      "awe train families.jsonl --solver descent --words aw:4 --dimensions 8 --walk-dimensions 8 --epochs 3 ";
  const auto whole = run(descent + "-o whole.awe --vectors-out d.npy --corpus-out corpus.txt --json");
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_NE(whole.err.find("epoch 3: loss"), std::string::npos) << whole.err;
  EXPECT_NE(file("corpus.txt").find(" 1-2-3-4-5"), std::string::npos);
  ASSERT_EQ(run("awe infer whole.awe families.jsonl -o d2.npy").exit_code, 0);
  EXPECT_EQ(file("d.npy"), file("d2.npy"));
  EXPECT_EQ(run("awe train families.jsonl --start-from whole.awe -o x.awe").exit_code, 2);
}

TEST_F(AweTrain, OffersEveryObjectiveCandidateAndOptimiser) {
  const std::string descent =
      "awe train families.jsonl --solver descent --words aw:4 --dimensions 4 --walk-dimensions 4 --sentence-walks 5 "
      "--force -o x.awe ";
  for (const char* choice :
       {"--objective full-softmax", "--objective nce --candidates uniform", "--objective negative-sampling",
        "--objective hierarchical-softmax", "--candidates measured --candidate-power 0.75", "--candidates log-uniform",
        "--optimiser sgd --rate 0.5", "--optimiser adam --final-rate 0.5", "--optimiser adagrad --row-penalty 1e-5"}) {
    const auto made = run(descent + "--epochs 2 " + choice + " && awe infer x.awe families.jsonl -o x.npy --force");
    EXPECT_EQ(made.exit_code, 0) << choice << made.err;
  }
  const auto early = run(descent + "--epochs 60 --patience 1 --held-out 0.2 --min-improvement 1");
  ASSERT_EQ(early.exit_code, 0) << early.err;
  EXPECT_NE(early.err.find("epoch 2: loss"), std::string::npos) << early.err;
  EXPECT_NE(early.out.find("stopped early"), std::string::npos) << early.out;
  EXPECT_EQ(early.err.find("epoch 60: loss"), std::string::npos) << "it stopped early";
  const auto unknown = run(descent + "--objective softmax");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("hierarchical-softmax"), std::string::npos) << "the choices are named: " << unknown.err;
}

TEST_F(AweTrain, LearnsFromACorpusThatItWrote) {
  const std::string descent = "--solver descent --words aw:4 --dimensions 8 --walk-dimensions 8 --epochs 3 ";
  ASSERT_EQ(run("awe train families.jsonl " + descent + "-o graphs.awe --corpus-out corpus.txt").exit_code, 0);
  EXPECT_EQ(run("awe train families.jsonl " + descent + "-o x.awe --corpus-out corpus.txt").exit_code, 2)
      << "it is there already";
  const std::string corpus = "awe train --corpus corpus.txt ";
  const auto made = run(corpus + descent + "-o text.awe --vectors-out text.csv");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_TRUE(file("text.csv").starts_with("id,class,0,1,2,3,4,5,6,7\ngnm-0,"));
  // The same walks in every epoch: the first is that of graphs, others are not.
  const auto first_loss = [](const std::string& notes) {
    const std::size_t begin = notes.find("epoch 1: loss");
    return notes.substr(begin, notes.find(',', begin) - begin);
  };
  const auto with_graphs = run("awe train families.jsonl --corpus corpus.txt " + descent + "-o both.awe");
  EXPECT_EQ(first_loss(with_graphs.err), first_loss(made.err));
  EXPECT_EQ(file("both.awe"), file("text.awe"));
  EXPECT_EQ(
      run(corpus + "--words aw:4 --dimensions 8 -o exact.awe && awe infer exact.awe families.jsonl -o e.npy").exit_code,
      0);
}

TEST_F(AweTrain, RefusesBadCorpora) {
  const auto refused = [&](const std::string& text, const std::string& arguments) {
    folder_.write("bad.txt", text);
    const auto found = run("awe train --corpus bad.txt --words aw:4 --solver descent -o x.awe " + arguments);
    EXPECT_EQ(found.exit_code, 4) << found.err;
    EXPECT_FALSE(run("ls x.awe").exit_code == 0) << "nothing is written";
    return found.err;
  };
  EXPECT_NE(refused("", "").find("bad.txt: has no sentences"), std::string::npos);
  EXPECT_NE(refused(file("m.awe"), "").find("has control characters"), std::string::npos);
  EXPECT_NE(refused("gnm-0 1-2-3-4-5\ngnm-0 1-2-3\n", "").find("bad.txt:2: '1-2-3' is not a walk"), std::string::npos);
  EXPECT_NE(refused("gnm-0 1-2-3-4-5\nmolecule 1-2-3-1-2\n", "families.jsonl --min-count 1")
                .find("bad.txt:2: the input has no document 'molecule'"),
            std::string::npos);
}

TEST_F(AweTrain, DescendsOnNodesEdgesAndSubgraphs) {
  folder_.write("sets.csv", "gnm-0,0,1,2\ngnm-1,5\n");
  for (const auto& [level, rows] :
       std::vector<std::pair<std::string, int>>{{"node", 72 * 24}, {"edge", 0}, {"subgraph --nodes sets.csv", 2}}) {
    const auto made =
        run("awe train families.jsonl --solver descent --words aw:4 --dimensions 4 --walk-dimensions 4 " +
            std::string("--epochs 1 --max-documents 300 --force -o x.awe --vectors-out x.npy --json --level ") + level);
    ASSERT_EQ(made.exit_code, 0) << made.err;
    simdjson::dom::parser parser;
    simdjson::dom::element summary = parser.parse(made.out);
    EXPECT_LE(std::uint64_t(summary["documents"]), 300u);
    if (rows > 0) {
      EXPECT_EQ(std::uint64_t(summary["vectors"]), static_cast<std::uint64_t>(rows));
    } else {
      EXPECT_GT(std::uint64_t(summary["vectors"]), 300u) << "all are inferred";
    }
  }
}

TEST_F(AweTrain, KilledRunsGoOnToTheSameBytes) {
  const std::string script = "python3 " AWE_SOURCE_DIR "/tests/cli/kill_and_resume --kills 2 --every 0.1 --share 0.5 ";
  for (const char* solver : {"--solver descent --words aw:4 --walk-dimensions 8 --epochs 50",
                             "--words aw:7 --tolerance 1e-12 --max-iterations 400"}) {
    const auto found = run(script + "-- families.jsonl --threads 1 --dimensions 32 " + solver);
    EXPECT_EQ(found.exit_code, 0) << found.out << found.err;
    EXPECT_NE(found.out.find("2 kills, 2 models of the same bytes"), std::string::npos) << found.out;
  }
}

TEST_F(AweTrain, ShowsTheLossWhileItTrains) {
  // A terminal of its own, for as long as a bar needs to be seen.
  const std::string terminal =
      "TERM=xterm python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' timeout --foreground -s INT 4 awe train "
      "families.jsonl -o x.awe ";
  const auto descent = run(terminal + "--solver descent --epochs 100000");
  EXPECT_NE(descent.out.find(" ETA "), std::string::npos) << descent.out;
  EXPECT_NE(descent.out.find(" loss "), std::string::npos) << descent.out;
  const auto exact = run(terminal + "--threads 1 --dimensions 128 --tolerance 1e-15 --max-iterations 10000000");
  EXPECT_NE(exact.out.find(" objective "), std::string::npos) << exact.out;
  EXPECT_NE(exact.out.find(", gradient "), std::string::npos) << exact.out;
}

TEST_F(AweTrain, RefusesWhatMakesNoSense) {
  EXPECT_EQ(run("awe train families.jsonl -o m.awe").exit_code, 2) << "it is there already";
  EXPECT_EQ(run("awe train - -o x.awe", "{}").exit_code, 2);
  EXPECT_EQ(run("awe train -o x.awe").exit_code, 2) << "neither graphs nor a corpus";
  EXPECT_EQ(run("awe train families.jsonl --window 2 -o x.awe").exit_code, 2) << "of another solver";
  EXPECT_EQ(run("awe train families.jsonl --words size -o x.awe").exit_code, 2);
  EXPECT_EQ(run("awe train families.jsonl --words \"aw:3[sqrt]\" -o x.awe").exit_code, 2);
  EXPECT_EQ(run("awe infer families.jsonl families.jsonl -o x.npy").exit_code, 4);
  EXPECT_EQ(run("awe classify predict m.awe families.jsonl").exit_code, 8) << "a model of another kind";
  EXPECT_EQ(run("head -c 1000 m.awe > cut.awe; awe infer cut.awe families.jsonl -o x.npy").exit_code, 4);
}

}  // namespace
}  // namespace awe
