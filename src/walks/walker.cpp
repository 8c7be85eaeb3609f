#include "awe/walks/walker.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace awe {
namespace {

constexpr std::uint32_t kLanes = WalkTile::kLanes;
template <class T>
using Lanes = WalkTile::Lanes<T>;

// Calls body with the number of lanes to compute, a constant of the compiler: all of them, or a few that hold all
// walks.
template <class Body>
void with_lanes(const WalkTile& tile, Body body) {
  if (tile.size <= 16) {
    body(std::integral_constant<std::uint32_t, 16>());
  } else if (tile.size <= 32) {
    body(std::integral_constant<std::uint32_t, 32>());
  } else {
    body(std::integral_constant<std::uint32_t, kLanes>());
  }
}

}  // namespace

// The names of the nodes of a tile, as WalkTile has the nodes.
struct Walker::Names {
  std::array<Lanes<std::uint32_t>, kMaxWalkLength + 1> at;
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

WalkOrigin WalkOrigin::sentence(NodeId node) {
  WalkOrigin origin = WalkOrigin::node(node);
  origin.purpose_ = StreamPurpose::corpus_walks;
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

Walker::Walker(const Graph& graph, const WalkIndex& index, std::uint64_t seed, WalkKind kind)
    : graph_(&graph), index_(index), seed_(seed), kind_(kind), fingerprint_(fingerprint(graph)) {
  if (graph.weighted()) alias_.emplace(graph);
}

void Walker::fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                        std::uint32_t first_lane) const {
  Names names;
  for_each_tile(origin, block, first_lane, static_cast<std::uint32_t>(codes.size()), [&](const WalkTile& tile) {
    const auto ranks = codes.subspan(tile.first_lane - first_lane, tile.size);
    name_and_rank(tile, names, ranks);
    for (std::uint32_t i = 0; i < tile.size; ++i) {
      if (tile.made[i] < static_cast<std::uint32_t>(index_.length())) ranks[i] = kStopped;
    }
  });
}

void Walker::fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                        std::span<std::uint8_t> made, std::uint32_t first_lane) const {
  Names names;
  for_each_tile(origin, block, first_lane, static_cast<std::uint32_t>(codes.size()), [&](const WalkTile& tile) {
    const auto ranks = codes.subspan(tile.first_lane - first_lane, tile.size);
    name_and_rank(tile, names, ranks);
    for (std::uint32_t i = 0; i < tile.size; ++i) {
      made[tile.first_lane - first_lane + i] = static_cast<std::uint8_t>(tile.made[i]);
      if (tile.made[i] < static_cast<std::uint32_t>(index_.length())) ranks[i] = rank_of_stopped(tile, i);
    }
  });
}

void Walker::for_each_tile(const WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks,
                           const std::function<void(const WalkTile&)>& visit) const {
  const StreamBlock stream(seed_, fingerprint_, origin.purpose_, origin.item_, block);
  WalkTile tile;
  Lanes<std::uint32_t> lane_words;
  for (std::uint32_t done = 0; done < walks; done += kLanes) {
    tile.first_lane = first_lane + done;
    tile.size = std::min(kLanes, walks - done);
    start(stream, origin, tile, lane_words);
    for (int s = origin.second_ ? 2 : 1; s <= index_.length(); ++s) {
      if (kind_ == WalkKind::non_backtracking && s > 1) {
        step_onward(stream, s, tile);
      } else {
        step(stream, s, tile, lane_words);
      }
    }
    visit(tile);
  }
}

void Walker::start(const StreamBlock& stream, const WalkOrigin& origin, WalkTile& tile,
                   Lanes<std::uint32_t>& lane_words) const {
  tile.made.fill(static_cast<std::uint32_t>(index_.length()));
  const WordKey key = stream.word_key(0);
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint32_t lane = tile.first_lane + i;
    lane_words[i] = stream.lane_word(lane);
    const std::uint32_t draw = StreamBlock::draw(lane_words[i], key);
    const NodeId choice = origin.count_ == 1 ? 0 : stream.choose_from(draw, origin.count_, lane, 0);
    tile.nodes[0][i] = origin.nodes_.empty() ? origin.first_ + choice : origin.nodes_[choice];
  }
  if (origin.second_) tile.nodes[1].fill(*origin.second_);
}

