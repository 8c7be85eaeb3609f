// What columns learn from graphs, part by part: counts of walks and keys, of sizes, and samples of attributes. A fit on
// one machine is the same with one part. Merging is commutative and associative in what finish() returns: counts are
// integers, sizes are summed in the order of their values, samples are the nodes with the smallest hashes. The state as
// bytes: a title, the version, the options that matter, the counts, and an XXH3-128 of all that. Cost: one pass over
// the graphs; a merge touches every walk of the other part once.
#include <algorithm>
#include <cstring>
#include <utility>

#include "awe/error.h"
#include "awe/featurizer.h"
#include "awe/hash.h"
#include "base/number.h"
#include "base/parallel.h"
#include "bytes/model_file.h"
#include "features/feature_columns.h"
#include "features/fitted_features.h"
#include "features/graph_rows.h"

namespace awe::features {
namespace {

constexpr std::string_view kTitle = "awe partial fit", kWhere = "the state of a partial fit";
constexpr std::uint32_t kVersion = 1;

// What one graph contributes to the fit: the walks of every part with labels, and the names of its labels.
struct Lesson {
  std::vector<labelled_walks::LabelledDistribution> walks;
  std::vector<labels::GraphLabels> labels;
  std::vector<SizeFeatures> sizes;                       // of every row
  std::vector<std::vector<baselines::MapSection>> maps;  // of every part with keys
  std::vector<graph_kernels::LabelledGraph> compared;    // of every part that compares graphs
};

std::vector<SizeFeatures> sizes_of_rows(const GraphItems& items) {
  if (items.level() == Level::graph) return {size_features(items.graph())};
  std::vector<SizeFeatures> sizes;
  for (std::size_t item = 0; item < items.size(); ++item) {
    sizes.push_back(size_features_around(items.graph(), items.nodes(item)));
  }
  return sizes;
}

// All options that the state of a part depends on.
std::string text_of(const FeatureOptions& options) {
  std::string text = to_string(options.features);
  const auto add = [&](std::string_view name, const std::string& value) {
    text += "; " + std::string(name) + ' ' + value;
  };
  add("self-loops", options.self_loops ? "keep" : "drop");
  add("dead-ends", std::string(to_string(options.dead_ends)));
  add("level", std::string(to_string(options.level)));
  add("method", std::string(to_string(options.method)));
  add("walks", options.walks ? std::to_string(*options.walks) : "-");
  add("epsilon", base::format_real(options.epsilon));
  add("delta", base::format_real(options.delta));
  add("budget", base::format_real(options.budget));
  add("hash-bits", options.hash_bits ? std::to_string(*options.hash_bits) : "-");
  add("seed", std::to_string(options.run.seed));
  Hasher sets;
  const auto add_text = [&](const std::string& id) {
    sets.add_value(id.size());
    sets.add(std::as_bytes(std::span(id)));
  };
  for (const auto& [graph, lists] : options.node_sets) {
    add_text(graph);
    sets.add_value(lists.size());
    for (const auto& nodes : lists) {
      sets.add_value(nodes.size());
      for (const std::string& node : nodes) add_text(node);
    }
  }
  add("node-sets", to_string(sets.digest()));
  return text;
}

}  // namespace

// The state of one part, of the pass for codebooks or of the pass for everything else.
class PartialState {
 public:
  using Codebooks = std::map<int, labels::Codebook>;

  // Without codebooks, where they are learnt: their pass.
  PartialState(FeatureOptions wanted, std::optional<Codebooks> codebooks);

  [[nodiscard]] const Lessons& lessons() const noexcept { return lessons_; }
  [[nodiscard]] const FeatureOptions& options() const noexcept { return options_; }
  [[nodiscard]] std::uint64_t graphs() const noexcept { return graphs_; }
  [[nodiscard]] bool for_codebooks() const noexcept { return !learners_.empty(); }
  [[nodiscard]] Codebooks codebooks() const;

  void add(GraphSource& source, const Progress& progress);
  void merge(const PartialState& other);
  // Progress counts the graphs that are compared, where blocks compare graphs.
  [[nodiscard]] FittedFeatures finish(const Progress& progress = {}) &&;

  [[nodiscard]] std::string bytes() const;
  [[nodiscard]] static PartialState from_bytes(std::string_view bytes, FeatureOptions options);

