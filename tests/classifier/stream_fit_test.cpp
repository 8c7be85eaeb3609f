// Fits that read a stream: the choice of `auto` beyond its limit, fits that are stopped and continued, and recipes that
// are too slow for so many graphs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "awe/classifier.h"
#include "awe/error.h"
#include "support/labelled_collection.h"
#include "support/process.h"
#include "support/random_graphs.h"

namespace awe {
namespace {

constexpr Machine kStreaming[] = {Machine::landmarks, Machine::linear};

// Three classes by the number of edges, in several blocks of the stream.
std::vector<Graph> labelled(std::uint64_t count) {
  std::vector<Graph> graphs;
  for (Graph& graph : test::labelled_collection(count)) {
    const int own = graph.num_edges() > 9 ? 2 : graph.num_edges() > 5 ? 1 : 0;
    graphs.push_back(std::move(graph).with_class("class " + std::to_string(own)));
  }
  return graphs;
}

ClassifierOptions options_of(Machine machine) {
  ClassifierOptions options;
  options.candidates = {recipe_of_features(parse_features("walks(node):0..2 + size"))};
  options.gammas = {1};
  options.cs = {1};
  options.machine.kind = machine;
  options.machine.landmarks = 30;
  options.run.threads = 2;
  return options;
}

std::string bytes_of(const Classifier& model) {
  const test::TemporaryFolder folder;
  model.save(folder.file("m.awe"));
  return test::read_file(folder.file("m.awe"));
}

TEST(StreamFits, AutoBeyondItsLimitTakesTheBetterMachineAndSaysSo) {
  const std::vector<Graph> all = labelled(300);
  ClassifierOptions options = options_of(Machine::automatic);
  options.machine.max_exact = 250;
  std::vector<std::string> notes;
  options.run.progress.note = [&](std::string_view text) { notes.emplace_back(text); };
  const Classifier model = Classifier::fit(all, options);
  const Machine chosen = model.summary().machine;
  EXPECT_TRUE(chosen == Machine::landmarks || chosen == Machine::linear);
  ASSERT_FALSE(notes.empty());
  const std::string begin = "machine " + std::string(to_string(chosen)) +
                            ": 300 graphs are more than the 250 of an exact machine; on held-out";
  EXPECT_EQ(notes.front().substr(0, begin.size()), begin);
  // The chosen machine alone gives the same model.
  options.machine.kind = chosen;
  EXPECT_EQ(bytes_of(Classifier::fit(all, options)), bytes_of(model));
  options.machine.kind = Machine::automatic;
  options.machine.max_exact = 300;
  EXPECT_EQ(Classifier::fit(all, options).summary().machine, Machine::ridge);
}

// Stopped after every block and after three passes of training: the next fit continues from the checkpoint.
TEST(StreamFits, ContinueToTheSameBytesAfterEveryStop) {
  const std::vector<Graph> all = labelled(1100);
  for (const Machine machine : kStreaming) {
    ClassifierOptions options = options_of(machine);
    const std::string expected = bytes_of(Classifier::fit(all, options));
    const test::TemporaryFolder folder;
    options.checkpoint = folder.file("part");
    int stops = 0;
    for (int attempt = 0;; ++attempt) {
      ASSERT_LT(attempt, 100);
      int blocks = 0, passes = 0;
      options.run.progress.report = [&](std::uint64_t done, std::uint64_t total) {
        blocks += total == all.size() && done % 256 == 0 ? 1 : 0;
        passes += total > all.size() ? 1 : 0;
      };
      options.run.progress.stop_requested = [&] { return blocks > 0 || passes >= 3; };
      try {
        EXPECT_EQ(bytes_of(Classifier::fit(all, options)), expected) << to_string(machine);
        break;
      } catch (const Error& error) {
        ASSERT_EQ(error.kind(), ErrorKind::interrupted) << error.what();
        EXPECT_TRUE(std::filesystem::exists(options.checkpoint));
        ++stops;
      }
    }
    EXPECT_GE(stops, 4) << to_string(machine);
  }
}

// A process that ends without notice leaves the last checkpoint.
TEST(StreamFits, ContinueFromTheLastCheckpointOfAFitThatWasKilled) {
  const std::vector<Graph> all = labelled(1100);
  for (const Machine machine : kStreaming) {
    ClassifierOptions options = options_of(machine);
    const std::string expected = bytes_of(Classifier::fit(all, options));
    const test::TemporaryFolder folder;
    options.checkpoint = folder.file("part");
    options.checkpoint_seconds = 0;
    options.run.progress.report = [&](std::uint64_t done, std::uint64_t total) {
      if (total == all.size() && done == 1024) throw std::runtime_error("killed");
    };
    EXPECT_THROW((void)Classifier::fit(all, options), std::runtime_error);
    options.run.threads = 1;
    std::vector<std::uint64_t> blocks;  // that were read again
    options.run.progress.report = [&](std::uint64_t done, std::uint64_t total) {
      if (total == all.size() && done % 256 == 0) blocks.push_back(done);
    };
    EXPECT_EQ(bytes_of(Classifier::fit(all, options)), expected) << to_string(machine);
    EXPECT_EQ(blocks, std::vector<std::uint64_t>{1024});
  }
}

TEST(StreamFits, RefuseTheCheckpointOfAnotherFitAndDamagedOnes) {
  std::vector<Graph> all = labelled(600);
  for (const Machine machine : kStreaming) {
    ClassifierOptions options = options_of(machine);
    const test::TemporaryFolder folder;
    options.checkpoint = folder.file("part");
    bool stop = false;
    options.run.progress.report = [&](std::uint64_t done, std::uint64_t total) {
      stop = stop || (total == all.size() && done == 512);
    };
    options.run.progress.stop_requested = [&] { return stop; };
    EXPECT_THROW((void)Classifier::fit(all, options), Error);
    ASSERT_TRUE(std::filesystem::exists(options.checkpoint));
    options.run.progress = {};
    const auto kind_of_failure = [&](const ClassifierOptions& with) {
      try {
        (void)Classifier::fit(all, with);
      } catch (const Error& error) {
        return error.kind();
      }
      return ErrorKind::interrupted;  // which it cannot be
    };
    ClassifierOptions other = options;
    other.run.seed = 2;
    EXPECT_EQ(kind_of_failure(other), ErrorKind::incompatible);
    std::swap(all[0], all[1]);
    EXPECT_EQ(kind_of_failure(options), ErrorKind::incompatible) << "another order";
    std::swap(all[0], all[1]);
    if (machine == Machine::linear) {
      std::string rows = test::read_file(options.checkpoint + ".rows");
      rows[rows.size() / 2] = static_cast<char>(rows[rows.size() / 2] ^ 1);
      std::ofstream(options.checkpoint + ".rows", std::ios::binary) << rows;
      EXPECT_EQ(kind_of_failure(options), ErrorKind::malformed);
      std::filesystem::resize_file(options.checkpoint + ".rows", rows.size() / 2);
      EXPECT_EQ(kind_of_failure(options), ErrorKind::io);
      std::filesystem::remove(options.checkpoint + ".rows");
      EXPECT_EQ(kind_of_failure(options), ErrorKind::io);
    }
    std::filesystem::resize_file(options.checkpoint, std::filesystem::file_size(options.checkpoint) / 2);
    EXPECT_EQ(kind_of_failure(options), ErrorKind::malformed);
  }
}

TEST(StreamFits, LeaveOutRecipesThatTakeTooLong) {
  std::vector<Graph> all = labelled(60);
  for (int i = 0; i < 5; ++i) {
    // Exact walks would be many, and sampled ones are asked to be.
    Graph dense = test::random_graph(60, 0.5, static_cast<std::uint64_t>(i));
    all.push_back(std::move(dense).with_class("dense"));
  }
  ClassifierOptions options = options_of(Machine::linear);
  options.candidates = {recipe_of_features(parse_features("size")), recipe_of_features(parse_features("aw:1..9"))};
  options.candidates.front().name = "fast";
  options.candidates.back().name = "slow";
  options.walks = 100'000'000;
  options.machine.max_exact = 10;
  std::vector<std::string> notes;
  options.run.progress.note = [&](std::string_view text) { notes.emplace_back(text); };
  EXPECT_EQ(Classifier::fit(all, options).summary().recipe, "fast");
  ASSERT_FALSE(notes.empty());
  EXPECT_NE(notes.front().find("take too long for 65 graphs: slow ("), std::string::npos) << notes.front();
}

}  // namespace
}  // namespace awe