void Walker::step(const StreamBlock& stream, int step, WalkTile& tile, const Lanes<std::uint32_t>& lane_words) const {
  const auto word = static_cast<std::uint32_t>(2 * step);
  const WordKey key = stream.word_key(word);
  const std::uint64_t* offsets = graph_->offsets().data();
  const NodeId* targets = graph_->targets().data();
  const auto& from = tile.nodes[static_cast<std::size_t>(step) - 1];
  auto& to = tile.nodes[static_cast<std::size_t>(step)];

  with_lanes(tile, [&](auto lanes) {
    Lanes<std::uint32_t> draws;
    for (std::uint32_t i = 0; i < lanes; ++i) draws[i] = StreamBlock::draw(lane_words[i], key);
    if (!alias_) {
      for (std::uint32_t i = 0; i < lanes; ++i) {
        const std::uint64_t first = offsets[from[i]];
        const auto degree = static_cast<std::uint32_t>(offsets[from[i] + 1] - first);
        if (degree == 0) [[unlikely]] {
          tile.made[i] = std::min(tile.made[i], static_cast<std::uint32_t>(step) - 1);
          to[i] = from[i];
          continue;
        }
        to[i] = targets[first + stream.choose_from(draws[i], degree, tile.first_lane + i, word)];
      }
      return;
    }
    const WordKey alias_key = stream.word_key(word + 1);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      const std::uint64_t first = offsets[from[i]];
      const auto degree = static_cast<std::uint32_t>(offsets[from[i] + 1] - first);
      if (degree == 0) [[unlikely]] {
        tile.made[i] = std::min(tile.made[i], static_cast<std::uint32_t>(step) - 1);
        to[i] = from[i];
        continue;
      }
      const std::uint64_t place = first + stream.choose_from(draws[i], degree, tile.first_lane + i, word);
      const AliasTable::Slot& slot = alias_->slot(place);
      const bool own = StreamBlock::draw(lane_words[i], alias_key) < slot.threshold;
      to[i] = own ? targets[place] : slot.alias;
    }
  });
}

// A step that does not turn back where it can go on. All neighbours but `back` are left: the choice is among one place
// less, and the last place stands in for the one that is left out.
void Walker::step_onward(const StreamBlock& stream, int step, WalkTile& tile) const {
  const auto word = static_cast<std::uint32_t>(2 * step);
  const auto& before = tile.nodes[static_cast<std::size_t>(step) - 2];
  const auto& here = tile.nodes[static_cast<std::size_t>(step) - 1];
  auto& to = tile.nodes[static_cast<std::size_t>(step)];
  for (std::uint32_t i = 0; i < tile.size; ++i) {
    const NodeId from = here[i], back = before[i];
    const auto row = graph_->neighbours(from);
    if (row.empty()) [[unlikely]] {
      tile.made[i] = std::min(tile.made[i], static_cast<std::uint32_t>(step) - 1);
      to[i] = from;
      continue;
    }
    const std::uint32_t lane = tile.first_lane + i;
    const auto degree = static_cast<std::uint32_t>(row.size());
    const bool can_turn = !graph_->directed() || graph_->has_arc(from, back);
    if (degree == 1) {
      to[i] = row.front();
    } else if (alias_) {
      constexpr NodeId kNoNode = ~NodeId{0};  // not `from`, which may have a loop
      to[i] = step_by_weight_onward(stream, lane, word, from, can_turn ? back : kNoNode);
    } else {
      const NodeId chosen = row[stream.choose(can_turn ? degree - 1 : degree, lane, word)];
      to[i] = can_turn && chosen == back ? row.back() : chosen;
    }
  }
}

