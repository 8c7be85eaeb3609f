#include <CLI/CLI.hpp>

#include "verb.h"

namespace awe::cli {

void declare_info(CLI::App&, Action&) {}

}  // namespace awe::cli
