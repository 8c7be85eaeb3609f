#include "bytes/archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <utility>

#include "awe/error.h"

namespace awe::bytes {

struct Archive::State {
  struct Close {
    void operator()(archive* opened) const { archive_read_free(opened); }
  };
  std::string name;
  std::string bytes;  // for an archive in memory
  ArchiveLimits limits;
  std::unique_ptr<archive, Close> handle{archive_read_new()};
  std::string member;
  std::uint64_t members = 0;
  std::uint64_t size = 0;  // of the archive file, in bytes
  std::uint64_t unpacked = 0;

  [[noreturn]] void fail(const std::string& place) const {
    const char* detail = archive_error_string(handle.get());
    throw error_at(
        ErrorKind::malformed, place, 0,
        std::string("damaged zip file (") + (detail != nullptr ? detail : "no detail") + "); fetch it again");
  }
  void begin() {
    if (handle == nullptr) throw std::bad_alloc();
    archive_read_support_format_zip(handle.get());
  }
  void count(std::uint64_t bytes_out, const std::string& place) {
    unpacked += bytes_out;
    if (unpacked > limits.total_bytes || (unpacked > limits.free_bytes && unpacked / limits.ratio > size)) {
      throw error_at(ErrorKind::limit, place, 0,
                     "the archive unpacks to more than " + std::to_string(limits.total_bytes >> 30) + " GiB or " +
                         std::to_string(limits.ratio) + " times its size; unpack it and name the folder");
    }
  }
};

namespace {

class MemberSource final : public ByteSource {
 public:
  MemberSource(std::string name, Archive::State& state) : ByteSource(std::move(name)), state_(state) {}
  std::size_t read(std::span<char> into) override {
    const la_ssize_t got = archive_read_data(state_.handle.get(), into.data(), into.size());
    if (got < 0) state_.fail(name());
    state_.count(static_cast<std::uint64_t>(got), name());
    return static_cast<std::size_t>(got);
  }

 private:
  Archive::State& state_;
};

}  // namespace

Archive::Archive(std::unique_ptr<State> state) : state_(std::move(state)) {}
Archive::Archive(Archive&&) noexcept = default;
Archive::~Archive() = default;

Archive Archive::open_file(const std::string& path, const ArchiveLimits& limits) {
  auto state = std::make_unique<State>();
  state->name = path;
  state->limits = limits;
  state->begin();
  std::error_code code;
  state->size = std::filesystem::file_size(path, code);
  if (code) throw error_at(ErrorKind::io, path, 0, "cannot be read: " + code.message());
  constexpr std::size_t kBlock = std::size_t{1} << 18;
  if (archive_read_open_filename(state->handle.get(), path.c_str(), kBlock) != ARCHIVE_OK) state->fail(path);
  return Archive(std::move(state));
}

Archive Archive::open_memory(std::string name, std::string bytes, const ArchiveLimits& limits) {
  auto state = std::make_unique<State>();
  state->name = std::move(name);
  state->bytes = std::move(bytes);
  state->limits = limits;
  state->begin();
  state->size = state->bytes.size();
  if (archive_read_open_memory(state->handle.get(), state->bytes.data(), state->bytes.size()) != ARCHIVE_OK) {
    state->fail(state->name);
  }
  return Archive(std::move(state));
}

bool Archive::next() {
  while (true) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(state_->handle.get(), &entry);
    if (status == ARCHIVE_EOF) return false;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) state_->fail(state_->name);
    if (++state_->members > state_->limits.members) {
      throw error_at(ErrorKind::limit, state_->name, 0,
                     "more than " + std::to_string(state_->limits.members) + " members; is this a TU data set?");
    }
    if (archive_entry_is_encrypted(entry) != 0) {
      throw error_at(ErrorKind::malformed, state_->name, 0, "the archive is encrypted; unpack it and name the folder");
    }
    const char* path = archive_entry_pathname(entry);
    if (path == nullptr) path = archive_entry_pathname_utf8(entry);
    if (path == nullptr || archive_entry_filetype(entry) != AE_IFREG) continue;
    state_->member = path;
    return true;
  }
}

const std::string& Archive::member() const { return state_->member; }

Bytes Archive::content() { return std::make_unique<MemberSource>(state_->name + "!" + state_->member, *state_); }

}  // namespace awe::bytes