 private:
  void add_attributes(GraphSource& source, const Progress& progress);
  [[nodiscard]] Lesson lesson_of(const PlacedGraph& graph, const Progress& progress) const;
  void learn(Lesson&& lesson);
  void write(bytes::SectionWriter& out) const;
  void read(bytes::SectionReader& in);

  FeatureOptions options_;
  Lessons lessons_;
  std::uint64_t graphs_ = 0;
  std::map<int, labels::CodebookLearner> learners_;  // of the pass for codebooks; the others are of the second pass
  Codebooks codebooks_;
  std::shared_ptr<const FeatureColumns> columns_;  // walks of whole graphs; immutable, so copies share it
  std::map<SizeFeatures, std::uint64_t> sizes_;    // counted, so that the scale does not depend on the order
  std::vector<WalkVocabulary> vocabularies_;
  std::vector<baselines::KeyVocabulary> keys_;
  std::vector<std::vector<graph_kernels::LabelledGraph>> compared_;  // of the parts that compare graphs
};

PartialState::PartialState(FeatureOptions wanted, std::optional<Codebooks> codebooks)
    : options_(std::move(wanted)), lessons_(lessons_of(options_)) {
  options_.run.progress = {};
  if (!lessons_.clusters.empty() && !codebooks) {
    for (const int clusters : lessons_.clusters) learners_.try_emplace(clusters, clusters);
    return;
  }
  if (codebooks) codebooks_ = std::move(*codebooks);
  // Walks of whole graphs, whatever the level: they include those of every node.
  FeatureOptions whole = options_;
  whole.level = Level::graph;
  whole.node_sets.clear();
  if (!lessons_.vocabularies) whole.hash_bits.reset();
  auto columns = std::make_shared<FeatureColumns>(std::move(whole), std::nullopt, true);
  columns->fitted.emplace();
  columns->fitted->codebooks = codebooks_;
  for (const FeatureColumns::Part& part : columns->parts) {
    if (!lessons_.vocabularies) break;
    if (part.labelled()) {
      vocabularies_.emplace_back(part.first, part.last, part.labels.of_nodes(), part.labels.of_edges(),
                                 options_.dead_ends == DeadEnds::end);
    }
    if (part.keyed()) keys_.emplace_back(part.map->sections());
    if (part.kernel) compared_.emplace_back();
  }
  columns_ = std::move(columns);
}

PartialState::Codebooks PartialState::codebooks() const {
  Codebooks learnt;
  for (const auto& [clusters, learner] : learners_) learnt.emplace(clusters, learner.learn());
  return learnt;
}

void PartialState::add_attributes(GraphSource& source, const Progress& progress) {
  const std::uint64_t expected = source.count().value_or(0);
  std::uint64_t done = 0;
  while (auto graph = source.next()) {
    progress.throw_if_stopped();
    for (auto& [clusters, learner] : learners_) learner.add(*graph);
    ++graphs_;
    if (progress.report) progress.report(++done, expected);
  }
}

Lesson PartialState::lesson_of(const PlacedGraph& graph, const Progress& progress) const {
  Lesson lesson;
  if (lessons_.sizes) lesson.sizes = sizes_of_rows(GraphItems(graph.graph, graph.place, options_));
  if (!lessons_.vocabularies) return lesson;
  const GraphItems items(graph.graph, graph.place, columns_->options);
  SharedByParts shared(items);
  for (const FeatureColumns::Part& part : columns_->parts) {
    if (part.keyed()) lesson.maps.push_back(map_of_graph(items, *columns_, part));
    if (part.kernel) lesson.compared.push_back(compared_graph(items, *columns_, part));
    if (!part.labelled()) continue;
    const WalkRows rows(items, *columns_, part, shared);
    lesson.walks.push_back(WalkRows::Worker(rows).labelled(0, options_.run.thread_count(), progress));
    lesson.labels.push_back(rows.labels());
  }
  return lesson;
}

void PartialState::learn(Lesson&& lesson) {
  for (std::size_t i = 0; i < lesson.walks.size(); ++i) vocabularies_[i].add(lesson.walks[i], lesson.labels[i]);
  for (std::size_t i = 0; i < lesson.maps.size(); ++i) keys_[i].add(lesson.maps[i]);
  for (std::size_t i = 0; i < lesson.compared.size(); ++i) compared_[i].push_back(std::move(lesson.compared[i]));
  for (const SizeFeatures& row : lesson.sizes) ++sizes_[row];
  ++graphs_;
}

void PartialState::add(GraphSource& source, const Progress& progress) {
  if (for_codebooks()) {
    add_attributes(source, progress);
    return;
  }
  const std::uint64_t expected = source.count().value_or(0), before = graphs_;
  Progress inner = progress;  // of the work on one graph
  if (expected != 1) inner.within = {};
  std::uint64_t place = graphs_;
  base::ordered_pipeline<PlacedGraph, Lesson>(
      options_.run.thread_count(), static_cast<std::size_t>(options_.run.thread_count()) * 4,
      [&]() -> std::optional<PlacedGraph> {
        progress.throw_if_stopped();
        auto graph = source.next();
        if (!graph) return std::nullopt;
        return PlacedGraph{std::move(*graph), place++};
      },
      [&](PlacedGraph&& graph) { return lesson_of(graph, inner); },
      [&](Lesson&& lesson) {
        learn(std::move(lesson));
        if (progress.report) progress.report(graphs_ - before, expected);
      });
}

void PartialState::merge(const PartialState& other) {
  if (text_of(options_) != text_of(other.options_)) {
    throw Error(ErrorKind::usage, "parts that were learnt with different options cannot be merged: \"" +
                                      text_of(options_) + "\" and \"" + text_of(other.options_) + "\"");
  }
  if (for_codebooks() != other.for_codebooks() || codebooks_ != other.codebooks_) {
    throw Error(ErrorKind::usage, "parts of different passes, or with different codebooks, cannot be merged");
  }
  for (auto& [clusters, learner] : learners_) learner.merge(other.learners_.at(clusters).sample());
  for (std::size_t i = 0; i < vocabularies_.size(); ++i) vocabularies_[i].merge(other.vocabularies_[i]);
  for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i].merge(other.keys_[i]);
  for (const auto& [size, count] : other.sizes_) sizes_[size] += count;
  graphs_ += other.graphs_;
}

