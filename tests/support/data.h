// The real data sets, which are not part of the project: found through AWE_DATA (default ../shared/datasets beside the
// project). A test that needs an absent set is reported as skipped; in CI (CI set) it fails.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace awe::test {

inline std::string data_folder() {
  const char* named = std::getenv("AWE_DATA");
  return named != nullptr && *named != '\0' ? named : AWE_SOURCE_DIR "/../shared/datasets";
}
inline std::string data_path(const std::string& name) { return data_folder() + "/" + name; }
inline bool data_present(const std::string& name) { return std::filesystem::exists(data_path(name)); }

}  // namespace awe::test

// In the body of a test: continue only if the file exists.
#define AWE_NEED_DATA(name)                                                                       \
  if (!::awe::test::data_present(name)) {                                                         \
    if (std::getenv("CI") != nullptr) FAIL() << ::awe::test::data_path(name) << " is missing";    \
    GTEST_SKIP() << ::awe::test::data_path(name) << " is missing; set AWE_DATA to run this test"; \
  }
