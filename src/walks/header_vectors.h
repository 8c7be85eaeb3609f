// Vectors of headers (walks/packed_adjacency.h), for the loops that draw walks and those that name them. To be
// included, after hwy/highway.h, by files that Highway compiles for every instruction set: the include guard is per
// instruction set.
#if defined(AWE_WALKS_HEADER_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef AWE_WALKS_HEADER_VECTORS
#undef AWE_WALKS_HEADER_VECTORS
#else
#define AWE_WALKS_HEADER_VECTORS
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace awe::walks {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Vectors of headers, and of the random words of the same number of lanes.
template <class Header>
using HeaderTag = hn::ScalableTag<Header>;
template <class Header>
using WordTag = hn::Rebind<std::uint32_t, HeaderTag<Header> >;

template <class D, class V>
HWY_INLINE V gather(D d, const hn::TFromD<D>* base, V index) {
  const hn::RebindToSigned<D> di;
  return hn::GatherIndex(d, base, hn::BitCast(di, index));
}

}  // namespace HWY_NAMESPACE
}  // namespace awe::walks
HWY_AFTER_NAMESPACE();

#endif
