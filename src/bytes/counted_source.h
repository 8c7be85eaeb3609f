// A file as a byte source that reports how much of it has been read, and stops if asked to. Cost: one call per read.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <utility>

#include "awe/run_options.h"
#include "bytes/byte_source.h"

namespace awe::bytes {

class CountedSource final : public ByteSource {
 public:
  // Total 0: unknown.
  CountedSource(Bytes source, std::uint64_t total, Progress progress)
      : ByteSource(source->name()), source_(std::move(source)), progress_(std::move(progress)), total_(total) {
    if (progress_.report) progress_.report(0, total_);
  }
  std::size_t read(std::span<char> into) override {
    progress_.throw_if_stopped();
    const std::size_t got = source_->read(into);
    done_ += got;
    if (progress_.report) progress_.report(done_, total_);
    return got;
  }

 private:
  Bytes source_;
  Progress progress_;
  std::uint64_t total_, done_ = 0;
};

// As open_file, with progress in bytes of the file (of standard input: without a total).
[[nodiscard]] inline Bytes open_counted(const std::string& path, const Progress& progress) {
  Bytes file = open_file(path);
  struct stat status = {};
  const bool known = path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  return std::make_unique<CountedSource>(std::move(file), known ? static_cast<std::uint64_t>(status.st_size) : 0,
                                         progress);
}

}  // namespace awe::bytes
