#include "bytes/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "awe/error.h"

namespace awe::bytes {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

}  // namespace

void refuse_existing(const std::string& path, bool force) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (!std::filesystem::exists(status)) return;
  if (std::filesystem::is_directory(status)) throw Error(ErrorKind::usage, path + ": is a folder; name a file");
  if (!force) throw Error(ErrorKind::usage, path + ": exists already; `force` replaces it");
}

AtomicFile::AtomicFile(std::string path, bool force) : path_(std::move(path)), part_path_(path_ + ".part") {
  refuse_existing(path_, force);
  const Finishing creating;  // a signal between the creation and watch() would leave an empty file
  while (true) {
    fd_ = ::open(part_path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd_ < 0) fail("cannot be created");
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      ::close(std::exchange(fd_, -1));
      throw Error(ErrorKind::locked, path_ + ": another process is writing it; wait for it or choose another output");
    }
    // The holder of the lock may have renamed the file between our open and our lock: then start again.
    struct stat ours = {};
    struct stat there = {};
    if (::fstat(fd_, &ours) == 0 && ::stat(part_path_.c_str(), &there) == 0 && ours.st_ino == there.st_ino) break;
    ::close(fd_);
  }
  part_.watch(part_path_);
  if (::ftruncate(fd_, 0) != 0) fail("cannot be emptied");
  buffer_.reserve(kBufferBytes);
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      part_path_(std::move(other.part_path_)),
      part_(std::move(other.part_)),
      fd_(std::exchange(other.fd_, -1)),
      buffer_(std::move(other.buffer_)),
      flushed_(other.flushed_),
      prepared_(other.prepared_) {}

AtomicFile::~AtomicFile() {
  if (fd_ < 0) return;
  ::unlink(part_path_.c_str());
  part_.done();
  ::close(fd_);
}

void AtomicFile::fail(const char* what) const {
  throw Error(ErrorKind::io, path_ + ": " + what + ": " + std::strerror(errno));
}

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
    const ssize_t wrote = ::write(fd_, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
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
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t wrote = ::pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(place + done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) fail("cannot be written");
    done += static_cast<std::size_t>(wrote);
  }
}

void AtomicFile::prepare() {
  flush();
  if (::fsync(fd_) != 0) fail("cannot be synced");
  prepared_ = true;
}

void AtomicFile::commit() {
  if (!prepared_) prepare();
  const Finishing renaming;
  if (::rename(part_path_.c_str(), path_.c_str()) != 0) fail("cannot be put in place");
  part_.done();
  ::close(std::exchange(fd_, -1));
}

}  // namespace awe::bytes
