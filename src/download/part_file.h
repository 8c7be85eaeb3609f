// The file `path.part` that a download fills: locked against other processes, kept if the download breaks off, renamed
// when it is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace awe::download {

class PartFile {
 public:
  // Opens or creates the file. Throws Error: locked while another process downloads to it, io.
  explicit PartFile(const std::string& path);
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile();  // removes the file if it is empty

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  void clear();
  // False if writing fails; errno says why.
  [[nodiscard]] bool append(const char* bytes, std::size_t count);
  // Renames the file to `path`, with the mode of an existing one.
  void put_in_place(const std::string& path);
  // Throws Error(io) with the reason in errno.
  [[noreturn]] void fail(const char* what) const;

 private:
  std::string path_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace awe::download
