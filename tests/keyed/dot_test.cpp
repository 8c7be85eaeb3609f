// DOT: the language, the call graphs of LLVM, cflow and gprof2dot, and damaged files. What Graphviz itself reads is
// compared in oracle_test.cpp.
#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(Dot, ReadsGraphsDigraphsChainsAndIsolatedNodes) {
  EXPECT_EQ(describe(read_graph("g.dot", "graph { a -- b -- c; d }")), "a-b b-c d");
  EXPECT_EQ(describe(read_graph("g.gv", "digraph G { a -> b -> c -> a }")), "a>b b>c c>a");
  EXPECT_EQ(read_graph("g.dot", "digraph \"my name\" {}").name(), "my name");
}

TEST(Dot, IsKnownByItsFirstWords) {
  for (const char* text :
       {"digraph{a->b}", "/* c */ // d\n# e\nStrict DiGraph \"x [y\"\n{a->b}", "strict digraph x {a->b}"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(describe(read_graph("g.txt", text)), "a>b");
  }
  EXPECT_EQ(describe(read_graph("g.txt", "graph x\ndigraph y\n")), "digraph-y graph-x") << "an edge list";
}

TEST(Dot, ReadsIdsOfEveryKind) {
  const Graph graph = read_graph("g.dot", R"(graph {
    plain_1 -- "quoted \"id\"" -- -.5 -- 12 -- <<b>old</b>> -- "joined" + " text" -- "NODE" -- héé
  })");
  EXPECT_EQ(graph.num_nodes(), 8u);
  EXPECT_EQ(describe(graph),
            "-.5-12 -.5-quoted \"id\" 12-<<b>old</b>> <<b>old</b>>-joined text NODE-héé NODE-joined text "
            "plain_1-quoted \"id\"");
}

TEST(Dot, ExpandsSubgraphs) {
  EXPECT_EQ(describe(read_graph("g.dot", "digraph { {a b} -> {c; d} -> e }")), "a>c a>d b>c b>d c>e d>e");
  EXPECT_EQ(describe(read_graph("g.dot", "graph { subgraph s { a a {b} } subgraph s {} -- c; subgraph {} -- d }")),
            "a-c b-c d");
}

TEST(Dot, AppliesDefaultsToWhatFollows) {
  const Graph graph = read_graph("g.dot", R"(digraph {
    node [label=x]; a; subgraph { node [label=y] b a } c [label=z];
    edge [weight=2, label=e] a -> b; b -> c [weight=0.5]; })");
  EXPECT_EQ(describe(graph), "a>b:2 b>c:0.5");
  EXPECT_EQ(describe_labels(graph.node_labels()), "x y z");
  EXPECT_EQ(describe_labels(graph.edge_labels()), "e e");
}

TEST(Dot, UsesLabelsIfAllHaveOneAndWeightOneWhereNoneIsGiven) {
  const Graph graph = read_graph("g.dot", "graph { node [label=\"\\N\"]; a [label=x]; a -- b [weight=3]; b -- c }");
  EXPECT_TRUE(graph.node_labels().empty());
  EXPECT_EQ(describe(graph), "a-b:3 b-c:1");
}

TEST(Dot, MergesTheEdgesOfStrictGraphs) {
  EXPECT_EQ(describe(read_graph("g.dot", "graph { a -- b [weight=1]; b -- a [weight=2] }")), "a-b:3");
  EXPECT_EQ(describe(read_graph("g.dot", "strict graph { a -- b [weight=1]; b -- a [weight=2] }")), "a-b:2");
  EXPECT_EQ(describe(read_graph("g.dot", "strict digraph { a -> b [weight=1]; b -> a [weight=2] }")), "a>b:1 b>a:2");
}

TEST(Dot, ReadsSeveralGraphsAndTheirClasses) {
  const auto graphs = read_text("g.dot", "graph a { class=toxic; x } graph b { graph [class=\"no\"] y }\n");
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(graphs[0].class_name(), "toxic");
  EXPECT_EQ(graphs[1].class_name(), "no");
  EXPECT_EQ(graphs[1].name(), "b");
}

