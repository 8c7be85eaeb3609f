// A small collection of graphs with node and edge labels and attributes, as a source that can be opened repeatedly.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "awe/featurizer.h"
#include "features/fitted_features.h"
#include "support/labelled_graphs.h"
#include "support/random_graphs.h"

namespace awe::test {

inline Graph labelled_graph(std::uint64_t seed, NodeId nodes) {
  const Graph shape = random_graph(nodes, 0.35, seed);
  GraphBuilder builder({});
  builder.set_num_nodes(nodes);
  builder.set_name("g" + std::to_string(seed));
  std::vector<double> attributes;
  base::Sequence random(seed, {});
  for (NodeId u = 0; u < nodes; ++u) {
    builder.set_node_label(u, std::string(1, static_cast<char>('A' + random.below(3))));
    attributes.push_back(random.unit());
    attributes.push_back(5 * random.unit());
    for (const NodeId v : shape.neighbours(u)) {
      if (v < u) continue;
      builder.add_edge(u, v);
      builder.label_last_edge(random.below(3) == 0 ? "2" : "1");
    }
  }
  builder.set_node_attributes(std::move(attributes), 2);
  return std::move(builder).build();
}

inline std::vector<Graph> labelled_collection(std::uint64_t count = 12) {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    graphs.push_back(labelled_graph(seed, static_cast<NodeId>(4 + seed % 5)));
  }
  return graphs;
}

inline FeatureOptions plan_of(const std::string& features) {
  FeatureOptions plan;
  plan.features = parse_features(features);
  return plan;
}

inline features::FittedFeatures fit(const FeatureOptions& plan, const std::vector<Graph>& graphs) {
  return features::fit_features(plan, [&] { return source_of(graphs); });
}

struct Matrix {
  std::vector<MatrixRow> rows;
  std::vector<MatrixColumn> columns;
  FeatureTotals totals;
};

inline Matrix apply(const FeatureOptions& plan, std::optional<features::FittedFeatures> fitted,
                    std::vector<Graph> graphs, std::uint64_t most_columns = 100'000) {
  const Featurizer featurizer(plan, std::move(fitted));
  Matrix matrix;
  const auto source = source_of(std::move(graphs));
  matrix.totals = featurizer.run(*source, [&](MatrixRow&& row) { matrix.rows.push_back(std::move(row)); });
  for (std::uint64_t i = 0; i < featurizer.num_columns() && i < most_columns; ++i) {
    matrix.columns.push_back(featurizer.column(i));
  }
  return matrix;
}

inline double inner_product(const SparseVector& a, const SparseVector& b) {
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a.indices[i] == b.indices[j])
      sum += a.values[i++] * b.values[j++];
    else if (a.indices[i] < b.indices[j])
      ++i;
    else
      ++j;
  }
  return sum;
}

// "block/length/walk" -> value, for one row.
inline std::map<std::string, double> named(const Matrix& matrix, std::size_t row) {
  std::map<std::string, double> values;
  const SparseVector& vector = matrix.rows[row].values;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const MatrixColumn& column = matrix.columns[vector.indices[i]];
    values[column.block + "/" + std::to_string(column.length) + "/" + column.walk] = vector.values[i];
  }
  return values;
}

}  // namespace awe::test
