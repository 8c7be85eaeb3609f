// A non-owning view of a symmetric matrix of kernel values between items: n rows of n floats, each row contiguous, rows
// `stride` floats apart. The owner must keep the memory alive; the caller guarantees symmetry.
#pragma once

#include <cstddef>
#include <span>

namespace awe::kernels {

class GramView {
 public:
  GramView() = default;
  GramView(const float* data, std::size_t size) : GramView(data, size, size) {}
  GramView(const float* data, std::size_t size, std::size_t stride) : data_(data), size_(size), stride_(stride) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t stride() const noexcept { return stride_; }
  [[nodiscard]] const float* data() const noexcept { return data_; }
  // Kernel values of item i with every item.
  [[nodiscard]] std::span<const float> row(std::size_t i) const noexcept { return {data_ + i * stride_, size_}; }
  [[nodiscard]] float operator()(std::size_t i, std::size_t j) const noexcept { return data_[i * stride_ + j]; }

 private:
  const float* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t stride_ = 0;
};

}  // namespace awe::kernels
