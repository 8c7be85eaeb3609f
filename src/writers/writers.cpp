#include "writers/writers.h"

#include <fcntl.h>
#include <unistd.h>
#define ZLIB_CONST  // zlib does not write to its input
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "awe/error.h"
#include "base/counted.h"
#include "outputs/placing.h"
#include "outputs/retried.h"

namespace awe::writers {

namespace fs = std::filesystem;

struct TextOutput::Deflater {
  z_stream stream{};
  std::vector<char> out = std::vector<char>(std::size_t{1} << 16);

  Deflater() {
    constexpr int kGzip = 16 + MAX_WBITS, kMemoryLevel = 8;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  void pack(std::string_view text, int flush, bytes::AtomicFile& file) {
    stream.next_in = reinterpret_cast<const Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(out.data());
      stream.avail_out = static_cast<uInt>(out.size());
      deflate(&stream, flush);
      file.write(std::string_view(out.data(), out.size() - stream.avail_out));
    } while (stream.avail_out == 0);
  }
};

TextOutput::TextOutput(const std::string& path, bool force)
    : path_(path), deflater_(path.ends_with(".gz") ? std::make_unique<Deflater>() : nullptr) {
  if (path != "-") file_.emplace(path, force);
}
TextOutput::TextOutput(const OutputFolder& folder, const std::string& name)
    : path_(folder.shown(name)), file_(bytes::AtomicFile::in_temporary_folder(folder.file(name), path_)) {}
TextOutput::~TextOutput() = default;

void TextOutput::flush_standard_output() {
  for (std::size_t done = 0; done < waiting_.size();) {
    const ssize_t wrote =
        outputs::retried([&] { return ::write(STDOUT_FILENO, waiting_.data() + done, waiting_.size() - done); });
    // Its reader has left, which is not an error of ours.
    if (wrote < 0 && errno == EPIPE) throw std::system_error(EPIPE, std::generic_category(), "standard output");
    if (wrote < 0) {
      throw Error(ErrorKind::io, std::string("standard output cannot be written: ") + std::strerror(errno));
    }
    done += static_cast<std::size_t>(wrote);
  }
  waiting_.clear();
}

void TextOutput::write(std::string_view text) {
  if (!file_) {
    waiting_ += text;
    if (waiting_.size() >= (std::size_t{1} << 16)) flush_standard_output();
    return;
  }
  if (!deflater_) return file_->write(text);
  constexpr std::size_t kPiece = std::size_t{1} << 30;  // zlib counts in 32 bits
  for (; !text.empty(); text.remove_prefix(std::min(kPiece, text.size()))) {
    deflater_->pack(text.substr(0, kPiece), Z_NO_FLUSH, *file_);
  }
}

void TextOutput::commit() {
  if (!file_) return flush_standard_output();
  if (deflater_) deflater_->pack({}, Z_FINISH, *file_);
  file_->commit();
}

OutputFolder::OutputFolder(std::string path, bool force, Owns owns)
    : path_(std::move(path)), force_(force), owns_(owns) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
  const outputs::OutputPath output = outputs::resolve_output(path_);
  if (output.stream) throw Error(ErrorKind::usage, path_ + ": is a pipe or a device; name a folder");
  real_path_ = output.path;
  check_existing();
  claim_.emplace(real_path_, path_);
  temporary_.emplace(claim_->lock().create_folder());
}

OutputFolder::OutputFolder(std::string path) : path_(std::move(path)), real_path_(path_ + ".parts") {
  claim_.emplace(real_path_, path_);
  temporary_.emplace(claim_->lock().create_folder());
}

void OutputFolder::check_existing() const {
  std::error_code code;
  if (!fs::exists(real_path_, code)) return;
  if (!force_) throw Error(ErrorKind::usage, path_ + ": exists already; `force` replaces it");
  if (!fs::is_directory(real_path_, code)) throw Error(ErrorKind::usage, path_ + ": is a file; name a folder");
  for (const auto& entry : fs::directory_iterator(real_path_, code)) {
    if (!entry.is_regular_file(code) || !owns_(entry.path().filename().string())) {
      throw Error(ErrorKind::usage, path_ + ": holds " + entry.path().filename().string() +
                                        ", which is none of this format's files; name another folder");
    }
  }
  if (code) throw Error(ErrorKind::io, path_ + ": cannot be listed: " + code.message());
}

void OutputFolder::commit() {
  check_existing();  // once more: files may have been added
  const int folder = outputs::retried([&] { return ::open(temporary_->path().c_str(), O_RDONLY | O_DIRECTORY); });
  if (folder < 0) outputs::throw_system_error(path_, "cannot be synced");
  outputs::adopt_mode(folder, real_path_);
  const int synced = outputs::retried([&] { return ::fsync(folder); });
  const int error = errno;
  ::close(folder);
  errno = error;
  if (synced != 0) outputs::throw_system_error(path_, "cannot be synced");
  const outputs::Move move{temporary_->path(), real_path_, path_, force_};
  outputs::put_in_place({&move, 1});
  temporary_->moved();
  temporary_.reset();
  claim_.reset();
}

void LossNotes::compare(const Graph& graph, const Holds& holds) {
  if (!holds.name && !graph.name().empty()) add("names of graphs");
  if (!holds.class_name && graph.class_name()) add("classes");
  if (!holds.direction && graph.directed()) add("direction (read it back with `directed`)");
  if (!holds.weights && graph.weighted()) add("weights");
  if (!holds.node_labels && !graph.node_labels().empty()) add("node labels");
  if (!holds.edge_labels && !graph.edge_labels().empty()) add("edge labels");
  if (!holds.node_attributes && graph.attribute_width() > 0) add("node attributes");
}

std::vector<std::string> LossNotes::sentences() const {
  std::vector<std::string> sentences;
  for (const auto& [what, graphs] : graphs_) {
    sentences.push_back("the format cannot hold " + what + ": left out of " + base::counted(graphs, "graph"));
  }
  return sentences;
}

}  // namespace awe::writers
