#include "walks/walker.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <variant>

#include "graph/dead_ends.h"
#include "walks/draw_kernel.h"
#include "walks/long_ranks.h"
#include "walks/name_kernel.h"
#include "walks/packed_adjacency.h"
#include "walks/plain_steps.h"

namespace awe::walks {
namespace {

using Narrow = PackedAdjacency<std::uint32_t>;
using Wide = PackedAdjacency<std::uint64_t>;

// Rows larger than this do not fit in the second-level cache.
constexpr std::size_t kNearBytes = std::size_t{1} << 21;

template <class Header>
void copy_made(const WalkBatch<Header>& batch, int length, bool can_stop, std::span<std::uint8_t> made) {
  if (!can_stop) {
    std::fill(made.begin(), made.end(), static_cast<std::uint8_t>(length));
    return;
  }
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<std::uint8_t>(batch.made[i]);
}

}  // namespace

WalkOrigin WalkOrigin::whole_graph(const Graph& graph) {
  WalkOrigin origin;
  origin.count_ = graph.num_nodes();
  return origin;
}

WalkOrigin WalkOrigin::node(NodeId node) {
  WalkOrigin origin;
  origin.purpose_ = base::StreamPurpose::node_walks;
  origin.item_ = node;
  origin.count_ = 1;
  origin.first_ = node;
  return origin;
}

WalkOrigin WalkOrigin::sentence(NodeId node) {
  WalkOrigin origin = WalkOrigin::node(node);
  origin.purpose_ = base::StreamPurpose::corpus_walks;
  return origin;
}

WalkOrigin WalkOrigin::arc(const Graph& graph, NodeId from, std::uint64_t place) {
  WalkOrigin origin = node(from);
  origin.purpose_ = base::StreamPurpose::edge_walks;
  origin.item_ = place;
  origin.second_ = graph.targets()[place];
  return origin;
}

WalkOrigin WalkOrigin::nodes(std::span<const NodeId> sorted_nodes) {
  WalkOrigin origin;
  origin.purpose_ = base::StreamPurpose::subgraph_walks;
  origin.item_ = hash64(std::as_bytes(sorted_nodes));
  origin.count_ = static_cast<NodeId>(sorted_nodes.size());
  origin.nodes_ = sorted_nodes;
  return origin;
}

struct Walker::Layout {
  Layout(const Graph& graph, const WalkIndex& index, const WalkerOptions& options)
      : can_stop(graph::has_dead_ends(graph)), adjacency(adjacency_of(graph, options)) {
    if (RankTables::fit(index)) tables.emplace(index);
    if (options.labels.empty()) return;
    label_bits = static_cast<int>(std::bit_width(*std::max_element(options.labels.begin(), options.labels.end())));
    labelled = tables && label_bits < 32 && (index.length() + 1) * label_bits <= 32;
    if (labelled && std::holds_alternative<PlainSteps>(adjacency)) {
      labels.assign(options.labels.begin(), options.labels.end());
    }
  }

  using Adjacency = std::variant<PlainSteps, Narrow, Wide>;

  static Adjacency adjacency_of(const Graph& graph, const WalkerOptions& options) {
    const bool plain =
        options.form == AdjacencyForm::plain || options.kind == WalkKind::non_backtracking || options.restart;
    if (!plain && options.form != AdjacencyForm::wide) {
      if (auto narrow = Narrow::of(graph, {options.nodes, options.labels})) return std::move(*narrow);
    }
    if (!plain) {
      if (auto wide = Wide::of(graph, {options.nodes, options.labels})) return std::move(*wide);
    }
    return PlainSteps(graph, options.kind, options.restart);
  }

  // Converts headers of this adjacency to nodes.
  template <class Header>
  void name_nodes(const Header* headers, std::uint32_t count, NodeId* nodes) const {
    if (std::holds_alternative<PlainSteps>(adjacency)) {
      std::copy_n(headers, count, nodes);
      return;
    }
    const auto& packed = std::get<PackedAdjacency<Header>>(adjacency);
    for (std::uint32_t i = 0; i < count; ++i) nodes[i] = packed.node_at()[headers[i] >> packed.place_shift()];
  }

