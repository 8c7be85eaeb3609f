// awe VERB: parses the command line, runs the verb, and reports every failure as one line and an exit code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "awe/error.h"
#include "awe/version.h"
#include "console.h"
#include "describe.h"
#include "flag_names.h"
#include "flag_rules.h"
#include "usage.h"
#include "verb.h"

namespace awe::cli {

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 success, 2 usage error, 3 input/output error, 4 malformed input, 5 limit exceeded, 6 numeric\n"
    "error, 7 output locked by another writer, 8 incompatible file, 130 and 143 stopped by a signal.\n\n"
    "`awe VERB --help` and `awe help VERB` explain a verb.\n\n"
    "Examples:\n"
    "  awe embed MUTAG.zip --length 7 -o mutag.npy\n"
    "  awe info graphs.jsonl\n"
    "  awe generate erdos-renyi --num-nodes 100 --probability 0.05 --count 10 -o graphs.jsonl\n"
    "  awe walks --length 4\n";

std::string g_verb;  // the verb on the command line

int fail(ErrorKind kind, std::string_view message) {
  // Keep messages on one line, except those about features, which have a caret below the text.
  const bool lines = message.starts_with("`features`: ");
  std::string line = with_flags(message, g_verb);
  for (char& c : line) {
    if ((c == '\n' && !lines) || c == '\r') c = ' ';
  }
  fmt::print(stderr, "awe: {}\n", line);
  return static_cast<int>(kind);
}

int run(int argc, char** argv) {
  CLI::App app{"Anonymous walk embeddings: graphs in, vectors out."};
  app.formatter(std::make_shared<HelpFormatter>());  // inherited by the verbs
  app.footer(kFooter);
  app.name("awe");
  app.set_version_flag("--version", fmt::format("awe {}", version()), "Print the version and exit");
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
  std::vector<std::string> arguments = with_help_verb({argv + 1, argv + argc});
  std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 expects
  try {
    app.parse(std::move(arguments));
    g_verb = verb_of(app);
    check_flags(parsed_verb(app), g_verb);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return fail(ErrorKind::usage, usage_error(app, error));
  }
  action();
  if (std::fflush(stdout) != 0) {
    if (errno == EPIPE) throw std::system_error(EPIPE, std::generic_category());
    throw Error(ErrorKind::io, "standard output cannot be written");
  }
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
    // The reader of the output has closed it: this is no error, and there is no one to report it to.
    if (error.code() == std::errc::broken_pipe) return 128 + SIGPIPE;
    return awe::cli::fail(ErrorKind::io, error.what());
  } catch (const std::exception& error) {
    return awe::cli::fail(ErrorKind::io, error.what());
  }
}
