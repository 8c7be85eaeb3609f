#include "awe/awg_file.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <utility>

#include "awe/error.h"
#include "awe/graph_builder.h"
#include "bytes/mapped_file.h"
#include "graph/soundness.h"
#include "readers/awg_layout.h"

namespace awe {

using readers::AwgEntry;
using readers::AwgHead;
using readers::AwgHeader;
using readers::AwgSections;
using ByteSpan = std::span<const std::byte>;

// The bytes of the file and what is derived from them on opening.
struct AwgFile::Content {
  std::string name;
  std::optional<bytes::MappedFile> mapping;
  std::string memory;
  ByteSpan bytes;
  std::span<const readers::AwgEntry> table;
  mutable std::atomic<std::uint64_t> released = 0;  // up to here, the memory of records was given back

  // Of a large collection that is read from the first graph to the last, only the last records stay in memory.
  void release_before(std::uint64_t place) const {
    constexpr std::uint64_t kKept = std::uint64_t{64} << 20;
    std::uint64_t before = released;
    if (!mapping || place < before + 2 * kKept || !released.compare_exchange_strong(before, place - kKept)) return;
    mapping->release(static_cast<std::size_t>(before), static_cast<std::size_t>(place - kKept));
  }

  [[nodiscard]] Error damaged(const std::string& reason) const {
    return error_at(ErrorKind::malformed, name, 0,
                    "the file was cut short or changed: " + reason + "; write it again with awe convert");
  }
  [[nodiscard]] std::string of_graph(std::uint64_t number) const {
    return table.size() == 1 ? std::string() : " of graph " + std::to_string(number);
  }
  void check();

  struct Record {
    readers::AwgHead head;
    readers::AwgSections at;
    ByteSpan bytes;
  };
  [[nodiscard]] Record record(std::uint64_t number) const;
};

void AwgFile::Content::check() {
  const std::string_view start(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 8));
  if (start != readers::kAwgMagic) {
    throw error_at(ErrorKind::malformed, name, 0, "this is not an .awg file; leave `format` out or name another input");
  }
  readers::AwgHeader header;
  if (bytes.size() < sizeof header) throw damaged("its header is not whole");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != readers::kAwgVersion) {
    throw error_at(ErrorKind::incompatible, name, 0,
                   "the file has version " + std::to_string(header.version) + ", here version " +
                       std::to_string(readers::kAwgVersion) + " is known; convert the graphs again");
  }
  if (header.file_size != bytes.size()) {
    throw damaged("it has " + std::to_string(bytes.size()) + " of " + std::to_string(header.file_size) + " bytes");
  }
  if (header.table_place < sizeof header || header.table_place > bytes.size() ||
      header.table_place % readers::kAwgRecordAlignment != 0 ||
      (bytes.size() - header.table_place) % sizeof(readers::AwgEntry) != 0 ||
      (bytes.size() - header.table_place) / sizeof(readers::AwgEntry) != header.graphs) {
    throw damaged("its table is not where it should be");
  }
  const ByteSpan table_bytes = bytes.subspan(static_cast<std::size_t>(header.table_place));
  Hasher hasher;
  hasher.add(bytes.first(offsetof(readers::AwgHeader, hash)));
  hasher.add(table_bytes);
  if (hasher.digest() != header.hash) throw damaged("the checksum of its header does not fit");
  table = {reinterpret_cast<const readers::AwgEntry*>(table_bytes.data()), static_cast<std::size_t>(header.graphs)};
  std::uint64_t end = sizeof header;
  for (const auto& [place, size] : table) {
    if (place < end || place % readers::kAwgRecordAlignment != 0 || place > header.table_place ||
        size > header.table_place - place || size < sizeof(readers::AwgHead)) {
      throw damaged("its table has a wrong entry");
    }
    end = place + size;
  }
}

AwgFile::Content::Record AwgFile::Content::record(std::uint64_t number) const {
  if (mapping) mapping->check_unchanged();
  const readers::AwgEntry& entry = table[static_cast<std::size_t>(number)];
  release_before(entry.place);
  Record found;
  found.bytes = bytes.subspan(static_cast<std::size_t>(entry.place), static_cast<std::size_t>(entry.size));
  std::memcpy(&found.head, found.bytes.data(), sizeof found.head);
  if (hash128(found.bytes.first(offsetof(readers::AwgHead, head_hash))) != found.head.head_hash) {
    throw damaged("the checksum of the head" + of_graph(number) + " does not fit");
  }
  const auto at = readers::awg_sections(found.head, entry.size);
  if (!at || at->end != entry.size || found.head.nodes > kMaxNodes || found.head.ids > readers::kAwgTexts ||
      (found.head.flags & ~std::uint32_t{readers::kAwgAllFlags}) != 0) {
    throw damaged("the head" + of_graph(number) + " does not fit its record");
  }
  found.at = *at;
  return found;
}

AwgFile::AwgFile(const std::string& path) {
  auto content = std::make_shared<Content>();
  content->name = path;
  content->mapping.emplace(path);
  content->bytes = content->mapping->bytes();
  content->check();
  content_ = std::move(content);
}

AwgFile::AwgFile(const std::string& name, std::string bytes) {
  auto content = std::make_shared<Content>();
  content->name = name;
  content->memory = std::move(bytes);
  content->bytes = std::as_bytes(std::span(content->memory));
  content->check();
  content_ = std::move(content);
}

std::uint64_t AwgFile::size() const noexcept { return content_->table.size(); }

