// Checks the lists of HACKING.md that lead a reader through a command: "Follow `awe VERB` in N files: a -> b -> ...".
// Every file exists, N is their number and within its bound, and each file is used by an earlier one of the list, if
// only through headers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "support/process.h"

namespace awe {
namespace {

namespace fs = std::filesystem;

struct Path {
  std::size_t stated = 0;          // N
  std::vector<std::string> files;  // in order, from the project's root
};

std::map<std::string, Path> paths_of(const std::string& page) {
  const std::regex paragraph("Follow `awe ([a-z -]+)` in ([0-9]+) files?:([^]*?)(\n\n|$)");
  const std::regex name("(src|cli|include)/[a-z_/]+\\.(cpp|h)");
  std::map<std::string, Path> paths;
  for (std::sregex_iterator it(page.begin(), page.end(), paragraph), end; it != end; ++it) {
    Path& path = paths[(*it)[1]];
    path.stated = std::stoul((*it)[2]);
    const std::string text = (*it)[3];
    for (std::sregex_iterator file(text.begin(), text.end(), name); file != end; ++file) {
      if (std::find(path.files.begin(), path.files.end(), file->str()) == path.files.end()) {
        path.files.push_back(file->str());
      }
    }
  }
  return paths;
}

std::string source(const std::string& file) { return test::read_file(std::string(AWE_SOURCE_DIR "/") + file); }

// The header of this project that an include line names, from the project's root.
std::optional<std::string> header_of(const std::string& included) {
  for (const char* folder : {"include/", "src/", "cli/"}) {
    if (fs::exists(fs::path(AWE_SOURCE_DIR) / folder / included)) return folder + included;
  }
  return std::nullopt;
}

// All headers that a file includes, through others too. Those of the command line count with what their sources
// include: flags are declared in one file and turned into options in another.
void add_headers(const std::string& file, std::set<std::string>& headers) {
  const std::string text = source(file);
  const std::regex include("#include \"([^\"]+)\"");
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
    const auto header = header_of((*it)[1]);
    if (!header || !headers.insert(*header).second) continue;
    add_headers(*header, headers);
    const std::string own = header->substr(0, header->size() - 1) + "cpp";
    if (header->starts_with("cli/") && fs::exists(fs::path(AWE_SOURCE_DIR) / own)) add_headers(own, headers);
  }
}

// The header that a source implements: the first one that it includes.
std::string header_of_source(const std::string& file) {
  std::smatch found;
  const std::string text = source(file);
  if (!std::regex_search(text, found, std::regex("#include \"([^\"]+)\""))) return "";
  return header_of(found[1]).value_or("");
}

TEST(Follow, ListsOfFilesAreTrueAndShort) {
  const std::map<std::string, std::size_t> bounds = {
      {"embed", 9},     {"evaluate", 12}, {"train", 10}, {"train --solver descent", 10},
      {"classify", 12}, {"explain", 7},   {"report", 11}};
  const auto paths = paths_of(source("HACKING.md"));
  for (const auto& [verb, bound] : bounds) {
    ASSERT_TRUE(paths.count(verb)) << "HACKING.md has no list for awe " << verb;
    const Path& path = paths.at(verb);
    EXPECT_EQ(path.stated, path.files.size()) << verb;
    EXPECT_LE(path.files.size(), bound) << verb;
    std::set<std::string> reached;
    for (std::size_t i = 0; i < path.files.size(); ++i) {
      const std::string& file = path.files[i];
      ASSERT_TRUE(fs::exists(fs::path(AWE_SOURCE_DIR) / file)) << verb << ": " << file;
      if (i > 0) {
        EXPECT_TRUE(reached.count(header_of_source(file))) << verb << ": no earlier file of the list uses " << file;
      }
      add_headers(file, reached);
    }
  }
}

TEST(Follow, ListsAreReadFromAPage) {
  const auto paths =
      paths_of("x\n\nFollow `awe do` in 2 files: cli/do.cpp ->\nsrc/a/b.cpp (see cli/do.cpp).\n\nsrc/c/d.cpp");
  ASSERT_EQ(paths.count("do"), 1u);
  EXPECT_EQ(paths.at("do").stated, 2u);
  EXPECT_EQ(paths.at("do").files, (std::vector<std::string>{"cli/do.cpp", "src/a/b.cpp"}));
}

}  // namespace
}  // namespace awe
