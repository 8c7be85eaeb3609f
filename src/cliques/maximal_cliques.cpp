#include "cliques/maximal_cliques.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace awe::cliques {
namespace {

// The cliques whose first node in the order is v lie among the nodes after v: these are the candidates. A clique is not
// maximal if a node could join it that the search has used already: an earlier neighbour of v, or a candidate that
// another branch has had.
class CliqueSearch {
 public:
  CliqueSearch(const SimpleGraph& graph, const PeeledGraph& peeled, const CliqueLimits& limits)
      : graph_(graph), peeled_(peeled), limits_(limits), local_(graph.num_nodes(), kNone) {}

  // False if a limit is passed.
  bool run() {
    for (const NodeId v : peeled_.order) {
      start(v);
      extend(0);
      for (const NodeId u : peeled_.later(v)) local_[u] = kNone;
      if (passed_) return false;
    }
    return true;
  }
  Cliques found;

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Level {
    std::vector<std::uint64_t> candidates, used;  // bits of local nodes
    std::vector<std::uint32_t> outside;           // rows of earlier neighbours of the first node
  };

  [[nodiscard]] const std::uint64_t* row(std::size_t i) const { return rows_.data() + i * words_; }
  [[nodiscard]] bool has(std::size_t i, std::size_t bit) const { return (row(i)[bit / 64] >> (bit % 64) & 1) != 0; }

  // Rows of bits: the candidates of v, then its earlier neighbours; bits: which candidates are adjacent.
  void start(NodeId v) {
    const auto later = peeled_.later(v);
    words_ = (later.size() + 63) / 64;
    rows_.assign(graph_.degree(v) * words_, 0);
    for (std::size_t i = 0; i < later.size(); ++i) local_[later[i]] = static_cast<std::uint32_t>(i);
    for (std::size_t i = 0; i < later.size(); ++i) {
      for (const NodeId u : peeled_.later(later[i])) {
        if (local_[u] == kNone) continue;
        set(i, local_[u]);
        set(local_[u], i);
      }
    }
    if (levels_.size() < later.size() + 2) levels_.resize(later.size() + 2);
    Level& level = levels_.front();
    level.candidates.assign(words_, 0);
    level.used.assign(words_, 0);
    level.outside.clear();
    for (std::size_t i = 0; i < later.size(); ++i) level.candidates[i / 64] |= std::uint64_t{1} << (i % 64);
    std::size_t next = later.size();
    for (const NodeId u : graph_.neighbours(v)) {
      if (peeled_.place[u] > peeled_.place[v]) continue;
      for (const NodeId w : peeled_.later(u)) {
        if (local_[w] != kNone) set(next, local_[w]);
      }
      steps_ += peeled_.later(u).size();
      level.outside.push_back(static_cast<std::uint32_t>(next++));
    }
    names_ = later;
    clique_.assign(1, v);
  }
  void set(std::size_t i, std::size_t bit) { rows_[i * words_ + bit / 64] |= std::uint64_t{1} << (bit % 64); }

  [[nodiscard]] std::size_t common(const std::vector<std::uint64_t>& bits, std::size_t i) const {
    std::size_t count = 0;
    for (std::size_t w = 0; w < words_; ++w) count += static_cast<std::size_t>(std::popcount(bits[w] & row(i)[w]));
    return count;
  }

  // The node, used or not, with the most candidates as neighbours: only the others need a branch.
  std::size_t pivot(const Level& level, std::size_t candidates) {
    std::size_t best = 0, most = 0;
    bool first = true;
    const auto enough = [&](std::size_t i, std::size_t possible) {
      const std::size_t count = common(level.candidates, i);
      steps_ += words_;
      if (first || count > most) best = i, most = count;
      first = false;
      return count == possible;
    };
    for (const std::uint32_t i : level.outside) {
      if (enough(i, candidates)) return best;
    }
    for (const bool used : {true, false}) {
      const auto& bits = used ? level.used : level.candidates;
      for (std::size_t w = 0; w < words_; ++w) {
        for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
          const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
          if (enough(i, used ? candidates : candidates - 1)) return best;
        }
      }
    }
    return best;
  }

