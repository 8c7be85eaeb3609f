// A collection of files as one stream of graphs: the files of a folder, the members of an archive, or several inputs.
// Graphs get ids, and if asked for classes, from the names of their files. Only the file being read is open.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "awe/reader.h"
#include "inputs/members.h"
#include "readers/formats.h"

namespace awe::inputs {

// One file of a collection.
struct Entry {
  std::string path;                       // relative to the collection: its id comes from it
  std::optional<std::string> class_name;  // of all its graphs; unset: as the file says
  std::function<readers::Graphs()> open;
};

// The graphs of all entries, in order. The id of a graph is that of its file (ids_of) if it is the only one in it, else
// ID/NAME, or ID#NUMBER (from 0) for a graph without a name.
[[nodiscard]] readers::Graphs collection(std::vector<Entry> entries);

// The graphs of a source, all with this class.
[[nodiscard]] readers::Graphs with_class(readers::Graphs graphs, const std::string& class_name);

// The class that ReadOptions::class_from gives to the graphs of a file: unset if classes come from the input. `path` is
// relative to the input, `folder` the class of files that lie in no folder of it, `name` is for messages. Throws
// Error(malformed) if a class is asked for and the path has none.
[[nodiscard]] std::optional<std::string> class_of_file(const ReadOptions& options, const std::string& path,
                                                       const std::optional<std::string>& folder,
                                                       const std::string& name);

// The files of a folder or archive: those to read, and what is left out.
struct Listing {
  std::vector<std::string> files;       // relative paths, in the order of reading
  std::vector<std::string> others;      // files that are not of a known format, or do not match the pattern
  std::vector<std::string> subfolders;  // not read
};

// The files of a folder, by name; those of its subfolders as well if their names are to be classes. Files that start
// with a dot are skipped. Throws std::filesystem::filesystem_error.
[[nodiscard]] Listing list_folder(const std::string& path);
[[nodiscard]] Listing list_folder_and_subfolders(const std::string& path);
// The members of an archive, in its order. Throws Error(malformed) if two have the same path.
[[nodiscard]] Listing list_members(Members& members, const std::string& name);

// Leaves in `files` those with the extension of a known format, or those that match ReadOptions::pattern. Tells of the
// others, unless a pattern leaves them out. Throws Error(malformed) if none is left but there are others, saying how to
// read those. `nested`: archives count as files of a known format.
void choose_files(Listing& listing, const ReadOptions& options, const std::string& name, bool nested);

}  // namespace awe::inputs
