// The ids of the nodes of a graph in its file, in node order. They have one of three forms: consecutive integers take
// no memory, other integers take 8 bytes per node, and texts take their letters and 8 bytes per node.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "awe/shared_array.h"

namespace awe {

// The number of a node in a graph, from 0.
using NodeId = std::uint32_t;

// Concatenated texts: text i is bytes[begins[i]] .. bytes[begins[i + 1] - 1].
struct PackedTexts {
  SharedArray<std::uint64_t> begins;  // size() + 1 positions, or none
  SharedArray<char> bytes;            // the texts, one after another

  [[nodiscard]] std::size_t size() const noexcept { return begins.empty() ? 0 : begins.size() - 1; }  // number of texts
  // Text i, without a check of the range.
  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    return {bytes.data() + begins[i], static_cast<std::size_t>(begins[i + 1] - begins[i])};
  }
};
// The texts, concatenated.
[[nodiscard]] PackedTexts pack(const std::vector<std::string>& texts);

// The ids of all nodes of a graph. The default are the ids 0, 1, 2, ...
class NodeIds {
 public:
  NodeIds() = default;
  explicit NodeIds(std::int64_t first) : ids_(first) {}  // the ids first, first + 1, ...
  // Integer ids, one per node, strictly increasing.
  explicit NodeIds(SharedArray<std::int64_t> sorted) : ids_(std::move(sorted)) {}
  // Text ids, one per node, strictly increasing by bytes.
  explicit NodeIds(PackedTexts sorted) : ids_(std::move(sorted)) {}

  // The id of a node as text.
  [[nodiscard]] std::string name(NodeId node) const;
  // The node with this id in a graph of num_nodes nodes, or nothing. O(log n).
  [[nodiscard]] std::optional<NodeId> find(std::string_view name, NodeId num_nodes) const;
  // Whether the ids are 0 .. n-1, which every format can represent.
  [[nodiscard]] bool are_positions() const;

  // The first id if the ids are consecutive integers, otherwise null. Exactly one of first(), integers() and texts() is
  // not null.
  [[nodiscard]] const std::int64_t* first() const noexcept { return std::get_if<std::int64_t>(&ids_); }
  // The ids if they are other integers, otherwise null.
  [[nodiscard]] const SharedArray<std::int64_t>* integers() const noexcept {
    return std::get_if<SharedArray<std::int64_t>>(&ids_);
  }
  // The ids if they are texts, otherwise null.
  [[nodiscard]] const PackedTexts* texts() const noexcept { return std::get_if<PackedTexts>(&ids_); }

 private:
  std::variant<std::int64_t, SharedArray<std::int64_t>, PackedTexts> ids_ = std::int64_t{0};
};

}  // namespace awe
