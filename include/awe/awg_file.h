// Files of AWE's binary graph format (`.awg`), mapped into memory: a file of any size opens in milliseconds, and a
// graph is read from disk when it is first used.
//
// Opening checks the header, the table of records and the size of the file. graph() checks the head of the record and,
// in one pass at the speed of memory, every index in it (graph/soundness.h): whatever the bytes are, the result is a
// valid graph. Its arrays lie in the mapping, which the graph keeps alive. verify() checks every byte against its
// checksum and recomputes the fingerprint.
//
// A file must not be changed while it is open; the writers of this library replace files by renaming, so that a program
// that has the old file open keeps its old content. A change is noticed whenever a record is opened (Error(io)), but
// not while a graph is in use: if a file is cut short then, access to what is gone raises SIGBUS, as for any mapped
// file. The command line catches it; a program that cannot rule it out reads the file and opens its content instead.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "awe/graph.h"

namespace awe {

// What the head of a record states about its graph.
struct AwgSummary {
  // Number of nodes; number of arcs; number of edges; bytes of the record.
  std::uint64_t nodes = 0, arcs = 0, edges = 0, bytes = 0;
  // Whether the graph is directed; whether it is weighted; whether it has self-loops; whether it has node labels;
  // whether it has edge labels.
  bool directed = false, weighted = false, self_loops = false, node_labels = false, edge_labels = false;
  std::uint64_t attribute_width = 0;       // numbers per node; 0: no node attributes
  Hash128 fingerprint, plain_fingerprint;  // fingerprint (awe/graph.h); fingerprint without the weights
};

// How much of a record is checked before its graph is returned. `indices` checks every index. `none` checks the head
// only, so that only the pages in use are read: meant for files that the caller has written. With `none`, using a graph
// from a damaged file is undefined behaviour.
enum class AwgCheck { indices, none };

// An open file of binary graphs. Copies share the mapping. Safe to use from several threads.
class AwgFile {
 public:
  // Opens a file. Throws Error: io if the file cannot be mapped, malformed if it is not an .awg file or is damaged,
  // incompatible for another version of the format.
  explicit AwgFile(const std::string& path);
  // Opens the content of such a file; error messages call it `name`. Throws as above.
  AwgFile(const std::string& name, std::string bytes);

  [[nodiscard]] std::uint64_t size() const noexcept;  // number of graphs
  // What the record of graph `number`, below size(), states. Throws Error(malformed) if its head is damaged.
  [[nodiscard]] AwgSummary summary(std::uint64_t number) const;
  // Graph `number`, below size(). Throws Error(malformed) if the record is damaged, as far as `check` looks.
  [[nodiscard]] Graph graph(std::uint64_t number, int threads = 1, AwgCheck check = AwgCheck::indices) const;
  // Checks a record. Throws Error(malformed) if any byte of it or its fingerprint differs from what was written.
  void verify(std::uint64_t number) const;
  // Throws Error(io) if the file has been cut short or written to since it was opened.
  void check_unchanged() const;
  // Checks the space between records. Throws Error(malformed) if any byte of it differs from what was written.
  void verify_gaps() const;

 private:
  struct Content;
  std::shared_ptr<const Content> content_;
};

}  // namespace awe
