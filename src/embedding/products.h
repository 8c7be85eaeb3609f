// Products of small dense matrices, in vectors as wide as the machine has (Highway, chosen at run time): blocks of six
// rows by two vectors in registers. Every sum goes over k in its order, one fused multiply-add a term, so a result does
// not depend on the shape of the rest, on blocks or on threads; last bits may differ between types of processor.
#pragma once

#include <cstddef>

namespace awe {

// c(i, j) += sum over k of a(i, k) b(k, j), with a(i, k) = a[i * a_row + k * a_step]; b and c have rows of so many
// values.
template <class T>
struct Product {
  const T* a = nullptr;
  std::size_t a_row = 0, a_step = 1;
  const T* b = nullptr;
  std::size_t b_row = 0;
  T* c = nullptr;
  std::size_t c_row = 0;
  std::size_t rows = 0, columns = 0, depth = 0;
};

void add_product(const Product<double>& product);
void add_product(const Product<float>& product);

// y(i) = sum over k of a(i, k) x(k), a by rows: sums in as many lanes as the machine has, added up at the end.
void multiply_rows(const double* a, std::size_t rows, std::size_t columns, const double* x, double* y);

}  // namespace awe
