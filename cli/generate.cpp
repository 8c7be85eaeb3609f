// awe generate FAMILY: graphs of a family, of six families of equal size, or of a mix, written as a stream.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include "awe/base/error.h"
#include "awe/base/json_text.h"
#include "awe/base/number.h"
#include "awe/graph/generators.h"
#include "awe/io/writer.h"
#include "console.h"
#include "verb.h"
#include "whole_number.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Families, their parameters and defaults:\n{}"
    "  six-families      nodes=60, edges=120: gnm, barabasi-albert, watts-strogatz, random-regular, stochastic-block "
    "and\n"
    "                    geometric, --count of each, all with equal nodes and edges (2 edges / nodes whole)\n"
    "  mix               what --family names, once or more; there count= and class= may stand among the parameters\n"
    "--edges makes barabasi-albert, watts-strogatz, stochastic-block and geometric have exactly that many edges.\n"
    "The class of a graph is its family. Graph number i depends on the seed, the family with its parameters, and i "
    "alone.\n"
    "\nExamples:\n"
    "  awe generate erdos-renyi --nodes 100 --probability 0.05 --count 10 -o graphs.jsonl\n"
    "  awe generate six-families --nodes 60 --edges 120 --count 50 -o six.jsonl\n"
    "  awe generate mix --family gnm:nodes=50,edges=100 --family tree:nodes=50,count=20 --count 10 -o mix.jsonl\n"
    "  awe generate cycle --nodes 5\n";

struct GenerateOptions {
  RunOptions run;
  std::string family;
  std::map<std::string, std::string> parameters;  // as written; the family says which it takes
  std::vector<std::string> mixed;
  bool torus = false;
  std::uint64_t count = 1;
  std::string output = "-";
  bool force = false;
};

