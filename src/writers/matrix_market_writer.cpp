// MatrixMarket: the adjacency matrix of one graph, `symmetric` (lower half) or, if directed, `general`; `pattern` or
// `real`.
#include "awe/error.h"
#include "base/number.h"
#include "writers/writers.h"

namespace awe::writers {
namespace {

class MatrixMarketWriter final : public GraphWriter {
 public:
  MatrixMarketWriter(const std::string& path, bool force) : out_(path, force) {}

  void write(const Graph& graph) override {
    if (written_) {
      throw Error(ErrorKind::usage, out_.path() + ": a MatrixMarket file holds one graph; use JSON lines for several");
    }
    written_ = true;
    LossNotes::Holds holds;
    holds.direction = holds.weights = true;
    notes_.compare(graph, holds);
    const bool numbered = graph.num_nodes() == 0 || graph.node_ids().are_positions() ||
                          (graph.node_ids().name(0) == "1" &&
                           graph.node_ids().name(graph.num_nodes() - 1) == std::to_string(graph.num_nodes()));
    if (!numbered) notes_.add("node ids (rows are numbered from 1)");
    std::string text = "%%MatrixMarket matrix coordinate ";
    text += graph.weighted() ? "real " : "pattern ";
    text += graph.directed() ? "general\n" : "symmetric\n";
    text += std::to_string(graph.num_nodes()) + " " + std::to_string(graph.num_nodes()) + " " +
            std::to_string(graph.num_edges()) + "\n";
    for_each_edge(graph, [&](NodeId from, NodeId to, std::uint64_t place) {
      // Undirected edges are visited with from <= to; entries of the lower half have the larger index first.
      base::append_unsigned(text, std::uint64_t{graph.directed() ? from : to} + 1);
      text += ' ';
      base::append_unsigned(text, std::uint64_t{graph.directed() ? to : from} + 1);
      if (graph.weighted()) {
        text += ' ';
        base::append_real(text, graph.arc_weights()[place]);
      }
      text += '\n';
      if (text.size() > kPieceBytes) {
        out_.write(text);
        text.clear();
      }
    });
    out_.write(text);
  }
  void commit() override { out_.commit(); }
  [[nodiscard]] std::vector<std::string> left_out() const override { return notes_.sentences(); }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
  TextOutput out_;
  LossNotes notes_;
  bool written_ = false;
};

}  // namespace

Writer write_matrix_market(const std::string& path, bool force) {
  return std::make_unique<MatrixMarketWriter>(path, force);
}

}  // namespace awe::writers
