#include "bytes/archive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "awe/error.h"
#include "bytes/zip_directory.h"

namespace awe::bytes {

struct Archive::State {
  ZipInput zip;
  int fd = -1;        // of an archive in a file
  std::string bytes;  // of an archive in memory
  ArchiveLimits limits;
  std::vector<ZipEntry> entries;
  std::vector<std::size_t> regular;  // positions of plain files in `entries`
  std::vector<std::string> names;    // of plain files
  std::atomic<std::uint64_t> unpacked = 0;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (fd >= 0) ::close(fd);
  }

  void open(const std::string& path) {
    fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat info {};
    if (fd < 0 || ::fstat(fd, &info) != 0) {
      throw error_at(ErrorKind::io, path, 0, std::string("cannot be opened: ") + std::strerror(errno));
    }
    if (!S_ISREG(info.st_mode)) {
      throw error_at(ErrorKind::io, path, 0, "a zip must be a regular file; give it on standard input instead");
    }
    zip.name = path;
    zip.size = static_cast<std::uint64_t>(info.st_size);
    zip.read = [this](std::uint64_t place, std::span<char> into) { read_file(place, into); };
  }

  void read_file(std::uint64_t place, std::span<char> into) const {
    while (!into.empty()) {
      const ssize_t got = ::pread(fd, into.data(), into.size(), static_cast<off_t>(place));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) {
        throw error_at(ErrorKind::io, zip.name, 0, std::string("cannot be read: ") + std::strerror(errno));
      }
      if (got == 0) throw damaged_zip(zip.name, "it became shorter while it was read");
      place += static_cast<std::uint64_t>(got);
      into = into.subspan(static_cast<std::size_t>(got));
    }
  }

  void read_directory() {
    entries = read_zip_directory(zip);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!entries[i].regular) continue;
      regular.push_back(i);
      names.push_back(entries[i].name);
      // Some packers of Windows write its separators.
      if (names.back().find('/') == std::string::npos)
        std::replace(names.back().begin(), names.back().end(), '\\', '/');
    }
  }

  void check_members() const {
    if (entries.size() > limits.members) {
      throw error_at(ErrorKind::limit, zip.name, 0,
                     std::to_string(entries.size()) + " members, more than " + std::to_string(limits.members) +
                         "; unpack it and name the folder");
    }
    if (std::any_of(entries.begin(), entries.end(), [](const ZipEntry& entry) { return entry.encrypted; })) {
      throw error_at(ErrorKind::malformed, zip.name, 0, "the archive is encrypted; unpack it and name the folder");
    }
  }

  void count(std::uint64_t bytes_out, const std::string& place) {
    const std::uint64_t all = unpacked += bytes_out;
    if (all > limits.total_bytes || limits.expansion.exceeded(zip.size, all)) {
      throw error_at(ErrorKind::limit, place, 0,
                     "the archive unpacks to more than " + std::to_string(limits.total_bytes >> 30) + " GiB or " +
                         std::to_string(limits.expansion.ratio) + " times its size; unpack it and name the folder");
    }
  }
};

namespace {

class MemberSource final : public ByteSource {
 public:
  MemberSource(std::string name, std::shared_ptr<Archive::State> state, const ZipEntry& entry)
      : ByteSource(std::move(name)), state_(std::move(state)), entry_(entry) {
    if (entry.method != kZipStored && entry.method != kZipDeflated) {
      throw error_at(ErrorKind::malformed, this->name(), 0,
                     "packed by method " + std::to_string(entry.method) +
                         " of zip, which is not read; pack it again by deflate, or unpack it and name the folder");
    }
    place_ = zip_content_place(state_->zip, entry, this->name());
    left_ = entry.packed;
    if (entry.method == kZipStored) return;
    input_.resize(kInputBytes);
    if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    inflating_ = true;
  }
  ~MemberSource() override {
    if (inflating_) inflateEnd(&stream_);
  }

