// The sections of a file that ItemVectors writes:
//   vectors   the kind of source; for features their text and the options that rows depend on; for rows made elsewhere
//             the number of columns and the blocks
//   learnt    what the features have learnt, in the format of features/fitted_features_file.cpp (absent if nothing)
//   model ... the sections of a data-driven model
#include "search/item_vectors.h"

#include <utility>

#include "awe/error.h"
#include "embedding/embedding_model_file.h"
#include "embedding/embedding_model_state.h"
#include "features/fitted_features.h"

namespace awe::search {
namespace {

constexpr std::string_view kModelPrefix = "model ";

std::vector<ColumnBlock> blocks_of(const Featurizer& featurizer) {
  std::vector<ColumnBlock> blocks;
  std::uint64_t first = 0;
  const std::vector<std::uint64_t> ends = featurizer.block_ends();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const FeatureBlock& block = featurizer.options().features[i];
    blocks.push_back({block.name(), first, ends[i], block.weight});
    first = ends[i];
  }
  return blocks;
}

void write_options(bytes::SectionWriter& out, const FeatureOptions& options) {
  out.text(to_string(options.features));
  out.text(to_string(options.dead_ends));
  out.text(to_string(options.level));
  out.text(to_string(options.method));
  for (const bool flag : {options.self_loops, options.normalise, options.plain_ids}) {
    out.number<std::uint8_t>(flag ? 1 : 0);
  }
  out.number<std::uint64_t>(options.walks.value_or(0));
  out.number<std::uint64_t>(static_cast<std::uint64_t>(options.hash_bits.value_or(0)));
  for (const double value : {options.epsilon, options.delta, options.budget}) out.number<double>(value);
  out.number<std::uint64_t>(options.run.seed);
}

template <NamedEnum E>
E read_name(bytes::SectionReader& in) {
  const auto found = find_enum<E>(in.text());
  if (!found) throw in.malformed("has no such " + std::string(EnumText<E>::kWhat));
  return *found;
}

FeatureOptions read_options(bytes::SectionReader& in) {
  FeatureOptions options;
  try {
    options.features = parse_features(in.text());
  } catch (const Error&) {
    throw in.malformed("has features that make no sense");
  }
  options.dead_ends = read_name<DeadEnds>(in);
  options.level = read_name<Level>(in);
  options.method = read_name<Method>(in);
  for (bool* flag : {&options.self_loops, &options.normalise, &options.plain_ids}) {
    *flag = in.number<std::uint8_t>() != 0;
  }
  if (const auto walks = in.number<std::uint64_t>(); walks > 0) options.walks = walks;
  if (const auto bits = in.number<std::uint64_t>(); bits > 0) {
    if (bits > 32) throw in.malformed("hashes to more columns than there can be");
    options.hash_bits = static_cast<int>(bits);
  }
  for (double* value : {&options.epsilon, &options.delta, &options.budget}) *value = in.finite<double>();
  options.run.seed = in.number<std::uint64_t>();
  return options;
}

}  // namespace

ItemVectors::ItemVectors(std::uint64_t columns, std::vector<ColumnBlock> blocks)
    : columns_(columns), blocks_(std::move(blocks)) {}

ItemVectors::ItemVectors(Featurizer featurizer)
    : columns_(featurizer.num_columns()), blocks_(blocks_of(featurizer)), featurizer_(std::move(featurizer)) {}

ItemVectors::ItemVectors(EmbeddingModel model) : columns_(model.options().dimensions), model_(std::move(model)) {}

std::string_view ItemVectors::source() const noexcept { return featurizer_ ? "features" : model_ ? "model" : "matrix"; }

std::string ItemVectors::text() const {
  return featurizer_ ? to_string(featurizer_->options().features) : model_ ? to_string(model_->options().walks) : "";
}

Level ItemVectors::level() const noexcept {
  return featurizer_ ? featurizer_->options().level : model_ ? model_->options().level : Level::graph;
}

FeatureTotals ItemVectors::run(GraphSource& source,
                               const std::function<void(std::string&& id, SparseVector&& row)>& consume,
                               const Progress& progress) const {
  if (featurizer_) {
    return featurizer_->run(
        source, [&](MatrixRow&& row) { consume(std::move(row.id), std::move(row.values)); }, progress);
  }
  if (!model_) {
    throw Error(ErrorKind::usage,
                "the rows of this index were made elsewhere: give rows of the same columns (.npy or .npz), not graphs");
  }
  FeatureTotals totals;
  const auto take = [&](EmbeddingRow&& row) {
    SparseVector values;
    for (std::size_t i = 0; i < row.vector.size(); ++i) values.push_back(i, row.vector[i]);
    ++totals.rows;
    consume(std::move(row.id), std::move(values));
  };
  model_->infer(source, take, progress);
  return totals;
}

void ItemVectors::write(bytes::ModelWriter& file) const {
  bytes::SectionWriter out;
  out.text(source());
  if (featurizer_) write_options(out, featurizer_->options());
  if (!featurizer_ && !model_) {
    out.number<std::uint64_t>(columns_);
    out.number<std::uint64_t>(blocks_.size());
    for (const ColumnBlock& block : blocks_) {
      out.text(block.name);
      out.number<std::uint64_t>(block.first);
      out.number<std::uint64_t>(block.last);
      out.number<double>(block.weight);
    }
  }
  file.add("vectors", out.bytes());
  if (featurizer_ && featurizer_->fitted()) file.add("learnt", featurizer_->learnt_text());
  if (model_) embedding::write_model(model_->state(), file, std::string(kModelPrefix));
}

std::shared_ptr<const ItemVectors> ItemVectors::read(const bytes::ModelFile& file, int threads, NodeSets node_sets) {
  bytes::SectionReader in(file, "vectors");
  const std::string source = in.text();
  if (source == "features") {
    FeatureOptions options = read_options(in);
    in.end();
    options.run.threads = threads;
    options.node_sets = std::move(node_sets);
    // An index of subgraphs opens without those of queries; items are then none.
    if (options.level == Level::subgraph && options.node_sets.empty()) options.node_sets[""] = {};
    std::optional<features::FittedFeatures> fitted;
    if (file.has("learnt")) {
      const auto bytes = file.section("learnt");
      fitted = features::parse_fitted(file.path() + "!learnt",
                                      std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
    return std::make_shared<const ItemVectors>(Featurizer(std::move(options), std::move(fitted)));
  }
  if (source == "model") {
    in.end();
    return std::make_shared<const ItemVectors>(
        EmbeddingModel(embedding::read_model(file, std::string(kModelPrefix), threads, std::move(node_sets))));
  }
  if (source != "matrix") throw in.malformed("has no such source of rows");
  const auto columns = in.number<std::uint64_t>();
  std::vector<ColumnBlock> blocks;
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) {
    ColumnBlock block;
    block.name = in.text();
    block.first = in.number<std::uint64_t>();
    block.last = in.number<std::uint64_t>();
    block.weight = in.finite<double>();
    if (!(block.weight > 0)) throw in.malformed("has a block without weight");
    blocks.push_back(std::move(block));
  }
  in.end();
  return std::make_shared<const ItemVectors>(columns, std::move(blocks));
}

}  // namespace awe::search
