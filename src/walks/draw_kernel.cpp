#include "walks/draw_kernel.h"

#include <algorithm>

#include "base/instruction_sets.h"
#include "walks/scalar_loops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "walks/draw_kernel.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, which includes this file once more for each instruction set.
#include <hwy/highway.h>

#include "walks/header_vectors.h"

HWY_BEFORE_NAMESPACE();
namespace awe::walks {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

template <class Header>
void walk_of(const base::StreamBlock& stream, const WalkStarts<Header>& starts, const PackedRows<Header>& rows,
             int length, WalkBatch<Header>& batch) {
  walk_by_lane(stream, starts, rows, length, batch);
}

#else

// The random words of base/rng.h, for vectors of lanes.
template <class D>
HWY_INLINE hn::Vec<D> lane_words_of(D d, hn::Vec<D> lanes, const base::LaneKey& key) {
  auto x = hn::Xor(lanes, hn::Set(d, key.before));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<16>(x)), hn::Set(d, 0x21F0AAADu));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<15>(x)), hn::Set(d, 0x735A2D97u));
  return hn::Xor3(x, hn::ShiftRight<15>(x), hn::Set(d, key.after));
}

template <class D>
HWY_INLINE hn::Vec<D> draws_of(D d, hn::Vec<D> lane_words, const base::WordKey& key) {
  auto x = hn::Xor(lane_words, hn::Set(d, key.before));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<16>(x)), hn::Set(d, 0x7FEB352Du));
  x = hn::Mul(hn::Xor3(x, hn::ShiftRight<15>(x), hn::Set(d, key.between)), hn::Set(d, 0x846CA68Bu));
  return hn::Xor(x, hn::ShiftRight<16>(x));
}

// draw * n: `chosen` is its upper half; `any_rare` says whether a lower half is below n: then a choice may be biased.
template <class V>
struct Choice {
  V chosen;
  bool any_rare;
};

template <class D>
  requires(sizeof(hn::TFromD<D>) == 4)
HWY_INLINE Choice<hn::Vec<D> > choose(D d, hn::Vec<D> draws, hn::Vec<D> n) {
  // Shuffles instead of shifts: multiplications and shifts share a port, which is the busiest one.
  const auto even = hn::BitCast(d, hn::MulEven(draws, n));
  const auto odd = hn::BitCast(d, hn::MulEven(hn::DupOdd(draws), hn::DupOdd(n)));
  const auto high = hn::OddEven(odd, hn::DupOdd(even));
  const auto low = hn::OddEven(hn::DupEven(odd), even);
  return {high, !hn::AllFalse(d, hn::Lt(low, n))};
}

template <class D>
  requires(sizeof(hn::TFromD<D>) == 8)
HWY_INLINE Choice<hn::Vec<D> > choose(D d, hn::Vec<hn::Rebind<std::uint32_t, D> > draws, hn::Vec<D> n) {
  const hn::Repartition<std::uint32_t, D> narrow;
  const auto product = hn::MulEven(hn::BitCast(narrow, hn::PromoteTo(d, draws)), hn::BitCast(narrow, n));
  const auto low = hn::And(product, hn::Set(d, 0xFFFFFFFFu));
  return {hn::ShiftRight<32>(product), !hn::AllFalse(d, hn::Lt(low, n))};
}

// The places and lengths of the rows that some headers refer to.
template <class D>
struct Rows {
  hn::Vec<D> places, degrees;
};

template <class D>
HWY_INLINE Rows<D> unpack(D d, hn::Vec<D> headers, int degree_bits, int place_shift) {
  using T = hn::TFromD<D>;
  const auto mask = hn::Set(d, static_cast<T>((T{1} << degree_bits) - 1));
  return {hn::ShiftRightSame(headers, place_shift), hn::And(headers, mask)};
}

// Repeats choices that may be biased, exactly as StreamBlock does.
template <class Header>
HWY_NOINLINE void settle(const base::StreamBlock& stream, std::uint32_t word, std::uint32_t first_lane,
                         std::size_t lanes, const std::uint32_t* draws, const Header* n, Header* chosen) {
  for (std::size_t i = 0; i < lanes; ++i) {
    chosen[i] = stream.choose_from(draws[i], static_cast<std::uint32_t>(n[i]),
                                   first_lane + static_cast<std::uint32_t>(i), word);
  }
}

template <class Header>
HWY_INLINE hn::Vec<HeaderTag<Header> > chosen_of(const base::StreamBlock& stream, std::uint32_t word,
                                                 std::uint32_t first_lane, hn::Vec<WordTag<Header> > draws,
                                                 hn::Vec<HeaderTag<Header> > n) {
  const HeaderTag<Header> d;
  const auto choice = choose(d, draws, n);
  if (HWY_LIKELY(!choice.any_rare)) return choice.chosen;
  const WordTag<Header> dw;
  HWY_ALIGN std::uint32_t kept_draws[hn::MaxLanes(dw)];
  HWY_ALIGN Header kept_n[hn::MaxLanes(d)], chosen[hn::MaxLanes(d)];
  hn::Store(draws, dw, kept_draws);
  hn::Store(n, d, kept_n);
  settle(stream, word, first_lane, hn::Lanes(d), kept_draws, kept_n, chosen);
  return hn::Load(d, chosen);
}

