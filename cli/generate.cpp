// awe generate FAMILY: graphs of one family, of six families in equal numbers, or of a mix, written as a stream.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include "awe/error.h"
#include "awe/generators.h"
#include "awe/writer.h"
#include "base/json_text.h"
#include "base/number.h"
#include "common_flags.h"
#include "console.h"
#include "timing.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Families, their parameters and defaults, as --family of mix takes them (`nodes` and `edges` are --num-nodes and\n"
    "--num-edges on the command line, the others are flags of the same name):\n{}"
    "  six-families      nodes=60, edges=120: gnm, barabasi-albert, watts-strogatz, random-regular, stochastic-block "
    "and\n"
    "                    geometric, --count graphs of each, all with the same numbers of nodes and edges (2 edges /\n"
    "                    nodes must be a whole number)\n"
    "  mix               the families that --family names, once or more; count= and class= are parameters there, too\n"
    "--num-edges makes barabasi-albert, watts-strogatz, stochastic-block and geometric have exactly that many edges.\n"
    "The class of a graph is its family. Graph number i depends only on the seed, the family with its parameters, and "
    "i.\n"
    "\nExamples:\n"
    "  awe generate erdos-renyi --num-nodes 100 --probability 0.05 --count 10 -o graphs.jsonl\n"
    "  awe generate six-families --num-nodes 60 --num-edges 120 --count 50 -o six.jsonl\n"
    "  awe generate mix --family gnm:nodes=50,edges=100 --family tree:nodes=50,count=20 --count 10 -o mix.jsonl\n"
    "  awe generate cycle --num-nodes 5\n";

struct GenerateFlags {
  RunFlags run;
  std::string family;
  std::map<std::string, std::string> parameters;  // as given; the family defines which ones are valid
  std::vector<std::string> mixed;
  bool torus = false;
  std::uint64_t count = 1;
  std::string output = "-";
  bool force = false;
};

// The flag for a parameter of a family: --nodes means the file of subgraphs in other verbs.
std::string flag_of(const std::string& parameter) {
  return (parameter == "nodes" || parameter == "edges" ? "--num-" : "--") + parameter;
}

std::string spec_of(const GenerateFlags& options) {
  std::string spec = options.family;
  char separator = ':';
  for (const auto& [name, value] : options.parameters) {
    if (value.empty()) continue;
    spec += separator + name + "=" + value;
    separator = ',';
  }
  if (options.torus) spec.append(1, separator).append("torus=true");
  return spec;
}

// Removes "name=value" from the spec, if present, and returns the value.
std::string take(std::string& spec, std::string_view name) {
  const std::size_t colon = spec.find(':');
  for (std::size_t begin = colon; begin != std::string::npos; begin = spec.find(',', begin + 1)) {
    const std::size_t end = std::min(spec.find(',', begin + 1), spec.size());
    const std::string item(base::trim(std::string_view(spec).substr(begin + 1, end - begin - 1)));
    if (!item.starts_with(std::string(name) + "=")) continue;
    // If the first item is removed, its colon stays for the next one.
    spec.erase(begin == colon ? begin + 1 : begin, end - begin);
    return item.substr(name.size() + 1);
  }
  return "";
}

RecipePart mixed_part(std::string spec, std::uint64_t count) {
  RecipePart part;
  part.count = count;
  part.class_name = take(spec, "class");
  if (const std::string own = take(spec, "count"); !own.empty()) {
    const auto value = base::parse_unsigned(own);
    if (!value) throw Error(ErrorKind::usage, "count " + own + ": not a whole number >= 0");
    part.count = *value;
  }
  part.family = parse_family(spec);
  return part;
}

std::uint64_t number_or(const GenerateFlags& options, const std::string& name, std::uint64_t otherwise) {
  const auto& text = options.parameters.at(name);
  if (text.empty()) return otherwise;
  const auto value = base::parse_unsigned(text);
  if (!value) throw Error(ErrorKind::usage, flag_of(name) + " " + text + ": not a whole number >= 0");
  return *value;
}

Recipe recipe_of(const GenerateFlags& options) {
  if (options.family != "mix" && !options.mixed.empty()) {
    throw Error(ErrorKind::usage, "--family belongs to awe generate mix");
  }
  const bool six = options.family == "six-families", mix = options.family == "mix";
  for (const auto& [name, value] : options.parameters) {
    if (value.empty() || !(mix || (six && name != "nodes" && name != "edges"))) continue;
    throw Error(ErrorKind::usage,
                mix ? "mix takes its parameters inside --family, for example gnm:nodes=50,edges=100"
                    : "six-families takes no " + flag_of(name) + "; its parameters are --num-nodes and --num-edges");
  }
  if (six) return six_families(number_or(options, "nodes", 60), number_or(options, "edges", 120), options.count);
  if (!mix) return {{{parse_family(spec_of(options)), options.count, {}}}};
  if (options.mixed.empty()) throw Error(ErrorKind::usage, "mix needs --family at least once");
  Recipe recipe;
  for (const std::string& spec : options.mixed) recipe.parts.push_back(mixed_part(spec, options.count));
  return recipe;
}

