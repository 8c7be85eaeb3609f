// An immutable array that is either a vector of its own or a part of something that it keeps alive, such as a mapped
// file. Copies share the values and cost O(1); reading is as fast as from a vector.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace awe {

template <class T>
class SharedArray {
 public:
  SharedArray() = default;
  SharedArray(std::vector<T> values) {  // implicit: a vector becomes an array wherever one is asked for
    if (values.empty()) return;
    const auto owned = std::make_shared<const std::vector<T>>(std::move(values));
    values_ = *owned;
    owner_ = owned;
  }
  // A view; `owner` keeps the values where they are. Null: they live as long as the program.
  SharedArray(std::span<const T> values, std::shared_ptr<const void> owner)
      : values_(values), owner_(std::move(owner)) {}

  SharedArray(const SharedArray&) = default;
  SharedArray& operator=(const SharedArray&) = default;
  // What is moved from is empty, as a vector is.
  SharedArray(SharedArray&& other) noexcept
      : values_(std::exchange(other.values_, {})), owner_(std::move(other.owner_)) {}
  SharedArray& operator=(SharedArray&& other) noexcept {
    values_ = std::exchange(other.values_, {});
    owner_ = std::move(other.owner_);
    return *this;
  }
  ~SharedArray() = default;

  [[nodiscard]] const T* data() const noexcept { return values_.data(); }
  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] bool empty() const noexcept { return values_.empty(); }
  [[nodiscard]] const T& operator[](std::size_t place) const noexcept { return values_[place]; }
  [[nodiscard]] const T& back() const noexcept { return values_.back(); }
  [[nodiscard]] auto begin() const noexcept { return values_.begin(); }
  [[nodiscard]] auto end() const noexcept { return values_.end(); }
  operator std::span<const T>() const noexcept { return values_; }

  friend bool operator==(const SharedArray& a, const SharedArray& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::span<const T> values_;
  std::shared_ptr<const void> owner_;
};

}  // namespace awe
