// The lower bound for any walker: steps over the packed adjacency with the same random words and lanes as ours, and
// nothing else. A sum over the headers of the end nodes keeps the compiler from removing the work.
#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "base/rng.h"
#include "contender.h"
#include "walks/draw_kernel.h"
#include "walks/packed_adjacency.h"

namespace awe::bench {
namespace {

using Header = std::uint32_t;

class StepsAlone final : public PreparedWalks {
 public:
  StepsAlone(const Graph& graph, bool far)
      : nodes_(graph.num_nodes()), fingerprint_(fingerprint(graph)), packed_(packed(graph)) {
    rows_ = {packed_.rows(), packed_.degree_bits(), packed_.place_shift(), graph.weighted(), false, far};
    for (NodeId u = 0; u < nodes_; ++u) rows_.can_stop = rows_.can_stop || graph.degree(u) == 0;
  }

  void draw(std::uint64_t walks) override {
    const walks::WalkStarts<Header> starts{packed_.headers(), nodes_, std::nullopt};
    walks::WalkBatch<Header> batch;
    ends_ = 0;
    for (std::uint64_t done = 0; done < walks; done += batch.size) {
      const base::StreamBlock stream(kWalkSeed, fingerprint_, base::StreamPurpose::graph_walks, 0,
                                     done / base::kBlockWalks);
      batch.first_lane = static_cast<std::uint32_t>(done % base::kBlockWalks);
      batch.size = static_cast<std::uint32_t>(std::min<std::uint64_t>(walks::kBatchLanes, walks - done));
      walks::draw_walks(stream, starts, rows_, kWalkLength, batch);
      const Header* ends = batch.after(kWalkLength);
      ends_ = std::accumulate(ends, ends + batch.size, ends_);
    }
  }
  [[nodiscard]] WalkOutcome outcome() const override { return {{}, ends_}; }

 private:
  static walks::PackedAdjacency<Header> packed(const Graph& graph) {
    auto narrow = walks::PackedAdjacency<Header>::of(graph, {});
    if (!narrow) throw std::runtime_error("the floor walks over headers of 32 bits, and this graph is too large");
    return std::move(*narrow);
  }

  NodeId nodes_;
  Hash128 fingerprint_;
  walks::PackedAdjacency<Header> packed_;
  walks::PackedRows<Header> rows_;
  std::uint64_t ends_ = 0;
};

}  // namespace

Contender floor_near() {
  return {"steps alone", [](const Graph& graph) -> std::unique_ptr<PreparedWalks> {
            return std::make_unique<StepsAlone>(graph, false);
          }};
}
Contender floor_far() {
  return {"steps alone, asked ahead", [](const Graph& graph) -> std::unique_ptr<PreparedWalks> {
            return std::make_unique<StepsAlone>(graph, true);
          }};
}

}  // namespace awe::bench
