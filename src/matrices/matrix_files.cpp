#include "matrices/matrix_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "awe/error.h"
#include "outputs/output_path.h"
#include "outputs/retried.h"
#include "outputs/unfinished.h"

namespace awe::matrices {
namespace {

using outputs::retried;

constexpr std::size_t kSpillBuffer = std::size_t{1} << 18;

const char* type_name(NpyType type) {
  switch (type) {
    case NpyType::float32:
      return "<f4";
    case NpyType::float64:
      return "<f8";
    case NpyType::int32:
      return "<i4";
    case NpyType::int64:
      return "<i8";
  }
  return "";
}

std::string header_of(std::string_view type, const std::string& shape) {
  constexpr std::size_t kHeaderBytes = 128;
  std::string text = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': " + shape + ", }";
  text.resize(kHeaderBytes - 11, ' ');
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(kHeaderBytes - 10);
  header += '\0';
  return header + text + '\n';
}

template <class T>
void store(T value, char* bytes) {
  std::memcpy(bytes, &value, sizeof value);
}

}  // namespace

std::size_t npy_size(NpyType type) { return type == NpyType::float32 || type == NpyType::int32 ? 4 : 8; }

void npy_store_real(NpyType type, double value, char* bytes) {
  if (type == NpyType::float32) return store(static_cast<float>(value), bytes);
  store(value, bytes);
}

void npy_store_integer(NpyType type, std::uint64_t value, char* bytes) {
  if (type == NpyType::int32) return store(static_cast<std::int32_t>(value), bytes);
  store(static_cast<std::int64_t>(value), bytes);
}

std::string npy_header(NpyType type, std::uint64_t rows, std::optional<std::uint64_t> columns) {
  const std::string second = columns ? " " + std::to_string(*columns) : "";
  return header_of(type_name(type), "(" + std::to_string(rows) + "," + second + ")");
}

std::string npy_bytes(std::string_view text) {
  return header_of("|S" + std::to_string(text.size()), "()") + std::string(text);
}

std::string npy_integers(std::initializer_list<std::uint64_t> values) {
  std::string array = npy_header(NpyType::int64, values.size());
  for (const std::uint64_t value : values) {
    char bytes[8];
    store(static_cast<std::int64_t>(value), bytes);
    array.append(bytes, 8);
  }
  return array;
}

NamesBeside names_beside(const std::string& path) {
  const std::string stem = std::filesystem::path(path).replace_extension().string();
  return {stem + ".rows.csv", stem + ".columns.csv"};
}

std::vector<std::string> matrix_outputs(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension != ".npy" && extension != ".npz") return {path};
  const NamesBeside names = names_beside(path);
  return {path, names.rows, names.columns};
}

SpillFile::SpillFile(const std::string& beside) : path_(beside) {
  const std::string folder = outputs::folder_of(beside);
  fd_ = retried([&] { return ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); });
  if (fd_ >= 0) return;
  // A file system without unnamed files: one that has a name only for a moment.
  const outputs::Finishing creating;
  const std::string name = outputs::temporary_beside(beside);
  fd_ = retried([&] { return ::open(name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600); });
  if (fd_ < 0) outputs::throw_system_error(beside, "cannot be created");
  ::unlink(name.c_str());
}

SpillFile::~SpillFile() { ::close(fd_); }

void SpillFile::write(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= kSpillBuffer) flush();
}

void SpillFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t wrote = retried([&] { return ::write(fd_, buffer_.data() + done, buffer_.size() - done); });
    if (wrote < 0) outputs::throw_system_error(path_, "cannot be written");
    done += static_cast<std::size_t>(wrote);
  }
  flushed_ += done;
  buffer_.clear();
}

void SpillFile::rewind() {
  flush();
  if (::lseek(fd_, 0, SEEK_SET) != 0) throw Error(ErrorKind::io, path_ + ": cannot be read back");
}

std::size_t SpillFile::read(char* buffer, std::size_t size) {
  const ssize_t got = retried([&] { return ::read(fd_, buffer, size); });
  if (got < 0) outputs::throw_system_error(path_, "cannot be read back");
  return static_cast<std::size_t>(got);
}

}  // namespace awe::matrices
