#include <CLI/CLI.hpp>

#include "verb.h"

namespace awe::cli {

void declare_walks(CLI::App&, Action&) {}

}  // namespace awe::cli
