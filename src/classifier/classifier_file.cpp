// The file of a classifier: a model container (bytes/model_file.h) of kind "classifier", of kind "regressor" with names
// of numbers instead of classes, or of kind "multilabel" with the classes of several columns, with the sections
//   recipe      the best setting, seed, walks, flags; for each channel its features (as text), counts, kernel and
//               median; for each recipe its name, channels and weights
//   machine     name of the machine; number of training graphs; slope and offset of the calibration, if there is one
//   items       what is classified, and the radius of the graphs around nodes; absent for whole graphs
//   shapes      of the kernel of each recipe, unless all are Gaussian
//   epsilon     of the best setting of a regression by an SVM; its voters are written as ridges are
//   descent     whether the model of each channel is trained by gradient descent, unless none is
//   columns     of kind multilabel: for each column its name, number of classes, slope and offset of its calibration
//   graphs      names of the classes; ids of the graphs whose rows are stored, deflated
//   voters      (classifier/voter_file.cpp) recipe, gamma and kind of each; SVMs: for each pair its two classes, rho,
//               support and coefficients; sigmoids; ridges: items, coefficients and means
//   block N     what block N of features has learnt, as --vocabulary-out writes it, deflated (absent if nothing); for a
//               data-driven model its sections, with "block N " before their names
//   linear      of a linear machine: weights, column by column and class by class; the bias of each class
//   rows        the tables of stored rows (stored_rows/row_codes.h)
// Version 1 has no section "machine", plain texts, voters that are all SVMs, and sections "rows N" with ends, columns
// and values of the rows of all training graphs.
#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "bytes/model_file.h"
#include "classifier/classifier_access.h"
#include "classifier/classifier_state.h"
#include "classifier/recipe_section.h"
#include "classifier/voter_file.h"
#include "embedding/embedding_model_file.h"
#include "features/fitted_features.h"
#include "stored_rows/row_codes.h"

namespace awe {
namespace {

using classifier::ClassifierAccess;
using classifier::RecipeSection;

constexpr std::uint32_t kOldest = 1, kVersion = 2, kItemVersion = 3;  // kItemVersion: of files with items

std::string numbered(std::string_view name, std::size_t number) {
  return std::string(name) + ' ' + std::to_string(number);
}

// A table of version 1.
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

std::vector<std::string> read_texts(bytes::SectionReader& in) {
  std::vector<std::string> texts;
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) texts.push_back(in.text());
  return texts;
}

void write_texts(bytes::SectionWriter& out, const std::vector<std::string>& texts) {
  out.number<std::uint64_t>(texts.size());
  for (const std::string& text : texts) out.text(text);
}

}  // namespace

