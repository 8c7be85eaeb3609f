// Which key holds labels, class and weights: in every format with keys, and what is said if there is no such key.
#include "readers/reading.h"

namespace awe::test {
namespace {

struct Sample {
  const char* file;
  const char* text;
};

// The same graph in five forms: a and b are red and blue (or 1 and 2), the edge is of the kind `road` and has w = 2.5,
// y is 1.
constexpr Sample kSamples[] = {
    {"g.graphml",
     R"(<graphml><key id="c" for="node" attr.name="color" attr.type="string"/>
<key id="k" for="edge" attr.name="kind" attr.type="string"/><key id="w" for="edge" attr.name="w" attr.type="double"/>
<key id="y" for="graph" attr.name="y" attr.type="int"/><key id="l" for="all" attr.name="label" attr.type="string"/>
<graph><data key="y">1</data><data key="l">g</data>
<node id="1"><data key="c">red</data><data key="l">x</data></node>
<node id="2"><data key="c">blue</data><data key="l">y</data></node>
<edge source="1" target="2"><data key="k">road</data><data key="w">2.5</data></edge></graph></graphml>)"},
    {"g.gml",
     R"(graph [ y 1 node [ id 1 color "red" label "x" ] node [ id 2 color "blue" label "y" ]
 edge [ source 1 target 2 kind "road" w 2.5 value 9 ] ])"},
    {"g.dot", R"(graph { y=1; 1 [color=red, label=x]; 2 [color=blue, label=y]; 1 -- 2 [kind=road, w=2.5, weight=9] })"},
    {"g.json",
     R"({"graph": {"y": 1}, "nodes": [{"id": 1, "color": "red", "label": "x"}, {"id": 2, "color": "blue", "label": "y"}],
 "links": [{"source": 1, "target": 2, "kind": "road", "w": 2.5, "weight": 9}]})"},
    {"g.jsonl",
     R"({"y": 1, "label": 5, "nodes": [1, 2], "edges": [[1, 2]], "color": ["red", "blue"], "kind": ["road"], "w": [2.5]})"},
    {"h.jsonl",
     R"({"y": [1], "edge_index": [[1], [2]], "num_nodes": 3, "color": ["", "red", "blue"], "kind": [["road"]], "w": [[2.5]]})"}};

ReadOptions with_keys() {
  ReadOptions options;
  options.weights = WeightUse::use;
  options.node_label_key = "color";
  options.edge_label_key = "kind";
  options.class_key = "y";
  options.weight_key = "w";
  return options;
}

TEST(Keys, AreTakenFromEveryFormat) {
  for (const auto& [file, text] : kSamples) {
    SCOPED_TRACE(file);
    const Graph graph = read_graph(file, text, with_keys());
    EXPECT_EQ(describe(graph).substr(0, 7), "1-2:2.5");
    std::string labels = describe_labels(graph.node_labels());
    EXPECT_EQ(labels.substr(labels.find('r')), "red blue");
    EXPECT_EQ(describe_labels(graph.edge_labels()), "road road");
    EXPECT_EQ(graph.class_name(), "1");
  }
}

// The same graph with classes under several keys; the second is missing in the last forms.
constexpr Sample kSeveral[] = {
    {"g.graphml", R"(<graphml><key id="c" for="graph" attr.name="toxic"/><key id="s" for="graph" attr.name="soluble"/>
<key id="k" for="graph" attr.name="kind"><default>acid</default></key>
<graph><data key="s">1</data><data key="c">no</data><node id="1"/></graph></graphml>)"},
    {"g.gml", R"(graph [ soluble 1 kind "acid" toxic "no" node [ id 1 ] ])"},
    {"g.dot", R"(graph { kind=acid; toxic=no; soluble=1; 1 })"},
    {"g.json", R"({"graph": {"toxic": "no", "soluble": 1, "kind": "acid"}, "nodes": [{"id": 1}], "links": []})"},
    {"g.jsonl", R"({"soluble": 1, "kind": "acid", "edges": [], "num_nodes": 1, "toxic": "no"})"}};

