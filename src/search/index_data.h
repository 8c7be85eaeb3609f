// The content of an index, in memory or in a mapped file; read by all searches, made by search/index_builder.h and
// search/index_file.h.
#pragma once

#include <memory>

#include "awe/graph_index.h"
#include "bytes/model_file.h"
#include "search/item_vectors.h"
#include "search/neighbour_graph.h"
#include "search/projection.h"
#include "search/row_lists.h"
#include "search/stored_rows.h"

namespace awe {

struct GraphIndex::State {
  IndexSummary summary;
  std::uint32_t build_breadth = 100;
  std::uint64_t part_rows = 262'144;
  double wanted_recall = 0.97;
  ApproximateSearch approximate = ApproximateSearch::automatic;  // as asked for
  std::shared_ptr<const search::ItemVectors> vectors;
  search::StoredRows rows;
  search::RowLists lists;
  search::Projection projection;
  search::NeighbourGraph graph;
  std::shared_ptr<const bytes::ModelFile> file;  // null if it is in memory

  [[nodiscard]] search::RowForm form() const { return {summary.distance, vectors->columns(), vectors->blocks()}; }
};

}  // namespace awe
