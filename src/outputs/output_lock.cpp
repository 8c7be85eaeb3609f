#include "outputs/output_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "awe/error.h"
#include "awe/hash.h"
#include "outputs/output_path.h"
#include "outputs/placing.h"
#include "outputs/retried.h"

namespace awe::outputs {
namespace {

constexpr std::string_view kFirstLine = "temporary files of awe\n";
constexpr std::size_t kMostBytes = std::size_t{1} << 16;

std::string lock_path_of(const std::string& path) {
  std::string name = name_of(path);
  constexpr std::size_t kLongest = 200;  // names of files have at most 255 bytes
  if (name.size() > kLongest) name = to_string(hash128(std::as_bytes(std::span(name))));
  return folder_of(path) + "/." + name + ".awe-lock";
}

std::string read_all(int file) {
  std::string text(kMostBytes, '\0');
  const ssize_t got = retried([&] { return ::pread(file, text.data(), text.size(), 0); });
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

// False if the holder of the lock has removed the file between our open and our lock.
bool is_at(int file, const std::string& path) {
  struct stat ours = {}, there = {};
  return ::fstat(file, &ours) == 0 && ::stat(path.c_str(), &there) == 0 && ours.st_ino == there.st_ino &&
         ours.st_dev == there.st_dev;
}

}  // namespace

OutputLock::OutputLock(const std::string& path, const std::string& shown)
    : path_(path), shown_(shown), lock_path_(lock_path_of(path)) {
  const Finishing creating;  // a signal between the creation and watch() would leave the file
  while (true) {
    file_ = retried([&] { return ::open(lock_path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0666); });
    if (file_ < 0) throw_system_error(shown_, "cannot be created");
    // A file system without locks is one without other writers to fear.
    if (retried([&] { return ::flock(file_, LOCK_EX | LOCK_NB); }) != 0 && errno == EWOULDBLOCK) {
      ::close(std::exchange(file_, -1));
      throw Error(ErrorKind::locked, shown_ + ": another process is writing it; wait for it or choose another output");
    }
    if (is_at(file_, lock_path_)) break;
    ::close(std::exchange(file_, -1));
  }
  try {
    remove_left_over();
    watched_.watch(lock_path_);
  } catch (...) {
    // An empty file is ours; another one still names what a killed process has left, or is somebody else's.
    struct stat status = {};
    if (::fstat(file_, &status) == 0 && status.st_size == 0) ::unlink(lock_path_.c_str());
    ::close(file_);
    throw;
  }
}

OutputLock::~OutputLock() {
  ::unlink(lock_path_.c_str());
  watched_.done();
  ::close(file_);
}

void OutputLock::remove_left_over() {
  std::string text = read_all(file_);
  if (text.empty()) return;
  if (!text.starts_with(kFirstLine)) {
    throw Error(ErrorKind::io, lock_path_ + ": is in the way: a file of this name is made while " + shown_ +
                                   " is being written; rename it");
  }
  std::string_view names = std::string_view(text).substr(kFirstLine.size());
  for (std::size_t end = 0; (end = names.find('\n')) != std::string_view::npos; names.remove_prefix(end + 1)) {
    const std::string name(names.substr(0, end));
    if (is_temporary_of(path_, name)) remove_path((folder_of(path_) + "/" + name).c_str());
  }
  if (retried([&] { return ::ftruncate(file_, 0); }) != 0) throw_system_error(shown_, "cannot be written");
}

void OutputLock::record(const std::string& temporary) {
  struct stat status = {};
  std::string line = name_of(temporary) + "\n";
  if (::fstat(file_, &status) == 0 && status.st_size == 0) line = std::string(kFirstLine) + line;
  const ssize_t wrote =
      retried([&] { return ::pwrite(file_, line.data(), line.size(), static_cast<off_t>(status.st_size)); });
  if (wrote < 0) throw_system_error(shown_, "cannot be written");
}

// The name is recorded before the file is made: a process that is killed in between leaves nothing unknown.
template <class Create>
Temporary OutputLock::create(Create make) {
  constexpr int kTries = 100;
  const Finishing creating;
  for (int tries = 0; tries < kTries; ++tries) {
    std::string path = temporary_beside(path_);
    struct stat status = {};
    if (::lstat(path.c_str(), &status) == 0) continue;
    record(path);
    int file = -1;
    if (make(path, file)) return {std::move(path), file};
    if (errno != EEXIST) break;
  }
  throw_system_error(shown_, "cannot be created");
}

Temporary OutputLock::create_file() {
  return create([](const std::string& path, int& file) {
    file = retried([&] { return ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666); });
    return file >= 0;
  });
}

Temporary OutputLock::create_folder() {
  return create([](const std::string& path, int&) { return ::mkdir(path.c_str(), 0777) == 0; });
}

Temporary::Temporary(std::string path, int file) : path_(std::move(path)), file_(file) {
  try {
    watched_.watch(path_);
  } catch (...) {
    remove_path(path_.c_str());
    close();
    throw;
  }
}

Temporary::Temporary(Temporary&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      file_(std::exchange(other.file_, -1)),
      watched_(std::move(other.watched_)) {}

Temporary::~Temporary() {
  if (!path_.empty()) remove_path(path_.c_str());
  watched_.done();
  close();
}

void Temporary::close() noexcept {
  if (file_ >= 0) ::close(std::exchange(file_, -1));
}

void Temporary::moved() noexcept {
  watched_.done();
  path_.clear();
}

}  // namespace awe::outputs
