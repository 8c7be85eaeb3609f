// Models, checkpoints and vocabularies: damaged, of another kind, with numbers that are none and with sound checksums.
#include <cmath>
#include <limits>

#include "bad_input/bad_case.h"
#include "bad_input/model_edit.h"
#include "exact_form/exact_checkpoint.h"
#include "support/process.h"

namespace awe::test {
namespace {

using namespace std::string_literals;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
constexpr float kSingleNan = std::numeric_limits<float>::quiet_NaN();

const char* const kModel = "awe train g.jsonl --words aw:3 --dimensions 2 -o m.awe";
const char* const kClassifier = "awe classify fit g.jsonl --recipe size -o c.awe";
const char* const kProbable = "awe classify fit g.jsonl --recipe size --probabilities -o c.awe";
const char* const kVocabulary = "awe embed g.jsonl --features 'walks(node):0..1' --vocabulary-out v";
const char* const kDescent =
    "awe train g.jsonl --words aw:3 --dimensions 2 --solver descent --epochs 2 --walk-dimensions 2 -o m.awe";
// Training that is killed once it has written the checkpoint p.
const char* const kKilled =
    "(awe train g.jsonl --words aw:3 --dimensions 2 --solver descent --epochs 1000000 --walk-dimensions 2 "
    "--checkpoint p --checkpoint-every 0.01s -o m.awe > log.txt 2>&1 & pid=$!; "
    "while [ ! -e p ]; do sleep 0.01; done; kill -9 $pid; wait $pid; rm -f log.txt *.part .*.awe-lock)";

const BadCase kModels[] = {
    {"ClassifierAsModel", {}, "infer c.awe g.jsonl -o v.npy", 8, "a model of kind 'classifier'", kClassifier},
    {"ModelAsClassifier", {}, "classify predict m.awe g.jsonl -o p.csv", 8, "a model of kind 'embedding'", kModel},
    {"ModelAsGraphs", {}, "embed m.awe -o x.npy", 4, "m.awe: ", kModel},
    {"GraphsAsModel", {}, "infer g.jsonl m.awe -o v.npy", 4, "no model of awe", kModel},
    {"GraphsAsClassifier", {}, "classify predict g.jsonl g.jsonl", 4, "no model of awe"},
    {"ModelAsVocabulary", {}, "embed g.jsonl --vocabulary m.awe -o x.npz", 4, "not a vocabulary of awe", kModel},
    {"VocabularyAsModel", {}, "infer v g.jsonl -o v.npy", 4, "no model of awe", kVocabulary},
    {"ModelAsCheckpoint", {}, "train g.jsonl --words aw:3 --checkpoint m.awe -o n.awe", 8, "kind 'embedding'", kModel},
    {"CheckpointAsModel", {}, "infer p g.jsonl -o v.npy", 8, "a model of kind 'checkpoint'", kKilled},
    {"CheckpointOfOtherRun",
     {},
     "train g.jsonl --words aw:4 --dimensions 2 --solver descent --checkpoint p -o n.awe",
     8,
     "p: ",
     kKilled},
    {"CheckpointOfOtherSolver",
     {},
     "train g.jsonl --words aw:3 --dimensions 2 --checkpoint p -o n.awe",
     8,
     "'checkpoint'",
     kKilled},
    {"ClassifierAsStart", {}, "train g.jsonl --start-from c.awe -o n.awe", 8, "kind 'classifier'", kClassifier},
    {"ClassifierOfWalks", {}, "walks --similar '1 2' --model c.awe", 8, "kind 'classifier'", kClassifier},
    {"MatrixAsModel",
     {},
     "infer x.npy g.jsonl -o v.npy",
     4,
     "no model of awe",
     "awe embed g.jsonl --length 2 -o x.npy"},
    {"MatrixAsGraphs", {}, "embed x.npy --length 2", 4, "x.npy: ", "awe embed g.jsonl --length 2 -o x.npy"},
    {"GraphsAsMatrix", {{"g.npy", "{\"n\": 1}\n"}}, "kernel g.npy -o k.npy", 4, "g.npy: "},
    {"GraphsAsArchive", {{"g.npz", "{\"n\": 1}\n"}}, "kernel g.npz -o k.npy", 4, "g.npz: "},
    {"ModelAbsent", {}, "infer absent.awe g.jsonl -o v.npy", 3, "absent.awe"},
    {"ModelEmpty", {{"m.awe", ""}}, "infer m.awe g.jsonl -o v.npy", 4, "m.awe"},
    {"ModelCutShort",
     {},
     "infer s.awe g.jsonl -o v.npy",
     4,
     "cut short or changed",
     "awe train g.jsonl --words aw:3 --dimensions 2 -o m.awe && head -c 500 m.awe > s.awe"},
    {"ModelWithMore",
     {},
     "infer m.awe g.jsonl -o v.npy",
     4,
     "cut short or changed",
     "awe train g.jsonl --words aw:3 --dimensions 2 -o m.awe && echo >> m.awe"},
    {"ModelGzipped",
     {},
     "infer m.awe.gz g.jsonl -o v.npy",
     4,
     "no model of awe",
     "awe train g.jsonl --words aw:3 --dimensions 2 -o m.awe && gzip m.awe"},
    {"ModelIsFolder", {}, "infer d g.jsonl -o v.npy", 3, "d: ", "mkdir d"},
    {"LabelsMissing",
     {{"u.jsonl", "{\"edges\": [[0, 1]]}\n"}},
     "infer m.awe u.jsonl -o v.npy",
     2,
     "label",
     "awe train g.jsonl --words 'walks(node):0..2' --dimensions 2 -o m.awe"},
    {"LabelsMissingToClassify",
     {{"u.jsonl", "{\"edges\": [[0, 1]]}\n"}},
     "classify predict c.awe u.jsonl -o p.csv",
     2,
     "label",
     "awe classify fit g.jsonl --recipe labels -o c.awe"},
    {"ReadOtherwise",
     {},
     "classify predict c.awe g.jsonl --directed -o p.csv",
     2,
     "not fitted with --directed",
     kClassifier},
    {"SimilarUnknown", {}, "walks --similar '1 2 3 4 5 6 7' --model m.awe", 2, "is no word of the model", kModel},
    {"VocabularyOfOtherFeatures",
     {},
     "embed g.jsonl --vocabulary v --features 'walks(node):0..2' -o x.npz",
     2,
     "v",
     kVocabulary},
    // Said, not refused.
    {"SaidAllUnseen",
     {{"u.jsonl", "{\"n\": 2, \"edges\": [[0, 1]], \"node_labels\": [\"q\", \"r\"]}\n"}},
     "infer m.awe u.jsonl -o v.npy",
     0,
     "1 of 1 vector are 0: none of their walks occurs in a training graph",
     "awe train g.jsonl --words 'walks(node):0..2' --dimensions 2 --min-count 1 -o m.awe"},
    {"SaidAllUnseenToClassify",
     {{"u.jsonl", "{\"n\": 2, \"edges\": [[0, 1]], \"node_labels\": [\"q\", \"r\"]}\n"}},
     "classify predict c.awe u.jsonl -o p.csv",
     0,
     "1 of 1 graph have no labelled walk that occurs in a training graph",
     "awe classify fit g.jsonl --recipe labels -o c.awe"},
    {"SaidMoreDimensionsThanWords", {}, "train g.jsonl --words aw:3 --dimensions 64 -o m.awe", 0, "span at most"},
    {"SaidEqualGraphs",
     {{"s.jsonl", "{\"edges\": [[0, 1], [1, 2]]}\n{\"edges\": [[0, 1], [1, 2]]}\n"}},
     "train s.jsonl --words aw:3 --dimensions 2 --min-count 0 -o m.awe --vectors-out v.npy",
     0,
     "2 of 2 vectors are 0: their graphs have no walks, or the training graphs do not differ"},
};

AWE_BAD_CASES(BadModels, kModels);

// A number that is none, in a file whose checksums fit.
struct BadNumber {
  const char* test;
  const char* setup;  // makes the file
  const char* file;
  const char* section;
  std::ptrdiff_t place;  // in the section; negative: from its end
  std::string bytes;
  const char* command;
  const char* message = "not finite";
};

void PrintTo(const BadNumber& bad, std::ostream* out) { *out << bad.test; }

const char* const kInfer = "infer m.awe g.jsonl -o v.npy";
const char* const kPredict = "classify predict c.awe g.jsonl -o q.csv";
const char* const kDescendAgain =
    "train g.jsonl --words aw:3 --dimensions 2 --solver descent --epochs 1000000 --walk-dimensions 2 "
    "--checkpoint p --checkpoint-every 0.01s -o n.awe";

// Later versions have their rows deflated.
constexpr const char* kFirstVersion = "cp " AWE_SOURCE_DIR "/tests/classifier/version_1.awe c.awe";

const BadNumber kBadNumbers[] = {
    // The text "aw:3" takes 12 bytes of the section plan, each list begins with its length and at a multiple of 16.
    {"MinCount", kModel, "m.awe", "plan", 20, bytes_of(kNan), kInfer},
    {"VectorPenalty", kModel, "m.awe", "plan", 47, bytes_of(kNan), kInfer},
    {"VectorPenaltyZero", kModel, "m.awe", "plan", 47, bytes_of(0.0), kInfer, "not above 0"},
    {"WordPenalty", kModel, "m.awe", "plan", 55, bytes_of(kInfinity), kInfer},
    {"Tolerance", kModel, "m.awe", "plan", 63, bytes_of(-kInfinity), kInfer},
    {"SumOfWord", kModel, "m.awe", "vocabulary", -17, bytes_of(kNan), kInfer},
    {"WordVectorNan", kModel, "m.awe", "words", 16, bytes_of(kNan), kInfer},
    {"WordVectorInfinite", kModel, "m.awe", "words", 24, bytes_of(kInfinity), kInfer},
    {"Bias", kModel, "m.awe", "words", -8, bytes_of(kNan), kInfer},
    {"BiasOfStart", kModel, "m.awe", "words", -8, bytes_of(kNan), "train g.jsonl --start-from m.awe -o n.awe"},
    {"BiasOfSimilar", kModel, "m.awe", "words", -8, bytes_of(kNan), "walks --similar '1 2 1 2' --model m.awe"},
    {"ContextVector", kDescent, "m.awe", "context", -8, bytes_of(kNan), kInfer},
    {"Gamma", kClassifier, "c.awe", "recipe", 12, bytes_of(kNan), kPredict},
    {"ChosenC", kClassifier, "c.awe", "recipe", 20, bytes_of(kInfinity), kPredict},
    {"InnerAccuracy", kClassifier, "c.awe", "recipe", 28, bytes_of(kNan), kPredict},
    {"WeightNan", kClassifier, "c.awe", "recipe", -8, bytes_of(kNan), kPredict},
    {"WeightInfinite", kClassifier, "c.awe", "recipe", -8, bytes_of(kInfinity), kPredict},
    {"VoterGamma", kClassifier, "c.awe", "voters", 16, bytes_of(kInfinity), kPredict},
    {"Rho", kClassifier, "c.awe", "voters", 88, bytes_of(kNan), kPredict},
    {"Coefficient", kClassifier, "c.awe", "voters", -16, bytes_of(kNan), kPredict},
    {"SigmoidOffset", kProbable, "c.awe", "voters", -8, bytes_of(kNan), kPredict},
    {"SigmoidSlope", kProbable, "c.awe", "voters", -16, bytes_of(kInfinity), kPredict},
    {"RowValue", kFirstVersion, "c.awe", "rows 0", -4, bytes_of(kSingleNan), kPredict},
    {"DescentParameter", kKilled, "p", "parameters", -4, bytes_of(kSingleNan), kDescendAgain},
    {"DescentMemory", kKilled, "p", "memory", -4, bytes_of(kSingleNan), kDescendAgain},
    {"DescentLoss", kKilled, "p", "position", 40, bytes_of(kNan), kDescendAgain},
};

class NumbersOfModels : public testing::TestWithParam<BadNumber> {};

TEST_P(NumbersOfModels, AreCheckedOnOpening) {
  const BadNumber& bad = GetParam();
  const TemporaryFolder folder;
  const std::string there = "cd " + folder.path() + " && ";
  ASSERT_EQ(run_shell(there + "awe generate six-families --num-nodes 24 --num-edges 60 --count 2 -o g.jsonl").exit_code,
            0);
  const auto made = run_shell(there + bad.setup);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  edit_model(folder.file(bad.file), bad.section, bad.place, bad.bytes);
  const auto before = folder.list();
  const auto result = run_shell(there + "awe " + bad.command);
  EXPECT_EQ(result.exit_code, 4) << result.err << result.out;
  EXPECT_NE(result.err.find("section '" + std::string(bad.section) + "'"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find(bad.message), std::string::npos) << result.err;
  EXPECT_EQ(folder.list(), before) << "something was written";
}

INSTANTIATE_TEST_SUITE_P(Table, NumbersOfModels, testing::ValuesIn(kBadNumbers),
                         [](const auto& param) { return std::string(param.param.test); });

TEST(NumbersOfSolves, AreCheckedOnResuming) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p");
  exact_form::MinimiserState sound;
  sound.x = {1, 2};
  sound.gradient = {0, 1};
  sound.value = 3;
  sound.pairs = {{{1, 0}, {0, 1}, 0.5}};
  const auto refuses = [&](const exact_form::MinimiserState& state) {
    exact_form::save_solve(path, {}, state);
    try {
      (void)exact_form::load_solve(path, {}, 2, 10);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::malformed && std::string(error.what()).find("not finite") != std::string::npos;
    }
    return false;
  };
  EXPECT_FALSE(refuses(sound));
  auto state = sound;
  state.x[1] = kNan;
  EXPECT_TRUE(refuses(state));
  state = sound;
  state.gradient[0] = kInfinity;
  EXPECT_TRUE(refuses(state));
  state = sound;
  state.value = kNan;
  EXPECT_TRUE(refuses(state));
  state = sound;
  state.pairs[0].inverse = kNan;
  EXPECT_TRUE(refuses(state));
}

}  // namespace
}  // namespace awe::test