std::string spec_of(const GenerateOptions& options) {
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

// Takes "name=value" out of the spec, if it is there.
std::string take(std::string& spec, std::string_view name) {
  const std::size_t colon = spec.find(':');
  for (std::size_t begin = colon; begin != std::string::npos; begin = spec.find(',', begin + 1)) {
    const std::size_t end = std::min(spec.find(',', begin + 1), spec.size());
    const std::string item(trim(std::string_view(spec).substr(begin + 1, end - begin - 1)));
    if (!item.starts_with(std::string(name) + "=")) continue;
    // The first item leaves its colon to the next one.
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
    const auto value = parse_unsigned(own);
    if (!value) throw Error(ErrorKind::usage, "count " + own + ": not a whole number >= 0");
    part.count = *value;
  }
  part.family = parse_family(spec);
  return part;
}

std::uint64_t number_or(const GenerateOptions& options, const std::string& name, std::uint64_t otherwise) {
  const auto& text = options.parameters.at(name);
  if (text.empty()) return otherwise;
  const auto value = parse_unsigned(text);
  if (!value) throw Error(ErrorKind::usage, "--" + name + " " + text + ": not a whole number >= 0");
  return *value;
}

Recipe recipe_of(const GenerateOptions& options) {
  if (options.family != "mix" && !options.mixed.empty()) {
    throw Error(ErrorKind::usage, "--family belongs to awe generate mix");
  }
  const bool six = options.family == "six-families", mix = options.family == "mix";
  for (const auto& [name, value] : options.parameters) {
    if (value.empty() || !(mix || (six && name != "nodes" && name != "edges"))) continue;
    throw Error(ErrorKind::usage, mix ? "mix takes its parameters inside --family, as in gnm:nodes=50,edges=100"
                                      : "six-families takes no --" + name + "; its parameters are nodes and edges");
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

Written write_graphs(const GenerateOptions& options, const Recipe& recipe) {
  WriteOptions how;
  how.force = options.force;
  if (options.output == "-") how.format = Format::json_lines;
  const auto source = generate(recipe, options.run.seed);
  const auto writer = create_graphs(options.output, how);
  ProgressBar bar("graphs");
  Written written;
  while (const auto graph = source->next()) {
    if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
    writer->write(*graph);
    written.nodes += graph->num_nodes();
    written.edges += graph->num_edges();
    bar.update(++written.graphs, source->count());
  }
  writer->commit();
  for (const std::string& sentence : writer->left_out()) note(sentence);
  return written;
}

void run(const GenerateOptions& options) {
  if (options.run.json && options.output == "-") {
    throw Error(ErrorKind::usage, "--json needs -o: without it the graphs themselves go to stdout");
  }
  const Stopwatch watch;
  const Recipe recipe = recipe_of(options);
  const Written written = write_graphs(options, recipe);
  if (options.output == "-") return;
  if (!options.run.json) {
    fmt::print("{}: {} graphs, {} nodes, {} edges\n", options.output, written.graphs, written.nodes, written.edges);
    return;
  }
  JsonArray parts;
  for (const RecipePart& part : recipe.parts) {
    const std::string class_name = part.class_name.empty() ? std::string(family_name(part.family)) : part.class_name;
    parts.raw(JsonObject()
                  .text("family", describe(part.family))
                  .text("class", class_name)
                  .integer("count", part.count)
                  .str());
  }
  fmt::print("{}\n", JsonObject()
                         .text("output", options.output)
                         .integer("graphs", written.graphs)
                         .integer("nodes", written.nodes)
                         .integer("edges", written.edges)
                         .integer("seed", options.run.seed)
                         .raw("parts", parts.str())
                         .real("seconds", watch.seconds())
                         .str());
}

void declare_parameters(CLI::App& sub, GenerateOptions& options) {
  const std::pair<const char*, const char*> known[] = {
      {"nodes", "Nodes of each graph"},
      {"edges", "Edges of each graph, exactly"},
      {"probability", "Of every pair, to be an edge"},
      {"degree", "Of every node, or joins of every new node (barabasi-albert)"},
      {"rewiring", "Probability that an edge of the ring moves"},
      {"blocks", "Blocks of equal size"},
      {"within", "Probability of an edge within a block"},
      {"between", "Probability of an edge between blocks"},
      {"radius", "Largest distance of joined points"},
      {"exponent", "Of the power law of degrees"},
      {"min-degree", "Smallest degree of the power law"},
      {"max-degree", "Largest degree of the power law (default: square root of the nodes)"},
      {"degrees", "The degree sequence itself, as 3+2+2+1"},
      {"rows", "Of the grid"},
      {"columns", "Of the grid"}};
  for (const auto& [name, what] : known) {
    sub.add_option(std::string("--") + name, options.parameters[name], what)->type_name("VALUE");
  }
  sub.add_flag("--torus", options.torus, "Join the grid's opposite sides");
  sub.add_option("--family", options.mixed, "A part of the mix, as gnm:nodes=50,edges=100,count=20,class=random")
      ->allow_extra_args(false);
}

}  // namespace

void declare_generate(CLI::App& app, Action& action) {
  auto* sub = app.add_subcommand("generate", "Random and regular graphs, with the family as class");
  std::string families;
  for (const auto name : family_names()) {
    const std::string text = describe(parse_family(name));
    std::string defaults;
    for (const char c : text.substr(name.size() + 1)) defaults += c == ',' ? std::string(", ") : std::string(1, c);
    families += fmt::format("  {:<17} {}\n", name, defaults);
  }
  sub->footer(fmt::format(fmt::runtime(kFooter), families));
  auto options = std::make_shared<GenerateOptions>();
  sub->add_option("FAMILY", options->family, "One of the families below, six-families, or mix")->required();
  declare_parameters(*sub, *options);
  sub->add_option("--count", options->count, "Graphs (of each family)")->check(whole_number())->capture_default_str();
  sub->add_option("-o,--output", options->output, "File; its extension is the format (default: JSON lines on stdout)");
  sub->add_flag("--force", options->force, "Replace an existing output");
  options->run.declare(*sub);
  sub->callback([options, &action] { action = [options] { run(*options); }; });
}

}  // namespace awe::cli
