// Kernels between the rows of feature matrices: every pair of rows, or rows of one matrix with rows of another.
//   linear        sum x y                        intersection  sum min(x, y)
//   hellinger     sum sqrt(x y)                  chi_square    sum 2 x y / (x + y)
//   cosine        sum x y / (|x| |y|), 0 if a row is empty
//   overlap       sum min(x, y) / sqrt(sum x sum y), 0 if a row is empty
//   polynomial    (sum x y + coef0)^degree       rbf           exp(-|x - y|^2 / (2 sigma^2))
// With `blocks_median` the value is exp(-gamma D), where D is the sum of the squared distances d = k(x,x) + k(y,y) - 2
// k(x,y) of every block of columns, each multiplied by the weight of its block and divided by its median over pairs of
// rows.
//
// Values are float32. A value depends only on its two rows, so it is the same for any number of threads and on any
// processor. Memory: the matrix and three copies of the rows.
#pragma once

#include <optional>
#include <vector>

#include "awe/enum_text.h"
#include "awe/gram_matrix.h"
#include "awe/matrix.h"
#include "awe/run_options.h"

namespace awe {

// Kernels that are sums over columns, or normalised ones (cosine, overlap).
enum class BaseKernel { linear, intersection, chi_square, hellinger, cosine, overlap };
template <>
struct EnumText<BaseKernel> {
  static constexpr std::string_view kWhat = "kernel";
  static constexpr EnumNames<BaseKernel, 6> kNames = {{{BaseKernel::linear, "linear"},
                                                       {BaseKernel::intersection, "intersection"},
                                                       {BaseKernel::chi_square, "chi2"},
                                                       {BaseKernel::hellinger, "hellinger"},
                                                       {BaseKernel::cosine, "cosine"},
                                                       {BaseKernel::overlap, "overlap"}}};
};
// All kernels; the formulas are at the top of the file.
enum class KernelKind { linear, polynomial, rbf, cosine, hellinger, intersection, chi_square, overlap };
template <>
struct EnumText<KernelKind> {
  static constexpr std::string_view kWhat = "kernel";
  static constexpr EnumNames<KernelKind, 8> kNames = {{{KernelKind::linear, "linear"},
                                                       {KernelKind::polynomial, "poly"},
                                                       {KernelKind::rbf, "rbf"},
                                                       {KernelKind::cosine, "cosine"},
                                                       {KernelKind::hellinger, "hellinger"},
                                                       {KernelKind::intersection, "intersection"},
                                                       {KernelKind::chi_square, "chi2"},
                                                       {KernelKind::overlap, "overlap"}}};
};

// Options of kernel().
struct KernelOptions {
  KernelKind kernel = KernelKind::linear;  // kernel of the rows, or of each block with blocks_median
  int degree = 2;                          // exponent of polynomial
  double coef0 = 1;                        // constant term of polynomial
  std::optional<double> sigma = {};        // width of rbf; unset: square root of the median squared distance
  bool blocks_median = false;              // exp(-gamma D) of distances of blocks divided by their medians
  double gamma = 1;                        // factor of D with blocks_median
  RunOptions run = {};                     // threads, memory, progress (counts pieces of work)
};

// Kernel values, and what was learnt from the rows.
struct Kernel {
  GramMatrix values;            // kernel values
  std::optional<double> sigma;  // width that rbf used
  std::vector<double> medians;  // median of each block with blocks_median
};

// Kernel values of every row with every row: square, and symmetric to the bit. Throws Error: usage for invalid options,
// numeric for negative values if the kernel does not allow them, limit if the matrix would exceed run.memory bytes.
[[nodiscard]] Kernel kernel(const FeatureMatrix& rows, const KernelOptions& options = {});
// Kernel values of the rows of `a` (rows of the result) with the rows of `b` (its columns), which must have the same
// columns. Sigma and medians are learnt from `b`: the training rows of a classifier. Throws as above.
[[nodiscard]] Kernel kernel(const FeatureMatrix& a, const FeatureMatrix& b, const KernelOptions& options = {});

}  // namespace awe
