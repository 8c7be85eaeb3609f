#include "features/graph_rows.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "awe/error.h"
#include "features/scaling.h"

namespace awe::features {

std::vector<baselines::MapSection> map_of_graph(const GraphItems& items, const FeatureColumns& columns,
                                                const FeatureColumns::Part& part) {
  baselines::MapInput input;
  if (part.labels.clusters > 0) input.codebook = &columns.fitted->codebooks.at(part.labels.clusters);
  input.seed = columns.options.run.seed;
  baselines::require_affordable(part.map->cost(items.graph()), items.graph_name(), part.block->name(),
                                columns.options.budget, columns.options.run.memory);
  return part.map->of_graph(items.graph(), input);
}

graph_kernels::LabelledGraph compared_graph(const GraphItems& items, const FeatureColumns& columns,
                                            const FeatureColumns::Part& part) {
  const labels::Codebook* codebook = nullptr;
  if (part.labels.clusters > 0) codebook = &columns.fitted->codebooks.at(part.labels.clusters);
  return graph_kernels::labelled_graph(items.graph(), part.labels, codebook, part.kernel->simple());
}

GraphRows::GraphRows(const Graph& graph, std::uint64_t place, const FeatureColumns& columns)
    : columns_(columns), items_(graph, place, columns.options) {
  std::size_t sampled = 0;
  SharedByParts shared(items_);
  for (const FeatureColumns::Part& part : columns.parts) {
    walks_.push_back(part.of_walks() ? std::make_unique<WalkRows>(items_, columns, part, shared) : nullptr);
    if (walks_.back() && !walks_.back()->exact()) ++sampled;
  }
  for (const auto& walks : walks_) {
    if (walks && !walks->exact() && sampled > 1) walks->share_delta(sampled);
  }
}

// The error of a distribution after division by 1 - stopped: docs/explanation/guarantee.md proves it.
double GraphRows::Worker::normalised_error(double error, double stopped) {
  return error == 0 || stopped == 0 ? error : std::min(2.0, error / (1 - stopped));
}

bool GraphRows::wants_edge_labels() const noexcept {
  return std::any_of(columns_.parts.begin(), columns_.parts.end(), [](const auto& part) { return part.labels.edge; });
}

RowMethod GraphRows::method() const noexcept {
  bool exact = false, sampled = false;
  for (const auto& walks : walks_) {
    if (walks) (walks->exact() ? exact : sampled) = true;
  }
  for (const FeatureColumns::Part& part : columns_.parts) {
    if (part.map) (part.map->sampled(items_.graph()) ? sampled : exact) = true;
  }
  return sampled ? (exact ? RowMethod::mixed : RowMethod::sampled) : RowMethod::exact;
}

GraphRows::Worker::Worker(const GraphRows& rows) : rows_(rows) {
  for (const auto& walks : rows.walks_) {
    walks_.push_back(walks ? std::make_unique<WalkRows::Worker>(*walks) : nullptr);
  }
}

MatrixRow GraphRows::Worker::row(std::size_t item, int threads, const Progress& progress) {
  MatrixRow row;
  row.id = rows_.items_.id(item);
  row.class_name = rows_.items_.graph().class_name();
  row.method = to_string(rows_.method());
  const double starts = rows_.items_.starts(item);
  for (std::size_t p = 0; p < rows_.columns_.parts.size(); ++p) {
    const FeatureColumns::Part& part = rows_.columns_.parts[p];
    if (part.map) {
      put_map(row, part);
      continue;
    }
    if (part.kernel) {
      put_compared(row, part);
      continue;
    }
    if (!part.of_walks()) {
      put(row, part, 0, numbers(part, item), starts);
      continue;
    }
    WalkRows::Values values = walks_[p]->row(item, threads, progress);
    row.walks += values.walks;
    row.unseen = std::max(row.unseen, values.unseen);
    row.unseen_mass += values.unseen_mass;
    row.unseen_squares += values.unseen_squares;
    row.stopped = std::max(row.stopped, values.stopped.back());  // of the longest walks
    for (std::size_t section = 0; section < values.sections.size(); ++section) {
      const double stopped = values.stopped[section];
      const bool normalise = rows_.columns_.options.normalise;
      if (normalise && stopped > 0 && stopped < 1) {
        for (double& value : values.sections[section].values) value /= 1 - stopped;
      }
      const double error = normalise ? normalised_error(values.certified_error, stopped) : values.certified_error;
      row.certified_error += error;
      row.largest_error = std::max(row.largest_error, error);
      put(row, part, section, std::move(values.sections[section]), starts);
    }
  }
  return row;
}

void GraphRows::Worker::put(MatrixRow& row, const FeatureColumns::Part& part, std::size_t section,
                            SparseVector&& values, double starts) const {
  if (part.block->counts && !part.block->of_map()) {
    for (double& value : values.values) value *= starts;
    starts = 1;
  }
  for (const Scaling scaling : part.block->scalings) scale(values, scaling, starts);
  const double factor = std::sqrt(part.block->weight);
  const std::size_t before = row.values.size();
  row.values.indices.resize(before + values.size());
  row.values.values.resize(before + values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    row.values.indices[before + i] = part.first_column[section] + values.indices[i];
    row.values.values[before + i] = values.values[i] * factor;
  }
}

// Amounts by column, as shares; put() makes counts of them where these are wanted.
void GraphRows::Worker::put_map(MatrixRow& row, const FeatureColumns::Part& part) const {
  const std::vector<baselines::MapSection> sections = map_of_graph(rows_.items_, rows_.columns_, part);
  const std::optional<int>& bits = rows_.columns_.options.hash_bits;
  for (std::size_t s = 0; s < sections.size(); ++s) {
    const baselines::MapSection& section = sections[s];
    const bool counts = part.block->counts;
    if (counts && section.only_shares) {
      throw Error(ErrorKind::numeric, "graph " + rows_.items_.graph_name() + ": the counts of " + part.block->name() +
                                          " are too large for a double; leave out [counts]");
    }
    const double unit = counts || section.total == 0 ? 1 : 1 / section.total;
    std::vector<std::pair<std::uint64_t, double>> entries;
    double unseen = 0;
    for (std::size_t i = 0; i < section.amounts.size(); ++i) {
      const double amount = section.amounts[i];
      if (!section.columns.empty()) {
        entries.emplace_back(section.columns[i], amount);
      } else if (bits) {
        entries.emplace_back(section.keys[i].high >> (64 - *bits), amount);
      } else if (const std::uint32_t column = part.keys->column_of(s, section.keys[i]);
                 column != baselines::KeyVocabulary::kUnknown) {
        entries.emplace_back(column, amount);
      } else {
        unseen += amount;
        row.unseen_mass += amount * unit;
        row.unseen_squares += amount * unit * amount * unit;
      }
    }
    if (unseen > 0) row.unseen = std::max(row.unseen, unseen / section.total);
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    SparseVector values;
    for (const auto& [column, amount] : entries) {
      if (values.size() > 0 && values.indices.back() == column) {
        values.values.back() += amount;
      } else {
        values.push_back(column, amount);
      }
    }
    if (!counts) {
      for (double& value : values.values) value /= section.total;
    }
    put(row, part, s, std::move(values), counts ? 1 : section.total);
  }
}

// Coordinates with respect to the landmarks; what lies outside of their span is unseen.
void GraphRows::Worker::put_compared(MatrixRow& row, const FeatureColumns::Part& part) const {
  const graph_kernels::LabelledGraph graph = compared_graph(rows_.items_, rows_.columns_, part);
  const std::string name = part.block->name();
  // The budget is for the mean of the graphs learnt from: large ones take more.
  constexpr double kMostOfBudget = 20;
  baselines::require_affordable({part.landmarks->steps(graph), 0}, rows_.items_.graph_name(), name,
                                kMostOfBudget * rows_.columns_.options.budget, rows_.columns_.options.run.memory);
  const graph_kernels::Landmarks::Row found = part.landmarks->row(graph);
  const bool mean = part.block->kind == FeatureBlock::Kind::return_kernel;  // has no normalised form
  const double length = part.block->counts || mean ? std::exp(found.log_length) : 1;
  if (!std::isfinite(length)) {
    throw Error(ErrorKind::numeric, "graph " + rows_.items_.graph_name() + ": the counts of " + name +
                                        " are too large for a double; leave out [counts]");
  }
  SparseVector values;
  for (std::size_t i = 0; i < found.coordinates.size(); ++i) {
    if (found.coordinates[i] != 0) values.push_back(i, found.coordinates[i] * length);
  }
  row.unseen = std::max(row.unseen, found.rest);
  row.unseen_mass += std::sqrt(found.rest) * length;
  row.unseen_squares += found.rest * length * length;
  put(row, part, 0, std::move(values), 1);
}

// The values of a part that has no walks.
SparseVector GraphRows::Worker::numbers(const FeatureColumns::Part& part, std::size_t item) const {
  const GraphItems& items = rows_.items_;
  const Graph& graph = items.graph();
  const bool whole = items.level() == Level::graph;
  const std::vector<NodeId> nodes = items.nodes(item);
  SparseVector values;
  const auto keep = [&](std::span<const double> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] != 0) values.push_back(i, numbers[i]);
    }
  };
  if (part.block->kind == FeatureBlock::Kind::ldp) {
    keep(whole ? part.profile->of_graph(graph) : part.profile->of_nodes(graph, nodes));
    return values;
  }
  const SizeFeatures sizes = whole ? size_features(graph) : size_features_around(graph, nodes);
  const auto& fitted = rows_.columns_.fitted;
  keep(fitted ? SizeScale(fitted->sizes).apply(sizes) : sizes);
  return values;
}

}  // namespace awe::features
