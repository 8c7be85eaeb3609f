#include <CLI/CLI.hpp>

#include "verb.h"

namespace awe::cli {

void declare_datasets(CLI::App&, Action&) {}

}  // namespace awe::cli
