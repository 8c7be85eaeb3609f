#include "walks/walk_kernel.h"

#include <algorithm>

#include "walks/scalar_loops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "walks/walk_kernel.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which includes this file once more for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace awe {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

template <class Header>
constexpr WalkLoops<Header> kLoops = {&walk_by_lane<Header>, &rank_by_lane<Header>};

#else

// The random words of base/rng.h, over lanes.
template <class D>
HWY_INLINE hn::Vec<D> lane_words_of(D d, hn::Vec<D> lanes, const LaneKey& key) {
  auto x = hn::Xor(lanes, hn::Set(d, key.before));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<16>(x)), hn::Set(d, 0x21F0AAADu));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<15>(x)), hn::Set(d, 0x735A2D97u));
  return hn::Xor3(x, hn::ShiftRight<15>(x), hn::Set(d, key.after));
}

template <class D>
HWY_INLINE hn::Vec<D> draws_of(D d, hn::Vec<D> lane_words, const WordKey& key) {
  auto x = hn::Xor(lane_words, hn::Set(d, key.before));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<16>(x)), hn::Set(d, 0x7FEB352Du));
  x = hn::Mul(hn::Xor3(x, hn::ShiftRight<15>(x), hn::Set(d, key.between)), hn::Set(d, 0x846CA68Bu));
  return hn::Xor(x, hn::ShiftRight<16>(x));
}

// Vectors of headers, and of the random words of as many lanes.
template <class Header>
using HeaderTag = hn::ScalableTag<Header>;
template <class Header>
using WordTag = hn::Rebind<std::uint32_t, HeaderTag<Header> >;

// draw * n: the choice, its upper half, and whether its lower half is below n, as it is where the choice may be unfair.
template <class V>
struct Choice {
  V chosen;
  bool any_rare;
};

template <class D>
  requires(sizeof(hn::TFromD<D>) == 4)
HWY_INLINE Choice<hn::Vec<D> > choose(D d, hn::Vec<D> draws, hn::Vec<D> n) {
  const hn::Repartition<std::uint64_t, D> wide;
  const auto odd_draws = hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, draws)));
  const auto odd_n = hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, n)));
  const auto even = hn::MulEven(draws, n), odd = hn::MulEven(odd_draws, odd_n);
  const auto high = hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
  const auto low = hn::OddEven(hn::BitCast(d, hn::ShiftLeft<32>(odd)), hn::BitCast(d, even));
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

template <class D, class V>
HWY_INLINE V gather(D d, const hn::TFromD<D>* base, V index) {
  const hn::RebindToSigned<D> di;
  return hn::GatherIndex(d, base, hn::BitCast(di, index));
}

// Where the rows of some headers lie, and how long they are.
template <class D>
struct Rows {
  hn::Vec<D> places, degrees;
};

template <class D>
HWY_INLINE Rows<D> unpack(D d, hn::Vec<D> headers, int degree_bits) {
  using T = hn::TFromD<D>;
  const auto mask = hn::Set(d, static_cast<T>((T{1} << degree_bits) - 1));
  return {hn::ShiftRightSame(headers, degree_bits), hn::And(headers, mask)};
}

// Choices of lanes that may be unfair, made anew as StreamBlock makes them.
template <class Header>
HWY_NOINLINE void settle(const StreamBlock& stream, std::uint32_t word, std::uint32_t first_lane, std::size_t lanes,
                         const std::uint32_t* draws, const Header* n, Header* chosen) {
  for (std::size_t i = 0; i < lanes; ++i) {
    chosen[i] = stream.choose_from(draws[i], static_cast<std::uint32_t>(n[i]),
                                   first_lane + static_cast<std::uint32_t>(i), word);
  }
}

