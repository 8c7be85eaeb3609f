// The choice among candidates: what is dropped, what votes, which machine is meant by auto; and that no learner finds
// classes that are not there, however the input is sorted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "awe/evaluation.h"
#include "base/rng.h"
#include "evaluation/channel_distances.h"
#include "evaluation/graph_set.h"
#include "evaluation/model_choice.h"
#include "kernels/row_kernels.h"
#include "support/labelled_graphs.h"
#include "support/toy_graphs.h"

namespace awe::evaluation {
namespace {

using Names = std::vector<std::string>;

Names names_of(std::span<const KernelRecipe> recipes) {
  Names names;
  for (const KernelRecipe& recipe : recipes) names.push_back(recipe.name);
  return names;
}

// Cycles against stars, of 6 to 12 nodes each: sizes alone tell nothing but the numbers of edges.
GraphSet cycles_and_stars(std::size_t count) {
  GraphSet set;
  set.class_names = {"cycle", "star"};
  for (std::size_t i = 0; i < count; ++i) {
    const auto nodes = static_cast<NodeId>(6 + i / 2 % 7);
    set.graphs.push_back(i % 2 == 0 ? test::cycle_graph(nodes) : test::star_graph(nodes - 1));
    set.ids.push_back(std::to_string(i));
    set.classes.push_back(static_cast<int>(i % 2));
  }
  return set;
}

// Different graphs with random labels, sorted by classes that were drawn without a look at them.
GraphSet sorted_random_classes(std::size_t count, bool labels) {
  GraphSet set;
  set.class_names = {"a", "b"};
  base::Sequence random(17, {});
  for (std::size_t i = 0; i < count; ++i) {
    const auto nodes = static_cast<NodeId>(8 + random.below(8));
    std::vector<std::pair<NodeId, NodeId>> edges;
    for (NodeId v = 1; v < nodes; ++v) {
      edges.emplace_back(static_cast<NodeId>(random.below(v)), v);
      if (v > 2 && random.below(2) == 0) edges.emplace_back(v - 2, v);
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    Graph graph = test::make_graph(nodes, edges);
    if (labels) {
      std::vector<std::string> names;
      for (NodeId v = 0; v < nodes; ++v) names.push_back(random.below(3) == 0 ? "N" : "C");
      graph = test::with_labels(
          graph, [&](NodeId v) { return names[v]; }, [](NodeId, NodeId) { return std::string("1"); });
    }
    set.graphs.push_back(std::move(graph));
    set.ids.push_back(std::to_string(i));
    set.classes.push_back(i < count / 2 ? 0 : 1);
  }
  return set;
}

EvaluationOptions folds_of(const GraphSet& set, int folds) {
  EvaluationOptions plan;
  plan.splits = {stratified_folds({set.ids, set.classes, {}}, folds, {5, 0})};
  return plan;
}

TEST(Choice, ACandidateIsWorseIfItsErrorsAreMoreByTwoStandardErrors) {
  std::vector<bool> first(100, true), second(100, true);
  EXPECT_FALSE(certainly_worse(first, second));
  for (std::size_t i = 0; i < 4; ++i) second[i] = false;
  EXPECT_FALSE(certainly_worse(first, second)) << "4 > 2 sqrt(4) is false";
  second[4] = false;
  EXPECT_TRUE(certainly_worse(first, second)) << "5 > 2 sqrt(5)";
  first[50] = false;
  EXPECT_FALSE(certainly_worse(first, second)) << "5 - 1 < 2 sqrt(6)";
  EXPECT_FALSE(certainly_worse(second, first));
}

// Rows are made for the candidates that are asked for only; of a candidate that is dropped, one gamma is tried.
TEST(Choice, DropsWhatIsCertainlyWorseAndComputesNothingForWhatIsNotAskedFor) {
  const GraphSet set = cycles_and_stars(60);
  std::vector<KernelRecipe> recipes = {recipe_of_features(parse_features("aw:2..4")),
                                       recipe_of_features(parse_features("walks(node):0"))};
  GraphSet labelled = set;  // labels that are the same everywhere tell nothing
  for (Graph& graph : labelled.graphs) {
    graph = test::with_labels(
        graph, [](NodeId) { return std::string("C"); }, [](NodeId, NodeId) { return std::string("1"); });
  }
  std::vector<std::string> made;
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
    made.push_back(to_string(channels.front().features));
    return rows_of(labelled, channels, learnt_on, {});
  };
  const Progress none;
  ChannelDistances distances(set.size(), recipes, make_rows, {}, none);
  const auto everything = all_items(set.size());
  distances.learn(everything);
  EXPECT_TRUE(made.empty());
  const std::vector<double> gammas = {0.3, 1, 3}, cs = {1, 10};
  for (const Machine machine : {Machine::svm, Machine::ridge}) {
    const ChoiceGrid grid{recipes, gammas, cs, machine};
    const ChoiceTask task{{set.ids, set.classes, {}}, everything, {3, 1}, {}, 1, 2, {}};
    std::vector<std::uint64_t> reported;
    const Progress progress{[&](std::uint64_t done, std::uint64_t total) {
                              reported.push_back(done);
                              EXPECT_EQ(total, 6u);
                            },
                            {}};
    const ModelChoice choice = choose_model(task, grid, distances, progress);
    EXPECT_EQ(reported, (std::vector<std::uint64_t>{1, 2, 4, 5, 6})) << "the second candidate has one gamma";
    EXPECT_EQ(choice.best.recipe, 0u);
    EXPECT_EQ(choice.best.inner_accuracy, 1);
    for (const Setting& voter : choice.voters) EXPECT_EQ(voter.recipe, 0u);
    const auto by_gamma = [](const Setting& a, const Setting& b) {
      return std::pair(a.gamma, a.c) < std::pair(b.gamma, b.c);
    };
    EXPECT_TRUE(std::is_sorted(choice.voters.begin(), choice.voters.end(), by_gamma)) << "in the order of the grid";
  }
  EXPECT_EQ(made, (Names{"aw:2..4", "walks(node):0"})) << "each once";
}

TEST(Choice, AutoIsRidgeForLabelsAndFewGraphs) {
  const auto labels = recipes_of_name("auto", {true, false, false, false});
  const auto structure = recipes_of_name("auto", {});
  const auto colours = recipes_of_name("wl", {true, false, false, false});
  EXPECT_EQ(settled(Machine::automatic, labels, 2499), Machine::ridge);
  EXPECT_EQ(settled(Machine::automatic, labels, 2500), Machine::svm);
  EXPECT_EQ(settled(Machine::automatic, structure, 100), Machine::svm);
  EXPECT_EQ(settled(Machine::automatic, colours, 100), Machine::svm) << "not of the shape exp(-gamma D)";
  EXPECT_EQ(settled(Machine::landmarks, labels, 100), Machine::landmarks);
  EXPECT_EQ(settled(Machine::automatic, recipes_of_name("auto", {false, false, true, false}), 100), Machine::ridge)
      << "attributes";
}

TEST(Choice, EgoNetworksAreKnownByTheirHubAndTheirDensity) {
  GraphSet set;
  for (NodeId nodes = 8; nodes < 14; ++nodes) set.graphs.push_back(test::complete_graph(nodes));
  EXPECT_TRUE(set.traits().egos);
  EXPECT_EQ(names_of(recipes_of_name("auto", set.traits())),
            (Names{"structure", "degrees", "cliques", "cliques-all", "size"}));
  for (NodeId leaves = 8; leaves < 14; ++leaves) set.graphs.push_back(test::star_graph(leaves));
  set.graphs.erase(set.graphs.begin(), set.graphs.begin() + 6);
  EXPECT_FALSE(set.traits().egos) << "stars are not dense";
  set.graphs.assign(6, test::complete_graph(9));
  for (int i = 0; i < 7; ++i) set.graphs.push_back(test::cycle_graph(9));
  EXPECT_FALSE(set.traits().egos) << "most have no hub";
  EXPECT_FALSE(GraphSet{}.traits().egos);
}

TEST(Choice, MoleculesAreKnownByTheirLabelsAndFewNeighbours) {
  const auto labelled = [](const Graph& graph) { return test::with_labels(graph, [](NodeId) { return "C"; }); };
  GraphSet set;
  for (int i = 0; i < 10; ++i) set.graphs.push_back(labelled(test::cycle_graph(20)));
  EXPECT_TRUE(set.traits().molecules);
  const std::string rings = "walks(node,edge-ring):0..5";
  const auto reads_rings = [&] {
    const auto recipes = recipes_of_name("labels", set.traits());
    return recipes.front().channels.front().features == parse_features(rings);
  };
  EXPECT_TRUE(reads_rings());
  set.graphs.push_back(labelled(test::star_graph(5)));
  EXPECT_TRUE(set.traits().molecules) << "one node in 206 has five neighbours";
  set.graphs.push_back(labelled(test::star_graph(5)));
  set.graphs.push_back(labelled(test::star_graph(5)));
  EXPECT_FALSE(set.traits().molecules);
  EXPECT_FALSE(reads_rings());
  set.graphs.assign(3, test::cycle_graph(20));
  EXPECT_FALSE(set.traits().molecules) << "no labels";
  EXPECT_FALSE(GraphSet{}.traits().molecules);
}

// A baseline is chosen, and votes alone, if all others are worse; it has no vote if they are as good.
TEST(Choice, BaselinesVoteOnlyWhereAllOthersAreWorse) {
  const GraphSet set = cycles_and_stars(60);
  const auto everything = all_items(set.size());
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
    return rows_of(set, channels, learnt_on, {});
  };
  const std::vector<double> gammas = {0.3, 1, 3}, cs = {1, 10};
  const Progress none;
  for (const bool others_tell : {false, true}) {
    std::vector<KernelRecipe> recipes = {recipe_of_features(parse_features(others_tell ? "aw:2..4" : "aw:1")),
                                         recipe_of_features(parse_features("aw:2..4"))};
    recipes[1].baseline = true;
    ChannelDistances distances(set.size(), recipes, make_rows, {}, none);
    distances.learn(everything);
    for (const Machine machine : {Machine::svm, Machine::ridge}) {
      const ChoiceGrid grid{recipes, gammas, cs, machine};
      const ChoiceTask task{{set.ids, set.classes, {}}, everything, {3, 1}, {}, 1, 2, {}};
      const ModelChoice choice = choose_model(task, grid, distances, none);
      EXPECT_EQ(choice.best.inner_accuracy, 1);
      for (const Setting& voter : choice.voters) EXPECT_EQ(voter.recipe, others_tell ? 0u : 1u);
    }
  }
}

// Nothing is computed for an expensive candidate unless the cheaper one that it replaces is ahead of the others; if it
// is, the cheaper one has no vote.
TEST(Choice, AnExpensiveCandidateReplacesACheapOneThatIsAhead) {
  const GraphSet set = cycles_and_stars(60);
  const auto everything = all_items(set.size());
  const std::vector<double> gammas = {0.3, 1, 3}, cs = {1, 10};
  const Progress none;
  for (const bool others_tell : {false, true}) {
    std::vector<std::string> made;
    const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
      made.push_back(to_string(channels.front().features));
      return rows_of(set, channels, learnt_on, {});
    };
    std::vector<KernelRecipe> recipes = {recipe_of_features(parse_features(others_tell ? "aw:2..3" : "aw:1")),
                                         recipe_of_features(parse_features("aw:2..4")),
                                         recipe_of_features(parse_features("aw:2..4+ldp"))};
    recipes[1].name = "cheap";
    recipes[2].name = "expensive";
    recipes[2].replaces = "cheap";
    for (const Machine machine : {Machine::svm, Machine::ridge}) {
      made.clear();
      ChannelDistances distances(set.size(), recipes, make_rows, {}, none);
      distances.learn(everything);
      std::uint64_t reported = 0;
      const Progress progress{[&](std::uint64_t done, std::uint64_t /*total*/) { reported = done; }, {}};
      const ChoiceTask task{{set.ids, set.classes, {}}, everything, {3, 1}, {}, 1, 2, {}};
      ChoiceGrid grid{recipes, gammas, cs, machine};
      const ModelChoice choice = choose_model(task, grid, distances, progress);
      EXPECT_EQ(choice.best.inner_accuracy, 1);
      EXPECT_EQ(reported, 9u);
      for (const Setting& voter : choice.voters) EXPECT_EQ(voter.recipe == 2, !others_tell) << voter.recipe;
      EXPECT_EQ(made.back() == "ldp", !others_tell);
      EXPECT_EQ(made.size(), others_tell ? 2u : 3u) << "each once";
      grid.alone = 2;
      EXPECT_FALSE(choose_model(task, grid, distances, none).alone.empty()) << "asked for by itself";
      const ChoiceGrid without{std::span(recipes).last(1), gammas, cs, machine};
      EXPECT_EQ(choose_model(task, without, distances, none).best.inner_accuracy, 1) << "nothing to replace";
    }
  }
}

