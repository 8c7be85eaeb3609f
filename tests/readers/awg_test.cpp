// .awg files: what is written is read back from the mapping, every truncation and every changed byte is detected, and
// no damage produces an invalid graph.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

#include "awe/awg_file.h"
#include "awe/generators.h"
#include "awe/writer.h"
#include "base/rng.h"
#include "graph/soundness.h"
#include "readers/awg_layout.h"
#include "readers/reading.h"
#include "support/toy_graphs.h"

namespace awe::test {
namespace {

// Graphs with everything that a graph can have, and with nothing.
std::vector<Graph> many_kinds() {
  BuildOptions policy;
  policy.weighted = true;
  policy.self_loops = SelfLoops::keep;
  GraphBuilder full(policy);
  for (const char* id : {"x", "y", "z"}) full.set_node_label(full.node_of(id), std::string("is ") + id);
  for (const auto& [from, to] : {std::pair<NodeId, NodeId>{0, 1}, {1, 2}, {2, 2}}) {
    full.add_edge(from, to, 0.5 + from);
    full.label_last_edge("e" + std::to_string(to));
  }
  full.set_node_attributes({1, 2, 3, 4, 5, 6}, 2);
  full.set_name("full");
  full.set_class("good");
  BuildOptions arcs;
  arcs.directed = true;
  GraphBuilder integers(arcs);
  for (const int id : {-5, 70, 9}) static_cast<void>(integers.node_of_integer(id));
  integers.add_edge(0, 1);
  integers.set_class("");
  std::vector<Graph> graphs;
  graphs.push_back(std::move(full).build());
  graphs.push_back(std::move(integers).build());
  graphs.push_back(make_graph(3, {{0, 1}, {1, 2}}));
  graphs.push_back(make_graph(0, {}));
  graphs.push_back(make_graph(2, {}));
  return graphs;
}

std::string awg_of(const std::vector<Graph>& graphs) {
  const TemporaryFolder folder;
  const auto writer = create_graphs(folder.file("g.awg"));
  for (const Graph& graph : graphs) writer->write(graph);
  writer->commit();
  EXPECT_TRUE(writer->left_out().empty());
  return read_file(folder.file("g.awg"));
}

void verify_all(const AwgFile& file) {
  file.verify_gaps();
  for (std::uint64_t i = 0; i < file.size(); ++i) file.verify(i);
}

TEST(Awg, GivesBackEverything) {
  const auto graphs = many_kinds();
  const AwgFile file("g", awg_of(graphs));
  ASSERT_EQ(file.size(), graphs.size());
  verify_all(file);
  for (std::uint64_t i = 0; i < file.size(); ++i) {
    const Graph &before = graphs[i], after = file.graph(i);
    EXPECT_EQ(describe(before), describe(after));
    EXPECT_EQ(before.num_edges(), after.num_edges());
    EXPECT_EQ(before.node_labels(), after.node_labels());
    EXPECT_EQ(before.edge_labels(), after.edge_labels());
    EXPECT_EQ(before.parts().node_attributes, after.parts().node_attributes);
    EXPECT_EQ(before.attribute_width(), after.attribute_width());
    EXPECT_EQ(before.name(), after.name());
    EXPECT_EQ(before.class_name(), after.class_name());
    EXPECT_EQ(before.build_notes().self_loops, after.build_notes().self_loops);
    EXPECT_EQ(before.has_self_loops(), after.has_self_loops());
    EXPECT_EQ(fingerprint(before), after.parts().fingerprint);
    EXPECT_EQ(file.summary(i).arcs, before.num_arcs());
  }
}

TEST(Awg, WritesTheSameBytesAgain) {
  const auto graphs = many_kinds();
  const std::string bytes = awg_of(graphs);
  const AwgFile file("g", bytes);
  std::vector<Graph> again;
  for (std::uint64_t i = 0; i < file.size(); ++i) again.push_back(file.graph(i));
  EXPECT_EQ(awg_of(again), bytes);
}

TEST(Awg, OutlivesItsFileAndItsReader) {
  const TemporaryFolder folder;
  Graph graph;
  {
    const auto writer = create_graphs(folder.file("g.awg"));
    writer->write(make_graph(3, {{0, 1}, {1, 2}}));
    writer->commit();
    graph = AwgFile(folder.file("g.awg")).graph(0);
    std::remove(folder.file("g.awg").c_str());
  }
  EXPECT_EQ(describe(graph), "0-1 1-2");
}

TEST(Awg, IsRefusedWhereverItIsCut) {
  const std::string bytes = awg_of(many_kinds());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    expect_error(ErrorKind::malformed, "", [&] { const AwgFile file("g", bytes.substr(0, size)); });
  }
  expect_error(ErrorKind::malformed, "bytes", [&] { const AwgFile file("g", bytes + '\0'); });
}

TEST(Awg, FindsEveryChangedByteWhenVerified) {
  std::string bytes = awg_of(many_kinds());
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    bytes[place] = static_cast<char>(bytes[place] ^ 0x10);
    try {
      verify_all(AwgFile("g", bytes));
      ADD_FAILURE() << "byte " << place << " may be changed";
    } catch (const Error& error) {
      EXPECT_TRUE(error.kind() == ErrorKind::malformed || error.kind() == ErrorKind::incompatible) << error.what();
    }
    bytes[place] = static_cast<char>(bytes[place] ^ 0x10);
  }
}

