// The file of a classifier: a model container (bytes/model_file.h) of kind "classifier" with the sections
//   recipe      the best setting, seed, walks, flags; for each channel its features (as text), counts, kernel and
//               median; for each recipe its name, channels and weights
//   shapes      of the kernel of each recipe, unless all are Gaussian
//   descent     whether the model of each channel is trained by gradient descent, unless none is
//   graphs      names of the classes; ids of the training graphs
//   voters      for each voter its recipe, gamma and classes; for each pair its two classes, rho, support and
//               coefficients; sigmoids
//   block N     what block N of features has learnt, as --vocabulary-out writes it (absent if nothing); for a
//               data-driven model its sections, with "block N " before their names
//   rows N      table N of rows: ends, columns, values
#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "bytes/model_file.h"
#include "embedding/embedding_model_file.h"
#include "evaluation/classifier_state.h"
#include "features/fitted_features.h"

namespace awe {
namespace {

constexpr std::string_view kKind = "classifier";
constexpr std::uint32_t kVersion = 1;

std::string numbered(std::string_view name, std::size_t number) {
  return std::string(name) + ' ' + std::to_string(number);
}

std::string rows_bytes(const kernels::SparseRows& rows) {
  std::vector<std::uint64_t> ends, columns;
  std::vector<float> values;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const kernels::SparseRows::Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size(); ++k) columns.push_back(row.column(k));
    values.insert(values.end(), row.values.begin(), row.values.end());
    ends.push_back(values.size());
  }
  bytes::SectionWriter out;
  out.numbers<std::uint64_t>(ends);
  out.numbers<std::uint64_t>(columns);
  out.numbers<float>(values);
  return out.bytes();
}

kernels::SparseRows read_rows(bytes::SectionReader in, std::uint64_t num_columns, std::size_t num_rows) {
  const auto ends = in.numbers<std::uint64_t>(), columns = in.numbers<std::uint64_t>();
  const auto values = in.finite_numbers<float>();
  in.end();
  if (ends.size() != num_rows || columns.size() != values.size()) throw in.malformed("has rows of another number");
  kernels::SparseRows rows(num_columns);
  std::size_t begin = 0;
  for (const std::uint64_t end : ends) {
    if (end < begin || end > values.size()) throw in.malformed("has a row that ends before it begins");
    SparseVector row;
    for (; begin < end; ++begin) row.push_back(columns[begin], static_cast<double>(values[begin]));
    try {
      rows.append(row);
    } catch (const Error&) {
      throw in.malformed("has a row that makes no sense");
    }
  }
  if (begin != values.size()) throw in.malformed("has values beyond its rows");
  return rows;
}

void write_voter(bytes::SectionWriter& out, const evaluation::Voter& voter) {
  out.number<std::uint64_t>(voter.recipe);
  out.number<double>(voter.gamma);
  const svm::ProbabilitySvm& model = voter.model;
  out.numbers<int>(model.svm.classes);
  out.number<std::uint64_t>(model.svm.pairs.size());
  for (const svm::SvmPair& pair : model.svm.pairs) {
    out.number<std::int32_t>(pair.first);
    out.number<std::int32_t>(pair.second);
    out.number<double>(pair.rho);
    out.numbers<std::uint32_t>(pair.support);
    out.numbers<double>(pair.coefficients);
  }
  out.number<std::uint64_t>(model.sigmoids.size());
  for (const svm::Sigmoid& sigmoid : model.sigmoids) {
    out.number<double>(sigmoid.slope);
    out.number<double>(sigmoid.offset);
  }
}

svm::SvmPair read_pair(bytes::SectionReader& in, std::size_t graphs) {
  svm::SvmPair pair;
  pair.first = in.number<std::int32_t>();
  pair.second = in.number<std::int32_t>();
  pair.rho = in.finite<double>();
  const auto support = in.numbers<std::uint32_t>();
  const auto coefficients = in.finite_numbers<double>();
  pair.support.assign(support.begin(), support.end());
  pair.coefficients.assign(coefficients.begin(), coefficients.end());
  if (support.size() != coefficients.size()) throw in.malformed("has a pair without all its coefficients");
  for (const std::uint32_t item : support) {
    if (item >= graphs) throw in.malformed("names a graph that is not there");
  }
  return pair;
}

