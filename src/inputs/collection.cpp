#include "inputs/collection.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "inputs/detection.h"
#include "inputs/file_names.h"
#include "inputs/foreign.h"

namespace awe::inputs {
namespace {

namespace fs = std::filesystem;
using readers::error_at;
using readers::Graphs;
using readers::Place;

class Collection final : public GraphSource {
 public:
  explicit Collection(std::vector<Entry> entries) : entries_(std::move(entries)) {
    std::vector<std::string> paths;
    for (const Entry& entry : entries_) paths.push_back(entry.path);
    ids_ = ids_of(paths);
  }

  std::optional<Graph> next() override {
    while (true) {
      if (!file_) {
        if (entry_ == entries_.size()) return std::nullopt;
        file_ = entries_[entry_].open();
        held_ = file_->next();
        number_ = 0;
        // The second graph tells whether the first one is alone; it need not be read if the format says so.
        only_ = file_->count() == 1;
      }
      std::optional<Graph> graph = std::exchange(held_, std::nullopt);
      if (graph) {
        if (!only_) held_ = file_->next();
        return named(std::move(*graph), number_++ == 0 && !held_);
      }
      file_.reset();
      ++entry_;
    }
  }

 private:
  [[nodiscard]] Graph named(Graph graph, bool alone) const {
    const std::string& id = ids_[entry_];
    const std::string name = alone                  ? id
                             : graph.name().empty() ? id + "#" + std::to_string(number_ - 1)
                                                    : id + "/" + graph.name();
    graph = std::move(graph).with_name(name);
    const auto& class_name = entries_[entry_].class_name;
    return class_name ? std::move(graph).with_class(class_name) : std::move(graph);
  }

  std::vector<Entry> entries_;
  std::vector<std::string> ids_;
  Graphs file_;
  std::optional<Graph> held_;
  std::size_t entry_ = 0;
  std::uint64_t number_ = 0;
  bool only_ = false;
};

class OneClass final : public GraphSource {
 public:
  OneClass(Graphs source, std::string class_name) : source_(std::move(source)), class_name_(std::move(class_name)) {}
  std::optional<Graph> next() override {
    auto graph = source_->next();
    if (!graph) return std::nullopt;
    return std::move(*graph).with_class(class_name_);
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_->count(); }

 private:
  Graphs source_;
  std::string class_name_;
};

void list(const fs::path& folder, const std::string& prefix, bool recurse, std::set<fs::path>& visited,
          Listing& listing) {
  // A folder that is reached a second time, through a link, is not listed again: this ends loops.
  if (!visited.insert(fs::canonical(folder)).second) return;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.')) continue;
    if (entry.is_regular_file()) {
      listing.files.push_back(prefix + name);
    } else if (entry.is_directory()) {
      recurse ? list(entry.path(), prefix + name + "/", true, visited, listing)
              : listing.subfolders.push_back(prefix + name);
    }
  }
}

Listing list(const std::string& path, bool recurse) {
  Listing listing;
  std::set<fs::path> visited;
  list(path, "", recurse, visited, listing);
  std::sort(listing.files.begin(), listing.files.end());
  std::sort(listing.subfolders.begin(), listing.subfolders.end());
  return listing;
}

// What the programs that pack add: files that start with a dot, and the folder of macOS.
bool is_hidden(std::string_view path) {
  return path.starts_with("__MACOSX/") || path.substr(path.rfind('/') + 1).starts_with('.');
}

// A pattern without '/' is matched with the name of the file alone.
bool matches(const std::string& pattern, const std::string& path) {
  const std::size_t from = pattern.find('/') == std::string::npos ? path.rfind('/') + 1 : 0;
  return fnmatch(pattern.c_str(), path.c_str() + from, 0) == 0;
}

// "*.txt" for a/b.txt: the pattern that would select a file.
std::string pattern_of(const std::string& path) { return "*" + fs::path(path).extension().string(); }

[[noreturn]] void refuse(const Listing& listing, const ReadOptions& options, const std::string& name) {
  const std::string& first = listing.others.front();
  const std::string such = std::to_string(listing.others.size()) + (listing.others.size() == 1 ? " file" : " files") +
                           " (" + a_few(listing.others, listing.others.size()) + ")";
  if (!options.pattern.empty()) {
    throw error_at(ErrorKind::malformed, Place{name},
                   "none of its " + such + " matches `pattern` '" + options.pattern + "'; is it the right one?");
  }
  if (const ForeignFormat* foreign = foreign_by_name(first)) {
    throw error_at(ErrorKind::malformed, Place{name},
                   "no file of a known format, but " + such + ": " + refusal(*foreign, first).what());
  }
  throw error_at(ErrorKind::malformed, Place{name},
                 "no file of a known graph format, but " + such + "; name the files to read, for example `pattern` '" +
                     pattern_of(first) + "'");
}

}  // namespace

