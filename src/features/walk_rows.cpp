#include "features/walk_rows.h"

#include <algorithm>
#include <cmath>

#include "awe/error.h"
#include "base/number.h"
#include "base/radix_sort.h"
#include "base/rng.h"
#include "graph/dead_ends.h"

namespace awe::features {
namespace {

// Measured nanoseconds, for the choice of method and for forecasts: per walk of length l-2 of exact enumeration by
// rank, per step of the search for labelled walks, and per step of a sampled walk by rank and with labels.
constexpr double kExactWalkNs = 70;
constexpr double kLabelledStepNs = 15;
constexpr double kSampledStepNs = 5;
constexpr double kSampledLabelledStepNs = 15;
// Larger graphs are sampled without a prediction, which alone would take tens of bytes per arc.
constexpr std::uint64_t kMostArcsToPredict = std::uint64_t{1} << 24;

std::vector<std::uint64_t> hashes_of(const std::vector<std::string>& names) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& name : names) hashes.push_back(hash64(std::as_bytes(std::span(name))));
  return hashes;
}

}  // namespace

labels::ColourRounds& SharedByParts::colours() {
  if (!colours_) colours_.emplace(items_.graph());
  return *colours_;
}

const graph::TwinClasses& SharedByParts::twins() {
  if (!twins_) twins_ = graph::find_twins(items_.walked());
  return *twins_;
}

WalkRows::WalkRows(const GraphItems& items, const FeatureColumns& columns, const FeatureColumns::Part& part,
                   SharedByParts& shared)
    : items_(items), graph_(items.walked()), plan_(columns.options), part_(part) {
  ends_ = plan_.dead_ends == DeadEnds::end;
  restarts_ = plan_.dead_ends == DeadEnds::restart && graph_.directed();
  stops_midway_ = graph_.directed() && (ends_ || plan_.dead_ends == DeadEnds::stop) && graph::has_dead_ends(graph_);
  if (part.labelled()) {
    const labels::Codebook* codebook = nullptr;
    if (part.labels.clusters > 0) codebook = &columns.fitted->codebooks.at(part.labels.clusters);
    labels_ = std::make_unique<const labels::GraphLabels>(items.graph(), part.labels, codebook, &graph_, restarts_,
                                                          part.labels.colours ? &shared.colours() : nullptr);
    if (part.vocabulary != nullptr) translation_ = part.vocabulary->translate(*labels_);
    if (plan_.hash_bits) {
      node_hashes_ = hashes_of(labels_->node_names());
      edge_hashes_ = hashes_of(labels_->edge_names());
    }
  }
  choose_method(shared);
}

// Number of different outcomes of a walk, if known: stopped prefixes are distinguished if they have columns or shorter
// lengths are needed.
std::optional<double> WalkRows::outcomes() const {
  if (part_.labelled()) return std::nullopt;
  double count = static_cast<double>(part_.prefixes->index(part_.last).size());
  if (stops_midway_ && (ends_ || part_.first < part_.last)) {
    for (int length = 1; length < part_.last; ++length) {
      count += static_cast<double>(WalkIndex(length, plan_.self_loops).size());
    }
    return count + 1;
  }
  return count + (graph::has_dead_ends(graph_) ? 1 : 0);
}

void WalkRows::make_rule(double delta) {
  rule_.emplace(plan_.walks ? sampled_walks::StoppingRule::fixed(*plan_.walks, delta, outcomes())
                            : sampled_walks::StoppingRule(plan_.epsilon, delta, outcomes()));
}

void WalkRows::share_delta(std::size_t parts) {
  make_rule(plan_.delta / static_cast<double>(parts));
  rule_->require_possible();
}

