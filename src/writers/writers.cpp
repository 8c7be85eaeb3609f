#include "writers/writers.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#define ZLIB_CONST  // zlib does not write to its input
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

#include "awe/error.h"

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
TextOutput::~TextOutput() = default;

void TextOutput::flush_standard_output() {
  for (std::size_t done = 0; done < waiting_.size();) {
    const ssize_t wrote = ::write(STDOUT_FILENO, waiting_.data() + done, waiting_.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0)
      throw Error(ErrorKind::io, std::string("standard output cannot be written: ") + std::strerror(errno));
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

OutputFolder::OutputFolder(std::string path, bool force, Owns owns) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
  part_path_ = path_ + ".part";
  std::error_code code;
  if (fs::exists(path_, code)) {
    if (!force) throw Error(ErrorKind::usage, path_ + ": exists already; `force` replaces it");
    if (!fs::is_directory(path_, code)) throw Error(ErrorKind::usage, path_ + ": is a file; name a folder");
    for (const auto& entry : fs::directory_iterator(path_, code)) {
      if (!entry.is_regular_file() || !owns(entry.path().filename().string())) {
        throw Error(ErrorKind::usage, path_ + ": holds " + entry.path().filename().string() +
                                          ", which is none of this format's files; name another folder");
      }
    }
  }
  lock_part();
}

void OutputFolder::lock_part() {
  std::error_code code;
  const bytes::Finishing creating;
  while (true) {
    fs::create_directory(part_path_, code);
    lock_ = ::open(part_path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (lock_ < 0) throw Error(ErrorKind::io, path_ + ": cannot be created: " + std::strerror(errno));
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
      ::close(std::exchange(lock_, -1));
      throw Error(ErrorKind::locked, path_ + ": another process is writing it; wait for it or choose another output");
    }
    // The holder of the lock may have renamed the folder between our open and our lock: then start again.
    struct stat ours = {};
    struct stat there = {};
    if (::fstat(lock_, &ours) == 0 && ::stat(part_path_.c_str(), &there) == 0 && ours.st_ino == there.st_ino) break;
    ::close(std::exchange(lock_, -1));
  }
  part_.watch(part_path_);
  for (const auto& entry : fs::directory_iterator(part_path_, code)) fs::remove_all(entry.path(), code);
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  if (!committed_ && lock_ >= 0) fs::remove_all(part_path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

void OutputFolder::commit() {
  // A rename cannot replace a folder that contains files, so the old one is moved aside first.
  const std::string aside = path_ + ".old";
  const bytes::Finishing renaming;
  std::error_code code;
  if (fs::exists(path_, code)) fs::rename(path_, aside, code);
  if (!code) fs::rename(part_path_, path_, code);
  if (code) throw Error(ErrorKind::io, path_ + ": cannot be put in place: " + code.message());
  committed_ = true;
  part_.done();
  fs::remove_all(aside, code);
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
    sentences.push_back("the format cannot hold " + what + ": left out of " + std::to_string(graphs) +
                        (graphs == 1 ? " graph" : " graphs"));
  }
  return sentences;
}

}  // namespace awe::writers
