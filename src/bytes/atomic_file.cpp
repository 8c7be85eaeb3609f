#include "bytes/atomic_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "awe/error.h"
#include "outputs/retried.h"

namespace awe::bytes {
namespace {

using outputs::retried;

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

// An unnamed file for what a stream receives at the end: on disk, or else in memory.
int unnamed_file() {
  const int file = retried([] { return ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); });
  return file >= 0 ? file : ::memfd_create("awe", MFD_CLOEXEC);
}

}  // namespace

AtomicFile::AtomicFile(std::string path, bool force)
    : path_(std::move(path)), output_(outputs::resolve_output(path_)), force_(force) {
  refuse_existing(path_, force);
  buffer_.reserve(kBufferBytes);
  if (output_.stream) {
    fd_ = unnamed_file();
    if (fd_ < 0) fail("cannot be prepared");
    return;
  }
  claim_.emplace(output_.path, path_);
  temporary_.emplace(claim_->lock().create_file());
  fd_ = temporary_->file();
  outputs::adopt_mode(fd_, output_.path);
}

AtomicFile::AtomicFile(std::string shown, const std::string& path) : path_(std::move(shown)) {
  const int file = retried([&] { return ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666); });
  if (file < 0) fail("cannot be created");
  temporary_.emplace(path, file);
  fd_ = file;
}

AtomicFile AtomicFile::in_temporary_folder(const std::string& path, std::string shown) {
  return {std::move(shown), path};
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      output_(std::move(other.output_)),
      force_(other.force_),
      claim_(std::move(other.claim_)),
      temporary_(std::move(other.temporary_)),
      fd_(std::exchange(other.fd_, -1)),
      buffer_(std::move(other.buffer_)),
      flushed_(other.flushed_),
      prepared_(other.prepared_) {}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0 && !temporary_) ::close(fd_);
}

void AtomicFile::fail(const char* what) const { outputs::throw_system_error(path_, what); }

void AtomicFile::write(std::string_view bytes) {
  // Large pieces bypass the buffer.
  if (bytes.size() >= kBufferBytes) {
    flush();
    append(bytes);
    return;
  }
  buffer_.append(bytes);
  if (buffer_.size() >= kBufferBytes) flush();
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void AtomicFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = retried([&] { return ::write(fd_, bytes.data(), bytes.size()); });
    if (wrote < 0) fail("cannot be written");
    flushed_ += static_cast<std::size_t>(wrote);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

void AtomicFile::flush() {
  append(buffer_);
  buffer_.clear();
}

void AtomicFile::write_at(std::uint64_t place, std::string_view bytes) {
  flush();
  while (!bytes.empty()) {
    const ssize_t wrote = retried([&] { return ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(place)); });
    if (wrote < 0) fail("cannot be written");
    place += static_cast<std::uint64_t>(wrote);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

void AtomicFile::prepare() {
  flush();
  if (!output_.stream && retried([&] { return ::fsync(fd_); }) != 0) fail("cannot be synced");
  prepared_ = true;
}

// Copies the complete output to the pipe or device. Opening a pipe waits for its reader, and a signal ends the wait.
void AtomicFile::send_to_stream() {
  const int out = output_.descriptor >= 0 ? ::fcntl(output_.descriptor, F_DUPFD_CLOEXEC, 0)
                                          : ::open(output_.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (out < 0 && errno == EINTR) throw Error(ErrorKind::interrupted, "interrupted");
  if (out < 0) fail("cannot be opened");
  std::string piece(kBufferBytes, '\0');
  int error = 0;
  for (off_t place = 0; error == 0;) {
    const ssize_t got = retried([&] { return ::pread(fd_, piece.data(), piece.size(), place); });
    if (got <= 0) {
      error = got < 0 ? errno : 0;
      break;
    }
    place += got;
    for (std::string_view left(piece.data(), static_cast<std::size_t>(got)); !left.empty() && error == 0;) {
      const ssize_t wrote = retried([&] { return ::write(out, left.data(), left.size()); });
      if (wrote < 0) error = errno;
      left.remove_prefix(wrote < 0 ? left.size() : static_cast<std::size_t>(wrote));
    }
  }
  if (::close(out) != 0 && error == 0 && errno != EINTR) error = errno;
  if (error == 0) return;
  if (error == EPIPE) throw std::system_error(EPIPE, std::generic_category(), path_);
  errno = error;
  fail("cannot be written");
}

void AtomicFile::commit() { commit_together({this}); }

void AtomicFile::commit_together(const std::vector<AtomicFile*>& files) {
  for (AtomicFile* file : files) {
    if (file != nullptr && !file->prepared_) file->prepare();
  }
  std::vector<outputs::Move> moves;
  for (AtomicFile* file : files) {
    if (file == nullptr) continue;
    if (file->output_.stream) file->send_to_stream();
    if (file->claim_ && !file->claim_->waits()) {
      moves.push_back({file->temporary_->path(), file->output_.path, file->path_, file->force_});
    }
  }
  if (!moves.empty()) outputs::put_in_place(moves);
  for (AtomicFile* file : files) {
    if (file == nullptr) continue;
    // Synced already: closing a file cannot lose anything.
    if (!file->temporary_) ::close(file->fd_);
    file->fd_ = -1;
    if (!file->temporary_) continue;
    if (file->claim_ && file->claim_->waits()) {
      file->claim_->hand_over(std::move(*file->temporary_), file->force_);
    } else {
      file->temporary_->moved();
    }
    file->temporary_.reset();
    file->claim_.reset();
  }
}

}  // namespace awe::bytes
