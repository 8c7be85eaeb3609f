// The container of every model that awe keeps (`.awe`): what kind of model it is, a version, and named sections of
// plain numbers and text, each with a checksum. There is no code inside, nothing is run or unpacked on opening.
//   0   8  magic: 89 'A' 'W' 'E' 0D 0A 1A 0A     48   8  size of the file
//   8   4  version of the container: 1           56   8  place of the table
//  12   4  version of the kind                   64   8  number of sections
//  16  32  kind, filled up with zeros            72   8  zeros
//                                                80  16  XXH3-128 of the 80 bytes before and of the table
//  96      sections, each from a multiple of 64 on, with zeros between; then the table, from a multiple of 64 on,
//          72 bytes a section: name (40, filled up with zeros), place, size, XXH3-128 of its bytes
// Numbers are little-endian. Opening maps the file read-only and checks every byte: each truncation and each changed
// byte is refused. Cost: one pass over the file at the speed of the hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "awe/error.h"
#include "awe/hash.h"
#include "bytes/atomic_file.h"

namespace awe::bytes {

class MappedFile;

// Writes a model whole or not at all.
class ModelWriter {
 public:
  // Kinds have at most 32 letters, names of sections at most 40. Throws as AtomicFile does.
  ModelWriter(const std::string& path, std::string_view kind, std::uint32_t version, bool force = false);
  ~ModelWriter();
  ModelWriter(const ModelWriter&) = delete;
  ModelWriter& operator=(const ModelWriter&) = delete;

  // Ends the section before it and begins another; write() adds bytes to it.
  void begin(std::string_view name);
  void write(std::span<const std::byte> bytes);
  // A section of these bytes.
  void add(std::string_view name, std::string_view bytes);
  void commit();

 private:
  struct Section {
    std::string name;
    std::uint64_t place = 0, size = 0;
    Hash128 hash;
  };
  void end_section();
  void pad();

  AtomicFile file_;
  std::string kind_;
  std::uint32_t version_;
  std::vector<Section> sections_;
  std::unique_ptr<Hasher> hasher_;  // of the section that is open
};

// A model, mapped into memory. Movable; sections are valid while it lives.
class ModelFile {
 public:
  // Throws Error: io, malformed for what is no model or is damaged, incompatible for another kind or version.
  ModelFile(const std::string& path, std::string_view kind, std::uint32_t version);
  ~ModelFile();
  ModelFile(ModelFile&&) noexcept;
  ModelFile& operator=(ModelFile&&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] bool has(std::string_view name) const noexcept;
  // Throws Error(malformed) if there is no such section.
  [[nodiscard]] std::span<const std::byte> section(std::string_view name) const;
  // An error in the content of this file.
  [[nodiscard]] Error malformed(std::string_view reason) const;

 private:
  struct Section {
    std::string name;
    std::span<const std::byte> bytes;
  };
  void check(std::string_view kind, std::uint32_t version);
  [[nodiscard]] Error damaged() const;

  std::string path_;
  std::unique_ptr<const MappedFile> mapping_;
  std::vector<Section> sections_;
};

// Numbers and texts one after another: what a section is made of. Lists begin at multiples of 16 within it.
class SectionWriter {
 public:
  template <class T>
    requires std::is_arithmetic_v<T>
  void number(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number<std::uint64_t>(value.size());
    bytes_.append(value);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void numbers(std::span<const T> values) {
    number<std::uint64_t>(values.size());
    bytes_.resize((bytes_.size() + 15) / 16 * 16);
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

// Reads what a SectionWriter wrote, in the same order. Throws Error(malformed) past the end, and never trusts a count
// beyond the bytes that are there.
class SectionReader {
 public:
  SectionReader(const ModelFile& file, std::string_view name)
      : file_(file), name_(name), bytes_(file.section(name)), left_(bytes_) {}

  template <class T>
    requires std::is_arithmetic_v<T>
  [[nodiscard]] T number() {
    T value;
    copy(take(sizeof value), &value);
    return value;
  }
  [[nodiscard]] std::string text();
  // In place: valid while the file is open.
  template <class T>
    requires std::is_arithmetic_v<T>
  [[nodiscard]] std::span<const T> numbers() {
    const auto count = number<std::uint64_t>();
    (void)take((16 - (bytes_.size() - left_.size()) % 16) % 16);
    if (count > left_.size() / sizeof(T)) throw too_short();
    const auto bytes = take(static_cast<std::size_t>(count) * sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), static_cast<std::size_t>(count)};
  }
  // Throws if bytes are left.
  void end() const;
  [[nodiscard]] Error malformed(std::string_view reason) const;

 private:
  [[nodiscard]] std::span<const std::byte> take(std::size_t count);
  static void copy(std::span<const std::byte> from, void* to);
  [[nodiscard]] Error too_short() const;

  const ModelFile& file_;
  std::string name_;
  std::span<const std::byte> bytes_, left_;
};

}  // namespace awe::bytes
