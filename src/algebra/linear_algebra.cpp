#include "algebra/linear_algebra.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "algebra/vector_loops.h"
#include "awe/error.h"

// LAPACK's Fortran interface: OpenBLAS includes it, without a header.
extern "C" {
void dsyevr_(const char* jobz, const char* range, const char* uplo, const int* n, double* a, const int* lda,
             const double* vl, const double* vu, const int* il, const int* iu, const double* abstol, int* m, double* w,
             double* z, const int* ldz, int* isuppz, double* work, const int* lwork, int* iwork, const int* liwork,
             int* info);
void sposv_(const char* uplo, const int* n, const int* nrhs, float* a, const int* lda, float* b, const int* ldb,
            int* info);
}

namespace awe::algebra {
namespace {

// Set before any call: threads are managed by the callers.
[[maybe_unused]] const bool kOneThread = [] {
  openblas_set_num_threads(1);
  return true;
}();

int as_int(std::size_t value) { return static_cast<int>(value); }

}  // namespace

void multiply_by_transpose(const DenseView& a, const DenseView& b, double* out) {
  // Transposes b once, so that vectors run along its rows.
  std::vector<double> turned(b.rows * b.columns);
  for (std::size_t i = 0; i < b.rows; ++i) {
    for (std::size_t k = 0; k < b.columns; ++k) turned[k * b.rows + i] = b.values[i * b.columns + k];
  }
  multiply(a, {turned.data(), b.columns, b.rows}, out);
}

void multiply(const DenseView& a, const DenseView& b, double* out) {
  vector_loops<double>().product(a.rows, a.columns, {a.values, a.columns, 1}, {b.values, b.columns, b.columns}, out,
                                 b.columns, false);
}

void add_transpose_multiply(const DenseView& a, const DenseView& b, double* out) {
  vector_loops<double>().product(a.columns, a.rows, {a.values, 1, a.columns}, {b.values, b.columns, b.columns}, out,
                                 b.columns, true);
}

void multiply(const DenseView& a, std::span<const double> x, std::span<double> y) {
  const auto dot = vector_loops<double>().dot;
  for (std::size_t i = 0; i < a.rows; ++i) y[i] = dot(a.values + i * a.columns, x.data(), a.columns);
}

void multiply_transpose(const DenseView& a, std::span<const double> x, std::span<double> y) {
  multiply({x.data(), 1, x.size()}, a, y.data());
}

double inner_product(std::span<const double> a, std::span<const double> b) {
  return vector_loops<double>().dot(a.data(), b.data(), a.size());
}

void add_multiple(double factor, std::span<const double> x, std::span<double> y) {
  vector_loops<double>().add_multiple(factor, x.data(), y.data(), x.size());
}

Eigenvectors largest_eigenvectors(const DenseView& symmetric, std::size_t count) {
  const int n = as_int(symmetric.rows);
  Eigenvectors result;
  const int wanted = std::min(n, as_int(count));
  if (wanted == 0) return result;
  std::vector<double> matrix(symmetric.values, symmetric.values + symmetric.rows * symmetric.rows);
  std::vector<double> values(static_cast<std::size_t>(n));
  Dense vectors(static_cast<std::size_t>(wanted), symmetric.rows);
  std::vector<int> support(2 * static_cast<std::size_t>(n));
  const int first = n - wanted + 1;
  const double unused = 0, tolerance = 0;
  int found = 0, info = 0, work_size = -1, int_size = -1, int_wish = 0;
  double work_wish = 0;
  // LAPACK stores matrices by columns: the lower triangle by rows is its upper triangle.
  const auto run = [&](double* work, int* ints) {
    dsyevr_("V", "I", "U", &n, matrix.data(), &n, &unused, &unused, &first, &n, &tolerance, &found, values.data(),
            vectors.values.data(), &n, support.data(), work, &work_size, ints, &int_size, &info);
  };
  run(&work_wish, &int_wish);
  work_size = static_cast<int>(work_wish);
  int_size = int_wish;
  std::vector<double> work(static_cast<std::size_t>(work_size));
  std::vector<int> ints(static_cast<std::size_t>(int_size));
  run(work.data(), ints.data());
  if (info != 0 || found != wanted) throw Error(ErrorKind::numeric, "eigenvectors were not found: LAPACK gave up");
  // LAPACK returns the smallest first.
  result.vectors = Dense(vectors.rows, vectors.columns);
  for (std::size_t i = 0; i < vectors.rows; ++i) {
    const std::size_t from = vectors.rows - 1 - i;
    result.eigenvalues.push_back(values[from]);
    const auto source = vectors.row(from);
    const auto largest =
        std::max_element(source.begin(), source.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    const double sign = *largest < 0 ? -1 : 1;
    std::transform(source.begin(), source.end(), result.vectors.row(i).begin(), [&](double v) { return sign * v; });
  }
  return result;
}

bool solve_positive(std::span<float> a, std::span<float> x) {
  const int n = as_int(x.size()), one = 1;
  int info = 0;
  sposv_("U", &n, &one, a.data(), &n, x.data(), &n, &info);
  return info == 0;
}

void gram_of_columns(std::span<const float> w, std::size_t columns, std::span<float> a) {
  vector_loops<float>().product(columns, w.size() / columns, {w.data(), 1, columns}, {w.data(), columns, columns},
                                a.data(), columns, false);
}

}  // namespace awe::algebra
