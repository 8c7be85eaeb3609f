// graph6, sparse6 and digraph6 (https://users.cecs.anu.edu.au/~bdm/data/formats.txt): one graph per line in printable
// characters, six bits each. The first character of a line says which of the three it is; headers such as ">>graph6<<"
// are skipped. Read as a stream. Cost: O(n^2 + bytes) for graph6 and digraph6, whose lines have n^2 bits or half of
// them; O(bytes + n) for sparse6.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/number.h"
#include "bytes/line_reader.h"
#include "readers/formats.h"
#include "readers/keys.h"

namespace awe::readers {
namespace {

constexpr unsigned kFirst = 63, kLast = 126;  // characters of six bits

// The bits of the characters of a line.
class Bits {
 public:
  explicit Bits(std::string_view characters) : characters_(characters) {}
  [[nodiscard]] std::uint64_t left() const noexcept { return 6 * std::uint64_t{characters_.size()} - place_; }
  [[nodiscard]] bool take() noexcept {
    const unsigned value = static_cast<unsigned char>(characters_[place_ / 6]) - kFirst;
    return (value >> (5 - place_++ % 6) & 1) != 0;
  }
  [[nodiscard]] std::uint64_t take(unsigned count) noexcept {
    std::uint64_t value = 0;
    for (; count > 0; --count) value = value << 1 | (take() ? 1 : 0);
    return value;
  }

 private:
  std::string_view characters_;
  std::uint64_t place_ = 0;
};

class Graph6Source final : public GraphSource {
 public:
  Graph6Source(bytes::Bytes bytes, const ReadOptions& options) : lines_(std::move(bytes)), options_(options) {}

  std::optional<Graph> next() override {
    lines_.forget();  // graphs are streamed, as in JSON lines
    while (const auto line = lines_.next()) {
      std::string_view text = base::trim(*line);
      for (const std::string_view header : {">>graph6<<", ">>sparse6<<", ">>digraph6<<"}) {
        if (text.starts_with(header)) text.remove_prefix(header.size());
      }
      if (text.empty()) continue;
      return read(text);
    }
    return std::nullopt;
  }

 private:
  Graph read(std::string_view text) {
    const char kind = text.front();
    if (kind == ';') {
      throw lines_.malformed("incremental sparse6 (a line with ;) is not read; convert it by copyg -I of nauty");
    }
    if (kind == '>') throw lines_.malformed("a header of another format; graph6, sparse6 and digraph6 are read");
    if (kind == ':' || kind == '&') text.remove_prefix(1);
    for (const char c : text) {
      if (static_cast<unsigned char>(c) < kFirst || static_cast<unsigned char>(c) > kLast) {
        throw lines_.malformed("a character outside ? .. ~; a line of graph6 has no others");
      }
    }
    const std::size_t bytes = text.size();
    const std::uint64_t n = take_count(text);
    const bool directed = kind == '&';
    GraphBuilder builder(edge_policy(options_, directed, EdgeListing::edges));
    // The edges of an undirected graph have no first end: read as directed, each is two arcs.
    both_ways_ = !directed && options_.directed.value_or(false);
    has_edges_ = false;
    if (kind == ':') {
      builder.set_num_nodes(checked_node_count(n, bytes, place_now()));
      read_sparse(text, n, builder);
    } else {
      check_length(text, n, directed);
      builder.set_num_nodes(static_cast<NodeId>(n));
      directed ? read_matrix(text, n, builder) : read_upper_half(text, n, builder);
    }
    settle_weights(builder, options_, has_edges_, false, place_now());
    return build_at(std::move(builder), place_now());
  }

  // The number of nodes: one character, or ~ and three, or ~~ and six.
  std::uint64_t take_count(std::string_view& text) {
    const std::size_t marks = text.starts_with("~~") ? 2 : (text.starts_with('~') ? 1 : 0);
    const std::size_t digits = marks == 0 ? 1 : 3 * marks;
    if (text.size() < marks + digits) throw lines_.malformed("the line ends within the number of nodes");
    const std::uint64_t n = Bits(text.substr(marks)).take(static_cast<unsigned>(6 * digits));
    text.remove_prefix(marks + digits);
    if (n > kMaxNodes) throw lines_.error(ErrorKind::limit, std::to_string(n) + " nodes; at most 4294967294 are read");
    return n;
  }

  // n is below 2^32, so n^2 does not overflow.
  void check_length(std::string_view text, std::uint64_t n, bool directed) {
    const std::uint64_t bits = directed ? n * n : (n < 2 ? 0 : (n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n));
    const std::uint64_t wanted = bits / 6 + (bits % 6 != 0 ? 1 : 0);
    if (text.size() != wanted) {
      throw lines_.malformed(std::to_string(text.size()) + " characters for the edges of " + std::to_string(n) +
                             " nodes, which need " + std::to_string(wanted) + "; the line is damaged");
    }
    if (bits % 6 == 0) return;
    Bits last(text.substr(text.size() - 1));
    static_cast<void>(last.take(static_cast<unsigned>(bits % 6)));
    if (last.take(static_cast<unsigned>(last.left())) != 0) {
      throw lines_.malformed("bits after the last pair of nodes; the line is damaged");
    }
  }

  void add(GraphBuilder& builder, std::uint64_t from, std::uint64_t to) {
    builder.add_edge(static_cast<NodeId>(from), static_cast<NodeId>(to));
    if (both_ways_ && from != to) builder.add_edge(static_cast<NodeId>(to), static_cast<NodeId>(from));
    has_edges_ = true;
  }

  void read_upper_half(std::string_view text, std::uint64_t n, GraphBuilder& builder) {
    Bits bits(text);
    for (std::uint64_t v = 1; v < n; ++v) {
      for (std::uint64_t u = 0; u < v; ++u) {
        if (bits.take()) add(builder, u, v);
      }
    }
  }

  void read_matrix(std::string_view text, std::uint64_t n, GraphBuilder& builder) {
    Bits bits(text);
    for (std::uint64_t u = 0; u < n; ++u) {
      for (std::uint64_t v = 0; v < n; ++v) {
        if (bits.take()) add(builder, u, v);
      }
    }
  }

  // Pairs of a bit b and a number x: b moves the current node v on by one; an x above v becomes the current node,
  // any other x is an edge {x, v}. A v beyond the last node, and bits that are too few for a pair, are padding.
  void read_sparse(std::string_view text, std::uint64_t n, GraphBuilder& builder) {
    unsigned width = 0;
    while (width < 36 && n > 1 && (n - 1) >> width != 0) ++width;
    Bits bits(text);
    std::uint64_t v = 0;
    while (bits.left() > width) {
      if (bits.take()) ++v;
      const std::uint64_t x = bits.take(width);
      if (x >= n || v >= n) break;
      if (x > v) {
        v = x;
      } else {
        add(builder, x, v);
      }
    }
  }

  [[nodiscard]] Place place_now() const { return {lines_.name(), lines_.line_number()}; }

  bytes::LineReader lines_;
  ReadOptions options_;
  bool both_ways_ = false, has_edges_ = false;
};

}  // namespace

Graphs read_graph6(bytes::Bytes bytes, const ReadOptions& options) {
  refuse_keys(options, bytes->name(), "graph6");
  return std::make_unique<Graph6Source>(std::move(bytes), options);
}

}  // namespace awe::readers
