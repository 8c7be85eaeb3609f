#include "labels/codebook.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "awe/error.h"
#include "awe/hash.h"
#include "base/rng.h"

namespace awe::labels {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// kLanes numbers that are processed together, as vectors that the compiler splits to the available width.
constexpr std::size_t kQuads = 4, kLanes = 4 * kQuads;
using Quad [[gnu::vector_size(4 * sizeof(double))]] = double;
using QuadOfIntegers [[gnu::vector_size(4 * sizeof(std::int64_t))]] = std::int64_t;
struct alignas(sizeof(Quad)) Lanes {  // without AVX a Quad alone would have only half this alignment
  Quad quads[kQuads];
  double& operator[](std::size_t lane) { return reinterpret_cast<double*>(quads)[lane]; }
  const double& operator[](std::size_t lane) const { return reinterpret_cast<const double*>(quads)[lane]; }
};

// Distinct vectors with their numbers of occurrences.
struct Points {
  std::size_t width = 0, size = 0;
  std::vector<double> counts;
  std::vector<Lanes> blocks;  // `width` entries per block of kLanes points; the last block is padded with zeros

  [[nodiscard]] std::size_t num_blocks() const { return (size + kLanes - 1) / kLanes; }
  [[nodiscard]] double at(std::size_t point, std::size_t dimension) const {
    return blocks[point / kLanes * width + dimension][point % kLanes];
  }
  void copy(std::size_t point, double* to) const {
    for (std::size_t d = 0; d < width; ++d) to[d] = at(point, d);
  }
};

// Squared distances of a block's points from one centre, summed in the order of the dimensions, as nearest() does.
[[gnu::always_inline]] inline void squared_distances(const Lanes* block, const double* centre, std::size_t width,
                                                     Lanes& sums) {
  Quad a{}, b{}, c{}, d{};
  static_assert(kQuads == 4);
  for (std::size_t i = 0; i < width; ++i) {
    const Quad* quads = block[i].quads;
    const Quad w = quads[0] - centre[i], x = quads[1] - centre[i], y = quads[2] - centre[i], z = quads[3] - centre[i];
    a += w * w;
    b += x * x;
    c += y * y;
    d += z * z;
  }
  sums = {{a, b, c, d}};
}

struct alignas(sizeof(Quad)) Nearest {
  Lanes distances;  // squared
  QuadOfIntegers centres[kQuads];
};

// The nearest of several centres for each point of a block; on ties, the first.
[[gnu::always_inline]] inline void find_nearest_inline(const Lanes* block, std::span<const double> centres,
                                                       std::size_t width, Nearest& nearest) {
  squared_distances(block, centres.data(), width, nearest.distances);
  for (QuadOfIntegers& quad : nearest.centres) quad = QuadOfIntegers{};
  const std::size_t count = centres.size() / width;
  for (std::size_t c = 1; c < count; ++c) {
    Lanes distances;
    squared_distances(block, centres.data() + c * width, width, distances);
    const QuadOfIntegers centre = QuadOfIntegers{} + static_cast<std::int64_t>(c);
    for (std::size_t q = 0; q < kQuads; ++q) {
      const auto nearer = distances.quads[q] < nearest.distances.quads[q];
      nearest.distances.quads[q] = nearer ? distances.quads[q] : nearest.distances.quads[q];
      nearest.centres[q] = nearer ? centre : nearest.centres[q];
    }
  }
}

// The same operations for vectors of any available width: the same bits (fused multiply-adds are off).
void find_nearest_plain(const Lanes* block, std::span<const double> centres, std::size_t width, Nearest& nearest) {
  find_nearest_inline(block, centres, width, nearest);
}
#if defined(__x86_64__)
[[gnu::target("avx2")]] void find_nearest_wide(const Lanes* block, std::span<const double> centres, std::size_t width,
                                               Nearest& nearest) {
  find_nearest_inline(block, centres, width, nearest);
}
#endif
auto* choose_find_nearest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return find_nearest_wide;
#endif
  return find_nearest_plain;
}

// Computes the mean and the scale of each dimension from the rows, in this order.
void standardise(std::span<const double> rows, Codebook& book) {
  const std::size_t width = book.width, count = rows.size() / width;
  const double n = static_cast<double>(count);
  book.mean.resize(width);
  book.scale.resize(width);
  for (std::size_t d = 0; d < width; ++d) {
    // Sums differences from the first value, so that a constant dimension has a deviation of exactly 0.
    const double first = rows[d];
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < count; ++i) sum += rows[i * width + d] - first;
    const double mean = first + sum / n;
    for (std::size_t i = 0; i < count; ++i) {
      const double difference = rows[i * width + d] - mean;
      squares += difference * difference;
    }
    const double scale = 1 / std::sqrt(squares / n);
    book.mean[d] = mean;
    book.scale[d] = std::isfinite(scale) ? scale : 0;
  }
}

