// Other programs as oracles: files that networkx and igraph write (oracle.py) are read as they describe them, and DOT
// means what Graphviz takes it to mean.
#include <map>
#include <set>
#include <sstream>

#include "readers/reading.h"

namespace awe::test {
namespace {

std::vector<std::string> fields_of(const std::string& line, char separator = '\t') {
  std::vector<std::string> fields;
  std::istringstream in(line + separator);
  for (std::string field; std::getline(in, field, separator);) fields.push_back(field);
  return fields;
}

TEST(Oracle, FilesOfNetworkxAndIgraphAreReadAsTheyWroteThem) {
  const TemporaryFolder folder;
  const auto python =
      run_shell("cd " + folder.path() + " && /usr/bin/python3 " AWE_SOURCE_DIR "/tests/keyed/oracle.py");
  ASSERT_EQ(python.exit_code, 0) << python.err;
  std::istringstream expected(read_file(folder.file("expected.tsv")));
  std::map<std::string, std::vector<Graph>> read;
  std::map<std::string, std::size_t> compared;
  for (std::string line; std::getline(expected, line);) {
    SCOPED_TRACE(line);
    const auto fields = fields_of(line);
    ASSERT_EQ(fields.size(), 4u);
    const std::string& file = fields[0];
    if (!read.count(file)) {
      ReadOptions options = keep_all();
      if (file.ends_with("list")) options.directed = fields[1] == "directed";
      read[file] = read_graphs(folder.file(file), options);
    }
    ASSERT_LT(std::stoul(fields[2]), read[file].size());
    const Graph& graph = read[file][std::stoul(fields[2])];
    EXPECT_EQ(describe(graph), fields[3]);
    EXPECT_TRUE(graph.directed() == (fields[1] == "directed") || graph.num_edges() == 0);
    ++compared[file];
  }
  for (const auto& [file, count] : compared) EXPECT_EQ(count, read[file].size()) << file;
  EXPECT_GE(compared.size(), 50u);
}

// Node names, and edges as "tail head" (undirected: the smaller name first), each once.
using Parts = std::pair<std::set<std::string>, std::set<std::string>>;

std::string edge_text(std::string tail, std::string head, bool directed) {
  if (!directed && head < tail) std::swap(tail, head);
  return tail + "\t" + head;
}

Parts parts_of(const Graph& graph) {
  Parts parts;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    parts.first.insert(graph.node_ids().name(u));
    for (const NodeId v : graph.neighbours(u)) {
      parts.second.insert(edge_text(graph.node_ids().name(u), graph.node_ids().name(v), graph.directed()));
    }
  }
  return parts;
}

Parts parts_by_graphviz(const std::string& path, bool directed) {
  const auto result = run_shell(
      "gvpr 'N{printf(\"N\\t%s\\n\", $.name)} E{printf(\"E\\t%s\\t%s\\n\", $.tail.name, $.head.name)}' " + path);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  Parts parts;
  std::istringstream in(result.out);
  for (std::string line; std::getline(in, line);) {
    const auto fields = fields_of(line);
    if (fields[0] == "N") parts.first.insert(fields[1]);
    if (fields[0] == "E") parts.second.insert(edge_text(fields[1], fields[2], directed));
  }
  return parts;
}

TEST(Oracle, DotMeansWhatGraphvizTakesItToMean) {
  const TemporaryFolder folder;
  const char* const texts[] = {
      "graph { a -- b -- c; d }",
      "digraph { {a b} -> {c; d} -> e }",
      "digraph { a -> {b -> c} -> d; subgraph x { e f } g -> subgraph x {} }",
      "graph { subgraph s { a b } subgraph s {} -- c; subgraph t { subgraph s {} -- d } }",
      "digraph { subgraph s {a} subgraph s {b} c -> subgraph s {} }",
      "strict graph { a -- a -- b -- a; b -- {a c} }",
      "digraph { a:p -> b:q:ne; c:n -> \"d:e\" }",
      "digraph { \"a\\\"b\" -> \"c\" + \"d\"; \"e\\\nf\" -> \"back\\\\slash\" }",
      "graph { 1 -- 1.0 -- -1 -- .5 -- 5. }",
      "graph { a--b--c [color=red][w=2]; a[x=1;y=2,z=3 u=4]; }",
      "digraph { node [shape=box] edge [dir=none] graph [rank=same] x = y; a -> b }",
      "/* c */ graph { // d -- e\n#f -- g\na -- b /* -- c */ }",
      "DIGRAPH G { Node [a=b]; SubGraph c { d } -> e }",
      "digraph { {} -> a; {b {c {d}}} -> {e} }",
      "digraph { a -> b a -> b; b -> a c -> c }",
  };
  for (const char* text : texts) {
    SCOPED_TRACE(text);
    const std::string path = folder.write("g.dot", text);
    ReadOptions options;
    options.self_loops = SelfLoops::keep;
    const Graph graph = read_graphs(path, options).at(0);
    EXPECT_EQ(parts_of(graph), parts_by_graphviz(path, graph.directed()));
  }
  for (const char* seed : {"llvm", "cflow", "gprof2dot"}) {
    SCOPED_TRACE(seed);
    const std::string path = std::string(AWE_SOURCE_DIR "/tests/fuzz/corpus/dot/") + seed;
    ReadOptions options;
    options.format = Format::dot;
    options.self_loops = SelfLoops::keep;
    EXPECT_EQ(parts_of(read_graphs(path, options).at(0)), parts_by_graphviz(path, true));
  }
}

}  // namespace
}  // namespace awe::test
