#include "walks/packed_adjacency.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "walks/transition.h"

namespace awe::walks {
namespace {

int bits_of(std::uint64_t value) { return static_cast<int>(std::bit_width(value)); }

}  // namespace

template <class Header>
std::optional<PackedAdjacency<Header>> PackedAdjacency<Header>::of(const Graph& graph, const Contents& contents) {
  const NodeId nodes = graph.num_nodes();
  std::uint64_t places = 0;
  std::uint32_t largest = 1;
  for (NodeId u = 0; u < nodes; ++u) {
    places += std::max(1u, graph.degree(u));
    largest = std::max(largest, graph.degree(u));
  }
  const int degree_bits = bits_of(largest);
  std::uint32_t largest_label = 0;
  for (const std::uint32_t label : contents.labels) largest_label = std::max(largest_label, label);
  const int label_bits = bits_of(largest_label);
  // Vector loads use places times the slot size as signed numbers.
  const std::uint64_t most = static_cast<std::uint64_t>(std::numeric_limits<std::make_signed_t<Header>>::max()) / kSlot;
  if (bits_of(places) + degree_bits + label_bits > std::numeric_limits<Header>::digits || places > most)
    return std::nullopt;

  PackedAdjacency packed;
  packed.degree_bits_ = degree_bits;
  packed.label_bits_ = label_bits;
  packed.headers_ = base::LargeArray<Header>(nodes);
  if (contents.name_nodes) packed.node_at_ = base::LargeArray<NodeId>(places);
  std::uint64_t place = 0;
  for (NodeId u = 0; u < nodes; ++u) {
    const std::uint64_t label = contents.labels.empty() ? 0 : contents.labels[u];
    packed.headers_[u] = static_cast<Header>((place << label_bits | label) << degree_bits | graph.degree(u));
    const std::uint64_t next = place + std::max(1u, graph.degree(u));
    if (contents.name_nodes) std::fill(packed.node_at_.data() + place, packed.node_at_.data() + next, u);
    place = next;
  }
  packed.rows_ = base::LargeArray<Header>(places * (graph.weighted() ? kSlot : 1));
  if (graph.weighted()) {
    packed.fill_slots(graph);
  } else {
    packed.fill_rows(graph);
  }
  return packed;
}

template <class Header>
void PackedAdjacency<Header>::fill_rows(const Graph& graph) {
  Header* row = rows_.data();
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) *row++ = headers_[v];
    if (graph.degree(u) == 0) *row++ = headers_[u];
  }
}

template <class Header>
void PackedAdjacency<Header>::fill_slots(const Graph& graph) {
  const AliasTable alias(graph);
  Header* slot = rows_.data();
  const auto add = [&](std::uint32_t threshold, NodeId own, NodeId other) {
    slot[kThreshold] = threshold;
    slot[kOwn] = headers_[own];
    slot[kAlias] = headers_[other];
    slot[3] = 0;
    slot += kSlot;
  };
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (std::uint64_t place = graph.offsets()[u]; place < graph.offsets()[u + 1]; ++place) {
      add(alias.slot(place).threshold, graph.targets()[place], alias.slot(place).alias);
    }
    if (graph.degree(u) == 0) add(0, u, u);
  }
}

template class PackedAdjacency<std::uint32_t>;
template class PackedAdjacency<std::uint64_t>;

}  // namespace awe::walks
