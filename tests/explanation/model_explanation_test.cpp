// Explained decisions: the parts add up, move with the numbering, and point at planted motifs.
#include "explanation/model_explanation.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>
#include <numeric>

#include "awe/metrics.h"
#include "explanation/model_explanation_files.h"
#include "support/planted_motifs.h"

namespace awe::explanation {
namespace {

struct Case {
  test::Motif motif;
  const char* name;
  const char* features;
};
constexpr Case kCases[] = {{test::Motif::ring, "ring", "aw:6[nb]"},
                           {test::Motif::clique, "clique", "aw:3..4"},
                           {test::Motif::star, "star", "walks(degree):0..2"},
                           {test::Motif::path, "path", "walks(degree):3..7[nb]"},
                           {test::Motif::group, "labelled group", "walks(node):2[nb]"}};

std::vector<Graph> graphs_of(const std::vector<test::PlantedGraph>& planted) {
  std::vector<Graph> graphs;
  for (const auto& one : planted) graphs.push_back(one.graph);
  return graphs;
}

// A classifier whose decision is a sum over columns, or a Gaussian one.
Classifier trained(const std::vector<test::PlantedGraph>& planted, const char* features, BaseKernel kernel,
                   KernelShape shape) {
  KernelRecipe recipe = recipe_of_features(parse_features(features));
  for (Channel& channel : recipe.channels) channel.kernel = kernel;
  recipe.shape = shape;
  ClassifierOptions options;
  options.candidates = {recipe};
  return Classifier::fit(graphs_of(planted), options);
}

ModelExplanation explained(const Classifier& model, const Graph& graph, int random_deletions = 0) {
  ModelExplanationOptions options;
  options.random_deletions = random_deletions;
  return explain(model, graph, model.predict({&graph, 1}).front(), options);
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

TEST(ModelExplanation, AdditiveDecisionsAreTheSumOfTheirParts) {
  const auto planted = test::planted_graphs(test::Motif::clique, 40, 1);
  for (const BaseKernel kernel :
       {BaseKernel::linear, BaseKernel::hellinger, BaseKernel::intersection, BaseKernel::chi_square}) {
    const Classifier model = trained(planted, "aw:2..4", kernel, KernelShape::linear);
    for (const auto& one : test::planted_graphs(test::Motif::clique, 6, 9)) {
      const ModelExplanation made = explained(model, one.graph);
      EXPECT_NEAR(made.decision.remainder, 0, 1e-9) << to_string(kernel);
      EXPECT_NEAR(made.decision.bias + sum(made.nodes) + made.elsewhere, made.decision.value, 1e-9);
      EXPECT_NEAR(made.elsewhere, 0, 1e-6) << "all features are walks; rows are float32";
      EXPECT_NEAR(sum(made.edges), sum(made.nodes), 1e-9) << "no walk without steps";
      EXPECT_TRUE(made.exact);
    }
  }
}

TEST(ModelExplanation, TheLinearMachineIsTheSumOfItsParts) {
  const auto planted = test::planted_graphs(test::Motif::group, 40, 1);
  ClassifierOptions options;
  options.candidates = {recipe_of_features(parse_features("walks(node):0..3 + aw:2..4 + size"))};
  options.machine.kind = Machine::linear;
  const Classifier model = Classifier::fit(graphs_of(planted), options);
  ASSERT_EQ(model.summary().machine, Machine::linear);
  for (const auto& one : test::planted_graphs(test::Motif::group, 10, 9)) {
    const Prediction prediction = model.predict({&one.graph, 1}).front();
    const ModelExplanation made = explain(model, one.graph, prediction, {});
    const auto score = [&](int c) { return prediction.scores[static_cast<std::size_t>(c)]; };
    EXPECT_NEAR(made.decision.value, score(made.predicted) - score(made.other), 1e-9);
    EXPECT_NEAR(made.decision.remainder, 0, 1e-9);
    EXPECT_NEAR(made.decision.bias + sum(made.nodes) + made.elsewhere, made.decision.value, 1e-9);
    EXPECT_NE(made.elsewhere, 0) << "sizes belong to no node";
    EXPECT_TRUE(made.near.empty()) << "it holds no training graphs";
  }
}

// The decision as the classifier computes it, from its score.
TEST(ModelExplanation, TheDecisionIsThatOfTheClassifier) {
  const auto planted = test::planted_graphs(test::Motif::clique, 40, 1);
  for (const KernelShape shape : {KernelShape::gaussian, KernelShape::laplacian, KernelShape::linear}) {
    const Classifier model = trained(planted, "aw:2..4", BaseKernel::hellinger, shape);
    if (model.summary().voters != 1) continue;  // the score of one voter is a function of its decision
    for (const auto& one : test::planted_graphs(test::Motif::clique, 6, 9)) {
      const Prediction prediction = model.predict({&one.graph, 1}).front();
      const ModelExplanation made = explain(model, one.graph, prediction, {});
      const double score = prediction.scores[static_cast<std::size_t>(made.predicted)] - 1;
      EXPECT_NEAR(made.decision.value / (3 * (std::abs(made.decision.value) + 1)), score, 1e-4);
    }
  }
}

// The derivative, compared with a difference: the decision about a graph whose walks are all scaled is not available,
// but contributions are linear in small changes of one column of the row, which other tests of kernels cover; here the
// parts must add up with the remainder for every shape and kernel.
TEST(ModelExplanation, PartsAndRemainderAddUpForEveryKernel) {
  const auto planted = test::planted_graphs(test::Motif::ring, 30, 1);
  for (const BaseKernel kernel : {BaseKernel::linear, BaseKernel::hellinger, BaseKernel::intersection,
                                  BaseKernel::chi_square, BaseKernel::cosine, BaseKernel::overlap}) {
    for (const KernelShape shape : {KernelShape::gaussian, KernelShape::laplacian}) {
      const Classifier model = trained(planted, "aw:6", kernel, shape);
      const ModelExplanation made = explained(model, planted[0].graph);
      double terms = 0;
      for (const Term& term : made.decision.terms) terms += term.contribution;
      EXPECT_NEAR(made.decision.bias + terms + made.decision.remainder, made.decision.value, 1e-9);
      EXPECT_NEAR(sum(made.nodes) + made.elsewhere, terms, 1e-9);
      for (const double value : made.nodes) EXPECT_TRUE(std::isfinite(value));
    }
  }
}

TEST(ModelExplanation, MovesWithTheNumberingOfTheNodes) {
  const auto planted = test::planted_graphs(test::Motif::group, 40, 1);
  const Classifier model = trained(planted, "walks(node):1..3", BaseKernel::hellinger, KernelShape::gaussian);
  const Graph& graph = planted[0].graph;
  const NodeId nodes = graph.num_nodes();
  GraphBuilder builder(BuildOptions{});
  builder.set_num_nodes(nodes);
  const auto moved = [&](NodeId u) { return (5 * u + 7) % nodes; };  // nodes is 24, prime to 5
  for (NodeId u = 0; u < nodes; ++u) builder.set_node_label(moved(u), graph.node_labels().name_of(u));
  for (const auto& [u, v] : edges_of(graph)) builder.add_edge(moved(u), moved(v));
  const ModelExplanation one = explained(model, graph), other = explained(model, std::move(builder).build());
  for (NodeId u = 0; u < nodes; ++u) EXPECT_NEAR(one.nodes[u], other.nodes[moved(u)], 1e-9);
}

// Mean AUC over graphs of the planted class: evidence, degrees, and random numbers against membership in the motif.
struct MeanAuc {
  double evidence = 0, degree = 0, random = 0, mass = 0, removal = 0, removal_mass = 0;
};

// The share of the positive values that is on the nodes of the motif.
double positive_share(const std::vector<double>& values, const std::vector<int>& motif) {
  double inside = 0, all = 0;
  for (std::size_t u = 0; u < values.size(); ++u) {
    all += std::max(0.0, values[u]);
    inside += motif[u] * std::max(0.0, values[u]);
  }
  return all > 0 ? inside / all : 0;
}

MeanAuc measure(const Case& one, BaseKernel kernel, KernelShape shape) {
  const Classifier model = trained(test::planted_graphs(one.motif, 120, 1), one.features, kernel, shape);
  MeanAuc mean;
  double count = 0;
  base::Sequence random(5, {});
  const int with = model.class_names()[0] == "with" ? 0 : 1;
  for (const auto& tested : test::planted_graphs(one.motif, 40, 2)) {
    if (tested.graph.class_name() != "with") continue;
    const ModelExplanation made = explained(model, tested.graph);
    std::vector<double> evidence = made.nodes, removal = made.removal, degrees, noise;
    for (NodeId u = 0; u < tested.graph.num_nodes(); ++u) {
      if (made.predicted != with) {
        evidence[u] = -evidence[u];
        removal[u] = -removal[u];
      }
      degrees.push_back(tested.graph.degree(u));
      noise.push_back(random.unit());
    }
    mean.evidence += roc_auc(evidence, tested.motif);
    mean.removal += roc_auc(removal, tested.motif);
    mean.degree += roc_auc(degrees, tested.motif);
    mean.random += roc_auc(noise, tested.motif);
    mean.mass += positive_share(evidence, tested.motif);
    mean.removal_mass += positive_share(removal, tested.motif);
    ++count;
  }
  for (double* value : {&mean.evidence, &mean.removal, &mean.degree, &mean.random, &mean.mass, &mean.removal_mass}) {
    *value /= count;
  }
  return mean;
}

TEST(PlantedMotifs, EvidencePointsAtThem) {
  for (const Case& one : kCases) {
    const MeanAuc mean = measure(one, BaseKernel::hellinger, KernelShape::linear);
    printf("%-15s %-24s AUC %.3f  degree %.3f  random %.3f  mass %.3f  removal AUC %.3f  mass %.3f\n", one.name,
           one.features, mean.evidence, mean.degree, mean.random, mean.mass, mean.removal, mean.removal_mass);
    EXPECT_GE(mean.evidence, 0.95) << one.name;
    EXPECT_GE(mean.mass, 0.9) << one.name;
    EXPECT_GT(mean.evidence, mean.random + 0.2) << one.name;
  }
}

TEST(ModelExplanation, DeletesNodesAndKeepsTheRest) {
  const Graph graph = test::planted_graphs(test::Motif::group, 1, 1)[0].graph;
  const Graph less = without_nodes(graph, {0, 5});
  EXPECT_EQ(less.num_nodes(), graph.num_nodes() - 2);
  EXPECT_EQ(less.num_edges(), graph.num_edges() - graph.degree(0) - graph.degree(5) + (graph.has_arc(0, 5) ? 1 : 0));
  EXPECT_EQ(less.node_labels().name_of(0), graph.node_labels().name_of(1));
  const auto planted = test::planted_graphs(test::Motif::clique, 40, 1);
  const Classifier model = trained(planted, "aw:3..4", BaseKernel::hellinger, KernelShape::gaussian);
  double top = 0, random = 0;
  for (const auto& one : test::planted_graphs(test::Motif::clique, 10, 6)) {
    const ModelExplanation made = explained(model, one.graph, 5);
    EXPECT_EQ(made.num_deleted, 1u) << "a twentieth of 25 nodes";
    if (one.graph.class_name() != "with") continue;
    top += made.decision.value - made.without_top;
    random += made.decision.value - made.without_random;
  }
  EXPECT_GT(top, 3 * random);
}

// The fast decisions of graphs without one node, against the plain ones.
TEST(ModelExplanation, RemovalIsTheFallOfTheDecisionWithoutANode) {
  const auto planted = test::planted_graphs(test::Motif::group, 40, 1);
  for (const Machine machine : {Machine::svm, Machine::ridge, Machine::linear}) {
    ClassifierOptions options;
    options.candidates = {recipe_of_features(parse_features("walks(node):0..3 + aw:2..4"))};
    options.machine.kind = machine;
    const Classifier model = Classifier::fit(graphs_of(planted), options);
    const Graph& graph = planted[1].graph;
    const ModelExplanation made = explained(model, graph);
    EXPECT_FALSE(made.removal_estimated);
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      const Graph reduced = without_nodes(graph, {u});
      const double without = decisions(model, {&reduced, 1}, made.predicted, made.other).front().value;
      EXPECT_NEAR(made.removal[u], made.decision.value - without, 2e-3) << to_string(machine);
    }
    ModelExplanationOptions few;
    few.max_removals = graph.num_nodes() - 1;
    const auto estimated = explain(model, graph, model.predict({&graph, 1}).front(), few);
    EXPECT_TRUE(estimated.removal_estimated);
    EXPECT_NE(estimated.removal, made.removal);
  }
}

TEST(ModelExplanation, NamesNearGraphsAndWritesFiles) {
  const auto planted = test::planted_graphs(test::Motif::clique, 40, 1);
  const Classifier model = trained(planted, "aw:3..4", BaseKernel::hellinger, KernelShape::gaussian);
  const Graph& graph = planted[0].graph;
  const ModelExplanation made = explained(model, graph, 2);
  ASSERT_EQ(made.near.size(), 2u) << "one of each class";
  for (const NearGraph& near : made.near) {
    const auto number = static_cast<std::size_t>(std::stoi(near.id.substr(1)));
    const std::string& of_class = model.class_names()[static_cast<std::size_t>(near.of_class)];
    EXPECT_EQ(*planted[number].graph.class_name(), of_class);
    EXPECT_EQ(near.distance > 0, !near.differences.empty());
  }
  simdjson::dom::parser parser;
  const std::string text = to_json(made, model, graph, {});
  const auto json = parser.parse(text);
  EXPECT_DOUBLE_EQ(json["decision"].get_double().value(), made.decision.value);
  EXPECT_EQ(json["near"].get_array().size(), 2u);
  const std::string csv = contribution_lines(made, graph);
  EXPECT_EQ(static_cast<std::uint64_t>(std::count(csv.begin(), csv.end(), '\n')),
            graph.num_nodes() + graph.num_edges());
  EXPECT_TRUE(picture(made, model, graph, {}).starts_with("<svg"));
}

}  // namespace
}  // namespace awe::explanation