void Classifier::save(const std::string& path, bool force) const {
  const State& state = *state_;
  // Earlier versions would take a model of nodes for one of graphs.
  const bool has_items = state.options.level != Level::graph || state.summary.ego_radius > 0;
  const std::string_view kind = state.summary.regression ? ClassifierAccess::kNumbers
                                : state.columns.empty()  ? ClassifierAccess::kClasses
                                                         : ClassifierAccess::kLabels;
  bytes::ModelWriter file(path, kind, has_items ? kItemVersion : kVersion, force);
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
  // Absent for whole graphs, as in files from before there were other items.
  if (has_items) {
    bytes::SectionWriter items;
    items.text(to_string(state.options.level));
    items.number<std::uint32_t>(static_cast<std::uint32_t>(state.summary.ego_radius));
    file.add("items", items.bytes());
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
  // Absent for ridges, as in files from before there was another machine for numbers.
  if (state.summary.epsilon > 0) {
    bytes::SectionWriter epsilon;
    epsilon.number<double>(state.summary.epsilon);
    file.add("epsilon", epsilon.bytes());
  }
  bytes::SectionWriter machine, graphs, voters, rows;
  machine.text(to_string(state.summary.machine));
  machine.number<std::uint64_t>(state.summary.graphs);
  machine.number<std::uint8_t>(state.calibration ? 1 : 0);
  if (state.calibration) {
    machine.number<double>(state.calibration->slope);
    machine.number<double>(state.calibration->offset);
  }
  file.add("machine", machine.bytes());
  if (!state.columns.empty()) {
    bytes::SectionWriter columns;
    columns.number<std::uint64_t>(state.columns.size());
    for (std::size_t i = 0; i < state.columns.size(); ++i) {
      columns.text(state.columns[i].name);
      columns.number<std::uint64_t>(state.columns[i].classes.size());
      columns.number<double>(state.column_calibrations[i].slope);
      columns.number<double>(state.column_calibrations[i].offset);
    }
    file.add("columns", columns.bytes());
  }
  write_texts(graphs, state.class_names);
  stored_rows::write_packed_texts(graphs, state.training_ids);
  file.add("graphs", graphs.bytes());
  voters.number<std::uint64_t>(state.voters.size());
  for (const classifier::Voter& voter : state.voters) classifier::write_voter(voters, voter);
  file.add("voters", voters.bytes());
  for (std::size_t block = 0; block < state.learnt.num_blocks(); ++block) {
    if (const EmbeddingModel* model = state.learnt.model(block)) {
      embedding::write_model(model->state(), file, numbered("block", block) + ' ');
    }
    const features::FittedFeatures* fitted = state.learnt.fitted(block);
    if (!fitted) continue;
    std::string text;
    features::write_fitted(*fitted, [&](std::string_view piece) { text += piece; });
    bytes::SectionWriter packed;
    stored_rows::write_packed(packed, text);
    file.add(numbered("block", block), packed.bytes());
  }
  if (state.linear) {
    bytes::SectionWriter linear;
    linear.numbers<float>(state.linear->weights);
    linear.numbers<double>(state.linear->bias);
    file.add("linear", linear.bytes());
  }
  stored_rows::write_tables(rows, state.stored.rows.tables(), state.learnt.block_of_tables(), state.nodes);
  file.add("rows", rows.bytes());
  file.commit();
}

namespace {

// What a file says about the graphs it was made from.
struct GraphsSection {
  std::vector<std::string> class_names, ids;
};

GraphsSection read_graphs(const bytes::ModelFile& file) {
  GraphsSection found;
  bytes::SectionReader graphs(file, "graphs");
  found.class_names = read_texts(graphs);
  found.ids = file.version() == 1 ? read_texts(graphs) : stored_rows::read_packed_texts(graphs);
  graphs.end();
  return found;
}

std::optional<machines::Calibration> read_machine(const bytes::ModelFile& file, Classifier::Summary& summary) {
  if (file.version() == 1) return std::nullopt;
  bytes::SectionReader in(file, "machine");
  const auto machine = find_enum<Machine>(in.text());
  if (!machine || *machine == Machine::automatic) throw in.malformed("has no such machine");
  summary.machine = *machine;
  summary.graphs = in.number<std::uint64_t>();
  std::optional<machines::Calibration> calibration;
  if (in.number<std::uint8_t>() != 0) {
    const double slope = in.finite<double>();
    calibration = {slope, in.finite<double>()};
    if (slope < 0) throw in.malformed("has a calibration that makes no sense");
  }
  in.end();
  return calibration;
}

// The columns of several, with the classes that are theirs.
void read_columns(const bytes::ModelFile& file, ClassifierAccess::State& state) {
  bytes::SectionReader in(file, "columns");
  std::size_t first = 0;
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) {
    ClassColumn& column = state.columns.emplace_back();
    column.name = in.text();
    const auto classes = in.number<std::uint64_t>();
    if (classes < 2 || classes > state.class_names.size() - first) throw in.malformed("has a column without classes");
    for (std::uint64_t k = 0; k < classes; ++k) column.classes.push_back(state.class_names[first++]);
    const double slope = in.finite<double>();
    state.column_calibrations.push_back({slope, in.finite<double>()});
    if (slope < 0) throw in.malformed("has a calibration that makes no sense");
  }
  in.end();
  if (state.columns.empty() || first != state.class_names.size()) throw in.malformed("has classes without a column");
}

std::optional<machines::LinearModel> read_linear(const bytes::ModelFile& file, const RecipeSection& recipe,
                                                 const evaluation::LearntChannels& learnt, std::size_t classes) {
  if (recipe.summary.machine != Machine::linear) return std::nullopt;
  bytes::SectionReader in(file, "linear");
  const auto weights = in.finite_numbers<float>();
  const auto bias = in.finite_numbers<double>();
  in.end();
  std::size_t columns = 0;
  for (std::size_t i = 0; i < recipe.channels.size(); ++i) {
    columns += static_cast<std::size_t>(learnt.num_columns(learnt.table_of()[i]));
  }
  if (recipe.recipes.size() != 1 || bias.size() != classes || weights.size() != columns * classes) {
    throw in.malformed("has another number of weights");
  }
  return machines::LinearModel{columns, classes, {weights.begin(), weights.end()}, {bias.begin(), bias.end()}};
}

std::vector<evaluation::LearntChannels::Learnt> read_blocks(const bytes::ModelFile& file,
                                                            const std::vector<Channel>& channels, int threads) {
  const auto blocks = evaluation::LearntChannels::blocks(channels);
  std::vector<evaluation::LearntChannels::Learnt> parts(blocks.size());
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    const std::string name = numbered("block", block);
    if (blocks[block].dimensions > 0) parts[block].model.emplace(embedding::read_model(file, name + ' ', threads));
    if (!file.has(name)) continue;
    std::string text;
    if (file.version() == 1) {
      const auto bytes = file.section(name);
      text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    } else {
      bytes::SectionReader in(file, name);
      text = stored_rows::read_packed(in);
      in.end();
    }
    parts[block].fitted = features::parse_fitted(file.path() + "!" + name, std::move(text));
  }
  return parts;
}

