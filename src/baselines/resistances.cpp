#include "baselines/resistances.h"

#include <algorithm>
#include <cmath>

#include "algebra/linear_algebra.h"
#include "base/number.h"
#include "graph/simple_graph.h"

namespace awe::baselines {
namespace {

constexpr double kRange = 20;
constexpr double kTie = 1e-6;       // of the width of a bin
constexpr std::size_t kSmall = 48;  // rows of a block that is inverted directly

void copy_block(const std::vector<double>& from, std::size_t n, std::size_t row, std::size_t column, std::size_t rows,
                std::size_t columns, std::vector<double>& to) {
  to.resize(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const double* const begin = from.data() + (row + i) * n + column;
    std::copy(begin, begin + columns, to.data() + i * columns);
  }
}

// Gauss and Jordan, without pivots: the matrix is positive definite.
void invert_small(std::vector<double>& a, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = 1 / a[k * n + k];
    a[k * n + k] = 1;
    for (std::size_t j = 0; j < n; ++j) a[k * n + j] *= pivot;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = a[i * n + k];
      a[i * n + k] = 0;
      for (std::size_t j = 0; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
    }
  }
}

// The nodes of each component, in the order of their first nodes.
std::vector<std::vector<NodeId>> components_of(const graph::SimpleGraph& graph) {
  std::vector<std::vector<NodeId>> components;
  std::vector<bool> seen(graph.num_nodes(), false);
  for (NodeId start = 0; start < graph.num_nodes(); ++start) {
    if (seen[start]) continue;
    seen[start] = true;
    std::vector<NodeId>& nodes = components.emplace_back(1, start);
    for (std::size_t next = 0; next < nodes.size(); ++next) {
      for (const NodeId v : graph.neighbours(nodes[next])) {
        if (seen[v]) continue;
        seen[v] = true;
        nodes.push_back(v);
      }
    }
    std::sort(nodes.begin(), nodes.end());
  }
  return components;
}

class ResistanceCounts final : public GraphMap {
 public:
  explicit ResistanceCounts(std::uint32_t bins) : bins_(bins) {}

  [[nodiscard]] std::size_t sections() const override { return 1; }
  [[nodiscard]] std::optional<std::uint64_t> columns(std::size_t /*section*/) const override { return bins_ + 1; }
  [[nodiscard]] std::string column_name(std::size_t /*section*/, std::uint64_t column) const override {
    return ">=" + base::format_real(kRange * static_cast<double>(column) / bins_);
  }

  [[nodiscard]] MapCost cost(const Graph& graph) const override {
    const double n = graph.num_nodes();
    return {n * n * n / 256 + 5 * n * n, 40 * n * n};  // a step of a product is 8 multiplications, on 32 values at once
  }

  [[nodiscard]] std::vector<MapSection> of_graph(const Graph& graph, const MapInput& /*input*/) const override {
    const graph::SimpleGraph simple(graph);
    const double n = simple.num_nodes();
    std::vector<double> counts(bins_ + 1, 0.0);
    const auto count = [&](double resistance, double times) {
      const double bin = std::floor(resistance * bins_ / kRange + kTie);
      counts[static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(bins_)))] += times;
    };
    counts[0] += n;  // nodes with themselves
    const auto components = components_of(simple);
    std::vector<std::vector<double>> own(components.size());  // L+_uu
    std::vector<NodeId> place(simple.num_nodes());
    std::vector<double> matrix;
    for (std::size_t c = 0; c < components.size(); ++c) {
      const std::vector<NodeId>& nodes = components[c];
      const std::size_t size = nodes.size();
      if (size == 1) {
        own[c] = {0};
        continue;
      }
      for (std::size_t i = 0; i < size; ++i) place[nodes[i]] = static_cast<NodeId>(i);
      const double share = 1 / static_cast<double>(size);
      matrix.assign(size * size, share);  // L + J / n, whose inverse is L+ + J / n
      for (std::size_t i = 0; i < size; ++i) {
        matrix[i * size + i] += simple.degree(nodes[i]);
        for (const NodeId v : simple.neighbours(nodes[i])) matrix[i * size + place[v]] -= 1;
      }
      invert_positive(matrix, size);
      for (std::size_t i = 0; i < size; ++i) {
        own[c].push_back(matrix[i * size + i] - share);
        for (std::size_t j = 0; j < i; ++j) {
          count(matrix[i * size + i] + matrix[j * size + j] - 2 * matrix[i * size + j], 2);
        }
      }
    }
    for (std::size_t c = 0; c < components.size(); ++c) {
      for (std::size_t d = 0; d < c; ++d) {
        for (const double a : own[c]) {
          for (const double b : own[d]) count(a + b, 2);
        }
      }
    }
    std::vector<MapSection> sections(1);
    sections[0].total = n * n;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      sections[0].columns.push_back(i);
      sections[0].amounts.push_back(counts[i]);
    }
    return sections;
  }

 private:
  std::uint32_t bins_;
};

}  // namespace

// With A = (P B'; B Q): X = P^-1, Y = B X, S = Q - Y B', and the inverse is (X + Y' S^-1 Y, -(S^-1 Y)'; -S^-1 Y, S^-1).
void invert_positive(std::vector<double>& values, std::size_t n) {
  if (n <= kSmall) return invert_small(values, n);
  const std::size_t top = n / 2, rest = n - top;
  std::vector<double> p, b, q, y(rest * top), product(rest * rest);
  copy_block(values, n, 0, 0, top, top, p);
  copy_block(values, n, top, 0, rest, top, b);
  copy_block(values, n, top, top, rest, rest, q);
  invert_positive(p, top);
  algebra::multiply({b.data(), rest, top}, {p.data(), top, top}, y.data());
  algebra::multiply_by_transpose({y.data(), rest, top}, {b.data(), rest, top}, product.data());
  for (std::size_t i = 0; i < q.size(); ++i) q[i] -= product[i];
  invert_positive(q, rest);
  algebra::multiply({q.data(), rest, rest}, {y.data(), rest, top}, b.data());               // S^-1 Y
  algebra::add_transpose_multiply({y.data(), rest, top}, {b.data(), rest, top}, p.data());  // X + Y' S^-1 Y
  for (std::size_t i = 0; i < top; ++i) std::copy_n(p.data() + i * top, top, values.data() + i * n);
  for (std::size_t i = 0; i < rest; ++i) {
    std::copy_n(q.data() + i * rest, rest, values.data() + (top + i) * n + top);
    for (std::size_t j = 0; j < top; ++j) {
      values[(top + i) * n + j] = -b[i * top + j];
      values[j * n + top + i] = -b[i * top + j];
    }
  }
}

std::unique_ptr<const GraphMap> resistance_counts(std::uint32_t bins) {
  return std::make_unique<ResistanceCounts>(bins);
}

}  // namespace awe::baselines
