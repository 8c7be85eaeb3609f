#include "explanation/attribution.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/rng.h"
#include "base/stop_check.h"
#include "walks/walk_tree.h"

namespace awe::explanation {
namespace {

using walks::WalkStep;
using walks::WalkTree;

std::unordered_map<std::string, std::uint32_t> numbers_of(const std::vector<std::string>& names) {
  std::unordered_map<std::string, std::uint32_t> numbers;
  for (std::size_t i = 0; i < names.size(); ++i) numbers.emplace(names[i], static_cast<std::uint32_t>(i));
  return numbers;
}

// The walks with weights as a tree, by the label numbers of the graph.
struct WeightTree {
  WalkTree tree;
  std::vector<double> weight{0}, ended{0};  // by place: of the walk; of the walk that ends there
  int longest = 0;

  WeightTree(const labels::GraphLabels& labels, std::span<const WeightedWalk> walks) {
    const auto nodes = numbers_of(labels.node_names()), edges = numbers_of(labels.edge_names());
    for (const WeightedWalk& weighted : walks) add(weighted, labels, nodes, edges);
  }

 private:
  using Numbers = std::unordered_map<std::string, std::uint32_t>;

  void add(const WeightedWalk& weighted, const labels::GraphLabels& labels, const Numbers& nodes,
           const Numbers& edges) {
    const TracedWalk& walk = weighted.walk;
    if (weighted.weight == 0) return;
    std::vector<WalkStep> steps;
    std::uint32_t seen = 0;
    for (std::size_t i = 0; i < walk.names.size(); ++i) {
      const std::uint32_t name = walk.names[i];
      std::uint32_t node = 0, edge = 0;
      if (name > seen && labels.of_nodes()) {
        const auto found = nodes.find(walk.nodes[name - 1]);
        if (found == nodes.end()) return;  // the graph has no such label
        node = found->second;
      }
      if (i > 0 && labels.of_edges()) {
        const auto found = edges.find(walk.edges[i - 1]);
        if (found == edges.end()) return;
        edge = found->second;
      }
      seen = std::max(seen, name);
      steps.emplace_back(name, node, edge);
    }
    WalkTree::Place place = WalkTree::kRoot;
    for (const WalkStep step : steps) place = tree.find_or_add(place, step);
    weight.resize(tree.size(), 0);
    ended.resize(tree.size(), 0);
    (walk.ended ? ended : weight)[place] += weighted.weight;
    longest = std::max(longest, walk.steps());
  }
};

class Search {
 public:
  Search(const Graph& graph, const labels::GraphLabels& labels, const WeightTree& tree,
         const AttributionOptions& options, const Progress& progress)
      : graph_(graph), labels_(labels), tree_(tree), options_(options), name_(graph.num_nodes(), 0) {
    stop_.watch(&progress);
    number_edges();
    clear();
  }

  // False: the budget is used up.
  bool enumerate() {
    const double each = 1 / static_cast<double>(graph_.num_nodes());
    for (NodeId node = 0; node < graph_.num_nodes(); ++node) {
      begin(node, each);
      if (!within_budget()) return false;
    }
    return true;
  }

  void draw() {
    clear();
    base::Sequence random(options_.seed, fingerprint(graph_));
    const double each = 1 / static_cast<double>(options_.walks);
    for (std::uint64_t i = 0; i < options_.walks; ++i) {
      stop_.tick();
      draw_one(random, each);
    }
    found_.exact = false;
  }

  Attribution take() { return std::move(found_); }

 private:
  void clear() {
    found_ = {};
    found_.nodes.assign(graph_.num_nodes(), 0);
    found_.through.assign(graph_.num_nodes(), 0);
    found_.edges.assign(graph_.num_edges(), 0);
  }
  [[nodiscard]] bool within_budget() const { return steps_ <= options_.budget; }

  // The number of the edge of every arc.
  void number_edges() {
    edge_of_.resize(graph_.num_arcs());
    std::uint32_t next = 0;
    for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
      const auto row = graph_.neighbours(u);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::uint64_t arc = graph_.offsets()[u] + i;
        edge_of_[arc] = graph_.directed() || u <= row[i] ? next++ : edge_of_[arc_to(row[i], u)];
      }
    }
  }
  [[nodiscard]] std::uint64_t arc_to(NodeId from, NodeId to) const {
    const auto row = graph_.neighbours(from);
    return graph_.offsets()[from] +
           static_cast<std::uint64_t>(std::lower_bound(row.begin(), row.end(), to) - row.begin());
  }

  [[nodiscard]] double weight(std::uint64_t arc) const { return graph_.weighted() ? graph_.arc_weights()[arc] : 1.0; }
  // The arc that a step must not follow, and the weight of all others.
  struct Choice {
    std::uint64_t barred = ~std::uint64_t{0};
    double total = 0;
  };
  [[nodiscard]] Choice choice(NodeId x, NodeId back, bool begun) const {
    const std::uint64_t first = graph_.offsets()[x], last = graph_.offsets()[x + 1];
    Choice made;
    if (options_.kind == WalkKind::non_backtracking && begun && last - first > 1 && graph_.has_arc(x, back)) {
      made.barred = arc_to(x, back);
    }
    for (std::uint64_t arc = first; arc < last; ++arc) made.total += arc == made.barred ? 0 : weight(arc);
    return made;
  }

