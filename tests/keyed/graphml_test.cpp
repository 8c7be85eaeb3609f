// GraphML as networkx, igraph and yEd write it.
#include "readers/reading.h"

namespace awe::test {
namespace {

constexpr const char* kNetworkx = R"(<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="label" attr.type="string" />
  <key id="d1" for="node" attr.name="charge" attr.type="double"><default>0.5</default></key>
  <key id="d2" for="edge" attr.name="weight" attr.type="double" />
  <key id="d3" for="edge" attr.name="label" attr.type="string" />
  <graph edgedefault="directed" id="first">
    <node id="b"><data key="d0">N</data><data key="d1">2</data></node>
    <node id="a"><data key="d0">C &amp; H</data></node>
    <edge source="b" target="a"><data key="d2">1.5</data><data key="d3">x</data></edge>
  </graph>
  <graph edgedefault="undirected"><node id="0"/><node id="1"/><edge source="0" target="1"/></graph>
</graphml>)";

TEST(Graphml, ReadsKeysDefaultsAndSeveralGraphs) {
  const TemporaryFolder folder;
  auto source = open_graphs(folder.write("g.graphml", kNetworkx), keep_all());
  const Graph graph = *source->next();
  EXPECT_EQ(describe(graph), "b>a:1.5");
  EXPECT_EQ(graph.name(), "first");
  EXPECT_EQ(describe_labels(graph.node_labels()), "C & H N");
  EXPECT_EQ(describe_labels(graph.edge_labels()), "x");
  ASSERT_EQ(graph.attribute_width(), 1u);
  EXPECT_EQ(graph.node_attributes()[0], 0.5);
  EXPECT_EQ(graph.node_attributes()[1], 2.0);
  EXPECT_EQ(describe(*source->next()), "0-1");
  EXPECT_FALSE(source->next().has_value());
}

TEST(Graphml, RefusesADoctype) {
  expect_error(ErrorKind::malformed, ":2: a DOCTYPE", [] {
    static_cast<void>(read_text("g.graphml", "<?xml version='1.0'?>\n<!DOCTYPE g [<!ENTITY a 'b'>]>\n<graphml/>"));
  });
}

TEST(Graphml, NamesTheLineOfAnEdgeWithoutItsNode) {
  expect_error(ErrorKind::malformed, "g.graphml:3:", [] {
    static_cast<void>(
        read_text("g.graphml", "<graphml><graph>\n<node id='a'/>\n<edge source='a' target='b'/></graph></graphml>"));
  });
}

TEST(Graphml, RefusesWhatItWouldLose) {
  const auto refused = [](const std::string& inside, std::string_view reason) {
    const std::string text = "<graphml><graph>\n<node id='a'/>\n" + inside + "</graph></graphml>";
    expect_error(ErrorKind::malformed, reason, [&] { static_cast<void>(read_text("g.graphml", text)); });
  };
  refused("<hyperedge><endpoint node='a'/></hyperedge>", "g.graphml:3: a <hyperedge> is not read");
  refused("<node id='b'>\n<port name='p'/></node>", "g.graphml:4: a <port> is not read");
  refused("<edge source='a' target='a' sourceport='p'/>", "g.graphml:3: an edge to a port");
  refused("<edge source='a' target='a' targetport='p'/>", "g.graphml:3: an edge to a port");
  refused("<edge source='a' target='a'><graph/></edge>", "g.graphml:3: a graph within another");
  refused("<graph/>", "g.graphml:3: a graph within another");
  refused("<node id='b'><locator xlink:href='x'/></node>", "a <locator> is not followed");
}

TEST(Graphml, ReadsOtherEncodingsIfTheyAreDeclared) {
  const std::string body = "<graphml>\n<graph><node id='caf\xe9'/></graph></graphml>";
  EXPECT_EQ(describe(read_graph("g.graphml", "<?xml version='1.0' encoding='ISO-8859-1'?>\n" + body)), "café");
  expect_error(ErrorKind::malformed, "g.graphml:3: not UTF-8",
               [&] { static_cast<void>(read_text("g.graphml", "<?xml version='1.0'?>\n" + body)); });
  expect_error(ErrorKind::malformed, "g.graphml:2: not UTF-8",
               [&] { static_cast<void>(read_text("g.graphml", body)); });
}

}  // namespace
}  // namespace awe::test
