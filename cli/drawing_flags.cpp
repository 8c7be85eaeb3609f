#include "drawing_flags.h"

#include <CLI/CLI.hpp>

#include "awe/error.h"
#include "common_flags.h"

namespace awe::cli {
namespace {

std::map<std::string, std::string> names_of(const std::vector<std::string>& texts, const std::string& flag) {
  std::map<std::string, std::string> names;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Error(ErrorKind::usage, flag + ": '" + text + "' is no LABEL=NAME");
    }
    if (!names.emplace(text.substr(0, equals), text.substr(equals + 1)).second) {
      throw Error(ErrorKind::usage, flag + " names label '" + text.substr(0, equals) + "' twice");
    }
  }
  return names;
}

}  // namespace

void DrawingFlags::declare(CLI::App& verb, bool looks) {
  if (looks) {
    add_choice(verb, "--style", options.style,
               "Looks of nodes and edges; molecule: symbols of elements and bonds (auto: if all labels are such)");
    add_choice(verb, "--theme", options.theme,
               "Colours of lines and text; auto: light or dark as the viewer prefers, inherit: those of the page");
  }
  verb.add_option("--node-names", node_names, "Names of node labels in drawings, as 0=C,1=N,2=O")
      ->delimiter(',')
      ->type_name("LABEL=NAME");
  verb.add_option("--edge-names", edge_names, "Names of edge labels in drawings, as 0=aromatic,1=single")
      ->delimiter(',')
      ->type_name("LABEL=NAME");
}

DrawingOptions DrawingFlags::all() const {
  DrawingOptions made = options;
  made.node_names = names_of(node_names, "--node-names");
  made.edge_names = names_of(edge_names, "--edge-names");
  return made;
}

}  // namespace awe::cli