template <class Header>
HWY_INLINE hn::Vec<HeaderTag<Header> > chosen_of(const StreamBlock& stream, std::uint32_t word,
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
HWY_INLINE void start(const StreamBlock& stream, const WalkStarts<Header>& starts, WalkBatch<Header>& batch) {
  const HeaderTag<Header> d;
  const WordTag<Header> dw;
  const LaneKey lane_key = stream.lane_key();
  const WordKey key = stream.word_key(0);
  const auto first = hn::Set(d, starts.headers[0]);
  const auto count = hn::Set(d, static_cast<Header>(starts.count));
  for (std::uint32_t i = 0; i < batch.size; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const auto words = lane_words_of(dw, hn::Iota(dw, batch.first_lane + i), lane_key);
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

// One step of all walks. Of far rows, in two passes, so that all reads are on their way before the first is waited for.
template <bool kWeighted, class Header>
HWY_INLINE void step(const StreamBlock& stream, const WalkRows<Header>& rows, int number, WalkBatch<Header>& batch) {
  const HeaderTag<Header> d;
  const WordTag<Header> dw;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto word = static_cast<std::uint32_t>(2 * number);
  const WordKey key = stream.word_key(word), alias_key = stream.word_key(word + 1);
  const Header* from = batch.after(number - 1);
  Header* to = batch.after(number);

  const auto places_of = [&](std::uint32_t i) HWY_ATTR {
    const auto row = unpack(d, hn::Load(d, from + i), rows.degree_bits);
    if (rows.can_stop) {
      HWY_ALIGN Header degrees[hn::MaxLanes(d)];
      hn::Store(row.degrees, d, degrees);
      for (std::uint32_t k = 0; k < lanes; ++k) {
        if (degrees[k] == 0) batch.made[i + k] = std::min(batch.made[i + k], static_cast<std::uint32_t>(number) - 1);
      }
    }
    const auto draws = draws_of(dw, hn::Load(dw, batch.words + i), key);
    const auto chosen = chosen_of<Header>(stream, word, batch.first_lane + i, draws, row.degrees);
    const auto place = hn::Add(row.places, chosen);
    return kWeighted ? hn::ShiftLeft<2>(place) : place;
  };
  const auto take = [&](std::uint32_t i, hn::Vec<HeaderTag<Header> > place) HWY_ATTR {
    if constexpr (kWeighted) {
      using Packed = PackedAdjacency<Header>;
      const auto draws = draws_of(dw, hn::Load(dw, batch.words + i), alias_key);
      const auto threshold = gather(d, rows.rows + Packed::kThreshold, place);
      const auto own = gather(d, rows.rows + Packed::kOwn, place), alias = gather(d, rows.rows + Packed::kAlias, place);
      if constexpr (sizeof(Header) == 4) {
        hn::Store(hn::IfThenElse(hn::Lt(draws, threshold), own, alias), d, to + i);
      } else {
        hn::Store(hn::IfThenElse(hn::Lt(hn::PromoteTo(d, draws), threshold), own, alias), d, to + i);
      }
    } else {
      hn::Store(gather(d, rows.rows, place), d, to + i);
    }
  };

  if (!rows.far) {
    for (std::uint32_t i = 0; i < batch.size; i += lanes) take(i, places_of(i));
    return;
  }
  HWY_ALIGN Header places[kBatchLanes];
  for (std::uint32_t i = 0; i < batch.size; i += lanes) {
    hn::Store(places_of(i), d, places + i);
    for (std::uint32_t k = 0; k < lanes; ++k) __builtin_prefetch(rows.rows + places[i + k]);
  }
  for (std::uint32_t i = 0; i < batch.size; i += lanes) take(i, hn::Load(d, places + i));
}

template <class Header>
void walk_of(const StreamBlock& stream, const WalkStarts<Header>& starts, const WalkRows<Header>& rows, int length,
             WalkBatch<Header>& batch) {
  if (rows.can_stop) std::fill_n(batch.made, kBatchLanes, static_cast<std::uint32_t>(length));
  start(stream, starts, batch);
  for (int s = starts.second ? 2 : 1; s <= length; ++s) {
    if (rows.weighted) {
      step<true>(stream, rows, s, batch);
    } else {
      step<false>(stream, rows, s, batch);
    }
  }
}

// table[index], of a table of 16.
template <class D>
  requires(sizeof(hn::TFromD<D>) == 4)
HWY_INLINE hn::Vec<D> look_up(D d, const std::uint32_t* table, hn::Vec<D> index) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  if constexpr (kLanes >= 16) {
    return hn::TableLookupLanes(hn::LoadU(d, table), hn::IndicesFromVec(d, index));
  } else if constexpr (kLanes == 8) {
    const auto within = hn::IndicesFromVec(d, hn::And(index, hn::Set(d, 7u)));
    const auto low = hn::TableLookupLanes(hn::LoadU(d, table), within);
    const auto high = hn::TableLookupLanes(hn::LoadU(d, table + 8), within);
    return hn::IfThenElse(hn::Gt(index, hn::Set(d, 7u)), high, low);
  } else {
    return gather(d, table, index);
  }
}

template <class D>
  requires(sizeof(hn::TFromD<D>) == 8)
HWY_INLINE hn::Vec<D> look_up(D d, const std::uint32_t* table, hn::Vec<D> index) {
  HWY_ALIGN std::uint64_t places[hn::MaxLanes(d)];
  hn::Store(index, d, places);
  for (std::size_t k = 0; k < hn::Lanes(d); ++k) places[k] = table[places[k]];
  return hn::Load(d, places);
}

// Of numbers whose product is below 2^32.
template <class D>
  requires(sizeof(hn::TFromD<D>) == 4)
HWY_INLINE hn::Vec<D> product_of(D, hn::Vec<D> a, hn::Vec<D> b) {
  return hn::Mul(a, b);
}
template <class D>
  requires(sizeof(hn::TFromD<D>) == 8)
HWY_INLINE hn::Vec<D> product_of(D d, hn::Vec<D> a, hn::Vec<D> b) {
  const hn::Repartition<std::uint32_t, D> narrow;
  (void)d;
  return hn::MulEven(hn::BitCast(narrow, a), hn::BitCast(narrow, b));
}

template <class Header>
void rank_of(const WalkBatch<Header>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks) {
  const HeaderTag<Header> d;
  const WordTag<Header> dw;
  using V = hn::Vec<decltype(d)>;
  const auto one = hn::Set(d, Header{1});
  const int length = tables.length(), neighbours = tables.self_loops() ? 0 : 1;
  for (std::uint32_t i = 0; i < batch.size; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    V names[RankTables::kMaxLength + 1];
    V used = one, rank = hn::Zero(d);
    names[0] = one;
    for (int s = 1; s <= length; ++s) {
      const V node = hn::Load(d, batch.after(s) + i);
      V name = hn::Add(used, one);
      // Without loops the node before is another one.
      for (int earlier = 0; earlier < s - neighbours; ++earlier) {
        name = hn::IfThenElse(hn::Eq(node, hn::Load(d, batch.after(earlier) + i)), names[earlier], name);
      }
      V choice = hn::Sub(name, one);
      if (neighbours > 0) {
        choice = hn::Sub(choice, hn::IfThenElseZero(hn::Gt(name, names[s - 1]), one));
      }
      V added = product_of(d, choice, look_up(d, tables.table(s), used));
      if (can_stop) {
        const auto made = hn::Load(dw, batch.made + i);
        if constexpr (sizeof(Header) == 4) {
          added = hn::IfThenElseZero(hn::Gt(made, hn::Set(d, static_cast<Header>(s - 1))), added);
        } else {
          added = hn::IfThenElseZero(hn::Gt(hn::PromoteTo(d, made), hn::Set(d, static_cast<Header>(s - 1))), added);
        }
      }
      rank = hn::Add(rank, added);
      used = hn::Max(used, name);
      names[s] = name;
    }
    if constexpr (sizeof(Header) == 4) {
      hn::StoreU(rank, d, ranks + i);
    } else {
      hn::StoreU(hn::TruncateTo(dw, rank), dw, ranks + i);
    }
  }
}

template <class Header>
constexpr WalkLoops<Header> kLoops = {&walk_of<Header>, &rank_of<Header>};

#endif

const WalkLoops<std::uint32_t>* narrow_loops() { return &kLoops<std::uint32_t>; }
const WalkLoops<std::uint64_t>* wide_loops() { return &kLoops<std::uint64_t>; }

}  // namespace HWY_NAMESPACE
}  // namespace awe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe {
namespace {

HWY_EXPORT(narrow_loops);
HWY_EXPORT(wide_loops);

}  // namespace

template <>
const WalkLoops<std::uint32_t>& walk_loops() {
  return *HWY_DYNAMIC_DISPATCH(narrow_loops)();
}
template <>
const WalkLoops<std::uint64_t>& walk_loops() {
  return *HWY_DYNAMIC_DISPATCH(wide_loops)();
}

bool RankTables::fit(const WalkIndex& index) {
  return index.length() <= kMaxLength && index.size() <= 0xFFFFFFFFu &&
         index.length() + (index.self_loops() ? 1 : 0) <= kMaxLength;
}

RankTables::RankTables(const WalkIndex& index)
    : length_(index.length()),
      self_loops_(index.self_loops()),
      tables_(static_cast<std::size_t>(index.length() + 1) * kNames) {
  for (int s = 1; s <= length_; ++s) {
    for (int used = 1; used <= s; ++used) {
      tables_[static_cast<std::size_t>(s * kNames + used)] =
          static_cast<std::uint32_t>(index.completions(length_ - s, used));
    }
  }
}

}  // namespace awe
#endif