TEST(Keys, OfClassesMayBeSeveral) {
  ReadOptions options;
  options.labels = true;
  options.class_key = "toxic, soluble,kind";
  for (const auto& [file, text] : kSeveral) {
    SCOPED_TRACE(file);
    EXPECT_EQ(read_graph(file, text, options).class_name(), "no,1,acid");
  }
  EXPECT_EQ(
      read_graph("g.jsonl", R"({"edges": [], "num_nodes": 1, "kind": "acid", "toxic": null, "soluble": null})", options)
          .class_name(),
      ",,acid");
  EXPECT_THROW((void)read_graph("g.gml", R"(graph [ toxic "a,b" soluble 1 kind 2 node [ id 1 ] ])", options), Error);
  EXPECT_THROW((void)read_graph("g.gml", "graph [ toxic 1 soluble 1 node [ id 1 ] ]", options), Error) << "no kind";
  options.labels = false;
  options.numbers = true;
  options.class_key = "a,b";
  EXPECT_EQ(read_graph("g.gml", "graph [ b 2.5 a 1 node [ id 1 ] ]", options).class_name(), "1,2.5");
}

TEST(Keys, ThatOccurNowhereAreErrorsThatNameTheOthers) {
  for (const auto& [file, text] : kSamples) {
    SCOPED_TRACE(file);
    const auto refused = [&](std::string ReadOptions::*key, std::string_view reason) {
      ReadOptions options = with_keys();
      options.*key = "absent";
      expect_error(ErrorKind::usage, reason, [&] { static_cast<void>(read_text(file, text, options)); });
    };
    refused(&ReadOptions::node_label_key, "no node has the key 'absent' of `node_label_key`; keys here are ");
    refused(&ReadOptions::node_label_key, "color");
    if (std::string_view(file).ends_with(".json")) refused(&ReadOptions::node_label_key, "keys here are color, label");
    refused(&ReadOptions::edge_label_key, "kind");
    refused(&ReadOptions::class_key, "no graph has the key 'absent' of `class_key`; keys here are ");
    refused(&ReadOptions::class_key, "y");
  }
}

TEST(Keys, OfWeightsThatOccurNowhereAreErrors) {
  for (const auto& [file, text] : kSamples) {
    SCOPED_TRACE(file);
    ReadOptions options = with_keys();
    options.weights = WeightUse::automatic;
    options.weight_key = "absent";
    expect_error(ErrorKind::usage, "no edge has the key 'absent' of `weight_key`",
                 [&] { static_cast<void>(read_text(file, text, options)); });
  }
}

TEST(Keys, OfWeightsInDotMustBeOnAllEdgesUnlessTheyAreTheUsualOnes) {
  constexpr const char* text = "graph { a -- b [w=2, weight=3]\n b -- c }";
  ReadOptions options;
  options.weights = WeightUse::use;
  options.weight_key = "weight";
  EXPECT_EQ(describe(read_graph("g.dot", text, options)), "a-b:3 b-c:1");
  options.weight_key = "w";
  expect_error(ErrorKind::malformed, "g.dot:2: some edges have weights",
               [&] { static_cast<void>(read_text("g.dot", text, options)); });
}

TEST(Keys, NeedNotOccurWhereThereIsNothingToHaveThem) {
  ReadOptions options;
  options.edge_label_key = "kind";
  EXPECT_EQ(describe(read_graph("g.gml", "graph [ node [ id 1 ] ]", options)), "1");
  EXPECT_EQ(describe(read_graph("g.dot", "graph { 1 }", options)), "1");
}

