#include "readers/awg_layout.h"

namespace awe::readers {

std::optional<AwgSections> awg_sections(const AwgHead& head, std::uint64_t most) {
  // Ensures that every count is at most `most`, a size in memory, so that later products with 8 cannot overflow.
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 59;
  for (const std::uint64_t count :
       {head.nodes, head.arcs, head.attribute_width, head.id_bytes, head.node_names, head.node_name_bytes,
        head.edge_names, head.edge_name_bytes, head.name_bytes, head.class_bytes}) {
    if (count > most || count > kLargest) return std::nullopt;
  }
  if (head.nodes > 0 && head.attribute_width > kLargest / head.nodes) return std::nullopt;
  AwgSections made;
  made.end = sizeof(AwgHead);
  bool fits = true;
  const auto add = [&](AwgSections::Section& section, bool there, std::uint64_t size) {
    if (!there) return;
    made.end = (made.end + kAwgSectionAlignment - 1) / kAwgSectionAlignment * kAwgSectionAlignment;
    section = {made.end, size};
    fits = fits && size <= most && made.end <= most - size;
    made.end = fits ? made.end + size : 0;
  };
  const bool node_labels = (head.flags & kAwgNodeLabels) != 0, edge_labels = (head.flags & kAwgEdgeLabels) != 0;
  add(made.offsets, true, 8 * (head.nodes + 1));
  add(made.targets, true, 4 * head.arcs);
  add(made.weights, (head.flags & kAwgWeighted) != 0, 8 * head.arcs);
  add(made.integer_ids, head.ids == kAwgIntegers, 8 * head.nodes);
  add(made.id_begins, head.ids == kAwgTexts, 8 * (head.nodes + 1));
  add(made.id_bytes, head.ids == kAwgTexts, head.id_bytes);
  add(made.node_labels, node_labels, 4 * head.nodes);
  add(made.node_name_begins, node_labels, 8 * (head.node_names + 1));
  add(made.node_name_bytes, node_labels, head.node_name_bytes);
  add(made.edge_labels, edge_labels, 4 * head.arcs);
  add(made.edge_name_begins, edge_labels, 8 * (head.edge_names + 1));
  add(made.edge_name_bytes, edge_labels, head.edge_name_bytes);
  add(made.attributes, true, 8 * head.nodes * head.attribute_width);
  add(made.name, true, head.name_bytes);
  add(made.class_name, true, head.class_bytes);
  if (!fits) return std::nullopt;
  return made;
}

}  // namespace awe::readers