  void extend(std::size_t depth) {
    Level& level = levels_[depth];
    std::size_t candidates = 0;
    bool used = !level.outside.empty();
    for (std::size_t w = 0; w < words_; ++w) {
      candidates += static_cast<std::size_t>(std::popcount(level.candidates[w]));
      used = used || level.used[w] != 0;
    }
    if (candidates == 0) {
      if (!used) keep();
      return;
    }
    const std::size_t chosen = pivot(level, candidates);
    Level& next = levels_[depth + 1];
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t left = level.candidates[w] & ~row(chosen)[w]; left != 0; left &= left - 1) {
        const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
        next.candidates.resize(words_);
        next.used.resize(words_);
        for (std::size_t k = 0; k < words_; ++k) {
          next.candidates[k] = level.candidates[k] & row(i)[k];
          next.used[k] = level.used[k] & row(i)[k];
        }
        next.outside.clear();
        for (const std::uint32_t u : level.outside) {
          if (has(u, i)) next.outside.push_back(u);
        }
        steps_ += 2 * words_ + level.outside.size();
        if (steps_ > limits_.steps) passed_ = true;
        if (passed_) return;
        clique_.push_back(names_[i]);
        extend(depth + 1);
        clique_.pop_back();
        level.candidates[w] &= ~(std::uint64_t{1} << (i % 64));
        level.used[w] |= std::uint64_t{1} << (i % 64);
      }
    }
  }

  void keep() {
    if (found.size() == limits_.cliques || found.members.size() + clique_.size() > limits_.members) {
      passed_ = true;
      return;
    }
    found.members.insert(found.members.end(), clique_.begin(), clique_.end());
    std::sort(found.members.end() - static_cast<std::ptrdiff_t>(clique_.size()), found.members.end());
    found.begin.push_back(found.members.size());
  }

  const SimpleGraph& graph_;
  const PeeledGraph& peeled_;
  CliqueLimits limits_;
  std::vector<std::uint32_t> local_;  // of nodes that are candidates of the present first node
  std::span<const NodeId> names_;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<Level> levels_;
  std::vector<NodeId> clique_;
  std::uint64_t steps_ = 0;
  bool passed_ = false;
};

}  // namespace

PeeledGraph::PeeledGraph(const SimpleGraph& graph) : place(graph.num_nodes()), core(graph.num_nodes()) {
  const NodeId n = graph.num_nodes();
  std::vector<std::uint32_t> degree(n);
  std::vector<std::vector<NodeId>> with_degree(1);
  for (NodeId v = 0; v < n; ++v) {
    degree[v] = graph.degree(v);
    if (degree[v] >= with_degree.size()) with_degree.resize(degree[v] + std::size_t{1});
    with_degree[degree[v]].push_back(v);
  }
  std::vector<bool> taken(n, false);
  std::uint32_t most = 0;
  for (std::size_t d = 0; order.size() < n;) {
    if (with_degree[d].empty()) {
      ++d;
      continue;
    }
    const NodeId v = with_degree[d].back();
    with_degree[d].pop_back();
    if (taken[v] || degree[v] != d) continue;  // an entry from before its degree fell
    taken[v] = true;
    most = std::max(most, degree[v]);
    core[v] = most;
    place[v] = static_cast<std::uint32_t>(order.size());
    order.push_back(v);
    for (const NodeId u : graph.neighbours(v)) {
      if (taken[u]) continue;
      with_degree[--degree[u]].push_back(u);
      d = std::min<std::size_t>(d, degree[u]);
    }
  }
  for (NodeId v = 0; v < n; ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      if (place[u] > place[v]) targets.push_back(u);
    }
    offsets.push_back(targets.size());
  }
}

std::optional<Cliques> maximal_cliques(const SimpleGraph& graph, const PeeledGraph& peeled,
                                       const CliqueLimits& limits) {
  CliqueSearch search(graph, peeled, limits);
  if (!search.run()) return std::nullopt;
  return std::move(search.found);
}

}  // namespace awe::cliques
