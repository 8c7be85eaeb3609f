#include "explanation/model_explanation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "awe/graph_builder.h"
#include "base/rng.h"
#include "classifier/classifier_access.h"
#include "explanation/row_distance.h"

namespace awe::explanation {
namespace {

using classifier::ClassifierAccess;

// What the columns of a table are.
struct TableColumns {
  const Featurizer* features = nullptr;  // null: a data-driven model
  bool counts = false;

  [[nodiscard]] MatrixColumn describe(std::uint64_t column) const {
    if (features == nullptr) return {"data-driven", 0, "dimension " + std::to_string(column)};
    if (column >= features->num_columns()) return {block().name(), 0, "not in any training graph"};
    return features->column(column);
  }
  [[nodiscard]] const FeatureBlock& block() const { return features->options().features.front(); }
  // Whether the values of a column are probabilities of walks, or multiples of them.
  [[nodiscard]] bool has_walks(std::uint64_t column) const {
    if (features == nullptr || column >= features->num_columns() || !block().scalings.empty()) return false;
    return block().kind == FeatureBlock::Kind::walks || block().kind == FeatureBlock::Kind::colours;
  }
  // The labels of the walks of a column.
  [[nodiscard]] LabelRule rule(const MatrixColumn& column) const {
    LabelRule rule = block().labels;
    if (block().kind == FeatureBlock::Kind::colours) rule.colours = column.length;
    return rule;
  }
};

TableColumns columns_of(const Classifier& model, std::size_t table) {
  const auto& learnt = ClassifierAccess::state(model).learnt;
  return {learnt.featurizer_of(table), learnt.counts(table)};
}

// Walks that are searched together.
struct WalkSet {
  LabelRule rule;
  WalkKind kind = WalkKind::uniform;
  const Featurizer* features = nullptr;
  std::vector<WeightedWalk> walks;
  // By walk: the distribution that it belongs to, and its probability.
  struct Section {
    std::size_t table = 0;
    int length = 0;
    double probability = 0;
  };
  std::vector<Section> sections;
};

// The weights minus the mean weight of the walks of the same distribution.
std::vector<WeightedWalk> centred(const WalkSet& set) {
  std::map<std::pair<std::size_t, int>, std::pair<double, double>> sums;  // of weights, and of probabilities
  for (std::size_t i = 0; i < set.walks.size(); ++i) {
    auto& [weight, probability] = sums[{set.sections[i].table, set.sections[i].length}];
    weight += set.walks[i].weight * set.sections[i].probability;
    probability += set.sections[i].probability;
  }
  std::vector<WeightedWalk> walks = set.walks;
  for (std::size_t i = 0; i < walks.size(); ++i) {
    const auto& [weight, probability] = sums[{set.sections[i].table, set.sections[i].length}];
    walks[i].weight -= probability > 0 ? weight / probability : 0;
  }
  return walks;
}

std::vector<WalkSet> walk_sets(const Classifier& model, const Graph& graph, const Decision& decision) {
  std::map<std::pair<std::string, WalkKind>, WalkSet> sets;
  for (const Term& term : decision.terms) {
    const TableColumns columns = columns_of(model, term.table);
    if (term.contribution == 0 || term.value == 0 || !columns.has_walks(term.column)) continue;
    const MatrixColumn column = columns.describe(term.column);
    const LabelRule rule = columns.rule(column);
    WalkSet& set = sets[{to_string(rule), columns.block().walk}];
    set.rule = rule;
    set.kind = columns.block().walk;
    set.features = columns.features;
    const double unit = columns.counts || columns.block().counts ? static_cast<double>(graph.num_nodes()) : 1;
    set.walks.push_back({parse_traced(column.walk), unit * term.contribution / term.value});
    set.sections.push_back({term.table, column.length, term.value / unit});
  }
  std::vector<WalkSet> found;
  for (auto& [key, set] : sets) found.push_back(std::move(set));
  return found;
}

void attribute_to_nodes(ModelExplanation& made, const Classifier& model, const Graph& graph,
                        const ModelExplanationOptions& options) {
  made.nodes.assign(graph.num_nodes(), 0);
  made.edges.assign(graph.num_edges(), 0);
  made.removal.assign(graph.num_nodes(), 0);
  made.removal_estimated = options.removals && graph.num_nodes() > options.max_removals;
  for (const WalkSet& set : walk_sets(model, graph, made.decision)) {
    const labels::Codebook* codebook =
        set.rule.clusters > 0 ? &set.features->fitted()->codebooks.at(set.rule.clusters) : nullptr;
    const labels::GraphLabels labels(graph, set.rule, codebook);
    AttributionOptions how;
    how.kind = set.kind;
    how.budget = options.search_steps;
    how.walks = options.drawn_walks;
    how.seed = options.run.seed;
    const Attribution found = attribute(graph, labels, set.walks, how, options.run.progress);
    for (std::size_t i = 0; i < made.nodes.size(); ++i) made.nodes[i] += found.nodes[i];
    for (std::size_t i = 0; i < made.edges.size(); ++i) made.edges[i] += found.edges[i];
    made.exact = made.exact && found.exact;
    if (!made.removal_estimated) continue;
    const Attribution moved = attribute(graph, labels, centred(set), how, options.run.progress);
    for (std::size_t i = 0; i < made.nodes.size(); ++i) made.removal[i] += moved.through[i];
  }
  for (const Term& term : made.decision.terms) made.elsewhere += term.contribution;
  for (const double node : made.nodes) made.elsewhere -= node;
}

void name_terms(ModelExplanation& made, const Classifier& model, std::size_t most) {
  std::vector<Term> terms = made.decision.terms;
  std::stable_sort(terms.begin(), terms.end(),
                   [](const Term& a, const Term& b) { return std::abs(a.contribution) > std::abs(b.contribution); });
  terms.resize(std::min(terms.size(), most));
  for (const Term& term : terms) {
    const MatrixColumn column = columns_of(model, term.table).describe(term.column);
    made.terms.push_back({column.block, column.length, column.walk, term.value, term.contribution});
  }
}

// The decisions without each of the nodes.
void delete_one_by_one(ModelExplanation& made, const Classifier& model, const Graph& graph,
                       const ModelExplanationOptions& options) {
  if (graph.num_nodes() < 2) return;
  std::vector<Graph> reduced;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) reduced.push_back(without_nodes(graph, {u}));
  const auto values = decision_values(model, reduced, made.predicted, made.other, options.run);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) made.removal[u] = made.decision.value - values[u];
}

