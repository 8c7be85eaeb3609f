// The shared libraries of a program, and those that docs/reference/dependencies.md lists.
#pragma once

#include <string>
#include <vector>

namespace awe::test {

// The names between backquotes in the rows of the table of shared libraries whose first column begins with one of these
// words.
[[nodiscard]] std::vector<std::string> documented_libraries(const std::vector<std::string>& rows);

// "libz" of "/lib/x86_64-linux-gnu/libz.so.1".
[[nodiscard]] std::string plain_library_name(const std::string& path);

// All libraries that a program loads, by ldd; as plain names. With `without`, only those that are reached otherwise
// than through it.
[[nodiscard]] std::vector<std::string> loaded_libraries(const std::string& program, const std::string& without = "");

// Expects that a program loads nothing but documented libraries, apart from what libcurl brings, and none that is ruled
// out.
void expect_documented_libraries(const std::string& program, const std::vector<std::string>& rows);

}  // namespace awe::test