// The rows with the nodes of their graphs, which version 1 does not have: rows are then written in a longer form.
stored_rows::ReadTables read_tables(const bytes::ModelFile& file, const evaluation::LearntChannels& learnt,
                                    std::size_t rows) {
  std::vector<std::uint64_t> columns;
  for (std::size_t table = 0; table < learnt.num_tables(); ++table) columns.push_back(learnt.num_columns(table));
  if (file.version() > 1) {
    bytes::SectionReader in(file, "rows");
    auto tables = stored_rows::read_tables(in, columns, learnt.block_of_tables(), rows);
    in.end();
    return tables;
  }
  stored_rows::ReadTables read{{}, std::vector<double>(rows, 1)};
  for (std::size_t table = 0; table < columns.size(); ++table) {
    read.tables.push_back(read_rows(bytes::SectionReader(file, numbered("rows", table)), columns[table], rows));
  }
  return read;
}

}  // namespace

Classifier Classifier::load(const std::string& path, int threads) {
  return ClassifierAccess::load(path, ClassifierAccess::kClasses, threads);
}

Classifier classifier::ClassifierAccess::load(const std::string& path, std::string_view kind, int threads) {
  const bytes::ModelFile file(path, kind, kOldest, kItemVersion);
  RecipeSection recipe;
  recipe.summary.regression = kind == kNumbers;
  recipe.options.threads = threads;
  recipe.read(bytes::SectionReader(file, "recipe"));
  recipe.options.dead_ends = embedding::read_dead_ends(file, "");
  if (file.has("items")) {
    bytes::SectionReader items(file, "items");
    const auto level = find_enum<Level>(items.text());
    const auto radius = items.number<std::uint32_t>();
    items.end();
    if (!level || *level == Level::subgraph || radius > 1000) throw items.malformed("has no such items");
    recipe.options.level = recipe.summary.level = *level;
    recipe.summary.ego_radius = static_cast<int>(radius);
  }
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
  if (file.has("epsilon")) {
    bytes::SectionReader epsilon(file, "epsilon");
    recipe.summary.epsilon = epsilon.finite<double>();
    epsilon.end();
  }
  GraphsSection graphs = read_graphs(file);
  recipe.summary.graphs = graphs.ids.size();
  const auto calibration = read_machine(file, recipe.summary);
  bytes::SectionReader in(file, "voters");
  std::vector<classifier::Voter> voters;
  const classifier::VoterShape shape{recipe.recipes.size(), graphs.class_names.size(), graphs.ids.size(),
                                     recipe.summary.probabilities, file.version()};
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) voters.push_back(classifier::read_voter(in, shape));
  in.end();
  const bool is_linear = recipe.summary.machine == Machine::linear;
  if (voters.empty() != is_linear || graphs.ids.empty() != is_linear) throw in.malformed("has no voter");
  evaluation::LearntChannels learnt(recipe.channels, recipe.options, read_blocks(file, recipe.channels, threads));
  auto linear = read_linear(file, recipe, learnt, graphs.class_names.size());
  recipe.summary.voters = is_linear ? 1 : voters.size();
  recipe.summary.support_vectors = classifier::used_items(voters).size();
  stored_rows::ReadTables read = read_tables(file, learnt, graphs.ids.size());
  auto stored =
      classifier::neighbours_of(std::move(read.tables), learnt, recipe.channels, recipe.medians, recipe.recipes);
  State state{std::move(recipe.summary),
              recipe.options,
              std::move(graphs.class_names),
              std::move(graphs.ids),
              std::move(recipe.channels),
              std::move(recipe.medians),
              std::move(recipe.recipes),
              recipe.best_recipe,
              std::move(voters),
              calibration,
              std::move(learnt),
              std::move(read.factors),
              std::move(stored),
              std::move(linear)};
  if (kind == kLabels) read_columns(file, state);
  return make(std::move(state));
}

}  // namespace awe
