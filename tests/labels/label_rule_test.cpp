#include "awe/label_rule.h"

#include <gtest/gtest.h>

namespace awe::labels {
namespace {

TEST(LabelRule, IsWrittenInTheOrderOfItsMembers) {
  LabelRule rule;
  EXPECT_EQ(to_string(rule), "");
  rule.edge = true;
  EXPECT_EQ(to_string(rule), "edge");
  rule.clusters = 32;
  EXPECT_EQ(to_string(rule), "attribute:32,edge");
  rule.colours = 2;
  EXPECT_EQ(to_string(rule), "wl:2,attribute:32,edge");
  rule.degree = DegreeLabels::log2;
  EXPECT_EQ(to_string(rule), "degree:log2,wl:2,attribute:32,edge");
  rule.node = true;
  EXPECT_EQ(to_string(rule), "node,degree:log2,wl:2,attribute:32,edge");
  rule.ring = rule.edge_ring = true;
  EXPECT_EQ(to_string(rule), "node,degree:log2,wl:2,attribute:32,edge,ring,edge-ring");
}

TEST(LabelRule, WritesEachPartAlone) {
  LabelRule rule;
  rule.degree = DegreeLabels::exact;
  EXPECT_EQ(to_string(rule), "degree");
  rule = {};
  rule.colours = 0;  // no rounds are labels, too
  EXPECT_EQ(to_string(rule), "wl:0");
  rule = {};
  rule.node = true;
  EXPECT_EQ(to_string(rule), "node");
}

TEST(LabelRule, TellsLabelsOfNodesFromThoseOfEdges) {
  LabelRule rule;
  EXPECT_FALSE(rule.any());
  rule.edge = true;
  EXPECT_TRUE(rule.any());
  EXPECT_FALSE(rule.of_nodes());
  rule.colours = 0;
  EXPECT_TRUE(rule.of_nodes());
  rule = {};
  rule.ring = true;
  EXPECT_TRUE(rule.of_nodes());
  EXPECT_FALSE(rule.of_edges());
  rule = {};
  rule.edge_ring = true;
  EXPECT_TRUE(rule.of_edges());
  EXPECT_FALSE(rule.of_nodes());
}

}  // namespace
}  // namespace awe::labels
