#include "page/graph_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/elementary.h"
#include "base/parallel.h"

namespace awe::page {
namespace {

using algebra::Dense;

// K - means of rows - means of columns + mean: the Gram matrix of centred images.
Dense centred_kernel(const Dense& squared, double gamma, int threads) {
  const std::size_t n = squared.rows;
  Dense kernel(n, n);
  std::vector<double> means(n, 0);
  base::parallel_for(n, threads, [&](std::size_t i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += kernel(i, j) = algebra::exponential(-gamma * squared(i, j));
    means[i] = sum / static_cast<double>(n);
  });
  double mean = 0;
  for (const double value : means) mean += value / static_cast<double>(n);
  base::parallel_for(n, threads, [&](std::size_t i) {
    for (std::size_t j = 0; j < n; ++j) kernel(i, j) += mean - means[i] - means[j];
  });
  return kernel;
}

// Takes away the parts along the rows before, then scales to length 1.
void orthonormalise(Dense& rows) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      algebra::add_multiple(-algebra::inner_product(rows.row(i), rows.row(j)), rows.row(j), rows.row(i));
    }
    const double length = std::sqrt(algebra::inner_product(rows.row(i), rows.row(i)));
    for (double& value : rows.row(i)) value = length > 1e-12 ? value / length : 0;
  }
}

// The attraction of t-SNE: for each item its neighbours and their shares, symmetric.
struct Neighbours {
  std::vector<std::size_t> begin;
  std::vector<std::uint32_t> item;
  std::vector<double> share;
};

Neighbours symmetric_shares(const Dense& squared, double perplexity, const RunOptions& run) {
  const std::size_t n = squared.rows;
  const std::size_t most = std::min(n - 1, static_cast<std::size_t>(3 * perplexity) + 1);
  std::vector<std::vector<std::pair<std::uint32_t, double>>> near(n);
  base::parallel_for(n, run.thread_count(), [&](std::size_t i) {
    run.progress.throw_if_stopped();
    const std::vector<double> shares = neighbour_shares(squared, i, perplexity);
    for (std::uint32_t j = 0; j < n; ++j) {
      if (j != i) near[i].emplace_back(j, shares[j]);
    }
    std::stable_sort(near[i].begin(), near[i].end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    near[i].resize(most);
  });
  std::vector<std::vector<std::pair<std::uint32_t, double>>> both(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (const auto& [j, share] : near[i]) {
      both[i].emplace_back(j, share);
      both[j].emplace_back(i, share);
    }
  }
  Neighbours made;
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    made.begin.push_back(made.item.size());
    std::stable_sort(both[i].begin(), both[i].end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [j, share] : both[i]) {
      sum += share;
      if (made.item.size() > made.begin.back() && made.item.back() == j) {
        made.share.back() += share;
      } else {
        made.item.push_back(j);
        made.share.push_back(share);
      }
    }
  }
  made.begin.push_back(made.item.size());
  for (double& share : made.share) share /= sum;
  return made;
}

// The repulsion of all items on one: sums of w, w^2 x and w^2 y with w = 1 / (1 + distance^2), in four lanes.
struct Repulsion {
  double weight = 0, x = 0, y = 0;
};

Repulsion repulsion(const std::vector<double>& xs, const std::vector<double>& ys, std::size_t i) {
  constexpr std::size_t kLanes = 4;
  double weight[kLanes] = {}, x[kLanes] = {}, y[kLanes] = {};
  const std::size_t n = xs.size(), whole = n - n % kLanes;
  const auto add = [&](std::size_t j, std::size_t lane) {
    const double dx = xs[i] - xs[j], dy = ys[i] - ys[j];
    const double w = 1 / (1 + dx * dx + dy * dy), square = w * w;
    weight[lane] += w;
    x[lane] += square * dx;
    y[lane] += square * dy;
  };
  for (std::size_t j = 0; j < whole; j += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) add(j + lane, lane);
  }
  for (std::size_t j = whole; j < n; ++j) add(j, 0);
  const auto total = [](const double(&lanes)[kLanes]) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); };
  return {total(weight) - 1, total(x), total(y)};  // without the item itself
}

// Step sizes of a coordinate: they grow while the direction stays (R. Jacobs, Neural Networks 1, 1988).
class Descent {
 public:
  explicit Descent(std::size_t count) : gain_(count, 1), speed_(count, 0) {}

  double step(std::size_t i, double slope, double rate, double momentum) {
    gain_[i] = (slope > 0) == (speed_[i] > 0) ? std::max(0.01, 0.8 * gain_[i]) : gain_[i] + 0.2;
    speed_[i] = momentum * speed_[i] - rate * gain_[i] * slope;
    return speed_[i];
  }

 private:
  std::vector<double> gain_, speed_;
};

void centre(std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  for (double& value : values) value -= sum / static_cast<double>(values.size());
}

}  // namespace

