// graph6, sparse6 and digraph6: one graph per line, structure alone. graph6 and digraph6 write every pair of nodes as a
// bit; sparse6 writes edges, and is the form for large sparse graphs. Cost: O(n^2) bits, or O(edges log n) for sparse6.
#include <bit>

#include "awe/error.h"
#include "bytes/line_reader.h"
#include "writers/writers.h"

namespace awe::writers {
namespace {

// Bits as printable characters, six each.
class SixBits {
 public:
  explicit SixBits(std::string& out) : out_(out) {}
  void put(bool bit) {
    value_ = value_ << 1 | (bit ? 1u : 0u);
    if (++count_ < 6) return;
    out_ += static_cast<char>(63 + value_);
    value_ = count_ = 0;
  }
  void put(std::uint64_t value, unsigned width) {
    while (width-- > 0) put((value >> width & 1) != 0);
  }
  // Bits that are missing to a whole character.
  [[nodiscard]] unsigned missing() const noexcept { return count_ == 0 ? 0 : 6 - count_; }
  void pad(bool bit) {
    while (count_ > 0) put(bit);
  }

 private:
  std::string& out_;
  unsigned value_ = 0, count_ = 0;
};

void append_count(std::string& line, std::uint64_t n) {
  SixBits bits(line);
  if (n <= 62) return bits.put(n, 6);
  line += n <= 258'047 ? "~" : "~~";
  bits.put(n, n <= 258'047 ? 18 : 36);
}

class Graph6Writer final : public GraphWriter {
 public:
  Graph6Writer(const std::string& path, bool force, Format format) : out_(path, force), format_(format) {}

  void write(const Graph& graph) override {
    if (graph.directed() && format_ != Format::digraph6) {
      throw Error(ErrorKind::usage, out_.path() + ": " + std::string(to_string(format_)) +
                                        " holds undirected graphs; write digraph6, or read with `undirected`");
    }
    LossNotes::Holds holds;
    holds.direction = true;
    notes_.compare(graph, holds);
    if (graph.num_nodes() > 0 && !graph.node_ids().are_positions()) notes_.add("node ids (nodes are numbered from 0)");
    line_.clear();
    if (format_ == Format::sparse6) line_ += ':';
    if (format_ == Format::digraph6) line_ += '&';
    append_count(line_, graph.num_nodes());
    if (format_ == Format::sparse6) {
      append_sparse(graph);
    } else {
      check_size(graph);
      format_ == Format::digraph6 ? append_matrix(graph) : append_upper_half(graph);
    }
    line_ += '\n';
    out_.write(line_);
  }
  void commit() override { out_.commit(); }
  [[nodiscard]] std::vector<std::string> left_out() const override { return notes_.sentences(); }

 private:
  void check_size(const Graph& graph) const {
    const std::uint64_t n = graph.num_nodes(), bits = format_ == Format::digraph6 ? n * n : n * n / 2;
    if (bits / 6 < bytes::LineReader::kMaxLineBytes - 64) return;
    throw Error(ErrorKind::limit, out_.path() + ": " + std::to_string(n) +
                                      " nodes are a line of more than 1 GiB; use " +
                                      (graph.directed() ? "JSON lines" : "sparse6"));
  }

  void append_upper_half(const Graph& graph) {
    if (graph.has_self_loops()) notes_.add("self-loops (sparse6 does)");
    SixBits bits(line_);
    for (NodeId v = 1; v < graph.num_nodes(); ++v) {
      const auto row = graph.neighbours(v);
      auto next = row.begin();
      for (NodeId u = 0; u < v; ++u) {
        const bool edge = next != row.end() && *next == u;
        if (edge) ++next;
        bits.put(edge);
      }
    }
    bits.pad(false);
  }

  void append_matrix(const Graph& graph) {
    if (!graph.directed()) notes_.add("that edges are undirected (read it back with `undirected`)");
    SixBits bits(line_);
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      const auto row = graph.neighbours(u);
      auto next = row.begin();
      for (NodeId v = 0; v < graph.num_nodes(); ++v) {
        const bool arc = next != row.end() && *next == v;
        if (arc) ++next;
        bits.put(arc);
      }
    }
    bits.pad(false);
  }

  void append_sparse(const Graph& graph) {
    const std::uint64_t n = graph.num_nodes();
    const auto width = static_cast<unsigned>(n < 2 ? 0 : std::bit_width(n - 1));
    SixBits bits(line_);
    std::uint64_t current = 0;
    for (NodeId v = 0; v < n; ++v) {
      for (const NodeId u : graph.neighbours(v)) {
        if (u > v) break;
        bits.put(v != current);
        if (v > current + 1) {
          bits.put(v, width);
          bits.put(false);
        }
        current = v;
        bits.put(u, width);
      }
    }
    // Ones would read as a loop of the last node if they are enough for a pair and the node before is current.
    if (n >= 2 && n == std::uint64_t{1} << width && current + 2 == n && bits.missing() > width) bits.put(false);
    bits.pad(true);
  }

  TextOutput out_;
  Format format_;
  std::string line_;
  LossNotes notes_;
};

}  // namespace

Writer write_graph6(const std::string& path, bool force, Format format) {
  return std::make_unique<Graph6Writer>(path, force, format);
}

}  // namespace awe::writers
