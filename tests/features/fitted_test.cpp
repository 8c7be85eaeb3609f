// Writing what was learnt to a file and reading it back.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "awe/error.h"
#include "awe/hash.h"
#include "features/fitted_features.h"
#include "support/labelled_collection.h"
#include "support/process.h"

namespace awe::features {
namespace {

using test::apply;
using test::fit;
using test::labelled_collection;
using test::plan_of;
using test::read_file;
using test::TemporaryFolder;

constexpr const char* kEverything =
    "2*walks(node,edge):0..3[sqrt] + walks(attribute:3):1..2 + walks(degree,attribute:2):0..1[counts] + aw:1..4 + "
    "colours:0..2[min-graphs=2] + size + ldp(8) + wl(wl:0,edge):0..2 + distances(node)[max-columns=9] + "
    "graphlets:3";

std::string text_of(const FittedFeatures& fitted) {
  const TemporaryFolder folder;
  save_fitted(folder.file("v"), fitted);
  return read_file(folder.file("v"));
}

// The kind of the error with which a file is refused; nothing if it is accepted.
std::optional<ErrorKind> refused(const TemporaryFolder& folder, const std::string& text, std::string* message = {}) {
  std::filesystem::remove(folder.file("v"));  // to write over a file is slow on some systems
  std::ofstream(folder.file("v"), std::ios::binary) << text;
  try {
    (void)load_fitted(folder.file("v"));
  } catch (const Error& error) {
    if (message != nullptr) *message = error.what();
    return error.kind();
  }
  return std::nullopt;
}

FittedFeatures small_fit() {
  const std::vector<Graph> graphs = {
      test::with_labels(test::path_graph(2), [](NodeId u) { return u == 0 ? "C" : ""; }),
      test::with_labels(
          test::path_graph(3), [](NodeId) { return "a b"; }, [](NodeId, NodeId) { return "x"; })};
  FeatureOptions plan = plan_of("walks(node):0..1 + size");
  return fit(plan, graphs);
}

// The checksum made to fit again after a change.
std::string with_checksum(std::string text) {
  text.resize(text.rfind("end "));
  return text + "end " + to_string(hash128(std::as_bytes(std::span(text)))) + "\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return with_checksum(text.replace(at, from.size(), to));
}

TEST(FittedFile, GivesBackWhatWasSaved) {
  const TemporaryFolder folder;
  const auto graphs = labelled_collection();
  FeatureOptions plan = plan_of(kEverything);
  const FittedFeatures fitted = fit(plan, graphs);
  save_fitted(folder.file("v"), fitted);
  const FittedFeatures loaded = load_fitted(folder.file("v"));
  EXPECT_EQ(loaded.features, fitted.features);
  EXPECT_EQ(loaded.graphs, fitted.graphs);
  EXPECT_EQ(loaded.codebooks, fitted.codebooks);
  EXPECT_EQ(loaded.sizes.mean, fitted.sizes.mean);
  EXPECT_EQ(loaded.sizes.deviation, fitted.sizes.deviation);
  EXPECT_EQ(text_of(loaded), read_file(folder.file("v")));
  auto others = labelled_collection(20);
  const auto a = apply(plan, fitted, others), b = apply(plan, loaded, others);
  EXPECT_EQ(a.rows, b.rows);
  ASSERT_EQ(a.columns.size(), b.columns.size());
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    EXPECT_EQ(a.columns[i].walk, b.columns[i].walk);
    EXPECT_EQ(a.columns[i].block, b.columns[i].block);
  }
  // Without the maps, which describe whole graphs, it serves nodes too.
  plan.features.resize(7);
  const FittedFeatures without = fit(plan, graphs);
  save_fitted(folder.file("w"), without);
  plan.level = Level::node;
  EXPECT_EQ(apply(plan, without, others).rows, apply(plan, load_fitted(folder.file("w")), others).rows);
}

TEST(FittedFile, HasTheSameBytesForAnyOrderOfGraphsAndAnyThreads) {
  const auto graphs = labelled_collection();
  FeatureOptions plan = plan_of(kEverything);
  const std::string one = text_of(fit(plan, graphs));
  auto shuffled = graphs;
  std::rotate(shuffled.begin(), shuffled.begin() + 5, shuffled.end());
  std::swap(shuffled[0], shuffled[7]);
  EXPECT_EQ(text_of(fit(plan, shuffled)), one);
  plan.run.threads = 4;
  EXPECT_EQ(text_of(fit(plan, graphs)), one);
  // A vocabulary holds the walks of whole graphs at every level; sizes are those of the rows.
  plan.features = parse_features("walks(node,edge):0..3 + colours:1..2");
  const std::string of_graphs = text_of(fit(plan, graphs));
  plan.level = Level::node;
  EXPECT_EQ(text_of(fit(plan, graphs)), of_graphs);
}

TEST(FittedFile, KeepsEveryLabelAsItIs) {
  const TemporaryFolder folder;
  const std::string text = text_of(small_fit());
  EXPECT_NE(text.find("\nnode a%20b\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nnode \n"), std::string::npos) << "a label without characters is a label";
  EXPECT_EQ(refused(folder, text), std::nullopt);
}

TEST(FittedFile, IsNotReplacedUnlessForced) {
  const TemporaryFolder folder;
  folder.write("v", "mine");
  try {
    save_fitted(folder.file("v"), small_fit());
    ADD_FAILURE() << "replaced";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
  }
  EXPECT_EQ(read_file(folder.file("v")), "mine");
  save_fitted(folder.file("v"), small_fit(), true);
  EXPECT_EQ(read_file(folder.file("v")), text_of(small_fit()));
}

TEST(FittedFile, IsRefusedWhereverItIsCutShort) {
  const TemporaryFolder folder;
  const std::string text = text_of(small_fit());
  ASSERT_EQ(refused(folder, text), std::nullopt);
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto kind = refused(folder, text.substr(0, size));
    ASSERT_TRUE(kind == ErrorKind::malformed || kind == ErrorKind::incompatible) << size << " of " << text.size();
  }
  EXPECT_EQ(refused(folder, text + "x"), ErrorKind::malformed);
  EXPECT_EQ(refused(folder, text + "\n"), ErrorKind::malformed);
  EXPECT_EQ(refused(folder, text + text), ErrorKind::malformed);
}