void WalkRows::choose_method(SharedByParts& shared) {
  const WalkKind kind = part_.block->walk;
  const bool by_tree = part_.labelled() || kind == WalkKind::non_backtracking;
  make_rule(plan_.delta);
  const bool only_starts = part_.last == 0;  // cheapest case: always exact
  const bool wanted = plan_.method == Method::exact || only_starts;
  const bool maybe = plan_.method == Method::automatic && graph_.num_arcs() <= kMostArcsToPredict;
  const double rows = plan_.level == Level::graph ? 1.0 : static_cast<double>(items_.size());
  double predicted = 0, exact_seconds = 0;
  if (by_tree && !labels_) labels_ = std::make_unique<const labels::GraphLabels>(items_.graph(), LabelRule{});
  if (wanted || maybe) {
    if (by_tree) {
      labelled_walks_.emplace(graph_, *labels_, part_.last, kind, restarts_, &shared.twins());
      predicted = labelled_walks_->predicted_steps();
      exact_seconds = predicted * kLabelledStepNs * 1e-9;
    } else {
      exact_walks_.emplace_back(graph_, part_.prefixes->index(part_.last), ExactSearch::automatic, restarts_);
      predicted = exact_walks_.back().predicted_walks();
      exact_seconds = predicted * kExactWalkNs * 1e-9;
    }
  }
  if (plan_.method == Method::exact && predicted > plan_.budget) {
    throw Error(ErrorKind::limit, "graph " + items_.graph_name() + ": exact enumeration of length " +
                                      std::to_string(part_.last) + " would take " +
                                      base::format_real(std::round(predicted)) + " walks, above the budget of " +
                                      base::format_real(plan_.budget) +
                                      "; use `method` auto or sampled, shorter walks, or a larger `budget`");
  }
  const double sampled_steps = rule_->likely_walks() * rows * std::max(1, part_.last);
  const double sampled_seconds = sampled_steps * (part_.labelled() ? kSampledLabelledStepNs : kSampledStepNs) * 1e-9;
  exact_ = wanted || (maybe && predicted <= plan_.budget && exact_seconds <= sampled_seconds);
  predicted_seconds_ = exact_ ? exact_seconds : sampled_seconds;
  if (exact_) {
    // The longest length yields the shorter ones. Where walks stop midway and have no columns, each length is computed
    // separately: the same numbers up to rounding, as they have always been.
    if (!by_tree && stops_midway_ && !ends_) {
      exact_walks_.clear();
      for (int length = part_.first; length <= part_.last; ++length) {
        exact_walks_.emplace_back(graph_, part_.prefixes->index(length));
      }
    }
    return;
  }
  rule_->require_possible();
  exact_walks_.clear();
  const walks::AdjacencyForm form = walks::form_for_steps(graph_, sampled_steps);
  if (part_.labelled()) {
    if (!labelled_walks_) labelled_walks_.emplace(graph_, *labels_, part_.last, kind, restarts_, &shared.twins());
    labelled_sampler_.emplace(*labelled_walks_, plan_.run.seed, form);
  } else {
    labelled_walks_.reset();
    sampled_walks_.emplace(graph_, part_.prefixes->index(part_.last), plan_.run.seed,
                           walks::WalkerOptions{kind, false, form, {}, restarts_});
  }
}

WalkRows::Values WalkRows::Worker::row(std::size_t item, int threads, const Progress& progress) {
  if (!rows_.labelled_walks_) return by_rank(item, threads, progress);
  const labelled_walks::LabelledDistribution walks = labelled(item, threads, progress);
  Values values = rows_.part_.labelled() ? rows_.by_columns(walks) : rows_.by_anonymous_rank(walks);
  values.walks = walks.walks;
  values.certified_error = walks.certified_error;
  return values;
}

labelled_walks::LabelledDistribution WalkRows::Worker::labelled(std::size_t item, int threads,
                                                                const Progress& progress) {
  const labelled_walks::LabelledWalks& walks = *rows_.labelled_walks_;
  const GraphItems& items = rows_.items_;
  if (!rows_.exact_) {
    const auto origins = items.origins(item);
    if (!origins.empty()) return rows_.labelled_sampler_->draw(origins, *rows_.rule_, threads, progress);
  } else if (rows_.plan_.level == Level::graph) {
    return walks.of_graph(threads, progress);
  }
  if (!labelled_) labelled_.emplace(walks);
  if (rows_.plan_.level == Level::edge) return walks.of_arcs(items.arcs(item), *labelled_, progress);
  return walks.of_nodes(items.nodes(item), *labelled_, progress);
}

WalkDistribution WalkRows::Worker::exact(std::size_t length, std::size_t item, int threads, const Progress& progress) {
  const ExactWalks& walks = rows_.exact_walks_[length];
  if (rows_.plan_.level == Level::graph) return walks.of_graph(threads, progress);
  while (exact_.size() <= length) exact_.emplace_back(rows_.exact_walks_[exact_.size()]);
  if (rows_.plan_.level != Level::edge) {
    const auto nodes = rows_.items_.nodes(item);
    if (nodes.empty()) return {};
    return walks.of_nodes(nodes, exact_[length], progress);
  }
  const auto arcs = rows_.items_.arcs(item);
  WalkDistribution mean = walks.of_arc(arcs[0].first, arcs[0].second, exact_[length], progress);
  if (arcs.size() == 2) {
    const WalkDistribution other = walks.of_arc(arcs[1].first, arcs[1].second, exact_[length], progress);
    mean.stopped = (mean.stopped + other.stopped) / 2;
    mean.probabilities = sum_of(mean.probabilities, other.probabilities);
    for (double& value : mean.probabilities.values) value /= 2;
  }
  return mean;
}

