// Writes .awg: graphs as in memory, one record each, then a table of the records. Cost: two passes over the arrays of a
// graph (checksum, write), and one more for the fingerprint if it is not known.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "bytes/atomic_file.h"
#include "readers/awg_layout.h"
#include "writers/writers.h"

namespace awe::writers {
namespace {

using ByteSpan = std::span<const std::byte>;

template <class T>
ByteSpan bytes_of(const T& values) {
  return std::as_bytes(std::span<const typename T::value_type>(values));
}
template <class T>
ByteSpan bytes_of(const SharedArray<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

// The fingerprint of the graph without its weights, which is the one that most commands need.
Hash128 plain_fingerprint(const Graph& graph) {
  if (!graph.weighted()) return fingerprint(graph);
  GraphParts plain;
  plain.offsets = graph.parts().offsets;
  plain.targets = graph.parts().targets;
  plain.directed = graph.directed();
  return fingerprint(Graph(std::move(plain)));
}

// The head of a graph's record, except for the hashes of the record.
readers::AwgHead head_of(const Graph& graph, const PackedTexts& node_names, const PackedTexts& edge_names) {
  readers::AwgHead head{};
  const BuildNotes& notes = graph.build_notes();
  const NodeIds& ids = graph.node_ids();
  head.flags = (graph.directed() ? readers::kAwgDirected : 0u) | (graph.weighted() ? readers::kAwgWeighted : 0u) |
               (graph.has_self_loops() ? readers::kAwgSelfLoops : 0u) |
               (notes.weights_unused ? readers::kAwgWeightsUnused : 0u) |
               (graph.class_name() ? readers::kAwgClass : 0u) |
               (graph.node_labels().empty() ? 0u : readers::kAwgNodeLabels) |
               (graph.edge_labels().empty() ? 0u : readers::kAwgEdgeLabels);
  head.ids = ids.texts() != nullptr      ? readers::kAwgTexts
             : ids.integers() != nullptr ? readers::kAwgIntegers
                                         : readers::kAwgRange;
  head.nodes = graph.num_nodes();
  head.arcs = graph.num_arcs();
  head.edges = graph.num_edges();
  head.attribute_width = graph.attribute_width();
  head.first_id = ids.first() != nullptr ? *ids.first() : 0;
  head.id_bytes = ids.texts() != nullptr ? ids.texts()->bytes.size() : 0;
  head.node_names = node_names.size();
  head.node_name_bytes = node_names.bytes.size();
  head.edge_names = edge_names.size();
  head.edge_name_bytes = edge_names.bytes.size();
  head.name_bytes = graph.name().size();
  head.class_bytes = graph.class_name() ? graph.class_name()->size() : 0;
  head.self_loops = notes.self_loops;
  head.repeated_arcs = notes.repeated_arcs;
  head.zero_weights = notes.zero_weights;
  head.fingerprint = fingerprint(graph);
  head.plain_fingerprint = plain_fingerprint(graph);
  return head;
}

class AwgWriter final : public GraphWriter {
 public:
  AwgWriter(const std::string& path, bool force) : file_(path, force) {
    file_.write(std::string(sizeof(readers::AwgHeader), '\0'));
  }

  void write(const Graph& graph) override {
    const PackedTexts node_names = pack(graph.node_labels().names), edge_names = pack(graph.edge_labels().names);
    readers::AwgHead head = head_of(graph, node_names, edge_names);
    const readers::AwgSections at = readers::awg_sections(head, ~std::uint64_t{0}).value();
    sections_.clear();
    add(at.offsets, std::as_bytes(graph.offsets()));
    add(at.targets, std::as_bytes(graph.targets()));
    add(at.weights, std::as_bytes(graph.arc_weights()));
    if (const auto* integers = graph.node_ids().integers()) add(at.integer_ids, bytes_of(*integers));
    if (const auto* texts = graph.node_ids().texts()) {
      add(at.id_begins, bytes_of(texts->begins));
      add(at.id_bytes, bytes_of(texts->bytes));
    }
    if (!graph.node_labels().empty()) {
      add(at.node_labels, bytes_of(graph.node_labels().ids));
      add(at.node_name_begins, bytes_of(node_names.begins));
      add(at.node_name_bytes, bytes_of(node_names.bytes));
    }
    if (!graph.edge_labels().empty()) {
      add(at.edge_labels, bytes_of(graph.edge_labels().ids));
      add(at.edge_name_begins, bytes_of(edge_names.begins));
      add(at.edge_name_bytes, bytes_of(edge_names.bytes));
    }
    add(at.attributes, std::as_bytes(graph.node_attributes()));
    add(at.name, bytes_of(graph.name()));
    if (graph.class_name()) add(at.class_name, bytes_of(*graph.class_name()));
    write_record(head, at.end);
  }

  void commit() override {
    pad(readers::kAwgRecordAlignment);
    readers::AwgHeader header{};
    std::copy(readers::kAwgMagic.begin(), readers::kAwgMagic.end(), header.magic);
    header.version = readers::kAwgVersion;
    header.table_place = file_.size();
    header.graphs = table_.size();
    file_.write(bytes_of(table_));
    header.file_size = file_.size();
    Hasher hasher;
    hasher.add(std::as_bytes(std::span(&header, 1)).first(offsetof(readers::AwgHeader, hash)));
    hasher.add(bytes_of(table_));
    header.hash = hasher.digest();
    file_.write_at(0, std::string_view(reinterpret_cast<const char*>(&header), sizeof header));
    file_.commit();
  }

  [[nodiscard]] std::vector<std::string> left_out() const override { return {}; }

 private:
  void add(const readers::AwgSections::Section& section, ByteSpan bytes) {
    sections_.push_back({section.place, bytes});
  }

  // Calls take(bytes) for the sections after the head and the zeros between them.
  template <class Take>
  void for_each_piece(std::uint64_t end, Take take) const {
    constexpr std::byte kZeros[readers::kAwgSectionAlignment] = {};
    std::uint64_t place = sizeof(readers::AwgHead);
    for (const auto& [begin, bytes] : sections_) {
      if (bytes.empty()) continue;
      take(ByteSpan(kZeros).first(static_cast<std::size_t>(begin - place)));
      take(bytes);
      place = begin + bytes.size();
    }
    take(ByteSpan(kZeros).first(static_cast<std::size_t>(end - place)));
  }

  void write_record(readers::AwgHead& head, std::uint64_t end) {
    Hasher body;
    for_each_piece(end, [&](ByteSpan piece) { body.add(piece); });
    head.body_hash = body.digest();
    const ByteSpan head_bytes = std::as_bytes(std::span(&head, 1));
    head.head_hash = hash128(head_bytes.first(offsetof(readers::AwgHead, head_hash)));
    pad(readers::kAwgRecordAlignment);
    table_.push_back({file_.size(), end});
    file_.write(head_bytes);
    for_each_piece(end, [&](ByteSpan piece) { file_.write(piece); });
  }

  void pad(std::uint64_t alignment) {
    file_.write(std::string(static_cast<std::size_t>((alignment - file_.size() % alignment) % alignment), '\0'));
  }

  struct Piece {
    std::uint64_t place;
    ByteSpan bytes;
  };
  bytes::AtomicFile file_;
  std::vector<readers::AwgEntry> table_;
  std::vector<Piece> sections_;  // of the graph being written
};

}  // namespace

Writer write_awg(const std::string& path, bool force) { return std::make_unique<AwgWriter>(path, force); }

}  // namespace awe::writers
