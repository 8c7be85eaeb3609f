#include "search/index_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/counted.h"
#include "base/parallel.h"
#include "kernels/pair_sums.h"
#include "search/nearest.h"
#include "search/part_builder.h"

namespace awe::search {
namespace {

constexpr std::uint64_t kApproximateFrom = 20'000;  // rows; fewer are searched exactly in less than a millisecond
constexpr std::size_t kRecallQueries = 256, kRecallK = 10;
// Breadths that are tried until the recall is reached.
constexpr std::array<std::uint32_t, 12> kBreadths = {16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768};

std::shared_ptr<const GraphIndex::State> empty_index(std::shared_ptr<const ItemVectors> vectors,
                                                     const IndexOptions& options) {
  auto state = std::make_shared<GraphIndex::State>();
  state->summary.distance = options.distance.value_or(vectors->usual_distance());
  state->summary.columns = vectors->columns();
  state->summary.level = vectors->level();
  state->summary.source = vectors->source();
  state->summary.features = vectors->text();
  state->summary.reading = options.reading;
  state->build_breadth = options.build_breadth;
  state->part_rows = options.part_rows;
  state->wanted_recall = options.recall;
  state->approximate = options.approximate;
  state->graph.links = options.links;
  state->vectors = std::move(vectors);
  return state;
}

template <class T>
std::vector<T> slice(const SharedArray<T>& values, std::uint64_t first, std::uint64_t count) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

PartArrays part_of(const NeighbourGraph& graph, std::size_t number, std::size_t dimensions) {
  const GraphPart& part = graph.parts[number];
  PartArrays made;
  made.part = part;
  made.images = slice(graph.images, part.first_node * dimensions, part.nodes * dimensions);
  made.lowest = slice(graph.lowest, part.first_node * graph.lowest_stride(), part.nodes * graph.lowest_stride());
  made.upper = slice(graph.upper, part.first_upper, part.upper);
  made.places = slice(graph.places, part.first_node, part.nodes);
  made.first = slice(graph.first, part.first_node, part.nodes);
  made.next = slice(graph.next, part.first_row, part.rows);
  return made;
}

template <class T>
void append(std::vector<T>& all, std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
  more = {};
}

NeighbourGraph joined(std::vector<PartArrays>& parts, std::uint32_t links) {
  PartArrays all;
  std::vector<GraphPart> heads;
  for (PartArrays& part : parts) {
    part.part.first_row = all.next.size();
    part.part.first_node = all.first.size();
    part.part.first_upper = all.upper.size();
    part.part.upper = part.upper.size();
    heads.push_back(part.part);
    append(all.images, part.images);
    append(all.lowest, part.lowest);
    append(all.upper, part.upper);
    append(all.places, part.places);
    append(all.first, part.first);
    append(all.next, part.next);
  }
  return {links,
          std::move(heads),
          std::move(all.images),
          std::move(all.lowest),
          std::move(all.upper),
          std::move(all.places),
          std::move(all.first),
          std::move(all.next)};
}

// The images of rows first .. first + count - 1.
std::vector<std::int16_t> images_of(const StoredRows& rows, const Projection& projection, std::uint64_t first,
                                    std::uint64_t count) {
  std::vector<std::int16_t> images(static_cast<std::size_t>(count) * projection.dimensions);
  for (std::size_t i = 0; i < count; ++i) {
    projection.apply(rows.row(first + i), std::span(images).subspan(i * projection.dimensions, projection.dimensions));
  }
  return images;
}

// Measures the recall with evenly spread rows, each without itself, and sets the breadth that reaches the
// wanted one. A row at the distance of the last exact result counts as found.
void tune(GraphIndex::State& state, const RunOptions& run) {
  const auto total = static_cast<std::size_t>(state.rows.size()), count = std::min(total, kRecallQueries);
  std::vector<NearestQuery> queries;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t row = i * total / count;
    queries.push_back({state.rows.row(row), row});
  }
  NearestOptions options;
  options.k = std::min(kRecallK, std::max<std::size_t>(total - 1, 1));
  const int threads = run.thread_count();
  const auto exact = nearest(state, queries, options, true, threads, run.progress);
  state.summary.recall_queries = count;
  for (const std::uint32_t breadth : kBreadths) {
    options.breadth = breadth;
    const auto found = nearest(state, queries, options, false, threads, run.progress);
    std::uint64_t right = 0, wanted = 0;
    for (std::size_t i = 0; i < count; ++i) {
      wanted += exact[i].size();
      for (const FoundRow& row : found[i]) right += row.sum <= exact[i].back().sum ? 1 : 0;
    }
    state.summary.breadth = breadth;
    state.summary.recall = wanted == 0 ? 1 : static_cast<double>(right) / static_cast<double>(wanted);
    if (state.summary.recall >= state.wanted_recall) return;
  }
}

}  // namespace

