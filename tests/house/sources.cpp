#include "house/sources.h"

#include <cctype>
#include <filesystem>

#include "support/process.h"

namespace awe::house {

namespace fs = std::filesystem;

std::vector<SourceFile> files_below(const std::string& root) {
  std::vector<SourceFile> files;
  const fs::path top = fs::path(AWE_SOURCE_DIR) / root;
  for (const auto& entry : fs::recursive_directory_iterator(top)) {
    const std::string extension = entry.path().extension().string();
    if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp")) continue;
    const fs::path inside = fs::relative(entry.path(), top);
    files.push_back({root + "/" + inside.string(), root == "include/awe" ? "include" : inside.begin()->string(),
                     test::read_file(entry.path().string())});
  }
  return files;
}

std::vector<SourceFile> library_files() {
  auto files = files_below("include/awe");
  for (auto& file : files_below("src")) files.push_back(std::move(file));
  return files;
}

std::string code_of(const std::string& text) {
  std::string code;
  enum class In { plain, line_comment, block_comment, string, character } in = In::plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    switch (in) {
      case In::plain:
        if (c == '/' && next == '/')
          in = In::line_comment;
        else if (c == '/' && next == '*')
          in = In::block_comment;
        else if (c == '"')
          in = In::string;
        else if (c == '\'' && (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]))))
          in = In::character;
        else
          code += c;
        break;
      case In::line_comment:
        if (c == '\n') in = In::plain;
        break;
      case In::block_comment:
        if (c == '*' && next == '/') in = In::plain, ++i;
        break;
      case In::string:
      case In::character:
        if (c == '\\')
          ++i;
        else if (c == (in == In::string ? '"' : '\''))
          in = In::plain;
        break;
    }
    if (c == '\n' && (code.empty() || code.back() != '\n')) code += '\n';
  }
  return code;
}

}  // namespace awe::house
