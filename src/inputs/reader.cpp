// open_inputs: determines the format of an input, decompresses it, and passes its bytes to the reader of the format.
//
// Order of detection: a folder (TU data set, or one file after another); the name of a foreign format, which is
// refused; a zip or a tar (TU data set, or one member after another); then, whether gzipped or not, the magic of .awg;
// a known extension; the first bytes of other formats, foreign ones included; otherwise an edge list.
#include "awe/reader.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "awe/error.h"
#include "bytes/counted_source.h"
#include "inputs/classes.h"
#include "inputs/collection.h"
#include "inputs/detection.h"
#include "inputs/file_names.h"
#include "inputs/foreign.h"
#include "inputs/members.h"
#include "inputs/seen.h"
#include "keyed/keyed.h"
#include "molecules/molecules.h"
#include "readers/awg_layout.h"
#include "readers/formats.h"
#include "readers/tu_set.h"

namespace awe {
namespace {

namespace fs = std::filesystem;
using bytes::Bytes;
using inputs::Reading;
using readers::Graphs;
using readers::Place;
using Name = std::optional<std::string>;

// `stem` names the graph in formats that have no names.
readers::Graphs read_as(Format format, bytes::Bytes bytes, const ReadOptions& options, const std::string& stem) {
  switch (format) {
    case Format::edge_list:
      return readers::read_edge_list(std::move(bytes), options, stem);
    case Format::json_lines:
      return keyed::read_json(std::move(bytes), options);
    case Format::graphml:
      return keyed::read_graphml(std::move(bytes), options);
    case Format::gml:
      return keyed::read_gml(std::move(bytes), options);
    case Format::matrix_market:
      return readers::read_matrix_market(std::move(bytes), options, stem);
    case Format::awg: {
      const std::string name = bytes->name();
      return readers::read_awg(AwgFile(name, bytes::read_whole(*bytes, readers::kMaxWholeBytes)), name, options);
    }
    case Format::adjacency_list:
      return readers::read_adjacency_list(std::move(bytes), options, stem);
    case Format::dot:
      return keyed::read_dot(std::move(bytes), options);
    case Format::graph6:
    case Format::sparse6:
    case Format::digraph6:
      return readers::read_graph6(std::move(bytes), options);
    case Format::sdf:
      return molecules::read_sdf(std::move(bytes), options);
    case Format::tu:
      break;
  }
  throw readers::error_at(ErrorKind::malformed, readers::Place{bytes->name()},
                          "a TU data set is a folder or a zip; name one of these");
}

void refuse_class_from(const std::string& name, const ReadOptions& options) {
  if (options.class_from == ClassFrom::input) return;
  throw readers::error_at(ErrorKind::usage, Place{name},
                          "a TU data set has classes of its own; leave `class_from` out");
}

// Bytes of one file, gzipped or not. The first bytes, the name or the options tell the format.
Graphs open_bytes(const std::string& path, Bytes bytes, const Reading& reading) {
  const ReadOptions& options = reading.options;
  bytes::Peeked input = bytes::peek(std::move(bytes), 2);
  if (bytes::is_gzip(input.head)) input.source = bytes::gunzip(std::move(input.source));
  input = bytes::peek(std::move(input.source), inputs::kPeekBytes, inputs::is_stream);
  const std::string name = input.source->name();
  const bool binary = input.head.find('\0') != std::string::npos;
  Format format = options.format.value_or(inputs::detect(path, input.head));
  if (!options.format && input.head.starts_with(readers::kAwgMagic)) format = Format::awg;
  const bool doubtful = format == Format::edge_list || format == Format::graphml;
  if (!options.format && format != Format::awg && (binary || (doubtful && !inputs::format_of_extension(path)))) {
    const bool whole = input.head.size() < inputs::kPeekBytes;
    if (const auto* foreign = inputs::foreign_by_content(input.head, whole)) throw inputs::refusal(*foreign, name);
  }
  if (binary && format != Format::awg) {
    throw readers::error_at(ErrorKind::malformed, Place{name},
                            "binary data; give a text format, or a zip or tar of graph files");
  }
  return inputs::counted(name, read_as(format, std::move(input.source), options, inputs::stem_of(path)), reading,
                         format == Format::edge_list);
}

// Whether a folder or archive is a TU data set, if only an incomplete one.
bool is_tu(const std::vector<std::string>& files, const ReadOptions& options) {
  if (options.format) return *options.format == Format::tu;
  if (!options.pattern.empty()) return false;
  const auto known = [](const std::string& path) { return inputs::format_of_extension(path).has_value(); };
  return readers::has_tu_set(files) || (std::any_of(files.begin(), files.end(), readers::is_tu_part) &&
                                        std::none_of(files.begin(), files.end(), known));
}

Graphs read_tu_members(const inputs::ArchiveInput& archive, const ReadOptions& options) {
  const auto members = archive.open();
  const readers::NextTuMember next = [&]() -> std::optional<readers::TuMember> {
    if (!members->next()) return std::nullopt;
    return readers::TuMember{members->member(), [&] { return members->content(); }};
  };
  return readers::read_tu(next, archive.name, options);
}

// `folder`: the class of members that lie in no folder of the archive.
Graphs open_archive(const inputs::ArchiveInput& archive, const Reading& reading, const Name& folder) {
  inputs::Listing listing = inputs::list_members(*archive.open(), archive.name);
  if (is_tu(listing.files, reading.options)) {
    refuse_class_from(archive.name, reading.options);
    return inputs::counted(archive.name, read_tu_members(archive, reading.options), reading);
  }
  inputs::choose_files(listing, reading.options, archive.name, false);
  if (listing.files.empty()) inputs::refuse_empty(archive.name);
  std::vector<std::string> paths = listing.files;
  inputs::remove_common_folders(paths);
  const auto sequence = std::make_shared<inputs::MemberSequence>(archive);
  std::vector<inputs::Entry> entries;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string& member = listing.files[i];
    auto class_name = inputs::class_of_file(reading.options, paths[i], folder, archive.name + "!" + member);
    entries.push_back(
        {paths[i], std::move(class_name), [=] { return open_bytes(member, sequence->open(member), reading); }});
  }
  return inputs::collection(std::move(entries));
}

// A file on its own or of a folder; archives and .awg included. `archive` is told whether it is an archive.
Graphs open_file(const std::string& path, const Reading& reading, const Name& folder, bool* archive = nullptr) {
  const ReadOptions& options = reading.options;
  const auto enough = [](std::string_view head) {
    return inputs::is_stream(head) || bytes::is_zip(head) || bytes::is_gzip(head);
  };
  bytes::Peeked input = bytes::peek(bytes::open_counted(path, options.progress), inputs::kTarHeadBytes, enough);
  if (const auto* foreign = options.format ? nullptr : inputs::foreign_by_name(path)) {
    throw inputs::refusal(*foreign, path);
  }
  const auto open_as_archive = [&](const inputs::ArchiveInput& opened) {
    if (archive != nullptr) *archive = true;
    return open_archive(opened, reading, folder);
  };
  if (bytes::is_zip(input.head)) return open_as_archive(inputs::zip_input(path, *input.source));
  const std::string name = inputs::plain_name(path);
  if (name.ends_with(".zip")) {
    throw readers::error_at(ErrorKind::malformed, Place{path}, "named .zip, but not a zip archive; fetch it again");
  }
  const bool awg = options.format ? *options.format == Format::awg : input.head.starts_with(readers::kAwgMagic);
  if (awg && path != "-" && !bytes::is_gzip(input.head)) {
    return inputs::counted(path, readers::read_awg(AwgFile(path), path, options), reading);
  }
  if (bytes::is_gzip(input.head)) {
    input = bytes::peek(bytes::gunzip(std::move(input.source)), inputs::kTarHeadBytes, enough);
  }
  if (inputs::is_tar(input.head) || name.ends_with(".tar") || name.ends_with(".tgz")) {
    return open_as_archive(inputs::tar_input(path, *input.source));
  }
  if (!options.pattern.empty()) {
    throw readers::error_at(ErrorKind::usage, Place{path}, "not a folder or archive; leave `pattern` out");
  }
  return open_bytes(path, std::move(input.source), reading);
}

// One file of several: as an archive it may have folders of its own, which are classes before `folder` is.
inputs::Entry file_entry(const std::string& file, const std::string& id_path, const Reading& reading,
                         const std::string& path_in_folder, const Name& folder) {
  Reading own = reading;
  own.options.pattern.clear();  // the file has been chosen
  if (inputs::has_archive_extension(file)) {
    const Name first = inputs::first_folder(path_in_folder);
    const Name fallback = first ? first : inputs::stem_of(file);
    return {id_path, std::nullopt, [=] { return open_file(file, own, fallback); }};
  }
  return {id_path, inputs::class_of_file(reading.options, path_in_folder, folder, file),
          [=] { return open_file(file, own, std::nullopt); }};
}

// The files of a folder that is no TU data set. `prefix` stands before their paths, `folder` is the class of files in
// no subfolder.
std::vector<inputs::Entry> folder_entries(const std::string& path, const std::string& prefix, const Reading& reading,
                                          const Name& folder) {
  const bool deep = reading.options.class_from == ClassFrom::folder;
  inputs::Listing listing = deep ? inputs::list_folder_and_subfolders(path) : inputs::list_folder(path);
  inputs::choose_files(listing, reading.options, path, true);
  if (listing.files.empty()) inputs::refuse_empty(path);
  std::vector<inputs::Entry> entries;
  for (const std::string& file : listing.files) {
    entries.push_back(file_entry((fs::path(path) / file).string(), prefix + file, reading, file, folder));
  }
  return entries;
}

bool is_folder(const std::string& path) {
  std::error_code code;
  return path != "-" && fs::is_directory(path, code);
}

Graphs open_folder(const std::string& path, const Reading& reading) {
  if (is_tu(inputs::list_folder(path).files, reading.options)) {
    refuse_class_from(path, reading.options);
    return inputs::counted(path, readers::read_tu_folder(path, reading.options), reading);
  }
  return inputs::collection(folder_entries(path, "", reading, std::nullopt));
}

// An input on its own: the graphs of a file that is no archive keep their names.
Graphs open_one(const std::string& path, const Reading& reading) {
  const ReadOptions& options = reading.options;
  if (is_folder(path)) return open_folder(path, reading);
  bool archive = false;
  Graphs graphs = open_file(path, reading, std::nullopt, &archive);
  if (archive || options.class_from == ClassFrom::input) return graphs;
  if (path == "-") throw Error(ErrorKind::usage, "standard input has no name for `class_from`; leave it out");
  const auto class_name =
      inputs::class_of_file(options, fs::path(path).filename().string(), inputs::last_folder(path), path);
  return inputs::with_class(std::move(graphs), *class_name);
}

Graphs open_several(const std::vector<std::string>& paths, const Reading& reading) {
  std::vector<inputs::Entry> entries;
  std::set<std::string> known;
  for (const std::string& path : paths) {
    if (path == "-") throw Error(ErrorKind::usage, "standard input is one input; name it alone, or files");
    const std::string normal = (fs::path(path) / "").lexically_normal().parent_path().string();
    if (!known.insert(normal).second) throw Error(ErrorKind::usage, path + " is named twice; name it once");
    const Name folder = inputs::last_folder(normal + (is_folder(path) ? "/x" : ""));
    if (!is_folder(path)) {
      entries.push_back(file_entry(path, normal, reading, fs::path(path).filename().string(), folder));
    } else if (is_tu(inputs::list_folder(path).files, reading.options)) {
      refuse_class_from(path, reading.options);
      entries.push_back({normal, std::nullopt, [=] { return open_folder(path, reading); }});
    } else {
      for (auto& entry : folder_entries(path, normal + "/", reading, folder)) entries.push_back(std::move(entry));
    }
  }
  std::vector<std::string> ids;
  for (inputs::Entry& entry : entries) ids.push_back(entry.path.substr(entry.path.starts_with('/') ? 1 : 0));
  inputs::remove_common_folders(ids);
  for (std::size_t i = 0; i < ids.size(); ++i) entries[i].path = ids[i];
  return inputs::collection(std::move(entries));
}

}  // namespace

