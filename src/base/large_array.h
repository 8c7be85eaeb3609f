// An uninitialised array of plain values for tables larger than the caches. It is aligned to cache lines and, from a
// few megabytes on, placed in huge pages where the system provides them, which avoids most TLB misses.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace awe::base {

// Requests huge pages for this memory, if it is at least one of them; only a hint, which the system may ignore.
void advise_huge_pages(void* data, std::size_t bytes) noexcept;

inline constexpr std::size_t kHugePage = std::size_t{1} << 21;

template <class T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size) : size_(size) {
    const bool huge = size * sizeof(T) >= kHugePage;
    const std::size_t alignment = huge ? kHugePage : kCacheLine;
    const std::size_t bytes = (size * sizeof(T) + alignment - 1) / alignment * alignment;
    data_.reset(static_cast<T*>(::operator new(bytes, std::align_val_t(alignment))));
    data_.get_deleter().alignment = alignment;
    advise_huge_pages(data_.get(), bytes);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T* data() noexcept { return data_.get(); }
  [[nodiscard]] const T* data() const noexcept { return data_.get(); }
  T& operator[](std::size_t i) noexcept { return data_.get()[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_.get()[i]; }

 private:
  static constexpr std::size_t kCacheLine = 64;
  struct Free {
    std::size_t alignment = kCacheLine;
    void operator()(T* data) const noexcept { ::operator delete(data, std::align_val_t(alignment)); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace awe::base
