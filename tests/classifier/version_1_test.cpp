// A model file of version 1, written before machines other than the SVM: it opens and predicts what it predicted then.
#include <gtest/gtest.h>

#include <cmath>

#include "awe/classifier.h"
#include "awe/graph_builder.h"
#include "support/process.h"

namespace awe {
namespace {

// The graphs that the model was trained on: paths and cycles of 3 to 6 nodes with labels x and y.
std::vector<Graph> known_graphs() {
  std::vector<Graph> graphs;
  for (NodeId i = 0; i < 12; ++i) {
    const NodeId n = 3 + i % 4;
    GraphBuilder builder({});
    builder.set_num_nodes(n);
    for (NodeId k = 0; k + 1 < n; ++k) builder.add_edge(k, k + 1);
    if (i % 2 == 1) builder.add_edge(0, n - 1);
    for (NodeId k = 0; k < n; ++k) builder.set_node_label(k, (k + i) % 3 != 0 ? "x" : "y");
    graphs.push_back(std::move(builder).build());
  }
  return graphs;
}

TEST(ModelsOfVersion1, PredictWhatTheyPredicted) {
  const Classifier model = Classifier::load(std::string(AWE_SOURCE_DIR) + "/tests/classifier/version_1.awe");
  EXPECT_EQ(model.summary().machine, Machine::svm);
  EXPECT_EQ(model.summary().graphs, 12u);
  EXPECT_EQ(model.summary().voters, 6u);
  EXPECT_FALSE(model.has_probabilities());
  EXPECT_EQ(model.training_ids().size(), 12u);
  const double first_scores[] = {1.1763983168247698, -0.16626672370215256, 1.1583943477684762, -0.1666693188017468,
                                 1.1763983168247698, -0.16626672370215256, 1.1583943477684762, -0.1666693188017468,
                                 1.1689649939352122, -0.1666795691837007,  1.1467375138144162, -0.1666693188017468};
  const auto found = model.predict(known_graphs());
  ASSERT_EQ(found.size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(found[i].predicted, static_cast<int>(i % 2));
    EXPECT_NEAR(found[i].scores[0], first_scores[i], 1e-6);
    EXPECT_NEAR(found[i].distance, 0, 1e-6);
    EXPECT_TRUE(found[i].probabilities.empty());
  }
}

TEST(ModelsOfVersion1, AreWrittenInTheNewForm) {
  const Classifier old = Classifier::load(std::string(AWE_SOURCE_DIR) + "/tests/classifier/version_1.awe");
  test::TemporaryFolder folder;
  old.save(folder.file("new.awe"));
  const Classifier fresh = Classifier::load(folder.file("new.awe"));
  EXPECT_EQ(fresh.training_ids(), old.training_ids());
  const auto a = old.predict(known_graphs()), b = fresh.predict(known_graphs());
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(a[i].scores, b[i].scores);
}

}  // namespace
}  // namespace awe
