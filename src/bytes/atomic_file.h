// An output file that is either complete or absent: bytes go to a temporary file beside it, which commit() syncs and
// renames. Without commit() it is removed. A second writer of the same path is refused (ErrorKind::locked). A file that
// replaces another one gets its mode. Several outputs of one command: outputs/output_unit.h; what links, pipes and
// devices mean: outputs/output_path.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "outputs/claim.h"
#include "outputs/output_path.h"

namespace awe::bytes {

using outputs::refuse_existing;

class AtomicFile {
 public:
  // Throws usage if the path exists and force is not set, locked if another process is writing it, io otherwise.
  explicit AtomicFile(std::string path, bool force = false);
  // A new file in a temporary folder, which is complete or absent as a whole: neither locked nor renamed. `shown` is
  // its name in messages.
  [[nodiscard]] static AtomicFile in_temporary_folder(const std::string& path, std::string shown);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);
  void write(std::span<const std::byte> bytes);
  // Overwrites bytes written earlier (headers whose counts are known only at the end). Flushes the buffer.
  void write_at(std::uint64_t place, std::string_view bytes);
  [[nodiscard]] std::uint64_t size() const noexcept { return flushed_ + buffer_.size(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  // Flushes and syncs without closing, which is everything that may fail; commit() afterwards only renames.
  void prepare();
  void commit();
  // Commits several files; null pointers stand for none: all are put in place, or none.
  static void commit_together(const std::vector<AtomicFile*>& files);

 private:
  AtomicFile(std::string shown, const std::string& path);
  void append(std::string_view bytes);
  void flush();
  void send_to_stream();
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  outputs::OutputPath output_;
  bool force_ = false;
  std::optional<outputs::ClaimUse> claim_;       // unset: a stream, or in a temporary folder
  std::optional<outputs::Temporary> temporary_;  // unset: a stream
  int fd_ = -1;
  std::string buffer_;
  std::uint64_t flushed_ = 0;
  bool prepared_ = false;
};

}  // namespace awe::bytes
