// A library for LD_PRELOAD that counts the calls of one kind and makes the N-th fail, as a full disk, a signal or a
// lack of memory would. It is configured by the environment:
//   AWE_FAULT_KIND    write, fsync, rename, open, close, truncate, mkdir, mmap, memory, thread, read
//   AWE_FAULT_NUMBER  which call fails, from 1; 0: none, the calls are only counted
//   AWE_FAULT_ERRNO   the error number it fails with; 0: a write or read of half the bytes
//   AWE_FAULT_ALL     if set, all later calls fail, too
//   AWE_FAULT_COUNT   file to which the number of calls is written at the end
//   AWE_FAULT_TRACE   if set, the stack of the call that fails is written to stderr
// Counting begins when the libraries of the program have been initialised, before its own static objects are. Calls
// that the C library makes inside itself are not seen: standard output is tested with /dev/full instead.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

std::atomic<unsigned long> g_calls = 0;

struct Settings {
  const char* kind = nullptr;
  unsigned long number = 0;
  int error = 0;
  bool all = false, trace = false;
  const char* count = nullptr;
  Settings() {
    kind = std::getenv("AWE_FAULT_KIND");
    const char* text = std::getenv("AWE_FAULT_NUMBER");
    number = text != nullptr ? std::strtoul(text, nullptr, 10) : 0;
    text = std::getenv("AWE_FAULT_ERRNO");
    error = text != nullptr ? std::atoi(text) : 0;
    all = std::getenv("AWE_FAULT_ALL") != nullptr;
    trace = std::getenv("AWE_FAULT_TRACE") != nullptr;
    count = std::getenv("AWE_FAULT_COUNT");
  }
};

const Settings& settings() {
  static const Settings settings;
  return settings;
}

std::atomic<bool> g_counting = false;

struct Report {
  Report() { g_counting = true; }
  ~Report() {
    const char* path = settings().count;
    if (path == nullptr) return;
    const long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%lu\n", g_calls.load());
    syscall(SYS_write, file, text, length);
    syscall(SYS_close, file);
  }
} g_report;

thread_local bool g_inside = false;  // backtrace() itself allocates and opens files

// Whether this call fails.
bool fails(const char* kind) {
  if (!g_counting || g_inside) return false;
  const Settings& wanted = settings();
  if (wanted.kind == nullptr || std::strcmp(wanted.kind, kind) != 0) return false;
  const unsigned long call = ++g_calls;
  const bool now = wanted.all ? wanted.number != 0 && call >= wanted.number : call == wanted.number;
  if (!now) return false;
  if (wanted.trace && call == wanted.number) {
    g_inside = true;
    void* frames[64];
    backtrace_symbols_fd(frames, backtrace(frames, 64), STDERR_FILENO);
    g_inside = false;
  }
  errno = wanted.error;
  return true;
}

// Like fails(), but half the bytes are transferred if no error number is given and there are at least two.
bool fails_wholly(const char* kind, size_t& bytes) {
  if (!fails(kind)) return false;
  if (settings().error != 0) return true;
  if (bytes > 1) bytes /= 2;
  return false;
}

mode_t mode_of(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

template <class F>
F next(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* data, size_t bytes) {
  if (fails_wholly("write", bytes)) return -1;
  return syscall(SYS_write, file, data, bytes);
}
ssize_t pwrite64(int file, const void* data, size_t bytes, off64_t place) {
  if (fails_wholly("write", bytes)) return -1;
  return syscall(SYS_pwrite64, file, data, bytes, place);
}
ssize_t pwrite(int file, const void* data, size_t bytes, off_t place) { return pwrite64(file, data, bytes, place); }
ssize_t writev(int file, const iovec* pieces, int count) {
  if (fails("write") && settings().error != 0) return -1;
  return syscall(SYS_writev, file, pieces, count);
}

ssize_t read(int file, void* data, size_t bytes) {
  if (fails_wholly("read", bytes)) return -1;
  return syscall(SYS_read, file, data, bytes);
}
ssize_t pread64(int file, void* data, size_t bytes, off64_t place) {
  if (fails_wholly("read", bytes)) return -1;
  return syscall(SYS_pread64, file, data, bytes, place);
}
ssize_t pread(int file, void* data, size_t bytes, off_t place) { return pread64(file, data, bytes, place); }
ssize_t readv(int file, const iovec* pieces, int count) {
  if (fails("read") && settings().error != 0) return -1;
  return syscall(SYS_readv, file, pieces, count);
}

int fsync(int file) { return fails("fsync") ? -1 : static_cast<int>(syscall(SYS_fsync, file)); }
int fdatasync(int file) { return fails("fsync") ? -1 : static_cast<int>(syscall(SYS_fdatasync, file)); }

int rename(const char* from, const char* to) noexcept {
  return fails("rename") ? -1 : static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  return fails("rename") ? -1 : static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, 0));
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  return fails("rename") ? -1 : static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int openat64(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return fails("open") ? -1 : static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}
int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return openat64(folder, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return openat64(AT_FDCWD, path, flags, mode);
}
int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return openat64(AT_FDCWD, path, flags, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  return fails("open") ? nullptr : next<FILE* (*)(const char*, const char*)>("fopen64")(path, mode);
}
FILE* fopen(const char* path, const char* mode) { return fopen64(path, mode); }

// The file is closed in any case, as the system does.
int close(int file) {
  const bool wrong = fails("close");
  const int error = errno;
  const int result = static_cast<int>(syscall(SYS_close, file));
  if (!wrong) return result;
  errno = error;
  return -1;
}

int ftruncate64(int file, off64_t size) noexcept {
  return fails("truncate") ? -1 : static_cast<int>(syscall(SYS_ftruncate, file, size));
}
int ftruncate(int file, off_t size) noexcept { return ftruncate64(file, size); }

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  return fails("mkdir") ? -1 : static_cast<int>(syscall(SYS_mkdirat, folder, path, mode));
}
int mkdir(const char* path, mode_t mode) noexcept { return mkdirat(AT_FDCWD, path, mode); }

void* mmap64(void* address, size_t bytes, int protection, int flags, int file, off64_t place) noexcept {
  if (fails("mmap")) return MAP_FAILED;
  return reinterpret_cast<void*>(syscall(SYS_mmap, address, bytes, protection, flags, file, place));
}
void* mmap(void* address, size_t bytes, int protection, int flags, int file, off_t place) noexcept {
  return mmap64(address, bytes, protection, flags, file, place);
}

void* malloc(size_t size) noexcept { return fails("memory") ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) noexcept { return fails("memory") ? nullptr : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) noexcept {
  // Shrinking to nothing is a free, which cannot fail.
  return size != 0 && fails("memory") ? nullptr : __libc_realloc(old, size);
}
void* memalign(size_t alignment, size_t size) noexcept {
  return fails("memory") ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) noexcept { return memalign(alignment, size); }
int posix_memalign(void** place, size_t alignment, size_t size) noexcept {
  void* memory = memalign(alignment, size);
  if (memory == nullptr) return ENOMEM;
  *place = memory;
  return 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) noexcept {
  if (fails("thread")) return settings().error;
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return next<Create>("pthread_create")(thread, attributes, run, argument);
}

}  // extern "C"
