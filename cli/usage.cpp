#include "usage.h"

#include <fmt/format.h>

#include <algorithm>

#include "awe/error.h"
#include "common_flags.h"

namespace awe::cli {
namespace {

// Edit distance with swaps of adjacent characters (optimal string alignment). O(|a| |b|) time and memory.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

// True if the text consists of whole words of the candidate, as --nodes does for --num-nodes.
bool has_words(const std::string& candidate, std::string_view text) {
  const std::size_t begin = text.find_first_not_of('-');
  if (begin == std::string_view::npos || candidate == text) return false;
  return (candidate + "-").find("-" + std::string(text.substr(begin)) + "-") != std::string::npos;
}

std::vector<std::string> names_of_verbs(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(verb->get_name());
  }
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool is_option(const std::string& argument) { return argument.size() > 1 && argument.front() == '-'; }

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// "classify predict" for predict: what was meant if a verb of a verb stands alone.
std::string nearest_below(const std::string& name, const CLI::App& app) {
  for (const CLI::App* verb : verbs_of(app)) {
    const std::string found = nearest(name, names_of_verbs(*verb));
    if (!found.empty()) return verb->get_name() + " " + found;
  }
  return "";
}

// The verbs that have an option, with those above them: "evaluate, classify fit".
std::string owners_of(const std::string& option, const CLI::App& app, const std::string& above = "") {
  std::string owners;
  for (const CLI::App* verb : verbs_of(app)) {
    const std::string name = above + verb->get_name();
    const std::vector<std::string> options = names_of_options(*verb);
    const bool own = std::find(options.begin(), options.end(), option) != options.end();
    for (const std::string& found : {own ? name : std::string(), owners_of(option, *verb, name + " ")}) {
      if (!found.empty()) owners += (owners.empty() ? "" : ", ") + found;
    }
  }
  return owners;
}

std::string suggestion(const std::string& name) { return name.empty() ? "" : fmt::format(" (did you mean {}?)", name); }

// Order of the sections: 0 for most, larger for those common to all verbs, which come last.
int place_of_group(const std::string& group) { return group == kOutputGroup ? 1 : group == kRunGroup ? 2 : 0; }

}  // namespace

HelpFormatter::HelpFormatter() {
  label("REQUIRED", "(required)");
  label("SUBCOMMAND", "VERB");
  label("Subcommands", "Verbs");
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  std::string text;
  if (option->get_type_size() != 0) {
    if (!option->get_type_name().empty()) text += " " + get_label(option->get_type_name());
    if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
    if (option->get_required()) text += " " + get_label("REQUIRED");
  }
  return text;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  if (mode == CLI::AppFormatMode::Sub) return CLI::Formatter::make_help(app, std::move(name), mode);
  std::vector<std::string> groups = app->get_groups();
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return place_of_group(a) < place_of_group(b); });
  std::string text = make_description(app) + make_usage(app, std::move(name)) + make_positionals(app);
  for (const std::string& group : groups) {
    const auto shown = app->get_options(
        [&](const CLI::Option* option) { return option->get_group() == group && option->nonpositional(); });
    if (!group.empty() && !shown.empty()) text += make_group(group, false, shown);
  }
  return text + make_subcommands(app, mode) + "\n" + make_footer(app);
}

std::string nearest(std::string_view text, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, text.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = has_words(candidate, text) ? 1 : edit_distance(text, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

const CLI::App& parsed_verb(const CLI::App& app) {
  const CLI::App* verb = &app;
  while (!verb->get_subcommands().empty()) verb = verb->get_subcommands().front();
  return *verb;
}

void refuse_empty_paths(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const std::string type = option->get_type_name();
    const bool path = type == "FILE" || type == "PATH" || type == "FOLDER" || option->get_positional();
    if (!path || option->count() == 0) continue;
    for (const std::string& text : option->results()) {
      if (text.empty()) throw Error(ErrorKind::usage, option->get_name() + ": the name is empty");
    }
  }
}

std::string verb_of(const CLI::App& app) {
  std::string names;
  for (const CLI::App* verb = &app; !verb->get_subcommands().empty();) {
    verb = verb->get_subcommands().front();
    names += (names.empty() ? "" : " ") + verb->get_name();
  }
  return names;
}

namespace {

std::string help_of(const std::string& name) {
  return fmt::format("see awe {}{}--help", name, name.empty() ? "" : " ");
}

}  // namespace

std::string unknown_verb(const CLI::App& app) {
  const CLI::App& verb = parsed_verb(app);
  const std::string name = verb_of(app);
  const std::vector<std::string> left = app.remaining(true), verbs = names_of_verbs(verb);
  if (verbs.empty() || left.empty() || is_option(left.front())) return "";
  std::string meant = nearest(left.front(), verbs);
  if (meant.empty()) meant = nearest_below(left.front(), verb);
  return fmt::format("'{}' is not a verb{}{}; {}", left.front(), name.empty() ? "" : " of " + name, suggestion(meant),
                     help_of(name));
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  if (std::string wrong = unknown_verb(app); !wrong.empty()) return wrong;
  const CLI::App& verb = parsed_verb(app);
  const std::string name = verb_of(app), help = help_of(name);
  const std::vector<std::string> left = app.remaining(true), verbs = names_of_verbs(verb);
  const auto unknown = std::find_if(left.begin(), left.end(), is_option);
  if (unknown != left.end()) {
    const std::string option = unknown->substr(0, unknown->find('='));
    const std::string meant = nearest(option, names_of_options(verb));
    const std::string owners = meant.empty() ? owners_of(option, app) : "";
    return fmt::format("unknown option {}{}; {}", option,
                       owners.empty() ? suggestion(meant) : fmt::format(" (an option of {})", owners), help);
  }
  if (!verbs.empty()) return fmt::format("a verb is missing{}; {}", name.empty() ? "" : " after " + name, help);
  if (!left.empty()) return fmt::format("unexpected argument '{}'; {}", left.front(), help);
  return fmt::format("{}; {}", error.what(), help);
}

std::vector<std::string> with_help_verb(std::vector<std::string> arguments) {
  if (arguments.empty() || arguments.front() != "help") return arguments;
  arguments.erase(arguments.begin());
  arguments.emplace_back("--help");
  return arguments;
}

}  // namespace awe::cli
