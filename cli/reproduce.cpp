// awe reproduce: repeats the paper's tables and figures, with our results beside the paper's.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "awe/error.h"
#include "awe/version.h"
#include "common_flags.h"
#include "console.h"
#include "data_folder.h"
#include "report/reproduction.h"
#include "verb.h"

namespace awe::cli {
namespace {

constexpr const char* kFooter =
    "Writes report.html (one page for a browser), README.md, results.json and plots (SVG) to the folder -o, every\n"
    "result beside the paper's. Each finished cell, one data set under one protocol, is kept in cells/ with its\n"
    "parameters and a hash of the program: an interrupted run continues where it was stopped, a repeated one uses\n"
    "what is there, and another build of the program computes its own cells (unless --any-program).\n"
    "docs/results/reproduction.md explains what differs from the paper.\n\n"
    "Data sets are files NAME.zip of the data folder: --data, else the environment variable AWE_DATA, else\n"
    "./datasets; `awe datasets fetch` gets them. Missing data sets are marked as such. figure2, figure4 and examples\n"
    "need no data.\n\n"
    "--quick leaves out accuracies on REDDIT-MULTI-5K and -12K, and by the nested protocol (competitors and our "
    "recipe)\n"
    "on COLLAB and REDDIT-BINARY, competitors on DD, and DGK; it uses walks of lengths 5 and 7 only, of AWE (DD)\n"
    "only the model that is solved exactly, one repeat of the folds instead of ten, and for figure4 two graphs of\n"
    "each size, up to 30,000 nodes.\n\n"
    "Examples:\n"
    "  awe reproduce examples\n"
    "  awe reproduce --quick --data datasets\n"
    "  awe reproduce table4 -o bio --length 5..7\n"
    "  awe reproduce --json > results.json\n";

struct ReproduceFlags {
  std::string part = "all";
  std::string data;
  std::string folder = "reproduction";
  bool quick = false, recompute = false, stored = false, any_program = false;
  std::string length;
  std::optional<int> repeats;
  std::optional<std::uint64_t> max_nodes;
  int folds = 10;
  std::uint64_t memory = std::uint64_t{4} << 30;
  RunFlags run;
};

// For longer walks the vocabulary is too large for the paper's dense vectors.
constexpr int kMaxLength = 10;

std::vector<int> lengths_of(const std::string& text) {
  const LengthRange lengths = parse_lengths(text);
  if (lengths.last > kMaxLength) {
    throw Error(ErrorKind::usage, fmt::format("--length {}: lengths here are from 1 to {}", text, kMaxLength));
  }
  return lengths.all();
}

report::ReproductionOptions plan_of(const ReproduceFlags& options) {
  report::ReproductionOptions plan;
  if (options.part != "all") plan.parts = {parse<report::ReproductionPart>(options.part)};
  plan.data = data_folder(options.data);
  plan.folder = options.folder;
  plan.quick = options.quick;
  plan.recompute = options.recompute;
  plan.stored = options.stored;
  plan.any_program = options.any_program;
  if (!options.length.empty()) plan.lengths = lengths_of(options.length);
  plan.folds = options.folds;
  plan.repeats = options.repeats;
  plan.max_nodes = options.max_nodes;
  plan.run.seed = options.run.seed;
  plan.run.threads = options.run.thread_count();
  plan.run.memory = options.memory;
  plan.version = version();
  plan.program = report::hash_of_data("/proc/self/exe");
  return plan;
}

void print_summary(const report::Reproduction& found, double seconds) {
  std::size_t agreeing = 0;
  for (const report::WorkedExample& example : found.examples) agreeing += example.agrees() ? 1 : 0;
  if (!found.examples.empty()) {
    fmt::print("worked examples: {} of {} agree with the paper\n", agreeing, found.examples.size());
    for (const report::WorkedExample& example : found.examples) {
      fmt::print("  {:<52} paper {:<10} ours {:<10} {}\n", example.what, example.paper, example.ours,
                 example.agrees() ? "agrees" : "DIFFERS");
    }
  }
  fmt::print("{}{}", found.examples.empty() ? "" : "\n", report::tables_text(found));
  fmt::print("{}/README.md: {} computed, {} taken from cells/, {:.1f} s\n", found.options.folder,
             counted(found.computed, "cell"), found.taken, seconds);
}

void run_reproduce(const ReproduceFlags& options) {
  const Stopwatch total;
  std::optional<ProgressBar> bar;
  std::string place;
  report::ReproductionObserver observer;
  observer.begins = [&](const std::string& title, std::size_t number, std::size_t of) {
    if (!bar) bar.emplace("", options.run.thread_count());
    place = fmt::format("{} of {}", number, of);
    bar->set_detail(fmt::format("{}: {}", place, title));
  };
  observer.done = [&](const report::Cell& cell) {
    const std::string result = cell.lines.empty() ? "" : fmt::format(" {:.2f} %", 100 * cell.best().mean);
    note(fmt::format("{}: {}{}, {:.1f} s", place, cell.parameters.title(), result, cell.seconds));
  };
  observer.note = [&](const std::string& text) { note(text); };
  observer.progress.report = [&](std::uint64_t done, std::uint64_t of) {
    if (bar) bar->update(done, of);
  };
  observer.progress.stop_requested = [] { return stop_requested(); };
  const report::Reproduction found = [&] {
    try {
      return report::reproduce(plan_of(options), observer);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::interrupted) throw;
      bar.reset();
      throw Error(ErrorKind::interrupted, fmt::format("stopped; finished cells are kept in {}/cells, and the same "
                                                      "command continues from there",
                                                      options.folder));
    }
  }();
  bar.reset();
  report::write_report(found);
  if (options.run.json) {
    fmt::print("{}\n", report::to_json(found));
  } else {
    print_summary(found, total.seconds());
  }
}

}  // namespace