  void give(double value) {
    if (value == 0) return;
    found_.total += value;
    const double each = value / static_cast<double>(visited_.size());
    for (const NodeId node : visited_) {
      found_.nodes[node] += each;
      found_.through[node] += value;
    }
    if (followed_.empty()) return;
    std::array<std::uint32_t, kMaxWalkLength + 1> different{};
    std::size_t count = 0;
    for (const std::uint32_t edge : followed_) {
      if (std::find(different.begin(), different.begin() + count, edge) == different.begin() + count) {
        different[count++] = edge;
      }
    }
    for (std::size_t i = 0; i < count; ++i) found_.edges[different[i]] += value / static_cast<double>(count);
  }

  [[nodiscard]] WalkTree::Place step(WalkTree::Place place, NodeId to, std::uint64_t arc) const {
    const std::uint32_t edge = labels_.arc(arc);
    return name_[to] > 0 ? tree_.tree.find(place, WalkStep(name_[to], 0, edge))
                         : tree_.tree.find(place, WalkStep(fresh_name(), labels_.node(to), edge));
  }
  [[nodiscard]] std::uint32_t fresh_name() const { return static_cast<std::uint32_t>(visited_.size()) + 1; }
  void visit(NodeId node) {
    visited_.push_back(node);
    name_[node] = static_cast<std::uint8_t>(visited_.size());
  }
  void leave() {
    name_[visited_.back()] = 0;
    visited_.pop_back();
  }

  void begin(NodeId node, double mass) {
    const auto place = tree_.tree.find(WalkTree::kRoot, WalkStep(1, labels_.node(node), 0));
    if (place == WalkTree::kNone) return;
    visit(node);
    descend(node, node, place, mass);
    leave();
  }

  void descend(NodeId x, NodeId back, WalkTree::Place place, double mass) {
    stop_.tick();
    if (++steps_ > options_.budget) return;
    give(mass * tree_.weight[place]);
    if (graph_.degree(x) == 0) return give(mass * tree_.ended[place]);
    if (tree_.tree.length(place) >= tree_.longest) return;
    const Choice made = choice(x, back, tree_.tree.length(place) > 0);
    for (std::uint64_t arc = graph_.offsets()[x]; arc < graph_.offsets()[x + 1]; ++arc) {
      if (arc == made.barred) continue;
      const NodeId y = graph_.targets()[arc];
      const auto next = step(place, y, arc);
      if (next == WalkTree::kNone) continue;
      const bool fresh = name_[y] == 0;
      if (fresh) visit(y);
      followed_.push_back(edge_of_[arc]);
      descend(y, x, next, mass * weight(arc) / made.total);
      followed_.pop_back();
      if (fresh) leave();
    }
  }

  void draw_one(base::Sequence& random, double mass) {
    NodeId x = static_cast<NodeId>(random.below(graph_.num_nodes())), back = x;
    auto place = tree_.tree.find(WalkTree::kRoot, WalkStep(1, labels_.node(x), 0));
    const std::size_t begun = visited_.size();
    visit(x);
    while (place != WalkTree::kNone) {
      give(mass * tree_.weight[place]);
      if (graph_.degree(x) == 0) give(mass * tree_.ended[place]);
      if (graph_.degree(x) == 0 || tree_.tree.length(place) >= tree_.longest) break;
      const Choice made = choice(x, back, tree_.tree.length(place) > 0);
      double left = random.unit() * made.total;
      std::uint64_t chosen = made.barred;
      for (std::uint64_t arc = graph_.offsets()[x]; arc < graph_.offsets()[x + 1]; ++arc) {
        if (arc == made.barred) continue;
        chosen = arc;
        left -= weight(arc);
        if (left < 0) break;
      }
      const NodeId y = graph_.targets()[chosen];
      place = step(place, y, chosen);
      if (name_[y] == 0) visit(y);
      followed_.push_back(edge_of_[chosen]);
      back = x;
      x = y;
    }
    while (visited_.size() > begun) leave();
    followed_.clear();
  }

  const Graph& graph_;
  const labels::GraphLabels& labels_;
  const WeightTree& tree_;
  const AttributionOptions& options_;
  base::StopCheck stop_;
  std::vector<std::uint8_t> name_;       // by node: order of its first visit, 0: fresh
  std::vector<NodeId> visited_;          // in this order
  std::vector<std::uint32_t> followed_;  // edges, one per step
  std::vector<std::uint32_t> edge_of_;   // by arc
  std::uint64_t steps_ = 0;
  Attribution found_;
};

}  // namespace

Attribution attribute(const Graph& graph, const labels::GraphLabels& labels, std::span<const WeightedWalk> walks,
                      const AttributionOptions& options, const Progress& progress) {
  const WeightTree tree(labels, walks);
  Search search(graph, labels, tree, options, progress);
  if (graph.num_nodes() > 0 && !search.enumerate()) search.draw();
  return search.take();
}

}  // namespace awe::explanation
