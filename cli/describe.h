// The verbs and options of the command line in a form that programs can read.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace awe::cli {

// A JSON object: name, help, footer, options (names, positional, help, value, repeated, required, type, choices,
// default, excludes), and verbs, which are such objects again.
[[nodiscard]] std::string describe(const CLI::App& app);

}  // namespace awe::cli