// The decisions without the nodes whose removal matters most, and without random ones.
void check_by_deletion(ModelExplanation& made, const Classifier& model, const Graph& graph,
                       const ModelExplanationOptions& options) {
  const std::size_t count = graph.num_nodes();
  if (options.random_deletions <= 0 || count < 2) return;
  made.num_deleted = std::clamp<std::size_t>(
      static_cast<std::size_t>(std::floor(options.deleted * static_cast<double>(count) + 0.5)), 1, count - 1);
  std::vector<NodeId> order(count);
  std::iota(order.begin(), order.end(), NodeId{0});
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return made.removal[a] > made.removal[b]; });
  const auto first = [&] {
    return std::vector<NodeId>(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(made.num_deleted));
  };
  std::vector<Graph> reduced{without_nodes(graph, first())};
  base::Sequence random(options.run.seed, fingerprint(graph), 1);
  for (int i = 0; i < options.random_deletions; ++i) {
    for (std::size_t j = count - 1; j > 0; --j) std::swap(order[j], order[random.below(j + 1)]);
    reduced.push_back(without_nodes(graph, first()));
  }
  const auto values = decision_values(model, reduced, made.predicted, made.other, options.run);
  made.without_top = values.front();
  for (std::size_t i = 1; i < values.size(); ++i) {
    made.without_random += values[i] / static_cast<double>(options.random_deletions);
  }
}

// The columns in which two rows differ most, over the channels of the best recipe.
std::vector<NearGraph::Difference> differences(const Classifier& model, const evaluation::ChannelRows& rows,
                                               std::uint32_t item, std::size_t most) {
  const auto& state = ClassifierAccess::state(model);
  const KernelRecipe& recipe = state.recipes[state.best_recipe];
  std::vector<NearGraph::Difference> found;
  for (const Channel& channel : recipe.channels) {
    const std::size_t place = evaluation::place_of(channel, state.channels);
    const Row x = rows.of(place).row(0), y = state.stored.rows.tables()[rows.table_of[place]].row(item);
    const TableColumns columns = columns_of(model, rows.table_of[place]);
    const double factor = channel.weight / recipe.total_weight() / state.medians[place];
    for (std::size_t i = 0, j = 0; i < x.size() || j < y.size();) {
      const std::uint64_t column =
          j == y.size() || (i < x.size() && x.column(i) <= y.column(j)) ? x.column(i) : y.column(j);
      NearGraph::Difference one;
      const std::size_t k = i, l = j;
      if (i < x.size() && x.column(i) == column) one.here = static_cast<double>(x.values[i++]);
      if (j < y.size() && y.column(j) == column) one.there = static_cast<double>(y.values[j++]);
      const auto part = [&](const Row& row, std::size_t at, bool has) {
        return has ? Row{{}, {}, row.values.subspan(at, 1)} : Row{};
      };
      // A row of one value: columns are compared by place, and both are at place 0.
      static constexpr std::uint32_t kPlace[] = {0};
      Row a = part(x, k, i > k), b = part(y, l, j > l);
      if (a.size() > 0) a.narrow = kPlace;
      if (b.size() > 0) b.narrow = kPlace;
      one.distance = is_sum(channel.kernel) ? factor * row_distance(channel.kernel, a, b)
                                            : factor * std::abs(one.here - one.there);
      if (one.distance <= 0) continue;
      found.push_back(one);
      const MatrixColumn named = columns.describe(column);
      found.back().block = named.block;
      found.back().text = named.walk;
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.distance > b.distance; });
  found.resize(std::min(found.size(), most));
  return found;
}

