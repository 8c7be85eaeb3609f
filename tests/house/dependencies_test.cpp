// Shared libraries: the command and a program that uses the library load what docs/reference/dependencies.md lists, and
// no more. The installed library is checked in install_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>

#include "house/shared_libraries.h"
#include "support/process.h"

namespace awe::test {
namespace {

const std::vector<std::string> kLibraryRows = {"every program", "the C++ run time"},
                               kCommandRows = {"every program", "the command", "the C++ run time"};

TEST(Dependencies, TheCommandLoadsWhatIsListed) {
  if (std::string(AWE_SANITIZE) != "") GTEST_SKIP() << "a sanitizer brings its own run time";
  expect_documented_libraries(AWE_BINARY, kCommandRows);
}

TEST(Dependencies, AProgramOfTheLibraryLoadsNoMoreAndNoCurl) {
  if (std::string(AWE_SANITIZE) != "") GTEST_SKIP() << "a sanitizer brings its own run time";
  const std::string program = AWE_BUILD_DIR "/example_embed_file";
  expect_documented_libraries(program, kLibraryRows);
  for (const std::string& name : loaded_libraries(program)) EXPECT_NE(name, "libcurl");
}

TEST(Dependencies, NothingIsListedInVain) {
  if (std::string(AWE_SANITIZE) != "") GTEST_SKIP() << "a sanitizer brings its own run time";
  const auto loaded = loaded_libraries(AWE_BINARY);
  for (const std::string& name : documented_libraries(kCommandRows)) {
    EXPECT_NE(std::find(loaded.begin(), loaded.end(), name), loaded.end()) << name;
  }
}

TEST(Dependencies, AreNamedWithoutVersions) {
  EXPECT_EQ(plain_library_name("/lib/x86_64-linux-gnu/libldap-2.5.so.0"), "libldap-2.5");
  EXPECT_EQ(plain_library_name("libstdc++.so.6"), "libstdc++");
}

}  // namespace
}  // namespace awe::test
