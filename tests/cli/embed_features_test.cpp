// awe embed with --features as a user runs it: vocabularies, hashing, explanations, and what is rejected.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <sstream>

#include "support/command_folder.h"
#include "support/data.h"

namespace awe {
namespace {

using test::lines_of;
using test::run_shell;
using test::TemporaryFolder;

constexpr const char* kMolecules =
    "{\"n\": 3, \"edges\": [[0, 1], [1, 2]], \"node_labels\": [\"C\", \"O\", \"C\"], \"edge_labels\": [\"1\", \"2\"], "
    "\"name\": \"a\"}\n"
    "{\"n\": 3, \"edges\": [[0, 1], [1, 2], [2, 0]], \"node_labels\": [\"C\", \"C\", \"N\"], \"edge_labels\": [\"1\", "
    "\"1\", \"1\"], \"name\": \"b\"}\n"
    "{\"n\": 2, \"edges\": [[0, 1]], \"node_labels\": [\"N\", \"C\"], \"edge_labels\": [\"2\"], \"name\": \"c\"}\n";

class AweFeatures : public test::CommandFolder {
 protected:
  AweFeatures() {
    folder_.write("m.jsonl", kMolecules);
    folder_.write("bare.jsonl", "{\"n\": 2, \"edges\": [[0, 1]], \"name\": \"plain\"}\n");
  }
};

TEST_F(AweFeatures, LearnAVocabularyKeepItAndUseIt) {
  succeed("awe embed m.jsonl --features 'walks(node,edge):0..2 + size' --vocabulary-out v -o x.csv");
  const auto lines = lines_of(file("x.csv"));
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_TRUE(lines[0].starts_with("id,class,1:C,1:N,1:O,")) << lines[0];
  EXPECT_NE(lines[0].find(",1:C-[1]-2:O-[2]-3:C,"), std::string::npos) << lines[0];
  EXPECT_TRUE(lines[0].ends_with(",nodes,edges,cycles,max_degree")) << lines[0];
  succeed("awe embed m.jsonl --vocabulary v -o y.csv");
  EXPECT_EQ(file("y.csv"), file("x.csv"));
  succeed("awe embed m.jsonl --features 'walks(node,edge):0..2 + size' --vocabulary v --threads 3 -o z.csv");
  EXPECT_EQ(file("z.csv"), file("x.csv"));
  // From standard input, and in shards.
  succeed("awe embed - --format jsonl --vocabulary v -o s.csv < m.jsonl");
  EXPECT_EQ(file("s.csv"), file("x.csv"));
  for (const char* shard : {"0", "1", "2"}) {
    succeed(std::string("awe embed m.jsonl --shard ") + shard + "/3 --vocabulary v --force -o shard.csv");
    EXPECT_EQ(lines_of(file("shard.csv")).at(1), lines[1 + static_cast<std::size_t>(*shard - '0')]);
  }
}

TEST_F(AweFeatures, WriteTheShareOfWhatNoColumnHolds) {
  succeed("awe embed m.jsonl --limit 1 --features 'walks(node):0' --vocabulary-out v");
  const std::string out = succeed("awe embed m.jsonl --vocabulary v -o x.npz");
  EXPECT_NE(out.find("up to 50.00 % of the probability of a row is in walks that have no column"), std::string::npos)
      << out;
  const auto rows = lines_of(file("x.rows.csv"));
  ASSERT_NE(rows[0].find("unseen"), std::string::npos) << rows[0];
  const auto columns = lines_of(file("x.columns.csv"));
  EXPECT_EQ(columns.size(), 3u);
}

TEST_F(AweFeatures, KeepAVocabularyWithoutAMatrix) {
  EXPECT_EQ(succeed("awe embed m.jsonl --features 'walks(node):0..1' --vocabulary-out v"), "8 columns learnt, in v\n");
  EXPECT_EQ(folder_.list(), (std::vector<std::string>{"bare.jsonl", "m.jsonl", "v"}));
  const std::string first = file("v");
  fail(2, "awe embed m.jsonl --features 'walks(node):0..1' --vocabulary-out v", "v");
  succeed("awe embed m.jsonl --features 'walks(node):0..1' --vocabulary-out v --force --threads 2");
  EXPECT_EQ(file("v"), first);
  const std::string json = succeed("awe embed m.jsonl --features 'walks(node):0..1' --vocabulary-out w --json");
  EXPECT_TRUE(json.starts_with("{\"columns\": 8,")) << json;
}

TEST_F(AweFeatures, LimitTheirColumns) {
  EXPECT_EQ(succeed("awe embed m.jsonl --features 'walks(node):0..1' --min-graphs 2 --vocabulary-out v"),
            "4 columns learnt, in v\n");  // C, N; C-N and N-C
  EXPECT_EQ(succeed("awe embed m.jsonl --features 'walks(node):0..1' --max-columns 1 --vocabulary-out w"),
            "2 columns learnt, in w\n");
  succeed("awe embed m.jsonl --vocabulary w -o x.csv");
  EXPECT_EQ(lines_of(file("x.csv"))[0], "id,class,1:C,1:C-2:N");
  fail(2, "awe embed m.jsonl --features 'walks(node):0..1' --max-columns 0", "--max-columns must be at least 1");
}

TEST_F(AweFeatures, HashWalksIntoColumns) {
  succeed("awe embed - --format jsonl --features 'walks(node):0..1' --hash-bits 2 -o x.csv < m.jsonl");
  EXPECT_EQ(lines_of(file("x.csv"))[0], "id,class,#0,#1,#2,#3,#0,#1,#2,#3");
  for (const char* bits : {"0", "33", "-1"}) {
    fail(2, std::string("awe embed m.jsonl --features 'walks(node):0..1' --hash-bits ") + bits,
         "--hash-bits must be from 1 to 32");
  }
  fail(2, "awe embed m.jsonl --features 'walks(node):0..1' --hash-bits 4 --vocabulary-out v",
       "have no vocabulary to learn");
}

TEST_F(AweFeatures, KeepTheCentresOfHashedColumns) {
  folder_.write("p.jsonl",
                "{\"n\": 2, \"edges\": [[0, 1]], \"node_attributes\": [[1], [2]]}\n"
                "{\"n\": 2, \"edges\": [[0, 1]], \"node_attributes\": [[8], [9]]}\n");
  succeed("awe embed p.jsonl --features 'walks(attribute:2):0..1' --hash-bits 4 --vocabulary-out v -o x.csv");
  succeed("awe embed p.jsonl --hash-bits 4 --vocabulary v -o y.csv");
  EXPECT_EQ(file("y.csv"), file("x.csv"));
  fail(2, "awe embed p.jsonl --vocabulary v -o z.csv", "set --hash-bits");
}

TEST_F(AweFeatures, ShowWhereTheyMakeNoSense) {
  const auto result = run("awe embed m.jsonl --features '2*walks(degree): + aw:1..8' -o x.npz");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  const auto lines = lines_of(result.err);
  ASSERT_EQ(lines.size(), 3u) << result.err;
  EXPECT_EQ(lines[0], "awe: --features: expected a number after ':' (a length such as 7, or a range such as 2..7)");
  EXPECT_EQ(lines[1], "  2*walks(degree): + aw:1..8");
  EXPECT_EQ(lines[2], "                   ^");
  fail(2, "awe embed m.jsonl --features 'walks(nodes):2' -o x.npz", "^", "", 3);
}

TEST_F(AweFeatures, RefuseWhatDoesNotGoTogether) {
  succeed("awe embed m.jsonl --features 'walks(node):0..1' --vocabulary-out v");
  fail(2, "awe embed m.jsonl --features 'walks(node):0..2' --vocabulary v -o x.npz",
       "learnt for the features \"walks(node):0..1\"");
  fail(2, "awe embed m.jsonl --features 'walks(node):0..2' --vocabulary v --explain-features",
       "learnt for the features \"walks(node):0..1\"");
  fail(2, "awe embed m.jsonl --vocabulary v --self-loops keep -o x.npz", "without self-loops");
  fail(2, "awe embed m.jsonl --vocabulary v --vocabulary-out w", "excludes");
  fail(2, "awe embed m.jsonl --vocabulary v --length 3", "excludes");
  fail(2, "awe embed m.jsonl --vocabulary v --scaling sqrt", "excludes");
  fail(2, "awe embed m.jsonl --features aw:3 --length 3", "excludes");
  fail(2, "awe embed m.jsonl --features aw:3 --walk non-backtracking", "excludes");
  fail(2, "awe embed m.jsonl --features aw:3 --vocabulary-out w", "these features have no vocabulary to learn");
  fail(2, "awe embed m.jsonl --walk backwards", "backwards");
  fail(3, "awe embed m.jsonl --vocabulary nowhere -o x.npz", "nowhere");
}

TEST_F(AweFeatures, LearnNothingFromStandardInput) {
  const char* message = "learning a vocabulary reads the graphs twice, and standard input can be read only once";
  fail(2, "awe embed - --format jsonl --features 'walks(node):0..1' -o x.npz", message, kMolecules);
  fail(2, "awe embed - --format jsonl --features size --vocabulary-out v", message, kMolecules);
}

TEST_F(AweFeatures, NameTheGraphWithoutLabels) {
  fail(2, "awe embed bare.jsonl --features 'walks(node):0..1' -o x.npz", "graph plain has no node labels");
  fail(2, "awe embed bare.jsonl --features 'walks(attribute:2):1' -o x.npz", "plain");
  fail(2, "awe embed bare.jsonl --features 'walks(node):0..1' --hash-bits 3 -o x.npz",
       "graph plain has no node labels");
  succeed("awe embed m.jsonl --features 'walks(node):0..1' --vocabulary-out v");
  fail(2, "awe embed bare.jsonl --vocabulary v -o x.npz", "graph plain has no node labels");
}

TEST_F(AweFeatures, AreExplainedBeforeTheyAreComputed) {
  const std::string out = succeed("awe embed m.jsonl --features 'walks(node):0..2 + aw:1..3' --explain-features");
  EXPECT_NE(out.find("walks(node):0..2\n  columns: learnt; exact for 3 graphs, sampled for 0"), std::string::npos)
      << out;
  EXPECT_NE(out.find("aw:1..3\n  columns: 8; exact for 3 graphs"), std::string::npos) << out;
  EXPECT_NE(out.find("3 graphs, 2 passes over the input"), std::string::npos) << out;
  EXPECT_EQ(folder_.list(), (std::vector<std::string>{"bare.jsonl", "m.jsonl"})) << "nothing is computed";
  const std::string both = succeed("awe embed m.jsonl --features 'walks(node):0..2' --explain-features -o x.npz");
  EXPECT_NE(both.find("columns: learnt"), std::string::npos) << both;
  EXPECT_NE(both.find("3 rows x"), std::string::npos) << both;
  const std::string hashed =
      succeed("awe embed m.jsonl --features 'walks(node):0..2' --hash-bits 3 --explain-features");
  EXPECT_NE(hashed.find("columns: 24 hashed"), std::string::npos) << hashed;
  EXPECT_NE(hashed.find("1 pass over the input"), std::string::npos) << hashed;
}

TEST_F(AweFeatures, AreExplainedAsJson) {
  succeed("awe embed m.jsonl --features 'walks(node):0..1' --vocabulary-out v");
  simdjson::dom::parser parser;
  const auto number = [&](const std::string& command, const char* pointer) {
    const std::string out = succeed(command);
    simdjson::dom::element summary;
    EXPECT_EQ(parser.parse(out).get(summary), simdjson::SUCCESS) << out;
    std::uint64_t value = ~std::uint64_t{0};
    EXPECT_EQ(summary.at_pointer(pointer).get(value), simdjson::SUCCESS) << out;
    return value;
  };
  const std::string learn = "awe embed m.jsonl --features 'walks(node):0..1 + size' --explain-features --json";
  EXPECT_EQ(number(learn, "/graphs"), 3u);
  EXPECT_EQ(number(learn, "/passes"), 2u);
  EXPECT_EQ(number(learn, "/blocks/0/exact"), 3u);
  EXPECT_EQ(number("awe embed m.jsonl --vocabulary v --explain-features --json", "/passes"), 1u);
}

TEST_F(AweFeatures, TakeAKindOfWalk) {
  succeed("awe embed m.jsonl --length 3 --walk non-backtracking -o x.csv");
  succeed("awe embed m.jsonl --features 'aw:3[nb]' -o y.csv");
  EXPECT_EQ(file("x.csv"), file("y.csv"));
  // b, a triangle: round and round.
  EXPECT_EQ(lines_of(file("x.csv"))[0], "id,class,1 2 1 2,1 2 1 3,1 2 3 1,1 2 3 2,1 2 3 4");
  EXPECT_EQ(lines_of(file("x.csv"))[2], "b,,0,0,1,0,0");
}

TEST_F(AweFeatures, GiveTheSameBytesForAnyNumberOfThreads) {
  for (const std::string flags :
       {"--features 'walks(node,edge):0..3 + colours:1..2 + size'",
        "--features 'walks(node):0..3' --hash-bits 3 --method sampled",
        "--features 'walks(node):0..3 + aw:2..4[nb]' --method sampled --walks 5000 --level node",
        "--features 'walks(node):0..2 + ldp(8)' --level edge"}) {
    std::string first;
    for (const char* threads : {"1", "2", "5"}) {
      succeed("awe embed m.jsonl --force -o x.npz " + flags + " --threads " + threads);
      const std::string bytes = file("x.npz") + file("x.rows.csv") + file("x.columns.csv");
      if (first.empty()) first = bytes;
      EXPECT_EQ(bytes, first) << flags << ", " << threads << " threads";
    }
  }
}

// Every walk of the first graphs by hand in Python, straight from the TU files, and the inner products of the
// probabilities keyed by pattern and labels.
constexpr const char* kOracle = R"(
import collections, io, sys, zipfile
import numpy, scipy.sparse
LENGTH, GRAPHS = 5, 40
archive = zipfile.ZipFile(sys.argv[1])
def lines(part):
    name = next(n for n in archive.namelist() if n.endswith('ENZYMES_' + part + '.txt'))
    return archive.read(name).decode().split('\n')
graph_of = [int(x) for x in lines('graph_indicator') if x.strip()]
label_of = [x.strip() for x in lines('node_labels') if x.strip()]
near = collections.defaultdict(set)
for line in lines('A'):
    if line.strip():
        a, b = (int(x) - 1 for x in line.split(','))
        if a != b:
            near[a].add(b)
            near[b].add(a)
def walks(node, probability, walk, sums):
    first = {}
    pattern = tuple(first.setdefault(v, len(first)) for v in walk)
    sums[pattern, tuple(label_of[v] for v in first)] += probability
    if len(walk) <= LENGTH and near[node]:
        for v in near[node]:
            walks(v, probability / len(near[node]), walk + [v], sums)
rows = []
for g in range(1, GRAPHS + 1):
    nodes = [v for v in range(len(graph_of)) if graph_of[v] == g]
    sums = collections.Counter()
    for v in nodes:
        walks(v, 1 / len(nodes), [v], sums)
    rows.append(sums)
x = scipy.sparse.load_npz(sys.argv[2])
gram = (x @ x.T).toarray()
assert gram.shape == (GRAPHS, GRAPHS), gram.shape
worst = 0
for i in range(GRAPHS):
    for j in range(GRAPHS):
        a, b = rows[i], rows[j]
        worst = max(worst, abs(gram[i, j] - sum(p * b[k] for k, p in a.items() if k in b)))
columns = set().union(*rows)
assert x.shape[1] == len(columns), (x.shape, len(columns))
print('agrees' if worst < 1e-6 else worst)
)";

TEST_F(AweFeatures, HaveTheInnerProductsOfAnOracleInPythonOnEnzymes) {
  AWE_NEED_DATA("ENZYMES.zip");
  const std::string data = test::data_path("ENZYMES.zip");
  folder_.write("oracle.py", kOracle);
  succeed("awe embed " + data + " --limit 40 --method exact --features 'walks(node):0..5' -o x.npz");
  const auto python = run("/usr/bin/python3 oracle.py " + data + " x.npz");
  EXPECT_EQ(python.out, "agrees\n") << python.err;
}

}  // namespace
}  // namespace awe
