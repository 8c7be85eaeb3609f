// The directory at the end of a zip file (APPNOTE.TXT of PKWARE, with Zip64): where each member lies, how it is packed
// and what it must unpack to. Everything is checked against the size of the file before it is used, and members that
// share bytes are refused: they are how small files unpack to huge ones.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "awe/error.h"

namespace awe::bytes {

inline constexpr std::uint16_t kZipStored = 0, kZipDeflated = 8;
inline constexpr std::size_t kZipLocalBytes = 30;  // of a local header without its name and extra fields

// Random access to the bytes of a zip file. `read` fills the whole span or throws.
struct ZipInput {
  std::string name;
  std::uint64_t size = 0;
  std::function<void(std::uint64_t place, std::span<char> into)> read;
};

struct ZipEntry {
  std::string name;            // as it is stored
  std::uint64_t header = 0;    // place of the local header
  std::uint64_t limit = 0;     // where the next member or the directory begins
  std::uint64_t packed = 0;    // bytes in the file
  std::uint64_t unpacked = 0;  // bytes of the content
  std::uint32_t crc = 0;
  std::uint16_t method = 0;
  bool encrypted = false;
  bool regular = true;  // neither a folder nor a link nor another special file
};

// Little-endian numbers, as all of the format.
[[nodiscard]] std::uint64_t zip_number(std::span<const char> bytes, std::size_t place, std::size_t size);

// The error for a file that does not hold what its structure promises.
[[nodiscard]] Error damaged_zip(const std::string& place, const std::string& detail);

// All entries in the order in which they lie in the file.
[[nodiscard]] std::vector<ZipEntry> read_zip_directory(const ZipInput& zip);

// Where the content of a member begins; checks the local header against the directory.
[[nodiscard]] std::uint64_t zip_content_place(const ZipInput& zip, const ZipEntry& entry, const std::string& place);

}  // namespace awe::bytes
