// A source of bytes that ends with Error(interrupted) if a stop is requested: reading a large file is left at the next
// buffer.
#pragma once

#include <memory>
#include <utility>

#include "awe/run_options.h"
#include "bytes/byte_source.h"

namespace awe::bytes {

class StoppableSource final : public ByteSource {
 public:
  StoppableSource(Bytes source, Progress progress)
      : ByteSource(source->name()), source_(std::move(source)), progress_(std::move(progress)) {}
  std::size_t read(std::span<char> into) override {
    progress_.throw_if_stopped();
    return source_->read(into);
  }

 private:
  Bytes source_;
  Progress progress_;
};

[[nodiscard]] inline Bytes stoppable(Bytes source, const Progress& progress) {
  if (!progress.stop_requested) return source;
  return std::make_unique<StoppableSource>(std::move(source), progress);
}

}  // namespace awe::bytes
