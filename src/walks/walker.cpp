#include "awe/walks/walker.h"

#include <algorithm>
#include <array>

namespace awe {
namespace {

constexpr std::uint32_t kLanes = 64;
template <class T>
using Lanes = std::array<T, kLanes>;

}  // namespace

// The walks of kLanes lanes, structure of arrays: nodes[s] are the nodes after s steps.
struct Walker::Tile {
  std::uint32_t first_lane = 0;
  std::array<Lanes<NodeId>, kMaxWalkLength + 1> nodes;
  std::array<Lanes<std::uint32_t>, kMaxWalkLength + 1> names;
  Lanes<std::uint32_t> lane_words;
  Lanes<std::uint32_t> stopped;
};

WalkOrigin WalkOrigin::whole_graph(const Graph& graph) {
  WalkOrigin origin;
  origin.count_ = graph.num_nodes();
  return origin;
}

WalkOrigin WalkOrigin::node(NodeId node) {
  WalkOrigin origin;
  origin.purpose_ = StreamPurpose::node_walks;
  origin.item_ = node;
  origin.count_ = 1;
  origin.first_ = node;
  return origin;
}

WalkOrigin WalkOrigin::arc(const Graph& graph, NodeId from, std::uint64_t place) {
  WalkOrigin origin = node(from);
  origin.purpose_ = StreamPurpose::edge_walks;
  origin.item_ = place;
  origin.second_ = graph.targets()[place];
  return origin;
}

WalkOrigin WalkOrigin::nodes(std::span<const NodeId> sorted_nodes) {
  WalkOrigin origin;
  origin.purpose_ = StreamPurpose::subgraph_walks;
  origin.item_ = hash64(std::as_bytes(sorted_nodes));
  origin.count_ = static_cast<NodeId>(sorted_nodes.size());
  origin.nodes_ = sorted_nodes;
  return origin;
}

Walker::Walker(const Graph& graph, const WalkIndex& index, std::uint64_t seed)
    : graph_(&graph), index_(index), seed_(seed), fingerprint_(fingerprint(graph)) {
  if (graph.weighted()) alias_.emplace(graph);
}

void Walker::fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes) const {
  const StreamBlock stream(seed_, fingerprint_, origin.purpose_, origin.item_, block);
  Tile tile;
  for (std::uint32_t first = 0; first < codes.size(); first += kLanes) {
    tile.first_lane = first;
    start(stream, origin, tile);
    for (int s = origin.second_ ? 2 : 1; s <= index_.length(); ++s) step(stream, s, tile);
    name_and_rank(tile, codes.subspan(first, std::min<std::size_t>(kLanes, codes.size() - first)));
  }
}

void Walker::start(const StreamBlock& stream, const WalkOrigin& origin, Tile& tile) const {
  tile.stopped.fill(0);
  const WordKey key = stream.word_key(0);
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint32_t lane = tile.first_lane + i;
    tile.lane_words[i] = stream.lane_word(lane);
    const std::uint32_t draw = StreamBlock::draw(tile.lane_words[i], key);
    const NodeId choice = origin.count_ == 1 ? 0 : stream.choose_from(draw, origin.count_, lane, 0);
    tile.nodes[0][i] = origin.nodes_.empty() ? origin.first_ + choice : origin.nodes_[choice];
  }
  if (origin.second_) tile.nodes[1].fill(*origin.second_);
}

void Walker::step(const StreamBlock& stream, int step, Tile& tile) const {
  const auto word = static_cast<std::uint32_t>(2 * step);
  const WordKey key = stream.word_key(word);
  const std::uint64_t* offsets = graph_->offsets().data();
  const NodeId* targets = graph_->targets().data();
  const auto& from = tile.nodes[static_cast<std::size_t>(step) - 1];
  auto& to = tile.nodes[static_cast<std::size_t>(step)];

  Lanes<std::uint32_t> draws;
  for (std::uint32_t i = 0; i < kLanes; ++i) draws[i] = StreamBlock::draw(tile.lane_words[i], key);
  if (!alias_) {
    for (std::uint32_t i = 0; i < kLanes; ++i) {
      const std::uint64_t first = offsets[from[i]];
      const auto degree = static_cast<std::uint32_t>(offsets[from[i] + 1] - first);
      if (degree == 0) [[unlikely]] {
        tile.stopped[i] = 1;
        to[i] = from[i];
        continue;
      }
      to[i] = targets[first + stream.choose_from(draws[i], degree, tile.first_lane + i, word)];
    }
    return;
  }
  const WordKey alias_key = stream.word_key(word + 1);
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint64_t first = offsets[from[i]];
    const auto degree = static_cast<std::uint32_t>(offsets[from[i] + 1] - first);
    if (degree == 0) [[unlikely]] {
      tile.stopped[i] = 1;
      to[i] = from[i];
      continue;
    }
    const std::uint64_t place = first + stream.choose_from(draws[i], degree, tile.first_lane + i, word);
    const AliasTable::Slot& slot = alias_->slot(place);
    const bool own = StreamBlock::draw(tile.lane_words[i], alias_key) < slot.threshold;
    to[i] = own ? targets[place] : slot.alias;
  }
}

void Walker::name_and_rank(Tile& tile, std::span<std::uint64_t> codes) const {
  const int length = index_.length();
  const std::uint32_t loops = index_.self_loops() ? 1 : 0;
  Lanes<std::uint32_t> used;
  Lanes<std::uint64_t> rank;
  used.fill(1);
  rank.fill(0);
  tile.names[0].fill(1);
  for (std::size_t s = 1; s <= static_cast<std::size_t>(length); ++s) {
    const Lanes<NodeId>& node = tile.nodes[s];
    const Lanes<std::uint32_t>& current = tile.names[s - 1];
    // In a local array, and by masks: so that the compiler sees vectors and no branches.
    Lanes<std::uint32_t> name;
    for (std::uint32_t i = 0; i < kLanes; ++i) name[i] = used[i] + 1;
    for (std::size_t earlier = 0; earlier < s; ++earlier) {
      const Lanes<NodeId>& earlier_node = tile.nodes[earlier];
      const Lanes<std::uint32_t>& earlier_name = tile.names[earlier];
      for (std::uint32_t i = 0; i < kLanes; ++i) {
        const std::uint32_t same = earlier_node[i] == node[i] ? ~0u : 0u;
        name[i] ^= (name[i] ^ earlier_name[i]) & same;
      }
    }
    std::array<std::uint64_t, kMaxWalkLength + 2> completions;
    const int left = length - static_cast<int>(s);
    for (std::size_t k = 1; k <= s; ++k) completions[k] = index_.completions(left, static_cast<int>(k));
    for (std::uint32_t i = 0; i < kLanes; ++i) {
      const std::uint32_t later = name[i] > current[i] ? 1 : 0;
      rank[i] += std::uint64_t{name[i] - 1 - (later & ~loops)} * completions[used[i]];
    }
    for (std::uint32_t i = 0; i < kLanes; ++i) used[i] = name[i] > used[i] ? name[i] : used[i];
    tile.names[s] = name;
  }
  for (std::uint32_t i = 0; i < codes.size(); ++i) codes[i] = tile.stopped[i] != 0 ? kStopped : rank[i];
}

}  // namespace awe
