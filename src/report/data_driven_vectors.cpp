#include "report/data_driven_vectors.h"

#include <algorithm>

#include "awe/error.h"
#include "awe/feature_spec.h"

namespace awe::report {
namespace {

// Total number of predictions in a training, within the limits of epochs below: enough for every set of the paper.
constexpr std::uint64_t kTargets = 50'000'000;
constexpr std::uint64_t kFewestEpochs = 2, kMostEpochs = 40;
constexpr std::uint32_t kSentenceWalks = 12;

}  // namespace

std::vector<std::string> data_driven_models(std::string_view set, bool quick) {
  const bool threads_of_discussion = set.starts_with("REDDIT");
  std::vector<std::string> models = {threads_of_discussion ? "exact aw:9" : "exact aw:4", "exact aw:7"};
  if (quick) return {models.front()};
  models.insert(models.begin(), "pvdm aw:10");
  return models;
}

EmbeddingOptions data_driven_plan(std::string_view model, std::uint64_t nodes) {
  const std::size_t blank = model.find(' ');
  const std::string_view name = model.substr(0, blank);
  if (blank == std::string_view::npos || (name != "pvdm" && name != "exact")) {
    throw Error(ErrorKind::usage, "no data-driven model: " + std::string(model));
  }
  EmbeddingOptions plan;
  plan.walks = parse_features(model.substr(blank + 1));
  if (name == "exact") return plan;
  plan.dimensions = 128;
  plan.sentence_walks = kSentenceWalks;
  plan.descent.emplace();
  plan.descent->held_out = 0;
  plan.descent->epochs = static_cast<std::uint32_t>(
      std::clamp(kTargets / std::max<std::uint64_t>(1, nodes * kSentenceWalks), kFewestEpochs, kMostEpochs));
  return plan;
}

evaluation::MatrixSet data_driven_vectors(const evaluation::GraphSet& set, const DataDrivenOptions& options,
                                          const Progress& progress) {
  std::uint64_t nodes = 0;
  for (const Graph& graph : set.graphs) nodes += graph.num_nodes();
  EmbeddingOptions plan = data_driven_plan(options.model, nodes);
  plan.run.seed = options.seed;
  plan.run.threads = options.threads;
  plan.run.progress = progress;
  const EmbeddingModel model = EmbeddingModel::train(set.graphs, plan);
  evaluation::MatrixSet made{
      kernels::SparseRows(model.options().dimensions), set.ids, set.classes, set.class_names, {}, {}};
  model.infer(
      *source_of_borrowed(set.graphs),
      [&](EmbeddingRow&& row) {
        SparseVector values;
        for (std::size_t k = 0; k < row.vector.size(); ++k) values.push_back(k, row.vector[k]);
        made.rows.append(values);
      },
      progress);
  return made;
}

}  // namespace awe::report
