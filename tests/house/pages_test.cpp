// Checks the installed man pages and shell completions: well-formed, and complete with respect to the command's help.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "support/process.h"

namespace awe {
namespace {

const std::string kPages = AWE_BUILD_DIR "/pages";

std::set<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

// The long options that `awe VERB --help` lists.
std::set<std::string> options_in_help(const std::string& verb) {
  const std::string help = test::run_shell("awe " + verb + " --help").out;
  const std::regex option("\n  (?:-[a-z],)?(--[a-z][a-z0-9-]*)");
  std::set<std::string> names;
  for (std::sregex_iterator it(help.begin(), help.end(), option), end; it != end; ++it) names.insert((*it)[1]);
  return names;
}

std::set<std::string> verbs_in_help() {
  const std::string help = test::run_shell("awe --help").out;
  const std::string list = help.substr(help.find("Subcommands:"));
  const std::regex verb("\n  ([a-z-]+) ");
  std::set<std::string> names;
  const std::string part = list.substr(0, list.find("\n\n"));
  for (std::sregex_iterator it(part.begin(), part.end(), verb), end; it != end; ++it) names.insert((*it)[1]);
  return names;
}

// What bash offers when the user presses Tab after these words; the last one may be empty: "awe embed ''".
std::set<std::string> completed(const std::string& words) {
  const auto result =
      test::run_shell("bash", "source " + kPages + "/bash/awe && COMP_WORDS=(" + words +
                                  ") && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && _awe && echo \"${COMPREPLY[@]}\"");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return words_of(result.out);
}

using Words = std::set<std::string>;

TEST(Completions, BashOffersEveryVerb) {
  const auto verbs = verbs_in_help();
  ASSERT_TRUE(verbs.count("embed") && verbs.count("classify"));
  EXPECT_EQ(completed("awe ''"), verbs);
  EXPECT_EQ(completed("awe emb"), Words{"embed"});
}

TEST(Completions, BashOffersEveryOptionOfAVerb) {
  for (const std::string& verb : verbs_in_help()) {
    const auto options = options_in_help(verb);
    ASSERT_TRUE(options.count("--help")) << verb;
    EXPECT_EQ(completed("awe " + verb + " --"), options) << verb;
  }
  EXPECT_EQ(completed("awe classify fit --"), options_in_help("classify fit"));
}

TEST(Completions, BashOffersValuesAndVerbsOfVerbs) {
  EXPECT_EQ(completed("awe embed --dtype ''"), (Words{"float32", "float64"}));
  EXPECT_EQ(completed("awe embed graphs.jsonl --dtype float6"), Words{"float64"});
  EXPECT_EQ(completed("awe datasets ''"), (Words{"fetch", "list", "verify"}));
  EXPECT_EQ(completed("awe embed --seed ''"), Words{});
}

TEST(Completions, ShellsReadThem) {
  EXPECT_EQ(test::run_shell("bash -n " + kPages + "/bash/awe").exit_code, 0);
  for (const auto& [shell, file] : {std::pair("zsh", "/zsh/_awe"), std::pair("fish", "/fish/awe.fish")}) {
    const std::string path = kPages + file, name = shell;
    EXPECT_NE(test::read_file(path).find("embed"), std::string::npos) << path;
    const auto result = test::run_shell("command -v " + name + " >/dev/null || exit 0; " + name + " -n " + path);
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
}

TEST(ManPages, OneForTheCommandAndOneForEachVerb) {
  Words expected{"awe.1"}, found;
  for (const std::string& verb : verbs_in_help()) expected.insert("awe-" + verb + ".1");
  for (const auto& entry : std::filesystem::directory_iterator(kPages + "/man1")) {
    found.insert(entry.path().filename().string());
  }
  EXPECT_EQ(found, expected);
}

TEST(ManPages, TellEveryOption) {
  for (const std::string& verb : verbs_in_help()) {
    std::string page = test::read_file(kPages + "/man1/awe-" + verb + ".1");
    for (std::size_t at; (at = page.find("\\-")) != std::string::npos;) page.erase(at, 1);
    for (const std::string& option : options_in_help(verb)) {
      EXPECT_NE(page.find("\\fB" + option + "\\fR"), std::string::npos) << verb << " " << option;
    }
  }
}

TEST(ManPages, AreWellFormed) {
  if (test::run_shell("command -v man").exit_code != 0) GTEST_SKIP() << "man is not installed";
  for (const auto& entry : std::filesystem::directory_iterator(kPages + "/man1")) {
    const auto result = test::run_shell("MANWIDTH=120 man --warnings -l " + entry.path().string());
    EXPECT_EQ(result.exit_code, 0) << entry.path();
    EXPECT_EQ(result.err, "") << entry.path();
    EXPECT_NE(result.out.find("OPTIONS"), std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace awe
