// What is wrong with a command line, in one line: the nearest option or verb that exists, and whose help to read.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace awe::cli {

// Help pages of every verb: sections in one order (Output and Run last), and without the lists of options that exclude
// each other, which errors name.
class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter();
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

// The candidate that takes the fewest insertions, deletions, replacements and swaps of neighbours; empty if all are
// further than a third of the text's length (two for short texts). A candidate of which the text is whole words, as
// --nodes of --num-nodes, counts as one edit away.
[[nodiscard]] std::string nearest(std::string_view text, const std::vector<std::string>& candidates);

// "embed", or "classify fit": the verb that the command line names; empty if it names none.
[[nodiscard]] std::string verb_of(const CLI::App& app);

// The line for a command line that could not be parsed.
[[nodiscard]] std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

// `awe help VERB` as `awe VERB --help`; other arguments as they are.
[[nodiscard]] std::vector<std::string> with_help_verb(std::vector<std::string> arguments);

}  // namespace awe::cli
