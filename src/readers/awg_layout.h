// The layout of an .awg file, shared by its reader and writer. docs/reference/formats.md specifies it byte by byte.
//
// The file consists of a header of 64 bytes, one record per graph, and a table of the records. A record consists of a
// head of 192 bytes and sections aligned to 8 bytes, which are the arrays of the graph as in memory. Numbers are
// little-endian.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "awe/hash.h"

namespace awe::readers {

static_assert(std::endian::native == std::endian::little, ".awg files are little-endian");

inline constexpr std::string_view kAwgMagic(
    "\x89"
    "AWG\r\n\x1a\n",
    8);
inline constexpr std::uint32_t kAwgVersion = 1;
inline constexpr std::uint64_t kAwgRecordAlignment = 64, kAwgSectionAlignment = 8;

struct AwgHeader {
  char magic[8];
  std::uint32_t version, zero;
  std::uint64_t file_size, table_place, graphs, zeros;
  Hash128 hash;  // of the preceding bytes and of the table
};
static_assert(sizeof(AwgHeader) == 64 && std::is_trivially_copyable_v<AwgHeader>);

struct AwgEntry {  // an entry of the table
  std::uint64_t place, size;
};
static_assert(sizeof(AwgEntry) == 16);

enum AwgFlags : std::uint32_t {
  kAwgDirected = 1,
  kAwgWeighted = 2,
  kAwgSelfLoops = 4,
  kAwgWeightsUnused = 8,
  kAwgClass = 16,
  kAwgNodeLabels = 32,
  kAwgEdgeLabels = 64,
  kAwgAllFlags = 127
};
enum AwgIds : std::uint32_t { kAwgRange = 0, kAwgIntegers = 1, kAwgTexts = 2 };

struct AwgHead {  // the head of a record
  std::uint32_t flags, ids;
  std::uint64_t nodes, arcs, edges, attribute_width;
  std::int64_t first_id;
  std::uint64_t id_bytes, node_names, node_name_bytes, edge_names, edge_name_bytes, name_bytes, class_bytes;
  std::uint64_t self_loops, repeated_arcs, zero_weights;
  Hash128 fingerprint, plain_fingerprint;  // the second without weights
  Hash128 body_hash, head_hash;            // of everything after the head; of the head before this field
};
static_assert(sizeof(AwgHead) == 192 && std::is_trivially_copyable_v<AwgHead>);

// Offsets of the sections within a record, in their order; sections that a graph lacks are empty.
struct AwgSections {
  struct Section {
    std::uint64_t place = 0, size = 0;
  };
  Section offsets, targets, weights, integer_ids, id_begins, id_bytes;
  Section node_labels, node_name_begins, node_name_bytes, edge_labels, edge_name_begins, edge_name_bytes;
  Section attributes, name, class_name;
  std::uint64_t end = 0;  // size of the record
};

// Returns nullopt if the sections would need more than `most` bytes: no count is trusted beyond the bytes present.
[[nodiscard]] std::optional<AwgSections> awg_sections(const AwgHead& head, std::uint64_t most);

}  // namespace awe::readers
