#include "outputs/unfinished.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace awe::outputs {
namespace {

constexpr int kSlots = 256;
std::array<std::atomic<char*>, kSlots> g_paths;
constexpr int kAbandoned = -1;
std::atomic<int> g_finishing = 0;  // number of threads in a Finishing scope, or kAbandoned
static_assert(std::atomic<char*>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

// Removes a file, or a folder with its content; reads folders by the system call, since opendir() allocates.
void remove_below(int folder, const char* name, int depth) noexcept {
  if (::unlinkat(folder, name, 0) == 0 || (errno != EISDIR && errno != EPERM)) return;
  constexpr int kMaxDepth = 4;
  const int inside = depth < kMaxDepth ? ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
  if (inside >= 0) {
    alignas(std::uint64_t) std::array<char, 4096> entries;
    for (long got = 0; (got = ::syscall(SYS_getdents64, inside, entries.data(), entries.size())) > 0;) {
      for (long place = 0; place < got;) {
        const auto* entry = reinterpret_cast<const dirent64*>(entries.data() + place);
        place += entry->d_reclen;
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) {
          remove_below(inside, entry->d_name, depth + 1);
        }
      }
    }
    ::close(inside);
  }
  ::unlinkat(folder, name, AT_REMOVEDIR);
}

}  // namespace

Unfinished::Unfinished(Unfinished&& other) noexcept
    : path_(std::exchange(other.path_, nullptr)), slot_(std::exchange(other.slot_, -1)) {}

void Unfinished::watch(const std::string& path) {
  done();
  path_ = ::strdup(path.c_str());
  if (path_ == nullptr) throw std::bad_alloc();
  for (int slot = 0; slot < kSlots; ++slot) {
    char* expected = nullptr;
    if (g_paths[static_cast<std::size_t>(slot)].compare_exchange_strong(expected, path_)) {
      slot_ = slot;
      return;
    }
  }
}

void Unfinished::done() noexcept {
  char* path = std::exchange(path_, nullptr);
  const int slot = std::exchange(slot_, -1);
  if (slot >= 0) {
    char* expected = path;
    // If a signal handler has taken the path, it may be reading it: the process ends, and nothing is freed.
    if (!g_paths[static_cast<std::size_t>(slot)].compare_exchange_strong(expected, nullptr)) return;
  }
  std::free(path);
}

Finishing::Finishing() noexcept {
  for (int count = g_finishing.load();;) {
    if (count == kAbandoned) {
      ::pause();  // another thread is ending the process
      count = g_finishing.load();
    } else if (g_finishing.compare_exchange_weak(count, count + 1)) {
      return;
    }
  }
}

Finishing::~Finishing() { --g_finishing; }

void remove_path(const char* path) noexcept { remove_below(AT_FDCWD, path, 0); }

bool abandon_unfinished() noexcept {
  int idle = 0;
  if (!g_finishing.compare_exchange_strong(idle, kAbandoned) && idle != kAbandoned) return false;
  for (auto& slot : g_paths) {
    if (const char* path = slot.exchange(nullptr)) remove_path(path);
  }
  return true;
}

}  // namespace awe::outputs
