#include "common_flags.h"

#include <algorithm>
#include <numeric>

#include "awe/error.h"
#include "awe/walk_index.h"
#include "base/number.h"
#include "base/parallel.h"
#include "matrices/matrix_files.h"
#include "verb.h"

namespace awe::cli {
namespace {

// Accepts a size with a unit, such as 500MB, and replaces it by the number of bytes.
std::string read_size(std::string& text) {
  const std::string written = text;
  const bool number = !text.empty() && text.front() >= '0' && text.front() <= '9';
  const auto refuse = [&] {
    return "'" + written + "' is not a size above 0; write bytes, or a number with a unit, as 500MB or 4GB";
  };
  if (!number) return refuse();
  try {
    const std::string wrong = CLI::AsSizeValue(false)(text);
    return wrong.empty() && base::parse_unsigned(text).value_or(0) > 0 ? "" : refuse();
  } catch (const CLI::Error&) {
    return refuse();
  }
}

}  // namespace

void begin_group(CLI::App& verb, const char* group) { verb.option_defaults()->group(group); }

CLI::Validator whole_number() {
  return {[](std::string& text) {
            const bool digits =
                !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
            if (!digits) return "'" + text + "' is not a whole number";
            return base::parse_unsigned(text) ? std::string() : "'" + text + "' is too large; it must be below 2^64";
          },
          ""};
}

CLI::Validator one_of(std::string_view what, const std::vector<std::string>& names) {
  return {[what = std::string(what), names](std::string& text) {
            const bool known = std::find(names.begin(), names.end(), text) != names.end();
            return known ? std::string() : unknown_name(text, what, names);
          },
          ""};
}

std::string in_braces(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "{" : ",") + name;
  return text + "}";
}

std::vector<int> LengthRange::all() const {
  std::vector<int> lengths(static_cast<std::size_t>(last - first + 1));
  std::iota(lengths.begin(), lengths.end(), first);
  return lengths;
}

LengthRange parse_lengths(const std::string& text) {
  const std::size_t dots = text.find("..");
  const auto first = base::parse_integer(std::string_view(text).substr(0, dots));
  const auto last = dots == std::string::npos ? first : base::parse_integer(std::string_view(text).substr(dots + 2));
  if (!first || !last || *first < 1 || *last < *first || *last > kMaxWalkLength) {
    throw Error(ErrorKind::usage, "--length " + text + ": write a length from 1 to " + std::to_string(kMaxWalkLength) +
                                      " or a range such as 2..7");
  }
  return {static_cast<int>(*first), static_cast<int>(*last)};
}

CLI::Option* add_length(CLI::App& verb, std::string& text, const std::string& what) {
  return verb.add_option("-l,--length", text, what)->type_name("L|A..B");
}

void add_level(CLI::App& verb, Level& level, const std::string& what) { add_choice(verb, "--level", level, what); }

CLI::Option* add_nodes(CLI::App& verb, std::string& file) {
  return verb
      .add_option("--nodes", file,
                  "CSV file, per line a graph id, then node ids: subgraphs, or the nodes of --level node")
      ->type_name("FILE");
}

CLI::Option* add_memory(CLI::App& verb, std::uint64_t& bytes, const std::string& what) {
  return verb.add_option("--memory", bytes, "Maximum memory of " + what + ": bytes, or with a unit, as 500MB or 4GB")
      ->transform(CLI::Validator(read_size, ""))
      ->type_name("SIZE")
      ->group(kRunGroup)
      ->capture_default_str();
}

CLI::Option* add_budget(CLI::App& verb, double& steps) {
  return verb.add_option("--budget", steps, "Maximum number of steps of an exact enumeration per graph")
      ->capture_default_str();
}

CLI::Option* add_force(CLI::App& verb, bool& force) {
  return verb.add_flag("--force", force, "Replace existing outputs")->group(kOutputGroup);
}

void claim_matrix(outputs::OutputUnit& unit, const std::string& path) {
  if (path == "-") return;  // standard output
  for (const std::string& file : matrices::matrix_outputs(path)) unit.add(file);
}

void RunFlags::declare(CLI::App& verb) {
  begin_group(verb, kRunGroup);
  declare_seed(verb);
  declare_threads(verb);
  declare_json(verb);
}

void RunFlags::declare_seed(CLI::App& verb) {
  add_count(verb, "--seed", seed, "Seed of all random choices")->group(kRunGroup)->capture_default_str();
}

void RunFlags::declare_threads(CLI::App& verb) {
  verb.add_option("--threads", threads,
                  "Number of threads, 0 to 4096; results do not depend on it (default, and 0: all CPUs)")
      ->check(CLI::Range(0, 4096).description(""))
      ->type_name("N")
      ->group(kRunGroup);
}

void RunFlags::declare_json(CLI::App& verb) {
  verb.add_flag("--json", json, "Print the summary as one JSON object")->group(kRunGroup);
}

int RunFlags::thread_count() const { return threads > 0 ? threads : base::available_threads(); }

}  // namespace awe::cli
