// --checkpoint and --checkpoint-every, for verbs whose work can be stopped and continued.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace awe::cli {

// Declares both; `what` is the help of --checkpoint.
void add_checkpoint(CLI::App& verb, std::string& path, double& seconds, const std::string& what);

}  // namespace awe::cli