void check(const IndexOptions& options) {
  if (!(options.recall > 0 && options.recall <= 1))
    throw Error(ErrorKind::usage, "`recall` must be above 0, at most 1");
  if (options.links < 2 || options.links > 64) throw Error(ErrorKind::usage, "`links` must be from 2 to 64");
  if (options.build_breadth < options.links || options.build_breadth > 10'000) {
    throw Error(ErrorKind::usage, "`build_breadth` must be from `links` to 10000");
  }
  if (options.part_rows < 1 || options.part_rows > std::uint64_t{1} << 31) {
    throw Error(ErrorKind::usage, "`part_rows` must be from 1 to 2^31");
  }
}

IndexBuilder::IndexBuilder(std::shared_ptr<const ItemVectors> vectors, const IndexOptions& options)
    : old_(empty_index(std::move(vectors), options)), run_(options.run), form_(old_->form()) {
  check(options);
}

IndexBuilder::IndexBuilder(std::shared_ptr<const GraphIndex::State> old, const RunOptions& run)
    : old_(std::move(old)), run_(run), form_(old_->form()) {
  if (old_->file) old_->file->verify();
  rows_ = GrowingRows(old_->rows);
}

void IndexBuilder::add(std::string_view id, const SparseVector& row) {
  rows_.add(form_.distance(), id, form_.prepare(row, std::string(id)).view());
  if (rows_.bytes() > run_.memory) {
    throw Error(ErrorKind::limit, "the rows of the index need more than " + std::to_string(run_.memory) +
                                      " bytes; raise `memory`, or use shorter walks or fewer graphs");
  }
}

NeighbourGraph IndexBuilder::link_rows(const StoredRows& rows, const Projection& projection,
                                       const Progress& progress) const {
  const NeighbourGraph& old = old_->graph;
  const std::uint64_t part_rows = old_->part_rows;
  const PartOptions options{old.links, old_->build_breadth, projection.dimensions};
  std::vector<PartArrays> parts(static_cast<std::size_t>((rows.size() + part_rows - 1) / part_rows));
  const std::uint64_t linked = old.empty() ? 0 : old_->rows.size();
  kernels::SharedProgress linking(progress, rows.size() - linked);
  base::parallel_for(parts.size(), run_.thread_count(), [&](std::size_t i) {
    const std::uint64_t first = i * part_rows, end = std::min(first + part_rows, rows.size());
    PartArrays part;
    if (i < old.parts.size()) part = part_of(old, i, projection.dimensions);
    part.part.first_row = first;
    const std::uint64_t begun = first + part.next.size();
    parts[i] = begun == end
                   ? std::move(part)
                   : extend_part(std::move(part), images_of(rows, projection, begun, end - begun), options, [&] {
                       linking.add(1);
                       linking.throw_if_stopped();
                     });
  });
  return joined(parts, old.links);
}

GraphIndex IndexBuilder::finish(const Progress& progress) {
  run_.progress = progress;
  if (rows_.ends.empty()) {
    throw Error(ErrorKind::usage, "there is nothing to index: the input has no graph, or its graphs have no items");
  }
  auto state = std::make_shared<GraphIndex::State>(*old_);
  state->file = nullptr;
  state->rows = std::move(rows_).finish();
  rows_ = {};
  state->lists = make_lists(state->rows, old_->lists, old_->rows.size(), run_.thread_count());
  IndexSummary& summary = state->summary;
  summary.rows = state->rows.size();
  summary.values = state->rows.values.size();
  summary.approximate = !old_->graph.empty() || state->approximate == ApproximateSearch::always ||
                        (state->approximate == ApproximateSearch::automatic && summary.rows >= kApproximateFrom);
  if (summary.approximate && summary.columns > 0) {
    if (old_->graph.empty()) {
      state->projection = learn_projection(state->rows, summary.distance, summary.columns, run_);
    }
    summary.dimensions = state->projection.dimensions;
    state->graph = link_rows(state->rows, state->projection, progress);
    tune(*state, run_);
  } else {
    summary.approximate = false;
  }
  return GraphIndex(std::move(state));
}

}  // namespace awe::search
