#include "embedding/model_documents.h"

#include <algorithm>
#include <map>

#include "awe/base/error.h"
#include "embedding/walk_texts.h"
#include "features/graph_items.h"

namespace awe {
namespace {

// Every document of the text is one of the graphs' documents.
void check_documents(const CorpusText& text, const EmbeddingPlan& plan, const EmbeddingModel::Open& open) {
  if (!open) return;
  std::map<std::string, std::size_t> missing;
  for (std::size_t d = 0; d < text.documents(); ++d) missing.emplace(text.document_name(d), d);
  const FeaturePlan features = feature_plan_of(document_plan_of(plan));
  const auto source = open();
  for (std::uint64_t place = 0; auto graph = source->next(); ++place) {
    const GraphItems items(*graph, place, features);
    for (std::size_t item = 0; item < items.size() && !missing.empty(); ++item) missing.erase(items.id(item));
  }
  if (missing.empty()) return;
  const auto first = std::min_element(missing.begin(), missing.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  throw error_at(ErrorKind::malformed, plan.corpus, text.first_line(first->second),
                 "the input has no document '" + first->first + "'; name the graphs that the corpus was written of");
}

}  // namespace

DocumentPlan document_plan_of(const EmbeddingPlan& plan) {
  return {plan.walks,     plan.self_loops,    plan.words, plan.level,
          plan.node_sets, plan.max_documents, plan.seed,  plan.threads};
}

std::optional<FittedFeatures> fit_walks(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                                        const Progress& progress) {
  const FeaturePlan features = feature_plan_of(document_plan_of(plan));
  if (!needs_fit(features)) return std::nullopt;
  if (!open) {
    throw Error(ErrorKind::usage,
                "labelled walks of a corpus are learnt from its graphs; give the graphs together with `corpus`");
  }
  return fit_features(features, open, {{}, progress.stop_requested});
}

CorpusText read_text(const std::string& path, const EmbeddingPlan& plan, const std::optional<FittedFeatures>& fitted) {
  const WalkTexts texts(feature_plan_of(document_plan_of(plan)), fitted);
  return CorpusText(path, [&](std::string_view walk) { return texts.column_of(walk); });
}

CorpusText read_training_text(const EmbeddingPlan& plan, const EmbeddingModel::Open& open,
                              const std::optional<FittedFeatures>& fitted) {
  CorpusText text = read_text(plan.corpus, plan, fitted);
  check_documents(text, plan, open);
  return text;
}

void give_rows(const CorpusText& text, const std::function<void(MatrixRow&&)>& take, const Progress& progress) {
  for (std::size_t d = 0; d < text.documents(); ++d) {
    progress.throw_if_stopped();
    take(text.row(d));
    if (progress.report) progress.report(d + 1, text.documents());
  }
}

}  // namespace awe