std::vector<MapPoint> kernel_pca(const Dense& squared, double gamma, const RunOptions& run) {
  const std::size_t n = squared.rows;
  std::vector<MapPoint> points(n);
  if (n < 2) return points;
  const Dense kernel = centred_kernel(squared, gamma, run.thread_count());
  // Orthogonal iteration with more vectors than are wanted, so that it converges where eigenvalues are close.
  const std::size_t count = std::min<std::size_t>(6, n);
  Dense vectors(count, n), images(count, n);
  for (std::size_t v = 0; v < count; ++v) {
    // The columns of some items: they lie in the image of the kernel.
    const std::size_t from = v * n / count;
    for (std::size_t i = 0; i < n; ++i) vectors(v, i) = kernel(i, from);
  }
  orthonormalise(vectors);
  for (int iteration = 0; iteration < 100; ++iteration) {
    run.progress.throw_if_stopped();
    base::parallel_for(count, run.thread_count(),
                       [&](std::size_t v) { algebra::multiply(kernel, vectors.row(v), images.row(v)); });
    std::swap(vectors, images);
    orthonormalise(vectors);
  }
  for (std::size_t v = 0; v < std::min<std::size_t>(2, count); ++v) {
    algebra::multiply(kernel, vectors.row(v), images.row(v));
    const double eigenvalue = std::max(0.0, algebra::inner_product(vectors.row(v), images.row(v)));
    std::size_t largest = 0;  // of which the sign is made positive
    for (std::size_t i = 0; i < n; ++i) {
      if (std::abs(vectors(v, i)) > std::abs(vectors(v, largest)) + 1e-9) largest = i;
    }
    const double factor = std::sqrt(eigenvalue) * (vectors(v, largest) < 0 ? -1 : 1);
    for (std::size_t i = 0; i < n; ++i) (v == 0 ? points[i].x : points[i].y) = factor * vectors(v, i);
  }
  return points;
}

std::vector<double> neighbour_shares(const Dense& squared, std::size_t i, double perplexity) {
  const std::size_t n = squared.rows;
  std::vector<double> shares(n, 0);
  double least = -1;
  for (std::size_t j = 0; j < n; ++j) {
    if (j != i && (least < 0 || squared(i, j) < least)) least = squared(i, j);
  }
  double beta = 1, low = 0, high = -1;  // high < 0: none yet
  const double wanted = algebra::logarithm(perplexity);
  for (int step = 0; step < 60; ++step) {
    double sum = 0, energy = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double excess = squared(i, j) - least;
      shares[j] = algebra::exponential(-beta * excess);
      sum += shares[j];
      energy += shares[j] * excess;
    }
    const double entropy = algebra::logarithm(sum) + beta * energy / sum;
    for (double& share : shares) share /= sum;
    if (std::abs(entropy - wanted) < 1e-6) break;
    (entropy > wanted ? low : high) = beta;
    beta = high < 0 ? 2 * beta : (low + high) / 2;
  }
  return shares;
}

std::vector<MapPoint> tsne(const Dense& squared, const std::vector<MapPoint>& start, const TsneOptions& options,
                           const RunOptions& run) {
  const std::size_t n = squared.rows;
  std::vector<MapPoint> points = start;
  if (n < 4) return points;
  const double perplexity = std::max(1.5, std::min(options.perplexity, static_cast<double>(n - 1) / 3));
  const Neighbours near = symmetric_shares(squared, perplexity, run);
  std::vector<double> xs(n), ys(n);
  double spread = 0;
  for (const MapPoint& point : start) spread = std::max({spread, std::abs(point.x), std::abs(point.y)});
  for (std::size_t i = 0; i < n; ++i) {
    // Graphs at the same place get different ones, or nothing would ever part them.
    const double nudge = 1e-4 * (static_cast<double>(i) / static_cast<double>(n) - 0.5);
    xs[i] = (spread > 0 ? 0.01 * start[i].x / spread : 0) + nudge;
    ys[i] = (spread > 0 ? 0.01 * start[i].y / spread : 0) + nudge * (i % 2 == 0 ? 1 : -1);
  }
  Descent along_x(n), along_y(n);
  std::vector<Repulsion> pushed(n);
  const double rate = std::max(20.0, static_cast<double>(n) / 12);
  const int early = options.iterations / 3;
  for (int iteration = 0; iteration < options.iterations; ++iteration) {
    run.progress.throw_if_stopped();
    base::parallel_for(n, run.thread_count(), [&](std::size_t i) { pushed[i] = repulsion(xs, ys, i); });
    double total = 0;
    for (const Repulsion& one : pushed) total += one.weight;
    const double exaggeration = iteration < early ? 6 : 1, momentum = iteration < early ? 0.5 : 0.8;
    const std::vector<double> old_xs = xs, old_ys = ys;
    for (std::size_t i = 0; i < n; ++i) {
      double x = 0, y = 0;
      for (std::size_t k = near.begin[i]; k < near.begin[i + 1]; ++k) {
        const double dx = old_xs[i] - old_xs[near.item[k]], dy = old_ys[i] - old_ys[near.item[k]];
        const double pull = near.share[k] / (1 + dx * dx + dy * dy);
        x += pull * dx;
        y += pull * dy;
      }
      xs[i] += along_x.step(i, 4 * (exaggeration * x - pushed[i].x / total), rate, momentum);
      ys[i] += along_y.step(i, 4 * (exaggeration * y - pushed[i].y / total), rate, momentum);
    }
    centre(xs);
    centre(ys);
    if (run.progress.report) {
      run.progress.report(static_cast<std::uint64_t>(iteration) + 1, static_cast<std::uint64_t>(options.iterations));
    }
  }
  for (std::size_t i = 0; i < n; ++i) points[i] = {xs[i], ys[i]};
  return points;
}

}  // namespace awe::page
