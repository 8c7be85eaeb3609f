#include "search/neighbour_graph.h"

#include <algorithm>

namespace awe::search {

std::string_view NeighbourGraph::fault(std::uint64_t rows, std::size_t dimensions) const {
  std::uint64_t row = 0, node = 0, entry = 0;
  for (const GraphPart& part : parts) {
    if (part.first_row != row || part.first_node != node || part.rows > rows - row || part.nodes > part.rows ||
        part.nodes == 0 || part.nodes >= kNone || part.entry >= part.nodes || part.layers > kMostLayers ||
        part.first_upper != entry || part.upper > upper.size() - entry) {
      return "a part of the graph of neighbours does not fit";
    }
    row += part.rows;
    node += part.nodes;
    entry += part.upper;
  }
  if (row != rows || entry != upper.size() || node != first.size() || node != places.size() || next.size() != rows ||
      images.size() != node * dimensions || lowest.size() != node * lowest_stride() || links < 2 || links > 64) {
    return "the graph of neighbours has another size";
  }
  return {};
}

GraphWalk::GraphWalk(const NeighbourGraph& graph, std::size_t dimensions) : graph_(graph), dimensions_(dimensions) {
  std::uint64_t most = 0;
  for (const GraphPart& part : graph.parts) most = std::max(most, part.nodes);
  seen_.resize(static_cast<std::size_t>(most));
}

std::int32_t GraphWalk::distance(const GraphPart& part, std::uint32_t node) const {
  return image_distance(image_, graph_.images.data() + (part.first_node + node) * dimensions_, dimensions_);
}

GraphCandidate GraphWalk::descend(const GraphPart& part) const {
  GraphCandidate at{distance(part, part.entry), part.entry};
  for (std::uint32_t layer = part.layers; layer > 0; --layer) {
    for (bool moved = true; moved;) {
      moved = false;
      const std::uint64_t place = graph_.places[static_cast<std::size_t>(part.first_node) + at.node];
      const std::uint64_t begin = NeighbourGraph::upper_of(place) + (layer - 1) * graph_.upper_stride();
      if (NeighbourGraph::layers_of(place) < layer || begin > part.upper ||
          part.upper - begin < graph_.upper_stride()) {
        throw damaged_index("a link leads to no layer");
      }
      const std::uint32_t* const linked = graph_.upper.data() + part.first_upper + begin;
      for (std::uint32_t i = 1; i <= std::min(linked[0], graph_.links); ++i) {
        if (linked[i] >= part.nodes) throw damaged_index("a link leads to no node");
        const GraphCandidate other{distance(part, linked[i]), linked[i]};
        if (other < at) {
          at = other;
          moved = true;
        }
      }
    }
  }
  return at;
}

std::size_t GraphWalk::insert(GraphCandidate candidate, std::size_t limit) {
  const auto place = static_cast<std::size_t>(std::lower_bound(best_.begin(), best_.end(), candidate) - best_.begin());
  if (best_.size() == limit) {
    best_.pop_back();
    expanded_.pop_back();
  }
  best_.insert(best_.begin() + static_cast<std::ptrdiff_t>(place), candidate);
  expanded_.insert(expanded_.begin() + static_cast<std::ptrdiff_t>(place), 0);
  return place;
}

std::span<const GraphCandidate> GraphWalk::search(std::size_t number, std::span<const std::int16_t> image,
                                                  std::size_t candidates) {
  const GraphPart& part = graph_.parts[number];
  image_ = image.data();
  if (++search_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    search_ = 1;
  }
  best_.clear();
  expanded_.clear();
  insert(descend(part), candidates);
  seen_[best_.front().node] = search_;
  const std::int16_t* const images = graph_.images.data() + part.first_node * dimensions_;
  for (std::size_t at = 0; at < best_.size();) {
    if (expanded_[at] != 0) {
      ++at;
      continue;
    }
    expanded_[at] = 1;
    const std::uint32_t* const linked =
        graph_.lowest.data() + (part.first_node + best_[at].node) * graph_.lowest_stride();
    const std::uint32_t count = std::min(linked[0], 2 * graph_.links);
    std::size_t next = at + 1;
    for (std::uint32_t i = 1; i <= count; ++i) {
      const std::uint32_t node = linked[i];
      if (node >= part.nodes) throw damaged_index("a link leads to no node");
      if (i < count && linked[i + 1] < part.nodes) __builtin_prefetch(images + linked[i + 1] * dimensions_);
      if (seen_[node] == search_) continue;
      seen_[node] = search_;
      const GraphCandidate candidate{distance(part, node), node};
      if (best_.size() == candidates && !(candidate < best_.back())) continue;
      next = std::min(next, insert(candidate, candidates));
    }
    at = next;
  }
  return best_;
}

}  // namespace awe::search
