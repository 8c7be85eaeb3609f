#include "drawing/stress.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "base/rng.h"
#include "drawing/turn.h"

namespace awe::drawing {
namespace {

constexpr std::size_t kPivots = 50;
constexpr std::size_t kBundle = 12;  // leaves of one node that are placed on a disc
constexpr double kFar = std::numeric_limits<double>::infinity();

// A number in (-1, 1) that looks random.
double spread(std::uint64_t item) {
  return static_cast<double>(base::StreamBlock::mix64(item + 1) >> 11) * 0x1p-52 - 1;
}

double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

// The component without bundles of leaves. The nodes that carry them are discs, which keep others away.
struct Core {
  std::vector<std::uint32_t> nodes;                    // positions in the component
  std::vector<std::vector<std::uint32_t>> neighbours;  // positions in `nodes`
  std::vector<double> radius;                          // 0.5, or that of the disc
  bool discs = false;

  [[nodiscard]] std::size_t size() const { return nodes.size(); }
  [[nodiscard]] double length(std::uint32_t u, std::uint32_t v) const { return radius[u] + radius[v]; }
};

std::vector<std::uint32_t> leaves_of(const Component& component, std::uint32_t node) {
  std::vector<std::uint32_t> leaves;
  for (const std::uint32_t v : component.neighbours[node]) {
    if (component.neighbours[v].size() == 1) leaves.push_back(v);
  }
  return leaves;
}

double disc_radius(std::size_t leaves) { return std::max(1.0, 0.17 * std::sqrt(static_cast<double>(leaves))); }

Core core_of(const Component& component) {
  const std::size_t least = component.size() > kFullLayoutNodes ? 2 : kBundle;
  std::vector<std::uint32_t> place(component.size(), 0);
  std::vector<double> radius(component.size(), 0.5);
  for (std::uint32_t u = 0; u < component.size(); ++u) {
    if (component.neighbours[u].size() == 1) continue;
    const auto leaves = leaves_of(component, u);
    if (leaves.size() < least) continue;
    radius[u] = disc_radius(leaves.size());
    for (const std::uint32_t leaf : leaves) place[leaf] = ~0u;
  }
  Core core;
  for (std::uint32_t u = 0; u < component.size(); ++u) {
    if (place[u] == ~0u) continue;
    place[u] = static_cast<std::uint32_t>(core.nodes.size());
    core.nodes.push_back(u);
    core.radius.push_back(radius[u]);
    core.discs = core.discs || radius[u] != 0.5;
  }
  for (const std::uint32_t u : core.nodes) {
    auto& row = core.neighbours.emplace_back();
    for (const std::uint32_t v : component.neighbours[u]) {
      if (place[v] != ~0u) row.push_back(place[v]);
    }
  }
  return core;
}

// Distances from one node: numbers of steps, or sums of lengths where there are discs.
std::vector<double> distances_from(const Core& core, std::uint32_t start) {
  std::vector<double> distance(core.size(), kFar);
  distance[start] = 0;
  if (!core.discs) {
    std::vector<std::uint32_t> reached{start};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::uint32_t v : core.neighbours[reached[i]]) {
        if (distance[v] != kFar) continue;
        distance[v] = distance[reached[i]] + 1;
        reached.push_back(v);
      }
    }
    return distance;
  }
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  queue.emplace(0, start);
  while (!queue.empty()) {
    const auto [at, u] = queue.top();
    queue.pop();
    if (at > distance[u]) continue;
    for (const std::uint32_t v : core.neighbours[u]) {
      const double next = at + core.length(u, v);
      if (next < distance[v]) queue.emplace(distance[v] = next, v);
    }
  }
  return distance;
}

// Some nodes far from each other, and the distances of all nodes to each.
struct Pivots {
  std::vector<std::uint32_t> nodes;
  std::vector<std::vector<double>> distance;  // [pivot][node]
};