// Whatever the body holds, what comes out is a graph or an error: also where the checksums fit.
TEST(Awg, NeverTrustsAnIndex) {
  std::string bytes = awg_of({many_kinds()[0]});
  readers::AwgHead head;
  const std::size_t record = sizeof(readers::AwgHeader), body = record + sizeof head;
  std::memcpy(&head, bytes.data() + record, sizeof head);
  const auto at = readers::awg_sections(head, bytes.size()).value();
  std::size_t refused = 0, places = 0;
  for (std::size_t place = body; place < record + at.end; ++place) {
    for (const int bit : {1, 0x40, 0x80}) {
      std::string damaged = bytes;
      damaged[place] = static_cast<char>(damaged[place] ^ bit);
      ++places;
      try {
        const Graph graph = AwgFile("g", damaged).graph(0);
        EXPECT_EQ(graph::fault_of(graph.parts(), 1), "");
        static_cast<void>(describe(graph) + describe_labels(graph.node_labels()) +
                          describe_labels(graph.edge_labels()));
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::malformed);
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, places / 3);
}

TEST(Awg, TellsOfAnotherVersion) {
  std::string bytes = awg_of({make_graph(1, {})});
  bytes[8] = 9;
  expect_error(ErrorKind::incompatible, "version 9", [&] { const AwgFile file("g", bytes); });
  expect_error(ErrorKind::malformed, "not an .awg", [&] { const AwgFile file("g", "1 2\n"); });
}

Graph read_awg(const Graph& graph, const ReadOptions& options) {
  return std::move(read_all(*readers::read_awg(AwgFile("g", awg_of({graph})), "g", options)).at(0));
}

TEST(Awg, IsReadAsTheOptionsAsk) {
  BuildOptions keep;
  keep.self_loops = SelfLoops::keep;
  const Graph weighted = make_weighted_graph(3, {{0, 1, 2}, {1, 2, 3}, {2, 2, 1}}, keep);
  EXPECT_EQ(describe(read_awg(weighted, keep_all())), "0-1:2 1-2:3 2-2:1");
  const Graph plain = read_awg(weighted, {});
  EXPECT_EQ(describe(plain), "0-1 1-2");
  EXPECT_TRUE(plain.build_notes().weights_unused);
  EXPECT_EQ(fingerprint(plain), fingerprint(make_graph(3, {{0, 1}, {1, 2}})));
  ReadOptions loops;
  loops.self_loops = SelfLoops::keep;
  const Graph with_loops = read_awg(weighted, loops);
  EXPECT_EQ(fingerprint(with_loops), fingerprint(make_graph(3, {{0, 1}, {1, 2}, {2, 2}}, keep)));
  ReadOptions directed = keep_all();
  directed.directed = true;
  const Graph arcs = read_awg(weighted, directed);
  EXPECT_EQ(describe(arcs), "0>1:2 1>0:2 1>2:3 2>1:3 2>2:1");
  directed.directed = false;
  EXPECT_EQ(describe(read_awg(arcs, directed)), "0-1:2 1-2:3 2-2:1");
  GraphParts own = arcs.parts();
  own.fingerprint.reset();
  EXPECT_EQ(fingerprint(arcs), fingerprint(Graph(own)));
  ReadOptions use;
  use.weights = WeightUse::use;
  expect_error(ErrorKind::usage, "no weights", [&] { static_cast<void>(read_awg(make_graph(2, {{0, 1}}), use)); });
}

TEST(Awg, KeepsIdsLabelsAndAttributesOfARebuiltGraph) {
  const Graph before = many_kinds()[0], after = read_awg(before, {});
  EXPECT_EQ(describe(after), "x-y y-z");
  EXPECT_EQ(after.node_labels(), before.node_labels());
  EXPECT_EQ(describe_labels(after.edge_labels()), "e1 e1 e2 e2");
  EXPECT_EQ(after.parts().node_attributes, before.parts().node_attributes);
  EXPECT_EQ(after.name(), "full");
  EXPECT_EQ(after.class_name(), "good");
  EXPECT_EQ(after.build_notes().self_loops, 1u);
}

TEST(Awg, IsTheSameGraphOutOfAMappingAndOnAnyThreads) {
  const TemporaryFolder folder;
  base::Sequence random(1, Hash128{}, 0);
  const Graph graph = generate(BarabasiAlbert{.nodes = 50'000, .degree = 8}, random);
  const auto writer = create_graphs(folder.file("g.awg"));
  writer->write(graph);
  writer->commit();
  const AwgFile file(folder.file("g.awg"));
  for (const int threads : {1, 4}) {
    const Graph mapped = file.graph(0, threads);
    EXPECT_EQ(mapped.parts().targets, graph.parts().targets);
    EXPECT_EQ(mapped.parts().offsets, graph.parts().offsets);
  }
}

}  // namespace
}  // namespace awe::test
