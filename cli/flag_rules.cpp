#include "flag_rules.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "awe/error.h"
#include "awe/feature_spec.h"
#include "common_flags.h"
#include "console.h"
#include "matrices/matrix_reader.h"

namespace awe::cli {
namespace {

namespace fs = std::filesystem;

// What the user gave.
class Given {
 public:
  explicit Given(const CLI::App& verb) : verb_(verb) {}
  [[nodiscard]] const CLI::App& verb() const { return verb_; }
  [[nodiscard]] bool has(const std::string& flag) const {
    const CLI::Option* option = verb_.get_option_no_throw(flag);
    return option != nullptr && option->count() > 0;
  }
  [[nodiscard]] bool has_any(std::initializer_list<const char*> flags) const {
    return std::any_of(flags.begin(), flags.end(), [&](const char* flag) { return has(flag); });
  }
  // The value of an option, or its default.
  [[nodiscard]] std::string value(const std::string& flag) const {
    const CLI::Option* option = verb_.get_option_no_throw(flag);
    if (option == nullptr) return "";
    return option->count() > 0 ? option->results().back() : option->get_default_str();
  }
  [[nodiscard]] bool is(const std::string& flag, std::initializer_list<const char*> values) const {
    return std::find(values.begin(), values.end(), value(flag)) != values.end();
  }
  [[nodiscard]] std::vector<std::string> values(const std::string& flag) const {
    const CLI::Option* option = verb_.get_option_no_throw(flag);
    return option == nullptr || option->count() == 0 ? std::vector<std::string>{} : option->results();
  }

