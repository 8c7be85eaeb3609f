// Random and regular graphs: a struct per family, a function for one graph, and one for a stream of graphs with
// classes.
//
// Every graph is simple and undirected. It depends only on the seed, the family with its parameters and the number of
// the graph, and is the same on every machine: randomness comes from awe::base::Sequence, logarithms and powers are
// computed from sums and products alone. A larger count only appends graphs. Cost: O(nodes + edges) per graph unless
// stated otherwise. Families with `edges` set have exactly that many edges. docs/reference/generators.md has formulas
// and references.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "awe/graph.h"
#include "awe/graph_source.h"

namespace awe {

namespace base {
class Sequence;
}

// Every pair of nodes is an edge with the same probability, drawn by geometric skips.
struct ErdosRenyi {
  std::uint64_t nodes = 100;  // number of nodes
  double probability = 0.05;  // probability of each edge
};
// G(n, m): every set of m edges is equally likely.
struct UniformEdges {
  std::uint64_t nodes = 100, edges = 200;  // number of nodes; number of edges
};
// Node t is joined to min(t, degree) earlier nodes, chosen in proportion to their degrees.
struct BarabasiAlbert {
  std::uint64_t nodes = 100, degree = 2;              // number of nodes; edges per new node
  std::optional<std::uint64_t> edges = std::nullopt;  // set: this many edges, spread evenly, instead of `degree` each
};
// A ring in which each node is joined to its `degree` nearest ones; one end of each edge is then moved at random.
struct WattsStrogatz {
  std::uint64_t nodes = 100, degree = 4;              // number of nodes; neighbours of each before rewiring
  double rewiring = 0.1;                              // probability that an edge is moved
  std::optional<std::uint64_t> edges = std::nullopt;  // set: this many edges, nearest pairs first, instead of `degree`
};
// Every node has the same degree: random pairing of stubs, with loops and repeated edges repaired by switches.
struct RandomRegular {
  std::uint64_t nodes = 100, degree = 4;  // number of nodes; degree of each
};
// Blocks of nearly equal size; the probability of an edge depends on whether its ends are in the same block.
struct StochasticBlock {
  std::uint64_t nodes = 100, blocks = 4;  // number of nodes; number of blocks
  // Probability of an edge within a block; probability between blocks.
  double within = 0.12, between = 0.02;
  std::optional<std::uint64_t> edges = std::nullopt;  // set: this many pairs, drawn in proportion to the probabilities
};
// Random points in the unit square, joined if their distance is at most the radius.
struct RandomGeometric {
  std::uint64_t nodes = 100;                          // number of points
  double radius = 0.12;                               // largest distance of an edge
  std::optional<std::uint64_t> edges = std::nullopt;  // set: this many closest pairs, whatever the radius
};
// Random pairing of the stubs of a degree sequence; loops and repeated edges are removed, so degrees may be smaller.
struct Configuration {
  std::uint64_t nodes = 100;                               // number of nodes
  double exponent = 2.5;                                   // power law: degree k has weight k^-exponent
  std::uint64_t min_degree = 1;                            // smallest degree drawn
  std::optional<std::uint64_t> max_degree = std::nullopt;  // largest degree drawn; unset: the square root of `nodes`
  std::vector<std::uint64_t> degrees = {};                 // degree of each node; not empty: replaces all of the above
};
// A uniformly random labelled tree, from its Pruefer code.
struct UniformTree {
  std::uint64_t nodes = 100;  // number of nodes
};
// A cycle.
struct Cycle {
  std::uint64_t nodes = 100;  // number of nodes
};
// A rectangular grid; node (row, column) has number row * columns + column.
struct Grid {
  std::uint64_t rows = 10, columns = 10;  // number of rows; number of columns
  bool torus = false;                     // joins opposite sides
};
// A complete graph.
struct Complete {
  std::uint64_t nodes = 10;  // number of nodes
};
// A path.
struct PathGraph {
  std::uint64_t nodes = 100;  // number of nodes
};
// A star; node 0 is the centre.
struct Star {
  std::uint64_t nodes = 100;  // number of nodes, with the centre
};

// A family of graphs with its parameters.
using Family = std::variant<ErdosRenyi, UniformEdges, BarabasiAlbert, WattsStrogatz, RandomRegular, StochasticBlock,
                            RandomGeometric, Configuration, UniformTree, Cycle, Grid, Complete, PathGraph, Star>;

// The name of a family on the command line ("erdos-renyi", "gnm", ...), also the default class of its graphs.
[[nodiscard]] std::string_view family_name(const Family& family);
// The names of all families.
[[nodiscard]] std::vector<std::string_view> family_names();

// The family that a text such as "gnm:nodes=50,edges=100" describes. Omitted parameters keep their defaults; degrees
// are joined by '+': "configuration:degrees=3+2+2+1". Throws Error(usage), which lists the known names, for an unknown
// family or parameter.
[[nodiscard]] Family parse_family(std::string_view text);
// The text of a family that parse_family reads.
[[nodiscard]] std::string describe(const Family& family);

// Checks the parameters. Throws Error: usage, with the allowed range, for an invalid parameter, limit for more than
// 2^31 edges or nodes.
void check(const Family& family);

// One graph of a family, without name and class. Throws as check does.
[[nodiscard]] Graph generate(const Family& family, base::Sequence& random);

// Some graphs of one family.
struct RecipePart {
  Family family;            // family of the graphs
  std::uint64_t count = 1;  // number of graphs
  std::string class_name;   // class of the graphs; empty: the name of the family
};
// A collection of several parts. Parts alternate: the first graph of each, the second of each, and so on.
struct Recipe {
  std::vector<RecipePart> parts;  // in the order in which they alternate
};

// The graphs of a recipe, named by family and number ("gnm-0"). Checks all parameters before the first graph; throws as
// check does.
[[nodiscard]] std::unique_ptr<GraphSource> generate(const Recipe& recipe, std::uint64_t seed);

// Six families whose graphs all have exactly these numbers of nodes and edges, so that neither number distinguishes
// them: gnm, barabasi-albert, watts-strogatz, random-regular, stochastic-block, geometric. 2 edges / nodes, the degree
// of the regular graphs, must be a whole number of at least 2; otherwise throws Error(usage).
[[nodiscard]] Recipe six_families(std::uint64_t nodes, std::uint64_t edges, std::uint64_t count_each);
[[nodiscard]] std::unique_ptr<GraphSource> six_families(std::uint64_t nodes, std::uint64_t edges,
                                                        std::uint64_t count_each, std::uint64_t seed);

}  // namespace awe
