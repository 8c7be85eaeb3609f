#include "bytes/zip_directory.h"

#include <algorithm>
#include <string_view>

namespace awe::bytes {
namespace {

constexpr std::size_t kEndBytes = 22, kLocatorBytes = 20, kEnd64Bytes = 56, kCentralBytes = 46;
constexpr std::uint64_t kLarge16 = 0xFFFF, kLarge32 = 0xFFFFFFFF;
constexpr std::uint16_t kEncrypted = 1, kAesMethod = 99;

std::string text_at(const ZipInput& zip, std::uint64_t place, std::uint64_t size) {
  std::string text(static_cast<std::size_t>(size), '\0');
  zip.read(place, text);
  return text;
}

// Position and size of the directory, and the number of its entries.
struct End {
  std::uint64_t place = 0;  // of this record: the directory ends before it
  std::uint64_t entries = 0, bytes = 0, begin = 0;
};

// The last end record whose comment fits into the file; one whose comment ends with the file is preferred.
End find_end(const ZipInput& zip) {
  const std::uint64_t searched = std::min<std::uint64_t>(zip.size, kEndBytes + kLarge16);
  const std::string tail = text_at(zip, zip.size - searched, searched);
  std::size_t found = std::string::npos;
  for (std::size_t at = tail.size() < kEndBytes ? 0 : tail.size() - kEndBytes + 1; at-- > 0;) {
    if (tail.compare(at, 4, "PK\x05\x06") != 0) continue;
    const std::size_t stop = at + kEndBytes + zip_number(tail, at + 20, 2);
    if (stop > tail.size()) continue;
    if (found == std::string::npos || stop == tail.size()) found = at;
    if (stop == tail.size()) break;
  }
  if (found == std::string::npos) throw damaged_zip(zip.name, "no directory at its end: it may be cut short");
  const std::string_view record = std::string_view(tail).substr(found, kEndBytes);
  if (zip_number(record, 4, 2) % kLarge16 != 0 || zip_number(record, 6, 2) % kLarge16 != 0) {
    throw damaged_zip(zip.name, "one of several parts of an archive");
  }
  return {zip.size - searched + found, zip_number(record, 10, 2), zip_number(record, 12, 4), zip_number(record, 16, 4)};
}

// Files of more than 4 GiB or 65,535 members have a second end record with wider numbers.
void widen(const ZipInput& zip, End& end) {
  if (end.entries != kLarge16 && end.bytes != kLarge32 && end.begin != kLarge32) return;
  if (end.place < kLocatorBytes) return;
  const std::string locator = text_at(zip, end.place - kLocatorBytes, kLocatorBytes);
  if (!locator.starts_with("PK\x06\x07")) return;
  const std::uint64_t place = zip_number(locator, 8, 8);
  if (place > end.place - kLocatorBytes || end.place - kLocatorBytes - place < kEnd64Bytes) {
    throw damaged_zip(zip.name, "the directory is not where it should be");
  }
  const std::string record = text_at(zip, place, kEnd64Bytes);
  if (!record.starts_with("PK\x06\x06")) throw damaged_zip(zip.name, "the directory is not where it should be");
  end = {place, zip_number(record, 32, 8), zip_number(record, 40, 8), zip_number(record, 48, 8)};
}

// Replaces numbers that do not fit 32 bits by those of the Zip64 field.
void widen(const ZipInput& zip, std::string_view extra, ZipEntry& entry) {
  if (entry.unpacked != kLarge32 && entry.packed != kLarge32 && entry.header != kLarge32) return;
  while (extra.size() >= 4) {
    const std::uint64_t kind = zip_number(extra, 0, 2), size = zip_number(extra, 2, 2);
    if (size > extra.size() - 4) break;
    std::string_view field = extra.substr(4, size);
    extra.remove_prefix(4 + size);
    if (kind != 1) continue;
    for (std::uint64_t* number : {&entry.unpacked, &entry.packed, &entry.header}) {
      if (*number != kLarge32) continue;
      if (field.size() < 8) throw damaged_zip(zip.name, "a size is missing in the directory");
      *number = zip_number(field, 0, 8);
      field.remove_prefix(8);
    }
    return;
  }
}

// Whether the attributes are those of a plain file. `host` is the system that wrote them.
bool is_regular(std::string_view name, std::uint64_t host, std::uint64_t attributes) {
  constexpr std::uint64_t kUnix = 3, kDarwin = 19, kKind = 0170000, kPlain = 0100000, kDosFolder = 0x10;
  if (name.empty() || name.ends_with('/')) return false;
  if (host == kUnix || host == kDarwin) {
    const std::uint64_t kind = attributes >> 16 & kKind;
    return kind == 0 || kind == kPlain;
  }
  return (attributes & kDosFolder) == 0;
}

ZipEntry entry_of(const ZipInput& zip, std::string_view record, std::string_view name, std::string_view extra) {
  ZipEntry entry;
  entry.name = name;
  if (entry.name.find('\0') != std::string::npos) throw damaged_zip(zip.name, "a name with a zero byte");
  entry.encrypted = (zip_number(record, 8, 2) & kEncrypted) != 0 || zip_number(record, 10, 2) == kAesMethod;
  entry.method = static_cast<std::uint16_t>(zip_number(record, 10, 2));
  entry.crc = static_cast<std::uint32_t>(zip_number(record, 16, 4));
  entry.packed = zip_number(record, 20, 4);
  entry.unpacked = zip_number(record, 24, 4);
  entry.header = zip_number(record, 42, 4);
  entry.regular = is_regular(name, zip_number(record, 5, 1), zip_number(record, 38, 4));
  widen(zip, extra, entry);
  return entry;
}

// Sets `limit` of every entry, and refuses entries that share bytes.
void order(const ZipInput& zip, std::vector<ZipEntry>& entries, std::uint64_t directory) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const ZipEntry& a, const ZipEntry& b) { return a.header < b.header; });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    ZipEntry& entry = entries[i];
    entry.limit = i + 1 < entries.size() ? entries[i + 1].header : directory;
    const std::uint64_t head = kZipLocalBytes + entry.name.size();
    if (entry.header > entry.limit || entry.limit - entry.header < head ||
        entry.limit - entry.header - head < entry.packed) {
      throw damaged_zip(zip.name + "!" + entry.name, "shares bytes with another member or lies beyond the end");
    }
  }
}

}  // namespace