TEST(Dot, ReadsTheCallGraphsOfOtherPrograms) {
  const std::string seeds = AWE_SOURCE_DIR "/tests/fuzz/corpus/dot/";
  const Graph llvm = read_graph("g.dot", read_file(seeds + "llvm"));
  EXPECT_TRUE(llvm.directed());
  EXPECT_EQ(llvm.num_nodes(), 4u);
  EXPECT_EQ(llvm.num_edges(), 5u);
  EXPECT_EQ(describe_labels(llvm.node_labels()), "{leaf} {recursive} {main} {helper}");
  EXPECT_EQ(llvm.name(), "Call graph: calls.ll");
  EXPECT_EQ(describe(read_graph("g.dot", read_file(seeds + "cflow"))),
            "helper>leaf helper>recursive main>helper recursive>leaf recursive>recursive");
  const Graph profile = read_graph("g.dot", read_file(seeds + "gprof2dot"));
  EXPECT_EQ(profile.num_nodes(), 6u);
  EXPECT_EQ(profile.num_edges(), 5u);
  // Control flow graphs of LLVM: edges leave from ports.
  EXPECT_EQ(describe(read_graph("g.dot",
                                "digraph \"CFG\" {\n\tNode0x1 [shape=record,label=\"{%1:|{<s0>T|<s1>F}}\"];\n"
                                "\tNode0x1:s0 -> Node0x2;\n\tNode0x1:s1:n -> Node0x3;\n}\n")),
            "Node0x1>Node0x2 Node0x1>Node0x3");
}

TEST(Dot, RefusesDamagedFiles) {
  const auto refused = [](const std::string& text, std::string_view reason, ErrorKind kind = ErrorKind::malformed) {
    expect_error(kind, reason, [&] { static_cast<void>(read_text("g.dot", text)); });
  };
  refused("digraph {\na -> b\n", "g.dot:3: the file ends within a graph");
  refused("digraph {\na -- b }", "g.dot:2: -- in a digraph");
  refused("graph { a -> b }", "g.dot:1: -> in a graph");
  refused("graph { a -- }", "'}' where the end of an edge");
  refused("graph { \"a }", "a quote is left open");
  refused("graph { <a }", "in < > is left open");
  refused("graph { a /* }", "a comment is left open");
  refused("graph { a [color=] }", "no value after =");
  refused("graph { a [=1] }", "where an attribute should stand");
  refused("graph { a [color=red }", "'}' where an attribute");
  refused("graph { a = }", "no value after =");
  refused("graph { 12ab }", "quote ids");
  refused("graph { a%b }", "quote ids");
  refused("graph { node }", "is a keyword");
  refused("graph { a -- node }", "is a keyword");
  refused("graph { subgraph s -- a }", "'--' where { should stand");
  refused("graph { a: }", "no port after the colon");
  refused("graph { ] }", "']' where a node");
  refused("graph { \"a\" + b }", "a + without a quoted text");
  refused("a -- b", "'a' where graph or digraph should stand");
  refused("graph x [ ]", "'[' where { should stand");
  refused("graph { a } b", "'b' where graph or digraph");
  refused("graph { a -- b [weight=heavy] }", "'heavy' is not a number");
  refused("graph { a -- b [weight=-1] }", "negative", ErrorKind::numeric);
  refused("graph { caf\xe9 }", "g.dot:1: not UTF-8");
  std::string deep = "graph ";
  for (int i = 0; i < 100'000; ++i) deep += "{ ";
  refused(deep, "64 deep", ErrorKind::limit);
}

TEST(Dot, BoundsTheEdgesBetweenSubgraphs) {
  std::string text = "graph { {";
  for (int i = 0; i < 3000; ++i) text += " a" + std::to_string(i);
  text += " } -- {";
  for (int i = 0; i < 3000; ++i) text += " b" + std::to_string(i);
  expect_error(ErrorKind::limit, "edges by pairs of subgraphs",
               [&] { static_cast<void>(read_text("g.dot", text + " } }")); });
}

}  // namespace
}  // namespace awe::test
