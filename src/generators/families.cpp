// The graph families by name, and their parameters as text (formatting and parsing).
#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "awe/generators.h"
#include "base/number.h"

namespace awe {
namespace {

[[noreturn]] void refuse(std::string_view name, const std::string& reason) {
  throw Error(ErrorKind::usage, std::string(name) + ": " + reason);
}

std::string number(std::uint64_t value) { return std::to_string(value); }

// One specialisation per family: its name and, for formatting and parsing, `fields`, which calls visit(name, member).
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
  const auto value = base::parse_unsigned(text);
  if (!value) throw Error(ErrorKind::usage, std::string(key) + " " + std::string(text) + ": not a whole number >= 0");
  return *value;
}

void assign(std::string_view key, std::string_view text, std::uint64_t& member) { member = parse_count(key, text); }
void assign(std::string_view key, std::string_view text, std::optional<std::uint64_t>& member) {
  member = parse_count(key, text);
}
void assign(std::string_view key, std::string_view text, double& member) {
  const auto value = base::parse_real(text);
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

// Returns an empty text if the parameter is not set.
std::string text_of(std::uint64_t value) { return number(value); }
std::string text_of(double value) { return base::format_real(value); }
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
  std::vector<std::string_view> given;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      refuse(name, "\"" + std::string(item) + "\" is no parameter; write name=value, as in gnm:nodes=50,edges=100");
    }
    const std::string_view parameter = base::trim(item.substr(0, equals));
    if (std::find(given.begin(), given.end(), parameter) != given.end()) {
      refuse(name, std::string(parameter) + " is given twice; keep one");
    }
    given.push_back(parameter);
    std::visit([&](auto& f) { set_parameter(f, parameter, base::trim(item.substr(equals + 1))); }, *found);
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

}  // namespace awe
