#include "bytes/zip_writer.h"

#define ZLIB_CONST  // zlib does not write to its input
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <vector>

#include "awe/error.h"
#include "bytes/byte_source.h"
#include "bytes/zip_directory.h"

namespace awe::bytes {
namespace {

constexpr std::uint64_t kLarge16 = 0xFFFF, kLarge32 = 0xFFFFFFFF;
// Deflating may add bytes: beyond this size the packed member could need Zip64.
constexpr std::uint64_t kMostDeflated32 = 0xFF000000;
constexpr std::uint64_t kSizesFollow = 8, kUtf8 = 0x800;  // flags of a member
constexpr std::uint64_t kFirstDay = 33;                   // 1 January 1980
constexpr std::uint64_t kPlainFile = 0100644;

void put(std::string& text, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i) & 0xFF);
}

// Extra fields for programs that restore times and owners: no time, owner 0.
std::string unix_fields() {
  std::string fields = "UT";
  put(fields, 1, 2);
  put(fields, 0, 1);
  fields += "ux";
  put(fields, 11, 2);
  put(fields, 1, 1);
  for (int i = 0; i < 2; ++i) {
    put(fields, 4, 1);
    put(fields, 0, 4);
  }
  return fields;
}

struct Member {
  std::string name;
  std::uint64_t header = 0, stated = 0, packed = 0, unpacked = 0;
  std::uint32_t crc = 0;
  bool wide = false;  // needs Zip64

  [[nodiscard]] std::uint64_t flags() const {
    const bool ascii = std::all_of(name.begin(), name.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
    return kSizesFollow | (ascii ? 0 : kUtf8);
  }
};

}  // namespace

