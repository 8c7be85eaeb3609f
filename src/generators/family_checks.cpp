// Checks the parameters of each family; every error message states the allowed range. Also defines six_families.
#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "awe/generators.h"
#include "base/number.h"
#include "generators/generator_parts.h"

namespace awe {
namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 31;  // limit for the nodes and for the edges of one graph

[[noreturn]] void refuse(std::string_view name, const std::string& reason) {
  throw Error(ErrorKind::usage, std::string(name) + ": " + reason);
}

std::string number(std::uint64_t value) { return std::to_string(value); }

void check_nodes(std::string_view name, std::uint64_t nodes, std::uint64_t least) {
  if (nodes < least) refuse(name, "nodes " + number(nodes) + " must be at least " + number(least));
  if (nodes > kMost) throw Error(ErrorKind::limit, std::string(name) + ": more than 2^31 nodes");
}
void check_edges(std::string_view name, std::uint64_t edges, std::uint64_t least, std::uint64_t most) {
  if (edges < least || edges > most) {
    refuse(name, "edges " + number(edges) + " must lie in [" + number(least) + ", " + number(most) + "]");
  }
  if (edges > kMost) throw Error(ErrorKind::limit, std::string(name) + ": more than 2^31 edges in one graph");
}
void check_share(std::string_view name, std::string_view what, double value) {
  if (!(value >= 0 && value <= 1))
    refuse(name, std::string(what) + " " + base::format_real(value) + " must lie in [0, 1]");
}
void check_degree(std::string_view name, std::uint64_t degree, std::uint64_t least, std::uint64_t nodes) {
  if (degree < least || degree >= nodes) {
    refuse(name,
           "degree " + number(degree) + " must lie in [" + number(least) + ", nodes - 1 = " + number(nodes - 1) + "]");
  }
}
void check_expected(std::string_view name, double edges) {
  if (edges > static_cast<double>(kMost)) {
    throw Error(ErrorKind::limit, std::string(name) + ": more than 2^31 edges expected in one graph");
  }
}
double pairs_of(std::uint64_t nodes) { return static_cast<double>(generators::pair_count(nodes)); }

void check_one(const ErdosRenyi& f, std::string_view name) {
  check_nodes(name, f.nodes, 0);
  check_share(name, "probability", f.probability);
  check_expected(name, f.probability * pairs_of(f.nodes));
}
void check_one(const UniformEdges& f, std::string_view name) {
  check_nodes(name, f.nodes, 0);
  check_edges(name, f.edges, 0, generators::pair_count(f.nodes));
}
void check_one(const BarabasiAlbert& f, std::string_view name) {
  check_nodes(name, f.nodes, 2);
  if (f.edges) return check_edges(name, *f.edges, f.nodes - 1, generators::pair_count(f.nodes));
  check_degree(name, f.degree, 1, f.nodes);
  check_expected(name, static_cast<double>(f.degree) * static_cast<double>(f.nodes));
}
void check_one(const WattsStrogatz& f, std::string_view name) {
  check_nodes(name, f.nodes, 3);
  check_share(name, "rewiring", f.rewiring);
  if (f.edges) return check_edges(name, *f.edges, 0, generators::pair_count(f.nodes));
  check_degree(name, f.degree, 0, f.nodes);
  if (f.degree % 2 == 1) refuse(name, "degree " + number(f.degree) + " must be even: half on each side of the ring");
  check_expected(name, static_cast<double>(f.degree) * static_cast<double>(f.nodes) / 2);
}
void check_one(const RandomRegular& f, std::string_view name) {
  check_nodes(name, f.nodes, 1);
  check_degree(name, f.degree, 0, f.nodes);
  if (f.degree % 2 == 1 && f.nodes % 2 == 1) {
    refuse(name, "degree " + number(f.degree) + " times nodes " + number(f.nodes) + " must be even");
  }
  check_expected(name, static_cast<double>(f.degree) * static_cast<double>(f.nodes) / 2);
}
void check_one(const StochasticBlock& f, std::string_view name) {
  check_nodes(name, f.nodes, 1);
  if (f.blocks < 1 || f.blocks > f.nodes) {
    refuse(name, "blocks " + number(f.blocks) + " must lie in [1, nodes = " + number(f.nodes) + "]");
  }
  check_share(name, "within", f.within);
  check_share(name, "between", f.between);
  std::uint64_t inner = 0;
  const auto starts = generators::block_starts(f.nodes, f.blocks);
  for (std::size_t b = 1; b < starts.size(); ++b) inner += generators::pair_count(starts[b] - starts[b - 1]);
  const std::uint64_t outer = generators::pair_count(f.nodes) - inner;
  if (f.edges) check_edges(name, *f.edges, 0, (f.within > 0 ? inner : 0) + (f.between > 0 ? outer : 0));
  check_expected(name, static_cast<double>(inner) * f.within + static_cast<double>(outer) * f.between);
}
void check_one(const RandomGeometric& f, std::string_view name) {
  check_nodes(name, f.nodes, 0);
  if (!(f.radius >= 0 && f.radius <= 2)) {
    refuse(name, "radius " + base::format_real(f.radius) + " must lie in [0, 2]: the square has side 1");
  }
  if (f.edges) return check_edges(name, *f.edges, 0, generators::pair_count(f.nodes));
  check_expected(name, std::min(1.0, 3.2 * f.radius * f.radius) * pairs_of(f.nodes));
}
void check_one(const Configuration& f, std::string_view name) {
  if (f.degrees.empty()) {
    check_nodes(name, f.nodes, 2);
    check_degree(name, f.min_degree, 1, f.nodes);
    if (f.max_degree) check_degree(name, *f.max_degree, f.min_degree, f.nodes);
    if (!(f.exponent >= 0 && f.exponent <= 50)) {
      refuse(name, "exponent " + base::format_real(f.exponent) + " must lie in [0, 50]");
    }
    return check_expected(name,
                          static_cast<double>(f.max_degree.value_or(f.min_degree)) / 2 * static_cast<double>(f.nodes));
  }
  std::uint64_t stubs = 0;
  for (const std::uint64_t degree : f.degrees) {
    check_degree(name, degree, 0, f.degrees.size());
    stubs += degree;
  }
  if (stubs % 2 == 1) refuse(name, "the degrees must have an even sum, not " + number(stubs));
  check_expected(name, static_cast<double>(stubs) / 2);
}
void check_one(const UniformTree& f, std::string_view name) { check_nodes(name, f.nodes, 0); }
void check_one(const Cycle& f, std::string_view name) { check_nodes(name, f.nodes, 3); }
void check_one(const PathGraph& f, std::string_view name) { check_nodes(name, f.nodes, 0); }
void check_one(const Star& f, std::string_view name) { check_nodes(name, f.nodes, 1); }
void check_one(const Complete& f, std::string_view name) {
  check_nodes(name, f.nodes, 0);
  check_expected(name, pairs_of(f.nodes));
}
void check_one(const Grid& f, std::string_view name) {
  const std::uint64_t least = f.torus ? 3 : 1;
  if (f.rows < least || f.columns < least) {
    refuse(name, "rows " + number(f.rows) + " and columns " + number(f.columns) + " must each be at least " +
                     number(least) + (f.torus ? " on a torus" : ""));
  }
  if (f.rows > kMost / f.columns) throw Error(ErrorKind::limit, std::string(name) + ": more than 2^31 nodes");
}

}  // namespace

