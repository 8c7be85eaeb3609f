// Building blocks of numpy's binary formats: headers and values of .npy arrays, and a spill file for data that must be
// written last. Little-endian, like all supported machines.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace awe::matrices {

enum class NpyType { float32, float64, int32, int64 };

[[nodiscard]] std::size_t npy_size(NpyType type);
// Stores the value at `bytes`, as a real or an integer type.
void npy_store_real(NpyType type, double value, char* bytes);
void npy_store_integer(NpyType type, std::uint64_t value, char* bytes);
// A version 1.0 header, always 128 bytes, so that it can be overwritten when the counts are known.
[[nodiscard]] std::string npy_header(NpyType type, std::uint64_t rows, std::optional<std::uint64_t> columns = {});
// Whole arrays: a byte string scalar and a vector of integers.
[[nodiscard]] std::string npy_bytes(std::string_view text);
[[nodiscard]] std::string npy_integers(std::initializer_list<std::uint64_t> values);

// The files beside a binary matrix x.npy or x.npz: x.rows.csv and x.columns.csv.
struct NamesBeside {
  std::string rows, columns;
};
[[nodiscard]] NamesBeside names_beside(const std::string& path);
// All files that writing a matrix to this path makes.
[[nodiscard]] std::vector<std::string> matrix_outputs(const std::string& path);

// An unnamed file in the folder of the output; it disappears with the process.
class SpillFile {
 public:
  explicit SpillFile(const std::string& beside);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  void write(std::string_view bytes);
  [[nodiscard]] std::uint64_t size() const noexcept { return flushed_ + buffer_.size(); }
  // rewind() starts reading at the beginning; read() returns the number of bytes read into the buffer, 0 at the end.
  void rewind();
  [[nodiscard]] std::size_t read(char* buffer, std::size_t size);

 private:
  void flush();
  std::string path_;
  int fd_ = -1;
  std::string buffer_;
  std::uint64_t flushed_ = 0;
};

}  // namespace awe::matrices
