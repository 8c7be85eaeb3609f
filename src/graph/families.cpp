// The families by name: parameters to text and back, what they must fulfil, and the recipe of the six families.
#include <algorithm>
#include <utility>

#include "awe/base/error.h"
#include "awe/base/number.h"
#include "awe/graph/generators.h"
#include "graph/generator_parts.h"

namespace awe {
namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 31;  // nodes, and edges, of one graph

[[noreturn]] void refuse(std::string_view name, const std::string& reason) {
  throw Error(ErrorKind::usage, std::string(name) + ": " + reason);
}

std::string number(std::uint64_t value) { return std::to_string(value); }

// One entry a family: its name and its parameters, for text in both directions: `fields` calls visit(name, member).
template <class F>
struct Traits;

template <>
struct Traits<ErdosRenyi> {
  static constexpr std::string_view name = "erdos-renyi";
  static void fields(auto& f, auto visit) {
    visit("nodes", f.nodes);
    visit("probability", f.probability);
  }
};
template <>
struct Traits<UniformEdges> {
  static constexpr std::string_view name = "gnm";
  static void fields(auto& f, auto visit) {
    visit("nodes", f.nodes);
    visit("edges", f.edges);
  }
};
template <>
struct Traits<BarabasiAlbert> {
  static constexpr std::string_view name = "barabasi-albert";
  static void fields(auto& f, auto visit) {
    visit("nodes", f.nodes);
    visit("degree", f.degree);
    visit("edges", f.edges);
  }
};
template <>
struct Traits<WattsStrogatz> {
  static constexpr std::string_view name = "watts-strogatz";
  static void fields(auto& f, auto visit) {
    visit("nodes", f.nodes);
    visit("degree", f.degree);
    visit("rewiring", f.rewiring);
    visit("edges", f.edges);
  }
};
template <>
struct Traits<RandomRegular> {
  static constexpr std::string_view name = "random-regular";
  static void fields(auto& f, auto visit) {
    visit("nodes", f.nodes);
    visit("degree", f.degree);
  }
};
template <>
struct Traits<StochasticBlock> {
  static constexpr std::string_view name = "stochastic-block";
  static void fields(auto& f, auto visit) {
    visit("nodes", f.nodes);
    visit("blocks", f.blocks);
    visit("within", f.within);
    visit("between", f.between);
    visit("edges", f.edges);
  }
};
template <>
struct Traits<RandomGeometric> {
  static constexpr std::string_view name = "geometric";
  static void fields(auto& f, auto visit) {
    visit("nodes", f.nodes);
    visit("radius", f.radius);
    visit("edges", f.edges);
  }
};
template <>
struct Traits<Configuration> {
  static constexpr std::string_view name = "configuration";
  static void fields(auto& f, auto visit) {
    visit("nodes", f.nodes);
    visit("exponent", f.exponent);
    visit("min-degree", f.min_degree);
    visit("max-degree", f.max_degree);
    visit("degrees", f.degrees);
  }
};
template <>
struct Traits<Grid> {
  static constexpr std::string_view name = "grid";
  static void fields(auto& f, auto visit) {
    visit("rows", f.rows);
    visit("columns", f.columns);
    visit("torus", f.torus);
  }
};
struct OnlyNodes {
  static void fields(auto& f, auto visit) { visit("nodes", f.nodes); }
};
template <>
struct Traits<UniformTree> : OnlyNodes {
  static constexpr std::string_view name = "tree";
};
template <>
struct Traits<Cycle> : OnlyNodes {
  static constexpr std::string_view name = "cycle";
};
template <>
struct Traits<Complete> : OnlyNodes {
  static constexpr std::string_view name = "complete";
};
template <>
struct Traits<PathGraph> : OnlyNodes {
  static constexpr std::string_view name = "path";
};
template <>
struct Traits<Star> : OnlyNodes {
  static constexpr std::string_view name = "star";
};

template <class F>
constexpr std::string_view name_of(const F&) {
  return Traits<F>::name;
}

std::vector<Family> default_families() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return std::vector<Family>{Family(std::in_place_index<I>)...};
  }(std::make_index_sequence<std::variant_size_v<Family>>());
}

std::uint64_t parse_count(std::string_view key, std::string_view text) {
  const auto value = parse_unsigned(text);
  if (!value) throw Error(ErrorKind::usage, std::string(key) + " " + std::string(text) + ": not a whole number >= 0");
  return *value;
}

