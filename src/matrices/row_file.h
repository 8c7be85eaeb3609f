// Where a matrix is written to: a file that is complete or absent, or standard output for the path "-".
//
// What goes to standard output is written as it comes (`Mode::stream`), or, if the beginning must be changed at the
// end, kept in an unnamed temporary file until commit() (`Mode::seek`).
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bytes/atomic_file.h"

namespace awe::matrices {

class RowFile {
 public:
  enum class Mode { stream, seek };
  // Throws as AtomicFile does.
  RowFile(const std::string& path, bool force, Mode mode);

  // Throw Error(io), and std::system_error(EPIPE) if the reader of standard output has left.
  void write(std::string_view bytes);
  void write_at(std::uint64_t place, std::string_view bytes);
  void commit();

  // The file; null for standard output.
  [[nodiscard]] bytes::AtomicFile* file() noexcept { return file_ ? &*file_ : nullptr; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  struct Close {
    void operator()(std::FILE* opened) const { std::fclose(opened); }
  };
  void flush();

  std::string path_;
  std::optional<bytes::AtomicFile> file_;
  std::unique_ptr<std::FILE, Close> kept_;  // of Mode::seek on standard output
  std::string buffer_;
};

}  // namespace awe::matrices