template <class Header>
HWY_INLINE void start(const base::StreamBlock& stream, const WalkStarts<Header>& starts, WalkBatch<Header>& batch) {
  const HeaderTag<Header> d;
  const WordTag<Header> dw;
  const base::LaneKey lane_key = stream.lane_key();
  const base::WordKey key = stream.word_key(0);
  const auto first = hn::Set(d, starts.headers[0]);
  const auto count = hn::Set(d, static_cast<Header>(starts.count));
  const auto lanes = hn::Iota(dw, 0);
  for (std::uint32_t i = 0; i < batch.size; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const auto words = lane_words_of(dw, hn::Add(lanes, hn::Set(dw, batch.first_lane + i)), lane_key);
    hn::Store(words, dw, batch.words + i);
    auto headers = first;
    if (starts.count > 1) {
      const auto draws = draws_of(dw, words, key);
      headers = gather(d, starts.headers, chosen_of<Header>(stream, 0, batch.first_lane + i, draws, count));
    }
    hn::Store(headers, d, batch.after(0) + i);
    if (starts.second) hn::Store(hn::Set(d, *starts.second), d, batch.after(1) + i);
  }
}

// Random words for all lanes.
template <class Header>
HWY_INLINE void draw_all(const WalkBatch<Header>& batch, const base::WordKey& key, std::uint32_t* draws) {
  const hn::ScalableTag<std::uint32_t> d;
  const std::uint32_t size = batch.size;
  for (std::uint32_t i = 0; i < size; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    hn::Store(draws_of(d, hn::Load(d, batch.words + i), key), d, draws + i);
  }
}

// Records the steps made by lanes whose node has no neighbours.
template <class D>
HWY_INLINE void stop_dead_ends(D d, hn::Vec<D> degrees, int number, std::uint32_t* made) {
  const auto so_far = static_cast<std::uint32_t>(number) - 1;
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    const auto before = hn::Load(d, made);
    const auto stopped = hn::Min(before, hn::Set(d, so_far));
    hn::Store(hn::IfThenElse(hn::Eq(degrees, hn::Zero(d)), stopped, before), d, made);
  } else {
    HWY_ALIGN hn::TFromD<D> each[hn::MaxLanes(d)];
    hn::Store(degrees, d, each);
    for (std::size_t k = 0; k < hn::Lanes(d); ++k) {
      if (each[k] == 0) made[k] = std::min(made[k], so_far);
    }
  }
}

// The header of the next node: that of the place, or for weighted graphs the slot's own neighbour or its alias.
template <bool kWeighted, class Header>
HWY_INLINE hn::Vec<HeaderTag<Header> > read(const Header* rows, hn::Vec<HeaderTag<Header> > place,
                                            const std::uint32_t* alias_draws) {
  const HeaderTag<Header> d;
  if constexpr (!kWeighted) return gather(d, rows, place);
  using Packed = PackedAdjacency<Header>;
  const WordTag<Header> dw;
  const auto threshold = gather(d, rows + Packed::kThreshold, place);
  const auto own = gather(d, rows + Packed::kOwn, place), alias = gather(d, rows + Packed::kAlias, place);
  if constexpr (sizeof(Header) == 4) {
    return hn::IfThenElse(hn::Lt(hn::Load(dw, alias_draws), threshold), own, alias);
  } else {
    return hn::IfThenElse(hn::Lt(hn::PromoteTo(d, hn::Load(dw, alias_draws)), threshold), own, alias);
  }
}

// The random words of a step: for the choice of a place and, in weighted graphs, for the alias. Those of the next step
// are drawn while the current one waits for memory.
struct StepDraws {
  HWY_ALIGN std::uint32_t choices[kBatchLanes];
  HWY_ALIGN std::uint32_t aliases[kBatchLanes];
};

