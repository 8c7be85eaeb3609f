// awe VERB: parses the command line, runs the verb, and reports every failure as one line and an exit code.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "awe/error.h"
#include "awe/version.h"
#include "console.h"
#include "describe.h"
#include "flag_names.h"
#include "flag_rules.h"
#include "outputs/unfinished.h"
#include "terminal.h"
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

constexpr const char* kOutOfMemory = "out of memory; try --shard, a sparse output (.npz) or a shorter length";

std::string g_verb;  // the verb on the command line

int fail(ErrorKind kind, std::string_view message) {
  // Keep messages on one line, except those about features, which have a caret below the text.
  const bool lines = message.starts_with("`features`: ");
  std::string line = with_flags(message, g_verb);
  if (!lines) std::replace(line.begin(), line.end(), '\n', ' ');
  write_error_text(fmt::format("awe: {}\n", printable_lines(line)));
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
  declare_index(app, action);
  declare_search(app, action);
  declare_near_duplicates(app, action);
  declare_reproduce(app, action);
  declare_explain(app, action);
  declare_report(app, action);
  declare_draw(app, action);
  declare_generate(app, action);
  declare_datasets(app, action);
  if (argc == 2 && std::string_view(argv[1]) == "--describe") {  // for scripts/command_pages, not for users
    fmt::print("{}\n", describe(app));
    flush_standard_output();
    return 0;
  }
  std::vector<std::string> arguments = with_help_verb({argv + 1, argv + argc});
  std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 expects
  try {
    app.parse(std::move(arguments));
    g_verb = verb_of(app);
  } catch (const CLI::Success& success) {
    // Help for what does not exist.
    if (const std::string wrong = unknown_verb(app); !wrong.empty()) return fail(ErrorKind::usage, wrong);
    std::ostringstream text, none;
    const int code = app.exit(success, text, none);
    fmt::print("{}", text.str());
    flush_standard_output();
    return code;
  } catch (const CLI::ParseError& error) {
    return fail(ErrorKind::usage, usage_error(app, error));
  }
  const CLI::App& verb = parsed_verb(app);
  refuse_empty_paths(verb);
  check_flags(verb, g_verb);
  const CLI::Option* json = verb.get_option_no_throw("--json");
  if (json != nullptr && json->count() > 0) set_output_kind(OutputKind::json);
  action();
  try {
    flush_standard_output();
  } catch (...) {
    if (stop_requested()) throw Error(ErrorKind::interrupted, "interrupted");
    throw;
  }
  end_of_work();
  return 0;
}

// Reports a failure as one line on stderr; returns the exit code.
int report(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted && stop_signal() != 0) {
      const std::string_view told = error.what();
      fail(error.kind(), told == "interrupted" ? "stopped; nothing was written" : told);
      return 128 + stop_signal();
    }
    return fail(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::limit, kOutOfMemory);
  } catch (const std::length_error&) {  // more than any memory holds
    return fail(ErrorKind::limit, kOutOfMemory);
  } catch (const std::system_error& error) {
    // The reader of the output has closed it: this is no error, and there is no one to report it to.
    if (error.code() == std::errc::broken_pipe) return 128 + SIGPIPE;
    if (error.code() == std::errc::not_enough_memory) return fail(ErrorKind::limit, kOutOfMemory);
    return fail(ErrorKind::io, error.what());
  } catch (const std::exception& error) {
    return fail(ErrorKind::io, error.what());
  }
}

volatile std::sig_atomic_t g_no_memory = 0;  // an allocation has failed

// The last resort for an allocation that fails where no exception may leave: before main(), in functions of other
// libraries that promise not to throw, in destructors. Anything else that ends here is a defect, and aborts.
[[noreturn]] void end_without_memory() {
  try {
    const auto failure = std::current_exception();
    if (failure != nullptr) std::rethrow_exception(failure);
    if (g_no_memory != 0) throw std::bad_alloc();  // its exception has not been caught anywhere
  } catch (const std::bad_alloc&) {
    for (int i = 0; i < 1000 && !outputs::abandon_unfinished(); ++i) usleep(1000);
    constexpr std::string_view kMessage = "awe: out of memory\n";
    (void)!::write(STDERR_FILENO, kMessage.data(), kMessage.size());
    _exit(static_cast<int>(ErrorKind::limit));
  } catch (...) {
  }
  std::abort();
}

// Runs before the static objects of this program and of its libraries are made.
void prepare_for_no_memory() {
  std::set_terminate(end_without_memory);
  std::set_new_handler([] {
    g_no_memory = 1;
    throw std::bad_alloc();
  });
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const kPrepare)() = prepare_for_no_memory;

}  // namespace
}  // namespace awe::cli

int main(int argc, char** argv) {
  std::exception_ptr failure;
  try {
    awe::cli::catch_signals();
    awe::cli::filter_standard_output();
    return awe::cli::run(argc, argv);
  } catch (...) {
    failure = std::current_exception();
    awe::cli::end_of_work();
  }
  try {
    return awe::cli::report(failure);
  } catch (...) {  // there is no memory even for the message
    std::fputs("awe: out of memory\n", stderr);
    return static_cast<int>(awe::ErrorKind::limit);
  }
}