bool row_less(const double* a, const double* b, std::size_t width) {
  return std::lexicographical_compare(a, a + width, b, b + width);
}

// The rows in lexicographic order, without repeats; `counts` receives how often each occurs.
std::vector<double> sorted_distinct(std::span<const double> rows, std::size_t width, std::vector<double>& counts) {
  std::vector<const double*> order(rows.size() / width);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = rows.data() + i * width;
  std::sort(order.begin(), order.end(), [width](const double* a, const double* b) { return row_less(a, b, width); });
  std::vector<double> distinct;
  for (const double* row : order) {
    if (counts.empty() || row_less(distinct.data() + distinct.size() - width, row, width)) {
      distinct.insert(distinct.end(), row, row + width);
      counts.push_back(0);
    }
    ++counts.back();
  }
  return distinct;
}

Points lay_out(std::span<const double> rows, std::size_t width, std::vector<double> counts) {
  Points points;
  points.width = width;
  points.size = rows.size() / width;
  points.counts = std::move(counts);
  points.blocks.resize(points.num_blocks() * width, Lanes{});
  for (std::size_t i = 0; i < points.size; ++i) {
    for (std::size_t d = 0; d < width; ++d) points.blocks[i / kLanes * width + d][i % kLanes] = rows[i * width + d];
  }
  return points;
}

// Draws a point with probability proportional to its weight; weights are non-negative and not all 0.
std::size_t draw_by_weight(std::span<const double> weights, base::Sequence& random) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double target = random.unit() * total;
  double sum = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    last = i;
    sum += weights[i];
    if (sum > target) break;
  }
  return last;
}

// k-means++ (Arthur & Vassilvitskii 2007): each further centre is a point drawn with probability proportional to its
// squared distance from the nearest centre so far. Returns fewer than `clusters` centres only if distances underflow.
std::vector<double> first_centres(const Points& points, std::size_t clusters) {
  constexpr std::string_view kSubject = "awe codebook 1";
  base::Sequence random(0, hash128(std::as_bytes(std::span(kSubject))));
  std::vector<double> centres, centre(points.width), distances(points.size, kInfinity), weights = points.counts;
  while (true) {
    points.copy(draw_by_weight(weights, random), centre.data());
    centres.insert(centres.end(), centre.begin(), centre.end());
    if (centres.size() == clusters * points.width) return centres;
    bool some = false;
    Lanes sums;
    for (std::size_t b = 0; b < points.num_blocks(); ++b) {
      squared_distances(points.blocks.data() + b * points.width, centre.data(), points.width, sums);
      for (std::size_t i = b * kLanes; i < std::min(points.size, (b + 1) * kLanes); ++i) {
        distances[i] = std::min(distances[i], sums[i % kLanes]);
        weights[i] = points.counts[i] * distances[i];
        some = some || weights[i] > 0;
      }
    }
    if (!some) return centres;
  }
}

struct Assignment {
  std::vector<std::uint32_t> centres;
  std::vector<double> distances;  // squared
};

// Returns whether the centre of any point changed.
bool assign(const Points& points, std::span<const double> centres, Assignment& assignment) {
  static auto* const find_nearest = choose_find_nearest();
  bool changed = false;
  Nearest nearest;
  for (std::size_t b = 0; b < points.num_blocks(); ++b) {
    find_nearest(points.blocks.data() + b * points.width, centres, points.width, nearest);
    for (std::size_t i = b * kLanes; i < std::min(points.size, (b + 1) * kLanes); ++i) {
      const auto centre = static_cast<std::uint32_t>(nearest.centres[i % kLanes / 4][i % 4]);
      changed = changed || centre != assignment.centres[i];
      assignment.centres[i] = centre;
      assignment.distances[i] = nearest.distances[i % kLanes];
    }
  }
  return changed;
}

// Gives each centre without points the farthest from its centre of those points that share their centre with others.
void fill_empty(std::size_t clusters, Assignment& assignment) {
  std::vector<std::size_t> sizes(clusters, 0);
  for (const std::uint32_t centre : assignment.centres) ++sizes[centre];
  for (std::uint32_t c = 0; c < clusters; ++c) {
    if (sizes[c] > 0) continue;
    double most = 0;
    std::size_t farthest = 0;
    for (std::size_t i = 0; i < assignment.centres.size(); ++i) {
      if (assignment.distances[i] <= most || sizes[assignment.centres[i]] == 1) continue;
      most = assignment.distances[i];
      farthest = i;
    }
    if (most == 0) return;
    --sizes[assignment.centres[farthest]];
    ++sizes[c];
    assignment.centres[farthest] = c;
    assignment.distances[farthest] = 0;
  }
}

