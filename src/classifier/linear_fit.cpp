// The linear machine from a stream: columns, medians, recipe and C are learnt and chosen on a sample; then the rows of
// all graphs are made once and the machine is trained on them, block by block. Walks that no graph of the sample has
// share one column per block.
#include <algorithm>
#include <utility>

#include "classifier/row_store.h"
#include "classifier/stream_fit.h"
#include "evaluation/landmarks.h"
#include "evaluation/linear_rows.h"
#include "machines/linear.h"

namespace awe::classifier {
namespace {

constexpr std::size_t kChoiceGraphs = 4000;  // of the sample, to choose recipe and C

struct Chosen {
  evaluation::LinearChoice choice;
  KernelRecipe recipe;  // explicit
  std::vector<double> medians;
};

Chosen choose(const StreamTask& task) {
  const evaluation::GraphSet& sample = task.scan.sample;
  const Progress stop{{}, task.options.run.progress.stop_requested};
  const RunOptions run{.threads = task.channels.threads, .progress = stop};
  const auto everything = evaluation::all_items(sample.size());
  const auto part = evaluation::all_items(std::min(kChoiceGraphs, sample.size()));
  const evaluation::LinearTask linear{{sample.ids, sample.classes}, part,
                                      {task.options.run.seed, 0},   task.class_weights,
                                      sample.class_names.size(),    run.threads};
  Chosen best;
  for (std::size_t r = 0; r < task.candidates.size(); ++r) {
    KernelRecipe recipe = evaluation::explicit_recipe(task.candidates[r]);
    const evaluation::ChannelRows made = evaluation::rows_of(sample, recipe.channels, everything, task.channels, stop);
    std::vector<double> medians = evaluation::explicit_medians(recipe, made, everything, run);
    const double before = best.choice.held_out.empty() ? -1 : best.choice.inner_accuracy;
    evaluation::try_linear(linear, r, evaluation::explicit_rows(recipe, made, medians), task.options.cs, best.choice,
                           stop);
    if (best.choice.inner_accuracy <= before) continue;
    best.recipe = std::move(recipe);
    best.medians = std::move(medians);
  }
  return best;
}

}  // namespace

double linear_accuracy(const StreamTask& task) { return choose(task).choice.inner_accuracy; }

Fitted fit_linear(const StreamTask& task) {
  Chosen chosen = choose(task);
  const Progress stop{{}, task.options.run.progress.stop_requested};
  evaluation::LearntChannels learnt(
      chosen.recipe.channels, task.channels, [&] { return source_of_borrowed(task.scan.sample.graphs); }, stop);
  std::uint64_t columns = 0;
  for (std::size_t i = 0; i < chosen.recipe.channels.size(); ++i) columns += learnt.num_columns(learnt.table_of()[i]);
  RowStore store(task.scan.graphs, columns);
  for_each_block(task, learnt, [&](const std::vector<Graph>& graphs, const evaluation::ChannelRows& rows) {
    const kernels::SparseRows joined = evaluation::explicit_rows(chosen.recipe, rows, chosen.medians);
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const Hash128 key = evaluation::landmark_rank(task.options.run.seed, evaluation::content_key(graphs[i]));
      store.add(joined.row(i), task.scan.class_of(*graphs[i].class_name()), key);
    }
  });
  machines::LinearOptions options;
  options.c = chosen.choice.c;
  options.class_weights = task.class_weights;
  options.threads = task.channels.threads;
  const std::size_t classes = task.scan.class_names.size();
  const machines::RowBlocks blocks = store.blocks();
  if (blocks.classes.size() > 1) {
    // Reading a block costs as much as a sweep over it.
    options.sweeps = 2;
    options.most_passes = 10;
  }
  machines::LinearModel model = machines::train_linear(blocks, classes, options, stop);
  std::vector<int> own;
  for (const std::uint32_t item : chosen.choice.held_out) own.push_back(task.scan.sample.classes[item]);
  Fitted made{{},
              task.channels,
              {},
              chosen.recipe.channels,
              chosen.medians,
              {chosen.recipe},
              0,
              {},
              machines::fit_calibration(chosen.choice.held_out_scores, own),
              std::move(learnt),
              {},
              {},
              std::move(model)};
  for (std::size_t table = 0; table < made.learnt.num_tables(); ++table) {
    made.tables.emplace_back(made.learnt.num_columns(table));
  }
  made.summary.recipe = chosen.recipe.name;
  made.summary.c = chosen.choice.c;
  made.summary.inner_accuracy = chosen.choice.inner_accuracy;
  made.summary.voters = 1;
  return made;
}

}  // namespace awe::classifier
