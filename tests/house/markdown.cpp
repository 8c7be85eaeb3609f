#include "house/markdown.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <sstream>

namespace awe::test {

namespace fs = std::filesystem;

bool CodeBlock::is(const std::string& word) const { return std::find(words.begin(), words.end(), word) != words.end(); }

std::string CodeBlock::value(const std::string& key) const {
  for (const std::string& word : words) {
    if (word.starts_with(key + "=")) return word.substr(key.size() + 1);
  }
  return "";
}

std::vector<std::string> all_pages() {
  std::vector<std::string> pages;
  const fs::path root = AWE_SOURCE_DIR;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() &&
        (name.starts_with(".") || name == "build" || name == "corpus" || name == "reproduction")) {
      it.disable_recursion_pending();
    } else if (name.ends_with(".md")) {
      pages.push_back(fs::relative(it->path(), root).string());
    }
  }
  std::sort(pages.begin(), pages.end());
  return pages;
}

std::vector<std::string> documentation_pages() {
  std::vector<std::string> pages = all_pages();
  std::erase_if(pages, [](const std::string& page) { return page != "README.md" && !page.starts_with("docs/"); });
  return pages;
}

std::vector<CodeBlock> blocks_of(const std::string& markdown) {
  std::vector<CodeBlock> blocks;
  std::istringstream lines(markdown);
  bool inside = false;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!line.starts_with("```")) {
      if (inside) blocks.back().text += line + "\n";
      continue;
    }
    inside = !inside;
    if (!inside) continue;
    CodeBlock block{.language = "", .words = {}, .text = "", .line = number};
    std::istringstream words(line.substr(3));
    words >> block.language;
    for (std::string word; words >> word;) block.words.push_back(word);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

std::string prose_of(const std::string& markdown) {
  std::string prose;
  std::istringstream lines(markdown);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    const bool fence = line.starts_with("```");
    if (fence) inside = !inside;
    if (!inside && !fence) prose += line;
    prose += '\n';
  }
  return std::regex_replace(prose, std::regex("`[^`\n]*`"), "``");
}

std::vector<std::string> links_of(const std::string& markdown) {
  const std::string prose = prose_of(markdown);
  const std::regex link("\\]\\(([^)\\s]+)\\)");
  std::vector<std::string> links;
  for (std::sregex_iterator it(prose.begin(), prose.end(), link), end; it != end; ++it) links.push_back((*it)[1]);
  return links;
}

std::vector<std::string> anchors_of(const std::string& markdown) {
  std::vector<std::string> anchors;
  std::istringstream lines(markdown);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) inside = !inside;
    if (inside || !line.starts_with("#")) continue;
    std::string anchor;
    for (const char c : line.substr(line.find_first_not_of("# "))) {
      const auto byte = static_cast<unsigned char>(c);
      if (std::isalnum(byte) || c == '-' || c == '_' || byte >= 0x80) anchor += static_cast<char>(std::tolower(byte));
      if (c == ' ') anchor += '-';
    }
    anchors.push_back(anchor);
  }
  return anchors;
}

std::string cpp_block_name(const std::string& page, std::size_t number) {
  const std::string stem = page.substr(0, page.size() - std::string_view(".md").size());
  return std::regex_replace(stem, std::regex("[^A-Za-z0-9]+"), "_") + "_" + std::to_string(number);
}

}  // namespace awe::test
