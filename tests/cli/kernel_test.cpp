// awe kernel as a user runs it.
#include <gtest/gtest.h>
#include <simdjson.h>

#include "support/command_folder.h"

namespace awe {
namespace {

class AweKernel : public test::CommandFolder {
 protected:
  AweKernel() { folder_.write("graphs.jsonl", test::kFiveGraphs); }
  // Python code that prints, with x the features and g the kernel, both float64.
  [[nodiscard]] std::string python(const std::string& code) const {
    const auto result =
        run("/usr/bin/python3 -c 'import numpy as np; x = np.load(\"x.npy\").astype(np.float32).astype(float); "
            "g = np.load(\"g.npy\"); assert g.dtype == np.float32 and (g == g.T).all(); " +
            code + "'");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }
};

TEST_F(AweKernel, ComputesEveryKernelOfGraphsAndOfTheirMatrix) {
  succeed("awe embed graphs.jsonl --length 1..5 -o x.npy");
  succeed("awe embed graphs.jsonl --length 1..5 -o s.npz");
  const std::string squares = "d = ((x[:, None] - x[None]) ** 2).sum(2); u = d[np.triu_indices(5, 1)]; ";
  const std::pair<const char*, std::string> kernels[] = {
      {"linear", "k = x @ x.T"},
      {"poly --degree 3 --coef0 0.5", "k = (x @ x.T + .5) ** 3"},
      {"rbf --sigma 0.7", squares + "k = np.exp(-d / (2 * .49))"},
      {"rbf", squares + "k = np.exp(-d / (2 * np.sort(u)[5]))"},
      {"cosine", "n = np.linalg.norm(x, axis=1); n[n == 0] = 1; k = x @ x.T / np.outer(n, n)"},
      {"hellinger", "k = np.sqrt(x) @ np.sqrt(x).T"},
      {"intersection", "k = np.minimum(x[:, None], x[None]).sum(2)"},
      {"chi2", "a, b = x[:, None], x[None]; k = (2 * a * b / np.maximum(a + b, 1e-30)).sum(2)"}};
  for (const auto& [flags, formula] : kernels) {
    const std::string tail = std::string(" --force -o g.npy --kernel ") + flags;
    succeed("awe kernel graphs.jsonl --length 1..5" + tail);
    EXPECT_EQ(python(formula + "; print(np.allclose(g, k, rtol=1e-5, atol=1e-7))"), "True\n") << flags;
    const std::string of_graphs = file("g.npy"), names = file("g.rows.csv");
    for (const char* matrix : {"x.npy", "s.npz"}) {
      succeed("awe kernel " + std::string(matrix) + tail + " --threads 2");
      EXPECT_TRUE(file("g.npy") == of_graphs) << flags << " " << matrix;
    }
    EXPECT_EQ(names.substr(0, names.find('\n') + 6), "id,class,method,walks,certified_error,stopped,unseen\na,1,e");
  }
}

TEST_F(AweKernel, SumsDistancesOfBlocksByTheirMedians) {
  succeed("awe embed graphs.jsonl --features '3*aw:2..4 + size' -o x.npy");
  succeed("awe kernel graphs.jsonl --features '3*aw:2..4 + size' --blocks-median --gamma 0.5 -o g.npy");
  const std::string code =
      "t = np.triu_indices(5, 1); f = lambda y: ((y[:, None] - y[None]) ** 2).sum(2); m = lambda d: d / "
      "np.sort(d[t])[5]; "
      "k = np.exp(-.5 * (W * m(f(x[:, :-4])) + m(f(x[:, -4:])))); print(np.allclose(g, k, rtol=1e-5))";
  EXPECT_EQ(python("W = 3; " + code), "True\n");
  // A ready matrix has its blocks, but not their weights.
  succeed("awe kernel x.npy --blocks-median --gamma 0.5 -o g.npy --force");
  EXPECT_EQ(python("W = 1; " + code), "True\n");
}

TEST_F(AweKernel, LearnsVocabulariesAndTellsInJson) {
  const auto result =
      run("awe kernel graphs.jsonl --features 'walks(degree):0..2 + colours:1' --blocks-median --json -o g.npy");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  simdjson::dom::parser parser;
  std::uint64_t rows = 0;
  simdjson::dom::array medians;
  ASSERT_EQ(parser.parse(result.out)["rows"].get(rows), simdjson::SUCCESS) << result.out;
  EXPECT_EQ(rows, 5u);
  ASSERT_EQ(parser.parse(result.out)["medians"].get(medians), simdjson::SUCCESS) << result.out;
  EXPECT_EQ(medians.size(), 2u);
  EXPECT_EQ(folder_.list(), (std::vector<std::string>{"g.columns.csv", "g.npy", "g.rows.csv", "graphs.jsonl"}));
}

TEST_F(AweKernel, HasTheSameBytesForAnyNumberOfThreads) {
  ASSERT_EQ(run("awe generate gnm --num-nodes 12 --num-edges 20 --count 300 -o many.jsonl").exit_code, 0);
  std::string first;
  for (const char* threads : {"1", "2", "8"}) {
    succeed(
        "awe kernel many.jsonl --features 'aw:2..5 + walks(degree):0..2' --kernel chi2 --force -o g.npy --threads " +
        std::string(threads));
    if (first.empty()) first = file("g.npy");
    EXPECT_TRUE(file("g.npy") == first) << threads;
  }
}

TEST_F(AweKernel, FailsInOneLine) {
  fail(2, "awe kernel graphs.jsonl", "--output is required; see awe kernel --help");
  fail(2, "awe kernel graphs.jsonl -o g.csv", "must be .npy");
  fail(2, "awe kernel graphs.jsonl -o g.npy --kernel cubic", "see awe kernel --help");
  fail(2, "awe kernel graphs.jsonl -o g.npy --kernel rbf --sigma -1", "--sigma -1");
  fail(2, "awe kernel graphs.jsonl -o g.npy --kernel rbf --blocks-median", "--blocks-median");
  fail(2, "awe kernel graphs.jsonl -o g.npy --blocks-median --gamma 0", "--gamma");
  fail(3, "awe kernel absent.npz -o g.npy", "absent.npz");
  folder_.write("bad.npy", "no array");
  fail(4, "awe kernel bad.npy -o g.npy", "bad.npy");
  fail(5, "awe kernel graphs.jsonl -o g.npy --memory 50", "raise --memory");
  fail(6, "awe kernel graphs.jsonl --features size --kernel chi2 -o g.npy", "negative");
  succeed("awe kernel graphs.jsonl -o g.npy");
  fail(2, "awe kernel graphs.jsonl -o g.npy", "exists already");
  ASSERT_EQ(run("/usr/bin/python3 -c 'import numpy as np; np.save(\"nan.npy\", np.full((2, 2), np.nan))'").exit_code,
            0);
  fail(6, "awe kernel nan.npy -o h.npy", "not finite");
}

}  // namespace
}  // namespace awe
