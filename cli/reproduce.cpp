// awe reproduce: the paper's tables and figures run again, ours beside the paper's.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "awe/base/error.h"
#include "awe/report/reproduction.h"
#include "awe/version.h"
#include "console.h"
#include "data_folder.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Writes README.md, results.json and plots (SVG) to the folder -o, every figure of ours beside the paper's. Each\n"
    "finished cell, a data set by a protocol, is kept in cells/ with its parameters: a run that was stopped goes on\n"
    "where it was, and a repeated one takes what is there. docs/reproduction.md says what differs from the paper.\n\n"
    "Data sets lie as NAME.zip in the data folder: --data, else the environment variable AWE_DATA, else ./datasets.\n"
    "A set that is not there is marked so. figure2, figure4 and examples need no data.\n"
    "--quick: no accuracies on REDDIT-MULTI-5K and -12K, none by the nested protocol on COLLAB and REDDIT-BINARY, "
    "walks\n"
    "of the lengths 5 and 7 alone, of AWE (DD) the model that is solved exactly, one repeat of the folds in the place "
    "of\n"
    "ten, figure4 up to 30,000 nodes on two graphs each.\n\n"
    "Examples:\n"
    "  awe reproduce examples\n"
    "  awe reproduce --quick --data datasets\n"
    "  awe reproduce table4 -o bio\n"
    "  awe reproduce --json > results.json\n";

struct ReproduceOptions {
  std::string part = "all";
  std::string data;
  std::string folder = "reproduction";
  bool quick = false, force = false;
  std::optional<int> length, repeats;
  std::optional<std::uint64_t> most_nodes;
  int folds = 10;
  std::uint64_t memory = std::uint64_t{4} << 30;
  RunOptions run;
};

ReproductionPlan plan_of(const ReproduceOptions& options) {
  ReproductionPlan plan;
  if (options.part != "all") plan.parts = {*part_of_name(options.part)};
  plan.data = data_folder(options.data);
  plan.folder = options.folder;
  plan.quick = options.quick;
  plan.force = options.force;
  plan.length = options.length;
  plan.folds = options.folds;
  plan.repeats = options.repeats;
  plan.most_nodes = options.most_nodes;
  plan.seed = options.run.seed;
  plan.threads = options.run.thread_count();
  plan.memory = static_cast<double>(options.memory);
  plan.version = version();
  return plan;
}

void print_summary(const Reproduction& found, double seconds) {
  std::size_t agreeing = 0;
  for (const WorkedExample& example : found.examples) agreeing += example.agrees() ? 1 : 0;
  if (!found.examples.empty()) {
    fmt::print("worked examples: {} of {} agree with the paper\n", agreeing, found.examples.size());
    for (const WorkedExample& example : found.examples) {
      fmt::print("  {:<52} paper {:<10} ours {:<10} {}\n", example.what, example.paper, example.ours,
                 example.agrees() ? "agrees" : "DIFFERS");
    }
  }
  fmt::print("{}/README.md: {} cells computed, {} taken from cells/, {:.1f} s\n", found.plan.folder, found.computed,
             found.taken, seconds);
}

void run_reproduce(const ReproduceOptions& options) {
  const Stopwatch total;
  std::unique_ptr<ProgressBar> bar;
  std::string place;
  ReproductionObserver observer;
  observer.begins = [&](const CellParameters&, std::size_t number, std::size_t of) {
    place = fmt::format("{} of {}", number, of);
    bar = std::make_unique<ProgressBar>("steps");
  };
  observer.done = [&](const Cell& cell, bool taken) {
    bar.reset();
    const std::string result = cell.lines.empty() ? "" : fmt::format(" {:.2f} %", 100 * cell.best().mean);
    note(fmt::format("{}: {}{}, {}", place, cell.parameters.title(), result,
                     taken ? "kept from before" : fmt::format("{:.1f} s", cell.seconds)));
  };
  observer.note = [&](const std::string& text) { note(text); };
  observer.progress.report = [&](std::uint64_t done, std::uint64_t of) {
    if (bar) bar->update(done, of == 0 ? std::nullopt : std::optional(of));
  };
  observer.progress.stop_requested = [] { return stop_requested(); };
  const Reproduction found = [&] {
    try {
      return reproduce(plan_of(options), observer);
    } catch (const Error& error) {
      bar.reset();
      if (error.kind() != ErrorKind::interrupted) throw;
      throw Error(ErrorKind::interrupted, fmt::format("stopped; finished cells are kept in {}/cells, and the same "
                                                      "command goes on from there",
                                                      options.folder));
    }
  }();
  write_report(found);
  if (options.run.json) {
    fmt::print("{}\n", to_json(found));
  } else {
    print_summary(found, total.seconds());
  }
}

}  // namespace

void declare_reproduce(CLI::App& app, Action& action) {
  auto* verb = app.add_subcommand("reproduce", "Run the paper's tables and figures again, ours beside the paper's");
  auto options = std::make_shared<ReproduceOptions>();
  std::vector<std::string> names = {"all"};
  for (const ReproductionPart part : all_parts()) names.emplace_back(part_name(part));
  verb->add_option("PART", options->part, "all, table1, table2, table3, table4, figure2, figure4 or examples")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  verb->add_option("-o,--output", options->folder, "Folder of the results")->capture_default_str();
  verb->add_option("--data", options->data, "Data folder (default: AWE_DATA, else ./datasets)");
  verb->add_flag("--quick", options->quick, "Fewer sets, lengths and repeats: minutes");
  verb->add_flag("--force", options->force, "Compute again what is there");
  verb->add_option("--length", options->length, "Walks of this length alone (default: several)")
      ->check(CLI::Range(1, 10));
  verb->add_option("--folds", options->folds, "Folds of each repeat")
      ->check(CLI::Range(2, 1000))
      ->capture_default_str();
  verb->add_option("--repeats", options->repeats, "Repeats of the paper's protocol (default: 10, quick: 1)")
      ->check(CLI::Range(1, 1000));
  verb->add_option("--most-nodes", options->most_nodes, "Of the graphs of figure4 (default: 10^6, quick: 30,000)")
      ->check(CLI::Range(10, 1'000'000'000));
  verb->add_option("--memory", options->memory, "Bytes that matrices may take")
      ->transform(CLI::AsSizeValue(false))
      ->capture_default_str();
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_reproduce(*options); }; });
}

}  // namespace awe::cli
