// Explains in one line what is wrong with a command line: the nearest existing option or verb, and which help to read.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace awe::cli {

// Help pages of every verb: sections in a fixed order (Output and Run last), without the lists of mutually exclusive
// options, which errors name.
class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter();
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

// The candidate with the fewest insertions, deletions, replacements and swaps of adjacent characters; empty if all are
// further away than a third of the text's length (two for short texts). A candidate that contains the text as whole
// words, as --num-nodes contains --nodes, counts as one edit away.
[[nodiscard]] std::string nearest(std::string_view text, const std::vector<std::string>& candidates);

// The innermost verb on the command line; the whole program if there is none.
[[nodiscard]] const CLI::App& parsed_verb(const CLI::App& app);

// Throws Error(usage) if a file, folder or path is given as an empty text, which would mean that it was not given.
void refuse_empty_paths(const CLI::App& verb);

// "embed", or "classify fit": the verb on the command line; empty if there is none.
[[nodiscard]] std::string verb_of(const CLI::App& app);

// The error line for a verb that does not exist; empty if there is none such.
[[nodiscard]] std::string unknown_verb(const CLI::App& app);

// The error line for a command line that could not be parsed.
[[nodiscard]] std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

// Rewrites `awe help VERB` to `awe VERB --help`; other arguments are unchanged.
[[nodiscard]] std::vector<std::string> with_help_verb(std::vector<std::string> arguments);

}  // namespace awe::cli
