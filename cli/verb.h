// The interface between main.cpp and the verbs: one file per verb, with an options struct, declare and run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace awe::cli {

// Set by the verb that the user chose; main calls it after the command line is parsed.
using Action = std::function<void()>;

void declare_classify(CLI::App& app, Action& action);
void declare_convert(CLI::App& app, Action& action);
void declare_datasets(CLI::App& app, Action& action);
void declare_draw(CLI::App& app, Action& action);
void declare_embed(CLI::App& app, Action& action);
void declare_evaluate(CLI::App& app, Action& action);
void declare_explain(CLI::App& app, Action& action);
void declare_generate(CLI::App& app, Action& action);
void declare_index(CLI::App& app, Action& action);
void declare_infer(CLI::App& app, Action& action);
void declare_info(CLI::App& app, Action& action);
void declare_kernel(CLI::App& app, Action& action);
void declare_near_duplicates(CLI::App& app, Action& action);
void declare_report(CLI::App& app, Action& action);
void declare_reproduce(CLI::App& app, Action& action);
void declare_search(CLI::App& app, Action& action);
void declare_train(CLI::App& app, Action& action);
void declare_walks(CLI::App& app, Action& action);

// --seed, --threads and --json: the same in every verb.
struct RunFlags {
  std::uint64_t seed = 1;
  int threads = 0;  // 0: every CPU that the process may use
  bool json = false;

  // Declares all three; verbs without random choices declare only the other two.
  void declare(CLI::App& verb);
  void declare_seed(CLI::App& verb);
  void declare_threads(CLI::App& verb);
  void declare_json(CLI::App& verb);
  [[nodiscard]] int thread_count() const;
};

}  // namespace awe::cli
