#include "download/part_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "awe/error.h"
#include "outputs/output_path.h"
#include "outputs/retried.h"

namespace awe::download {

using outputs::retried;

PartFile::PartFile(const std::string& path) : path_(path) {
  struct stat status {
  }, there{};
  while (true) {
    fd_ = retried([&] { return ::open(path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0666); });
    if (fd_ < 0) fail("cannot be created");
    if (retried([&] { return ::flock(fd_, LOCK_EX | LOCK_NB); }) != 0) {
      ::close(std::exchange(fd_, -1));
      throw Error(ErrorKind::locked, path_ + ": another process downloads it; wait for it");
    }
    if (::fstat(fd_, &status) != 0) {
      ::close(std::exchange(fd_, -1));
      fail("cannot be read");
    }
    // The holder of the lock may have renamed the file between our open and our lock: then start again.
    if (::stat(path_.c_str(), &there) == 0 && status.st_ino == there.st_ino) break;
    ::close(fd_);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

PartFile::~PartFile() {
  if (size_ == 0) ::unlink(path_.c_str());
  ::close(fd_);
}

void PartFile::clear() {
  if (retried([&] { return ::ftruncate(fd_, 0); }) != 0) fail("cannot be emptied");
  size_ = 0;
}

bool PartFile::append(const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t wrote = retried([&] { return ::pwrite(fd_, bytes, count, static_cast<off_t>(size_)); });
    if (wrote < 0) return false;
    bytes += wrote;
    count -= static_cast<std::size_t>(wrote);
    size_ += static_cast<std::uint64_t>(wrote);
  }
  return true;
}

void PartFile::put_in_place(const std::string& path) {
  outputs::adopt_mode(fd_, path);
  if (retried([&] { return ::fsync(fd_); }) != 0) fail("cannot be synced");
  if (::rename(path_.c_str(), path.c_str()) != 0) fail("cannot be put in place");
}

void PartFile::fail(const char* what) const { outputs::throw_system_error(path_, what); }

}  // namespace awe::download
