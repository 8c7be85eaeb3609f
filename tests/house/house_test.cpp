// Reads the sources and checks which folders include which, and what the library must never do.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "support/process.h"

namespace awe {
namespace {

namespace fs = std::filesystem;

// base < graph < io, walks < features < embedding < classify < report < cli. A folder includes itself and these.
const std::map<std::string, std::set<std::string>>& allowed() {
  static const std::map<std::string, std::set<std::string>> arrows = {
      {"base", {}},
      {"graph", {"base"}},
      {"io", {"base", "graph"}},
      {"walks", {"base", "graph"}},
      {"features", {"base", "graph", "io", "walks"}},
      {"embedding", {"base", "graph", "io", "walks", "features"}},
      {"classify", {"base", "graph", "io", "walks", "features", "embedding"}},
      {"report", {"base", "graph", "io", "walks", "features", "embedding", "classify"}},
  };
  return arrows;
}

struct SourceFile {
  std::string path;    // from the project's root
  std::string folder;  // "walks"
  std::string text;
};

std::vector<SourceFile> files_below(const std::string& root) {
  std::vector<SourceFile> files;
  const fs::path top = fs::path(AWE_SOURCE_DIR) / root;
  for (const auto& entry : fs::recursive_directory_iterator(top)) {
    const std::string extension = entry.path().extension().string();
    if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp")) continue;
    const fs::path inside = fs::relative(entry.path(), top);
    files.push_back({root + "/" + inside.string(), inside.begin()->string(), test::read_file(entry.path().string())});
  }
  return files;
}

std::vector<SourceFile> library_files() {
  auto files = files_below("include/awe");
  for (auto& file : files_below("src")) files.push_back(std::move(file));
  return files;
}

// The text without comments and without the contents of string literals, line by line.
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

// The folder of an included project header: "awe/base/x.h", "base/x.h" from src/, or a file in the same folder.
std::string folder_of_include(const std::string& header, const std::string& own_folder) {
  std::string path = header;
  if (path.rfind("awe/", 0) == 0) path = path.substr(4);
  const std::size_t slash = path.find('/');
  return slash == std::string::npos ? own_folder : path.substr(0, slash);
}

TEST(House, FoldersIncludeOnlyFoldersBeforeThem) {
  const std::regex include("#include ([\"<])([^\">]+)[\">]");
  int seen = 0;
  for (const SourceFile& file : library_files()) {
    if (file.path == "include/awe/" + file.folder) continue;  // a header outside the folders
    ASSERT_TRUE(allowed().count(file.folder)) << file.path << ": a folder that this test does not know";
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), include), end; it != end; ++it) {
      const std::string header = (*it)[2];
      if ((*it)[1] == "<" && header.rfind("awe/", 0) != 0) continue;  // a system header
      const std::string to = folder_of_include(header, file.folder);
      EXPECT_TRUE(to == file.folder || allowed().at(file.folder).count(to)) << file.path << " includes " << header;
      ++seen;
    }
  }
  EXPECT_GT(seen, 100) << "the test reads the wrong folders";
}

TEST(House, PublicHeadersIncludeOnlyPublicHeaders) {
  const std::regex include("#include \"([^\"]+)\"");
  for (const SourceFile& file : files_below("include/awe")) {
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), include), end; it != end; ++it) {
      EXPECT_EQ((*it)[1].str().rfind("awe/", 0), 0u) << file.path << " includes " << (*it)[1];
    }
    EXPECT_NE(file.text.find("#pragma once"), std::string::npos) << file.path;
  }
}

TEST(House, FilesBeginWithWhatTheyAre) {
  for (const SourceFile& file : files_below("include/awe")) EXPECT_EQ(file.text.substr(0, 3), "// ") << file.path;
}

void expect_nowhere(const std::vector<SourceFile>& files, const std::string& pattern) {
  const std::regex forbidden(pattern);
  for (const SourceFile& file : files) {
    const std::string code = code_of(file.text);
    std::smatch found;
    EXPECT_FALSE(std::regex_search(code, found, forbidden)) << file.path << ": " << found.str();
  }
}

TEST(House, TheLibraryNeverPrintsExitsOrReadsTheEnvironment) {
  // \b before printf excludes snprintf.
  expect_nowhere(library_files(),
                 "std::(cout|cerr|clog)\\b|\\b(printf|fprintf|puts|fputs|putchar|perror)\\s*\\(|"
                 "\\b(exit|_exit|quick_exit|abort|getenv|secure_getenv|setenv|setlocale)\\s*\\(|"
                 "\\bstd(out|err)\\b");
}

TEST(House, NoResultComesFromTheStandardLibrarysRandomness) {
  expect_nowhere(library_files(),
                 "std::\\w*_distribution\\b|std::(shuffle|sample|random_device|mt19937\\w*|"
                 "default_random_engine)\\b|\\bs?rand\\s*\\(|\\bdrand48\\b");
}

TEST(House, NumbersAreReadAndWrittenWithoutTheLocale) {
  expect_nowhere(library_files(),
                 "\\b(stod|stof|stoi|stol|stoul|stoull|atof|atoi|strtod|sscanf)\\s*\\(|std::locale\\b");
}

TEST(House, ThreadsComeFromBaseParallelAlone) {
  std::vector<SourceFile> files;
  for (auto& file : library_files()) {
    if (file.path != "src/base/parallel.cpp") files.push_back(std::move(file));
  }
  expect_nowhere(files, "\\btbb::|std::(thread|jthread|async)\\b");
}

TEST(House, TheReaderOfSourcesSeesCodeAndNotComments) {
  EXPECT_EQ(code_of("a // printf(\nb"), "a \nb");
  EXPECT_EQ(code_of("a /* exit( */ b"), "a  b");
  EXPECT_EQ(code_of("f(\"abort(\\\"\") + 'x' + 1'000"), "f() +  + 1'000");
}

}  // namespace
}  // namespace awe