void assign(std::string_view key, std::string_view text, std::uint64_t& member) { member = parse_count(key, text); }
void assign(std::string_view key, std::string_view text, std::optional<std::uint64_t>& member) {
  member = parse_count(key, text);
}
void assign(std::string_view key, std::string_view text, double& member) {
  const auto value = parse_real(text);
  if (!value) throw Error(ErrorKind::usage, std::string(key) + " " + std::string(text) + ": not a number");
  member = *value;
}
void assign(std::string_view key, std::string_view text, bool& member) {
  if (text != "true" && text != "false") refuse(key, "write true or false");
  member = text == "true";
}
void assign(std::string_view key, std::string_view text, std::vector<std::uint64_t>& member) {
  member.clear();
  while (true) {
    const std::size_t plus = text.find('+');
    member.push_back(parse_count(key, text.substr(0, plus)));
    if (plus == std::string_view::npos) break;
    text.remove_prefix(plus + 1);
  }
}

// Empty where the parameter is not set.
std::string text_of(std::uint64_t value) { return number(value); }
std::string text_of(double value) { return format_real(value); }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(const std::optional<std::uint64_t>& value) { return value ? number(*value) : ""; }
std::string text_of(const std::vector<std::uint64_t>& values) {
  std::string text;
  for (const std::uint64_t value : values) {
    if (!text.empty()) text += '+';
    text += number(value);
  }
  return text;
}

template <class F>
void set_parameter(F& family, std::string_view key, std::string_view value) {
  bool known = false;
  std::string names;
  Traits<F>::fields(family, [&](std::string_view name, auto& member) {
    names.append(names.empty() ? "" : ", ").append(name);
    if (name != key) return;
    known = true;
    assign(key, value, member);
  });
  if (!known) refuse(Traits<F>::name, "takes no " + std::string(key) + "; its parameters are " + names);
}

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
  if (!(value >= 0 && value <= 1)) refuse(name, std::string(what) + " " + format_real(value) + " must lie in [0, 1]");
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