TEST(FittedFile, IsRefusedWhicheverByteIsChanged) {
  const TemporaryFolder folder;
  for (const std::string& text :
       {text_of(small_fit()), text_of(fit(plan_of("walks(attribute:2):0..1 + colours:1"), labelled_collection(2)))}) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      // Single bits, and bytes that mean something to a reader of lines or numbers.
      std::string others = "\n\r\t -+0.1e#\xEF";
      others += '\0';
      for (int bit = 0; bit < 8; ++bit) others += static_cast<char>(text[at] ^ (1 << bit));
      for (const char other : others) {
        if (other == text[at]) continue;
        std::string changed = text;
        changed[at] = other;
        const auto kind = refused(folder, changed);
        ASSERT_TRUE(kind == ErrorKind::malformed || kind == ErrorKind::incompatible)
            << "byte " << at << " of " << text.size() << " as " << static_cast<int>(other);
      }
    }
  }
}

TEST(FittedFile, OfAnotherVersionIsIncompatible) {
  const TemporaryFolder folder;
  const std::string text = text_of(small_fit());
  std::string message;
  EXPECT_EQ(refused(folder, replaced(text, "awe vocabulary 1", "awe vocabulary 5"), &message), ErrorKind::incompatible);
  EXPECT_NE(message.find("version '5'"), std::string::npos) << message;
  EXPECT_EQ(refused(folder, "hello\n"), ErrorKind::malformed);
}

