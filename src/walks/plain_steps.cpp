#include "walks/plain_steps.h"

#include <algorithm>

namespace awe::walks {
namespace {

// Marks the walk of a lane as stopped before step `number`: it stays at its node.
void stop_before(int number, std::uint32_t lane, WalkBatch<NodeId>& batch) {
  batch.made[lane] = std::min(batch.made[lane], static_cast<std::uint32_t>(number) - 1);
  batch.after(number)[lane] = batch.after(number - 1)[lane];
}

std::uint32_t word_of(int number) { return static_cast<std::uint32_t>(2 * number); }

}  // namespace

PlainSteps::PlainSteps(const Graph& graph, WalkKind kind, bool restart)
    : graph_(&graph), kind_(kind), restart_(restart) {
  if (graph.weighted()) alias_.emplace(graph);
}

// Makes step `number` from a dead end: a jump to the start, or none if walks do not restart or never left their start.
void PlainSteps::leave_dead_end(int number, std::uint32_t lane, WalkBatch<NodeId>& batch) const {
  const NodeId start = batch.after(0)[lane];
  if (!restart_ || batch.after(number - 1)[lane] == start) return stop_before(number, lane, batch);
  batch.after(number)[lane] = start;
}

void PlainSteps::walk(const base::StreamBlock& stream, const WalkStarts<NodeId>& starts, int length,
                      WalkBatch<NodeId>& batch) const {
  std::fill_n(batch.made, kBatchLanes, static_cast<std::uint32_t>(length));
  const base::WordKey key = stream.word_key(0);
  for (std::uint32_t i = 0; i < batch.size; ++i) {
    const std::uint32_t lane = batch.first_lane + i;
    batch.words[i] = stream.lane_word(lane);
    const std::uint32_t draw = base::StreamBlock::draw(batch.words[i], key);
    const NodeId choice = starts.count == 1 ? 0 : stream.choose_from(draw, starts.count, lane, 0);
    batch.after(0)[i] = starts.headers == nullptr ? choice : starts.headers[choice];
    if (starts.second) batch.after(1)[i] = *starts.second;
  }
  for (int s = starts.second ? 2 : 1; s <= length; ++s) {
    if (kind_ == WalkKind::non_backtracking && s > 1) {
      if (alias_ || graph_->directed()) {
        step_onward_in_any(stream, s, batch);
      } else {
        step_onward(stream, s, batch);
      }
    } else if (alias_) {
      step_by_weight(stream, s, batch);
    } else {
      step(stream, s, batch);
    }
  }
}

// Three passes over the lanes, so that the rows of all lanes are prefetched before the first is read.
void PlainSteps::step(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const {
  const base::WordKey key = stream.word_key(word_of(number));
  const std::uint64_t* offsets = graph_->offsets().data();
  const NodeId* targets = graph_->targets().data();
  const NodeId* from = batch.after(number - 1);
  NodeId* to = batch.after(number);
  std::uint64_t places[kBatchLanes];
  for (std::uint32_t i = 0; i < batch.size; ++i) __builtin_prefetch(offsets + from[i]);
  for (std::uint32_t i = 0; i < batch.size; ++i) {
    const std::uint64_t first = offsets[from[i]];
    const auto degree = static_cast<std::uint32_t>(offsets[from[i] + 1] - first);
    const std::uint32_t draw = base::StreamBlock::draw(batch.words[i], key);
    places[i] = first + stream.choose_from(draw, degree, batch.first_lane + i, word_of(number));
    if (degree == 0) [[unlikely]] {
      leave_dead_end(number, i, batch);
      places[i] = ~std::uint64_t{0};
    } else {
      __builtin_prefetch(targets + places[i]);
    }
  }
  for (std::uint32_t i = 0; i < batch.size; ++i) {
    if (places[i] != ~std::uint64_t{0}) [[likely]]
      to[i] = targets[places[i]];
  }
}

void PlainSteps::step_by_weight(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const {
  const std::uint32_t word = word_of(number);
  const base::WordKey key = stream.word_key(word), alias_key = stream.word_key(word + 1);
  const NodeId* from = batch.after(number - 1);
  for (std::uint32_t i = 0; i < batch.size; ++i) {
    const auto row = graph_->neighbours(from[i]);
    if (row.empty()) [[unlikely]] {
      leave_dead_end(number, i, batch);
      continue;
    }
    const std::uint32_t draw = base::StreamBlock::draw(batch.words[i], key);
    const std::uint32_t choice =
        stream.choose_from(draw, static_cast<std::uint32_t>(row.size()), batch.first_lane + i, word);
    const AliasTable::Slot& slot = alias_->slot(graph_->offsets()[from[i]] + choice);
    const bool own = base::StreamBlock::draw(batch.words[i], alias_key) < slot.threshold;
    batch.after(number)[i] = own ? row[choice] : slot.alias;
  }
}

// A step that does not return to the previous node unless there is no other neighbour, in an undirected graph without
// weights. The choice is among one neighbour fewer, and the last one replaces the previous node if that is chosen. Node
// degrees cannot be predicted, so there is one case for all of them.
void PlainSteps::step_onward(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const {
  const std::uint32_t word = word_of(number);
  const base::WordKey key = stream.word_key(word);
  const std::uint64_t* offsets = graph_->offsets().data();
  const NodeId* targets = graph_->targets().data();
  const NodeId* before = batch.after(number - 2);
  const NodeId* here = batch.after(number - 1);
  NodeId* to = batch.after(number);
  for (std::uint32_t i = 0; i < batch.size; ++i) {
    const NodeId* row = targets + offsets[here[i]];
    const auto degree = static_cast<std::uint32_t>(offsets[here[i] + 1] - offsets[here[i]]);
    if (degree == 0) [[unlikely]] {
      leave_dead_end(number, i, batch);
      continue;
    }
    const std::uint32_t draw = base::StreamBlock::draw(batch.words[i], key);
    const std::uint32_t choices = degree - (degree > 1 ? 1 : 0);
    const NodeId chosen = row[stream.choose_from(draw, choices, batch.first_lane + i, word)], last = row[degree - 1];
    to[i] = chosen == before[i] ? last : chosen;
  }
}

// The same in any graph.
void PlainSteps::step_onward_in_any(const base::StreamBlock& stream, int number, WalkBatch<NodeId>& batch) const {
  const std::uint32_t word = word_of(number);
  const base::WordKey key = stream.word_key(word);
  const NodeId* before = batch.after(number - 2);
  const NodeId* here = batch.after(number - 1);
  NodeId* to = batch.after(number);
  for (std::uint32_t i = 0; i < batch.size; ++i) {
    const NodeId from = here[i], back = before[i];
    const auto row = graph_->neighbours(from);
    if (row.empty()) [[unlikely]] {
      leave_dead_end(number, i, batch);
      continue;
    }
    const std::uint32_t lane = batch.first_lane + i;
    const auto degree = static_cast<std::uint32_t>(row.size());
    const bool can_turn = !graph_->directed() || graph_->has_arc(from, back);
    if (degree == 1) {
      to[i] = row.front();
    } else if (alias_) {
      constexpr NodeId kNoNode = ~NodeId{0};  // not `from`, which may have a loop
      to[i] = step_by_weight_onward(stream, lane, word, from, can_turn ? back : kNoNode);
    } else {
      const std::uint32_t draw = base::StreamBlock::draw(batch.words[i], key);
      const NodeId chosen = row[stream.choose_from(draw, can_turn ? degree - 1 : degree, lane, word)];
      to[i] = can_turn && chosen == back ? row.back() : chosen;
    }
  }
}

// Draws by weight until the step does not return to `back`; after many attempts, draws from the remaining weights.
// Attempts use separate random words, beyond those of the longest walk.
NodeId PlainSteps::step_by_weight_onward(const base::StreamBlock& stream, std::uint32_t lane, std::uint32_t word,
                                         NodeId from, NodeId back) const {
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

}  // namespace awe::walks
