#include "embedding/linear_algebra.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "awe/base/error.h"

// LAPACK as Fortran has it: OpenBLAS brings it along, without a header.
extern "C" {
void dsyevr_(const char* jobz, const char* range, const char* uplo, const int* n, double* a, const int* lda,
             const double* vl, const double* vu, const int* il, const int* iu, const double* abstol, int* m, double* w,
             double* z, const int* ldz, int* isuppz, double* work, const int* lwork, int* iwork, const int* liwork,
             int* info);
void sposv_(const char* uplo, const int* n, const int* nrhs, float* a, const int* lda, float* b, const int* ldb,
            int* info);
}

namespace awe {
namespace {

// Before any product: our own threads are outside.
[[maybe_unused]] const bool kOneThread = [] {
  openblas_set_num_threads(1);
  return true;
}();

int as_int(std::size_t value) { return static_cast<int>(value); }

}  // namespace

void multiply_by_transpose(const DenseView& a, const DenseView& b, double* out) {
  if (a.rows == 0 || b.rows == 0) return;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, as_int(a.rows), as_int(b.rows), as_int(a.columns), 1, a.values,
              as_int(a.columns), b.values, as_int(b.columns), 0, out, as_int(b.rows));
}

void multiply(const DenseView& a, const DenseView& b, double* out) {
  if (a.rows == 0 || b.columns == 0) return;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, as_int(a.rows), as_int(b.columns), as_int(a.columns), 1,
              a.values, as_int(a.columns), b.values, as_int(b.columns), 0, out, as_int(b.columns));
}

void add_transpose_multiply(const DenseView& a, const DenseView& b, double* out) {
  if (a.columns == 0 || b.columns == 0) return;
  cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, as_int(a.columns), as_int(b.columns), as_int(a.rows), 1,
              a.values, as_int(a.columns), b.values, as_int(b.columns), 1, out, as_int(b.columns));
}

void multiply(const DenseView& a, std::span<const double> x, std::span<double> y) {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, as_int(a.rows), as_int(a.columns), 1, a.values, as_int(a.columns), x.data(),
              1, 0, y.data(), 1);
}

void multiply_transpose(const DenseView& a, std::span<const double> x, std::span<double> y) {
  cblas_dgemv(CblasRowMajor, CblasTrans, as_int(a.rows), as_int(a.columns), 1, a.values, as_int(a.columns), x.data(), 1,
              0, y.data(), 1);
}

double inner_product(std::span<const double> a, std::span<const double> b) {
  return cblas_ddot(as_int(a.size()), a.data(), 1, b.data(), 1);
}

void add_multiple(double factor, std::span<const double> x, std::span<double> y) {
  cblas_daxpy(as_int(x.size()), factor, x.data(), 1, y.data(), 1);
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
  // LAPACK goes down columns: the lower triangle by rows is its upper one.
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
  // They come smallest first.
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
  cblas_ssyrk(CblasRowMajor, CblasLower, CblasTrans, as_int(columns), as_int(w.size() / columns), 1, w.data(),
              as_int(columns), 0, a.data(), as_int(columns));
}

}  // namespace awe
