#include "walks/name_kernel.h"

#include "base/instruction_sets.h"
#include "walks/scalar_loops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "walks/name_kernel.cpp"
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
void rank_of(const WalkBatch<Header>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks) {
  rank_by_lane(batch, tables, can_stop, ranks);
}

template <class Header>
void labels_of(const WalkBatch<Header>& batch, int length, int degree_bits, int label_bits, std::uint32_t* labels) {
  labels_by_lane(batch, length, degree_bits, label_bits, labels);
}

#else

// For numbers below 2^31: compares them as signed numbers, which every instruction set supports.
template <class D>
HWY_INLINE hn::Mask<D> greater(D d, hn::Vec<D> a, hn::Vec<D> b) {
  const hn::RebindToSigned<D> signed_tag;
  return hn::RebindMask(d, hn::Gt(hn::BitCast(signed_tag, a), hn::BitCast(signed_tag, b)));
}

// table[index] for a table of 16 entries and indices up to kMost.
template <int kMost, class D>
  requires(sizeof(hn::TFromD<D>) == 4)
HWY_INLINE hn::Vec<D> look_up(D d, const std::uint32_t* table, hn::Vec<D> index) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  if constexpr (kLanes >= 16) {
    return hn::TableLookupLanes(hn::LoadU(d, table), hn::IndicesFromVec(d, index));
  } else if constexpr (kLanes == 8) {
    const auto within = hn::IndicesFromVec(d, hn::And(index, hn::Set(d, 7u)));
    const auto low = hn::TableLookupLanes(hn::LoadU(d, table), within);
    if constexpr (kMost < 8) return low;
    const auto high = hn::TableLookupLanes(hn::LoadU(d, table + 8), within);
    return hn::IfThenElse(greater(d, index, hn::Set(d, 7u)), high, low);
  } else {
    return gather(d, table, index);
  }
}

template <int kMost, class D>
  requires(sizeof(hn::TFromD<D>) == 8)
HWY_INLINE hn::Vec<D> look_up(D d, const std::uint32_t* table, hn::Vec<D> index) {
  HWY_ALIGN std::uint64_t places[hn::MaxLanes(d)];
  hn::Store(index, d, places);
  for (std::size_t k = 0; k < hn::Lanes(d); ++k) places[k] = table[places[k]];
  return hn::Load(d, places);
}

// For numbers whose product is below 2^32.
template <class D>
  requires(sizeof(hn::TFromD<D>) == 4)
HWY_INLINE hn::Vec<D> product_of(D, hn::Vec<D> a, hn::Vec<D> b) {
  return hn::Mul(a, b);
}
template <class D>
  requires(sizeof(hn::TFromD<D>) == 8)
HWY_INLINE hn::Vec<D> product_of(D, hn::Vec<D> a, hn::Vec<D> b) {
  const hn::Repartition<std::uint32_t, D> narrow;
  return hn::MulEven(hn::BitCast(narrow, a), hn::BitCast(narrow, b));
}

// Whether the instruction set has mask registers: without them, a selection by mask takes three operations.
constexpr bool kMaskRegisters = HWY_TARGET <= HWY_AVX3;
// The first name: 1 if 0 must mean "no name".
constexpr unsigned kFirstName = kMaskRegisters ? 0 : 1;

// The ranks of the walks of one vector, computed step by step.
template <class Header>
struct Ranking {
  using D = HeaderTag<Header>;
  using V = hn::Vec<D>;
  V nodes[RankTables::kMaxLength + 1];
  V names[RankTables::kMaxLength + 1];
  V used, rank;
};

// Steps kStep and later. Unrolled, so that nodes and names stay in registers.
template <int kStep, class Header>
HWY_INLINE void rank_steps(const WalkBatch<Header>& batch, std::uint32_t first, const RankTables& tables, bool can_stop,
                           Ranking<Header>& r) {
  if constexpr (kStep <= RankTables::kMaxLength) {
    if (kStep > tables.length()) return;
    const HeaderTag<Header> d;
    const auto one = hn::Set(d, Header{1});
    const auto node = hn::Load(d, batch.after(kStep) + first);
    // The name from earlier visits of the same node, all of which agree, or a new one.
    auto name = kMaskRegisters ? r.used : hn::Zero(d);
    const auto look_at = [&](int earlier) HWY_ATTR {
      const auto same = hn::Eq(node, r.nodes[earlier]);
      name = kMaskRegisters ? hn::IfThenElse(same, r.names[earlier], name)
                            : hn::Or(name, hn::IfThenElseZero(same, r.names[earlier]));
    };
    for (int earlier = 0; earlier < kStep - 1; ++earlier) look_at(earlier);
    if (tables.self_loops()) look_at(kStep - 1);  // without loops it is another node
    // If 0 means none, the subtraction makes it the largest number. Lanes without a walk, or whose walk stopped, may
    // have combined several names; the minimum bounds the result, which look_up relies on.
    auto choice = kMaskRegisters ? name : hn::Min(hn::Sub(name, one), r.used);
    if constexpr (!kMaskRegisters) name = hn::Add(choice, one);
    if (!tables.self_loops()) {
      choice = hn::Sub(choice, hn::IfThenElseZero(greater(d, name, r.names[kStep - 1]), one));
    }
    auto added = product_of(d, choice, look_up<kStep>(d, tables.table(kStep), r.used));
    if (can_stop) {
      const WordTag<Header> dw;
      const auto made = hn::Load(dw, batch.made + first);
      const auto before = hn::Set(d, static_cast<Header>(kStep - 1));
      if constexpr (sizeof(Header) == 4) {
        added = hn::IfThenElseZero(greater(d, made, before), added);
      } else {
        added = hn::IfThenElseZero(greater(d, hn::PromoteTo(d, made), before), added);
      }
    }
    r.rank = hn::Add(r.rank, added);
    r.used = hn::Max(r.used, kMaskRegisters ? hn::Add(name, one) : name);
    r.nodes[kStep] = node;
    r.names[kStep] = name;
    rank_steps<kStep + 1>(batch, first, tables, can_stop, r);
  }
}

