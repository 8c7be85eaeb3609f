// A source of bytes: a file, standard input, memory, a gzip stream or a member of an archive. The format readers use
// only this interface. Only a buffer is held in memory, except by memory sources and read_whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace awe::bytes {

// How far compressed data may expand: up to `free_bytes`, and beyond them `ratio` bytes out per byte in.
struct ExpansionLimit {
  std::uint64_t free_bytes = std::uint64_t{64} << 20;
  std::uint64_t ratio = 200;
  [[nodiscard]] bool exceeded(std::uint64_t bytes_in, std::uint64_t bytes_out) const noexcept {
    return bytes_out > free_bytes && bytes_out / ratio > bytes_in;
  }
};

class ByteSource {
 public:
  explicit ByteSource(std::string name) : name_(std::move(name)) {}
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Reads at least one byte, or returns 0 at the end. Throws Error: io if reading fails, malformed if a compressed
  // stream is damaged, limit if it expands excessively.
  [[nodiscard]] virtual std::size_t read(std::span<char> into) = 0;
  // To be called by readers that no longer hold what they have read, such as one record of many: limits of expansion
  // count from here.
  virtual void forget() noexcept {}
  // The name used in messages: "file" or "archive!member".
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  std::string name_;
};

using Bytes = std::unique_ptr<ByteSource>;

// A file, or standard input for "-" (named "standard input").
[[nodiscard]] Bytes open_file(const std::string& path);
[[nodiscard]] Bytes memory_source(std::string name, std::string bytes);
// The content of a gzip stream of one or more members; checksums are verified. Throws Error(limit) if what is read
// between two calls of forget() expands too far: a reader that holds it would need memory out of proportion to the
// file.
[[nodiscard]] Bytes gunzip(Bytes compressed, const ExpansionLimit& limit = {});

// The first bytes of a source, and the source as if nothing had been read. Holds fewer bytes than requested only at the
// end of the source, or if `enough` accepts them, so that a slow producer is not waited for.
struct Peeked {
  std::string head;
  Bytes source;
};
[[nodiscard]] Peeked peek(Bytes source, std::size_t bytes, bool (*enough)(std::string_view head) = nullptr);

// Reads everything to the end; throws Error(limit) beyond max_bytes.
[[nodiscard]] std::string read_whole(ByteSource& source, std::uint64_t max_bytes);

[[nodiscard]] inline bool is_gzip(std::string_view head) { return head.starts_with("\x1f\x8b"); }
[[nodiscard]] inline bool is_zip(std::string_view head) {
  return head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06");
}

}  // namespace awe::bytes