  // The labels along each walk of a batch, as fill_labelled needs them.
  template <class Header>
  void label(const WalkBatch<Header>& batch, int length, int degree_bits, std::uint32_t* found) const {
    if (labels.empty()) return label_walks(batch, length, degree_bits, label_bits, found);
    std::fill_n(found, batch.size, 0u);
    for (int s = 0; s <= length; ++s) {
      const Header* nodes = batch.after(s);
      for (std::uint32_t i = 0; i < batch.size; ++i) found[i] = found[i] << label_bits | labels[nodes[i]];
    }
  }

  bool can_stop;
  Adjacency adjacency;
  std::vector<std::uint32_t> labels;  // of the nodes, if these are stepped over without packing
  std::optional<RankTables> tables;   // for ranks of 32 bits
  int label_bits = 0;
  bool labelled = false;  // codes with labels fit
};

Walker::Walker(const Graph& graph, const WalkIndex& index, std::uint64_t seed, const WalkerOptions& options)
    : graph_(&graph),
      index_(index),
      seed_(seed),
      fingerprint_(fingerprint(graph)),
      layout_(std::make_unique<const Layout>(graph, index, options)) {}
Walker::~Walker() = default;
Walker::Walker(Walker&&) noexcept = default;

bool Walker::can_stop() const noexcept { return layout_->can_stop; }
bool Walker::has_short_codes() const noexcept { return layout_->tables.has_value(); }
bool Walker::has_labelled_codes() const noexcept { return layout_->labelled; }
int Walker::labels_bits() const noexcept { return layout_->label_bits * (index_.length() + 1); }

AdjacencyForm form_for_steps(const Graph& graph, double steps) {
  return steps < static_cast<double>(graph.num_arcs()) ? AdjacencyForm::plain : AdjacencyForm::automatic;
}

// Calls visit(batch, degree_bits) for each batch; its headers have either width.
template <class Visit>
void Walker::for_each_batch(const WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane,
                            std::uint32_t walks, const Visit& visit) const {
  const base::StreamBlock stream(seed_, fingerprint_, origin.purpose_, origin.item_, block);
  const auto batches = [&](auto& batch, int degree_bits, const auto& draw) {
    for (std::uint32_t done = 0; done < walks; done += kBatchLanes) {
      batch.first_lane = first_lane + done;
      batch.size = std::min(kBatchLanes, walks - done);
      draw();
      visit(batch, degree_bits);
    }
  };
  std::visit(
      [&](const auto& adjacency) {
        if constexpr (std::is_same_v<std::decay_t<decltype(adjacency)>, PlainSteps>) {
          WalkBatch<NodeId> batch;
          WalkStarts<NodeId> starts{origin.nodes_.data(), origin.count_, origin.second_};
          if (origin.count_ == 1 && origin.nodes_.empty()) starts.headers = &origin.first_;
          batches(batch, 0, [&] { adjacency.walk(stream, starts, index_.length(), batch); });
        } else {
          using Header = std::decay_t<decltype(adjacency.header(0))>;
          WalkBatch<Header> batch;
          std::vector<Header> chosen;
          WalkStarts<Header> starts{adjacency.headers(), origin.count_, std::nullopt};
          if (!origin.nodes_.empty() || origin.count_ == 1) {
            for (const NodeId node : origin.nodes_) chosen.push_back(adjacency.header(node));
            if (origin.nodes_.empty()) chosen.push_back(adjacency.header(origin.first_));
            starts.headers = chosen.data();
          }
          if (origin.second_) starts.second = adjacency.header(*origin.second_);
          const PackedRows<Header> rows{adjacency.rows(),   adjacency.degree_bits(), adjacency.place_shift(),
                                        graph_->weighted(), layout_->can_stop,       adjacency.bytes() > kNearBytes};
          batches(batch, adjacency.degree_bits(), [&] { draw_walks(stream, starts, rows, index_.length(), batch); });
        }
      },
      layout_->adjacency);
}

void Walker::fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                        std::uint32_t first_lane) const {
  std::array<std::uint8_t, base::kBlockWalks> made;
  fill_block(origin, block, codes, made, first_lane);
  for (std::size_t i = 0; layout_->can_stop && i < codes.size(); ++i) {
    if (made[i] < index_.length()) codes[i] = kStopped;
  }
}

