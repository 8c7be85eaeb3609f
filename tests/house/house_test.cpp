// Reads the sources and checks which folders include which, and what the library must never do.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "house/sources.h"
#include "support/process.h"

namespace awe {
namespace {

namespace fs = std::filesystem;
using house::code_of;
using house::files_below;
using house::library_files;
using house::SourceFile;

// What src/ROOM/CMakeLists.txt says: the rooms that a room may include.
std::map<std::string, std::set<std::string>> declared_arrows() {
  std::map<std::string, std::set<std::string>> arrows;
  for (const auto& entry : fs::directory_iterator(fs::path(AWE_SOURCE_DIR) / "src")) {
    const std::string room = entry.path().filename().string();
    const std::string text = test::read_file((entry.path() / "CMakeLists.txt").string());
    std::set<std::string>& before = arrows[room];
    const std::size_t depends = text.find("DEPENDS ");
    if (depends == std::string::npos) continue;
    std::istringstream words(text.substr(depends + 8, text.find_first_of(")\n", depends) - depends - 8));
    for (std::string word; words >> word;) before.insert(word);
  }
  return arrows;
}

// The rooms in the order of the top CMakeLists.txt.
std::vector<std::string> rooms_in_order() {
  const std::string text = test::read_file(AWE_SOURCE_DIR "/CMakeLists.txt");
  const std::regex line("add_subdirectory\\(src/(\\w+)\\)");
  std::vector<std::string> rooms;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it) rooms.push_back((*it)[1]);
  return rooms;
}

// The room of a public header: that of the source of the same name, or of the types that it declares.
std::string room_of_public(const std::string& header) {
  static const std::map<std::string, std::string> without_source = {{"reader", "readers"},
                                                                    {"shared_array", "graph"},
                                                                    {"training_options", "words"},
                                                                    {"walk_distribution", "walks"},
                                                                    {"awe", "cli"}};
  const std::string name = header.substr(4, header.size() - 6);  // awe/NAME.h
  if (const auto found = without_source.find(name); found != without_source.end()) return found->second;
  for (const auto& entry : fs::directory_iterator(fs::path(AWE_SOURCE_DIR) / "src")) {
    if (fs::exists(entry.path() / (name + ".cpp"))) return entry.path().filename().string();
  }
  return "";
}

TEST(House, RoomsDependOnlyOnRoomsBeforeThem) {
  std::set<std::string> seen;
  const auto arrows = declared_arrows();
  for (const std::string& room : rooms_in_order()) {
    ASSERT_TRUE(arrows.count(room)) << room;
    for (const std::string& before : arrows.at(room)) EXPECT_TRUE(seen.count(before)) << room << " needs " << before;
    seen.insert(room);
  }
  EXPECT_EQ(seen.size(), arrows.size()) << "a folder of src/ is not built";
}

TEST(House, FilesIncludeOnlyWhatTheirRoomDependsOn) {
  const std::regex include("#include ([\"<])([^\">]+)[\">]");
  const auto arrows = declared_arrows();
  int seen = 0;
  for (const SourceFile& file : library_files()) {
    const std::string own = file.folder == "include" ? room_of_public(file.path.substr(8)) : file.folder;
    ASSERT_FALSE(own.empty()) << file.path << ": no source has that name; give its room in this test";
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), include), end; it != end; ++it) {
      const std::string header = (*it)[2];
      const bool is_public = header.starts_with("awe/");
      if ((*it)[1] == "<" && !is_public) continue;  // of the system
      const std::string to = is_public ? room_of_public(header) : header.substr(0, header.find('/'));
      ++seen;
      if (own == "cli" || to == own) continue;
      EXPECT_TRUE(arrows.at(own).count(to)) << file.path << " includes " << header;
    }
  }
  EXPECT_GT(seen, 500) << "the test reads the wrong folders";
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
  expect_nowhere(files, "\\bpthread_create\\b|std::(thread|jthread|async)\\b");
}

TEST(House, TheReaderOfSourcesSeesCodeAndNotComments) {
  EXPECT_EQ(code_of("a // printf(\nb"), "a \nb");
  EXPECT_EQ(code_of("a /* exit( */ b"), "a  b");
  EXPECT_EQ(code_of("f(\"abort(\\\"\") + 'x' + 1'000"), "f() +  + 1'000");
}

}  // namespace
}  // namespace awe
