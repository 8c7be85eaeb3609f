// A file mapped into memory, read-only: its bytes are there at once and come from disk as they are looked at.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace awe::bytes {

class MappedFile {
 public:
  // Throws Error(io) for what cannot be read or is no file.
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