void declare_reproduce(CLI::App& app, Action& action) {
  auto* verb =
      app.add_subcommand("reproduce", "Reproduce the tables and figures of the paper, with the paper's results beside");
  auto options = std::make_shared<ReproduceFlags>();
  std::vector<std::string> names = enum_names<report::ReproductionPart>();
  names.insert(names.begin(), "all");
  verb->add_option("PART", options->part, "Part to reproduce")
      ->check(one_of("part of the paper", names))
      ->type_name(in_braces(names))
      ->capture_default_str();
  begin_group(*verb, kInputGroup);
  verb->add_option("--data", options->data, "Data folder (default: AWE_DATA, else ./datasets)")->type_name("FOLDER");
  begin_group(*verb, "Experiments");
  verb->add_flag("--quick", options->quick, "Use fewer data sets, lengths and repeats, to finish within minutes");
  add_length(*verb, options->length, "Lengths of walks to try: a number or a range up to 10 (default: several)");
  verb->add_option("--folds", options->folds, "Number of folds of each repeat")
      ->check(CLI::Range(2, 1000).description(""))
      ->type_name("N")
      ->capture_default_str();
  verb->add_option("--repeats", options->repeats,
                   "Number of repeats of the paper's protocol (default: 10; REDDIT-MULTI-12K and quick: 1)")
      ->check(CLI::Range(1, 1000).description(""))
      ->type_name("N");
  verb->add_option("--max-nodes", options->max_nodes,
                   "Maximum number of nodes of the graphs of figure4 (default: 10^6, quick: 30,000)")
      ->check(CLI::Range(10, 1'000'000'000).description(""))
      ->type_name("N");
  begin_group(*verb, kOutputGroup);
  verb->add_option("-o,--output", options->folder, "Folder to write the results to")
      ->type_name("FOLDER")
      ->capture_default_str();
  auto* recompute = verb->add_flag("--recompute", options->recompute, "Compute again what the folder already has");
  verb->add_flag("--stored", options->stored, "Compute nothing: write the page from what the folder has")
      ->excludes(recompute);
  verb->add_flag("--any-program", options->any_program,
                 "Use what other builds of the program have computed; the page then names them")
      ->excludes(recompute);
  add_memory(*verb, options->memory, "all matrices");
  options->run.declare(*verb);
  verb->footer(kFooter);
  verb->callback([options, &action] { action = [options] { run_reproduce(*options); }; });
}

}  // namespace awe::cli
