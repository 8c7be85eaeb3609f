// The inner loops of the SVM, in vectors as wide as the processor supports: Highway compiles them for every instruction
// set and picks one at run time. Arrays are padded to kPadding elements; the padding is read but never chosen. Ties go
// to the lowest position, so that a given processor always gives the same result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

namespace awe::svm {

// Allocates memory aligned to a cache line.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};
  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}  // NOLINT: conversions are what allocators are for
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, kLine); }
  bool operator==(const CacheLineAllocator&) const = default;
};
template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

inline constexpr std::size_t kPadding = 64;  // elements: two vectors of 1024 bits of floats
[[nodiscard]] inline std::size_t padded(std::size_t count) { return (count + kPadding - 1) / kPadding * kPadding; }

// One bit per element, in the layout that the loops load: whole bytes for each vector of `lanes` elements.
class LaneBits {
 public:
  void reset(std::size_t count, std::size_t lanes) {
    lanes_ = lanes;
    bytes_per_vector_ = lanes < 8 ? 1 : lanes / 8;
    bytes_.assign(padded(count) / lanes * bytes_per_vector_ + 8, 0);
  }
  void set(std::size_t i, bool value) {
    const std::size_t lane = i % lanes_;
    std::uint8_t& byte = bytes_[i / lanes_ * bytes_per_vector_ + lane / 8];
    const auto bit = static_cast<std::uint8_t>(1u << (lane % 8));
    byte = static_cast<std::uint8_t>(value ? byte | bit : byte & ~bit);
  }
  [[nodiscard]] const std::uint8_t* data() const { return bytes_.data(); }

 private:
  std::size_t lanes_ = 1, bytes_per_vector_ = 1;
  std::vector<std::uint8_t> bytes_;
};

inline constexpr std::size_t kNowhere = ~std::size_t{0};

// The lowest gradient among items that may rise, its position, and the highest gradient among items that may fall.
template <class T>
struct Extremes {
  T lowest_up;
  std::size_t lowest_up_at;  // kNowhere if none may rise
  T highest_low;
};

template <class T>
struct SvmLoops {
  std::size_t lanes;
  // gradient += step (row_i - row_j); returns the extremes of the new gradient.
  Extremes<T> (*update)(T* gradient, const float* row_i, const float* row_j, T step, const std::uint8_t* up,
                        const std::uint8_t* low, std::size_t count);
  // Among items that may fall and have gradient_j > lowest, the j with the largest (gradient_j - lowest)^2 / (K_ii +
  // K_jj - 2 K_ij).
  std::size_t (*partner)(const T* gradient, const float* row_i, const float* diagonal, T lowest, float k_ii,
                         const std::uint8_t* low, std::size_t count);
};

// The loops for this processor; T is float or double.
template <class T>
[[nodiscard]] const SvmLoops<T>& svm_loops();

// Extracts the values of some items from rows: out[k] = row[items[k]], items ascending. Where items are dense, whole
// vectors are read and compressed, which is several times faster than fetching single values. Writes up to kPadding
// values beyond the last.
class Picker {
 public:
  Picker() = default;
  // `width`: number of values in a row.
  Picker(std::span<const std::uint32_t> items, std::size_t width);
  void pick(const float* row, float* out) const;
  [[nodiscard]] std::size_t size() const { return items_.size(); }

 private:
  std::vector<std::uint32_t> items_;
  // The vectors of a row that hold items: start positions, wanted lanes (whole bytes per vector), and their number.
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint8_t> lanes_, counts_;
  std::size_t squeezed_ = 0;  // number of items in these vectors; the rest is gathered
};
// sums += weight * row.
void add_scaled(double* sums, const float* row, double weight, std::size_t count);
// sum of weights * row.
[[nodiscard]] double dot(const double* weights, const float* row, std::size_t count);

// Smallest curvature of a step: replaces K_ii + K_jj - 2 K_ij where that is zero or negative, as in LIBSVM.
inline constexpr double kSmallestCurvature = 1e-12;

}  // namespace awe::svm
