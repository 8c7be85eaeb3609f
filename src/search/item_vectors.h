// What turns graphs into the rows of an index: features, a data-driven model, or nothing (rows made elsewhere).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "awe/embedding_model.h"
#include "awe/featurizer.h"
#include "awe/graph_index.h"
#include "bytes/model_file.h"

namespace awe::search {

class ItemVectors {
 public:
  // Rows made elsewhere, with this many columns in these blocks.
  ItemVectors(std::uint64_t columns, std::vector<ColumnBlock> blocks);
  explicit ItemVectors(Featurizer featurizer);
  explicit ItemVectors(EmbeddingModel model);

  [[nodiscard]] std::string_view source() const noexcept;  // "matrix", "features" or "model"
  [[nodiscard]] std::string text() const;                  // of the features or the words
  [[nodiscard]] Level level() const noexcept;
  [[nodiscard]] std::uint64_t columns() const noexcept { return columns_; }
  [[nodiscard]] const std::vector<ColumnBlock>& blocks() const noexcept { return blocks_; }
  [[nodiscard]] Distance usual_distance() const noexcept {
    return featurizer_ ? Distance::hellinger : Distance::euclidean;
  }
  // Whether columns are walks, or other features with names.
  [[nodiscard]] bool has_walks() const noexcept { return featurizer_.has_value(); }
  [[nodiscard]] MatrixColumn column(std::uint64_t index) const { return featurizer_->column(index); }

  // Passes the row of every item of the source to `consume`, in order; of a model, the totals count rows only. Progress
  // counts graphs. Throws Error(usage) if the rows are made elsewhere.
  FeatureTotals run(GraphSource& source, const std::function<void(std::string&& id, SparseVector&& row)>& consume,
                    const Progress& progress) const;

  // As sections of a file, and back.
  void write(bytes::ModelWriter& file) const;
  [[nodiscard]] static std::shared_ptr<const ItemVectors> read(const bytes::ModelFile& file, int threads,
                                                               NodeSets node_sets);

 private:
  std::uint64_t columns_ = 0;
  std::vector<ColumnBlock> blocks_;
  std::optional<Featurizer> featurizer_;
  std::optional<EmbeddingModel> model_;
};

}  // namespace awe::search