AwgSummary AwgFile::summary(std::uint64_t number) const {
  const Content::Record record = content_->record(number);
  const readers::AwgHead& head = record.head;
  const auto has = [&](std::uint32_t flag) { return (head.flags & flag) != 0; };
  return {head.nodes,
          head.arcs,
          head.edges,
          record.bytes.size(),
          has(readers::kAwgDirected),
          has(readers::kAwgWeighted),
          has(readers::kAwgSelfLoops),
          has(readers::kAwgNodeLabels),
          has(readers::kAwgEdgeLabels),
          head.attribute_width,
          head.fingerprint,
          head.plain_fingerprint};
}

namespace {

// Views of the sections of a record.
class SectionViews {
 public:
  SectionViews(ByteSpan record, std::shared_ptr<const void> owner) : record_(record), owner_(std::move(owner)) {}

  template <class T>
  [[nodiscard]] SharedArray<T> array(const readers::AwgSections::Section& section) const {
    if (section.size == 0) return {};
    return {{reinterpret_cast<const T*>(record_.data() + section.place), section.size / sizeof(T)}, owner_};
  }
  [[nodiscard]] std::string text(const readers::AwgSections::Section& section) const {
    return {reinterpret_cast<const char*>(record_.data() + section.place), static_cast<std::size_t>(section.size)};
  }
  [[nodiscard]] PackedTexts texts(const readers::AwgSections::Section& begins,
                                  const readers::AwgSections::Section& bytes) const {
    return {array<std::uint64_t>(begins), array<char>(bytes)};
  }

 private:
  ByteSpan record_;
  std::shared_ptr<const void> owner_;
};

// Label names are few, so they are copied to strings; nullopt if their offsets are not ascending or out of bounds.
std::optional<std::vector<std::string>> unpack(const PackedTexts& texts) {
  std::vector<std::string> names;
  names.reserve(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts.begins[i] > texts.begins[i + 1] || texts.begins[i + 1] > texts.bytes.size()) return std::nullopt;
    names.emplace_back(texts[i]);
  }
  return names;
}

}  // namespace

void AwgFile::check_unchanged() const {
  if (content_->mapping) content_->mapping->check_unchanged();
}

Graph AwgFile::graph(std::uint64_t number, int threads, AwgCheck check) const {
  const Content::Record record = content_->record(number);
  const readers::AwgHead& head = record.head;
  const readers::AwgSections& at = record.at;
  const SectionViews views(record.bytes, content_);
  GraphParts parts;
  parts.offsets = views.array<std::uint64_t>(at.offsets);
  parts.targets = views.array<NodeId>(at.targets);
  parts.weights = views.array<double>(at.weights);
  parts.num_edges = head.edges;
  parts.directed = (head.flags & readers::kAwgDirected) != 0;
  parts.has_self_loops = (head.flags & readers::kAwgSelfLoops) != 0;
  parts.node_ids = NodeIds(head.first_id);
  if (head.ids == readers::kAwgIntegers) parts.node_ids = NodeIds(views.array<std::int64_t>(at.integer_ids));
  if (head.ids == readers::kAwgTexts) parts.node_ids = NodeIds(views.texts(at.id_begins, at.id_bytes));
  parts.node_labels.ids = views.array<std::uint32_t>(at.node_labels);
  parts.edge_labels.ids = views.array<std::uint32_t>(at.edge_labels);
  auto node_names = unpack(views.texts(at.node_name_begins, at.node_name_bytes));
  auto edge_names = unpack(views.texts(at.edge_name_begins, at.edge_name_bytes));
  if (!node_names || !edge_names) throw content_->damaged("a label" + content_->of_graph(number) + " has no name");
  parts.node_labels.names = std::move(*node_names);
  parts.edge_labels.names = std::move(*edge_names);
  parts.node_attributes = views.array<double>(at.attributes);
  parts.attribute_width = static_cast<std::size_t>(head.attribute_width);
  if ((head.flags & readers::kAwgClass) != 0) parts.class_name = views.text(at.class_name);
  parts.name = views.text(at.name);
  parts.notes = {head.self_loops, head.repeated_arcs, head.zero_weights,
                 (head.flags & readers::kAwgWeightsUnused) != 0};
  parts.fingerprint = head.fingerprint;
  if (check == AwgCheck::indices) {
    const std::string fault = graph::fault_of(parts, threads);
    if (!fault.empty()) throw content_->damaged(fault + content_->of_graph(number));
  }
  return Graph(std::move(parts));
}

void AwgFile::verify(std::uint64_t number) const {
  const Content::Record record = content_->record(number);
  if (hash128(record.bytes.subspan(sizeof(readers::AwgHead))) != record.head.body_hash) {
    throw content_->damaged("the checksum of the body" + content_->of_graph(number) + " does not fit");
  }
  GraphParts parts = graph(number).parts();
  parts.fingerprint.reset();
  const Hash128 found = fingerprint(Graph(parts));
  parts.weights = {};
  if (found != record.head.fingerprint || fingerprint(Graph(std::move(parts))) != record.head.plain_fingerprint) {
    throw content_->damaged("the fingerprint" + content_->of_graph(number) + " does not fit");
  }
}

void AwgFile::verify_gaps() const {
  const auto zeros = [&](std::uint64_t begin, std::uint64_t end) {
    const ByteSpan gap =
        content_->bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    if (std::any_of(gap.begin(), gap.end(), [](std::byte byte) { return byte != std::byte{0}; })) {
      throw content_->damaged("there is something between its records");
    }
  };
  std::uint64_t end = sizeof(readers::AwgHeader);
  for (const auto& [place, size] : content_->table) {
    zeros(end, place);
    end = place + size;
  }
  zeros(end, content_->bytes.size() - content_->table.size_bytes());
}

}  // namespace awe
