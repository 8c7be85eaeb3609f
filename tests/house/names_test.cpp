// Reads the sources: one definition of every name, and rooms small enough to know by heart.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "house/sources.h"

namespace awe {
namespace {

namespace fs = std::filesystem;

// The types that a text defines at namespace scope, with their namespaces; those of unnamed namespaces are the file's
// own and are left out.
std::vector<std::string> types_defined_in(const std::string& text) {
  struct Scope {
    std::string name;  // "" for an unnamed namespace
    bool is_namespace = false;
  };
  static const std::regex opens_namespace(R"(namespace\s*([\w:]*)\s*$)");
  static const std::regex opens_type(
      R"((?:class|struct|enum class|enum|union)\s+(?:alignas\s*\([^)]*\)\s*)?(\w+)\s*(?:final\s*)?(?::[^:;][^;{]*)?$)");
  std::vector<std::string> types;
  std::vector<Scope> scopes;
  std::string statement;
  for (const char c : house::code_of(text)) {
    if (c == '{') {
      std::smatch found;
      Scope scope;
      const bool at_namespace_scope =
          std::all_of(scopes.begin(), scopes.end(), [](const Scope& s) { return s.is_namespace; });
      const bool named = std::none_of(scopes.begin(), scopes.end(), [](const Scope& s) { return s.name.empty(); });
      if (at_namespace_scope && std::regex_search(statement, found, opens_namespace)) {
        scope = {found[1], true};
      } else if (at_namespace_scope && named && std::regex_search(statement, found, opens_type)) {
        std::string qualified;
        for (const Scope& s : scopes) qualified += s.name + "::";
        types.push_back(qualified + found[1].str());
      }
      scopes.push_back(scope);
      statement.clear();
    } else if (c == '}') {
      if (!scopes.empty()) scopes.pop_back();
      statement.clear();
    } else if (c == ';') {
      statement.clear();
    } else if (c != '\n' || !statement.empty()) {
      statement += c == '\n' ? ' ' : c;
    }
    if (statement.starts_with("#")) statement.clear();
  }
  return types;
}

TEST(Names, EveryTypeIsDefinedInOnePlace) {
  std::map<std::string, std::set<std::string>> places;
  std::vector<house::SourceFile> files = house::library_files();
  for (auto& file : house::files_below("cli")) files.push_back(std::move(file));
  for (const house::SourceFile& file : files) {
    for (const std::string& type : types_defined_in(file.text)) places[type].insert(file.path);
  }
  EXPECT_GT(places.size(), 250u) << "the test reads the wrong folders";
  for (const auto& [type, paths] : places) {
    std::string all;
    for (const std::string& path : paths) all += " " + path;
    EXPECT_EQ(paths.size(), 1u) << type << " is defined in" << all;
  }
}

TEST(Names, TheReaderOfTypesSeesNamespacesAndUnnamedOnes) {
  EXPECT_EQ(types_defined_in("namespace awe::x { struct A { struct Inner {}; }; enum class B : int { one }; }"),
            (std::vector<std::string>{"awe::x::A", "awe::x::B"}));
  EXPECT_EQ(
      types_defined_in("namespace awe {\nnamespace {\nclass Own {};\n}\nclass C final : public D {};\nclass E;\n}"),
      (std::vector<std::string>{"awe::C"}));
}

// Types that are not in a public header live in the namespace of their room, so that no two rooms can collide.
TEST(Names, InternalTypesAreInTheNamespaceOfTheirRoom) {
  int seen = 0;
  for (const house::SourceFile& file : house::files_below("src")) {
    if (!file.path.ends_with(".h")) continue;
    for (const std::string& type : types_defined_in(file.text)) {
      ++seen;
      const bool own = type.starts_with("awe::" + file.folder + "::");
      EXPECT_TRUE(own) << type << " in " << file.path;
    }
  }
  EXPECT_GT(seen, 100) << "the test reads the wrong folders";
}

TEST(Rooms, AreSmall) {
  std::map<std::string, int> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(AWE_SOURCE_DIR) / "src")) {
    if (entry.is_regular_file()) ++files[entry.path().parent_path().filename().string()];
  }
  EXPECT_GT(files.size(), 15u);
  for (const auto& [room, count] : files) EXPECT_LE(count, 25) << "src/" << room;
}

TEST(Rooms, PublicHeadersAreFew) {
  const auto count = std::distance(fs::directory_iterator(fs::path(AWE_SOURCE_DIR) / "include/awe"), {});
  EXPECT_LE(count, 35);
  EXPECT_GT(count, 10);
}

}  // namespace
}  // namespace awe
