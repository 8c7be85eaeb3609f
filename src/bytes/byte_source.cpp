// Files, memory and gzip streams as byte sources. gzip uses zlib, which checks the CRC.
#include "bytes/byte_source.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "awe/error.h"
#include "outputs/retried.h"

namespace awe::bytes {
namespace {

class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path)
      : ByteSource(path == "-" ? "standard input" : path),
        owned_(path != "-"),
        fd_(owned_ ? outputs::retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }) : STDIN_FILENO) {
    if (fd_ < 0) throw error_at(ErrorKind::io, name(), 0, std::string("cannot be opened: ") + std::strerror(errno));
  }
  ~FileSource() override {
    if (owned_) ::close(fd_);
  }
  std::size_t read(std::span<char> into) override {
    while (true) {
      const ssize_t got = ::read(fd_, into.data(), into.size());
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) {
        throw error_at(ErrorKind::io, name(), 0, std::string("cannot be read: ") + std::strerror(errno));
      }
    }
  }

 private:
  bool owned_;
  int fd_;
};

class MemorySource final : public ByteSource {
 public:
  MemorySource(std::string name, std::string bytes) : ByteSource(std::move(name)), bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> into) override {
    const std::size_t count = std::min(into.size(), bytes_.size() - place_);
    std::copy_n(bytes_.data() + place_, count, into.data());
    place_ += count;
    return count;
  }

 private:
  std::string bytes_;
  std::size_t place_ = 0;
};

// Bytes already read from a source, followed by the rest of it.
class PrefixedSource final : public ByteSource {
 public:
  PrefixedSource(std::string head, Bytes rest)
      : ByteSource(rest->name()), head_(rest->name(), std::move(head)), rest_(std::move(rest)) {}
  std::size_t read(std::span<char> into) override {
    const std::size_t count = head_.read(into);
    return count > 0 ? count : rest_->read(into);
  }
  void forget() noexcept override { rest_->forget(); }

 private:
  MemorySource head_;
  Bytes rest_;
};

class GzipSource final : public ByteSource {
 public:
  GzipSource(Bytes compressed, const ExpansionLimit& limit)
      : ByteSource(compressed->name()), compressed_(std::move(compressed)), limit_(limit), input_(kInputBytes) {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(std::span<char> into) override {
    into = into.first(std::min<std::size_t>(into.size(), 1u << 30));
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());
    stream_.avail_out = static_cast<uInt>(into.size());
    while (!finished_ && stream_.avail_out == into.size()) {
      if (stream_.avail_in == 0) refill();
      if (finished_) break;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        within_member_ = false;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        throw error_at(ErrorKind::malformed, name(), 0,
                       std::string("damaged gzip data (") + (stream_.msg != nullptr ? stream_.msg : "no detail") +
                           "); fetch or compress the file again");
      }
      if (status == Z_STREAM_END) begin_next_member();
    }
    const std::size_t got = into.size() - stream_.avail_out;
    bytes_out_ += got;
    if (limit_.exceeded(bytes_in_ - stream_.avail_in, bytes_out_)) {
      throw error_at(ErrorKind::limit, name(), 0,
                     "the gzip data unpack to more than " + std::to_string(limit_.free_bytes >> 20) + " MiB and " +
                         std::to_string(limit_.ratio) + " times their size; unpack the file first if it is meant to");
    }
    return got;
  }
  void forget() noexcept override {
    bytes_in_ = stream_.avail_in;
    bytes_out_ = 0;
  }

 private:
  static constexpr std::size_t kInputBytes = std::size_t{1} << 16;

  void refill() {
    const std::size_t got = compressed_->read(input_);
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(got);
    bytes_in_ += got;
    if (got > 0) return;
    if (within_member_) {
      throw error_at(ErrorKind::malformed, name(), 0, "gzip data ends too early; fetch or compress the file again");
    }
    finished_ = true;
  }

  void begin_next_member() {
    if (stream_.avail_in == 0) refill();
    if (finished_) return;
    inflateReset(&stream_);
    within_member_ = true;
  }

  Bytes compressed_;
  ExpansionLimit limit_;
  std::vector<char> input_;
  std::uint64_t bytes_in_ = 0, bytes_out_ = 0;  // since the last forget()
  z_stream stream_{};
  bool within_member_ = true;
  bool finished_ = false;
};

}  // namespace

Bytes open_file(const std::string& path) { return std::make_unique<FileSource>(path); }
Bytes memory_source(std::string name, std::string bytes) {
  return std::make_unique<MemorySource>(std::move(name), std::move(bytes));
}
Bytes gunzip(Bytes compressed, const ExpansionLimit& limit) {
  return std::make_unique<GzipSource>(std::move(compressed), limit);
}

Peeked peek(Bytes source, std::size_t bytes, bool (*enough)(std::string_view head)) {
  std::string head(bytes, '\0');
  std::size_t filled = 0;
  while (filled < bytes) {
    const std::size_t got = source->read(std::span(head).subspan(filled));
    if (got == 0) break;
    filled += got;
    if (enough != nullptr && enough(std::string_view(head).substr(0, filled))) break;
  }
  head.resize(filled);
  return {head, std::make_unique<PrefixedSource>(head, std::move(source))};
}

std::string read_whole(ByteSource& source, std::uint64_t max_bytes) {
  std::string all;
  std::size_t filled = 0;
  while (true) {
    // Doubling limits the allocation to twice the bytes actually present.
    all.resize(std::max<std::size_t>(std::size_t{1} << 16, filled * 2));
    while (filled < all.size()) {
      const std::size_t got = source.read(std::span(all).subspan(filled));
      filled += got;
      if (filled > max_bytes) {
        throw error_at(ErrorKind::limit, source.name(), 0,
                       "larger than " + std::to_string(max_bytes >> 20) +
                           " MiB, the limit of formats that are read whole; use JSON lines");
      }
      if (got == 0) {
        all.resize(filled);
        return all;
      }
    }
  }
}

}  // namespace awe::bytes
