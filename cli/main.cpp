// awe VERB: parses the command line, runs the verb, and turns every failure into one line and an exit code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "awe/version.h"
#include "console.h"
#include "describe.h"
#include "verb.h"
#include "whole_number.h"

namespace awe::cli {

void RunOptions::declare(CLI::App& verb) {
  verb.add_option("--seed", seed, "Seed of every random choice")->check(whole_number())->capture_default_str();
  verb.add_option("--threads", threads, "Threads; results never depend on it (default: the CPUs of this process)")
      ->check(CLI::Range(0, 4096));
  verb.add_flag("--json", json, "Print one JSON object on stdout");
}

int RunOptions::thread_count() const { return threads > 0 ? threads : available_threads(); }

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 done, 2 usage, 3 input/output, 4 malformed input, 5 limit, 6 numeric, 7 output locked by another "
    "writer,\n8 incompatible file, 130 and 143 stopped by a signal.\n\n"
    "Examples:\n"
    "  awe embed MUTAG.zip --length 7 -o mutag.npy\n"
    "  awe info graphs.jsonl\n"
    "  awe generate erdos-renyi --nodes 100 --probability 0.05 --count 10 -o graphs.jsonl\n"
    "  awe walks --length 4\n";

int fail(ErrorKind kind, std::string_view message) {
  // One line, whatever the message holds; but features are shown with a caret below them.
  std::string line(message);
  const bool lines = message.starts_with("--features: ");
  for (char& c : line) {
    if ((c == '\n' && !lines) || c == '\r') c = ' ';
  }
  fmt::print(stderr, "awe: {}\n", line);
  return static_cast<int>(kind);
}

int run(int argc, char** argv) {
  CLI::App app{"Anonymous walk embeddings: graphs in, vectors out."};
  app.footer(kFooter);
  app.set_version_flag("--version", fmt::format("awe {}", version()));
  app.require_subcommand(1);
  Action action;
  declare_embed(app, action);
  declare_kernel(app, action);
  declare_train(app, action);
  declare_infer(app, action);
  declare_walks(app, action);
  declare_info(app, action);
  declare_convert(app, action);
  declare_evaluate(app, action);
  declare_classify(app, action);
  declare_reproduce(app, action);
  declare_generate(app, action);
  declare_datasets(app, action);
  if (argc == 2 && std::string_view(argv[1]) == "--describe") {  // for scripts/command_pages, not for users
    fmt::print("{}\n", describe(app));
    return 0;
  }
  // CLI11 alone would only say that a subcommand is required.
  const auto verbs = app.get_subcommands([](const CLI::App*) { return true; });
  if (argc > 1 && argv[1][0] != '-' &&
      std::none_of(verbs.begin(), verbs.end(), [&](const CLI::App* verb) { return verb->check_name(argv[1]); })) {
    return fail(ErrorKind::usage, fmt::format("'{}' is not a verb; see awe --help", argv[1]));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return fail(ErrorKind::usage, fmt::format("{}; see awe --help", error.what()));
  }
  action();
  if (std::fflush(stdout) != 0) throw Error(ErrorKind::io, "standard output cannot be written");
  return 0;
}

}  // namespace
}  // namespace awe::cli

int main(int argc, char** argv) {
  using awe::ErrorKind;
  awe::cli::catch_signals();
  try {
    return awe::cli::run(argc, argv);
  } catch (const awe::Error& error) {
    if (error.kind() == ErrorKind::interrupted && awe::cli::stop_signal() != 0) {
      const std::string_view told = error.what();
      awe::cli::fail(error.kind(), told == "interrupted" ? "stopped; nothing was written" : told);
      return 128 + awe::cli::stop_signal();
    }
    return awe::cli::fail(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    return awe::cli::fail(ErrorKind::limit, "out of memory; try --shard, a sparse output (.npz) or a shorter length");
  } catch (const std::system_error& error) {
    // Whoever read the output has gone: nothing is wrong, and nobody listens.
    if (error.code() == std::errc::broken_pipe) return 128 + SIGPIPE;
    return awe::cli::fail(ErrorKind::io, error.what());
  } catch (const std::exception& error) {
    return awe::cli::fail(ErrorKind::io, error.what());
  }
}
