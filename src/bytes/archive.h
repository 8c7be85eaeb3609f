// Reads the members of a zip file one after another as byte sources, directly into memory: nothing is ever extracted to
// disk, so names with ".." and links are harmless. Limits stop archives that expand excessively.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bytes/byte_source.h"

namespace awe::bytes {

struct ArchiveLimits {
  std::uint64_t members = 100'000;
  std::uint64_t total_bytes = std::uint64_t{64} << 30;
  // Beyond `free_bytes` of output, more than `ratio` bytes out per byte in is treated as a zip bomb.
  std::uint64_t free_bytes = std::uint64_t{256} << 20;
  std::uint64_t ratio = 200;
};

class Archive {
 public:
  [[nodiscard]] static Archive open_file(const std::string& path, const ArchiveLimits& limits = {});
  [[nodiscard]] static Archive open_memory(std::string name, std::string bytes, const ArchiveLimits& limits = {});
  Archive(Archive&&) noexcept;
  ~Archive();

  // Advances to the next regular file; returns false at the end.
  [[nodiscard]] bool next();
  // The path of the member within the archive.
  [[nodiscard]] const std::string& member() const;
  // The content of the member; can be called once, and must be read before the next call of next().
  [[nodiscard]] Bytes content();

  struct State;

 private:
  explicit Archive(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace awe::bytes
