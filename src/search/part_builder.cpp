#include "search/part_builder.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

// Its own vector code depends on the compiler's target, and prefetches beyond the end of lists.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include "awe/hash.h"
#include "base/rng.h"

namespace awe::search {
namespace {

class ImageSpace final : public hnswlib::SpaceInterface<int> {
 public:
  explicit ImageSpace(std::size_t dimensions) : dimensions_(dimensions) {}
  size_t get_data_size() override { return dimensions_ * sizeof(std::int16_t); }
  hnswlib::DISTFUNC<int> get_dist_func() override { return distance; }
  void* get_dist_func_param() override { return &dimensions_; }

 private:
  static int distance(const void* a, const void* b, const void* dimensions) {
    return image_distance(static_cast<const std::int16_t*>(a), static_cast<const std::int16_t*>(b),
                          *static_cast<const std::size_t*>(dimensions));
  }
  std::size_t dimensions_;
};

int layers_of_node(std::uint64_t node) {
  std::uint64_t bits = base::StreamBlock::mix64((node + 1) * 0x9E3779B97F4A7C15u);
  int layers = 0;
  for (; layers < static_cast<int>(kMostLayers) && bits % 16 == 0; ++layers) bits /= 16;
  return layers;
}

// The graph while nodes are inserted.
class LinkedNodes {
 public:
  LinkedNodes(std::size_t capacity, const PartOptions& options)
      : options_(options), space_(options.dimensions), graph_(&space_, capacity, options.links, options.build_breadth) {
    // Its destructor frees the lists of all elements, also of one whose insertion failed.
    std::fill_n(graph_.linkLists_, capacity, nullptr);
    graph_.mult_ = 0;  // no layers but ours
  }

  void restore(const PartArrays& part) {
    const std::size_t count = part.first.size();
    for (std::size_t node = 0; node < count; ++node) {
      const auto id = static_cast<hnswlib::tableint>(node);
      char* const element = graph_.data_level0_memory_ + node * graph_.size_data_per_element_;
      std::memset(element, 0, graph_.size_data_per_element_);
      std::memcpy(graph_.getDataByInternalId(id), part.images.data() + node * options_.dimensions, graph_.data_size_);
      graph_.setExternalLabel(id, node);
      graph_.label_lookup_[node] = id;
      copy_links(part.lowest.data() + node * (1 + 2 * std::size_t{options_.links}), 2 * options_.links, count,
                 graph_.get_linklist0(id));
      const std::uint32_t layers = NeighbourGraph::layers_of(part.places[node]);
      const std::uint64_t begin = NeighbourGraph::upper_of(part.places[node]);
      const std::uint64_t stride = 1 + std::uint64_t{options_.links};
      if (layers > kMostLayers || begin > part.upper.size() || layers * stride > part.upper.size() - begin) {
        throw damaged_index("a node has no room for its links");
      }
      graph_.element_levels_[node] = static_cast<int>(layers);
      graph_.cur_element_count = node + 1;
      if (layers == 0) continue;
      graph_.linkLists_[node] = static_cast<char*>(std::calloc(layers, graph_.size_links_per_element_));
      if (graph_.linkLists_[node] == nullptr) throw std::bad_alloc();
      for (std::uint32_t layer = 1; layer <= layers; ++layer) {
        copy_links(part.upper.data() + begin + (layer - 1) * stride, options_.links, count,
                   graph_.get_linklist(id, static_cast<int>(layer)));
      }
    }
    if (count == 0) return;
    if (static_cast<std::uint32_t>(graph_.element_levels_[part.part.entry]) != part.part.layers) {
      throw damaged_index("the search would not begin at the highest layer");
    }
    check_layers(count);
    graph_.enterpoint_node_ = part.part.entry;
    graph_.maxlevel_ = static_cast<int>(part.part.layers);
  }

  void add(const std::int16_t* image, std::uint64_t number) {
    try {
      graph_.level_generator_.seed(1);  // it draws a number that mult_ makes 0; any draw but 0 itself will do
      graph_.addPoint(image, graph_.cur_element_count, layers_of_node(number));
    } catch (const std::runtime_error& error) {
      if (std::string_view(error.what()).starts_with("Not enough memory")) throw std::bad_alloc();
      throw damaged_index(error.what());
    }
  }

  [[nodiscard]] std::size_t size() const { return graph_.cur_element_count; }