// One step of all walks, together with the draws of the next. If rows are far (beyond the caches), it takes two passes,
// so that all reads are issued before the first is waited for.
template <bool kWeighted, bool kCanStop, class Header>
HWY_INLINE void step(const base::StreamBlock& stream, const PackedRows<Header>& rows, int number,
                     const StepDraws& draws, StepDraws& next_draws, WalkBatch<Header>& batch) {
  const HeaderTag<Header> d;
  const WordTag<Header> dw;
  constexpr auto kLanes = static_cast<std::uint32_t>(hn::MaxLanes(d));
  const auto word = static_cast<std::uint32_t>(2 * number);
  const base::WordKey next_key = stream.word_key(word + 2), next_alias_key = stream.word_key(word + 3);
  const std::uint32_t size = batch.size, first_lane = batch.first_lane;
  const int degree_bits = rows.degree_bits, place_shift = rows.place_shift;
  const Header* HWY_RESTRICT packed = rows.rows;
  const Header* HWY_RESTRICT from = batch.after(number - 1);
  Header* HWY_RESTRICT to = batch.after(number);

  const auto place_of = [&](std::uint32_t i) HWY_ATTR {
    const auto row = unpack(d, hn::Load(d, from + i), degree_bits, place_shift);
    if constexpr (kCanStop) stop_dead_ends(d, row.degrees, number, batch.made + i);
    const auto chosen = chosen_of<Header>(stream, word, first_lane + i, hn::Load(dw, draws.choices + i), row.degrees);
    const auto place = hn::Add(row.places, chosen);
    return kWeighted ? hn::ShiftLeft<2>(place) : place;
  };
  const auto go = [&](std::uint32_t i, hn::Vec<HeaderTag<Header> > place) HWY_ATTR {
    hn::Store(read<kWeighted, Header>(packed, place, draws.aliases + i), d, to + i);
    const auto words = hn::Load(dw, batch.words + i);
    hn::Store(draws_of(dw, words, next_key), dw, next_draws.choices + i);
    if constexpr (kWeighted) hn::Store(draws_of(dw, words, next_alias_key), dw, next_draws.aliases + i);
  };

  if (!rows.far) {
    for (std::uint32_t i = 0; i < size; i += kLanes) go(i, place_of(i));
    return;
  }
  HWY_ALIGN Header places[kBatchLanes];
  for (std::uint32_t i = 0; i < size; i += kLanes) {
    hn::Store(place_of(i), d, places + i);
    for (std::uint32_t k = 0; k < kLanes; ++k) __builtin_prefetch(packed + places[i + k]);
  }
  for (std::uint32_t i = 0; i < size; i += kLanes) go(i, hn::Load(d, places + i));
}

template <bool kWeighted, bool kCanStop, class Header>
HWY_INLINE void steps(const base::StreamBlock& stream, const PackedRows<Header>& rows, int first, int last,
                      WalkBatch<Header>& batch) {
  StepDraws draws[2];
  const auto word = static_cast<std::uint32_t>(2 * first);
  draw_all(batch, stream.word_key(word), draws[0].choices);
  if constexpr (kWeighted) draw_all(batch, stream.word_key(word + 1), draws[0].aliases);
  for (int s = first; s <= last; ++s) {
    const int turn = (s - first) % 2;
    step<kWeighted, kCanStop>(stream, rows, s, draws[turn], draws[1 - turn], batch);
  }
}

template <class Header>
void walk_of(const base::StreamBlock& stream, const WalkStarts<Header>& starts, const PackedRows<Header>& rows,
             int length, WalkBatch<Header>& batch) {
  start(stream, starts, batch);
  const int first = starts.second ? 2 : 1;
  if (!rows.can_stop) {
    rows.weighted ? steps<true, false>(stream, rows, first, length, batch)
                  : steps<false, false>(stream, rows, first, length, batch);
    return;
  }
  std::fill_n(batch.made, kBatchLanes, static_cast<std::uint32_t>(length));
  rows.weighted ? steps<true, true>(stream, rows, first, length, batch)
                : steps<false, true>(stream, rows, first, length, batch);
}

#endif

void draw_narrow(const base::StreamBlock& stream, const WalkStarts<std::uint32_t>& starts,
                 const PackedRows<std::uint32_t>& rows, int length, WalkBatch<std::uint32_t>& batch) {
  walk_of(stream, starts, rows, length, batch);
}
void draw_wide(const base::StreamBlock& stream, const WalkStarts<std::uint64_t>& starts,
               const PackedRows<std::uint64_t>& rows, int length, WalkBatch<std::uint64_t>& batch) {
  walk_of(stream, starts, rows, length, batch);
}

}  // namespace HWY_NAMESPACE
}  // namespace awe::walks
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe::walks {
namespace {

HWY_EXPORT(draw_narrow);
HWY_EXPORT(draw_wide);

}  // namespace

template <>
void draw_walks(const base::StreamBlock& stream, const WalkStarts<std::uint32_t>& starts,
                const PackedRows<std::uint32_t>& rows, int length, WalkBatch<std::uint32_t>& batch) {
  HWY_DYNAMIC_DISPATCH(draw_narrow)(stream, starts, rows, length, batch);
}
template <>
void draw_walks(const base::StreamBlock& stream, const WalkStarts<std::uint64_t>& starts,
                const PackedRows<std::uint64_t>& rows, int length, WalkBatch<std::uint64_t>& batch) {
  HWY_DYNAMIC_DISPATCH(draw_wide)(stream, starts, rows, length, batch);
}

}  // namespace awe::walks
#endif