// Moves each centre to the mean of its points; a centre without points is not moved.
void move_centres(const Points& points, const Assignment& assignment, std::vector<double>& centres) {
  const std::size_t width = points.width;
  std::vector<double> sums(centres.size(), 0.0), counts(centres.size() / width, 0.0);
  for (std::size_t i = 0; i < points.size; ++i) {
    const std::size_t c = assignment.centres[i];
    counts[c] += points.counts[i];
    for (std::size_t d = 0; d < width; ++d) sums[c * width + d] += points.counts[i] * points.at(i, d);
  }
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] == 0) continue;
    for (std::size_t d = 0; d < width; ++d) centres[c * width + d] = sums[c * width + d] / counts[c];
  }
}

// Lloyd's iterations.
std::vector<double> find_centres(const Points& points, std::size_t clusters) {
  std::vector<double> centres = first_centres(points, clusters);
  Assignment assignment;
  assignment.centres.resize(points.size, std::numeric_limits<std::uint32_t>::max());
  assignment.distances.resize(points.size);
  for (int i = 0; i < CodebookLearner::kMostIterations && assign(points, centres, assignment); ++i) {
    fill_empty(centres.size() / points.width, assignment);
    move_centres(points, assignment, centres);
  }
  return centres;
}

}  // namespace

std::uint32_t Codebook::nearest(std::span<const double> attributes) const noexcept {
  std::uint32_t best = 0;
  double least = kInfinity;
  const double* centre = centres.data();
  for (std::uint32_t c = 0; c < size(); ++c, centre += width) {
    double sum = 0;
    // A sum never decreases, so a centre is ruled out as soon as its sum reaches the smallest one so far.
    for (std::size_t d = 0; d < width && sum < least; ++d) {
      const double difference = (attributes[d] - mean[d]) * scale[d] - centre[d];
      sum += difference * difference;
    }
    if (sum < least) {
      least = sum;
      best = c;
    }
  }
  return best;
}

std::vector<std::uint32_t> Codebook::nearest_of_rows(std::span<const double> attributes) const {
  if (size() == 0) return {};
  static auto* const find_nearest = choose_find_nearest();
  const std::size_t rows = attributes.size() / width;
  std::vector<std::uint32_t> found(rows);
  std::vector<Lanes> block(width);
  for (std::size_t begin = 0; begin < rows; begin += kLanes) {
    const std::size_t count = std::min(kLanes, rows - begin);
    for (std::size_t d = 0; d < width; ++d) {
      block[d] = Lanes{};
      for (std::size_t i = 0; i < count; ++i) {
        block[d][i] = (attributes[(begin + i) * width + d] - mean[d]) * scale[d];
      }
    }
    Nearest nearest;
    find_nearest(block.data(), centres, width, nearest);
    for (std::size_t i = 0; i < count; ++i) {
      found[begin + i] = static_cast<std::uint32_t>(nearest.centres[i / 4][i % 4]);
    }
  }
  return found;
}

CodebookLearner::CodebookLearner(int clusters) : clusters_(static_cast<std::size_t>(clusters)) {
  if (clusters < 1 || clusters > kMostClusters) {
    throw Error(ErrorKind::usage,
                "a codebook has 1 to " + std::to_string(kMostClusters) + " clusters, not " + std::to_string(clusters));
  }
}

std::size_t CodebookLearner::most_kept() const noexcept {
  return std::max(clusters_, std::min(kMostKept, kMostValues / width_));
}

void CodebookLearner::check(const Graph& graph) const {
  const std::string name = "graph " + (graph.name().empty() ? std::to_string(graphs_) : graph.name());
  const std::size_t width = graph.attribute_width();
  if (width == 0) {
    throw Error(ErrorKind::usage, name + " has no node attributes; clusters of attributes need them in every graph");
  }
  if (width_ != 0 && width != width_) {
    throw Error(ErrorKind::malformed, name + " has " + std::to_string(width) +
                                          " attributes per node; graphs before it " + std::to_string(width_));
  }
  for (std::size_t i = 0; i < graph.node_attributes().size(); ++i) {
    if (std::abs(graph.node_attributes()[i]) <= kLargestValue) continue;
    throw Error(ErrorKind::malformed, name + ": attribute " + std::to_string(i % width + 1) + " of node " +
                                          graph.node_ids().name(static_cast<NodeId>(i / width)) +
                                          " is not finite or beyond 1e150");
  }
}

