// A file mapped into memory read-only: its bytes are available at once and are read from disk on access.
#pragma once

#include <cstddef>
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

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace awe::bytes
