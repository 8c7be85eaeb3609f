// Checks that the pages are consistent: links resolve, the index lists every page, commands appear where they are
// tested, and every table of results has the command that makes it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

#include "house/markdown.h"
#include "support/process.h"

namespace awe {
namespace {

namespace fs = std::filesystem;

std::string text_of(const std::string& page) { return test::read_file(std::string(AWE_SOURCE_DIR "/") + page); }

// The page, relative to the root, that a link in another page points to, without the anchor.
std::string target_of(const std::string& page, const std::string& link) {
  const std::string path = link.substr(0, link.find('#'));
  return path.empty() ? page : (fs::path(page).parent_path() / path).lexically_normal().string();
}

TEST(Links, Resolve) {
  int seen = 0;
  for (const std::string& page : test::all_pages()) {
    for (const std::string& link : test::links_of(text_of(page))) {
      if (link.find("://") != std::string::npos || link.starts_with("mailto:")) continue;
      const std::string target = target_of(page, link);
      ASSERT_TRUE(fs::exists(fs::path(AWE_SOURCE_DIR) / target)) << page << " links to " << link;
      const std::size_t hash = link.find('#');
      if (hash == std::string::npos) continue;
      const auto anchors = test::anchors_of(text_of(target));
      EXPECT_NE(std::find(anchors.begin(), anchors.end(), link.substr(hash + 1)), anchors.end())
          << page << " links to " << link;
      ++seen;
    }
  }
  EXPECT_GT(seen, 3) << "the test sees no links";
}

TEST(Links, OfSourcesLeadToPages) {
  const std::regex page("\\bdocs/[a-z/-]+\\.md");
  int seen = 0;
  for (const char* root : {"include", "src", "cli", "tests", "bench", "examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(AWE_SOURCE_DIR) / root)) {
      const std::string extension = entry.path().extension().string();
      const bool self = entry.path().filename() == "links_test.cpp";  // contains pages that are only examples
      if (self || (extension != ".h" && extension != ".cpp")) continue;
      const std::string text = test::read_file(entry.path().string());
      for (std::sregex_iterator it(text.begin(), text.end(), page), end; it != end; ++it) {
        EXPECT_TRUE(fs::exists(fs::path(AWE_SOURCE_DIR) / it->str())) << entry.path() << " names " << it->str();
        ++seen;
      }
    }
  }
  EXPECT_GT(seen, 10) << "the test reads the wrong folders";
}

TEST(Links, TheIndexNamesEveryPage) {
  std::vector<std::string> named = {"README.md", "docs/README.md"};
  for (const std::string index : {"docs/README.md", "docs/reference/verbs/README.md"}) {
    for (const std::string& link : test::links_of(text_of(index))) named.push_back(target_of(index, link));
  }
  for (const std::string& page : test::documentation_pages()) {
    EXPECT_NE(std::find(named.begin(), named.end(), page), named.end()) << page << " is not in docs/README.md";
  }
}

TEST(Pages, HaveCommandsOnlyWhereTheyAreTested) {
  for (const std::string& page : test::documentation_pages()) {
    std::istringstream lines(test::prose_of(text_of(page)));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_FALSE(line.starts_with("    awe ")) << page << ": a command belongs in a ```sh block: " << line;
    }
  }
}

TEST(Pages, NameFilesThatExist) {
  const std::regex path("\\b(src|include|cli|tests|bench|examples|scripts|cmake)/[A-Za-z0-9_./-]*[A-Za-z0-9_]");
  const std::regex placeholder("[A-Z]{4}");  // src/readers/NAME.cpp
  for (const std::string& page : test::all_pages()) {
    const std::string text = text_of(page);
    for (std::sregex_iterator it(text.begin(), text.end(), path), end; it != end; ++it) {
      const std::string name = it->str();
      if (it->position() > 0 && (text[static_cast<std::size_t>(it->position()) - 1] == '/' ||
                                 text[static_cast<std::size_t>(it->position()) - 1] == '.'))
        continue;
      if (std::regex_search(name, placeholder)) continue;
      const std::string file = std::string(AWE_SOURCE_DIR "/") + name;
      EXPECT_TRUE(fs::exists(file) || fs::exists(file + "_test.cpp")) << page << ": " << name;
    }
  }
}

TEST(Pages, OfResultsHaveTheCommandOfEveryTable) {
  for (const std::string& page : test::documentation_pages()) {
    if (!page.starts_with("docs/results/")) continue;
    std::istringstream lines(text_of(page));
    std::string heading = page;
    bool command = false, table = false;
    const auto end_section = [&] { EXPECT_TRUE(command || !table) << page << ", " << heading << ": which command?"; };
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("## ")) {
        end_section();
        heading = line, command = table = false;
      }
      command = command || line.starts_with("```sh");
      table = table || line.starts_with("|---") || line.starts_with("```text");
    }
    end_section();
  }
}

TEST(Pages, AreReadAsTheyAreRendered) {
  EXPECT_EQ(test::links_of("[a](b.md) `[c](d.md)`\n```sh\n[e](f.md)\n```\n[g](h.md#i)"),
            (std::vector<std::string>{"b.md", "h.md#i"}));
  EXPECT_EQ(test::anchors_of("# The algorithm\n```sh\n# no\n```\n## What is kept, and `where`?\n"),
            (std::vector<std::string>{"the-algorithm", "what-is-kept-and-where"}));
  EXPECT_EQ(target_of("docs/results/a.md", "../b.md#c"), "docs/b.md");
}

}  // namespace
}  // namespace awe