FittedFeatures PartialState::finish(const Progress& progress) && {
  FittedFeatures fitted;
  fitted.dead_ends = options_.dead_ends;
  fitted.features = options_.features;
  fitted.self_loops = options_.self_loops;
  fitted.graphs = graphs_;
  fitted.codebooks = for_codebooks() ? codebooks() : std::move(codebooks_);
  if (for_codebooks()) return fitted;
  fitted.vocabularies = std::move(vocabularies_);
  fitted.keys = std::move(keys_);
  std::size_t next = 0, next_keys = 0;
  for (const FeatureColumns::Part& part : columns_->parts) {
    if (!lessons_.vocabularies) break;
    const VocabularyOptions limits = part.limits(options_.vocabulary);
    if (part.labelled()) fitted.vocabularies[next++].finish(limits);
    if (part.keyed()) fitted.keys[next_keys++].finish(limits.min_graphs, limits.max_columns);
    if (!part.kernel) continue;
    std::vector<graph_kernels::LabelledGraph>& graphs = compared_[fitted.landmarks.size()];
    fitted.landmarks.push_back(std::make_shared<const graph_kernels::Landmarks>(graph_kernels::Landmarks::learn(
        part.kernel, std::move(graphs), part.block->name(),
        {limits.max_columns, options_.budget, options_.run.memory, options_.run.thread_count()}, progress)));
  }
  SizeScale scale;
  for (const auto& [features, count] : sizes_) {
    for (std::uint64_t i = 0; i < count; ++i) scale.add(features);
  }
  fitted.sizes = scale.values();
  return fitted;
}

void PartialState::write(bytes::SectionWriter& out) const {
  out.number<std::uint64_t>(graphs_);
  for (const auto& [clusters, learner] : learners_) {
    const auto sample = learner.sample();
    out.number<std::uint64_t>(sample.width);
    out.number<std::uint64_t>(sample.graphs);
    out.numbers<std::uint64_t>(sample.keys);
    out.numbers<double>(sample.values);
  }
  std::vector<double> sizes;
  std::vector<std::uint64_t> counts;
  for (const auto& [size, count] : sizes_) {
    sizes.insert(sizes.end(), size.begin(), size.end());
    counts.push_back(count);
  }
  out.numbers<double>(sizes);
  out.numbers<std::uint64_t>(counts);
  for (const WalkVocabulary& vocabulary : vocabularies_) vocabulary.write(out);
  for (const baselines::KeyVocabulary& keys : keys_) {
    for (std::size_t section = 0; section < keys.sections(); ++section) {
      out.number<std::uint64_t>(keys.size(section));
      for (const auto& column : keys.columns(section)) {
        out.number(column.key.high);
        out.number(column.key.low);
        out.number(column.graphs);
        out.number<std::uint8_t>(column.hashed ? 1 : 0);
        out.text(keys.text(column));
      }
    }
  }
}

