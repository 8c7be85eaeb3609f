#include "evaluate_flags.h"

#include <fmt/format.h>

#include "awe/error.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Nested cross-validation: recipe, gamma and C are chosen on the training part of every fold by an inner split,\n"
    "and everything that is learnt from graphs is learnt there, so that nothing of a test graph is used before it is\n"
    "predicted. Settings whose inner accuracy is within half a standard error of the best (ridge: 1.5) form an\n"
    "ensemble that votes. A recipe defines the distance D = sum of weight * d / median over its channels\n"
    "(docs/explanation/evaluation.md) and the kernel exp(-gamma D / sum of weights); --machine sets what classifies\n"
    "by it. For comparison, the share of the largest class, the same protocol on graph sizes alone, and the ceiling\n"
    "that isomorphic graphs of different classes set to any function of the graph are reported. --protocol holdout\n"
    "does the same with a single test part; --protocol paper follows the paper, and --protocol authors the code that\n"
    "the authors of the paper published: RBF kernel exp(-d^2 / sigma), folds that are not stratified, a validation\n"
    "part drawn at random; with --test-share, one random test part per repeat.\n\n"
    "INPUT may also be a feature matrix x.npy or x.npz: classes come from x.rows.csv or --classes, channels are the\n"
    "blocks of x.columns.csv, and identical rows count as twins.\n\n"
    "--level node (edge) classifies the nodes (edges) of the graphs: --classes has their ids, as `awe embed` writes\n"
    "them, and items without a class are left out. Rows are made once from whole graphs, without classes. The nodes\n"
    "of one graph are split among folds; of several graphs, each stays in one fold. --level ego classifies nodes by\n"
    "the graphs around them, up to the distance --radius, with the recipes for graphs.\n\n"
    "--target regression predicts numbers by kernel ridge regression, or with --machine svm by support vector\n"
    "regression: the class of a graph is a number, several are several columns of --classes, a list in JSON, or the\n"
    "columns of the graph attributes of a TU data set. Graphs without a class, or without one of the numbers, are\n"
    "left out and counted. Mean absolute error, RMSE, R^2 and\n"
    "Spearman's correlation are means over test parts with intervals; folds are stratified by quantiles.\n\n"
    "--target multilabel predicts classes in several columns, as --classes table.csv:toxic,soluble, a list in JSON or "
    "the\n"
    "columns of the graph attributes of a TU data set. All columns share folds, features, kernels and one setting of\n"
    "kernel ridge regression on classes as numbers 0 and 1. Empty fields are unknown in their column alone: a column\n"
    "is learnt and tested on the graphs that have a class in it. Accuracy and, for two classes, the area under the "
    "ROC\n"
    "curve are means over test parts with intervals, for each column and over all of them; if all classes are known,\n"
    "also the share of graphs with all classes right and the share of wrong classes (Hamming loss).\n\n"
    "--target links tells the edges of one undirected graph from as many pairs of nodes without one. Every fold\n"
    "removes its test edges, and those of its training examples, before anything is computed. The machine sees the\n"
    "roles of both ends (--features; default: 3*aw:6 + 2*ldp + 2*size) and walks between them; common neighbours,\n"
    "Adamic-Adar and the product of degrees are reported for comparison.\n\n"
    "Splits depend only on the seed and the ids; --splits-out writes them for others, --splits reads them.\n\n"
    "JSON: `seconds` has read, twins, features, kernels, svm (training and testing of any machine), sizes\n"
    "(the comparison on sizes, where it is not part of the others, as with the recipe auto) and total. If --memory\n"
    "allows it, several folds run at a time; the seconds of features, kernels and svm are then divided by their\n"
    "number.\n\n"
    "Examples:\n"
    "  awe evaluate MUTAG.zip\n"
    "  awe evaluate ENZYMES.zip --recipe labels --repeats 10 --json\n"
    "  awe evaluate ENZYMES.zip --compare wl,wl-oa,sp,graphlets,auto\n"
    "  awe evaluate IMDB-BINARY.zip --twins group\n"
    "  awe evaluate REDDIT-MULTI-12K.zip --protocol holdout --test-share 0.1\n"
    "  awe evaluate MUTAG.zip --protocol paper --features aw:10\n"
    "  awe evaluate IMDB-MULTI.zip --protocol authors --features aw:10 --walks 10000\n"
    "  awe evaluate graphs.jsonl --classes classes.csv --features \"walks(degree):0..2 + size\" --kernel chi2\n"
    "  awe evaluate airports.edgelist --level node --classes airports.labels.txt --repeats 10\n"
    "  awe evaluate x.npz --kernel linear\n"
    "  awe evaluate molecules.jsonl --target regression --classes table.csv:mol=logp,tpsa\n"
    "  awe evaluate molecules.jsonl --target regression --machine svm --classes table.csv:logp\n"
    "  awe evaluate molecules.jsonl --target multilabel --classes table.csv:mol=toxic,soluble,active\n"
    "  awe evaluate airports.edgelist --target links --folds 10\n";

}  // namespace