TEST(FittedFile, RefusesNonsenseThoughTheChecksumFits) {
  const TemporaryFolder folder;
  const std::string text = text_of(small_fit());
  const auto malformed = [&](const std::string& from, const std::string& to, const std::string& part) {
    std::string message;
    EXPECT_EQ(refused(folder, replaced(text, from, to), &message), ErrorKind::malformed) << from << " -> " << to;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  ASSERT_EQ(refused(folder, with_checksum(text)), std::nullopt);
  malformed("features walks", "features walk(", "make no sense");
  malformed("self-loops drop", "self-loops maybe", "'keep' or 'drop'");
  malformed("graphs 2", "graphs -2", "no whole number");
  malformed("graphs 2", "graphs 2 2", "1 numbers are expected");
  malformed("codebooks 0", "codebooks 1", "'codebook' is expected");
  malformed("sizes 2", "sizes two", "no whole number");
  malformed("mean ", "mean nan ", "no number");
  malformed("mean ", "mean inf ", "no number");
  malformed("mean ", "mean 1 ", "4 numbers are expected");
  malformed("vocabularies 1", "vocabularies 2", "not as many");
  malformed("vocabulary 0 1", "vocabulary 0 2", "these lengths");
  malformed("node a%20b", "node C", "there twice");
  malformed("walk 0 1 ", "walk 1 1 ", "before the one that it continues");
  malformed("walk 0 1 ", "walk 0 2 ", "no such step");
  malformed("walk 0 1 0 0", "walk 0 1 9 0", "no such label");
  malformed("walk 0 1 0 0", "walk 0 1 0 9", "no such label");
  malformed("walk 0 1 0 0 1 0", "walk 0 1 0 0 1 134217727", "column 0 is expected");
  malformed("walk 0 1 0 0 1 0", "walk 0 1 0 0 1 x", "no column");
  malformed("walk 0 1 0 0 1 0", "walk 0 1 0 0", "six numbers");
  malformed("walk 0 1 1 0", "walk 0 1 0 0", "there twice");
}

TEST(FittedFeatures, MustBeThoseOfThePlan) {
  const auto graphs = labelled_collection(3);
  const FeatureOptions plan = plan_of("walks(node):0..1");
  const FittedFeatures fitted = fit(plan, graphs);
  const auto message_of = [](const FeatureOptions& other, std::optional<FittedFeatures> given) -> std::string {
    try {
      const Featurizer featurizer(other, std::move(given));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message_of(plan, fitted), "");
  EXPECT_NE(message_of(plan_of("walks(node):0..2"), fitted).find("\"walks(node):0..1\" without self-loops"),
            std::string::npos);
  FeatureOptions loops = plan;
  loops.self_loops = true;
  EXPECT_NE(message_of(loops, fitted).find("not for what is asked now"), std::string::npos);
  EXPECT_NE(message_of(plan, std::nullopt).find("are learnt from graphs first"), std::string::npos);
}

TEST(FittedFeatures, GoThroughTextInMemory) {
  const auto graphs = labelled_collection();
  const auto fitted = Featurizer::fit(graphs, {.features = "walks(node):0..2 + size"});
  const auto again = Featurizer::from_learnt_text(fitted.learnt_text());
  EXPECT_EQ(again.learnt_text(), fitted.learnt_text());
  EXPECT_EQ(again.transform(graphs).rows, fitted.transform(graphs).rows);
  EXPECT_THROW((void)Featurizer::from_learnt_text(fitted.learnt_text() + " "), Error);
  EXPECT_EQ(Featurizer::fit(graphs, {.length = 3}).learnt_text(), "");
}

TEST(FittedFeatures, OfHashedColumnsHoldTheCentresAlone) {
  const TemporaryFolder folder;
  const auto graphs = labelled_collection();
  FeatureOptions plan = plan_of("walks(attribute:3):0..2");
  plan.hash_bits = 8;
  EXPECT_TRUE(needs_fit(plan));
  const FittedFeatures fitted = fit(plan, graphs);
  EXPECT_TRUE(fitted.vocabularies.empty());
  save_fitted(folder.file("v"), fitted);
  EXPECT_EQ(apply(plan, load_fitted(folder.file("v")), graphs).rows, apply(plan, fitted, graphs).rows);
  plan.hash_bits.reset();
  try {
    const Featurizer featurizer(plan, fitted);
    ADD_FAILURE() << "there are no columns";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("`hash_bits`"), std::string::npos) << error.what();
  }
}

TEST(FittedFeatures, AreNeededWhereColumnsDependOnTheGraphs) {
  EXPECT_FALSE(needs_fit(plan_of("aw:1..4")));
  EXPECT_FALSE(needs_fit(plan_of("ldp(10)")));
  EXPECT_TRUE(needs_fit(plan_of("aw:1..4 + size")));
  EXPECT_TRUE(needs_fit(plan_of("colours:2")));
  EXPECT_TRUE(needs_fit(plan_of("walks(edge):1..2")));
  FeatureOptions hashed = plan_of("walks(node):1..2");
  hashed.hash_bits = 4;
  EXPECT_FALSE(needs_fit(hashed));
}

}  // namespace
}  // namespace awe::features
