#include "bytes/model_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <utility>

#include "awe/error.h"
#include "bytes/mapped_file.h"

namespace awe::bytes {
namespace {

static_assert(std::endian::native == std::endian::little, "model files are little-endian");

constexpr std::string_view kMagic(
    "\x89"
    "AWE\r\n\x1a\n",
    8);
constexpr std::uint32_t kContainerVersion = 1;
constexpr std::size_t kHeaderBytes = 96, kHashedHeaderBytes = 80, kEntryBytes = 72;
constexpr std::size_t kKindBytes = 32, kNameBytes = 40, kAlignment = 64;

void append_padded(std::string& bytes, std::string_view text, std::size_t width) {
  bytes += text;
  bytes.append(width - text.size(), '\0');
}

template <class T>
void append_number(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_hash(std::string& bytes, const Hash128& hash) {
  append_number(bytes, hash.high);
  append_number(bytes, hash.low);
}

template <class T>
T number_at(std::span<const std::byte> bytes, std::size_t place) {
  T value;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

Hash128 hash_at(std::span<const std::byte> bytes, std::size_t place) {
  return {number_at<std::uint64_t>(bytes, place), number_at<std::uint64_t>(bytes, place + 8)};
}

std::string text_at(std::span<const std::byte> bytes, std::size_t place, std::size_t width) {
  const char* begin = reinterpret_cast<const char*>(bytes.data()) + place;
  return {begin, std::find(begin, begin + width, '\0')};
}

Hash128 hash_of_head(std::span<const std::byte> header, std::span<const std::byte> table) {
  Hasher hasher;
  hasher.add(header.first(kHashedHeaderBytes));
  hasher.add(table);
  return hasher.digest();
}

bool all_zero(std::span<const std::byte> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

}  // namespace

ModelWriter::ModelWriter(const std::string& path, std::string_view kind, std::uint32_t version, bool force)
    : file_(path, force), kind_(kind), version_(version) {
  if (kind.size() > kKindBytes) throw Error(ErrorKind::usage, "a kind of model has at most 32 letters");
  file_.write(std::string(kHeaderBytes, '\0'));
}

ModelWriter::~ModelWriter() = default;

void ModelWriter::pad() { file_.write(std::string((kAlignment - file_.size() % kAlignment) % kAlignment, '\0')); }

void ModelWriter::end_section() {
  if (!hasher_) return;
  sections_.back().size = file_.size() - sections_.back().place;
  sections_.back().hash = hasher_->digest();
  hasher_.reset();
}

void ModelWriter::begin(std::string_view name) {
  if (name.empty() || name.size() > kNameBytes) throw Error(ErrorKind::usage, "no name for a section");
  end_section();
  pad();
  sections_.push_back({std::string(name), file_.size(), 0, {}});
  hasher_ = std::make_unique<Hasher>();
}

void ModelWriter::write(std::span<const std::byte> bytes) {
  hasher_->add(bytes);
  file_.write(bytes);
}

void ModelWriter::add(std::string_view name, std::string_view bytes) {
  begin(name);
  write(std::as_bytes(std::span(bytes)));
}

void ModelWriter::commit() {
  end_section();
  pad();
  const std::uint64_t place = file_.size();
  std::string table;
  for (const Section& section : sections_) {
    append_padded(table, section.name, kNameBytes);
    append_number(table, section.place);
    append_number(table, section.size);
    append_hash(table, section.hash);
  }
  file_.write(table);
  std::string header(kMagic);
  append_number(header, kContainerVersion);
  append_number(header, version_);
  append_padded(header, kind_, kKindBytes);
  append_number(header, file_.size());
  append_number(header, place);
  append_number(header, static_cast<std::uint64_t>(sections_.size()));
  append_number(header, std::uint64_t{0});
  append_hash(header, hash_of_head(std::as_bytes(std::span(header)), std::as_bytes(std::span(table))));
  file_.write_at(0, header);
  file_.commit();
}

ModelFile::ModelFile(const std::string& path, std::string_view kind, std::uint32_t oldest, std::uint32_t newest,
                     ModelCheck check)
    : path_(path), mapping_(std::make_unique<const MappedFile>(path)) {
  check_head(kind, oldest, newest);
  if (check == ModelCheck::all) verify();
}

ModelFile::~ModelFile() = default;
ModelFile::ModelFile(ModelFile&&) noexcept = default;

Error ModelFile::malformed(std::string_view reason) const { return error_at(ErrorKind::malformed, path_, 0, reason); }

Error ModelFile::damaged() const {
  return malformed("the file was cut short or changed: its checksums do not fit; make the model again");
}

void ModelFile::check_head(std::string_view kind, std::uint32_t oldest, std::uint32_t newest) {
  const auto bytes = mapping_->bytes();
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kMagic.size()));
  if (head != kMagic) throw malformed("this is no model of awe");
  if (bytes.size() < kHeaderBytes) throw damaged();
  const auto found_container = number_at<std::uint32_t>(bytes, 8), found_version = number_at<std::uint32_t>(bytes, 12);
  if (found_container != kContainerVersion) {
    throw error_at(ErrorKind::incompatible, path_, 0,
                   "the container has version " + std::to_string(found_container) + ", here version " +
                       std::to_string(kContainerVersion) + " is known; make the model again");
  }
  const auto place = number_at<std::uint64_t>(bytes, 56), count = number_at<std::uint64_t>(bytes, 64);
  if (number_at<std::uint64_t>(bytes, 48) != bytes.size() || place > bytes.size() || place < kHeaderBytes ||
      (bytes.size() - place) % kEntryBytes != 0 || (bytes.size() - place) / kEntryBytes != count) {
    throw damaged();
  }
  const auto table = bytes.subspan(static_cast<std::size_t>(place));
  if (hash_at(bytes, kHashedHeaderBytes) != hash_of_head(bytes, table)) throw damaged();
  if (const std::string found = text_at(bytes, 16, kKindBytes); found != kind) {
    throw error_at(
        ErrorKind::incompatible, path_, 0,
        "this is a model of kind '" + found + "', where one of kind '" + std::string(kind) + "' is expected");
  }
  if (found_version < oldest || found_version > newest) {
    throw error_at(ErrorKind::incompatible, path_, 0,
                   "the model has version " + std::to_string(found_version) + ", here version " +
                       std::to_string(newest) + " is known; make it again");
  }
  version_ = found_version;
  std::size_t end = kHeaderBytes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto entry = table.subspan(i * kEntryBytes, kEntryBytes);
    const auto begin = number_at<std::uint64_t>(entry, kNameBytes), size = number_at<std::uint64_t>(entry, 48);
    if (begin < end || begin > place || size > place - begin) throw damaged();
    if (begin % kAlignment != 0) throw damaged();
    const auto section = bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
    sections_.push_back({text_at(entry, 0, kNameBytes), section, hash_at(entry, 56)});
    end = static_cast<std::size_t>(begin + size);
  }
}

void ModelFile::verify(const Section& section) const {
  if (hash128(section.bytes) != section.hash) throw damaged();
}

void ModelFile::verify(std::string_view name) const { verify(find(name)); }

void ModelFile::verify() const {
  const std::byte* end = mapping_->bytes().data() + kHeaderBytes;
  const auto check_gap = [&](const std::byte* begin) {
    if (!all_zero({end, begin})) throw damaged();
  };
  for (const Section& section : sections_) {
    check_gap(section.bytes.data());
    verify(section);
    end = section.bytes.data() + section.bytes.size();
  }
  check_gap(mapping_->bytes().data() + number_at<std::uint64_t>(mapping_->bytes(), 56));
}

std::vector<std::string> ModelFile::names() const {
  std::vector<std::string> names;
  for (const Section& section : sections_) names.push_back(section.name);
  return names;
}

void ModelFile::check_unchanged() const { mapping_->check_unchanged(); }

std::uint64_t ModelFile::file_size() const noexcept { return mapping_->bytes().size(); }

bool ModelFile::has(std::string_view name) const noexcept {
  return std::any_of(sections_.begin(), sections_.end(), [&](const Section& s) { return s.name == name; });
}

const ModelFile::Section& ModelFile::find(std::string_view name) const {
  for (const Section& section : sections_) {
    if (section.name == name) return section;
  }
  throw malformed("there is no section '" + std::string(name) + "'");
}

std::span<const std::byte> ModelFile::section(std::string_view name) const { return find(name).bytes; }

bool is_model_of_kind(const std::string& path, std::string_view kind) {
  std::ifstream in(path, std::ios::binary);
  std::string head(kHeaderBytes, '\0');
  if (!in.read(head.data(), static_cast<std::streamsize>(head.size()))) return false;
  const auto bytes = std::as_bytes(std::span(head));
  return std::string_view(head).starts_with(kMagic) && text_at(bytes, 16, kKindBytes) == kind;
}

std::string SectionReader::text() {
  const auto size = number<std::uint64_t>();
  if (size > left_.size()) throw too_short();
  const auto bytes = take(static_cast<std::size_t>(size));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void SectionReader::end() const {
  if (!left_.empty()) throw malformed("has more than it should");
}

Error SectionReader::malformed(std::string_view reason) const {
  return {ErrorKind::malformed, where_ + " " + std::string(reason)};
}

Error SectionReader::too_short() const { return malformed("has less than it should"); }

Error SectionReader::not_finite() const { return malformed("has a number that is not finite; make the model again"); }

std::span<const std::byte> SectionReader::take(std::size_t count) {
  if (count > left_.size()) throw too_short();
  const auto taken = left_.first(count);
  left_ = left_.subspan(count);
  return taken;
}

void SectionReader::copy(std::span<const std::byte> from, void* to) { std::memcpy(to, from.data(), from.size()); }

}  // namespace awe::bytes
