#include "house/shared_libraries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "support/process.h"

namespace awe::test {
namespace {

// What the library or the command loaded once, or what comes with it: must not come back through any other library
// either.
const std::regex kRuledOut(
    "lib(open)?blas|liblapack|libgfortran|libquadmath|libarchive|libicu|libxml2|libnauty|libcliquer");

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Paths of all libraries of a program, by their full names ("libz.so.1").
std::map<std::string, std::string> paths_of(const std::string& program) {
  const auto result = run_shell("ldd " + program);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::map<std::string, std::string> paths;
  for (const std::string& line : lines_of(result.out)) {
    std::smatch match;
    if (std::regex_search(line, match, std::regex(R"((\S+)\s*=>\s*(\S+))"))) {
      paths[std::filesystem::path(match[1].str()).filename()] = match[2];
    } else if (std::regex_search(line, match, std::regex(R"(^\s*(\S+) \()"))) {
      paths[std::filesystem::path(match[1].str()).filename()] = match[1];
    }
  }
  return paths;
}

// What a file itself asks for.
std::vector<std::string> needed_by(const std::string& file) {
  std::vector<std::string> names;
  for (const std::string& line : lines_of(run_shell("readelf -d " + file).out)) {
    std::smatch match;
    if (std::regex_search(line, match, std::regex(R"(\(NEEDED\).*\[(\S+)\])"))) names.push_back(match[1]);
  }
  return names;
}

}  // namespace

std::string plain_library_name(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename();
  return name.substr(0, name.find(".so"));
}

std::vector<std::string> documented_libraries(const std::vector<std::string>& rows) {
  const std::string page = read_file(AWE_SOURCE_DIR "/docs/reference/dependencies.md");
  const std::size_t begin = page.find("## Shared libraries");
  EXPECT_NE(begin, std::string::npos);
  std::vector<std::string> names;
  for (const std::string& line : lines_of(page.substr(begin, page.find("\n## ", begin + 3) - begin))) {
    const bool wanted =
        std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return line.starts_with("| " + row); });
    const std::size_t second = line.find('|', 1);
    if (!wanted || second == std::string::npos) continue;
    const std::regex quoted("`([^`]+)`");
    for (std::sregex_iterator it(line.begin() + static_cast<std::ptrdiff_t>(second), line.end(), quoted), end;
         it != end; ++it) {
      names.push_back((*it)[1]);
    }
  }
  return names;
}

std::vector<std::string> loaded_libraries(const std::string& program, const std::string& without) {
  const auto paths = paths_of(program);
  std::set<std::string> found;
  if (without.empty()) {
    for (const auto& [name, path] : paths) found.insert(plain_library_name(name));
    return {found.begin(), found.end()};
  }
  std::vector<std::string> open = needed_by(program);
  std::set<std::string> seen(open.begin(), open.end());
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    found.insert(plain_library_name(name));
    if (plain_library_name(name) == without || !paths.contains(name)) continue;
    for (const std::string& next : needed_by(paths.at(name))) {
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return {found.begin(), found.end()};
}

void expect_documented_libraries(const std::string& program, const std::vector<std::string>& rows) {
  const auto listed = documented_libraries(rows);
  EXPECT_GT(listed.size(), 4u) << "the table of docs/reference/dependencies.md was not found";
  const auto reached = loaded_libraries(program, "libcurl");
  EXPECT_GT(reached.size(), 4u) << "readelf found nothing in " << program;
  for (const std::string& name : reached) {
    EXPECT_NE(std::find(listed.begin(), listed.end(), name), listed.end())
        << program << " loads " << name << ", which docs/reference/dependencies.md does not list";
  }
  for (const std::string& name : loaded_libraries(program)) {
    EXPECT_FALSE(std::regex_search(name, kRuledOut)) << program << " loads " << name;
  }
}

}  // namespace awe::test
