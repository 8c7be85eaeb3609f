// The container of every model that awe saves (`.awe`): the kind of model, a version, and named sections of plain
// numbers and text, each with a checksum. It contains no code; opening it executes and unpacks nothing. (A reader may
// unpack what it finds in a section; bytes/deflate.h bounds what that can take.)
//   0   8  magic: 89 'A' 'W' 'E' 0D 0A 1A 0A     48   8  size of the file
//   8   4  version of the container: 1           56   8  offset of the table
//  12   4  version of the kind                   64   8  number of sections
//  16  32  kind, padded with zeros               72   8  zeros
//                                                80  16  XXH3-128 of the 80 bytes before and of the table
//  96      sections, each aligned to 64 bytes, with zeros between; then the table, also aligned to 64 bytes, with
//          72 bytes per section: name (40, padded with zeros), offset, size, XXH3-128 of its bytes
// Numbers are little-endian. Opening maps the file read-only and checks every byte: any truncation and any changed byte
// is detected. Cost: one pass over the file at the speed of the hash. Large files may be opened with a check of the
// head alone (ModelCheck::head): then any truncation is detected, and a changed byte of a section by verify().
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "awe/error.h"
#include "awe/hash.h"
#include "bytes/atomic_file.h"

namespace awe::bytes {

class MappedFile;

// Writes a model file that is either complete or absent.
class ModelWriter {
 public:
  // Kinds have at most 32 characters, section names at most 40. Throws as AtomicFile does.
  ModelWriter(const std::string& path, std::string_view kind, std::uint32_t version, bool force = false);
  ~ModelWriter();
  ModelWriter(const ModelWriter&) = delete;
  ModelWriter& operator=(const ModelWriter&) = delete;

  // Ends the current section and begins another; write() adds bytes to it.
  void begin(std::string_view name);
  void write(std::span<const std::byte> bytes);
  // Adds a whole section with these bytes.
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
  std::unique_ptr<Hasher> hasher_;  // of the open section
};

// What opening checks: every byte, or only the header, the table of sections and the size of the file.
enum class ModelCheck { all, head };

// A model file mapped into memory. Movable; sections are valid as long as it exists.
class ModelFile {
 public:
  // Throws Error: io; malformed if the file is damaged or not a model; incompatible for another kind or version.
  ModelFile(const std::string& path, std::string_view kind, std::uint32_t version, ModelCheck check = ModelCheck::all)
      : ModelFile(path, kind, version, version, check) {}
  // The same for any version of the kind from `oldest` to `newest`.
  ModelFile(const std::string& path, std::string_view kind, std::uint32_t oldest, std::uint32_t newest,
            ModelCheck check = ModelCheck::all);
  ~ModelFile();
  ModelFile(ModelFile&&) noexcept;
  ModelFile& operator=(ModelFile&&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
  [[nodiscard]] bool has(std::string_view name) const noexcept;
  // Throws Error(malformed) if there is no such section.
  [[nodiscard]] std::span<const std::byte> section(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> names() const;  // of all sections, in the order of the file
  // Checks one section, or all of them and what lies between. Throws Error(malformed) if any byte was changed.
  void verify(std::string_view name) const;
  void verify() const;
  // Throws Error(io) if the file has been cut short or written to since it was opened.
  void check_unchanged() const;
  [[nodiscard]] std::uint64_t file_size() const noexcept;
  // An error in the content of this file.
  [[nodiscard]] Error malformed(std::string_view reason) const;

 private:
  struct Section {
    std::string name;
    std::span<const std::byte> bytes;
    Hash128 hash;
  };
  void check_head(std::string_view kind, std::uint32_t oldest, std::uint32_t newest);
  void verify(const Section& section) const;
  [[nodiscard]] const Section& find(std::string_view name) const;
  [[nodiscard]] Error damaged() const;

  std::string path_;
  std::uint32_t version_ = 0;
  std::unique_ptr<const MappedFile> mapping_;
  std::vector<Section> sections_;
};

// Serialises numbers and texts one after another into a section. Lists start at multiples of 16 within it.
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

// True if the file begins as a model of this kind does; false if it cannot be read.
[[nodiscard]] bool is_model_of_kind(const std::string& path, std::string_view kind);

// Reads what a SectionWriter wrote, in the same order. Throws Error(malformed) past the end, and never trusts a count
// that exceeds the bytes present.
class SectionReader {
 public:
  SectionReader(const ModelFile& file, std::string_view name)
      : where_(file.path() + ": section '" + std::string(name) + "'"), bytes_(file.section(name)), left_(bytes_) {}
  // Bytes elsewhere, which messages call `where`; their first one must be aligned as the numbers in them are.
  SectionReader(std::string where, std::span<const std::byte> bytes)
      : where_(std::move(where)), bytes_(bytes), left_(bytes) {}

  template <class T>
    requires std::is_arithmetic_v<T>
  [[nodiscard]] T number() {
    T value;
    copy(take(sizeof value), &value);
    return value;
  }
  [[nodiscard]] std::string text();
  // A view into the file: valid while it is open.
  template <class T>
    requires std::is_arithmetic_v<T>
  [[nodiscard]] std::span<const T> numbers() {
    const auto count = number<std::uint64_t>();
    (void)take((16 - (bytes_.size() - left_.size()) % 16) % 16);
    if (count > left_.size() / sizeof(T)) throw too_short();
    const auto bytes = take(static_cast<std::size_t>(count) * sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), static_cast<std::size_t>(count)};
  }
  // The same for numbers that must be finite: no NaN and no infinity of a file reaches a computation.
  template <class T>
    requires std::is_floating_point_v<T>
  [[nodiscard]] T finite() {
    const T value = number<T>();
    if (!std::isfinite(value)) throw not_finite();
    return value;
  }
  template <class T>
    requires std::is_floating_point_v<T>
  [[nodiscard]] std::span<const T> finite_numbers() {
    const auto values = numbers<T>();
    if (!std::all_of(values.begin(), values.end(), [](T value) { return std::isfinite(value); })) throw not_finite();
    return values;
  }
  // Throws if bytes are left.
  void end() const;
  [[nodiscard]] Error malformed(std::string_view reason) const;

 private:
  [[nodiscard]] std::span<const std::byte> take(std::size_t count);
  static void copy(std::span<const std::byte> from, void* to);
  [[nodiscard]] Error too_short() const;
  [[nodiscard]] Error not_finite() const;

  std::string where_;
  std::span<const std::byte> bytes_, left_;
};

}  // namespace awe::bytes
