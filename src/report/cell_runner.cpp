#include "report/cell_runner.h"

#include <chrono>
#include <map>

#include "awe/evaluation.h"
#include "awe/reader.h"
#include "report/data_driven_vectors.h"

namespace awe::report {
namespace {

std::vector<FoldAssignment> repeats_of(const CellParameters& parameters, const evaluation::GraphSet& set) {
  if (parameters.kind == CellKind::authors) {
    return evaluation::authors_folds(set.items(), parameters.folds, parameters.repeats, parameters.seed);
  }
  std::vector<FoldAssignment> repeats;
  const FoldItems items{set.ids, set.classes};
  for (int repeat = 0; repeat < parameters.repeats; ++repeat) {
    repeats.push_back(stratified_folds(items, parameters.folds, {parameters.seed, static_cast<std::uint32_t>(repeat)}));
  }
  return repeats;
}

CellLine line_of(std::string name, const ScoreSummary& score) {
  return {std::move(name),        score.mean,         score.fold_deviation,
          score.repeat_deviation, score.interval.low, score.interval.high};
}

void keep_kernels(Cell& cell, const evaluation::PaperEvaluation& evaluation) {
  for (const evaluation::PaperResult& result : evaluation.results)
    cell.lines.push_back(line_of(result.kernel, result.accuracy));
  cell.chosen = cell.best().name;
}

std::string chosen_in(const Evaluation& evaluation) {
  std::map<std::string, int> counts;
  for (const FoldResult& fold : evaluation.folds) ++counts[fold.recipe];
  std::string text;
  for (const auto& [recipe, count] : counts) {
    text += (text.empty() ? "" : ", ") + recipe + " " + std::to_string(count) + "x";
  }
  return text;
}

}  // namespace

const evaluation::GraphSet& CellRunner::graphs(const std::string& path) {
  if (read_ != path) {
    set_ = evaluation::GraphSet();  // not two at once
    ReadOptions options;
    options.format = Format::tu;
    set_ = evaluation::read_graph_set(*open_graphs(path, options));
    read_ = path;
  }
  return set_;
}

Cell CellRunner::run(const CellParameters& parameters, const std::string& path, const Progress& progress) {
  progress.throw_if_stopped();
  const auto start = std::chrono::steady_clock::now();
  Cell cell;
  cell.parameters = parameters;
  switch (parameters.kind) {
    case CellKind::statistics:
      cell.counts = count_dataset(path, progress);
      break;
    case CellKind::paper:
    case CellKind::authors:
      run_paper(cell, graphs(path), progress);
      break;
    case CellKind::data_driven:
      run_data_driven(cell, graphs(path), progress);
      break;
    case CellKind::nested:
      run_nested(cell, graphs(path), progress);
      break;
  }
  cell.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return cell;
}

evaluation::PaperOptions CellRunner::paper_plan(const CellParameters& parameters,
                                                const evaluation::GraphSet& set) const {
  evaluation::PaperOptions plan;
  if (parameters.kind == CellKind::authors) plan.rule = evaluation::PaperRule::authors;
  plan.repeats = repeats_of(parameters, set);
  plan.run.seed = parameters.seed;
  plan.walks = parameters.walks;
  plan.run.memory = machine_.memory;
  plan.run.threads = machine_.threads;
  return plan;
}

void CellRunner::run_paper(Cell& cell, const evaluation::GraphSet& set, const Progress& progress) const {
  evaluation::PaperOptions plan = paper_plan(cell.parameters, set);
  plan.features = parse_features(cell.parameters.features);
  keep_kernels(cell, evaluation::evaluate_paper(set, plan, progress));
}

void CellRunner::run_data_driven(Cell& cell, const evaluation::GraphSet& set, const Progress& progress) const {
  const CellParameters& p = cell.parameters;
  const evaluation::PaperOptions plan = paper_plan(p, set);
  check(plan, set.size());  // before the training, which may take a long time
  const evaluation::MatrixSet vectors = data_driven_vectors(set, {p.features, p.seed, machine_.threads}, progress);
  keep_kernels(cell, evaluation::evaluate_paper(vectors, plan, progress));
}

void CellRunner::run_nested(Cell& cell, const evaluation::GraphSet& set, const Progress& progress) const {
  EvaluationOptions plan;
  plan.candidates = recipes_of_name(cell.parameters.features, set.traits());
  plan.splits = repeats_of(cell.parameters, set);
  plan.run.seed = cell.parameters.seed;
  plan.walks = cell.parameters.walks;
  plan.run.memory = machine_.memory;
  plan.run.threads = machine_.threads;
  plan.run.progress = progress;
  const Evaluation evaluation = evaluate_nested(set, plan);
  cell.lines.push_back(line_of("nested", evaluation.accuracy));
  cell.chosen = chosen_in(evaluation);
}

}  // namespace awe::report
