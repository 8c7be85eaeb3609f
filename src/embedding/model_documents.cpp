#include "embedding/model_documents.h"

#include <algorithm>
#include <map>

#include "awe/error.h"
#include "features/fitted_features.h"
#include "features/graph_items.h"
#include "words/walk_texts.h"

namespace awe::embedding {
namespace {

// Checks that every document of the text is one of the graphs' documents.
void check_documents(const words::CorpusText& text, const EmbeddingOptions& options, const EmbeddingModel::Open& open) {
  if (!open) return;
  std::map<std::string, std::size_t> missing;
  for (std::size_t d = 0; d < text.documents(); ++d) missing.emplace(text.document_name(d), d);
  const FeatureOptions features = words::feature_plan_of(document_plan_of(options));
  const auto source = open();
  for (std::uint64_t place = 0; auto graph = source->next(); ++place) {
    const features::GraphItems items(*graph, place, features);
    for (std::size_t item = 0; item < items.size() && !missing.empty(); ++item) missing.erase(items.id(item));
  }
  if (missing.empty()) return;
  const auto first = std::min_element(missing.begin(), missing.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  throw error_at(ErrorKind::malformed, options.corpus, text.first_line(first->second),
                 "the input has no document '" + first->first + "'; name the graphs that the corpus was written of");
}

}  // namespace

words::DocumentOptions document_plan_of(const EmbeddingOptions& options) {
  return {options.walks,         options.self_loops, options.dead_ends,
          options.words,         options.level,      options.node_sets,
          options.max_documents, options.run.seed,   options.run.thread_count()};
}

DeadEnds settled_dead_ends(const EmbeddingOptions& options, const EmbeddingModel::Open& open) {
  if (options.dead_ends != DeadEnds::automatic) return options.dead_ends;
  if (open) return features::settled(options.dead_ends, open()->next());
  if (options.corpus.empty()) return DeadEnds::stop;
  const words::CorpusText text(options.corpus);
  for (std::size_t walk = 0; walk < text.columns().size(); ++walk) {
    if (text.walk_text(walk).ends_with("-.")) return DeadEnds::end;
  }
  return DeadEnds::stop;
}

std::optional<features::FittedFeatures> fit_walks(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                                  const Progress& progress) {
  const FeatureOptions features = words::feature_plan_of(document_plan_of(options));
  if (!features::needs_fit(features)) return std::nullopt;
  if (!open) {
    throw Error(ErrorKind::usage,
                "labelled walks of a corpus are learnt from its graphs; give the graphs together with `corpus`");
  }
  return features::fit_features(features, open, {{}, progress.stop_requested});
}

words::CorpusText read_text(const std::string& path, const EmbeddingOptions& options,
                            const std::optional<features::FittedFeatures>& fitted) {
  const words::WalkTexts texts(words::feature_plan_of(document_plan_of(options)), fitted);
  return words::CorpusText(path, [&](std::string_view walk) { return texts.column_of(walk); });
}

words::CorpusText read_training_text(const EmbeddingOptions& options, const EmbeddingModel::Open& open,
                                     const std::optional<features::FittedFeatures>& fitted) {
  words::CorpusText text = read_text(options.corpus, options, fitted);
  check_documents(text, options, open);
  return text;
}

void give_rows(const words::CorpusText& text, const std::function<void(MatrixRow&&)>& take, const Progress& progress) {
  for (std::size_t d = 0; d < text.documents(); ++d) {
    progress.throw_if_stopped();
    take(text.row(d));
    if (progress.report) progress.report(d + 1, text.documents());
  }
}

}  // namespace awe::embedding
