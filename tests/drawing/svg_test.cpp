// Drawings: well-formed whatever the text, one circle per node inside the page, evidence as colour, bonds as lines.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <pugixml.hpp>

#include "awe/drawing.h"
#include "awe/error.h"
#include "awe/hash.h"
#include "drawing/legend.h"
#include "drawing/molecule.h"
#include "support/random_graphs.h"
#include "support/toy_graphs.h"

namespace awe::drawing {
namespace {

pugi::xml_document parse(const std::string& svg) {
  pugi::xml_document document;
  const auto result = document.load_buffer(svg.data(), svg.size());
  EXPECT_TRUE(result) << result.description() << "\n" << svg;
  return document;
}

int count(const std::string& svg, const std::string& part) {
  int found = 0;
  for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++found;
  return found;
}

Graph labelled(const std::vector<std::string>& nodes, const std::vector<std::pair<NodeId, NodeId>>& edges,
               const std::vector<std::string>& edge_labels = {}, const BuildOptions& policy = {}) {
  GraphBuilder builder(policy);
  builder.set_num_nodes(static_cast<NodeId>(nodes.size()));
  for (std::size_t i = 0; i < nodes.size(); ++i) builder.set_node_label(static_cast<NodeId>(i), nodes[i]);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    builder.add_edge(edges[i].first, edges[i].second);
    if (!edge_labels.empty()) builder.label_last_edge(edge_labels[i]);
  }
  return std::move(builder).build();
}

TEST(Drawing, HasACirclePerNodeInsideThePageWhateverItsSize) {
  for (const int size : {16, 40, 360, 1200}) {
    for (const Graph& graph : {test::cycle_graph(6), test::random_graph(40, 0.1, 3), test::star_graph(200), Graph()}) {
      DrawingOptions options;
      options.width = size;
      options.height = size * 2;
      const auto document = parse(to_svg(graph, options));
      NodeId circles = 0;
      for (const auto& circle : document.child("svg").children("circle")) {
        ++circles;
        EXPECT_GE(circle.attribute("cx").as_double(), 0);
        EXPECT_LE(circle.attribute("cx").as_double(), size);
        EXPECT_GE(circle.attribute("cy").as_double(), 0);
        EXPECT_LE(circle.attribute("cy").as_double(), 2 * size);
      }
      EXPECT_EQ(circles, graph.num_nodes());
    }
  }
}

TEST(Drawing, IsWellFormedWhateverTheText) {
  const std::string nasty = "</title><script>alert(1)</script>\"' & \x01 \xFF \xED\xA0\x80 \xEF\xBF\xBF ]]>";
  GraphBuilder builder(BuildOptions{.self_loops = SelfLoops::keep});
  const NodeId a = builder.node_of(nasty), b = builder.node_of("b");
  builder.set_node_label(a, nasty);
  builder.set_node_label(b, "<b>");
  builder.add_edge(a, b);
  builder.label_last_edge(nasty);
  builder.add_edge(a, a);
  builder.label_last_edge("\"/><script>");
  builder.set_name(nasty);
  const Graph graph = std::move(builder).build();
  DrawingOptions options;
  options.node_names["<b>"] = "<i onload='x'>";
  for (const NodeText text : {NodeText::automatic, NodeText::label, NodeText::id, NodeText::none}) {
    options.text = text;
    const DrawnGraph twice[] = {{&graph, nasty, {.nodes = {1, -1}, .above = nasty, .below = "<"}}, {&graph, ""}};
    for (const std::string& svg : {to_svg(graph, options), to_svg(twice, options)}) {
      const auto document = parse(svg);
      EXPECT_EQ(svg.find("<script"), std::string::npos);
      EXPECT_EQ(svg.find("<i "), std::string::npos);
      EXPECT_EQ(svg.find('\xFF'), std::string::npos);
      EXPECT_TRUE(std::strstr(document.child("svg").child("title").text().get(), "2 nodes") != nullptr ||
                  std::strstr(document.child("svg").child("title").text().get(), "2 graphs") != nullptr);
    }
  }
}

TEST(Drawing, ColoursLabelsAndNamesThem) {
  const Graph graph = labelled({"a", "b", "a"}, {{0, 1}, {1, 2}});
  const std::string svg = to_svg(graph);
  EXPECT_EQ(count(svg, "fill=\"#0072B2\""), 3) << "two nodes and the legend";
  EXPECT_EQ(count(svg, "fill=\"#D55E00\""), 2);
  EXPECT_EQ(count(svg, "<rect"), 2);
  DrawingOptions options;
  options.legend = false;
  EXPECT_EQ(count(to_svg(graph, options), "<rect"), 0);
  options.node_names = {{"a", "alpha"}};
  EXPECT_NE(to_svg(graph, options).find(": alpha</title>"), std::string::npos);
}

TEST(Drawing, ShowsEvidenceAsColourAndStrength) {
  const Graph graph = test::path_graph(3);
  const std::string svg = to_svg(graph, {}, {.nodes = {2, 0, -1}, .edges = {0.5, 0}});
  const auto document = parse(svg);
  auto circle = document.child("svg").child("circle");
  EXPECT_STREQ(circle.attribute("fill").value(), "#D55E00");
  EXPECT_TRUE(circle.attribute("fill-opacity").empty()) << "the largest evidence has the full colour";
  circle = circle.next_sibling("circle");
  EXPECT_STREQ(circle.attribute("fill").value(), "none");
  circle = circle.next_sibling("circle");
  EXPECT_STREQ(circle.attribute("fill").value(), "#0072B2");
  EXPECT_STREQ(circle.attribute("fill-opacity").value(), "0.50");
  EXPECT_EQ(count(svg, "stroke-linecap"), 1) << "one edge has evidence";
  EXPECT_EQ(count(svg, ">for</text>"), 1);
  EXPECT_EQ(count(svg, ">against</text>"), 1);
  EXPECT_EQ(to_svg(graph, {}, {.nodes = {2, 0, -1}}), to_svg(graph, {}, {.nodes = {2, 0, -1}, .scale = 2}));
  EXPECT_NE(to_svg(graph, {}, {.nodes = {2, 0, -1}}), to_svg(graph, {}, {.nodes = {2, 0, -1}, .scale = 4}));
}

TEST(Drawing, RefusesEvidenceAndSizesThatMakeNoSense) {
  const Graph graph = test::path_graph(3);
  const auto refused = [&](const DrawingOptions& options, const Evidence& evidence, ErrorKind kind) {
    try {
      (void)to_svg(graph, options, evidence);
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
    }
  };
  refused({}, {.nodes = {1, 2}}, ErrorKind::usage);
  refused({}, {.edges = {1}}, ErrorKind::usage);
  refused({}, {.nodes = {1, 2, std::numeric_limits<double>::infinity()}}, ErrorKind::numeric);
  refused({}, {.nodes = {1, 2, 3}, .scale = -1}, ErrorKind::usage);
  DrawingOptions options;
  options.width = 8;
  refused(options, {}, ErrorKind::usage);
}

TEST(Drawing, DrawsArrowsLoopsAndWeights) {
  const Graph arcs = test::make_graph(3, {{0, 1}, {1, 0}, {1, 2}}, {.directed = true});
  EXPECT_EQ(count(to_svg(arcs), "z\""), 3) << "a head per arc";
  EXPECT_EQ(count(to_svg(arcs), "Q"), 2) << "opposite arcs are bent";
  const Graph loop = test::make_graph(2, {{0, 1}, {1, 1}}, {.self_loops = SelfLoops::keep});
  EXPECT_EQ(count(to_svg(loop), "<path"), 1);
  const std::string heavy = to_svg(test::make_weighted_graph(3, {{0, 1, 1}, {1, 2, 4}}));
  EXPECT_NE(heavy.find("stroke-width=\"4\""), std::string::npos);
  EXPECT_NE(heavy.find("stroke-width=\"1.6\""), std::string::npos);
  EXPECT_NE(heavy.find("<title>weight 4</title>"), std::string::npos);
}

TEST(Drawing, DrawsMoleculesByElementsAndBonds) {
  // Acetic acid nitrile ester, so to say: every kind of bond.
  const Graph molecule = labelled({"C", "C", "O", "O-", "N", "Cl"}, {{0, 1}, {1, 2}, {1, 3}, {0, 4}, {0, 5}},
                                  {"1", "2", "single", "3", "aromatic"});
  const std::string svg = to_svg(molecule);
  EXPECT_EQ(count(svg, "<line"), 1 + 2 + 1 + 3 + 2);
  EXPECT_EQ(count(svg, "stroke-dasharray"), 1);
  for (const char* symbol : {">O</text>", ">O-</text>", ">N</text>", ">Cl</text>"}) {
    EXPECT_EQ(count(svg, symbol), 1) << symbol;
  }
  EXPECT_EQ(count(svg, ">C</text>"), 0) << "carbon in a chain is a corner";
  EXPECT_EQ(count(to_svg(labelled({"C", "O"}, {{0, 1}})), ">C</text>"), 1);
  DrawingOptions options;
  options.text = NodeText::label;
  EXPECT_EQ(count(to_svg(molecule, options), ">C</text>"), 2);
  options.style = DrawingStyle::graph;
  EXPECT_EQ(count(to_svg(molecule, options), "<line"), 5);
  // Not a molecule: a label that is no element, a bond that is none; names may make it one.
  const Graph numbers = labelled({"0", "1"}, {{0, 1}}, {"7"});
  EXPECT_EQ(count(to_svg(numbers), "currentColor\" stroke-width=\"1.2\" stroke-opacity"), 1);
  options = {};
  options.node_names = {{"0", "C"}, {"1", "N"}};
  options.edge_names = {{"7", "double"}};
  EXPECT_EQ(count(to_svg(numbers, options), "<line"), 2);
}

TEST(Drawing, KnowsElementsAndBonds) {
  EXPECT_EQ(element_of("Cl"), "Cl");
  EXPECT_EQ(element_of("13C"), "C");
  EXPECT_EQ(element_of("N+"), "N");
  EXPECT_EQ(element_of("Fe+3"), "Fe");
  for (const char* other : {"", "c", "X", "CC", "1", "R#", "*", "C N", "+"}) EXPECT_EQ(element_of(other), "") << other;
  EXPECT_EQ(bond_of("AROMATIC"), Bond::aromatic);
  EXPECT_EQ(bond_of("="), Bond::twofold);
  EXPECT_FALSE(bond_of("5").has_value());
}

TEST(Drawing, PutsGraphsIntoAGrid) {
  const Graph one = test::cycle_graph(4), two = test::path_graph(2);
  const std::vector<DrawnGraph> graphs = {{&one, "first"}, {&two, "second"}, {&one, ""}};
  DrawingOptions options;
  options.width = options.height = 100;
  const auto row = parse(to_svg(graphs, options, 3));
  EXPECT_EQ(row.child("svg").attribute("width").as_int(), 300);
  EXPECT_EQ(row.child("svg").attribute("height").as_int(), 100);
  const auto document = parse(to_svg(graphs, options));
  EXPECT_EQ(document.child("svg").attribute("width").as_int(), 200);
  EXPECT_EQ(document.child("svg").attribute("height").as_int(), 200);
  const auto groups = document.child("svg").children("g");
  EXPECT_EQ(std::distance(groups.begin(), groups.end()), 3);
}

TEST(Drawing, FollowsTheColourSchemeOnlyIfItShould) {
  DrawingOptions options;
  EXPECT_NE(to_svg(Graph(), options).find("prefers-color-scheme:dark"), std::string::npos);
  for (const DrawingTheme theme : {DrawingTheme::light, DrawingTheme::dark, DrawingTheme::inherit}) {
    options.theme = theme;
    EXPECT_EQ(to_svg(Graph(), options).find("<style"), std::string::npos);
  }
  EXPECT_EQ(to_svg(Graph(), options).find(" color="), std::string::npos);
}

TEST(Drawing, AWalkIsTheGraphThatItTraces) {
  const std::string svg = to_svg(parse_walk("1 2 3 2 3"));
  const auto document = parse(svg);
  EXPECT_STREQ(document.child("svg").child("title").text().get(), "walk 1 2 3 2 3");
  EXPECT_EQ(count(svg, "<circle"), 3);
  EXPECT_EQ(count(svg, "<line"), 2);
  EXPECT_EQ(count(svg, ">2 3 4</text>"), 1) << "steps of the second edge";
  EXPECT_EQ(count(svg, "<path"), 1) << "the ring of the first node";
  EXPECT_EQ(count(to_svg(parse_walk("1 2 3 1")), "<line"), 3);
  EXPECT_EQ(count(to_svg(AnonymousWalk{1, 1, 2}), "<path"), 2) << "a loop, and the ring";
  const std::string named =
      to_svg(parse_walk("1 2 3 2 3"), {{"C", "N", "O"}, {"single", "double", "double", "double"}});
  EXPECT_EQ(count(named, ">C</text>"), 1);
  EXPECT_EQ(count(named, "<line"), 1 + 2) << "a single and a double bond";
  EXPECT_EQ(count(named, ">double, steps 2 3 4</title>"), 2);
  EXPECT_EQ(count(to_svg(parse_walk("1 2 1"), {{}, {"knows", "knows"}}), ">knows: 1 2</text>"), 1);
  EXPECT_THROW((void)to_svg(parse_walk("1 2"), {{"C"}, {}}), Error);
  EXPECT_THROW((void)to_svg(parse_walk("1 2"), {{}, {"a", "b"}}), Error);
}

TEST(Drawing, RoundsNumbersTheSameWayEverywhere) {
  EXPECT_EQ(tenths(0), "0");
  EXPECT_EQ(tenths(-0.04), "0");
  EXPECT_EQ(tenths(-0.06), "-0.1");
  EXPECT_EQ(tenths(12.25), "12.3");
  EXPECT_EQ(tenths(3), "3");
  EXPECT_EQ(cut_text("abcdef", 10, 100), "abcdef");
  EXPECT_EQ(cut_text("äbcdef", 10, 19), "äb…");
}

}  // namespace
}  // namespace awe::drawing
