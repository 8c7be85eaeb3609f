#include <CLI/CLI.hpp>

#include "verb.h"

namespace awe::cli {

void declare_generate(CLI::App&, Action&) {}

}  // namespace awe::cli