void check(const Family& family) {
  std::visit([&](const auto& f) { check_one(f, family_name(family)); }, family);
}

Recipe six_families(std::uint64_t nodes, std::uint64_t edges, std::uint64_t count_each) {
  check_nodes("six-families", nodes, 3);
  check_edges("six-families", edges, nodes, generators::pair_count(nodes));
  if (2 * edges % nodes != 0) {
    std::uint64_t degree = 2 * edges / nodes;
    degree -= degree * nodes % 2;
    refuse("six-families", "2 edges / nodes must be a whole number, the degree of the regular graphs: with " +
                               number(nodes) + " nodes take " + number(degree * nodes / 2) + " edges, not " +
                               number(edges));
  }
  // Blocks of about 16 nodes, six times as dense inside as between blocks.
  StochasticBlock block{.nodes = nodes, .blocks = std::clamp<std::uint64_t>(nodes / 16, 2, 8), .edges = edges};
  const std::vector<Family> families = {UniformEdges{nodes, edges},
                                        BarabasiAlbert{.nodes = nodes, .edges = edges},
                                        WattsStrogatz{.nodes = nodes, .edges = edges},
                                        RandomRegular{nodes, 2 * edges / nodes},
                                        block,
                                        RandomGeometric{.nodes = nodes, .edges = edges}};
  Recipe recipe;
  for (const Family& family : families) recipe.parts.push_back({family, count_each, {}});
  return recipe;
}

}  // namespace awe
