// The Markdown pages of the project as the tests of the documentation see them: code blocks, links, headings.
#pragma once

#include <string>
#include <vector>

namespace awe::test {

struct CodeBlock {
  std::string language;            // "sh"; empty if the block does not say
  std::vector<std::string> words;  // what follows it on the opening line: "long", "output", "file=NAME", "needs=NAME"
  std::string text;                // the lines inside
  std::size_t line = 0;            // of the opening line, from 1

  [[nodiscard]] bool is(const std::string& word) const;
  // The value of a word "key=value", or an empty text.
  [[nodiscard]] std::string value(const std::string& key) const;
};

// Paths of all pages, relative to the project's root and sorted; build folders and the like are left out.
[[nodiscard]] std::vector<std::string> all_pages();
// Pages whose blocks must be run: README.md and everything below docs/.
[[nodiscard]] std::vector<std::string> documentation_pages();

[[nodiscard]] std::vector<CodeBlock> blocks_of(const std::string& markdown);
// The page with its code blocks and `code` blanked out.
[[nodiscard]] std::string prose_of(const std::string& markdown);
// Targets of [text](target), outside of code.
[[nodiscard]] std::vector<std::string> links_of(const std::string& markdown);
// The anchors that headings have on a rendered page: "## What is kept?" has "what-is-kept".
[[nodiscard]] std::vector<std::string> anchors_of(const std::string& markdown);
// The name under which the build compiles C++ block `number` (from 0) of a page.
[[nodiscard]] std::string cpp_block_name(const std::string& page, std::size_t number);

}  // namespace awe::test