  std::size_t read(std::span<char> into) override {
    if (ended_ || into.empty()) return 0;
    into = into.first(std::min(into.size(), kMostBytes));
    const std::size_t got = inflating_ ? inflated(into) : stored(into);
    given_ += got;
    if (given_ > entry_.unpacked) throw damaged_zip(name(), "the member is longer than stated");
    crc_ = static_cast<std::uint32_t>(crc32(crc_, reinterpret_cast<const Bytef*>(into.data()), static_cast<uInt>(got)));
    state_->count(got, name());
    if (got == 0) end();
    return got;
  }

 private:
  static constexpr std::size_t kInputBytes = std::size_t{1} << 16, kMostBytes = std::size_t{1} << 30;

  std::size_t stored(std::span<char> into) {
    into = into.first(static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), left_)));
    take(into);
    return into.size();
  }

  std::size_t inflated(std::span<char> into) {
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());
    stream_.avail_out = static_cast<uInt>(into.size());
    while (!stream_ended_ && stream_.avail_out == into.size()) {
      if (stream_.avail_in == 0) {
        const auto piece =
            std::span(input_).first(static_cast<std::size_t>(std::min<std::uint64_t>(kInputBytes, left_)));
        if (piece.empty()) throw damaged_zip(name(), "the packed data end too early");
        take(piece);
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(piece.size());
      }
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_MEM_ERROR) throw std::bad_alloc();
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
        throw damaged_zip(name(), stream_.msg != nullptr ? stream_.msg : "no detail");
      }
      stream_ended_ = status == Z_STREAM_END;
    }
    return into.size() - stream_.avail_out;
  }

  void take(std::span<char> into) {
    state_->zip.read(place_, into);
    place_ += into.size();
    left_ -= into.size();
  }

  void end() {
    ended_ = true;
    if (left_ > 0 || (inflating_ && stream_.avail_in > 0)) throw damaged_zip(name(), "packed data behind its end");
    if (given_ != entry_.unpacked) throw damaged_zip(name(), "the member is shorter than stated");
    if (crc_ != entry_.crc) throw damaged_zip(name(), "the checksum is wrong");
  }

  std::shared_ptr<Archive::State> state_;
  const ZipEntry& entry_;
  std::uint64_t place_ = 0, left_ = 0;  // of the packed bytes
  std::uint64_t given_ = 0;
  std::uint32_t crc_ = 0;
  z_stream stream_{};
  std::vector<char> input_;
  bool inflating_ = false, stream_ended_ = false, ended_ = false;
};

}  // namespace

Archive::Archive(std::shared_ptr<State> state) : state_(std::move(state)) {}
Archive::Archive(Archive&&) noexcept = default;
Archive::~Archive() = default;

Archive Archive::open_file(const std::string& path, const ArchiveLimits& limits) {
  auto state = std::make_shared<State>();
  state->limits = limits;
  state->open(path);
  state->read_directory();
  return Archive(std::move(state));
}

Archive Archive::open_memory(std::string name, std::string bytes, const ArchiveLimits& limits) {
  auto state = std::make_shared<State>();
  state->limits = limits;
  state->bytes = std::move(bytes);
  state->zip = {std::move(name), state->bytes.size(), [from = state.get()](std::uint64_t place, std::span<char> into) {
                  std::copy_n(from->bytes.data() + place, into.size(), into.data());
                }};
  state->read_directory();
  return Archive(std::move(state));
}

std::vector<std::string> Archive::members() const {
  state_->check_members();
  return state_->names;
}

Bytes Archive::open(std::size_t position) const {
  return std::make_unique<MemberSource>(state_->zip.name + "!" + state_->names.at(position), state_,
                                        state_->entries[state_->regular.at(position)]);
}

bool Archive::next() {
  if (next_ == 0) state_->check_members();
  if (next_ >= state_->regular.size()) return false;
  ++next_;
  return true;
}

const std::string& Archive::member() const { return state_->names.at(next_ - 1); }

Bytes Archive::content() const { return open(next_ - 1); }

}  // namespace awe::bytes