 private:
  const CLI::App& verb_;
};

enum class Answer { refuse, say };

struct Rule {
  std::vector<std::string_view> verbs;
  std::vector<std::string> flags;  // without effect if `idle` is true
  bool (*idle)(const Given&);
  std::string_view why;  // follows "FLAG has no effect"
  Answer answer = Answer::refuse;
};

// Whether the features have walks with labels, which are what a vocabulary or a hash is for.
bool no_labelled_walks(const Given& given) {
  if (given.has("--vocabulary")) return false;
  if (!given.has("--features")) return true;
  const FeatureSpec spec = parse_features(given.value("--features"));
  return std::none_of(spec.begin(), spec.end(), [](const FeatureBlock& block) { return block.learns_columns(); });
}

bool no_binary_matrix(const Given& given) {
  const std::string path = given.value("--output");
  return path.empty() || path.ends_with(".csv") || path.ends_with(".svm") || path.ends_with(".txt");
}

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = {
      // Features.
      {{"embed", "kernel", "train", "index"},
       {"--nodes"},
       [](const Given& g) {
         return !g.is("--level", {"node", "subgraph"}) && !g.has_any({"--start-from", "--add-to", "--model"});
       },
       "at this --level; it is for --level subgraph and --level node"},
      {{"embed", "kernel", "index"},
       {"--walks", "--epsilon", "--delta"},
       [](const Given& g) { return g.is("--method", {"exact"}); },
       "with --method exact, which samples no walks"},
      {{"embed", "kernel", "index"},
       {"--budget"},
       [](const Given& g) { return g.is("--method", {"sampled"}); },
       "with --method sampled, which enumerates nothing"},
      {{"embed", "kernel", "index"},
       {"--hash-bits", "--min-graphs", "--max-columns"},
       no_labelled_walks,
       "on these features; it is for walks with labels and for colours (--features)"},
      {{"kernel"},
       {"--classes"},
       [](const Given& g) { return !g.is("--level", {"graph"}); },
       "at this --level; it is for --level graph"},
      {{"embed"}, {"--dtype"}, no_binary_matrix, "on this output; it is for .npy and .npz (-o)"},
      // Kernels.
      {{"kernel"},
       {"--sigma"},
       [](const Given& g) { return !g.is("--kernel", {"rbf"}); },
       "on this kernel; it is for --kernel rbf"},
      {{"kernel"},
       {"--degree", "--coef0"},
       [](const Given& g) { return !g.is("--kernel", {"poly"}); },
       "on this kernel; it is for --kernel poly"},
      {{"kernel"},
       {"--gamma"},
       [](const Given& g) { return !g.has("--blocks-median"); },
       "without --blocks-median; the width of rbf is --sigma"},
      // Search.
      {{"index"},
       {"--recall", "--links", "--build-breadth", "--part-rows"},
       [](const Given& g) { return g.is("--approximate", {"never"}); },
       "with --approximate never"},
      {{"index"},
       {"--distance", "--approximate", "--recall", "--links", "--build-breadth", "--part-rows", "--model", "--seed"},
       [](const Given& g) { return g.has("--add-to"); },
       "with --add-to, which keeps the options of the index"},
      {{"index", "search"},
       {"--classes", "--class-from", "--class-key"},
       [](const Given&) { return true; },
       "here: an index has no classes"},
      {{"near-duplicates"},
       {"--classes", "--class-from", "--class-key"},
       [](const Given&) { return true; },
       "here: classes are not compared"},
      {{"near-duplicates"},
       {"--features", "--length", "--distance", "--seed", "--memory"},
       [](const Given& g) { return !g.has("--max-distance"); },
       "without --max-distance: equal graphs are found without features"},
      {{"search"},
       {"--breadth"},
       [](const Given& g) {
         return g.has_any({"--exact", "--max-distance"});
       },
       "with --exact and --max-distance"},
      // Classification.
      {{"classify fit"},
       {"--kernel"},
       [](const Given& g) { return !g.has("--features"); },
       "on a recipe, which has its own kernels; it is for --features"},
      {{"evaluate"},
       {"--test-share"},
       [](const Given& g) { return g.has("--splits"); },
       "with --splits, whose file has the test parts"},
      {{"evaluate"},
       {"--transductive"},
       [](const Given& g) { return g.is("--protocol", {"paper"}); },
       "with --protocol paper, which learns nothing from graphs"},
      // Data-driven models.
      {{"train", "classify fit"},
       {"--checkpoint-every"},
       [](const Given& g) { return !g.has("--checkpoint"); },
       "without --checkpoint"},
      {{"train"},
       {"--tolerance", "--max-iterations", "--word-penalty"},
       [](const Given& g) { return g.is("--solver", {"descent"}); },
       "with --solver descent; it is for --solver exact"},
      {{"train"},
       {"--vector-penalty", "--word-penalty", "--tolerance", "--max-iterations", "--max-documents", "--self-loops",
        "--seed", "--checkpoint-every", "--corpus-out"},
       [](const Given& g) { return g.has("--start-from"); },
       "with --start-from, which keeps the options of the model"},
      {{"train"},
       {"--classes"},
       [](const Given& g) { return !g.has("--vectors-out"); },
       "without --vectors-out: training uses no classes"},
      {{"train"},
       {"--sentence-walks"},
       [](const Given& g) { return g.has("--corpus"); },
       "with --corpus, whose sentences are those of the file",
       Answer::say},
      {{"train"},
       {"--num-candidates", "--candidates", "--candidate-power"},
       [](const Given& g) {
         return g.is("--objective", {"full-softmax", "hierarchical-softmax"});
       },
       "on this --objective, which draws no candidates",
       Answer::say},
      {{"train"},
       {"--candidate-power"},
       [](const Given& g) { return !g.is("--candidates", {"measured"}); },
       "without --candidates measured",
       Answer::say},
      {{"train"},
       {"--walk-dimensions", "--join"},
       [](const Given& g) { return g.is("--window", {"0"}); },
       "with --window 0, which has no context",
       Answer::say},
      {{"train"},
       {"--walk-dimensions"},
       [](const Given& g) {
         return g.is("--join", {"sum"}) && g.value("--walk-dimensions") != g.value("--dimensions");
       },
       "with --join sum, where the vectors of walks have --dimensions",
       Answer::say},
      {{"train"},
       {"--min-improvement"},
       [](const Given& g) { return g.is("--patience", {"0"}); },
       "without --patience",
       Answer::say},
      // The vocabulary.
      {{"walks"}, {"--model"}, [](const Given& g) { return !g.has("--similar"); }, "without --similar"},
      {{"walks"}, {"--delta"}, [](const Given& g) { return !g.has("--epsilon"); }, "without --epsilon"},
      {{"walks"},
       {"--length", "--self-loops", "--count", "--rank", "--unrank", "--epsilon", "--delta"},
       [](const Given& g) { return g.has("--similar"); },
       "with --similar"},
      {{"walks"},
       {"--count", "--max-walks"},
       [](const Given& g) {
         return g.has_any({"--rank", "--unrank", "--epsilon"});
       },
       "with --rank, --unrank and --epsilon, which list no walks"},
      {{"walks"}, {"--epsilon"}, [](const Given& g) { return g.has("--unrank"); }, "with --unrank"},
      {{"walks"}, {"--max-walks"}, [](const Given& g) { return g.has("--count"); }, "with --count"},
      {{"draw"},
       {"--ids", "--columns", "--text", "--style", "--node-names", "--edge-names", "--limit", "--shard"},
       [](const Given& g) { return g.has("--walk"); },
       "with --walk"},
      {{"explain"},
       {"--features", "--min-graphs", "--significance", "--permutations", "--shuffle-classes", "--groups",
        "--examples"},
       [](const Given& g) { return g.values("INPUT").front().ends_with(".awe"); },
       "on the decisions of a model; it is for the classes of a collection"},
      {{"explain"},
       {"--ids", "--deleted", "--random-deletions"},
       [](const Given& g) { return !g.values("INPUT").front().ends_with(".awe"); },
       "on the classes of a collection; it is for the decisions of a model, MODEL.awe GRAPHS"},
      // Graphs.
      {{"generate"},
       {"--torus"},
       [](const Given& g) {
         return g.is("FAMILY", {"six-families", "mix"});
       },
       "here; it is for the family grid"},
      {{"reproduce"},
       {"--max-nodes"},
       [](const Given& g) {
         return !g.is("PART", {"all", "figure4"});
       },
       "on this part; it is for figure4",
       Answer::say},
      {{"reproduce"},
       {"--folds", "--repeats"},
       [](const Given& g) {
         return g.is("PART", {"figure2", "figure4", "examples", "table1", "table2"});
       },
       "on this part, which classifies nothing",
       Answer::say},
  };
  return kRules;
}

void answer(Answer how, const std::string& text) {
  if (how == Answer::refuse) throw Error(ErrorKind::usage, text + "; leave it out");
  note(text);
}

// Options of these sections that were given, besides the positional one and those excepted.
std::string given_of(const Given& given, std::initializer_list<const char*> groups,
                     std::initializer_list<const char*> except) {
  std::string found;
  for (const CLI::Option* option : given.verb().get_options()) {
    const auto named = [&](const char* name) { return option->get_name() == name || option->get_group() == name; };
    if (option->count() == 0 || option->get_positional() || std::none_of(groups.begin(), groups.end(), named) ||
        std::any_of(except.begin(), except.end(), named)) {
      continue;
    }
    found += (found.empty() ? "" : ", ") + option->get_name();
  }
  return found;
}

void check_matrix_input(const Given& given, const std::string& name) {
  if (name != "kernel" && name != "evaluate" && name != "index" && name != "search") return;
  for (const std::string& path : given.values("INPUT")) {
    if (!matrices::is_matrix_path(path)) continue;
    const std::string wrong = name != "evaluate"
                                  ? given_of(given, {kInputGroup, kFeatureGroup}, {})
                                  : given_of(given, {kInputGroup, kFeatureGroup}, {"--classes", "--kernel"});
    if (wrong.empty()) continue;
    throw Error(ErrorKind::usage, path + " is a matrix, and " + wrong + " applies only to graphs; leave it out");
  }
}

void check_corpus_alone(const Given& given, const std::string& name) {
  if (name != "train" || given.has("INPUT") || !given.has("--corpus")) return;
  const std::string wrong = given_of(given, {kInputGroup}, {"--start-from"});
  if (wrong.empty()) return;
  throw Error(ErrorKind::usage, wrong + " has no effect without INPUT; leave it out, or name the graphs of the corpus");
}

// What computes the rows of an index replaces the features.
void check_index_features(const Given& given, const std::string& name) {
  if (name != "index") return;
  for (const char* flag : {"--add-to", "--model"}) {
    const std::string wrong = given.has(flag) ? given_of(given, {kFeatureGroup}, {"--nodes", "--model"}) : "";
    if (wrong.empty()) continue;
    throw Error(ErrorKind::usage,
                fmt::format("{} has no effect with {}, which has its own features; leave it out", wrong, flag));
  }
}

void check_brief(const Given& given) {
  if (!given.has("--brief")) return;
  const std::string wrong = given_of(given, {kInputGroup}, {"--format", "--brief", "--verify"});
  if (!wrong.empty()) {
    throw Error(ErrorKind::usage,
                wrong + " has no effect with --brief, which reads only the headers of the file; leave one of them out");
  }
}

// A path that the command reads or writes.
struct NamedPath {
  std::string flag, path;
};

bool same_file(const std::string& a, const std::string& b) {
  std::error_code code;
  if (fs::equivalent(a, b, code) && !code) return true;
  const fs::path first = fs::weakly_canonical(a, code), second = fs::weakly_canonical(b, code);
  return !code && first == second;
}

// The files that a verb writes, with those beside a matrix.
std::vector<NamedPath> outputs_of(const Given& given) {
  std::vector<NamedPath> found;
  for (const char* flag : {"--output", "--vectors-out", "--walk-vectors-out", "--corpus-out", "--vocabulary-out",
                           "--splits-out", "--checkpoint"}) {
    for (const std::string& path : given.values(flag)) {
      if (path == "-") continue;
      const std::string shown = std::string_view(flag) == "--output" ? "-o" : flag;
      found.push_back({shown, path});
      if (!matrices::is_matrix_path(path)) continue;
      const std::string stem = path.substr(0, path.size() - 4);
      found.push_back({shown, stem + ".rows.csv"});
      found.push_back({shown, stem + ".columns.csv"});
    }
  }
  return found;
}

void check_paths(const Given& given, const std::string& name) {
  const std::vector<NamedPath> outputs = outputs_of(given);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = i + 1; j < outputs.size(); ++j) {
      if (!same_file(outputs[i].path, outputs[j].path)) continue;
      throw Error(ErrorKind::usage, fmt::format("{}: {} and {} would write the same file; name two files",
                                                outputs[j].path, outputs[i].flag, outputs[j].flag));
    }
  }
  for (const char* flag : {"INPUT", "MODEL", "INDEX", "--model", "--classes", "--nodes", "--vocabulary", "--splits",
                           "--start-from", "--corpus"}) {
    // A conversion in place is sound: the input is read to its end before the output takes its name.
    if (name == "convert" && std::string_view(flag) == "INPUT") continue;
    for (const std::string& path : given.values(flag)) {
      for (const NamedPath& output : outputs) {
        if (path == "-" || !same_file(path, output.path)) continue;
        throw Error(ErrorKind::usage, fmt::format("{}: {} would replace the file that {} reads; name another file",
                                                  output.path, output.flag, flag));
      }
    }
  }
}

}  // namespace

void check_flags(const CLI::App& verb, const std::string& name) {
  const Given given(verb);
  check_matrix_input(given, name);
  check_brief(given);
  check_corpus_alone(given, name);
  check_index_features(given, name);
  for (const Rule& rule : rules()) {
    if (std::find(rule.verbs.begin(), rule.verbs.end(), name) == rule.verbs.end()) continue;
    for (const std::string& flag : rule.flags) {
      if (given.has(flag) && rule.idle(given)) answer(rule.answer, fmt::format("{} has no effect {}", flag, rule.why));
    }
  }
  check_paths(given, name);
}

}  // namespace awe::cli
