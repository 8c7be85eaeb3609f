// The reference walker (reference_walker.h) with a planted fault, which the statistical tests of walks must detect.
// Each fault is one that occurs in practice. Without a fault it draws the same walks as the reference walker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "awe/graph.h"
#include "awe/graph_builder.h"
#include "base/rng.h"
#include "walks/transition.h"

namespace awe::test {

enum class Fault {
  none,
  modulo_bias,                   // a choice among n is 8 random bits modulo n
  last_neighbour_never_drawn,    // chooses among one neighbour too few
  start_by_degree,               // starts uniform over arcs, not nodes
  weights_ignored,               // all neighbours are equally likely
  stream_used_twice,             // every block uses the random words of block 0
  length_off_by_one,             // one step too few
  self_loop_counted_twice,       // a loop counts as two of its node's arcs
  direction_swapped,             // arcs are followed backwards
  isolated_node_dropped,         // no walk starts at a node without arcs
  rounding_past_last_neighbour,  // floor(u n) for u = 1 is n: the first neighbour in the next row
  stale_alias_weights,           // the alias table is kept when only weights change
  seed_truncated                 // to 32 bits
};

class FaultyWalker {
 public:
  explicit FaultyWalker(Fault fault) : fault_(fault) {}

  // The nodes of walks 0 .. count-1, in blocks of kBlockWalks; a walk that had to stop has fewer than length + 1.
  [[nodiscard]] std::vector<std::vector<NodeId>> walks(const Graph& given, std::uint64_t seed, std::size_t count,
                                                       int length) {
    const Graph graph = fault_ == Fault::direction_swapped && given.directed() ? reversed(given) : given;
    const std::vector<NodeId> starts = start_nodes(graph);
    prepare_weights(graph);
    if (fault_ == Fault::seed_truncated) seed = static_cast<std::uint32_t>(seed);
    if (fault_ == Fault::length_off_by_one) --length;
    std::vector<std::vector<NodeId>> result;
    for (std::uint64_t block = 0; result.size() < count; ++block) {
      const base::StreamBlock stream(seed, fingerprint(given), base::StreamPurpose::graph_walks, 0,
                                     fault_ == Fault::stream_used_twice ? 0 : block);
      for (std::uint32_t lane = 0; lane < base::kBlockWalks && result.size() < count; ++lane) {
        result.push_back(walk(graph, starts, stream, lane, length));
      }
    }
    return result;
  }

 private:
  [[nodiscard]] static Graph reversed(const Graph& graph) {
    GraphBuilder builder({true, graph.weighted(), SelfLoops::keep, EdgeListing::edges});
    builder.set_num_nodes(graph.num_nodes());
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
        builder.add_edge(graph.targets()[place], u, graph.weighted() ? graph.arc_weights()[place] : 1.0);
      }
    }
    return std::move(builder).build();
  }

  // Walks start at one of these, uniformly drawn.
  [[nodiscard]] std::vector<NodeId> start_nodes(const Graph& graph) const {
    std::vector<NodeId> starts;
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      const auto targets = graph.targets();
      const bool isolated = graph.degree(u) == 0 && std::find(targets.begin(), targets.end(), u) == targets.end();
      if (fault_ == Fault::isolated_node_dropped && isolated) continue;
      starts.insert(starts.end(), fault_ == Fault::start_by_degree ? graph.degree(u) : 1, u);
    }
    return starts;
  }

  void prepare_weights(const Graph& graph) {
    if (fault_ != Fault::stale_alias_weights) tables_.clear();
    table_ = nullptr;
    if (!graph.weighted() || fault_ == Fault::weights_ignored) return;
    const std::vector<NodeId> adjacency(graph.targets().begin(), graph.targets().end());
    table_ = &tables_.try_emplace(adjacency, graph).first->second;
  }

  [[nodiscard]] std::uint32_t choose(std::uint32_t n, const base::StreamBlock& stream, std::uint32_t lane,
                                     std::uint32_t word) const {
    return fault_ == Fault::modulo_bias ? stream.draw(lane, word) % 256 % n : stream.choose(n, lane, word);
  }

  // The position in targets() of the drawn arc, before weights are considered. The node must have arcs.
  [[nodiscard]] std::uint64_t choose_place(const Graph& graph, NodeId here, const base::StreamBlock& stream,
                                           std::uint32_t lane, std::uint32_t word) const {
    const std::uint64_t first = graph.offsets()[here];
    const std::uint32_t degree = graph.degree(here);
    if (fault_ == Fault::last_neighbour_never_drawn && degree > 1)
      return first + choose(degree - 1, stream, lane, word);
    if (fault_ == Fault::self_loop_counted_twice && graph.has_arc(here, here)) {
      const std::uint32_t choice = choose(degree + 1, stream, lane, word);
      if (choice < degree) return first + choice;
      const auto row = graph.neighbours(here);
      return first + static_cast<std::uint64_t>(std::find(row.begin(), row.end(), here) - row.begin());
    }
    if (fault_ == Fault::rounding_past_last_neighbour) {
      const double u = (stream.draw(lane, word) >> 17) / 32767.0;  // 0 to 1, like rand() / RAND_MAX
      return (first + static_cast<std::uint64_t>(u * degree)) % graph.num_arcs();
    }
    return first + choose(degree, stream, lane, word);
  }

  [[nodiscard]] std::vector<NodeId> walk(const Graph& graph, const std::vector<NodeId>& starts,
                                         const base::StreamBlock& stream, std::uint32_t lane, int length) const {
    std::vector<NodeId> nodes = {starts[choose(static_cast<std::uint32_t>(starts.size()), stream, lane, 0)]};
    for (std::uint32_t step = 1; step <= static_cast<std::uint32_t>(length); ++step) {
      const NodeId here = nodes.back();
      if (graph.degree(here) == 0) return nodes;
      const std::uint64_t place = choose_place(graph, here, stream, lane, 2 * step);
      NodeId next = graph.targets()[place];
      if (table_ != nullptr) {
        const walks::AliasTable::Slot slot = table_->slot(place);
        if (stream.draw(lane, 2 * step + 1) >= slot.threshold) next = slot.alias;
      }
      nodes.push_back(next);
    }
    return nodes;
  }

  Fault fault_;
  std::map<std::vector<NodeId>, walks::AliasTable> tables_;  // keyed by the adjacency, without the weights
  const walks::AliasTable* table_ = nullptr;                 // of the current graph; null if weights are not used
};

}  // namespace awe::test