TEST(Keys, MayBeNumbersAndThenAreNoAttributes) {
  ReadOptions options;
  options.node_label_key = "z";
  const Graph graph = read_graph("g.graphml",
                                 R"(<graphml><key id="z" for="node" attr.name="z" attr.type="int"/>
<key id="s" for="node" attr.name="s" attr.type="int"/><graph>
<node id="a"><data key="z">6</data><data key="s">1</data></node></graph></graphml>)",
                                 options);
  EXPECT_EQ(describe_labels(graph.node_labels()), "6");
  EXPECT_EQ(graph.attribute_width(), 1u);
  const Graph json = read_graph("g.json", R"({"nodes": [{"id": 1, "z": 6, "s": 1}], "links": []})", options);
  EXPECT_EQ(describe_labels(json.node_labels()), "6");
  EXPECT_EQ(json.attribute_width(), 1u);
  const Graph index = read_graph("g.json", R"({"edge_index": [], "z": [[6, 1], [7, 0]]})", options);
  EXPECT_EQ(describe_labels(index.node_labels()), "6/1 7/0");
}

TEST(Keys, AreRefusedByFormatsWithoutThem) {
  for (const Sample& sample : {Sample{"g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n"},
                               Sample{"g.txt", "1 2\n"}, Sample{"g.g6", "A_\n"}, Sample{"g.adjlist", "1 2\n"}}) {
    SCOPED_TRACE(sample.file);
    ReadOptions options;
    options.node_label_key = "color";
    expect_error(ErrorKind::usage, "has no keys for `node_label_key`",
                 [&] { static_cast<void>(read_text(sample.file, sample.text, options)); });
  }
}

TEST(Keys, OfDictionariesInEdgeLists) {
  constexpr const char* text =
      "a b {'weight': 3.0, 'kind': 'main \\'road\\'', 'w': np.float64(0.5)}\n"
      "b c {'kind': (1, [2, '}']), 'w': 2, 'weight': 1}\n";
  EXPECT_EQ(describe(read_graph("g.edgelist", text)), "a-b:3 b-c:1");
  ReadOptions options;
  options.weights = WeightUse::use;
  options.weight_key = "w";
  options.edge_label_key = "kind";
  const Graph graph = read_graph("g.edgelist", text, options);
  EXPECT_EQ(describe(graph), "a-b:0.5 b-c:2");
  EXPECT_EQ(graph.edge_labels().names, (std::vector<std::string>{"(1, [2, '}'])", "main 'road'"}));
  options.weight_key = "absent";
  expect_error(ErrorKind::usage, "no edge has the key 'absent' of `weight_key`; keys here are weight, kind, w",
               [&] { static_cast<void>(read_text("g.edgelist", text, options)); });
  options.edge_label_key = "";
  expect_error(ErrorKind::usage, "edges have no keys here",
               [&] { static_cast<void>(read_text("g.edgelist", "1 2 0.5\n", options)); });
}

TEST(Keys, OfDictionariesAreIgnoredIfNotAskedFor) {
  ReadOptions options;
  EXPECT_EQ(describe(read_graph("g.edgelist", "a b {'color': 'red', 'weight': 2}\nb c {}\n", options)), "a-b b-c");
  expect_error(ErrorKind::malformed, ":2: no weight",
               [] { static_cast<void>(read_text("g.edgelist", "a b {'weight': 2}\nb c {}\n")); });
  for (const char* text : {"1 2 {'a': }", "1 2 {'a'}", "1 2 {a b}", "1 2 {} 3", "1 2 {'a': 1)}"}) {
    expect_error(ErrorKind::malformed, "no dictionary", [&] { static_cast<void>(read_text("g.edgelist", text)); });
  }
  for (const char* text : {"1 2 {'a': 'b}", "1 2 {'a': [1}", "1 2 {", "1 2 {'a': 1,"}) {
    expect_error(ErrorKind::malformed, "left open", [&] { static_cast<void>(read_text("g.edgelist", text)); });
  }
}

}  // namespace
}  // namespace awe::test