TEST(Choice, AutoTriesFewClustersOfAttributesFirst) {
  for (const bool labels : {false, true}) {
    const auto recipes = recipes_of_name("auto", {labels, false, true, false});
    const auto full = std::find_if(recipes.begin(), recipes.end(), [](const auto& r) { return !r.replaces.empty(); });
    ASSERT_NE(full, recipes.end());
    EXPECT_EQ(full->name, "attributes");
    ASSERT_NE(full, recipes.begin());
    const KernelRecipe& few = *std::prev(full);
    EXPECT_EQ(few.name, full->replaces);
    EXPECT_LT(few.channels.size(), full->channels.size());
    for (const Channel& channel : few.channels) {
      EXPECT_LT(place_of(channel, full->channels), full->channels.size()) << "no channel of its own";
    }
  }
  EXPECT_TRUE(recipes_of_name("attributes", {true, false, true, false}).front().replaces.empty());
}

// Rows by hashes against rows with a vocabulary of the training graphs, for every pair with a training graph.
TEST(Channels, RowsByHashesHaveTheDistancesOfRowsByVocabularies) {
  const GraphSet set = sorted_random_classes(40, true);
  const auto everything = all_items(set.size());
  const std::vector<std::uint32_t> training(everything.begin(), everything.begin() + 30);
  for (const char* features : {"walks(node):0..3", "walks(node,edge):0..4[nb]", "colours:1..2", "wl:0..3",
                               "distances(node)", "cliques(all)", "walks(node):1..2[min-graphs=2]", "aw:3"}) {
    const KernelRecipe recipe = recipe_of_features(parse_features(features));
    std::vector<Channel> channels(3, recipe.channels.front());
    channels[1].kernel = BaseKernel::intersection;
    channels[2].kernel = BaseKernel::linear;
    const ChannelRows hashed = rows_of(set, channels, training, {});
    GraphSet part;
    part.graphs.assign(set.graphs.begin(), set.graphs.begin() + 30);
    const LearntChannels learnt(channels, {}, [&] { return source_of_borrowed(part.graphs); });
    const ChannelRows named = learnt.rows(set.graphs);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      GramMatrix a(40, 40), b(40, 40);
      kernels::add_squared_distances(a, hashed.of(c), channels[c].kernel, 1, {});
      kernels::add_squared_distances(b, named.of(c), channels[c].kernel, 1, {});
      for (std::size_t i = 0; i < 30; ++i) {
        for (std::size_t j = 0; j < 40; ++j) {
          ASSERT_NEAR(a(i, j), b(i, j), 1e-5f * (1 + std::abs(b(i, j)))) << features << ' ' << i << ' ' << j;
        }
      }
    }
  }
}

