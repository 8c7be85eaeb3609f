// A file mapped into memory read-only: its bytes are available at once and are read from disk on access. If the file is
// cut short meanwhile, or its disk fails, access to the missing bytes raises SIGBUS. The library installs no handler:
// check_unchanged() finds out between two accesses, and a program that handles SIGBUS learns from mapped_file_at()
// which file it was (the command line ends with exit code 3).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <ctime>
#include <span>
#include <string>

namespace awe::bytes {

class MappedFile {
 public:
  // Throws Error(io) if the path cannot be read or is not a regular file.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
    return {static_cast<const std::byte*>(data_), size_};
  }
  // Throws Error(io) if the file has been cut short or written to since it was opened. A file that was replaced by
  // another one of the same name is still there as it was. Cost: one system call.
  void check_unchanged() const;
  // Gives the memory of the whole pages in [first, last) back to the system; they are read from the file again when
  // they are used again.
  void release(std::size_t first, std::size_t last) const noexcept;

 private:
  std::string path_;
  void* data_ = nullptr;
  std::size_t size_ = 0;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  timespec written_ = {};
  int slot_ = -1;
};

// The path of the file that is mapped at an address, at most 255 bytes of it; empty if it is not known, null if no
// mapped file can be there. Async-signal-safe.
[[nodiscard]] const char* mapped_file_at(const void* address) noexcept;

}  // namespace awe::bytes
