// The sources of the project as text, for tests that read them.
#pragma once

#include <string>
#include <vector>

namespace awe::house {

struct SourceFile {
  std::string path;    // from the project's root
  std::string folder;  // the room, such as "walks"; "include" for public headers
  std::string text;
};

// C++ files below a folder of the project: "src", "include/awe", "cli".
[[nodiscard]] std::vector<SourceFile> files_below(const std::string& root);
// Everything in include/awe and src.
[[nodiscard]] std::vector<SourceFile> library_files();

// The text without comments and without the contents of string literals, line by line.
[[nodiscard]] std::string code_of(const std::string& text);

}  // namespace awe::house
