#include "bytes/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>
#include <system_error>

#include "awe/error.h"
#include "outputs/retried.h"

namespace awe::bytes {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw Error(ErrorKind::io, path + ": cannot be read: " + std::generic_category().message(errno));
}

// The mappings, in a table that a signal handler may read. An entry is filled before `end` is set, which is cleared
// first when the mapping ends.
struct Entry {
  std::atomic<std::uintptr_t> begin = 0, end = 0;
  std::array<char, 256> path = {};
};
std::array<Entry, 1024> g_entries;
std::atomic<int> g_without_entry = 0;  // mappings that found the table full
std::mutex g_mutex;                    // of those who change the table

int enter(const void* data, std::size_t size, const std::string& path) {
  const std::lock_guard guard(g_mutex);
  const auto free = std::find_if(g_entries.begin(), g_entries.end(), [](const Entry& entry) { return entry.end == 0; });
  if (free == g_entries.end()) {
    ++g_without_entry;
    return -1;
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  free->path.fill('\0');
  std::copy_n(path.data(), std::min(path.size(), free->path.size() - 1), free->path.data());
  free->begin = begin;
  free->end = begin + size;
  return static_cast<int>(free - g_entries.begin());
}

void leave(int slot) {
  const std::lock_guard guard(g_mutex);
  if (slot < 0) {
    --g_without_entry;
  } else {
    g_entries[static_cast<std::size_t>(slot)].end = 0;
  }
}

}  // namespace

MappedFile::MappedFile(const std::string& path) : path_(path) {
  const int file = outputs::retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  if (file < 0) fail(path);
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    const int error = S_ISDIR(status.st_mode) ? EISDIR : errno != 0 ? errno : EINVAL;
    ::close(file);
    errno = error;
    fail(path);
  }
  size_ = static_cast<std::size_t>(status.st_size);
  device_ = status.st_dev;
  inode_ = status.st_ino;
  written_ = status.st_mtim;
  if (size_ > 0) data_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
  const int error = errno;
  ::close(file);
  if (data_ == MAP_FAILED) {
    errno = error;
    fail(path);
  }
  if (data_ != nullptr) slot_ = enter(data_, size_, path);
}

MappedFile::~MappedFile() {
  if (data_ == nullptr) return;
  leave(slot_);
  ::munmap(data_, size_);
}

void MappedFile::release(std::size_t first, std::size_t last) const noexcept {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  first = (first + page - 1) / page * page;
  last = std::min(last, size_) / page * page;
  if (data_ == nullptr || first >= last) return;
  // A hint: harmless if refused.
  (void)::madvise(static_cast<char*>(data_) + first, last - first, MADV_DONTNEED);
}

void MappedFile::check_unchanged() const {
  struct stat now = {};
  if (::stat(path_.c_str(), &now) != 0 || now.st_dev != device_ || now.st_ino != inode_) return;
  const bool same = static_cast<std::size_t>(now.st_size) == size_ && now.st_mtim.tv_sec == written_.tv_sec &&
                    now.st_mtim.tv_nsec == written_.tv_nsec;
  if (same) return;
  throw Error(ErrorKind::io,
              path_ + ": was cut short or changed while it was being read; run again when it is complete");
}

const char* mapped_file_at(const void* address) noexcept {
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  for (const Entry& entry : g_entries) {
    const std::uintptr_t end = entry.end;
    if (end != 0 && place >= entry.begin && place < end) return entry.path.data();
  }
  return g_without_entry > 0 ? "" : nullptr;
}

}  // namespace awe::bytes
