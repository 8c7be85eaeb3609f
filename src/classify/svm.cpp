#include "awe/classify/svm.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>

#include "awe/base/error.h"
#include "awe/base/parallel.h"
#include "classify/svm_solver.h"

namespace awe {
namespace {

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorKind::usage, "svm: " + reason); }

bool positive(double x) { return x > 0 && std::isfinite(x); }

void check(const GramView& gram, std::span<const std::uint32_t> members, std::span<const int> classes,
           std::span<const double> cs, const SvmOptions& options) {
  if (members.empty()) refuse("no items to train on");
  if (classes.size() != gram.size()) {
    refuse(std::to_string(classes.size()) + " classes for a Gram matrix of " + std::to_string(gram.size()) + " items");
  }
  if (members.back() >= gram.size()) refuse("item " + std::to_string(members.back()) + " is not in the Gram matrix");
  for (std::size_t k = 1; k < members.size(); ++k) {
    if (members[k - 1] >= members[k]) refuse("the items to train on are not strictly ascending");
  }
  for (const std::uint32_t item : members) {
    if (classes[item] < 0) refuse("item " + std::to_string(item) + " has no class");
    const auto own = static_cast<std::size_t>(classes[item]);
    if (!options.class_weights.empty() && own >= options.class_weights.size()) {
      refuse("class " + std::to_string(own) + " has no weight");
    }
    if (!std::isfinite(gram(item, item))) {
      throw Error(ErrorKind::numeric,
                  "svm: the kernel value of item " + std::to_string(item) + " with itself is not finite");
    }
  }
  if (cs.empty()) refuse("no C");
  for (std::size_t k = 0; k < cs.size(); ++k) {
    if (!positive(cs[k])) refuse("C must be positive and finite");
    if (k > 0 && cs[k - 1] > cs[k]) refuse("the list of C is not ascending");
  }
  if (!positive(options.tolerance)) refuse("the tolerance must be positive");
  for (const double weight : options.class_weights) {
    if (!positive(weight)) refuse("class weights must be positive and finite");
  }
}

std::vector<int> classes_of(std::span<const std::uint32_t> members, std::span<const int> classes) {
  std::vector<int> found;
  for (const std::uint32_t item : members) found.push_back(classes[item]);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// One pair of classes of one set of members: a problem of its own, for every C in turn.
struct Problem {
  std::size_t fold, pair;
  int first, second;
  std::vector<std::uint32_t> items;
  std::vector<char> is_first;
};

// Memory for rows, handed on from problem to problem: as many as run at once.
class MemoryPool {
 public:
  std::unique_ptr<RowMemory> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<RowMemory>();
    auto memory = std::move(free_.back());
    free_.pop_back();
    return memory;
  }
  void give_back(std::unique_ptr<RowMemory> memory) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(memory));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<RowMemory>> free_;
};

void solve_path(const GramView& gram, Problem& problem, std::span<const double> cs, const SvmOptions& options,
                RowMemory& memory, std::vector<MultiSvm>& models) {
  const auto weight = [&](int k) {
    return options.class_weights.empty() ? 1.0 : options.class_weights[static_cast<std::size_t>(k)];
  };
  PairSolver solver(gram, std::move(problem.items), std::move(problem.is_first), options, memory);
  for (std::size_t c = 0; c < cs.size(); ++c) {
    SvmPair& pair = models[c].pairs[problem.pair];
    if (c > 0 && (cs[c] == cs[c - 1] || (models[c - 1].pairs[problem.pair].converged && solver.inside_bounds()))) {
      pair = models[c - 1].pairs[problem.pair];
      pair.iterations = 0;
      continue;
    }
    solver.solve(cs[c] * weight(problem.first), cs[c] * weight(problem.second));
    pair = solver.result();
    pair.first = problem.first;
    pair.second = problem.second;
    if (!std::isfinite(pair.objective) || !std::isfinite(pair.rho)) {
      throw Error(ErrorKind::numeric, "svm: a kernel value is not finite, or too large for C");
    }
  }
}

}  // namespace

std::vector<std::vector<MultiSvm>> train_svm_folds(const GramView& gram,
                                                   std::span<const std::vector<std::uint32_t>> folds,
                                                   std::span<const int> classes, std::span<const double> cs,
                                                   const SvmOptions& options) {
  std::vector<std::vector<MultiSvm>> models(folds.size());
  std::vector<Problem> problems;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    check(gram, folds[fold], classes, cs, options);
    const std::vector<int> present = classes_of(folds[fold], classes);
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < present.size(); ++a) {
      for (std::size_t b = a + 1; b < present.size(); ++b) {
        Problem problem{fold, pairs++, present[a], present[b], {}, {}};
        for (const std::uint32_t item : folds[fold]) {
          if (classes[item] != present[a] && classes[item] != present[b]) continue;
          problem.items.push_back(item);
          problem.is_first.push_back(classes[item] == present[a]);
        }
        problems.push_back(std::move(problem));
      }
    }
    for (const double c : cs) models[fold].push_back({c, present, std::vector<SvmPair>(pairs)});
  }
  // The largest first, so that none is left for the end.
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.items.size() > b.items.size(); });
  MemoryPool pool;
  parallel_for(problems.size(), options.threads, [&](std::size_t p) {
    auto memory = pool.take();
    solve_path(gram, problems[p], cs, options, *memory, models[problems[p].fold]);
    pool.give_back(std::move(memory));
  });
  return models;
}

std::vector<MultiSvm> train_svm_path(const GramView& gram, std::span<const std::uint32_t> members,
                                     std::span<const int> classes, std::span<const double> cs,
                                     const SvmOptions& options) {
  const std::vector<std::uint32_t> one(members.begin(), members.end());
  return std::move(train_svm_folds(gram, {&one, 1}, classes, cs, options).front());
}

MultiSvm train_svm(const GramView& gram, std::span<const std::uint32_t> members, std::span<const int> classes,
                   const SvmOptions& options) {
  return std::move(train_svm_path(gram, members, classes, {&options.c, 1}, options).front());
}

std::vector<std::uint32_t> order_by_class(std::span<const int> classes) {
  std::vector<std::uint32_t> order(classes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return classes[a] < classes[b]; });
  return order;
}

}  // namespace awe
