#include "flag_names.h"

#include <algorithm>

namespace awe::cli {
namespace {

struct FlagName {
  std::string_view field, flag;
  std::string_view verb = "";  // if set, valid only for this verb; the first match counts
};

constexpr FlagName kFlags[] = {
    {"features", "--words", "train"},
    {"balanced", "--balanced"},
    {"batch", "--batch"},
    {"blocks_median", "--blocks-median"},
    {"breadth", "--breadth"},
    {"budget", "--budget"},
    {"build_breadth", "--build-breadth"},
    {"candidate_power", "--candidate-power"},
    {"checkpoint_seconds", "--checkpoint-every"},
    {"class_from", "--class-from"},
    {"class_key", "--class-key"},
    {"classes_file", "--classes"},
    {"coef0", "--coef0"},
    {"corpus", "--corpus"},
    {"corpus_out", "--corpus-out"},
    {"data", "--data"},
    {"dead_ends", "--dead-ends"},
    {"delta", "--delta"},
    {"dimensions", "--dimensions"},
    {"directed", "--directed"},
    {"distance", "--distance"},
    {"edge_label_key", "--edge-label"},
    {"epochs", "--epochs"},
    {"epsilon", "--epsilon"},
    {"features", "--features"},
    {"final_rate", "--final-rate"},
    {"folds", "--folds"},
    {"force", "--force"},
    {"format", "--format"},
    {"gamma", "--gamma"},
    {"hash_bits", "--hash-bits"},
    {"held_out", "--held-out"},
    {"k", "-k"},
    {"landmarks", "--landmarks"},
    {"level", "--level"},
    {"links", "--links"},
    {"machine", "--machine"},
    {"max_columns", "--max-columns"},
    {"max_distance", "--max-distance"},
    {"max_documents", "--max-documents"},
    {"max_words", "--max-words"},
    {"memory", "--memory"},
    {"method", "--method"},
    {"most_graphs", "--graphs"},
    {"min_count", "--min-count"},
    {"node_label_key", "--node-label"},
    {"node_sets", "--nodes"},
    {"num_candidates", "--num-candidates"},
    {"part_rows", "--part-rows"},
    {"patience", "--patience"},
    {"pattern", "--pattern"},
    {"penalty", "--row-penalty"},
    {"probabilities", "--probabilities"},
    {"radius", "--radius"},
    {"rate", "--rate"},
    {"recall", "--recall"},
    {"recipe", "--recipe"},
    {"repeats", "--repeats"},
    {"shared_walks", "--shared-walks"},
    {"sigma", "--sigma"},
    {"threads", "--threads"},
    {"significance", "--significance"},
    {"size", "--size"},
    {"tolerance", "--tolerance"},
    {"undirected", "--undirected"},
    {"vector_penalty", "--vector-penalty"},
    {"vocabulary_out", "--vocabulary-out"},
    {"walk_dimensions", "--walk-dimensions"},
    {"walks", "--walks"},
    {"weight_key", "--weight-key"},
    {"weighted", "--weighted"},
    {"window", "--window"},
    {"word_penalty", "--word-penalty"},
    {"words", "--words"},
};

const FlagName* find(std::string_view field, std::string_view verb) {
  const auto* found = std::find_if(std::begin(kFlags), std::end(kFlags), [&](const FlagName& known) {
    return known.field == field && (known.verb.empty() || known.verb == verb);
  });
  return found == std::end(kFlags) ? nullptr : found;
}

}  // namespace

std::string with_flags(std::string_view message, std::string_view verb) {
  std::string text;
  while (true) {
    const std::size_t open = message.find('`');
    const std::size_t close = open == std::string_view::npos ? open : message.find('`', open + 1);
    if (close == std::string_view::npos) return text.append(message);
    const FlagName* known = find(message.substr(open + 1, close - open - 1), verb);
    text.append(message.substr(0, open));
    // Text that is not a known field stays as it is; its second backquote may begin a field.
    text.append(known != nullptr ? known->flag : message.substr(open, close - open));
    message.remove_prefix(known != nullptr ? close + 1 : close);
  }
}

bool is_known_field(std::string_view field) {
  return std::any_of(std::begin(kFlags), std::end(kFlags), [&](const FlagName& known) { return known.field == field; });
}

}  // namespace awe::cli
