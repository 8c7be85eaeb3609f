// Random and regular graphs: one struct a family, one call for a graph, one for a stream of them with classes.
//
// Every graph is simple and undirected. It is a function of (seed, family with its parameters, number of the graph) and
// of nothing else, the same on every machine: randomness comes from awe::Sequence, logarithms and powers from sums and
// products alone. A larger count only appends. Cost: O(nodes + edges) a graph where nothing else is said; families with
// `edges` set have exactly that many edges. docs/reference/generators.md has the formulas and references.
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

struct ErdosRenyi {  // every pair is an edge with this probability, by geometric skips
  std::uint64_t nodes = 100;
  double probability = 0.05;
};
struct UniformEdges {  // G(n, m): every set of that many edges alike
  std::uint64_t nodes = 100, edges = 200;
};
struct BarabasiAlbert {  // node t joins min(t, degree) earlier ones, chosen in proportion to their degrees
  std::uint64_t nodes = 100, degree = 2;
  std::optional<std::uint64_t> edges = std::nullopt;  // then joins are spread evenly, instead of `degree` each
};
struct WattsStrogatz {  // a ring joined to the `degree` nearest, each edge then moved at one end with `rewiring`
  std::uint64_t nodes = 100, degree = 4;
  double rewiring = 0.1;
  std::optional<std::uint64_t> edges = std::nullopt;  // then the ring is filled by distance, instead of by `degree`
};
struct RandomRegular {  // pairing of stubs, loops and repeats repaired by switches
  std::uint64_t nodes = 100, degree = 4;
};
struct StochasticBlock {  // blocks as equal as can be; a pair's probability depends on being in one block or not
  std::uint64_t nodes = 100, blocks = 4;
  double within = 0.12, between = 0.02;
  std::optional<std::uint64_t> edges = std::nullopt;  // then pairs are drawn in proportion to their probabilities
};
struct RandomGeometric {  // points in the unit square, joined where closer than the radius (or equal)
  std::uint64_t nodes = 100;
  double radius = 0.12;
  std::optional<std::uint64_t> edges = std::nullopt;  // then the shortest pairs, whatever the radius
};
struct Configuration {  // stubs of a degree sequence paired; loops and repeats erased, so degrees may fall short
  std::uint64_t nodes = 100;
  double exponent = 2.5;  // power law: degree k with weight k^-exponent, min_degree <= k <= max_degree
  std::uint64_t min_degree = 1;
  std::optional<std::uint64_t> max_degree = std::nullopt;  // unset: the square root of the nodes
  std::vector<std::uint64_t> degrees = {};                 // given: they replace all the others
};
struct UniformTree {  // every labelled tree alike, from its Pruefer code
  std::uint64_t nodes = 100;
};
struct Cycle {
  std::uint64_t nodes = 100;
};
struct Grid {  // node (row, column) is row * columns + column
  std::uint64_t rows = 10, columns = 10;
  bool torus = false;
};
struct Complete {
  std::uint64_t nodes = 10;
};
struct PathGraph {
  std::uint64_t nodes = 100;
};
struct Star {  // node 0 is the centre
  std::uint64_t nodes = 100;
};

using Family = std::variant<ErdosRenyi, UniformEdges, BarabasiAlbert, WattsStrogatz, RandomRegular, StochasticBlock,
                            RandomGeometric, Configuration, UniformTree, Cycle, Grid, Complete, PathGraph, Star>;

// "erdos-renyi", "gnm", ...: the names of the command line, also the classes of the graphs.
[[nodiscard]] std::string_view family_name(const Family& family);
[[nodiscard]] std::vector<std::string_view> family_names();

// "gnm:nodes=50,edges=100" and back. Parameters left out keep their defaults; an unknown family or parameter is an
// Error(usage) that names the known ones. Degrees are joined by '+': "configuration:degrees=3+2+2+1".
[[nodiscard]] Family parse_family(std::string_view text);
[[nodiscard]] std::string describe(const Family& family);

// Throws Error(usage) with the allowed range for a bad parameter, Error(limit) for more than 2^31 edges or nodes.
void check(const Family& family);

// One graph, without name and class.
[[nodiscard]] Graph generate(const Family& family, base::Sequence& random);

struct RecipePart {
  Family family;
  std::uint64_t count = 1;
  std::string class_name;  // empty: the family's name
};
// Parts take turns: the first graph of each, the second of each, and so on.
struct Recipe {
  std::vector<RecipePart> parts;
};

// All checks are made here, before the first graph. Graphs are named by family and number ("gnm-0").
[[nodiscard]] std::unique_ptr<GraphSource> generate(const Recipe& recipe, std::uint64_t seed);

// Six families whose graphs all have exactly these nodes and edges, so that neither count tells them apart: gnm,
// barabasi-albert, watts-strogatz, random-regular, stochastic-block, geometric. 2 edges / nodes must be a whole number
// of at least 2: the degree of the regular graphs.
[[nodiscard]] Recipe six_families(std::uint64_t nodes, std::uint64_t edges, std::uint64_t count_each);
[[nodiscard]] std::unique_ptr<GraphSource> six_families(std::uint64_t nodes, std::uint64_t edges,
                                                        std::uint64_t count_each, std::uint64_t seed);

}  // namespace awe