Pivots pivots_of(const Core& core) {
  Pivots pivots;
  const auto most = std::max_element(core.neighbours.begin(), core.neighbours.end(),
                                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
  auto next = static_cast<std::uint32_t>(most - core.neighbours.begin());
  std::vector<double> nearest(core.size(), kFar);
  while (pivots.nodes.size() < std::min(kPivots, core.size())) {
    pivots.nodes.push_back(next);
    pivots.distance.push_back(distances_from(core, next));
    for (std::size_t i = 0; i < core.size(); ++i) nearest[i] = std::min(nearest[i], pivots.distance.back()[i]);
    next = static_cast<std::uint32_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
  }
  return pivots;
}

// The two main directions of the centred squared distances to the pivots.
std::vector<Place> scaled_places(const Pivots& pivots, std::size_t count) {
  const std::size_t k = pivots.nodes.size();
  std::vector<double> centred(count * k), row_mean(count, 0);
  double mean = 0;
  for (std::size_t p = 0; p < k; ++p) {
    double column = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double square = pivots.distance[p][i] * pivots.distance[p][i];
      centred[i * k + p] = square;
      row_mean[i] += square / static_cast<double>(k);
      column += square / static_cast<double>(count);
    }
    for (std::size_t i = 0; i < count; ++i) centred[i * k + p] -= column;
    mean += column / static_cast<double>(k);
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t p = 0; p < k; ++p) centred[i * k + p] = -(centred[i * k + p] - row_mean[i] + mean) / 2;
  }
  std::vector<double> products(k * k, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t p = 0; p < k; ++p) {
      for (std::size_t q = 0; q < k; ++q) products[p * k + q] += centred[i * k + p] * centred[i * k + q];
    }
  }
  std::vector<std::vector<double>> found;
  for (int direction = 0; direction < 2; ++direction) {
    std::vector<double> v(k), image(k);
    for (std::size_t p = 0; p < k; ++p) v[p] = spread(p + 1000 * static_cast<std::uint64_t>(direction));
    for (int round = 0; round < 60; ++round) {
      for (const auto& before : found) {
        double along = 0;
        for (std::size_t p = 0; p < k; ++p) along += before[p] * v[p];
        for (std::size_t p = 0; p < k; ++p) v[p] -= along * before[p];
      }
      double norm = 0;
      for (std::size_t p = 0; p < k; ++p) {
        image[p] = 0;
        for (std::size_t q = 0; q < k; ++q) image[p] += products[p * k + q] * v[q];
        norm += image[p] * image[p];
      }
      if (norm <= 0) break;
      norm = std::sqrt(norm);
      for (std::size_t p = 0; p < k; ++p) v[p] = image[p] / norm;
    }
    found.push_back(std::move(v));
  }
  std::vector<Place> places(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t p = 0; p < k; ++p) {
      places[i].x += centred[i * k + p] * found[0][p];
      places[i].y += centred[i * k + p] * found[1][p];
    }
  }
  return places;
}

// Distances that the page should show: to node `to`, `distance`, with this weight.
struct Term {
  std::uint32_t to;
  double distance, weight;
};

std::vector<std::vector<Term>> full_terms(const Core& core) {
  std::vector<std::vector<Term>> terms(core.size());
  for (std::uint32_t u = 0; u < core.size(); ++u) {
    const auto distance = distances_from(core, u);
    for (std::uint32_t v = 0; v < core.size(); ++v) {
      if (u != v) terms[u].push_back({v, distance[v], 1 / (distance[v] * distance[v])});
    }
  }
  return terms;
}

// Edges, and the pivots, each for the nodes near it that it stands for.
std::vector<std::vector<Term>> sparse_terms(const Core& core, const Pivots& pivots) {
  std::vector<std::vector<Term>> terms(core.size());
  std::vector<std::vector<double>> region(pivots.nodes.size());  // distances of the nodes that a pivot stands for
  for (std::uint32_t u = 0; u < core.size(); ++u) {
    std::size_t nearest = 0;
    for (std::size_t p = 1; p < pivots.nodes.size(); ++p) {
      if (pivots.distance[p][u] < pivots.distance[nearest][u]) nearest = p;
    }
    region[nearest].push_back(pivots.distance[nearest][u]);
    for (const std::uint32_t v : core.neighbours[u]) {
      const double distance = core.length(u, v);
      terms[u].push_back({v, distance, 1 / (distance * distance)});
    }
  }
  for (auto& distances : region) std::sort(distances.begin(), distances.end());
  for (std::size_t p = 0; p < pivots.nodes.size(); ++p) {
    for (std::uint32_t u = 0; u < core.size(); ++u) {
      const double distance = pivots.distance[p][u];
      const auto& neighbours = core.neighbours[u];
      if (u == pivots.nodes[p] || std::binary_search(neighbours.begin(), neighbours.end(), pivots.nodes[p])) continue;
      const auto near = std::upper_bound(region[p].begin(), region[p].end(), distance / 2) - region[p].begin();
      terms[u].push_back({pivots.nodes[p], distance, static_cast<double>(near) / (distance * distance)});
    }
  }
  return terms;
}