void PartialState::read(bytes::SectionReader& in) {
  graphs_ = in.number<std::uint64_t>();
  for (auto& [clusters, learner] : learners_) {
    labels::CodebookLearner::Sample sample;
    sample.width = in.number<std::uint64_t>();
    sample.graphs = in.number<std::uint64_t>();
    const auto keys = in.numbers<std::uint64_t>();
    const auto values = in.finite_numbers<double>();
    sample.keys.assign(keys.begin(), keys.end());
    sample.values.assign(values.begin(), values.end());
    learner.merge(sample);
  }
  const auto sizes = in.finite_numbers<double>();
  const auto counts = in.numbers<std::uint64_t>();
  if (sizes.size() != counts.size() * kSizeFeatures) throw in.malformed("has lists of different lengths");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    SizeFeatures size;
    std::copy_n(sizes.begin() + static_cast<std::ptrdiff_t>(i * kSizeFeatures), kSizeFeatures, size.begin());
    sizes_[size] += counts[i];
  }
  for (WalkVocabulary& vocabulary : vocabularies_) vocabulary.read(in);
  for (baselines::KeyVocabulary& keys : keys_) {
    for (std::size_t section = 0; section < keys.sections(); ++section) {
      for (auto left = in.number<std::uint64_t>(); left > 0; --left) {
        baselines::KeyVocabulary::Column column;
        column.key.high = in.number<std::uint64_t>();
        column.key.low = in.number<std::uint64_t>();
        column.graphs = in.number<std::uint64_t>();
        column.hashed = in.number<std::uint8_t>() != 0;
        if (!keys.append(section, column, in.text())) throw in.malformed("has a key twice");
      }
    }
  }
  in.end();
}

std::string PartialState::bytes() const {
  bytes::SectionWriter out;
  out.text(kTitle);
  out.number(kVersion);
  out.text(text_of(options_));
  out.number<std::uint8_t>(for_codebooks() ? 1 : 0);
  out.number<std::uint64_t>(codebooks_.size());
  for (const auto& [clusters, book] : codebooks_) {
    out.number<std::int32_t>(clusters);
    out.number<std::uint64_t>(book.width);
    out.numbers<double>(book.mean);
    out.numbers<double>(book.scale);
    out.numbers<double>(book.centres);
  }
  write(out);
  const Hash128 hash = hash128(std::as_bytes(std::span(out.bytes())));
  out.number(hash.high);
  out.number(hash.low);
  return out.bytes();
}

PartialState PartialState::from_bytes(std::string_view given, FeatureOptions options) {
  const std::string copy(given);  // aligned
  const auto all = std::as_bytes(std::span(copy));
  bytes::SectionReader title(std::string(kWhere), all);
  if (title.text() != kTitle) throw title.malformed("begins like something else");
  if (title.number<std::uint32_t>() != kVersion) {
    throw Error(ErrorKind::incompatible, std::string(kWhere) + " is of another version; use one version everywhere");
  }
  Hash128 hash;
  if (all.size() < sizeof hash) throw title.malformed("has less than it should");
  const auto content = all.first(all.size() - sizeof hash);
  std::memcpy(&hash.high, content.data() + content.size(), sizeof hash.high);
  std::memcpy(&hash.low, content.data() + content.size() + sizeof hash.high, sizeof hash.low);
  if (hash128(content) != hash) throw title.malformed("was cut short or changed: its checksum does not fit");
  bytes::SectionReader in(std::string(kWhere), content);
  (void)in.text();
  (void)in.number<std::uint32_t>();
  const std::string text = in.text(), wanted = text_of(options);
  if (text != wanted) {
    throw Error(ErrorKind::usage,
                std::string(kWhere) + " was written with other options: \"" + text + "\", not \"" + wanted + "\"");
  }
  const bool for_codebooks = in.number<std::uint8_t>() != 0;
  Codebooks codebooks;
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) {
    const auto clusters = in.number<std::int32_t>();
    labels::Codebook& book = codebooks[clusters];
    book.width = in.number<std::uint64_t>();
    for (std::vector<double>* list : {&book.mean, &book.scale, &book.centres}) {
      const auto values = in.finite_numbers<double>();
      list->assign(values.begin(), values.end());
    }
    if (book.width == 0 || book.mean.size() != book.width || book.scale.size() != book.width || book.centres.empty() ||
        book.centres.size() % book.width != 0) {
      throw in.malformed("has an unsound codebook");
    }
  }
  PartialState state(std::move(options), for_codebooks ? std::nullopt : std::optional(std::move(codebooks)));
  for (const int clusters : state.lessons_.clusters) {
    if (!for_codebooks && !state.codebooks_.contains(clusters)) throw in.malformed("lacks a codebook");
  }
  state.read(in);
  return state;
}

