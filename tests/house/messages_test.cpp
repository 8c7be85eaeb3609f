// Checks the messages of the library: they name option fields in backquotes, never flags of the command line, and the
// command line knows the flag for each field.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <regex>

#include "flag_names.h"
#include "support/process.h"

namespace awe {
namespace {

namespace fs = std::filesystem;

// The contents of all string literals in a source, with escapes unchanged; comments are skipped.
std::vector<std::string> literals_of(const std::string& text) {
  std::vector<std::string> literals;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text[i] == '\'' && (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])))) {
      for (++i; i < text.size() && text[i] != '\''; ++i) i += text[i] == '\\' ? 1 : 0;
    } else if (text[i] == '"') {
      std::string literal;
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        literal += text[i];
        if (text[i] == '\\') literal += text[++i];
      }
      literals.push_back(literal);
    }
  }
  return literals;
}

struct Literal {
  std::string path, text;
};

std::vector<Literal> literals_of_the_library() {
  std::vector<Literal> all;
  for (const char* root : {"src", "include"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(AWE_SOURCE_DIR) / root)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp") continue;
      for (auto& text : literals_of(test::read_file(entry.path().string()))) {
        all.push_back({entry.path().string(), std::move(text)});
      }
    }
  }
  return all;
}

TEST(Messages, OfTheLibraryNameNoFlags) {
  const std::regex flag("--[a-z]");
  for (const Literal& literal : literals_of_the_library()) {
    EXPECT_FALSE(std::regex_search(literal.text, flag)) << literal.path << ": " << literal.text;
  }
}

TEST(Messages, NameFieldsThatTheCommandLineKnows) {
  const std::regex field("`([a-z_]+)`");
  int seen = 0;
  for (const Literal& literal : literals_of_the_library()) {
    // Markdown pages use backquotes for their own purposes.
    if (literal.path.find("_page.cpp") != std::string::npos) continue;
    for (std::sregex_iterator it(literal.text.begin(), literal.text.end(), field), end; it != end; ++it) {
      EXPECT_TRUE(cli::is_known_field((*it)[1].str())) << literal.path << ": " << literal.text;
      ++seen;
    }
  }
  EXPECT_GT(seen, 40) << "the test reads the wrong files";
}

TEST(Messages, BecomeThoseOfTheCommandLine) {
  EXPECT_EQ(cli::with_flags("`max_columns` must be at least 1", "embed"), "--max-columns must be at least 1");
  EXPECT_EQ(cli::with_flags("use `epsilon`, or set `walks`", "kernel"), "use --epsilon, or set --walks");
  EXPECT_EQ(cli::with_flags("`features`: x", "embed"), "--features: x");
  EXPECT_EQ(cli::with_flags("`features`: x", "train"), "--words: x");
  EXPECT_EQ(cli::with_flags("node `x y` and `unknown_field` and `force`", "embed"),
            "node `x y` and `unknown_field` and --force");
  EXPECT_EQ(cli::with_flags("a ` alone", "embed"), "a ` alone");
  EXPECT_FALSE(cli::is_known_field("unknown_field"));
}

TEST(Messages, AreFoundInLiteralsAlone) {
  EXPECT_EQ(literals_of("f(\"a\\\"b\", '\"') // \"c\"\n + \"d\" + 1'000 + \"e\""),
            (std::vector<std::string>{"a\\\"b", "d", "e"}));
}

}  // namespace
}  // namespace awe