WalkRows::Values WalkRows::Worker::by_rank(std::size_t item, int threads, const Progress& progress) {
  Values values;
  const auto put = [&](std::vector<walks::WalkPrefixes::Shorter>&& lengths, double total) {
    for (walks::WalkPrefixes::Shorter& length : lengths) {
      if (total != 1) {
        for (double& value : length.mass.values) value /= total;
      }
      values.sections.push_back(std::move(length.mass));
      values.stopped.push_back(length.stopped / total);
    }
  };
  const walks::WalkPrefixes& prefixes = *rows_.part_.prefixes;
  const bool ends = rows_.ends_;
  if (!rows_.exact_) {
    const auto origins = rows_.items_.origins(item);
    sampled_walks::WalkCounts counts;
    if (!origins.empty()) {
      if (!sampled_) sampled_.emplace(*rows_.sampled_walks_);
      counts = rows_.sampled_walks_->draw(origins, *rows_.rule_, *sampled_, threads, progress);
    }
    values.walks = counts.total;
    values.certified_error = counts.certified_error;
    const auto total = static_cast<double>(std::max<std::uint64_t>(1, counts.total));
    put(prefixes.fold(std::move(counts.walks), counts.stopped), total);
    if (ends) rows_.append_ended(values, counts.stopped, total);
    return values;
  }
  if (rows_.exact_walks_.size() > 1) {
    for (std::size_t length = 0; length < rows_.exact_walks_.size(); ++length) {
      WalkDistribution found = exact(length, item, threads, progress);
      values.sections.push_back(std::move(found.probabilities));
      values.stopped.push_back(found.stopped);
    }
    return values;
  }
  WalkDistribution found = exact(0, item, threads, progress);
  // Unless walks that end have columns, they can stop only at their first node here.
  const EndedWalk stopped{0, 0, found.stopped};
  put(prefixes.fold(std::move(found.probabilities),
                    ends ? std::span<const EndedWalk>(found.ended) : std::span(&stopped, 1)),
      1);
  if (ends) rows_.append_ended(values, found.ended, 1);
  return values;
}

void WalkRows::append_ended(Values& values, std::span<const EndedWalk> ended, double total) const {
  std::vector<std::uint64_t> places;
  for (const EndedWalk& walk : ended) places.push_back(part_.ended->place(walk));
  for (std::size_t section = 0; section < values.sections.size(); ++section) {
    const int length = part_.first + static_cast<int>(section);
    for (std::size_t i = 0; i < ended.size() && ended[i].made < length; ++i) {
      values.sections[section].push_back(part_.prefixes->index(length).size() + places[i], ended[i].mass / total);
    }
    values.stopped[section] = 0;
  }
}

// Mass without a column because walks stopped.
double WalkRows::stopped_at(const labelled_walks::LabelledDistribution& walks, std::size_t section) const {
  return ends_ || walks.stopped.empty() ? 0 : walks.stopped[section + static_cast<std::size_t>(part_.first)];
}

