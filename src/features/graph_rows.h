// The rows of one graph: its items, the walks of every part, and their conversion into the values of a row. Read-only
// after construction, so that threads may share it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "awe/enum_text.h"
#include "features/feature_columns.h"
#include "features/graph_items.h"
#include "features/walk_rows.h"

namespace awe::features {

// How a row was computed; mixed if its blocks differ.
enum class RowMethod { exact, sampled, mixed };
}  // namespace awe::features

template <>
struct awe::EnumText<awe::features::RowMethod> {
  static constexpr std::string_view kWhat = "method of a row";
  static constexpr EnumNames<features::RowMethod, 3> kNames = {{{features::RowMethod::exact, "exact"},
                                                                {features::RowMethod::sampled, "sampled"},
                                                                {features::RowMethod::mixed, "mixed"}}};
};

namespace awe::features {

// The sections of a part that is a feature map, of the whole graph.
[[nodiscard]] std::vector<baselines::MapSection> map_of_graph(const GraphItems& items, const FeatureColumns& columns,
                                                              const FeatureColumns::Part& part);

// What a part that compares graphs reads of this one.
[[nodiscard]] graph_kernels::LabelledGraph compared_graph(const GraphItems& items, const FeatureColumns& columns,
                                                          const FeatureColumns::Part& part);

class GraphRows {
 public:
  // `place` is the position of the graph in the input. All arguments must outlive this object.
  GraphRows(const Graph& graph, std::uint64_t place, const FeatureColumns& columns);

  [[nodiscard]] const GraphItems& items() const noexcept { return items_; }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  // The walks of a part; null for parts without walks.
  [[nodiscard]] const WalkRows* walks(std::size_t part) const noexcept { return walks_[part].get(); }
  // True if some block reads edge labels.
  [[nodiscard]] bool wants_edge_labels() const noexcept;
  [[nodiscard]] RowMethod method() const noexcept;

  // One thread's scratch for all rows.
  class Worker {
   public:
    explicit Worker(const GraphRows& rows);
    [[nodiscard]] MatrixRow row(std::size_t item, int threads, const Progress& progress);

   private:
    [[nodiscard]] static double normalised_error(double error, double stopped);
    void put(MatrixRow& row, const FeatureColumns::Part& part, std::size_t section, SparseVector&& values,
             double starts) const;
    [[nodiscard]] SparseVector numbers(const FeatureColumns::Part& part, std::size_t item) const;
    void put_map(MatrixRow& row, const FeatureColumns::Part& part) const;
    void put_compared(MatrixRow& row, const FeatureColumns::Part& part) const;

    const GraphRows& rows_;
    std::vector<std::unique_ptr<WalkRows::Worker>> walks_;
  };

 private:
  const FeatureColumns& columns_;
  GraphItems items_;
  std::vector<std::unique_ptr<WalkRows>> walks_;  // by part
};

}  // namespace awe::features