void EvaluateFlags::check() const {
  const auto refuse = [](const std::string& why) { throw Error(ErrorKind::usage, why); };
  if (!splits_out.empty() && !splits.empty()) refuse("--splits and --splits-out cannot be combined");
  if (protocol == Protocol::holdout && has("--folds")) {
    refuse("--folds is for the protocols nested, paper and authors; holdout has --test-share and --repeats");
  }
  if (protocol == Protocol::authors && has("--folds") && has("--test-share")) {
    refuse("--folds and --test-share cannot be combined: one test part per repeat, or folds");
  }
  if ((protocol == Protocol::nested || protocol == Protocol::paper) && has("--test-share"))
    refuse("--test-share is for the protocols holdout and authors");
  if (by_kernels(protocol) && has("--kernel")) {
    refuse(fmt::format("--kernel is for the protocols nested and holdout; the protocol {} has its own kernels",
                       to_string(protocol)));
  }
  if (by_kernels(protocol) && has("--recipe") && recipe.recipe != "paper-fb") {
    refuse(
        fmt::format("--recipe {} is for the protocols nested and holdout; the protocol {} takes paper-fb or one "
                    "block of --features",
                    recipe.recipe, to_string(protocol)));
  }
  if (by_kernels(protocol) && has("--machine")) {
    refuse(fmt::format("--machine is for the protocols nested and holdout; the protocol {} uses SVMs",
                       to_string(protocol)));
  }
  if (has("--landmarks") && recipe.machine.kind != Machine::landmarks) {
    refuse("--landmarks is for --machine landmarks");
  }
  if (!compare.empty() && by_kernels(protocol)) {
    refuse("--compare is for the protocols nested and holdout");
  }
  if (protocol == Protocol::authors && (!splits.empty() || twins == Twins::group)) {
    refuse(splits.empty() ? "--twins group is not for --protocol authors, whose folds ignore everything but chance"
                          : "--splits is not for --protocol authors, which draws its own folds");
  }
  if (target == Target::links) {
    if (items.egos() || level == Level::node || matrix()) {
      refuse("--target links is for the edges of a graph: leave --level out, or use --level edge");
    }
    if (protocol != Protocol::nested) refuse("--target links is for the protocol nested");
    if (folds < 3) refuse("--target links needs at least three --folds");
    for (const char* flag : {"--classes", "--class-from", "--compare", "--recipe", "--transductive", "--splits",
                             "--splits-out", "--twins"}) {
      if (has(flag)) refuse(fmt::format("{} cannot be combined with --target links", flag));
    }
  }
  if (target == Target::regression || target == Target::multilabel) {
    const std::string name(to_string(target));
    if (by_kernels(protocol)) refuse("--target " + name + " is for the protocols nested and holdout");
    if (!compare.empty()) refuse("--compare is for classes in one column, not for --target " + name);
    const Machine machine = recipe.machine.kind;
    if (target == Target::multilabel && machine != Machine::automatic && machine != Machine::ridge) {
      refuse(
          fmt::format("--machine {} is for one column of classes; --target multilabel has ridge", to_string(machine)));
    }
    if (machine != Machine::automatic && machine != Machine::ridge && machine != Machine::svm) {
      refuse(fmt::format("--machine {} is for classes; --target regression has ridge and svm", to_string(machine)));
    }
  }
  if (!compare.empty() && matrix()) refuse("--compare takes recipes, which need graphs, not a matrix");
  if (compare.size() == 1) refuse("--compare needs at least two recipes, such as wl,auto");
  if (!compare.empty() && protocol == Protocol::holdout && repeats.value_or(1) < 2 && splits.empty()) {
    refuse("--compare needs at least two test parts; use --repeats");
  }
  if (has("--kernel") && !matrix() && recipe.features.empty()) {
    refuse("--kernel is for --features and for matrices; a recipe has its own kernels");
  }
  check_level();
}

