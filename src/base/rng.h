// Random streams, version 1: every random word is a pure function of a key and of its position.
//
// A block of up to 4096 walks has a key, derived from (seed, graph, purpose, item, block). Word `word` of lane `lane`
// in the block is a keyed permutation of the lane: two rounds of multiply and xor-shift on 32 bits, with 64 bits of key
// per word. There is no state, so nothing depends on the walk length, on the order of lanes or on how many are computed
// at once: scalar and vector code of any width produce the same words.
//
// choose(n) is unbiased for every n: it takes the high half of draw * n; the rare draws that would favour some outcomes
// (fewer than n in 2^32) are replaced by further words of the same position.
#pragma once

#include <cstdint>

#include "awe/hash.h"

namespace awe::base {

// The purpose of a stream. The numbers are part of version 1: never reuse one.
enum class StreamPurpose : std::uint32_t {
  graph_walks = 1,     // starts uniform over all nodes
  node_walks = 2,      // item: the start node
  edge_walks = 3,      // item: the arc's index in the adjacency
  subgraph_walks = 4,  // item: hash of the sorted node set
  generator = 5,       // random graphs; the "graph" is the hash of the recipe
  corpus_walks = 6,    // item: the start node; block: the epoch in the high half
  training = 7,        // item: the quantity drawn (descent/trainer.h); block: epoch and step
  graphlets = 8        // sets of nodes; item: the number of nodes
};

inline constexpr std::uint32_t kBlockWalks = 4096;

// Two 32-bit keys of one word index, shared by all lanes.
struct WordKey {
  std::uint32_t before = 0;
  std::uint32_t between = 0;
};

// Two 32-bit keys shared by the lanes of one block.
struct LaneKey {
  std::uint32_t before = 0;
  std::uint32_t after = 0;
};

class StreamBlock {
 public:
  StreamBlock(std::uint64_t seed, const Hash128& graph, StreamPurpose purpose, std::uint64_t item, std::uint64_t block);

  [[nodiscard]] WordKey word_key(std::uint32_t word) const noexcept {
    const std::uint64_t key = mix64(key_.low + (std::uint64_t{word} + 1) * 0x9E3779B97F4A7C15u) ^ key_.high;
    return {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)};
  }

  [[nodiscard]] LaneKey lane_key() const noexcept {
    return {static_cast<std::uint32_t>(key_.low >> 7), static_cast<std::uint32_t>(key_.high >> 11)};
  }

  // The lane's identity within this block; computed once per walk.
  [[nodiscard]] std::uint32_t lane_word(std::uint32_t lane) const noexcept {
    const LaneKey key = lane_key();
    std::uint32_t x = lane ^ key.before;
    x = (x ^ (x >> 16)) * 0x21F0AAADu;
    x = (x ^ (x >> 15)) * 0x735A2D97u;
    return x ^ (x >> 15) ^ key.after;
  }

  [[nodiscard]] static std::uint32_t draw(std::uint32_t lane_word, const WordKey& key) noexcept {
    std::uint32_t x = lane_word ^ key.before;
    x = (x ^ (x >> 16)) * 0x7FEB352Du;
    x = (x ^ (x >> 15) ^ key.between) * 0x846CA68Bu;
    return x ^ (x >> 16);
  }

  [[nodiscard]] std::uint32_t draw(std::uint32_t lane, std::uint32_t word) const noexcept {
    return draw(lane_word(lane), word_key(word));
  }

  // An unbiased choice in [0, n), n > 0, from the word's draw. `choose` below computes the draw itself.
  [[nodiscard]] std::uint32_t choose_from(std::uint32_t draw, std::uint32_t n, std::uint32_t lane,
                                          std::uint32_t word) const noexcept {
    const std::uint64_t product = std::uint64_t{draw} * n;
    if (static_cast<std::uint32_t>(product) < n) [[unlikely]]
      return settle(product, n, lane, word);
    return static_cast<std::uint32_t>(product >> 32);
  }
  [[nodiscard]] std::uint32_t choose(std::uint32_t n, std::uint32_t lane, std::uint32_t word) const noexcept {
    return choose_from(draw(lane, word), n, lane, word);
  }

  // The rare path of choose: keeps the outcome of `product` if it is unbiased, else takes further words of the
  // position.
  [[nodiscard]] std::uint32_t settle(std::uint64_t product, std::uint32_t n, std::uint32_t lane,
                                     std::uint32_t word) const noexcept;

  [[nodiscard]] static std::uint64_t mix64(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }

 private:
  Hash128 key_;
};

// A sequential random number generator on top of the same streams, for inherently sequential work (graph generators).
// Not for walks: every draw depends on those before it.
class Sequence {
 public:
  Sequence(std::uint64_t seed, const Hash128& subject, std::uint64_t item = 0)
      : seed_(seed), subject_(subject), item_(item), block_(seed, subject, StreamPurpose::generator, item, 0) {}

  [[nodiscard]] std::uint32_t next32() noexcept;
  [[nodiscard]] std::uint64_t next64() noexcept;
  // Unbiased in [0, n), n > 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t n) noexcept;
  // Uniform in [0, 1), a multiple of 2^-53.
  [[nodiscard]] double unit() noexcept;

 private:
  std::uint64_t seed_;
  Hash128 subject_;
  std::uint64_t item_;
  StreamBlock block_;
  std::uint64_t drawn_ = 0;
};

}  // namespace awe::base
