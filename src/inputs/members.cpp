#include "inputs/members.h"

#include <utility>

#include "awe/error.h"
#include "readers/formats.h"

namespace awe::inputs {
namespace {

template <class Reader>
class MembersOf final : public Members {
 public:
  explicit MembersOf(Reader reader) : reader_(std::move(reader)) {}
  bool next() override { return reader_.next(); }
  [[nodiscard]] const std::string& member() const override { return reader_.member(); }
  bytes::Bytes content() override { return reader_.content(); }

 private:
  Reader reader_;
};

std::unique_ptr<Members> open_tar(bytes::Bytes bytes) {
  bytes::Peeked input = bytes::peek(std::move(bytes), 2);
  if (bytes::is_gzip(input.head)) input.source = bytes::gunzip(std::move(input.source));
  return members_of(TarReader(std::move(input.source)));
}

std::shared_ptr<const std::string> hold(bytes::ByteSource& bytes) {
  return std::make_shared<const std::string>(bytes::read_whole(bytes, readers::kMaxWholeBytes));
}

}  // namespace

std::unique_ptr<Members> members_of(bytes::Archive zip) {
  return std::make_unique<MembersOf<bytes::Archive>>(std::move(zip));
}

std::unique_ptr<Members> members_of(TarReader tar) { return std::make_unique<MembersOf<TarReader>>(std::move(tar)); }

ArchiveInput zip_input(const std::string& path, bytes::ByteSource& bytes) {
  if (path != "-") return {path, [path] { return members_of(bytes::Archive::open_file(path)); }};
  return {bytes.name(),
          [name = bytes.name(), all = hold(bytes)] { return members_of(bytes::Archive::open_memory(name, *all)); }};
}

ArchiveInput tar_input(const std::string& path, bytes::ByteSource& bytes) {
  if (path != "-") return {path, [path] { return open_tar(bytes::open_file(path)); }};
  return {bytes.name(),
          [name = bytes.name(), all = hold(bytes)] { return open_tar(bytes::memory_source(name, *all)); }};
}

MemberSequence::MemberSequence(ArchiveInput archive) : archive_(std::move(archive)) {}

bytes::Bytes MemberSequence::open(const std::string& path) {
  if (!members_) members_ = archive_.open();
  while (members_->next()) {
    if (members_->member() == path) return members_->content();
  }
  throw awe::error_at(ErrorKind::io, archive_.name, 0, "changed while it was read: " + path + " is missing");
}

}  // namespace awe::inputs
