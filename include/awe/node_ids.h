// The ids that the nodes of a graph had in its file, in node order. Three forms, so that a graph with ids 0..n-1 stores
// nothing, one with other integers 8 bytes a node, and one with texts their letters and 8 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "awe/shared_array.h"

namespace awe {

using NodeId = std::uint32_t;

// Texts one behind the other: number i is bytes[begins[i]] .. bytes[begins[i + 1]].
struct PackedTexts {
  SharedArray<std::uint64_t> begins;  // one more than there are texts
  SharedArray<char> bytes;

  [[nodiscard]] std::size_t size() const noexcept { return begins.empty() ? 0 : begins.size() - 1; }
  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    return {bytes.data() + begins[i], static_cast<std::size_t>(begins[i + 1] - begins[i])};
  }
};
[[nodiscard]] PackedTexts pack(const std::vector<std::string>& texts);

class NodeIds {
 public:
  NodeIds() = default;
  explicit NodeIds(std::int64_t first) : ids_(first) {}
  explicit NodeIds(SharedArray<std::int64_t> sorted) : ids_(std::move(sorted)) {}
  explicit NodeIds(PackedTexts sorted) : ids_(std::move(sorted)) {}

  [[nodiscard]] std::string name(NodeId node) const;
  // The node of that name among the first num_nodes, or nothing. O(log n).
  [[nodiscard]] std::optional<NodeId> find(std::string_view name, NodeId num_nodes) const;
  // True where the ids are 0..n-1, which every format can express.
  [[nodiscard]] bool are_positions() const;

  // The form that they have: exactly one of these is not null.
  [[nodiscard]] const std::int64_t* first() const noexcept { return std::get_if<std::int64_t>(&ids_); }
  [[nodiscard]] const SharedArray<std::int64_t>* integers() const noexcept {
    return std::get_if<SharedArray<std::int64_t>>(&ids_);
  }
  [[nodiscard]] const PackedTexts* texts() const noexcept { return std::get_if<PackedTexts>(&ids_); }

 private:
  std::variant<std::int64_t, SharedArray<std::int64_t>, PackedTexts> ids_ = std::int64_t{0};
};

}  // namespace awe