Graphs collection(std::vector<Entry> entries) { return std::make_unique<Collection>(std::move(entries)); }

Graphs with_class(Graphs graphs, const std::string& class_name) {
  return std::make_unique<OneClass>(std::move(graphs), class_name);
}

std::optional<std::string> class_of_file(const ReadOptions& options, const std::string& path,
                                         const std::optional<std::string>& folder, const std::string& name) {
  if (options.class_from == ClassFrom::input) return std::nullopt;
  if (options.class_from == ClassFrom::name) {
    if (auto prefix = name_prefix(path)) return prefix;
    throw error_at(ErrorKind::malformed, Place{name},
                   "no _ or - in the name, so it has no class: `class_from` name takes the part before the last one");
  }
  if (auto first = first_folder(path)) return first;
  if (folder) return folder;
  throw error_at(ErrorKind::malformed, Place{name},
                 "in no subfolder, so it has no class; put the graphs of each class into a folder named after it");
}

Listing list_folder(const std::string& path) { return list(path, false); }
Listing list_folder_and_subfolders(const std::string& path) { return list(path, true); }

Listing list_members(Members& members, const std::string& name) {
  Listing listing;
  std::set<std::string> known;
  while (members.next()) {
    const std::string& path = members.member();
    if (is_hidden(path)) continue;
    if (!known.insert(path).second) {
      throw error_at(ErrorKind::malformed, Place{name}, "the member " + path + " stands twice; pack the files again");
    }
    listing.files.push_back(path);
  }
  return listing;
}

void choose_files(Listing& listing, const ReadOptions& options, const std::string& name, bool nested) {
  const auto wanted = [&](const std::string& path) {
    if (!options.pattern.empty()) return matches(options.pattern, path);
    return format_of_extension(path).has_value() || (nested && has_archive_extension(path));
  };
  const auto rest = std::stable_partition(listing.files.begin(), listing.files.end(), wanted);
  listing.others.assign(std::make_move_iterator(rest), std::make_move_iterator(listing.files.end()));
  listing.files.erase(rest, listing.files.end());
  if (listing.files.empty() && !listing.others.empty()) refuse(listing, options, name);
  if (listing.files.empty() && !listing.subfolders.empty()) {
    throw error_at(ErrorKind::malformed, Place{name},
                   "no file, but subfolders (" + a_few(listing.subfolders, listing.subfolders.size()) +
                       "); name `class_from` folder to read these as classes, or name one of them");
  }
  if (!options.pattern.empty()) return;
  if (!listing.others.empty()) {
    options.progress.tell(name + ": " + std::to_string(listing.others.size()) +
                          (listing.others.size() == 1 ? " file is" : " files are") +
                          " not of a known graph format and not read (" + a_few(listing.others, listing.others.size()) +
                          "); `pattern` names the files to read");
  }
  if (!listing.subfolders.empty()) {
    options.progress.tell(name + ": " + std::to_string(listing.subfolders.size()) +
                          (listing.subfolders.size() == 1 ? " subfolder is" : " subfolders are") + " not read (" +
                          a_few(listing.subfolders, listing.subfolders.size()) +
                          "); `class_from` folder reads them, each as a class");
  }
}

}  // namespace awe::inputs
