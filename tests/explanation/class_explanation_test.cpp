// What separates classes: planted motifs are found, null data are silent, tables and pictures say the same.
#include "explanation/class_explanation.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include "awe/error.h"
#include "explanation/class_explanation_files.h"
#include "support/planted_motifs.h"

namespace awe::explanation {
namespace {

evaluation::GraphSet set_of(const std::vector<test::PlantedGraph>& planted) {
  std::vector<Graph> graphs;
  for (const auto& one : planted) graphs.push_back(one.graph);
  return evaluation::read_graph_set(*source_of(std::move(graphs)));
}

// The group with the largest effect for the planted class.
const WalkGroup* first_for(const Comparison& comparison, bool first) {
  for (const WalkGroup& group : comparison.groups) {
    if (group.for_first == first) return &group;
  }
  return nullptr;
}

TEST(ClassExplanation, FindsPlantedMotifsAndColoursThem) {
  const std::pair<test::Motif, const char*> cases[] = {
      {test::Motif::ring, "1 2 3 4 5 6 1"}, {test::Motif::clique, "1 2 3 1"}, {test::Motif::group, "1:O-2:N"}};
  for (const auto& [motif, smallest] : cases) {
    const auto planted = test::planted_graphs(motif, 80, 3);
    const evaluation::GraphSet set = set_of(planted);
    ClassExplanationOptions options;
    options.shuffles = 199;
    const ClassExplanation found = explain_classes(set, options);
    ASSERT_EQ(found.comparisons.size(), 1u) << "two classes have one comparison";
    const Comparison& comparison = found.comparisons[0];
    const bool planted_first = set.class_names[static_cast<std::size_t>(comparison.first)] == "with";
    const WalkGroup* group = first_for(comparison, planted_first);
    ASSERT_NE(group, nullptr) << smallest;
    const SeparatingWalk& walk = comparison.walks[group->shown];
    EXPECT_EQ(traced_key(walk.walk, false), traced_key(parse_traced(smallest), false)) << walk.text;
    EXPECT_EQ(walk.test.p, 1.0 / 200);
    EXPECT_EQ(walk.folds_same, walk.folds_tested);
    EXPECT_GT(walk.folds_tested, 5);
    ASSERT_EQ(group->examples.size(), 3u);
    for (const ExampleGraph& example : group->examples) {
      double inside = 0, all = 0;
      for (std::size_t i = 0; i < example.nodes.size(); ++i) {
        all += example.nodes[i];
        inside += planted[example.graph].motif[i] * example.nodes[i];
      }
      EXPECT_NEAR(all, example.share, 1e-9);
      EXPECT_GT(inside, 0.99 * all) << smallest;
    }
  }
}

TEST(ClassExplanation, StatesSharesAsTheyAre) {
  const evaluation::GraphSet set = set_of(test::planted_graphs(test::Motif::clique, 40, 1));
  ClassExplanationOptions options;
  options.shuffles = 99;
  options.features = "aw:2..4";
  const ClassExplanation found = explain_classes(set, options);
  const FeatureMatrix matrix = embed(set.graphs, {.features = "aw:2..4"});
  ASSERT_FALSE(found.comparisons[0].walks.empty());
  for (const SeparatingWalk& walk : found.comparisons[0].walks) {
    double sum = 0, with = 0, count = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
      if (set.classes[i] != found.comparisons[0].first) continue;
      sum += matrix.at(i, walk.column);
      with += matrix.at(i, walk.column) > 0 ? 1 : 0;
      ++count;
    }
    EXPECT_NEAR(walk.first.share, sum / count, 1e-12);
    EXPECT_EQ(static_cast<double>(walk.first.with), with);
    EXPECT_LE(walk.first.interval.low, walk.first.share);
    EXPECT_GE(walk.first.interval.high, walk.first.share);
    EXPECT_LE(walk.test.p, 0.05);
  }
}

TEST(ClassExplanation, ShuffledClassesPassNoMoreOftenThanTheyMay) {
  const evaluation::GraphSet set = set_of(test::planted_graphs(test::Motif::ring, 40, 2));
  constexpr int kRuns = 120;
  int any = 0;
  for (int run = 0; run < kRuns; ++run) {
    ClassExplanationOptions options;
    options.features = "aw:2..6";
    options.shuffles = 99;
    options.shuffle_classes = true;
    options.examples = 0;
    options.run.seed = static_cast<std::uint64_t>(run);
    any += explain_classes(set, options).comparisons[0].walks.empty() ? 0 : 1;
  }
  EXPECT_LE(any, 6 + 3 * 2.4);  // 5 % of 120 is 6, with a standard deviation of 2.4
}

TEST(ClassExplanation, ComparesEachOfThreeClassesWithTheRestAndInPairs) {
  auto planted = test::planted_graphs(test::Motif::clique, 60, 4);
  for (std::size_t i = 0; i < planted.size(); i += 4) {
    planted[i].graph = std::move(planted[i].graph).with_class("third");  // cliques, too
  }
  const evaluation::GraphSet set = set_of(planted);
  ClassExplanationOptions options;
  options.features = "aw:2..4";
  const ClassExplanation found = explain_classes(set, options);
  ASSERT_EQ(found.comparisons.size(), 6u);
  EXPECT_EQ(found.shuffles, 999u);
  EXPECT_EQ(found.comparisons[0].name, "class third against the rest");
  EXPECT_EQ(found.comparisons[5].name, "class with against class without");
  EXPECT_FALSE(found.comparisons[5].walks.empty());
  EXPECT_TRUE(found.comparisons[3].walks.empty()) << "third and with have the same motif";
}

TEST(ClassExplanation, WritesJsonCsvAndPictures) {
  const evaluation::GraphSet set = set_of(test::planted_graphs(test::Motif::group, 40, 5));
  ClassExplanationOptions options;
  options.shuffles = 99;
  options.groups = 3;
  const ClassExplanation found = explain_classes(set, options);
  DrawingOptions names;
  names.node_names = {{"N", "<N>"}};
  simdjson::dom::parser parser;
  const std::string text = to_json(found, set, names);
  const auto json = parser.parse(text);
  const auto comparison = json["comparisons"].at(0);
  EXPECT_EQ(comparison["passing"].get_uint64().value(), found.comparisons[0].walks.size());
  EXPECT_EQ(comparison["groups"].get_array().size(), found.comparisons[0].groups.size());
  EXPECT_NE(text.find("<N>"), std::string::npos);
  const std::string csv = to_csv(found, set, names);
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), found.comparisons[0].walks.size() + 1);
  const auto files = pictures(found, set, names);
  EXPECT_EQ(files.size(), 2 * found.comparisons[0].groups.size());
  for (const ExplanationFile& file : files) {
    EXPECT_TRUE(file.text.starts_with("<svg")) << file.name;
    EXPECT_EQ(file.text.find("<N>"), std::string::npos) << "escaped";
  }
}

TEST(ClassExplanation, RefusesFeaturesThatAreNoWalks) {
  const evaluation::GraphSet set = set_of(test::planted_graphs(test::Motif::ring, 8, 1));
  for (const char* features : {"size", "aw:3 + colours:1", "walks(attribute:4):1"}) {
    ClassExplanationOptions options;
    options.features = features;
    EXPECT_THROW((void)explain_classes(set, options), Error) << features;
  }
  ClassExplanationOptions options;
  options.significance = 0;
  EXPECT_THROW((void)explain_classes(set, options), Error);
}

}  // namespace
}  // namespace awe::explanation