// Draws by weight until the step does not turn back; where that takes long, from the weights that are left. Attempts
// use words of their own, past those of the longest walk.
NodeId Walker::step_by_weight_onward(const StreamBlock& stream, std::uint32_t lane, std::uint32_t word, NodeId from,
                                     NodeId back) const {
  constexpr std::uint32_t kAttempts = 32, kWordsOfAnAttempt = 64;
  static_assert(2 * kMaxWalkLength + 1 < kWordsOfAnAttempt);
  const auto row = graph_->neighbours(from);
  const std::uint64_t first = graph_->offsets()[from];
  for (std::uint32_t attempt = 0; attempt < kAttempts; ++attempt, word += kWordsOfAnAttempt) {
    const std::uint32_t choice = stream.choose(static_cast<std::uint32_t>(row.size()), lane, word);
    const AliasTable::Slot& slot = alias_->slot(first + choice);
    const NodeId chosen = stream.draw(lane, word + 1) < slot.threshold ? row[choice] : slot.alias;
    if (chosen != back) return chosen;
  }
  const auto weights = graph_->weights(from);
  double left = 0;
  for (std::size_t j = 0; j < row.size(); ++j) left += row[j] == back ? 0 : weights[j];
  const std::uint64_t bits = std::uint64_t{stream.draw(lane, word)} << 32 | stream.draw(lane, word + 1);
  double place = static_cast<double>(bits >> 11) * 0x1.0p-53 * left;
  NodeId chosen = from;
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (row[j] == back) continue;
    chosen = row[j];
    place -= weights[j];
    if (place < 0) break;
  }
  return chosen;
}

void Walker::name_and_rank(const WalkTile& tile, Names& names, std::span<std::uint64_t> ranks) const {
  const int length = index_.length();
  const std::uint32_t loops = index_.self_loops() ? 1 : 0;
  with_lanes(tile, [&](auto lanes) {
    Lanes<std::uint32_t> used;
    Lanes<std::uint64_t> rank;
    used.fill(1);
    rank.fill(0);
    names.at[0].fill(1);
    for (std::size_t s = 1; s <= static_cast<std::size_t>(length); ++s) {
      const Lanes<NodeId>& node = tile.nodes[s];
      const Lanes<std::uint32_t>& current = names.at[s - 1];
      // In a local array, and by masks: so that the compiler sees vectors and no branches.
      Lanes<std::uint32_t> name;
      for (std::uint32_t i = 0; i < lanes; ++i) name[i] = used[i] + 1;
      for (std::size_t earlier = 0; earlier < s; ++earlier) {
        const Lanes<NodeId>& earlier_node = tile.nodes[earlier];
        const Lanes<std::uint32_t>& earlier_name = names.at[earlier];
        for (std::uint32_t i = 0; i < lanes; ++i) {
          const std::uint32_t same = earlier_node[i] == node[i] ? ~0u : 0u;
          name[i] ^= (name[i] ^ earlier_name[i]) & same;
        }
      }
      std::array<std::uint64_t, kMaxWalkLength + 2> completions;
      const int left = length - static_cast<int>(s);
      for (std::size_t k = 1; k <= s; ++k) completions[k] = index_.completions(left, static_cast<int>(k));
      for (std::uint32_t i = 0; i < lanes; ++i) {
        const std::uint32_t later = name[i] > current[i] ? 1 : 0;
        rank[i] += std::uint64_t{name[i] - 1 - (later & ~loops)} * completions[used[i]];
      }
      for (std::uint32_t i = 0; i < lanes; ++i) used[i] = name[i] > used[i] ? name[i] : used[i];
      names.at[s] = name;
    }
    std::copy_n(rank.begin(), ranks.size(), ranks.begin());
  });
}

std::uint64_t Walker::rank_of_stopped(const WalkTile& tile, std::uint32_t lane) const {
  std::array<NodeId, kMaxWalkLength + 1> visited;
  std::array<int, kMaxWalkLength + 1> name;
  int used = 0;
  std::uint64_t rank = 0;
  for (std::uint32_t s = 0; s <= tile.made[lane]; ++s) {
    const NodeId node = tile.nodes[s][lane];
    int j = 0;
    while (j < used && visited[static_cast<std::size_t>(j)] != node) ++j;
    name[s] = j + 1;
    if (s > 0) {
      const auto choice = static_cast<std::uint64_t>(index_.choice(name[s], name[s - 1]));
      rank += choice * index_.completions(index_.length() - static_cast<int>(s), used);
    }
    if (j == used) visited[static_cast<std::size_t>(used++)] = node;
  }
  return rank;
}

}  // namespace awe