  // Writes the links of all nodes.
  void write(PartArrays& part) const {
    const std::size_t count = size(), lowest_stride = 1 + 2 * std::size_t{options_.links};
    part.lowest.assign(count * lowest_stride, 0);
    part.upper.clear();
    part.places.clear();
    for (std::size_t node = 0; node < count; ++node) {
      const auto id = static_cast<hnswlib::tableint>(node);
      read_links(graph_.get_linklist0(id), part.lowest.data() + node * lowest_stride);
      const auto layers = static_cast<std::uint64_t>(graph_.element_levels_[node]);
      part.places.push_back(part.upper.size() | (layers << 56));
      for (std::uint64_t layer = 1; layer <= layers; ++layer) {
        part.upper.resize(part.upper.size() + 1 + options_.links);
        read_links(graph_.get_linklist(id, static_cast<int>(layer)),
                   part.upper.data() + part.upper.size() - 1 - options_.links);
      }
    }
    part.part.entry = graph_.enterpoint_node_;
    part.part.layers = static_cast<std::uint32_t>(graph_.maxlevel_);
  }

 private:
  static void copy_links(const std::uint32_t* from, std::uint32_t most, std::size_t nodes, unsigned* to) {
    if (from[0] > most) throw damaged_index("a node has more links than there is room for");
    for (std::uint32_t i = 0; i <= from[0]; ++i) {
      if (i > 0 && from[i] >= nodes) throw damaged_index("a link leads to no node");
      to[i] = from[i];
    }
  }
  void read_links(unsigned* from, std::uint32_t* to) const {
    to[0] = graph_.getListCount(from);
    std::copy_n(from + 1, to[0], to + 1);
  }
  // Every link of a layer leads to a node of this layer.
  void check_layers(std::size_t count) const {
    for (std::size_t node = 0; node < count; ++node) {
      for (int layer = 1; layer <= graph_.element_levels_[node]; ++layer) {
        unsigned* const linked = graph_.get_linklist(static_cast<hnswlib::tableint>(node), layer);
        for (unsigned i = 1; i <= graph_.getListCount(linked); ++i) {
          if (graph_.element_levels_[linked[i]] < layer) throw damaged_index("a link leads to no layer");
        }
      }
    }
  }

  PartOptions options_;
  ImageSpace space_;
  hnswlib::HierarchicalNSW<int> graph_;
};

// Finds the node of an image.
class NodeTable {
 public:
  explicit NodeTable(std::size_t dimensions) : dimensions_(dimensions) {}

  // The node with this image; `fresh` if there is none, which then has it.
  std::uint32_t find_or_add(const std::vector<std::int16_t>& images, const std::int16_t* image, std::uint32_t fresh) {
    const std::span<const std::int16_t> wanted(image, dimensions_);
    const auto [begin, end] = nodes_.equal_range(hash64(std::as_bytes(wanted)));
    for (auto found = begin; found != end; ++found) {
      if (std::equal(wanted.begin(), wanted.end(), images.data() + found->second * dimensions_)) return found->second;
    }
    nodes_.emplace(hash64(std::as_bytes(wanted)), fresh);
    return fresh;
  }

 private:
  std::size_t dimensions_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> nodes_;
};

}  // namespace

PartArrays extend_part(PartArrays part, std::span<const std::int16_t> images, const PartOptions& options,
                       const std::function<void()>& done) {
  const std::size_t dimensions = options.dimensions, more = images.size() / dimensions;
  LinkedNodes nodes(part.first.size() + more, options);
  nodes.restore(part);
  NodeTable table(dimensions);
  std::vector<std::uint32_t> last(part.first.size());  // of each node: its last row
  for (std::uint32_t node = 0; node < part.first.size(); ++node) {
    table.find_or_add(part.images, part.images.data() + node * dimensions, node);
    std::uint32_t row = part.first[node];
    // A chain that is longer than the part has a cycle.
    for (std::size_t left = part.next.size(); row < part.next.size() && part.next[row] != kNone; row = part.next[row]) {
      if (left-- == 0) throw damaged_index("a row follows itself");
    }
    if (row >= part.next.size()) throw damaged_index("a node has no row");
    last[node] = row;
  }
  for (std::size_t i = 0; i < more; ++i) {
    const std::int16_t* const image = images.data() + i * dimensions;
    const auto fresh = static_cast<std::uint32_t>(part.first.size()),
               row = static_cast<std::uint32_t>(part.next.size());
    const std::uint32_t node = table.find_or_add(part.images, image, fresh);
    part.next.push_back(kNone);
    if (node == fresh) {
      part.images.insert(part.images.end(), image, image + dimensions);
      part.first.push_back(row);
      last.push_back(row);
      nodes.add(image, part.part.first_row + row);
    } else {
      part.next[last[node]] = row;
      last[node] = row;
    }
    done();
  }
  nodes.write(part);
  part.part.rows = part.next.size();
  part.part.nodes = part.first.size();
  return part;
}

}  // namespace awe::search
