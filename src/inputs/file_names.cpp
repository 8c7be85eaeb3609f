#include "inputs/file_names.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "inputs/detection.h"

namespace awe::inputs {
namespace {

constexpr int kLevels = 3;

// Level 0: the stem; 1: the path without extension; 2: the path.
std::string id_at(const std::string& path, int level) {
  if (level == 2) return path;
  const std::string stem = stem_of(path);
  const std::size_t slash = path.rfind('/');
  return level == 0 || slash == std::string::npos ? stem : path.substr(0, slash + 1) + stem;
}

}  // namespace

std::vector<std::string> ids_of(const std::vector<std::string>& paths) {
  std::vector<int> levels(paths.size(), 0);
  std::vector<std::string> ids;
  for (const std::string& path : paths) ids.push_back(id_at(path, 0));
  // Each round raises a level, so it ends after a few.
  for (bool changed = true; changed;) {
    changed = false;
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < ids.size(); ++i) groups[ids[i]].push_back(i);
    for (const auto& [id, group] : groups) {
      if (group.size() == 1) continue;
      for (const std::size_t i : group) {
        if (levels[i] + 1 == kLevels) continue;
        ids[i] = id_at(paths[i], ++levels[i]);
        changed = true;
      }
    }
  }
  return ids;
}

std::optional<std::string> first_folder(std::string_view path) {
  const std::size_t slash = path.find('/');
  if (slash == path.npos || slash == 0) return std::nullopt;
  return std::string(path.substr(0, slash));
}

std::optional<std::string> last_folder(const std::string& path) {
  const std::string folder = std::filesystem::absolute(path).lexically_normal().parent_path().filename().string();
  return folder.empty() ? std::nullopt : std::optional(folder);
}

std::optional<std::string> name_prefix(std::string_view path) {
  const std::string stem = stem_of(path);
  const std::size_t place = stem.find_last_of("_-");
  if (place == std::string::npos || place == 0) return std::nullopt;
  return stem.substr(0, place);
}

void remove_common_folders(std::vector<std::string>& paths) {
  while (!paths.empty()) {
    const auto folder = first_folder(paths.front());
    if (!folder) return;
    const std::string start = *folder + "/";
    if (!std::all_of(paths.begin(), paths.end(), [&](const std::string& path) { return path.starts_with(start); })) {
      return;
    }
    for (std::string& path : paths) path.erase(0, start.size());
  }
}

std::string a_few(const std::vector<std::string>& names, std::size_t all) {
  std::string text;
  const std::size_t shown = std::min(kFew, names.size());
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + names[i];
  return all > shown ? text + ", ..." : text;
}

}  // namespace awe::inputs