FittedFeatures fit_features(const FeatureOptions& given,
                            const std::function<std::unique_ptr<GraphSource>()>& open_again, const Progress& progress) {
  FeatureOptions wanted = given;
  std::unique_ptr<GraphSource> source = settle_dead_ends(wanted, open_again());
  PartialState first(wanted, std::nullopt);
  const std::uint64_t passes = first.lessons().passes(), expected = source->count().value_or(0) * passes;
  std::uint64_t before = 0;
  Progress counted = progress;  // of all passes
  if (progress.report) {
    counted.report = [&](std::uint64_t done, std::uint64_t) { progress.report(before + done, expected); };
  }
  first.add(*source, counted);
  if (passes < 2) return std::move(first).finish(progress);
  before = first.graphs();
  PartialState second(std::move(wanted), first.codebooks());
  second.add(*open_again(), counted);
  return std::move(second).finish(progress);
}

}  // namespace awe::features

namespace awe {

using features::PartialState;

namespace {

FeatureOptions with_rule(FeatureOptions options) {
  options = features::with_spec(std::move(options));
  check(options);
  if (options.dead_ends == DeadEnds::automatic) {
    throw Error(ErrorKind::usage,
                "`dead_ends` auto looks at the first graph, which no part of a collection knows; set it to stop for "
                "undirected graphs, or to end, restart or reverse");
  }
  for (const FeatureBlock& block : options.features) {
    if (block.compares_graphs()) {
      throw Error(ErrorKind::usage,
                  "the block " + block.name() +
                      " compares graphs with those of the whole fit, so it cannot be learnt in parts");
    }
  }
  return options;
}

}  // namespace

PartialFit::PartialFit(FeatureOptions options)
    : state_(std::make_unique<PartialState>(with_rule(std::move(options)), std::nullopt)) {}
PartialFit::PartialFit(std::unique_ptr<PartialState> state) : state_(std::move(state)) {}
PartialFit::~PartialFit() = default;
PartialFit::PartialFit(const PartialFit& other) : state_(std::make_unique<PartialState>(*other.state_)) {}
PartialFit& PartialFit::operator=(const PartialFit& other) { return *this = PartialFit(other); }
PartialFit::PartialFit(PartialFit&&) noexcept = default;
PartialFit& PartialFit::operator=(PartialFit&&) noexcept = default;

void PartialFit::add(GraphSource& source, const Progress& progress) { state_->add(source, progress); }

void PartialFit::add(std::span<const Graph> graphs, const Progress& progress) {
  add(*source_of_borrowed(graphs), progress);
}

void PartialFit::merge(const PartialFit& other) { state_->merge(*other.state_); }

std::uint64_t PartialFit::num_graphs() const noexcept { return state_->graphs(); }

bool PartialFit::needs_second_pass() const noexcept {
  return state_->for_codebooks() && state_->lessons().passes() == 2;
}

PartialFit PartialFit::second_pass() const {
  if (!needs_second_pass()) throw Error(ErrorKind::usage, "these features need no second pass; use finish()");
  return PartialFit(std::make_unique<PartialState>(state_->options(), state_->codebooks()));
}

Featurizer PartialFit::finish() const {
  if (needs_second_pass()) {
    throw Error(ErrorKind::usage, "codebooks of attributes need a second pass over all parts: see second_pass()");
  }
  if (!features::needs_fit(state_->options())) return Featurizer(state_->options());
  return {state_->options(), PartialState(*state_).finish()};
}

std::string PartialFit::bytes() const { return state_->bytes(); }

PartialFit PartialFit::from_bytes(std::string_view bytes, FeatureOptions options) {
  return PartialFit(std::make_unique<PartialState>(PartialState::from_bytes(bytes, with_rule(std::move(options)))));
}

}  // namespace awe
