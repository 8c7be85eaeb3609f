#include "checkpoint_flags.h"

#include <CLI/CLI.hpp>
#include <map>

namespace awe::cli {

void add_checkpoint(CLI::App& verb, std::string& path, double& seconds, const std::string& what) {
  verb.add_option("--checkpoint", path, what)->type_name("FILE");
  verb.add_option("--checkpoint-every", seconds, "Time between checkpoints: 60s, 10m, 1h")
      ->transform(
          CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"m", 60}, {"h", 3600}}).description(""))
      ->type_name("TIME")
      ->capture_default_str();
}

}  // namespace awe::cli
