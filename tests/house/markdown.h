// The Markdown pages of the project as the documentation tests see them: code blocks, links, headings.
#pragma once

#include <string>
#include <vector>

namespace awe::test {

struct CodeBlock {
  std::string language;            // "sh"; empty if not given
  std::vector<std::string> words;  // the rest of the opening line: "long", "output", "file=NAME", "needs=NAME"
  std::string text;                // the lines inside
  std::size_t line = 0;            // number of the opening line, from 1

  [[nodiscard]] bool is(const std::string& word) const;
  // The value of a word "key=value", or an empty string.
  [[nodiscard]] std::string value(const std::string& key) const;
};

// Paths of all pages, relative to the project's root and sorted, without build folders and the like.
[[nodiscard]] std::vector<std::string> all_pages();
// Pages whose blocks must be run: README.md and everything in docs/.
[[nodiscard]] std::vector<std::string> documentation_pages();

[[nodiscard]] std::vector<CodeBlock> blocks_of(const std::string& markdown);
// The page with code blocks and inline `code` blanked out.
[[nodiscard]] std::string prose_of(const std::string& markdown);
// Targets of [text](target), outside code.
[[nodiscard]] std::vector<std::string> links_of(const std::string& markdown);
// The anchors of the headings on a rendered page: "## What is kept?" has "what-is-kept".
[[nodiscard]] std::vector<std::string> anchors_of(const std::string& markdown);
// The name under which the build compiles C++ block `number` (from 0) of a page.
[[nodiscard]] std::string cpp_block_name(const std::string& page, std::size_t number);

}  // namespace awe::test
