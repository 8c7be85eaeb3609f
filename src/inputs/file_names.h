// What the names of files say about the graphs in them: ids and classes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace awe::inputs {

// Ids for the files at these paths (relative, with '/'): the name without folders and extension; where that is not
// unique, the path without extension; where that is not unique either, the path. O(n log n).
[[nodiscard]] std::vector<std::string> ids_of(const std::vector<std::string>& paths);

// The first folder of a relative path; nothing if there is none.
[[nodiscard]] std::optional<std::string> first_folder(std::string_view path);
// The folder that a file or folder lies in, by its name; nothing for the root.
[[nodiscard]] std::optional<std::string> last_folder(const std::string& path);
// The part of a file's name before its last '_' or '-'; nothing if it has none.
[[nodiscard]] std::optional<std::string> name_prefix(std::string_view path);

// Removes the folders that all paths begin with.
void remove_common_folders(std::vector<std::string>& paths);

// "a, b, c" or "a, b, c, ...": the first few of some names, for messages; `all` is how many there are.
[[nodiscard]] std::string a_few(const std::vector<std::string>& names, std::size_t all);
inline constexpr std::size_t kFew = 3;

}  // namespace awe::inputs
