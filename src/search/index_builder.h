// Builds an index row by row, or adds rows to one. Adding gives the same bytes as building at once would with the same
// projection: lists and graphs of neighbours grow as if they had never been finished.
#pragma once

#include <memory>
#include <string_view>

#include "search/index_data.h"

namespace awe::search {

// Throws Error(usage) for options that make no sense.
void check(const IndexOptions& options);

class IndexBuilder {
 public:
  // An index without rows.
  IndexBuilder(std::shared_ptr<const ItemVectors> vectors, const IndexOptions& options);
  // Further rows for an index, which is checked in full. Throws Error(malformed) if it is damaged.
  IndexBuilder(std::shared_ptr<const GraphIndex::State> old, const RunOptions& run);

  // Throws as RowForm::prepare, and limit if the rows exceed run.memory.
  void add(std::string_view id, const SparseVector& row);
  // Progress counts rows that get links. Throws Error(usage) if there is no row.
  [[nodiscard]] GraphIndex finish(const Progress& progress);

 private:
  [[nodiscard]] NeighbourGraph link_rows(const StoredRows& rows, const Projection& projection,
                                         const Progress& progress) const;

  std::shared_ptr<const GraphIndex::State> old_;  // with no rows at first
  RunOptions run_;
  RowForm form_;
  GrowingRows rows_;
};

}  // namespace awe::search