void Walker::fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                        std::span<std::uint8_t> made, std::uint32_t first_lane) const {
  if (has_short_codes()) {
    std::array<std::uint32_t, base::kBlockWalks> short_codes;
    fill_block(origin, block, std::span(short_codes).first(codes.size()), made, first_lane);
    std::copy_n(short_codes.begin(), codes.size(), codes.begin());
    return;
  }
  const auto walks = static_cast<std::uint32_t>(codes.size());
  for_each_batch(origin, block, first_lane, walks, [&](const auto& batch, int) {
    const std::uint32_t first = batch.first_lane - first_lane;
    rank_long_walks(batch, index_, layout_->can_stop, codes.subspan(first, batch.size));
    copy_made(batch, index_.length(), layout_->can_stop, made.subspan(first, batch.size));
  });
}

void Walker::fill_block(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint32_t> codes,
                        std::span<std::uint8_t> made, std::uint32_t first_lane) const {
  alignas(64) std::uint32_t ranks[kBatchLanes];
  const auto walks = static_cast<std::uint32_t>(codes.size());
  for_each_batch(origin, block, first_lane, walks, [&](const auto& batch, int) {
    const std::uint32_t first = batch.first_lane - first_lane;
    rank_walks(batch, *layout_->tables, layout_->can_stop, ranks);
    std::copy_n(ranks, batch.size, codes.begin() + first);
    if (!made.empty()) copy_made(batch, index_.length(), layout_->can_stop, made.subspan(first, batch.size));
  });
}

void Walker::fill_labelled(const WalkOrigin& origin, std::uint64_t block, std::span<std::uint64_t> codes,
                           std::span<std::uint8_t> made, std::uint32_t first_lane) const {
  alignas(64) std::uint32_t ranks[kBatchLanes], labels[kBatchLanes];
  const int shift = labels_bits();
  const auto walks = static_cast<std::uint32_t>(codes.size());
  for_each_batch(origin, block, first_lane, walks, [&](const auto& batch, int degree_bits) {
    rank_walks(batch, *layout_->tables, layout_->can_stop, ranks);
    layout_->label(batch, index_.length(), degree_bits, labels);
    const std::uint32_t first = batch.first_lane - first_lane;
    for (std::uint32_t i = 0; i < batch.size; ++i) {
      codes[first + i] = std::uint64_t{ranks[i]} << shift | labels[i];
    }
    if (!made.empty()) copy_made(batch, index_.length(), layout_->can_stop, made.subspan(first, batch.size));
  });
}

void Walker::for_each_tile(const WalkOrigin& origin, std::uint64_t block, std::uint32_t first_lane, std::uint32_t walks,
                           const std::function<void(const WalkTile&)>& visit) const {
  WalkTile tile;
  for_each_batch(origin, block, first_lane, walks, [&](const auto& batch, int) {
    for (std::uint32_t first = 0; first < batch.size; first += WalkTile::kLanes) {
      tile.first_lane = batch.first_lane + first;
      tile.size = std::min(WalkTile::kLanes, batch.size - first);
      for (int s = 0; s <= index_.length(); ++s) {
        layout_->name_nodes(batch.after(s) + first, tile.size, tile.nodes[static_cast<std::size_t>(s)].data());
      }
      tile.made.fill(static_cast<std::uint32_t>(index_.length()));
      if (layout_->can_stop) std::copy_n(batch.made + first, tile.size, tile.made.begin());
      visit(tile);
    }
  });
}

}  // namespace awe::walks
