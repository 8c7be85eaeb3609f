#include "matrices/row_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "awe/error.h"

namespace awe::matrices {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

[[noreturn]] void fail(const char* what) {
  if (errno == EPIPE) throw std::system_error(EPIPE, std::generic_category());
  throw Error(ErrorKind::io, std::string("standard output: ") + what + ": " + std::strerror(errno));
}

void send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) fail("cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

}  // namespace

RowFile::RowFile(const std::string& path, bool force, Mode mode) : path_(path == "-" ? "standard output" : path) {
  if (path != "-") {
    file_.emplace(path, force);
  } else if (mode == Mode::seek) {
    kept_.reset(std::tmpfile());
    if (kept_ == nullptr) fail("a temporary file cannot be created");
  }
}

void RowFile::write(std::string_view bytes) {
  if (file_) return file_->write(bytes);
  buffer_.append(bytes);
  if (buffer_.size() >= kBufferBytes) flush();
}

void RowFile::flush() {
  if (!kept_) {
    send(buffer_);
  } else if (std::fwrite(buffer_.data(), 1, buffer_.size(), kept_.get()) != buffer_.size()) {
    fail("its temporary file cannot be written");
  }
  buffer_.clear();
}

void RowFile::write_at(std::uint64_t place, std::string_view bytes) {
  if (file_) return file_->write_at(place, bytes);
  flush();
  if (std::fseek(kept_.get(), static_cast<long>(place), SEEK_SET) != 0 ||
      std::fwrite(bytes.data(), 1, bytes.size(), kept_.get()) != bytes.size() ||
      std::fseek(kept_.get(), 0, SEEK_END) != 0) {
    fail("its temporary file cannot be written");
  }
}

void RowFile::commit() {
  if (file_) return file_->commit();
  flush();
  if (!kept_) return;
  if (std::fflush(kept_.get()) != 0) fail("its temporary file cannot be written");
  std::rewind(kept_.get());
  std::string piece(kBufferBytes, '\0');
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), kept_.get())) {
    send(std::string_view(piece).substr(0, got));
  }
  if (std::ferror(kept_.get()) != 0) fail("its temporary file cannot be read back");
}

}  // namespace awe::matrices
