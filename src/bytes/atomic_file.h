// An output file that is either complete or absent: bytes go to `path.part`, which commit() syncs and renames to
// `path`. Without commit() the part file is removed. A second writer of the same path is refused (ErrorKind::locked); a
// part file left by a killed process is taken over.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bytes/unfinished.h"

namespace awe::bytes {

class AtomicFile {
 public:
  // Throws usage if the path exists and force is not set, locked if another process is writing it, io otherwise.
  explicit AtomicFile(std::string path, bool force = false);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);
  void write(std::span<const std::byte> bytes);
  // Overwrites bytes written earlier (headers whose counts are known only at the end). Flushes the buffer.
  void write_at(std::uint64_t place, std::string_view bytes);
  [[nodiscard]] std::uint64_t size() const noexcept { return flushed_ + buffer_.size(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  // Flushes and syncs without closing, which is everything that may fail; commit() afterwards only renames.
  void prepare();
  void commit();

 private:
  void append(std::string_view bytes);
  void flush();
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::string part_path_;
  Unfinished part_;
  int fd_ = -1;
  std::string buffer_;
  std::uint64_t flushed_ = 0;
  bool prepared_ = false;
};

// Throws usage if the path exists and force is not set; lets callers report this before the work begins.
void refuse_existing(const std::string& path, bool force);

}  // namespace awe::bytes