// At the levels node and edge.
void EvaluateFlags::check_level() const {
  items.check();
  if (items.items == Items::graph || target == Target::links) return;
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::usage, fmt::format("--level {} {}", to_string(items.items), why));
  };
  if (matrix()) refuse("needs graphs, not a matrix");
  if (input.classes.empty()) refuse("needs --classes, a file with the ids and classes of the items");
  if (items.egos()) return;
  if (by_kernels(protocol)) refuse("is for the protocols nested and holdout");
  for (const char* flag : {"--compare", "--recipe", "--transductive"}) {
    if (has(flag)) refuse(fmt::format("cannot be combined with {}; --features sets the features", flag));
  }
}

void EvaluateFlags::declare_protocol(CLI::App& verb) {
  begin_group(verb, "Protocol");
  items.declare(verb,
                "What is classified: graphs; the nodes or edges that --classes names; or, for such nodes, the "
                "graphs around them (ego)");
  add_choice(
      verb, "--target", target,
      "What is predicted: classes, numbers (regression) or classes in several columns (multilabel), which --classes or "
      "the input gives; or the edges of a graph (links)");
  add_choice(verb, "--protocol", protocol,
             "Protocol: nested cross-validation, holdout (one test part), paper (C from a validation part), or authors "
             "(the rule of the authors' code)");
  const std::vector<std::string> names(std::begin(kRecipeNames), std::end(kRecipeNames));
  verb.add_option("--compare", compare,
                  "Several recipes on the same folds, separated by commas; differences are to the last one")
      ->delimiter(',')
      ->check(one_of("recipe", names))
      ->excludes(verb.get_option("--recipe"))
      ->excludes(verb.get_option("--features"))
      ->type_name("RECIPE,...");
  verb.add_option("--folds", folds, "Number of folds of each repeat")
      ->check(CLI::Range(2, 1000).description(""))
      ->type_name("N")
      ->capture_default_str();
  verb.add_option("--test-share", test_share,
                  "Fraction of every class in the test part of holdout; fraction of all graphs for authors")
      ->capture_default_str();
  verb.add_option("--repeats", repeats, "Number of repeats, each with its own split (default: 1; paper, authors: 10)")
      ->check(CLI::Range(1, 1000).description(""))
      ->type_name("N");
  verb.add_flag(
      "--transductive", transductive,
      "Learn codebooks, scales and data-driven models from all graphs, test graphs included, without classes");
  verb.add_option("--splits", splits, "JSON file to read the folds, or test parts, from")->type_name("FILE");
  add_choice(verb, "--twins", twins,
             "Isomorphic graphs (identical rows): keep, drop all but the first, or group in one fold");
  begin_group(verb, kOutputGroup);
  verb.add_option("--splits-out", splits_out, "JSON file to write the folds, or test parts, to")->type_name("FILE");
  add_force(verb, force);
}

void EvaluateFlags::declare(CLI::App& verb) {
  input.declare(verb);
  recipe.declare(verb);
  recipe.declare_machine(verb, "ridge for labelled sets of fewer than 2,500 training graphs, otherwise svm");
  declare_protocol(verb);
  run.declare(verb);
  verb.footer(kFooter);
}

}  // namespace awe::cli