// Makes lengths on the page those of the graph, on average, and separates nodes at the same place.
void fit_scale(std::vector<Place>& places, const std::vector<std::vector<Term>>& terms) {
  double wanted = 0, shown = 0;
  for (std::size_t u = 0; u < places.size(); ++u) {
    for (const Term& term : terms[u]) {
      const double length = length_of(places[u].x - places[term.to].x, places[u].y - places[term.to].y);
      wanted += term.weight * term.distance * length;
      shown += term.weight * length * length;
    }
  }
  const double factor = shown > 0 ? wanted / shown : 1;
  for (std::size_t u = 0; u < places.size(); ++u) {
    places[u] = {places[u].x * factor + 0.1 * spread(2 * u), places[u].y * factor + 0.1 * spread(2 * u + 1)};
  }
}

// One sweep over all nodes; returns the longest move.
double sweep(std::vector<Place>& places, const std::vector<std::vector<Term>>& terms) {
  double longest = 0;
  for (std::size_t u = 0; u < places.size(); ++u) {
    double x = 0, y = 0, total = 0;
    const Place here = places[u];
    for (const Term& term : terms[u]) {
      const Place& other = places[term.to];
      const double dx = here.x - other.x, dy = here.y - other.y;
      const double length = length_of(dx, dy), pull = length > 1e-9 ? term.distance / length : 0;
      x += term.weight * (other.x + pull * dx);
      y += term.weight * (other.y + pull * dy);
      total += term.weight;
    }
    if (total <= 0) continue;
    places[u] = {x / total, y / total};
    longest = std::max(longest, length_of(places[u].x - here.x, places[u].y - here.y));
  }
  return longest;
}

std::vector<Place> core_places(const Core& core) {
  if (core.size() == 1) return {{0, 0}};
  const Pivots pivots = pivots_of(core);
  std::vector<Place> places = scaled_places(pivots, core.size());
  const auto terms = core.size() <= kFullLayoutNodes ? full_terms(core) : sparse_terms(core, pivots);
  fit_scale(places, terms);
  const int sweeps = core.size() <= 200 ? 200 : core.size() <= kFullLayoutNodes ? 80 : 50;
  for (int i = 0; i < sweeps && sweep(places, terms) > 1e-3; ++i) {
  }
  return places;
}

// Turns the places so that their main direction is horizontal.
void level(std::vector<Place>& places) {
  double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  const double count = static_cast<double>(places.size());
  for (const Place& place : places) {
    x += place.x / count;
    y += place.y / count;
  }
  for (const Place& place : places) {
    xx += (place.x - x) * (place.x - x);
    yy += (place.y - y) * (place.y - y);
    xy += (place.x - x) * (place.y - y);
  }
  const double size = length_of(xx - yy, 2 * xy);
  if (size <= 1e-6 * (xx + yy)) return;
  const double double_cosine = (xx - yy) / size;
  const double cosine = std::sqrt(std::max(0.0, (1 + double_cosine) / 2));
  const double sine = (xy < 0 ? -1 : 1) * std::sqrt(std::max(0.0, (1 - double_cosine) / 2));
  for (Place& place : places) place = {cosine * place.x + sine * place.y, cosine * place.y - sine * place.x};
}

}  // namespace

std::vector<Place> stress_places(const Component& component) {
  const Core core = core_of(component);
  std::vector<Place> core_found = core_places(core);
  level(core_found);
  std::vector<Place> places(component.size());
  for (std::size_t i = 0; i < core.size(); ++i) places[core.nodes[i]] = core_found[i];
  for (std::size_t i = 0; i < core.size(); ++i) {
    if (core.radius[i] == 0.5) continue;
    const auto leaves = leaves_of(component, core.nodes[i]);
    const double all = static_cast<double>(leaves.size());
    for (std::size_t j = 0; j < leaves.size(); ++j) {
      constexpr double kGolden = 0.3819660112501051;
      const Place direction = turn(static_cast<double>(j) * kGolden);
      const double share = std::sqrt((static_cast<double>(j) + 0.5) / all);
      const double radius = 0.4 + (core.radius[i] - 0.4) * share;
      places[leaves[j]] = {core_found[i].x + radius * direction.x, core_found[i].y + radius * direction.y};
    }
  }
  return places;
}

}  // namespace awe::drawing
