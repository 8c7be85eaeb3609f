// The verbs and options of the command line in machine-readable form.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace awe::cli {

// A JSON object: name, help, footer, options (names, positional, help, value, repeated, required, type, choices,
// default, excludes), and verbs, which are objects of the same form.
[[nodiscard]] std::string describe(const CLI::App& app);

}  // namespace awe::cli