evaluation::Voter read_voter(bytes::SectionReader& in, std::size_t recipes, std::size_t classes, std::size_t graphs,
                             bool probabilities) {
  evaluation::Voter voter;
  voter.recipe = static_cast<std::size_t>(in.number<std::uint64_t>());
  voter.gamma = in.finite<double>();
  if (voter.recipe >= recipes || !(voter.gamma > 0)) throw in.malformed("has a voter without a recipe");
  svm::MultiSvm& svm = voter.model.svm;
  const auto present = in.numbers<int>();
  svm.classes.assign(present.begin(), present.end());
  for (std::size_t k = 0; k < classes; ++k) {
    if (present.size() != classes || present[k] != static_cast<int>(k)) throw in.malformed("has other classes");
  }
  const auto pairs = in.number<std::uint64_t>();
  if (pairs != classes * (classes - 1) / 2) throw in.malformed("has another number of pairs");
  for (std::size_t i = 0; i < pairs; ++i) svm.pairs.push_back(read_pair(in, graphs));
  const auto sigmoids = in.number<std::uint64_t>();
  if (sigmoids != (probabilities ? pairs : 0)) throw in.malformed("has another number of sigmoids");
  for (std::size_t i = 0; i < sigmoids; ++i) {
    const double slope = in.finite<double>();
    voter.model.sigmoids.push_back({slope, in.finite<double>()});
  }
  return voter;
}

std::vector<std::string> read_texts(bytes::SectionReader& in) {
  std::vector<std::string> texts;
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) texts.push_back(in.text());
  return texts;
}

void write_texts(bytes::SectionWriter& out, const std::vector<std::string>& texts) {
  out.number<std::uint64_t>(texts.size());
  for (const std::string& text : texts) out.text(text);
}

// The recipes and all other settings that take only a few numbers.
struct RecipeSection {
  Classifier::Summary summary;
  evaluation::ChannelOptions options;
  std::vector<Channel> channels;
  std::vector<double> medians;
  std::vector<KernelRecipe> recipes;
  std::size_t best_recipe = 0;
  std::vector<std::vector<std::uint64_t>> places;  // of the channels of each recipe, as read

  // Gives the recipes their channels, after these were completed by another section.
  void take_channels() {
    for (std::size_t r = 0; r < recipes.size(); ++r) {
      for (std::size_t i = 0; i < places[r].size(); ++i) {
        recipes[r].channels[i].descent = channels[static_cast<std::size_t>(places[r][i])].descent;
      }
    }
  }

  [[nodiscard]] std::string bytes() const {
    bytes::SectionWriter out;
    out.text(summary.recipe);
    for (const double value : {summary.gamma, summary.c, summary.inner_accuracy}) out.number<double>(value);
    out.number<std::uint64_t>(options.seed);
    out.number<std::uint64_t>(options.walks);
    const GraphReading& reading = summary.reading;
    for (const bool flag : {summary.probabilities, summary.balanced, reading.directed, reading.undirected,
                            reading.weighted, reading.self_loops}) {
      out.number<std::uint8_t>(flag ? 1 : 0);
    }
    out.number<std::uint64_t>(channels.size());
    for (std::size_t i = 0; i < channels.size(); ++i) {
      out.text(to_string(channels[i].features));
      out.number<std::uint8_t>(channels[i].counts ? 1 : 0);
      out.text(to_string(channels[i].kernel));
      out.number<std::uint64_t>(channels[i].dimensions);
      out.number<double>(medians[i]);
    }
    out.number<std::uint64_t>(best_recipe);
    out.number<std::uint64_t>(recipes.size());
    for (const KernelRecipe& recipe : recipes) {
      std::vector<std::uint64_t> numbers;
      std::vector<double> weights;
      for (const Channel& channel : recipe.channels) {
        numbers.push_back(evaluation::place_of(channel, channels));
        weights.push_back(channel.weight);
      }
      out.text(recipe.name);
      out.numbers<std::uint64_t>(numbers);
      out.numbers<double>(weights);
    }
    return out.bytes();
  }

