// open_graphs: determines the format of an input, decompresses it, and passes its bytes to the reader of the format.
//
// Order of detection: a folder (TU data set, or one file after another); a zip (TU data set); then, whether gzipped or
// not, the magic of .awg; a known extension; the first bytes of other formats; otherwise an edge list.
#include "awe/reader.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "awe/error.h"
#include "bytes/counted_source.h"
#include "inputs/classes.h"
#include "inputs/detection.h"
#include "keyed/keyed.h"
#include "molecules/molecules.h"
#include "readers/awg_layout.h"
#include "readers/formats.h"

namespace awe {
namespace {

namespace fs = std::filesystem;
using bytes::Bytes;
using readers::Graphs;
using readers::Place;

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

readers::Graphs open_zip(const std::string& path, bytes::ByteSource& bytes, const ReadOptions& options) {
  if (options.format && *options.format != Format::tu) {
    throw readers::error_at(ErrorKind::usage, readers::Place{path}, "a zip holds a TU data set; leave `format` out");
  }
  if (path != "-") return readers::read_tu(bytes::Archive::open_file(path), path, options);
  return readers::read_tu(bytes::Archive::open_memory(bytes.name(), bytes::read_whole(bytes, readers::kMaxWholeBytes)),
                          bytes.name(), options);
}

// Detected by the first bytes, unless the options name a format.
bool is_awg(const std::string& path, std::string_view head, const ReadOptions& options) {
  if (options.format) return *options.format == Format::awg;
  return head.starts_with(readers::kAwgMagic) || (!head.empty() && inputs::detect(path, head) == Format::awg);
}

readers::Graphs open_file(const std::string& path, const ReadOptions& options) {
  bytes::Peeked input = bytes::peek(bytes::open_counted(path, options.progress), 4);
  if (bytes::is_zip(input.head)) return open_zip(path, *input.source, options);
  const bool packed = bytes::is_gzip(input.head);
  if (packed) input.source = bytes::gunzip(std::move(input.source));
  input = bytes::peek(std::move(input.source), inputs::kPeekBytes,
                      [](std::string_view head) { return inputs::format_of_first_character(head).has_value(); });
  if (is_awg(path, input.head, options)) {
    if (path != "-" && !packed) return readers::read_awg(AwgFile(path), path, options);
    return read_as(Format::awg, std::move(input.source), options, {});
  }
  if (input.head.find('\0') != std::string::npos) {
    throw readers::error_at(ErrorKind::malformed, readers::Place{input.source->name()},
                            "binary data; give a text format or a zip of a TU data set");
  }
  const Format format = options.format.value_or(inputs::detect(path, input.head));
  return read_as(format, std::move(input.source), options, inputs::stem_of(path));
}

// Throws if the input has no graph at all, since that is a mistake of the caller.
class NonEmpty final : public GraphSource {
 public:
  NonEmpty(const std::string& path, readers::Graphs source)
      : name_(path == "-" ? "standard input" : path), source_(std::move(source)) {}
  std::optional<Graph> next() override {
    auto graph = source_->next();
    if (!graph && empty_) {
      throw readers::error_at(ErrorKind::malformed, readers::Place{name_}, "holds no graph; is it the right input?");
    }
    empty_ = false;
    return graph;
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_->count(); }

 private:
  std::string name_;
  readers::Graphs source_;
  bool empty_ = true;
};

// The files of a folder one after another; each is opened when it is reached.
class FolderGraphs final : public GraphSource {
 public:
  FolderGraphs(std::vector<std::string> paths, const ReadOptions& options)
      : paths_(std::move(paths)), options_(options) {}
  std::optional<Graph> next() override {
    while (true) {
      if (file_) {
        if (auto graph = file_->next()) return graph;
        file_.reset();
      }
      if (place_ == paths_.size()) return std::nullopt;
      file_ = std::make_unique<NonEmpty>(paths_[place_], open_file(paths_[place_], options_));
      ++place_;
    }
  }

 private:
  std::vector<std::string> paths_;
  ReadOptions options_;
  readers::Graphs file_;
  std::size_t place_ = 0;
};

readers::Graphs open_folder(const std::string& path, const ReadOptions& options) {
  const bool tu = options.format ? *options.format == Format::tu : readers::is_tu_folder(path);
  if (tu) return readers::read_tu_folder(path, options);
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.is_regular_file() && !entry.path().filename().string().starts_with('.')) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return std::make_unique<FolderGraphs>(std::move(paths), options);
}

readers::Graphs open_path(const std::string& path, const ReadOptions& options) {
  std::error_code code;
  if (path == "-" || !fs::is_directory(path, code)) return open_file(path, options);
  try {
    return open_folder(path, options);
  } catch (const fs::filesystem_error& error) {
    throw readers::error_at(ErrorKind::io, readers::Place{path}, "cannot be listed: " + error.code().message());
  }
}

}  // namespace

std::unique_ptr<GraphSource> open_graphs(const std::string& path, const ReadOptions& options) {
  readers::Graphs graphs = std::make_unique<NonEmpty>(path, open_path(path, options));
  if (options.classes_file.empty()) return graphs;
  bytes::Peeked csv = bytes::peek(bytes::open_file(options.classes_file), 2);
  if (bytes::is_gzip(csv.head)) csv.source = bytes::gunzip(std::move(csv.source));
  return inputs::with_classes(std::move(graphs), std::move(csv.source));
}

std::vector<Graph> read_graphs(const std::string& path, const ReadOptions& options) {
  return read_all(*open_graphs(path, options));
}

}  // namespace awe
