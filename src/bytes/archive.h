// Members of a zip file as byte sources, one after another, straight to memory: nothing is ever extracted to disk, so
// names with ".." or links do no harm. Limits stop an archive that swells beyond reason.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bytes/byte_source.h"

namespace awe::bytes {

struct ArchiveLimits {
  std::uint64_t members = 100'000;
  std::uint64_t total_bytes = std::uint64_t{64} << 30;
  // Beyond this size, more than `ratio` bytes out for each byte in counts as a bomb.
  std::uint64_t free_bytes = std::uint64_t{256} << 20;
  std::uint64_t ratio = 200;
};

class Archive {
 public:
  [[nodiscard]] static Archive open_file(const std::string& path, const ArchiveLimits& limits = {});
  [[nodiscard]] static Archive open_memory(std::string name, std::string bytes, const ArchiveLimits& limits = {});
  Archive(Archive&&) noexcept;
  ~Archive();

  // Goes to the next regular file; false at the end.
  [[nodiscard]] bool next();
  // The path of the member within the archive.
  [[nodiscard]] const std::string& member() const;
  // The content of the member, once, to be read before the next call of next().
  [[nodiscard]] Bytes content();

  struct State;

 private:
  explicit Archive(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace awe::bytes
