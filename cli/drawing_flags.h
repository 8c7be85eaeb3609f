// The flags of every verb that draws graphs.
#pragma once

#include <string>
#include <vector>

#include "awe/drawing.h"

namespace CLI {
class App;
}

namespace awe::cli {

struct DrawingFlags {
  DrawingOptions options;
  std::vector<std::string> node_names, edge_names;  // "0=C"

  // --style and --theme (unless drawings are parts of a page, which decides), --node-names and --edge-names.
  void declare(CLI::App& verb, bool looks = true);
  // The options with the names. Throws Error(usage) for a name without "=", and for two names of one label.
  [[nodiscard]] DrawingOptions all() const;
};

}  // namespace awe::cli