// The vectors of a data-driven model that reads its graphs in the order of the file drift with that order: sorted by
// class, they would tell the class.
TEST(Leaks, NoLearnerFindsRandomClassesOfSortedInput) {
  struct Case {
    const char* recipe;
    bool labels, transductive;
  };
  const Case cases[] = {{"auto", false, false},
                        {"auto", true, false},
                        {"data-driven", false, true},
                        {"data-driven-labels", true, false},
                        {"graph2vec", true, true}};
  const double by_luck = 0.5 + 3 * 0.5 / std::sqrt(100.0);  // three deviations of 100 random answers
  for (const Case& one : cases) {
    const GraphSet set = sorted_random_classes(100, one.labels);
    EvaluationOptions plan = folds_of(set, 3);
    plan.candidates = recipes_of_name(one.recipe, set.traits());
    plan.transductive = one.transductive;
    EXPECT_LT(evaluate_nested(set, plan).accuracy.mean, by_luck) << one.recipe;
  }
  const GraphSet set = sorted_random_classes(100, false);
  for (const Machine machine : {Machine::svm, Machine::ridge, Machine::landmarks, Machine::linear}) {
    EvaluationOptions plan = folds_of(set, 3);
    plan.candidates = recipes_of_name("structure", set.traits());
    plan.machine.kind = machine;
    EXPECT_LT(evaluate_nested(set, plan).accuracy.mean, by_luck) << to_string(machine);
  }
}

}  // namespace
}  // namespace awe::evaluation
