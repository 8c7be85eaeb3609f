// The page of a collection: what its data say agrees with what other parts of the library compute.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <map>

#include "awe/error.h"
#include "awe/evaluation.h"
#include "support/planted_motifs.h"

namespace awe {
namespace {

std::vector<Graph> planted(int count, test::Motif motif = test::Motif::group) {
  std::vector<Graph> graphs;
  for (const auto& one : test::planted_graphs(motif, count, 5)) graphs.push_back(one.graph);
  return graphs;
}

ReportOptions small_plan(int threads = 1) {
  ReportOptions plan;
  plan.evaluation.folds = 4;
  plan.evaluation.run.threads = threads;
  return plan;
}

std::string data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(begin) + begin.size();
  return page.substr(from, page.find("</script>", from) - from);
}

TEST(ReportPage, AgreesWithTheEvaluation) {
  const std::vector<Graph> graphs = planted(48);
  const std::string text = data_of(report_page(graphs, small_plan()));
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.parse(text);
  EvaluationOptions plan;
  plan.folds = 4;
  const Evaluation found = evaluate(graphs, plan);
  EXPECT_NEAR(json["summary"].at(0).get_double().value(), found.accuracy.mean, 1e-4);
  ConfusionMatrix confusion{2, std::vector<std::uint64_t>(4, 0)};
  std::size_t count = 0;
  for (const auto graph : json["graphs"].get_array()) {
    confusion.add(static_cast<int>(graph["c"].get_int64().value()), static_cast<int>(graph["p"].get_int64().value()));
    EXPECT_EQ(graph["n"].get_uint64().value(), graphs[count].num_nodes());
    EXPECT_EQ(graph["e"].get_uint64().value(), graphs[count].num_edges());
    EXPECT_EQ(graph["near"].get_array().value().size(), 6u);
    // Bias, nodes and the rest add up to the decision.
    const auto part = [&](const char* name) { return graph["v"][name].get_double().value(); };
    EXPECT_NEAR(part("d"), part("b") + part("n") + part("w"), 3e-4);
    EXPECT_EQ(graph["v"]["v"].get_string().value().size(), graphs[count].num_nodes());
    ++count;
  }
  EXPECT_EQ(count, 48u);
  EXPECT_EQ(confusion.counts, found.confusion.counts);
  EXPECT_EQ(json["pca"].get_array().value().size(), 96u);
  EXPECT_EQ(json["tsne"].get_array().value().size(), 96u);
  EXPECT_GE(json["curve"].get_array().value().size(), 3u);
  EXPECT_GT(json["walks"]["comparisons"].at(0)["groups"].get_array().value().size(), 0u);
}

TEST(ReportPage, ThreadsChangeNoByte) {
  const std::vector<Graph> graphs = planted(32);
  EXPECT_EQ(report_page(graphs, small_plan(1)), report_page(graphs, small_plan(3)));
}

TEST(ReportPage, LargeCollectionsAreSampledAndSaySo) {
  const std::vector<Graph> graphs = planted(60);
  ReportOptions plan = small_plan();
  plan.most_graphs = 30;
  const std::string page = report_page(graphs, plan);
  EXPECT_NE(page.find("This page shows a stratified sample of 30 graphs of the 60 graphs."), std::string::npos);
  simdjson::dom::parser parser;
  const std::string text = data_of(page);
  std::map<std::int64_t, int> classes;
  for (const auto graph : parser.parse(text)["graphs"].get_array()) ++classes[graph["c"].get_int64().value()];
  EXPECT_EQ(classes, (std::map<std::int64_t, int>{{0, 15}, {1, 15}}));
}

TEST(ReportPage, RefusesWhatCannotBeShown) {
  const auto refused = [](const std::vector<Graph>& graphs, const ReportOptions& plan) {
    try {
      (void)report_page(graphs, plan);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::usage;
    }
    return false;
  };
  EXPECT_TRUE(refused(planted(6), small_plan())) << "fewer than two graphs per fold";
  ReportOptions few = small_plan();
  few.most_graphs = 3;
  EXPECT_TRUE(refused(planted(20), few));
  EXPECT_TRUE(refused({}, small_plan()));
}

}  // namespace
}  // namespace awe