std::uint64_t zip_number(std::span<const char> bytes, std::size_t place, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[place + i]);
  return number;
}

Error damaged_zip(const std::string& place, const std::string& detail) {
  return error_at(ErrorKind::malformed, place, 0, "damaged zip file (" + detail + "); fetch it again");
}

std::vector<ZipEntry> read_zip_directory(const ZipInput& zip) {
  End end = find_end(zip);
  widen(zip, end);
  if (end.bytes > end.place || end.begin > end.place - end.bytes) {
    throw damaged_zip(zip.name, "the directory is larger than the file");
  }
  // Something may stand before the archive (a program that unpacks it); all places then count from behind it.
  std::uint64_t shift = 0;
  if (end.entries > 0 && (end.bytes < 4 || text_at(zip, end.begin, 4) != "PK\x01\x02")) {
    shift = end.place - end.bytes - end.begin;
  }
  const std::string directory = text_at(zip, end.begin + shift, end.bytes);
  std::vector<ZipEntry> entries;
  std::string_view rest = directory;
  for (std::uint64_t i = 0; i < end.entries; ++i) {
    if (rest.size() < kCentralBytes || !rest.starts_with("PK\x01\x02")) {
      throw damaged_zip(zip.name, "entry " + std::to_string(i + 1) + " of the directory is not one");
    }
    const std::uint64_t name = zip_number(rest, 28, 2), extra = zip_number(rest, 30, 2), note = zip_number(rest, 32, 2);
    if (rest.size() - kCentralBytes < name + extra + note) throw damaged_zip(zip.name, "the directory ends too early");
    entries.push_back(entry_of(zip, rest, rest.substr(kCentralBytes, name), rest.substr(kCentralBytes + name, extra)));
    if (entries.back().header > zip.size - shift) throw damaged_zip(zip.name, "a member lies beyond the end");
    entries.back().header += shift;
    rest.remove_prefix(kCentralBytes + name + extra + note);
  }
  order(zip, entries, end.begin + shift);
  return entries;
}

std::uint64_t zip_content_place(const ZipInput& zip, const ZipEntry& entry, const std::string& place) {
  const std::string head = text_at(zip, entry.header, kZipLocalBytes + entry.name.size());
  if (!head.starts_with("PK\x03\x04")) throw damaged_zip(place, "the member is not where the directory says");
  const std::uint64_t name = zip_number(head, 26, 2), extra = zip_number(head, 28, 2);
  if (name != entry.name.size() || !std::string_view(head).ends_with(entry.name)) {
    throw damaged_zip(place, "the member has another name in the directory");
  }
  if (zip_number(head, 8, 2) != entry.method) throw damaged_zip(place, "two methods of packing");
  const std::uint64_t begin = entry.header + kZipLocalBytes + name + extra;
  if (begin > entry.limit || entry.limit - begin < entry.packed) {
    throw damaged_zip(place, "shares bytes with another member or lies beyond the end");
  }
  return begin;
}

}  // namespace awe::bytes
