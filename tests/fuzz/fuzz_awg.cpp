// Corrects the checksums of header and heads first: otherwise no changed byte would get past them.
#include <cstring>

#include "awe/hash.h"
#include "drain.h"
#include "readers/awg_layout.h"

namespace {

template <class T>
T value_at(const std::string& bytes, std::size_t place) {
  T value;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

template <class T>
void put(std::string& bytes, std::size_t place, const T& value) {
  std::memcpy(bytes.data() + place, &value, sizeof value);
}

std::string with_checksums(std::string bytes) {
  if (bytes.size() < sizeof(awe::readers::AwgHeader)) return bytes;
  auto header = value_at<awe::readers::AwgHeader>(bytes, 0);
  header.file_size = bytes.size();
  put(bytes, 0, header);
  if (header.table_place > bytes.size()) return bytes;
  const auto all = std::as_bytes(std::span(bytes));
  awe::Hasher hasher;
  hasher.add(all.first(offsetof(awe::readers::AwgHeader, hash)));
  hasher.add(all.subspan(header.table_place));
  header.hash = hasher.digest();
  put(bytes, 0, header);
  for (std::size_t entry = header.table_place; bytes.size() - entry >= sizeof(awe::readers::AwgEntry);
       entry += sizeof(awe::readers::AwgEntry)) {
    const auto [place, size] = value_at<awe::readers::AwgEntry>(bytes, entry);
    if (place > bytes.size() || bytes.size() - place < sizeof(awe::readers::AwgHead)) continue;
    auto head = value_at<awe::readers::AwgHead>(bytes, place);
    head.head_hash = awe::hash128(std::as_bytes(std::span(&head, 1)).first(offsetof(awe::readers::AwgHead, head_hash)));
    put(bytes, place, head);
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return awe::fuzz::drain(data, size, [](const std::string& text, const awe::ReadOptions& options) {
    return awe::readers::read_awg(awe::AwgFile("input", with_checksums(text)), "input", options);
  });
}