  void read(bytes::SectionReader in) {
    summary.recipe = in.text();
    for (double* value : {&summary.gamma, &summary.c, &summary.inner_accuracy}) *value = in.finite<double>();
    options.seed = in.number<std::uint64_t>();
    options.walks = in.number<std::uint64_t>();
    GraphReading& reading = summary.reading;
    for (bool* flag : {&summary.probabilities, &summary.balanced, &reading.directed, &reading.undirected,
                       &reading.weighted, &reading.self_loops}) {
      *flag = in.number<std::uint8_t>() != 0;
    }
    options.self_loops = reading.self_loops;
    for (auto left = in.number<std::uint64_t>(); left > 0; --left) read_channel(in);
    best_recipe = static_cast<std::size_t>(in.number<std::uint64_t>());
    for (auto left = in.number<std::uint64_t>(); left > 0; --left) read_recipe(in);
    if (best_recipe >= recipes.size()) throw in.malformed("has no recipe");
    in.end();
  }

 private:
  void read_channel(bytes::SectionReader& in) {
    Channel channel;
    try {
      channel.features = parse_features(in.text());
    } catch (const Error&) {
      throw in.malformed("has features that make no sense");
    }
    channel.counts = in.number<std::uint8_t>() != 0;
    const auto kernel = find_enum<BaseKernel>(in.text());
    channel.dimensions = static_cast<std::size_t>(in.number<std::uint64_t>());
    medians.push_back(in.finite<double>());
    if (channel.features.size() != 1 || !kernel || !(medians.back() > 0)) {
      throw in.malformed("has a channel that makes no sense");
    }
    channel.kernel = *kernel;
    channels.push_back(std::move(channel));
  }
  void read_recipe(bytes::SectionReader& in) {
    KernelRecipe recipe;
    recipe.name = in.text();
    const auto numbers = in.numbers<std::uint64_t>();
    const auto weights = in.finite_numbers<double>();
    bool sound = !numbers.empty() && numbers.size() == weights.size();
    for (const std::uint64_t place : numbers) sound = sound && place < channels.size();
    for (const double weight : weights) sound = sound && weight > 0;
    if (!sound) throw in.malformed("has a recipe that makes no sense");
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      recipe.channels.push_back(channels[static_cast<std::size_t>(numbers[i])]);
      recipe.channels.back().weight = weights[i];
    }
    places.emplace_back(numbers.begin(), numbers.end());
    recipes.push_back(std::move(recipe));
  }
};

}  // namespace

void Classifier::save(const std::string& path, bool force) const {
  const State& state = *state_;
  bytes::ModelWriter file(path, kKind, kVersion, force);
  file.add(
      "recipe",
      RecipeSection{state.summary, state.options, state.channels, state.medians, state.recipes, state.best_recipe, {}}
          .bytes());
  // Absent if walks stop at dead ends, as in files from before there were other rules.
  if (state.options.dead_ends != DeadEnds::stop) {
    bytes::SectionWriter rule;
    rule.text(to_string(state.options.dead_ends));
    file.add("dead-ends", rule.bytes());
  }
  // Absent if all kernels are Gaussian, as they were in files from before there were other shapes.
  const auto gaussian = [](const KernelRecipe& recipe) { return recipe.shape == KernelShape::gaussian; };
  if (!std::all_of(state.recipes.begin(), state.recipes.end(), gaussian)) {
    bytes::SectionWriter shapes;
    for (const KernelRecipe& recipe : state.recipes) shapes.text(to_string(recipe.shape));
    file.add("shapes", shapes.bytes());
  }
  // Absent if no channel has it, as in files from before there was a choice.
  if (std::any_of(state.channels.begin(), state.channels.end(), [](const Channel& one) { return one.descent; })) {
    bytes::SectionWriter flags;
    for (const Channel& channel : state.channels) flags.number<std::uint8_t>(channel.descent ? 1 : 0);
    file.add("descent", flags.bytes());
  }
  bytes::SectionWriter graphs, voters;
  write_texts(graphs, state.class_names);
  write_texts(graphs, state.training_ids);
  file.add("graphs", graphs.bytes());
  voters.number<std::uint64_t>(state.voters.size());
  for (const evaluation::Voter& voter : state.voters) write_voter(voters, voter);
  file.add("voters", voters.bytes());
  for (std::size_t block = 0; block < state.learnt.num_blocks(); ++block) {
    if (const EmbeddingModel* model = state.learnt.model(block)) {
      embedding::write_model(model->state(), file, numbered("block", block) + ' ');
    }
    const features::FittedFeatures* fitted = state.learnt.fitted(block);
    if (!fitted) continue;
    file.begin(numbered("block", block));
    features::write_fitted(*fitted, [&](std::string_view text) { file.write(std::as_bytes(std::span(text))); });
  }
  for (std::size_t table = 0; table < state.training.tables.size(); ++table) {
    file.add(numbered("rows", table), rows_bytes(state.training.tables[table]));
  }
  file.commit();
}