WalkRows::Values WalkRows::by_columns(const labelled_walks::LabelledDistribution& walks) const {
  Values values;
  values.sections.resize(part_.sections());
  struct Entry {
    std::uint64_t column;
    double mass;
  };
  std::vector<std::vector<Entry>> entries(part_.sections());
  std::vector<double> unseen(part_.sections(), 0.0);
  const std::vector<std::uint64_t> hashes =
      plan_.hash_bits ? hashes_of_walks(walks.tree) : std::vector<std::uint64_t>{};
  std::vector<walks::WalkTree::Place> places;
  std::vector<std::uint32_t> columns;
  if (part_.vocabulary != nullptr) {
    places = part_.vocabulary->places_of(walks.tree, translation_);
    columns = part_.vocabulary->columns_of(places);
  }
  // Adds the walk at a place to a section, or the walk that ended there.
  const auto add = [&](int length, walks::WalkTree::Place place, bool ended, double mass) {
    const auto section = static_cast<std::size_t>(length - part_.first);
    if (plan_.hash_bits) {
      const std::uint64_t hash = ended ? base::StreamBlock::mix64(hashes[place]) : hashes[place];
      entries[section].push_back({hash >> (64 - *plan_.hash_bits), mass});
      return;
    }
    if (part_.vocabulary == nullptr) return;
    const std::uint32_t column = ended ? part_.vocabulary->ended_column_of(length, places[place]) : columns[place];
    if (column == WalkVocabulary::kUnknown) {
      unseen[section] += mass;
      values.unseen_squares += mass * mass;
    } else {
      entries[section].push_back({column, mass});
    }
  };
  for (walks::WalkTree::Place place = 1; place < walks.tree.size(); ++place) {
    const int made = walks.tree.length(place);
    if (made >= part_.first) add(made, place, false, walks.mass[place]);
    if (!ends_ || !(walks.ended[place] > 0)) continue;
    for (int length = std::max(part_.first, made + 1); length <= part_.last; ++length) {
      add(length, place, true, walks.ended[place]);
    }
  }
  std::vector<Entry> scratch;
  for (std::size_t section = 0; section < entries.size(); ++section) {
    std::vector<Entry>& row = entries[section];
    // Equal hashes are added in the order of walks.
    base::radix_sort(row, scratch, part_.first_column[section + 1] - part_.first_column[section],
                     [](const Entry& entry) { return entry.column; });
    SparseVector& vector = values.sections[section];
    vector.indices.reserve(row.size());
    vector.values.reserve(row.size());
    double seen = 0;
    for (const auto& [column, mass] : row) {
      seen += mass;
      if (vector.size() > 0 && vector.indices.back() == column) {
        vector.values.back() += mass;
      } else if (mass > 0) {
        vector.push_back(column, mass);
      }
    }
    values.stopped.push_back(stopped_at(walks, section));
    values.unseen_mass += unseen[section];
    if (unseen[section] > 0) values.unseen = std::max(values.unseen, unseen[section] / (seen + unseen[section]));
  }
  return values;
}

// Walks without labels from a tree: converts places to ranks.
WalkRows::Values WalkRows::by_anonymous_rank(const labelled_walks::LabelledDistribution& walks) const {
  Values values;
  values.sections.resize(part_.sections());
  std::vector<std::vector<std::pair<std::uint64_t, double>>> entries(part_.sections());
  AnonymousWalk walk;
  for (walks::WalkTree::Place place = 1; place < walks.tree.size(); ++place) {
    const int length = walks.tree.length(place);
    const bool ended = ends_ && walks.ended[place] > 0;
    if (length < part_.first && !ended) continue;
    walk.resize(static_cast<std::size_t>(length) + 1);
    walks::WalkTree::Place back = place;
    for (std::size_t i = walk.size(); i-- > 0; back = walks.tree.parent(back)) {
      walk[i] = static_cast<std::uint8_t>(walks.tree.step(back).name());
    }
    const auto section = [&](int of) -> auto& { return entries[static_cast<std::size_t>(of - part_.first)]; };
    if (length >= part_.first)
      section(length).emplace_back(part_.prefixes->index(length).rank(walk), walks.mass[place]);
    for (int longer = std::max(part_.first, length + 1); ended && longer <= part_.last; ++longer) {
      section(longer).emplace_back(part_.prefixes->index(longer).size() + part_.ended->place(walk), walks.ended[place]);
    }
  }
  for (std::size_t section = 0; section < entries.size(); ++section) {
    std::sort(entries[section].begin(), entries[section].end());
    for (const auto& [rank, mass] : entries[section]) values.sections[section].push_back(rank, mass);
    values.stopped.push_back(stopped_at(walks, section));
  }
  return values;
}

std::vector<std::uint64_t> WalkRows::hashes_of_walks(const walks::WalkList& tree) const {
  std::vector<std::uint64_t> hashes(tree.size(), 0x6177655F77616C6Bu);
  for (walks::WalkTree::Place place = 1; place < tree.size(); ++place) {
    const walks::WalkTree::Place parent = tree.parent(place);
    const walks::WalkStep step = tree.step(place);
    std::uint64_t hash = base::StreamBlock::mix64(hashes[parent] + step.name());
    const bool fresh = step.name() > tree.names(parent);
    if (fresh && !node_hashes_.empty()) hash = base::StreamBlock::mix64(hash ^ node_hashes_[step.node_label()]);
    if (parent != walks::WalkTree::kRoot && !edge_hashes_.empty()) {
      hash = base::StreamBlock::mix64(hash + 0x9E3779B97F4A7C15u + edge_hashes_[step.edge_label()]);
    }
    hashes[place] = hash;
  }
  return hashes;
}

}  // namespace awe::features
