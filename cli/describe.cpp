// Describes the command line as JSON, from which scripts/command_pages makes the man pages and the shell completions.
#include "describe.h"

#include <CLI/CLI.hpp>

#include "base/json_text.h"

namespace awe::cli {
namespace {

base::JsonArray strings(const std::vector<std::string>& texts) {
  base::JsonArray array;
  for (const std::string& text : texts) array.raw(base::json_string(text));
  return array;
}

// The choices of a CLI::IsMember check, which CLI11 shows as the type TEXT:{a,b}.
std::vector<std::string> choices_of(const std::string& type) {
  const std::size_t begin = type.find('{'), end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

std::string describe(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  const std::string type = option.get_type_name();
  std::vector<std::string> excluded;
  for (const CLI::Option* other : option.get_excludes()) excluded.push_back(other->get_name());
  return base::JsonObject()
      .raw("names", strings(names).str())
      .text("positional", option.get_positional() ? option.get_name(true) : "")
      .text("help", option.get_description())
      .flag("value", option.get_items_expected_max() > 0)
      .flag("repeated", option.get_items_expected_max() > 1)
      .flag("required", option.get_required())
      .text("type", type.substr(0, type.find(':')))
      .raw("choices", strings(choices_of(type)).str())
      .text("default", option.get_default_str())
      .raw("excludes", strings(excluded).str())
      .str();
}

}  // namespace

std::string describe(const CLI::App& app) {
  base::JsonArray options, verbs;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) options.raw(describe(*option));  // no group: hidden from the help
  }
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) verbs.raw(describe(*verb));
  return base::JsonObject()
      .text("name", app.get_name())
      .text("help", app.get_description())
      .text("footer", app.get_footer())
      .raw("options", options.str())
      .raw("verbs", verbs.str())
      .str();
}

}  // namespace awe::cli
