#include <CLI/CLI.hpp>

#include "verb.h"

namespace awe::cli {

void declare_convert(CLI::App&, Action&) {}

}  // namespace awe::cli