void find_near(ModelExplanation& made, const Classifier& model, const Graph& graph,
               const ModelExplanationOptions& options) {
  const auto& state = ClassifierAccess::state(model);
  if (state.linear) return;  // it holds no training graphs
  const std::vector<double> distances = training_distances(model, graph, options.run.progress);
  const std::vector<int> classes = training_classes(model);
  const evaluation::ChannelRows rows = state.learnt.rows({&graph, 1}, options.run.progress);
  for (int c = 0; c < static_cast<int>(model.class_names().size()); ++c) {
    std::size_t best = distances.size();
    for (std::size_t i = 0; i < distances.size(); ++i) {
      if (classes[i] == c && (best == distances.size() || distances[i] < distances[best])) best = i;
    }
    if (best == distances.size()) continue;
    made.near.push_back({state.training_ids[best], c, distances[best],
                         differences(model, rows, static_cast<std::uint32_t>(best), options.walks)});
  }
}

}  // namespace

Graph without_nodes(const Graph& graph, const std::vector<NodeId>& nodes) {
  std::vector<bool> gone(graph.num_nodes(), false);
  for (const NodeId node : nodes) gone[node] = true;
  BuildOptions policy;
  policy.directed = graph.directed();
  policy.weighted = graph.weighted();
  policy.self_loops = SelfLoops::keep;
  GraphBuilder builder(policy);
  std::vector<NodeId> place(graph.num_nodes(), 0);
  NodeId kept = 0;
  std::vector<double> attributes;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (gone[u]) continue;
    place[u] = kept++;
    const auto values = graph.node_attributes().subspan(u * graph.attribute_width(), graph.attribute_width());
    attributes.insert(attributes.end(), values.begin(), values.end());
  }
  builder.set_num_nodes(kept);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    if (gone[u]) continue;
    if (!graph.node_labels().empty()) builder.set_node_label(place[u], graph.node_labels().name_of(u));
    const auto row = graph.neighbours(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (gone[row[i]] || (!graph.directed() && row[i] < u)) continue;
      const std::uint64_t arc = graph.offsets()[u] + i;
      if (graph.weighted()) {
        builder.add_edge(place[u], place[row[i]], graph.arc_weights()[arc]);
      } else {
        builder.add_edge(place[u], place[row[i]]);
      }
      if (!graph.edge_labels().empty()) builder.label_last_edge(graph.edge_labels().name_of(arc));
    }
  }
  if (graph.attribute_width() > 0) builder.set_node_attributes(std::move(attributes), graph.attribute_width());
  return std::move(builder).build();
}

ModelExplanation explain(const Classifier& model, const Graph& graph, const Prediction& prediction,
                         const ModelExplanationOptions& options) {
  ModelExplanation made;
  made.id = prediction.id;
  made.predicted = prediction.predicted;
  made.other = prediction.predicted == 0 ? 1 : 0;
  for (int c = 0; c < static_cast<int>(prediction.scores.size()); ++c) {
    const auto score = [&](int k) { return prediction.scores[static_cast<std::size_t>(k)]; };
    if (c != made.predicted && score(c) > score(made.other)) made.other = c;
  }
  made.decision = decisions(model, {&graph, 1}, made.predicted, made.other, options.run.progress).front();
  attribute_to_nodes(made, model, graph, options);
  name_terms(made, model, options.walks);
  if (options.removals && !made.removal_estimated) delete_one_by_one(made, model, graph, options);
  if (options.removals) check_by_deletion(made, model, graph, options);
  if (options.near) find_near(made, model, graph, options);
  return made;
}

}  // namespace awe::explanation
