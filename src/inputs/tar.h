// Reads the members of a tar archive one after another from a byte source: ustar, pax, and the long names of GNU tar.
// Nothing is extracted to disk. Memory: one block, and the extended header of one member (at most 1 MiB).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bytes/byte_source.h"

namespace awe::inputs {

struct TarLimits {
  std::uint64_t members = 100'000;
  std::uint64_t total_bytes = std::uint64_t{64} << 30;
};

// How much of an archive is_tar needs.
inline constexpr std::size_t kTarHeadBytes = 512;
// True for the first bytes of an archive with the mark of ustar, which all current programs write.
[[nodiscard]] bool is_tar(std::string_view head);

// Throws Error: malformed for a damaged or incomplete archive, limit beyond the limits.
class TarReader {
 public:
  explicit TarReader(bytes::Bytes source, const TarLimits& limits = {});
  TarReader(TarReader&&) noexcept;
  ~TarReader();

  // Advances to the next file or link; returns false at the end, after checking that nothing follows it.
  [[nodiscard]] bool next();
  // The path of the member within the archive.
  [[nodiscard]] const std::string& member() const;
  // The content of the member; to be called once, and read before the next call of next(). Throws Error(malformed) for
  // links and sparse files.
  [[nodiscard]] bytes::Bytes content();

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace awe::inputs