void CodebookLearner::add(const Graph& graph) {
  if (graph.num_nodes() > 0) {
    check(graph);
    width_ = graph.attribute_width();
    // A key is a hash of the graph, the node and its values (with -0 replaced by 0).
    const Hash128 hash = fingerprint(graph);
    std::vector<std::uint64_t> words(3 + width_);
    words[0] = hash.high;
    words[1] = hash.low;
    const double* row = graph.node_attributes().data();
    for (NodeId u = 0; u < graph.num_nodes(); ++u, row += width_) {
      words[2] = u;
      for (std::size_t d = 0; d < width_; ++d) words[3 + d] = std::bit_cast<std::uint64_t>(row[d] + 0.0);
      const std::uint64_t key = hash64(std::as_bytes(std::span(words)));
      if (key > largest_key_) continue;
      keys_.push_back(key);
      for (std::size_t d = 0; d < width_; ++d) values_.push_back(row[d] + 0.0);
      if (keys_.size() >= 2 * most_kept()) shrink();
    }
  }
  ++graphs_;
}

bool CodebookLearner::before(std::size_t a, std::size_t b) const {
  if (keys_[a] != keys_[b]) return keys_[a] < keys_[b];
  return row_less(values_.data() + a * width_, values_.data() + b * width_, width_);
}

void CodebookLearner::shrink() {
  std::vector<std::size_t> order(keys_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto last = order.begin() + static_cast<std::ptrdiff_t>(most_kept() - 1);
  std::nth_element(order.begin(), last, order.end(), [this](std::size_t a, std::size_t b) { return before(a, b); });
  largest_key_ = keys_[*last];
  std::sort(order.begin(), last + 1);  // so that rows only move towards the front
  for (std::size_t i = 0; i < most_kept(); ++i) {
    keys_[i] = keys_[order[i]];
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(order[i] * width_), width_,
                values_.begin() + static_cast<std::ptrdiff_t>(i * width_));
  }
  keys_.resize(most_kept());
  values_.resize(most_kept() * width_);
}

std::vector<std::size_t> CodebookLearner::chosen() const {
  std::vector<std::size_t> order(keys_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) { return before(a, b); });
  if (!order.empty()) order.resize(std::min(order.size(), most_kept()));
  return order;
}

CodebookLearner::Sample CodebookLearner::sample() const {
  Sample sample{width_, graphs_, {}, {}};
  for (const std::size_t place : chosen()) {
    sample.keys.push_back(keys_[place]);
    const auto row = std::span(values_).subspan(place * width_, width_);
    sample.values.insert(sample.values.end(), row.begin(), row.end());
  }
  return sample;
}

void CodebookLearner::merge(const Sample& other) {
  const bool finite = std::all_of(other.values.begin(), other.values.end(),
                                  [](double value) { return std::abs(value) <= kLargestValue; });
  if (other.values.size() != other.keys.size() * other.width || (other.width == 0 && !other.keys.empty()) || !finite) {
    throw Error(ErrorKind::malformed, "a sample of attributes is damaged");
  }
  graphs_ += other.graphs;
  if (other.keys.empty()) return;
  if (width_ != 0 && width_ != other.width) {
    throw Error(ErrorKind::malformed, "graphs of one part have " + std::to_string(other.width) +
                                          " attributes per node, those of another part " + std::to_string(width_));
  }
  width_ = other.width;
  for (std::size_t i = 0; i < other.keys.size(); ++i) {
    if (other.keys[i] > largest_key_) continue;
    keys_.push_back(other.keys[i]);
    const auto row = std::span(other.values).subspan(i * width_, width_);
    values_.insert(values_.end(), row.begin(), row.end());
    if (keys_.size() >= 2 * most_kept()) shrink();
  }
}

Codebook CodebookLearner::learn() const {
  if (keys_.empty()) throw Error(ErrorKind::usage, "no graph has a node: there are no attributes to learn from");
  std::vector<double> rows = sample().values;

  Codebook book;
  book.width = width_;
  standardise(rows, book);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = (rows[i] - book.mean[i % width_]) * book.scale[i % width_] + 0.0;
  }
  std::vector<double> counts, ignored;
  std::vector<double> distinct = sorted_distinct(rows, width_, counts);
  if (counts.size() > clusters_) {
    std::vector<double> centres = find_centres(lay_out(distinct, width_, std::move(counts)), clusters_);
    for (double& value : centres) value += 0.0;  // -0 becomes 0
    distinct = sorted_distinct(centres, width_, ignored);
  }
  book.centres = std::move(distinct);
  return book;
}

}  // namespace awe::labels