Classifier Classifier::load(const std::string& path, int threads) {
  const bytes::ModelFile file(path, kKind, kVersion);
  RecipeSection recipe;
  recipe.options.threads = threads;
  recipe.read(bytes::SectionReader(file, "recipe"));
  recipe.options.dead_ends = embedding::read_dead_ends(file, "");
  if (file.has("shapes")) {
    bytes::SectionReader shapes(file, "shapes");
    for (KernelRecipe& one : recipe.recipes) {
      const auto shape = find_enum<KernelShape>(shapes.text());
      if (!shape) throw shapes.malformed("has no such shape of a kernel");
      one.shape = *shape;
    }
    shapes.end();
  }
  if (file.has("descent")) {
    bytes::SectionReader flags(file, "descent");
    for (Channel& channel : recipe.channels) channel.descent = flags.number<std::uint8_t>() != 0;
    flags.end();
    recipe.take_channels();
  }
  bytes::SectionReader graphs(file, "graphs");
  std::vector<std::string> class_names = read_texts(graphs), training_ids = read_texts(graphs);
  graphs.end();
  bytes::SectionReader in(file, "voters");
  std::vector<evaluation::Voter> voters;
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) {
    voters.push_back(
        read_voter(in, recipe.recipes.size(), class_names.size(), training_ids.size(), recipe.summary.probabilities));
  }
  in.end();
  if (voters.empty() || training_ids.empty()) throw in.malformed("has no voter");
  const auto blocks = evaluation::LearntChannels::blocks(recipe.channels);
  std::vector<evaluation::LearntChannels::Learnt> parts(blocks.size());
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    const std::string name = numbered("block", block);
    if (blocks[block].dimensions > 0) parts[block].model.emplace(embedding::read_model(file, name + ' ', threads));
    if (!file.has(name)) continue;
    const auto bytes = file.section(name);
    parts[block].fitted = features::parse_fitted(
        path + "!" + name, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  evaluation::LearntChannels learnt(recipe.channels, recipe.options, std::move(parts));
  evaluation::ChannelRows training{{}, learnt.table_of(), {}, {}};
  for (std::size_t table = 0; table < learnt.num_tables(); ++table) {
    training.tables.push_back(
        read_rows(bytes::SectionReader(file, numbered("rows", table)), learnt.num_columns(table), training_ids.size()));
  }
  recipe.summary.voters = voters.size();
  recipe.summary.support_vectors = evaluation::support_vectors(voters);
  recipe.summary.graphs = training_ids.size();
  return Classifier(std::make_unique<State>(
      State{std::move(recipe.summary), recipe.options, std::move(class_names), std::move(training_ids),
            std::move(recipe.channels), std::move(recipe.medians), std::move(recipe.recipes), recipe.best_recipe,
            std::move(voters), std::move(learnt), std::move(training)}));
}

}  // namespace awe