std::unique_ptr<GraphSource> open_inputs(const std::vector<std::string>& paths, const ReadOptions& options) {
  if (paths.empty()) throw Error(ErrorKind::usage, "there is no input; name a file, a folder or an archive");
  if (options.class_from != ClassFrom::input && !options.classes_file.empty()) {
    throw Error(ErrorKind::usage, "`class_from` and `classes_file` both give classes; leave one of them out");
  }
  const std::string& first = paths.front();
  const std::string name = paths.size() > 1 ? std::to_string(paths.size()) + " inputs"
                           : first == "-"   ? "standard input"
                                            : first;
  const Reading reading{options};
  Graphs graphs;
  try {
    graphs = paths.size() == 1 ? open_one(first, reading) : open_several(paths, reading);
  } catch (const fs::filesystem_error& error) {
    throw readers::error_at(ErrorKind::io, Place{error.path1().empty() ? name : error.path1().string()},
                            "cannot be listed: " + error.code().message());
  }
  graphs = inputs::told(name, std::move(graphs), reading);
  if (options.classes_file.empty()) return graphs;
  return inputs::with_classes(std::move(graphs), options);
}

std::unique_ptr<GraphSource> open_graphs(const std::string& path, const ReadOptions& options) {
  return open_inputs({path}, options);
}

std::vector<Graph> read_graphs(const std::string& path, const ReadOptions& options) {
  return read_all(*open_graphs(path, options));
}

}  // namespace awe