struct ZipWriter::State {
  State(AtomicFile& out, Packing packing) : file(out), deflates(packing == Packing::deflate), begin(out.size()) {
    // The same parameters since the first version: the bytes are a promise.
    constexpr int kMemory = 8;
    if (deflates &&
        deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~State() {
    if (deflates) deflateEnd(&stream);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  [[nodiscard]] std::uint64_t place() const { return file.size() - begin; }

  void give(std::string_view packed) {
    file.write(packed);
    members.back().packed += packed.size();
  }

  void deflate_piece(std::string_view bytes, int flush) {
    stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    do {
      char out[1 << 14];
      stream.next_out = reinterpret_cast<Bytef*>(out);
      stream.avail_out = sizeof out;
      (void)deflate(&stream, flush);
      give({out, sizeof out - stream.avail_out});
    } while (stream.avail_out == 0);
  }

  // What stands in both headers of a member, from its version on.
  [[nodiscard]] std::string head(const Member& member, std::uint64_t crc, std::uint64_t packed,
                                 std::uint64_t unpacked) const {
    std::string text;
    put(text, version(member), 2);
    put(text, member.flags(), 2);
    put(text, deflates ? kZipDeflated : kZipStored, 2);
    put(text, kFirstDay << 16, 4);
    put(text, crc, 4);
    put(text, std::min(packed, kLarge32), 4);
    put(text, std::min(unpacked, kLarge32), 4);
    put(text, member.name.size(), 2);
    return text;
  }
  [[nodiscard]] std::uint64_t version(const Member& member) const {
    if (member.wide) return 45;
    return deflates ? 20 : 10;
  }

  void write_local_header(const Member& member) {
    std::string extra = unix_fields();
    if (member.wide) {
      put(extra, 1, 2);
      put(extra, 16, 2);
      put(extra, member.stated, 8);
      put(extra, deflates ? 0 : member.stated, 8);
    }
    std::string text = "PK\x03\x04";
    text += member.wide ? head(member, 0, kLarge32, kLarge32)
                        : head(member, 0, deflates ? 0 : member.stated, member.stated);
    put(text, extra.size(), 2);
    file.write(text + member.name + extra);
  }

  void end_member() {
    if (members.empty()) return;
    const Member& member = members.back();
    if (member.unpacked != member.stated) {
      throw Error(ErrorKind::io, file.path() + ": what was packed as " + member.name + " changed its size meanwhile");
    }
    if (deflates) {
      deflate_piece({}, Z_FINISH);
      deflateReset(&stream);
    }
    std::string text = "PK\x07\x08";
    put(text, member.crc, 4);
    put(text, member.packed, member.wide ? 8 : 4);
    put(text, member.unpacked, member.wide ? 8 : 4);
    file.write(text);
  }

  void write_entry(const Member& member) {
    std::string wide;
    for (const std::uint64_t number : {member.unpacked, member.packed, member.header}) {
      if (number >= kLarge32) put(wide, number, 8);
    }
    std::string extra = unix_fields();
    if (!wide.empty()) {
      put(extra, 1, 2);
      put(extra, wide.size(), 2);
      extra += wide;
    }
    std::string text = "PK\x01\x02";
    put(text, version(member), 1);
    put(text, 3, 1);  // Unix
    text += head(member, member.crc, member.packed, member.unpacked);
    put(text, extra.size(), 2);
    put(text, 0, 2 + 2 + 2);  // comment, disk, internal attributes
    put(text, kPlainFile << 16, 4);
    put(text, std::min(member.header, kLarge32), 4);
    file.write(text + member.name + extra);
  }

  void write_end(std::uint64_t directory) {
    const std::uint64_t bytes = place() - directory, count = members.size();
    std::string text;
    if (count >= kLarge16 || directory >= kLarge32 || bytes >= kLarge32) {
      const std::uint64_t here = place();
      text += "PK\x06\x06";
      put(text, 44, 8);
      put(text, 45, 2);
      put(text, 45, 2);
      put(text, 0, 8);
      for (const std::uint64_t number : {count, count, bytes, directory}) put(text, number, 8);
      text += "PK\x06\x07";
      put(text, 0, 4);
      put(text, here, 8);
      put(text, 1, 4);
    }
    text += "PK\x05\x06";
    put(text, 0, 4);
    put(text, std::min(count, kLarge16), 2);
    put(text, std::min(count, kLarge16), 2);
    put(text, std::min(bytes, kLarge32), 4);
    put(text, std::min(directory, kLarge32), 4);
    put(text, 0, 2);
    file.write(text);
  }

  AtomicFile& file;
  bool deflates;
  std::uint64_t begin;  // of the zip in the file
  z_stream stream{};
  std::vector<Member> members;
};

ZipWriter::ZipWriter(AtomicFile& out, Packing packing) : state_(std::make_unique<State>(out, packing)) {}
ZipWriter::~ZipWriter() = default;

void ZipWriter::add(const std::string& name, std::uint64_t size) {
  if (name.size() > kLarge16) throw Error(ErrorKind::limit, state_->file.path() + ": a name of a member is too long");
  state_->end_member();
  Member member;
  member.name = name;
  member.header = state_->place();
  member.stated = size;
  member.wide = size > (state_->deflates ? kMostDeflated32 : kLarge32 - 1);
  state_->members.push_back(member);
  state_->write_local_header(member);
}

void ZipWriter::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, std::size_t{1} << 30);
    bytes.remove_prefix(piece.size());
    Member& member = state_->members.back();
    member.unpacked += piece.size();
    member.crc = static_cast<std::uint32_t>(
        crc32(member.crc, reinterpret_cast<const Bytef*>(piece.data()), static_cast<uInt>(piece.size())));
    state_->deflates ? state_->deflate_piece(piece, Z_NO_FLUSH) : state_->give(piece);
  }
}

void ZipWriter::add_file(const std::string& name, const std::string& path) {
  add(name, std::filesystem::file_size(path));
  std::vector<char> piece(std::size_t{1} << 18);
  const Bytes bytes = open_file(path);
  while (const std::size_t got = bytes->read(piece)) write({piece.data(), got});
}

void ZipWriter::finish() {
  state_->end_member();
  const std::uint64_t directory = state_->place();
  for (const Member& member : state_->members) state_->write_entry(member);
  state_->write_end(directory);
}

}  // namespace awe::bytes
