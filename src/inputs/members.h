// The members of an archive one after another, whether it is a zip or a tar.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bytes/archive.h"
#include "bytes/byte_source.h"
#include "inputs/tar.h"

namespace awe::inputs {

class Members {
 public:
  Members() = default;
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;
  virtual ~Members() = default;

  // Advances to the next file; returns false at the end.
  [[nodiscard]] virtual bool next() = 0;
  // The path of the member within the archive.
  [[nodiscard]] virtual const std::string& member() const = 0;
  // The content of the member; to be called once, and read before the next call of next().
  [[nodiscard]] virtual bytes::Bytes content() = 0;
};

[[nodiscard]] std::unique_ptr<Members> members_of(bytes::Archive zip);
[[nodiscard]] std::unique_ptr<Members> members_of(TarReader tar);

// An archive that can be read more than once: first its names, then its content.
struct ArchiveInput {
  std::string name;  // for messages
  std::function<std::unique_ptr<Members>()> open;
};
// A zip, or a tar that may be gzipped, at a path; one on standard input ("-") is held in memory, from `bytes`.
[[nodiscard]] ArchiveInput zip_input(const std::string& path, bytes::ByteSource& bytes);
[[nodiscard]] ArchiveInput tar_input(const std::string& path, bytes::ByteSource& bytes);

// Opens members by their paths, which must come in the order of the archive.
class MemberSequence {
 public:
  explicit MemberSequence(ArchiveInput archive);
  [[nodiscard]] bytes::Bytes open(const std::string& path);

 private:
  ArchiveInput archive_;
  std::unique_ptr<Members> members_;
};

}  // namespace awe::inputs