struct Written {
  std::uint64_t graphs = 0, nodes = 0, edges = 0;
};

Written write_graphs(const GenerateFlags& options, const Recipe& recipe, PhaseSeconds& seconds) {
  WriteOptions how;
  how.force = options.force;
  if (options.output == "-") how.format = Format::json_lines;
  const auto source = generate(recipe, options.run.seed);
  const auto writer = create_graphs(options.output, how);
  ProgressBar bar("graphs");
  Written written;
  while (const auto graph = seconds.measure("generate", [&] { return source->next(); })) {
    if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
    seconds.measure("write", [&] { writer->write(*graph); });
    written.nodes += graph->num_nodes();
    written.edges += graph->num_edges();
    bar.update(++written.graphs, source->count());
  }
  seconds.measure("write", [&] { writer->commit(); });
  for (const std::string& sentence : writer->left_out()) note(sentence);
  return written;
}

void run(const GenerateFlags& options) {
  if (options.run.json && options.output == "-") {
    throw Error(ErrorKind::usage, "--json needs -o: without it the graphs themselves go to standard output");
  }
  if (options.count == 0) throw Error(ErrorKind::usage, "--count must be at least 1");
  PhaseSeconds seconds{"generate", "write"};
  const Recipe recipe = recipe_of(options);
  const Written written = write_graphs(options, recipe, seconds);
  if (options.output == "-") return;
  if (!options.run.json) {
    fmt::print("{}: {}, {}, {}\n", options.output, counted(written.graphs, "graph"), counted(written.nodes, "node"),
               counted(written.edges, "edge"));
    return;
  }
  base::JsonArray parts;
  for (const RecipePart& part : recipe.parts) {
    const std::string class_name = part.class_name.empty() ? std::string(family_name(part.family)) : part.class_name;
    parts.raw(base::JsonObject()
                  .text("family", describe(part.family))
                  .text("class", class_name)
                  .integer("count", part.count)
                  .str());
  }
  fmt::print("{}\n", base::JsonObject()
                         .text("output", options.output)
                         .integer("graphs", written.graphs)
                         .integer("nodes", written.nodes)
                         .integer("edges", written.edges)
                         .integer("seed", options.run.seed)
                         .raw("parts", parts.str())
                         .raw("seconds", seconds.json())
                         .str());
}

void declare_parameters(CLI::App& sub, GenerateFlags& options) {
  const std::pair<const char*, const char*> known[] = {
      {"nodes", "Number of nodes of each graph"},
      {"edges", "Number of edges of each graph, exactly"},
      {"probability", "Probability of an edge between each pair of nodes"},
      {"degree", "Degree of every node; of barabasi-albert: edges of each new node"},
      {"rewiring", "Probability that an edge of the ring is rewired"},
      {"blocks", "Number of blocks of equal size"},
      {"within", "Probability of an edge within a block"},
      {"between", "Probability of an edge between blocks"},
      {"radius", "Maximum distance of connected points"},
      {"exponent", "Exponent of the power law of degrees"},
      {"min-degree", "Minimum degree of the power law"},
      {"max-degree", "Maximum degree of the power law (default: square root of the number of nodes)"},
      {"degrees", "Degree sequence, for example 3+2+2+1"},
      {"rows", "Number of rows of the grid"},
      {"columns", "Number of columns of the grid"}};
  for (const auto& [name, what] : known) {
    sub.add_option(flag_of(name), options.parameters[name], what)->type_name("VALUE");
  }
  sub.add_flag("--torus", options.torus, "Connect opposite sides of the grid");
  sub.add_option("--family", options.mixed,
                 "Family of the mix, may be repeated: gnm:nodes=50,edges=100,count=20,class=random")
      ->type_name("SPEC")
      ->allow_extra_args(false);
}

}  // namespace

void declare_generate(CLI::App& app, Action& action) {
  auto* sub = app.add_subcommand("generate", "Generate random and regular graphs, with the family as class");
  std::string families;
  for (const auto name : family_names()) {
    const std::string text = describe(parse_family(name));
    std::string defaults;
    for (const char c : text.substr(name.size() + 1)) defaults += c == ',' ? std::string(", ") : std::string(1, c);
    families += fmt::format("  {:<17} {}\n", name, defaults);
  }
  sub->footer(fmt::format(fmt::runtime(kFooter), families));
  auto options = std::make_shared<GenerateFlags>();
  sub->add_option("FAMILY", options->family, "Family of the graphs: one of those below, six-families, or mix")
      ->required();
  begin_group(*sub, "Graphs");
  add_count(*sub, "--count", options->count, "Number of graphs, of each family")->capture_default_str();
  declare_parameters(*sub, *options);
  begin_group(*sub, kOutputGroup);
  sub->add_option("-o,--output", options->output,
                  "File or folder to write, its extension is the format (default: JSON lines on standard output)")
      ->type_name("PATH");
  add_force(*sub, options->force);
  options->run.declare(*sub);
  sub->callback([options, &action] { action = [options] { run(*options); }; });
}

}  // namespace awe::cli
