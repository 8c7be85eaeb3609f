#include "bytes/deflate.h"

#define ZLIB_CONST  // zlib does not write to its input
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace awe::bytes {
namespace {

constexpr std::uint64_t kMostRatio = 1100;  // deflate packs at most 1032 bytes into one
constexpr std::size_t kPiece = std::numeric_limits<uInt>::max() / 2;

}  // namespace

std::string deflated(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit(&stream, Z_DEFAULT_COMPRESSION) != Z_OK) throw std::bad_alloc();
  std::string out;
  char buffer[1 << 16];
  bool more = true;
  while (more) {
    const std::string_view piece = bytes.substr(0, kPiece);
    bytes.remove_prefix(piece.size());
    more = !bytes.empty();
    stream.next_in = reinterpret_cast<const Bytef*>(piece.data());
    stream.avail_in = static_cast<uInt>(piece.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(buffer);
      stream.avail_out = sizeof buffer;
      (void)deflate(&stream, more ? Z_NO_FLUSH : Z_FINISH);
      out.append(buffer, sizeof buffer - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  (void)deflateEnd(&stream);
  return out;
}

std::optional<std::string> inflated(std::span<const std::byte> packed, std::uint64_t size) {
  if (size / kMostRatio > packed.size()) return std::nullopt;
  std::string out(static_cast<std::size_t>(size), '\0');
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  std::size_t taken = 0, made = 0;
  char beyond = 0;  // room for one more byte than there should be
  int status = Z_OK;
  while (status == Z_OK) {
    const std::size_t in = std::min(kPiece, packed.size() - taken), room = std::min(kPiece, out.size() - made);
    stream.next_in = reinterpret_cast<const Bytef*>(packed.data() + taken);
    stream.avail_in = static_cast<uInt>(in);
    stream.next_out = reinterpret_cast<Bytef*>(room > 0 ? out.data() + made : &beyond);
    stream.avail_out = room > 0 ? static_cast<uInt>(room) : 1;
    const uInt given = stream.avail_out;
    status = inflate(&stream, Z_NO_FLUSH);
    taken += in - stream.avail_in;
    made += given - stream.avail_out;
    if (made > out.size()) break;
  }
  (void)inflateEnd(&stream);
  if (status != Z_STREAM_END || made != out.size() || taken != packed.size()) return std::nullopt;
  return out;
}

}  // namespace awe::bytes
