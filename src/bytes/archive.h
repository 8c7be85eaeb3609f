// Reads the members of a zip file as byte sources, directly into memory: nothing is ever extracted to disk, so names
// with
// ".." and links are harmless. Members are stored or deflated (unpacked by zlib), found through the directory at the
// end of the file (bytes/zip_directory.h), and verified: their size and checksum must be those that the directory
// states. Limits stop archives that expand excessively.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bytes/byte_source.h"

namespace awe::bytes {

struct ArchiveLimits {
  std::uint64_t members = 100'000;
  std::uint64_t total_bytes = std::uint64_t{64} << 30;
  ExpansionLimit expansion;
};

class Archive {
 public:
  [[nodiscard]] static Archive open_file(const std::string& path, const ArchiveLimits& limits = {});
  [[nodiscard]] static Archive open_memory(std::string name, std::string bytes, const ArchiveLimits& limits = {});
  Archive(Archive&&) noexcept;
  ~Archive();

  // The paths of all regular files within the archive, in the order in which they are stored. Throws Error(limit) for
  // too many, and malformed for encrypted ones.
  [[nodiscard]] std::vector<std::string> members() const;
  // The content of a member by its position in members(). Sources are independent of each other and of the Archive.
  [[nodiscard]] Bytes open(std::size_t position) const;

  // The same one after another: advances to the next regular file; returns false at the end.
  [[nodiscard]] bool next();
  // The path of the member within the archive.
  [[nodiscard]] const std::string& member() const;
  // The content of the member.
  [[nodiscard]] Bytes content() const;

  struct State;

 private:
  explicit Archive(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
  std::size_t next_ = 0;
};

}  // namespace awe::bytes
