// AWE's own binary graphs (`.awg`), mapped into memory: opened in milliseconds whatever their size, and read from disk
// where they are looked at.
//
// Opening checks the header, the table and the size of the file. graph() checks the record's head and, in one pass at
// the speed of memory, every index of the record (graph/soundness.h), so that what it gives is a graph whatever the
// bytes are; the arrays of the graph lie in the mapping, which the graph keeps alive. verify() checks every byte by its
// checksum and the fingerprint by computing it. A file must not be changed while it is open: writers of awe rename new
// files into place, which leaves the old content to those who have it open.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "awe/graph.h"

namespace awe {

// What the head of a record says about its graph.
struct AwgSummary {
  std::uint64_t nodes = 0, arcs = 0, edges = 0, bytes = 0;
  bool directed = false, weighted = false, self_loops = false, node_labels = false, edge_labels = false;
  std::uint64_t attribute_width = 0;
  Hash128 fingerprint, plain_fingerprint;  // the second: without weights
};

// How much of a record is looked at before its graph is given. Without a check, only pages that are used are read: for
// files that the caller has written himself. A damaged file may then crash what follows its indices.
enum class AwgCheck { indices, none };

// Copies share the mapping. Safe to use from many threads.
class AwgFile {
 public:
  // Throws Error: io where the file cannot be mapped, malformed where it is no .awg or is damaged, incompatible for
  // another version.
  explicit AwgFile(const std::string& path);
  // The bytes of such a file, which messages call `name`.
  AwgFile(const std::string& name, std::string bytes);

  [[nodiscard]] std::uint64_t size() const noexcept;  // graphs
  [[nodiscard]] AwgSummary summary(std::uint64_t number) const;
  [[nodiscard]] Graph graph(std::uint64_t number, int threads = 1, AwgCheck check = AwgCheck::indices) const;
  // Throws Error(malformed) if a byte of the record or the fingerprint is not what was written.
  void verify(std::uint64_t number) const;
  // The same for what lies between the records.
  void verify_gaps() const;

 private:
  struct Content;
  std::shared_ptr<const Content> content_;
};

}  // namespace awe
