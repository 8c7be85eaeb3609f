// Kernels between the rows of feature matrices: every pair of rows, or rows of one matrix with rows of another.
//   linear        sum x y                        intersection  sum min(x, y)
//   hellinger     sum sqrt(x y)                  chi_square    sum 2 x y / (x + y)
//   cosine        sum x y / (|x| |y|), 0 if a row is empty
//   polynomial    (sum x y + coef0)^degree       rbf           exp(-|x - y|^2 / (2 sigma^2))
// With `blocks_median`, exp(-gamma D), where D adds up the squared distances d = k(x,x) + k(y,y) - 2 k(x,y) of every
// block of columns, each multiplied by the weight of its block and divided by its median over pairs of rows.
//
// Values are float32; a value depends on its two rows alone, so it is the same for any number of threads and on any
// processor. Memory: the matrix, and three copies of the rows.
#pragma once

#include <optional>
#include <vector>

#include "awe/enum_text.h"
#include "awe/gram_matrix.h"
#include "awe/matrix.h"
#include "awe/run_options.h"

namespace awe {

// Kernels that are sums over columns.
enum class BaseKernel { linear, intersection, chi_square, hellinger, cosine };
template <>
struct EnumText<BaseKernel> {
  static constexpr std::string_view kWhat = "kernel";
  static constexpr EnumNames<BaseKernel, 5> kNames = {{{BaseKernel::linear, "linear"},
                                                       {BaseKernel::intersection, "intersection"},
                                                       {BaseKernel::chi_square, "chi2"},
                                                       {BaseKernel::hellinger, "hellinger"},
                                                       {BaseKernel::cosine, "cosine"}}};
};
enum class KernelKind { linear, polynomial, rbf, cosine, hellinger, intersection, chi_square };
template <>
struct EnumText<KernelKind> {
  static constexpr std::string_view kWhat = "kernel";
  static constexpr EnumNames<KernelKind, 7> kNames = {{{KernelKind::linear, "linear"},
                                                       {KernelKind::polynomial, "poly"},
                                                       {KernelKind::rbf, "rbf"},
                                                       {KernelKind::cosine, "cosine"},
                                                       {KernelKind::hellinger, "hellinger"},
                                                       {KernelKind::intersection, "intersection"},
                                                       {KernelKind::chi_square, "chi2"}}};
};

struct KernelOptions {
  KernelKind kernel = KernelKind::linear;
  int degree = 2;                    // of polynomial
  double coef0 = 1;                  // added before the power of polynomial
  std::optional<double> sigma = {};  // of rbf; unset: the square root of the median squared distance
  bool blocks_median = false;        // distances of blocks over their medians, exponentiated
  double gamma = 1;                  // of blocks_median
  RunOptions run = {};               // progress counts pieces of work
};

struct Kernel {
  GramMatrix values;
  std::optional<double> sigma;  // that rbf used
  std::vector<double> medians;  // of the blocks, for blocks_median
};

// Every row with every row: square and symmetric to the bit. Throws Error: usage for options that make no sense,
// numeric for negative values where the kernel allows none, limit where the matrix would take more than run.memory.
[[nodiscard]] Kernel kernel(const FeatureMatrix& rows, const KernelOptions& options = {});
// Rows of `a` (down) with rows of `b` (across), which must have the same columns. What is learnt from rows (sigma,
// medians) is learnt from `b`, which are the training rows of a classifier.
[[nodiscard]] Kernel kernel(const FeatureMatrix& a, const FeatureMatrix& b, const KernelOptions& options = {});

}  // namespace awe
