// Immutable arrays that either own their values or refer to memory that they keep alive, such as a mapped file. Copies
// share the values and cost O(1); reading is as fast as from a vector.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace awe {

// An immutable array of T.
template <class T>
class SharedArray {
 public:
  SharedArray() = default;
  // Takes over the values of a vector, implicitly.
  SharedArray(std::vector<T> values) {
    if (values.empty()) return;
    const auto owned = std::make_shared<const std::vector<T>>(std::move(values));
    values_ = *owned;
    owner_ = owned;
  }
  // Refers to `values`, which `owner` keeps alive. Null: they live as long as the program.
  SharedArray(std::span<const T> values, std::shared_ptr<const void> owner)
      : values_(values), owner_(std::move(owner)) {}

  SharedArray(const SharedArray&) = default;
  SharedArray& operator=(const SharedArray&) = default;
  // Moves; `other` is empty afterwards.
  SharedArray(SharedArray&& other) noexcept
      : values_(std::exchange(other.values_, {})), owner_(std::move(other.owner_)) {}
  // Moves; `other` is empty afterwards.
  SharedArray& operator=(SharedArray&& other) noexcept {
    values_ = std::exchange(other.values_, {});
    owner_ = std::move(other.owner_);
    return *this;
  }
  ~SharedArray() = default;

  [[nodiscard]] const T* data() const noexcept { return values_.data(); }     // first value
  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }  // number of values
  [[nodiscard]] bool empty() const noexcept { return values_.empty(); }       // whether there are no values
  // The value at an index, without a check of the range.
  [[nodiscard]] const T& operator[](std::size_t place) const noexcept { return values_[place]; }
  [[nodiscard]] const T& back() const noexcept { return values_.back(); }  // last value; the array must not be empty
  [[nodiscard]] auto begin() const noexcept { return values_.begin(); }    // iterator to the first value
  [[nodiscard]] auto end() const noexcept { return values_.end(); }        // iterator past the last value
  operator std::span<const T>() const noexcept { return values_; }         // the values as a span

  // Whether both have equal values.
  friend bool operator==(const SharedArray& a, const SharedArray& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::span<const T> values_;
  std::shared_ptr<const void> owner_;
};

}  // namespace awe
