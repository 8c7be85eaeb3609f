#include "awe/node_ids.h"

#include "base/number.h"

namespace awe {
namespace {

// The index of `wanted` among the `count` sorted values value_at(i).
template <class Value, class ValueAt>
std::optional<NodeId> position(std::size_t count, const Value& wanted, ValueAt value_at) {
  std::size_t low = 0, high = count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    (value_at(middle) < wanted ? low : high) = value_at(middle) < wanted ? middle + 1 : middle;
  }
  if (low == count || value_at(low) != wanted) return std::nullopt;
  return static_cast<NodeId>(low);
}

}  // namespace

PackedTexts pack(const std::vector<std::string>& texts) {
  std::vector<std::uint64_t> begins = {0};
  std::vector<char> bytes;
  begins.reserve(texts.size() + 1);
  for (const std::string& text : texts) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    begins.push_back(bytes.size());
  }
  return {std::move(begins), std::move(bytes)};
}

std::string NodeIds::name(NodeId node) const {
  if (const auto* from = first()) return std::to_string(*from + node);
  if (const auto* numbers = integers()) return std::to_string((*numbers)[node]);
  return std::string((*texts())[node]);
}

std::optional<NodeId> NodeIds::find(std::string_view name, NodeId num_nodes) const {
  if (const auto* all = texts()) return position(all->size(), name, [&](std::size_t i) { return (*all)[i]; });
  const auto number = base::parse_integer(name);
  if (!number) return std::nullopt;
  if (const auto* all = integers()) return position(all->size(), *number, [&](std::size_t i) { return (*all)[i]; });
  if (*number < *first()) return std::nullopt;
  const std::uint64_t place = static_cast<std::uint64_t>(*number) - static_cast<std::uint64_t>(*first());
  return place < num_nodes ? std::optional<NodeId>(static_cast<NodeId>(place)) : std::nullopt;
}

bool NodeIds::are_positions() const { return first() != nullptr && *first() == 0; }

}  // namespace awe
