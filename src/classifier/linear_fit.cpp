// The linear machine from a stream: columns, medians, recipe and C are learnt and chosen on a sample; then the rows of
// all graphs are made once and the machine is trained on them, block by block. Walks that no graph of the sample has
// share one column per block. Memory: the sample, a block of some ten million entries, and 8 bytes per column, row and
// class.
#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "classifier/stream_fit.h"
#include "evaluation/landmarks.h"

namespace awe::classifier {
namespace {

constexpr double kBlockEntries = 8e6;  // of a block of rows, about
constexpr std::uint64_t kMostBlockRows = 20'000, kFewestBlockRows = 500;

std::uint64_t block_rows(const kernels::SparseRows& some) {
  const double mean = static_cast<double>(some.entries()) / static_cast<double>(std::max<std::size_t>(1, some.rows()));
  const double rows = kBlockEntries / std::max(1.0, mean);
  return static_cast<std::uint64_t>(
      std::clamp(rows, static_cast<double>(kFewestBlockRows), static_cast<double>(kMostBlockRows)));
}

ChosenLinear resumed_choice(const StreamTask& task, const bytes::ModelFile& file) {
  ChosenLinear chosen;
  read_choice(file, chosen.choice, chosen.medians);
  if (chosen.choice.recipe >= task.candidates.size()) throw file.malformed("has no such recipe");
  const KernelRecipe recipe = evaluation::explicit_recipe(task.candidates[chosen.choice.recipe]);
  const auto known = [&](std::uint32_t item) { return item < task.scan.sample.size(); };
  if (chosen.medians.size() != recipe.channels.size() ||
      chosen.choice.held_out_scores.columns != task.scan.class_names.size() ||
      !std::all_of(chosen.choice.held_out.begin(), chosen.choice.held_out.end(), known)) {
    throw file.malformed("has the choice of another fit");
  }
  return chosen;
}

}  // namespace

ChosenLinear choose_linear(const StreamTask& task) {
  const evaluation::GraphSet& sample = task.scan.sample;
  const Progress stop = task.stop();
  const Progress& progress = task.options.run.progress;
  const RunOptions run{.threads = task.channels.threads, .memory = task.options.run.memory, .progress = stop};
  const auto everything = evaluation::all_items(sample.size());
  const auto part = evaluation::all_items(std::min(kChoiceGraphs, sample.size()));
  const evaluation::LinearTask linear{{sample.ids, sample.classes}, part,
                                      {task.options.run.seed, 0},   task.class_weights,
                                      sample.class_names.size(),    run.threads};
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
    return evaluation::rows_of(sample, channels, learnt_on, task.channels, stop);
  };
  evaluation::FoldTables tables(make_rows, sample.size());
  tables.learn(everything);
  std::vector<std::vector<double>> medians(task.candidates.size());
  const auto rows_of = [&](std::size_t r) {
    const KernelRecipe recipe = evaluation::explicit_recipe(task.candidates[r]);
    if (medians[r].empty()) medians[r] = evaluation::explicit_medians(recipe, tables.of(recipe), everything, run);
    return evaluation::linear_rows(recipe, tables, medians[r], run);
  };
  // Progress counts graphs: the choice as a whole has read those of the sample.
  Progress shown = stop;
  if (progress.report) {
    shown.report = [&](std::uint64_t done, std::uint64_t total) {
      progress.report(done * sample.size() / total, sample.size());
    };
  }
  ChosenLinear best;
  best.choice = evaluation::choose_linear(linear, task.candidates.size(), task.options.cs, rows_of, shown);
  best.medians = std::move(medians[best.choice.recipe]);
  return best;
}

Fitted fit_linear(const StreamTask& task, ChosenLinear chosen) {
  const Progress stop = task.stop();
  const bytes::ModelFile* found = task.checkpoint.found();
  if (found != nullptr) chosen = resumed_choice(task, *found);
  const KernelRecipe recipe = evaluation::explicit_recipe(task.candidates[chosen.choice.recipe]);
  evaluation::LearntChannels learnt(
      recipe.channels, task.channels, [&] { return source_of_borrowed(task.scan.sample.graphs); }, stop);
  const auto rows_of = [&](const evaluation::ChannelRows& rows) {
    return evaluation::explicit_rows(recipe, evaluation::tables_of(rows), chosen.medians);
  };
  const kernels::SparseRows some = rows_of(learnt.rows(first_of(task.scan.sample, kBlockGraphs).graphs, stop));
  tell_cost(task, "linear", [&](const std::vector<Graph>& graphs) { (void)rows_of(learnt.rows(graphs, stop)); });
  const std::string path = task.checkpoint.rows_path();
  RowStore store = found != nullptr ? RowStore(some.columns(), read_blocks(*found), path)
                                    : RowStore(task.scan.graphs, some.columns(), block_rows(some), path);
  std::uint64_t done = task.checkpoint.graphs();
  const auto write_rows = [&](bytes::ModelWriter& file) {
    write_choice(file, chosen.choice, chosen.medians);
    write_blocks(file, store.state());
  };
  bytes::Checkpoints reading = task.checkpoint.writer(Machine::linear, done, write_rows);
  if (done < task.scan.graphs) {
    for_each_block(
        task, learnt, done, reading, [&](const std::vector<Graph>& graphs, const evaluation::ChannelRows& rows) {
          const kernels::SparseRows joined = rows_of(rows);
          for (std::size_t i = 0; i < graphs.size(); ++i) {
            const Hash128 key = evaluation::landmark_rank(task.options.run.seed, evaluation::content_key(graphs[i]));
            store.add(joined.row(i), task.scan.class_of(*graphs[i].class_name()), key);
          }
        });
  }
  machines::LinearOptions options;
  options.c = chosen.choice.c;
  options.class_weights = task.class_weights;
  options.threads = task.channels.threads;
  const machines::RowBlocks blocks = store.blocks();
  if (blocks.classes.size() > 1) {
    // Reading a block costs as much as a sweep over it.
    options.sweeps = 2;
    options.most_passes = 10;
  }
  machines::LinearTrainer trainer(blocks, task.scan.class_names.size(), options);
  if (found != nullptr) {
    if (auto state = read_state(*found)) trainer.restore(std::move(*state));
  }
  bytes::Checkpoints training = task.checkpoint.writer(Machine::linear, done, [&](bytes::ModelWriter& file) {
    write_rows(file);
    write_state(file, trainer.state());
  });
  const Progress& progress = task.options.run.progress;
  while (!trainer.done()) {
    training.stop_if_asked(progress);
    trainer.step();
    if (progress.report) progress.report(trainer.rows_done(), trainer.most_rows());
    training.keep_if_due(trainer.state().steps);
  }
  std::vector<int> own;
  for (const std::uint32_t item : chosen.choice.held_out) own.push_back(task.scan.sample.classes[item]);
  Fitted made{{},
              task.channels,
              {},
              recipe.channels,
              chosen.medians,
              {recipe},
              0,
              {},
              machines::fit_calibration(chosen.choice.held_out_scores, own),
              std::move(learnt),
              {},
              {},
              trainer.model()};
  for (std::size_t table = 0; table < made.learnt.num_tables(); ++table) {
    made.tables.emplace_back(made.learnt.num_columns(table));
  }
  made.summary.recipe = recipe.name;
  made.summary.c = chosen.choice.c;
  made.summary.inner_accuracy = chosen.choice.inner_accuracy;
  made.summary.voters = 1;
  return made;
}

}  // namespace awe::classifier