template <class Header>
void rank_of(const WalkBatch<Header>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks) {
  const HeaderTag<Header> d;
  const WordTag<Header> dw;
  Ranking<Header> r;
  const std::uint32_t size = batch.size;
  for (std::uint32_t i = 0; i < size; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    r.used = hn::Set(d, Header{1});
    r.names[0] = hn::Set(d, Header{kFirstName});
    r.rank = hn::Zero(d);
    r.nodes[0] = hn::Load(d, batch.after(0) + i);
    rank_steps<1>(batch, i, tables, can_stop, r);
    if constexpr (sizeof(Header) == 4) {
      hn::StoreU(r.rank, d, ranks + i);
    } else {
      hn::StoreU(hn::TruncateTo(dw, r.rank), dw, ranks + i);
    }
  }
}

template <class Header>
void labels_of(const WalkBatch<Header>& batch, int length, int degree_bits, int label_bits, std::uint32_t* labels) {
  const HeaderTag<Header> d;
  const WordTag<Header> dw;
  const auto mask = hn::Set(d, static_cast<Header>((Header{1} << label_bits) - 1));
  const std::uint32_t size = batch.size;
  for (std::uint32_t i = 0; i < size; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    auto along = hn::Zero(d);
    for (int s = 0; s <= length; ++s) {
      const auto label = hn::And(hn::ShiftRightSame(hn::Load(d, batch.after(s) + i), degree_bits), mask);
      along = hn::Or(hn::ShiftLeftSame(along, label_bits), label);
    }
    if constexpr (sizeof(Header) == 4) {
      hn::StoreU(along, d, labels + i);
    } else {
      hn::StoreU(hn::TruncateTo(dw, along), dw, labels + i);
    }
  }
}

#endif

void rank_narrow(const WalkBatch<std::uint32_t>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks) {
  rank_of(batch, tables, can_stop, ranks);
}
void label_narrow(const WalkBatch<std::uint32_t>& batch, int length, int degree_bits, int label_bits,
                  std::uint32_t* labels) {
  labels_of(batch, length, degree_bits, label_bits, labels);
}
void rank_wide(const WalkBatch<std::uint64_t>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks) {
  rank_of(batch, tables, can_stop, ranks);
}
void label_wide(const WalkBatch<std::uint64_t>& batch, int length, int degree_bits, int label_bits,
                std::uint32_t* labels) {
  labels_of(batch, length, degree_bits, label_bits, labels);
}

}  // namespace HWY_NAMESPACE
}  // namespace awe::walks
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace awe::walks {
namespace {

HWY_EXPORT(rank_narrow);
HWY_EXPORT(rank_wide);
HWY_EXPORT(label_narrow);
HWY_EXPORT(label_wide);

}  // namespace

template <>
void rank_walks(const WalkBatch<std::uint32_t>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks) {
  HWY_DYNAMIC_DISPATCH(rank_narrow)(batch, tables, can_stop, ranks);
}
template <>
void label_walks(const WalkBatch<std::uint32_t>& batch, int length, int degree_bits, int label_bits,
                 std::uint32_t* labels) {
  HWY_DYNAMIC_DISPATCH(label_narrow)(batch, length, degree_bits, label_bits, labels);
}
template <>
void rank_walks(const WalkBatch<std::uint64_t>& batch, const RankTables& tables, bool can_stop, std::uint32_t* ranks) {
  HWY_DYNAMIC_DISPATCH(rank_wide)(batch, tables, can_stop, ranks);
}
template <>
void label_walks(const WalkBatch<std::uint64_t>& batch, int length, int degree_bits, int label_bits,
                 std::uint32_t* labels) {
  HWY_DYNAMIC_DISPATCH(label_wide)(batch, length, degree_bits, label_bits, labels);
}

bool RankTables::fit(const WalkIndex& index) {
  return index.length() + (index.self_loops() ? 1 : 0) <= kMaxLength;  // Bell(15) = 1,382,958,545
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

}  // namespace awe::walks
#endif