void check_one(const ErdosRenyi& f) {
  check_nodes(name_of(f), f.nodes, 0);
  check_share(name_of(f), "probability", f.probability);
  check_expected(name_of(f), f.probability * pairs_of(f.nodes));
}
void check_one(const UniformEdges& f) {
  check_nodes(name_of(f), f.nodes, 0);
  check_edges(name_of(f), f.edges, 0, generators::pair_count(f.nodes));
}
void check_one(const BarabasiAlbert& f) {
  check_nodes(name_of(f), f.nodes, 2);
  if (f.edges) return check_edges(name_of(f), *f.edges, f.nodes - 1, generators::pair_count(f.nodes));
  check_degree(name_of(f), f.degree, 1, f.nodes);
  check_expected(name_of(f), static_cast<double>(f.degree) * static_cast<double>(f.nodes));
}
void check_one(const WattsStrogatz& f) {
  check_nodes(name_of(f), f.nodes, 3);
  check_share(name_of(f), "rewiring", f.rewiring);
  if (f.edges) return check_edges(name_of(f), *f.edges, 0, generators::pair_count(f.nodes));
  check_degree(name_of(f), f.degree, 0, f.nodes);
  if (f.degree % 2 == 1)
    refuse(name_of(f), "degree " + number(f.degree) + " must be even: half on each side of the ring");
  check_expected(name_of(f), static_cast<double>(f.degree) * static_cast<double>(f.nodes) / 2);
}
void check_one(const RandomRegular& f) {
  check_nodes(name_of(f), f.nodes, 1);
  check_degree(name_of(f), f.degree, 0, f.nodes);
  if (f.degree % 2 == 1 && f.nodes % 2 == 1) {
    refuse(name_of(f), "degree " + number(f.degree) + " times nodes " + number(f.nodes) + " must be even");
  }
  check_expected(name_of(f), static_cast<double>(f.degree) * static_cast<double>(f.nodes) / 2);
}
void check_one(const StochasticBlock& f) {
  check_nodes(name_of(f), f.nodes, 1);
  if (f.blocks < 1 || f.blocks > f.nodes) {
    refuse(name_of(f), "blocks " + number(f.blocks) + " must lie in [1, nodes = " + number(f.nodes) + "]");
  }
  check_share(name_of(f), "within", f.within);
  check_share(name_of(f), "between", f.between);
  std::uint64_t inner = 0;
  const auto starts = generators::block_starts(f.nodes, f.blocks);
  for (std::size_t b = 1; b < starts.size(); ++b) inner += generators::pair_count(starts[b] - starts[b - 1]);
  const std::uint64_t outer = generators::pair_count(f.nodes) - inner;
  if (f.edges) check_edges(name_of(f), *f.edges, 0, (f.within > 0 ? inner : 0) + (f.between > 0 ? outer : 0));
  check_expected(name_of(f), static_cast<double>(inner) * f.within + static_cast<double>(outer) * f.between);
}
void check_one(const RandomGeometric& f) {
  check_nodes(name_of(f), f.nodes, 0);
  if (!(f.radius >= 0 && f.radius <= 2)) {
    refuse(name_of(f), "radius " + format_real(f.radius) + " must lie in [0, 2]: the square has side 1");
  }
  if (f.edges) return check_edges(name_of(f), *f.edges, 0, generators::pair_count(f.nodes));
  check_expected(name_of(f), std::min(1.0, 3.2 * f.radius * f.radius) * pairs_of(f.nodes));
}
void check_one(const Configuration& f) {
  if (f.degrees.empty()) {
    check_nodes(name_of(f), f.nodes, 2);
    check_degree(name_of(f), f.min_degree, 1, f.nodes);
    if (f.max_degree) check_degree(name_of(f), *f.max_degree, f.min_degree, f.nodes);
    if (!(f.exponent >= 0 && f.exponent <= 50)) {
      refuse(name_of(f), "exponent " + format_real(f.exponent) + " must lie in [0, 50]");
    }
    return check_expected(name_of(f),
                          static_cast<double>(f.max_degree.value_or(f.min_degree)) / 2 * static_cast<double>(f.nodes));
  }
  std::uint64_t stubs = 0;
  for (const std::uint64_t degree : f.degrees) {
    check_degree(name_of(f), degree, 0, f.degrees.size());
    stubs += degree;
  }
  if (stubs % 2 == 1) refuse(name_of(f), "the degrees must have an even sum, not " + number(stubs));
  check_expected(name_of(f), static_cast<double>(stubs) / 2);
}
void check_one(const UniformTree& f) { check_nodes(name_of(f), f.nodes, 0); }
void check_one(const Cycle& f) { check_nodes(name_of(f), f.nodes, 3); }
void check_one(const PathGraph& f) { check_nodes(name_of(f), f.nodes, 0); }
void check_one(const Star& f) { check_nodes(name_of(f), f.nodes, 1); }
void check_one(const Complete& f) {
  check_nodes(name_of(f), f.nodes, 0);
  check_expected(name_of(f), pairs_of(f.nodes));
}
void check_one(const Grid& f) {
  const std::uint64_t least = f.torus ? 3 : 1;
  if (f.rows < least || f.columns < least) {
    refuse(name_of(f), "rows " + number(f.rows) + " and columns " + number(f.columns) + " must each be at least " +
                           number(least) + (f.torus ? " on a torus" : ""));
  }
  if (f.rows > kMost / f.columns) throw Error(ErrorKind::limit, "grid: more than 2^31 nodes");
}

}  // namespace

std::string_view family_name(const Family& family) {
  return std::visit([](const auto& f) { return name_of(f); }, family);
}

std::vector<std::string_view> family_names() {
  std::vector<std::string_view> names;
  for (const Family& family : default_families()) names.push_back(family_name(family));
  return names;
}

Family parse_family(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  auto families = default_families();
  const auto found =
      std::find_if(families.begin(), families.end(), [&](const auto& f) { return family_name(f) == name; });
  if (found == families.end()) {
    std::string known;
    for (const auto each : family_names()) known.append(known.empty() ? "" : ", ").append(each);
    throw Error(ErrorKind::usage, "\"" + std::string(name) + "\" is no family of graphs; known are " + known);
  }
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      refuse(name, "\"" + std::string(item) + "\" is no parameter; write name=value, as in gnm:nodes=50,edges=100");
    }
    std::visit([&](auto& f) { set_parameter(f, trim(item.substr(0, equals)), trim(item.substr(equals + 1))); }, *found);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return *found;
}

std::string describe(const Family& family) {
  std::string text(family_name(family));
  char separator = ':';
  std::visit(
      [&](const auto& f) {
        Traits<std::decay_t<decltype(f)>>::fields(f, [&](std::string_view name, const auto& member) {
          const std::string value = text_of(member);
          if (value.empty()) return;
          text.append(1, separator).append(name).append("=").append(value);
          separator = ',';
        });
      },
      family);
  return text;
}

void check(const Family& family) {
  std::visit([](const auto& f) { check_one(f); }, family);
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
  // Blocks of about 16 nodes, six times as dense inside as between.
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
