#include "svm/svm_paths.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "awe/error.h"
#include "base/parallel.h"

namespace awe::svm {
namespace {

// Memory for rows, reused from problem to problem: as many pieces as problems run at once.
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

void solve_path(const kernels::GramView& gram, PathProblem& problem, const SvmOptions& options, RowMemory& memory) {
  DualSolver solver(gram, std::move(problem.dual), options, memory);
  for (std::size_t c = 0; c < problem.cs.size(); ++c) {
    const int first = problem.made[c]->first, second = problem.made[c]->second;
    SvmPair& pair = *problem.made[c];
    if (c > 0 && (problem.cs[c] == problem.cs[c - 1] || (problem.made[c - 1]->converged && solver.inside_bounds()))) {
      pair = *problem.made[c - 1];
      pair.iterations = 0;
      continue;
    }
    solver.solve(problem.cs[c] * problem.positive_weight, problem.cs[c] * problem.negative_weight);
    pair = solver.result();
    pair.first = first;
    pair.second = second;
    if (!std::isfinite(pair.objective) || !std::isfinite(pair.rho)) {
      throw Error(ErrorKind::numeric, "svm: a kernel value is not finite, or too large for C");
    }
  }
}

}  // namespace

void solve_paths(const kernels::GramView& gram, std::vector<PathProblem> problems, const SvmOptions& options) {
  // Start with the largest problems, so that no thread is left with a long one at the end.
  std::stable_sort(problems.begin(), problems.end(), [](const PathProblem& a, const PathProblem& b) {
    return a.dual.items.size() > b.dual.items.size();
  });
  MemoryPool pool;
  base::parallel_for(problems.size(), options.threads, [&](std::size_t p) {
    auto memory = pool.take();
    solve_path(gram, problems[p], options, *memory);
    pool.give_back(std::move(memory));
  });
}

void check_members(const kernels::GramView& gram, std::span<const std::uint32_t> members) {
  const auto refuse = [](const std::string& reason) { throw Error(ErrorKind::usage, "svm: " + reason); };
  if (members.empty()) refuse("no items to train on");
  if (members.back() >= gram.size()) refuse("item " + std::to_string(members.back()) + " is not in the Gram matrix");
  for (std::size_t k = 1; k < members.size(); ++k) {
    if (members[k - 1] >= members[k]) refuse("the items to train on are not strictly ascending");
  }
  for (const std::uint32_t item : members) {
    if (std::isfinite(gram(item, item))) continue;
    throw Error(ErrorKind::numeric,
                "svm: the kernel value of item " + std::to_string(item) + " with itself is not finite");
  }
}

void check_penalties(std::span<const double> cs, const SvmOptions& options) {
  const auto refuse = [](const std::string& reason) { throw Error(ErrorKind::usage, "svm: " + reason); };
  const auto positive = [](double x) { return x > 0 && std::isfinite(x); };
  if (cs.empty()) refuse("no C");
  for (std::size_t k = 0; k < cs.size(); ++k) {
    if (!positive(cs[k])) refuse("C must be positive and finite");
    if (k > 0 && cs[k - 1] > cs[k]) refuse("the list of C is not ascending");
  }
  if (!positive(options.tolerance)) refuse("the tolerance must be positive");
}

}  // namespace awe::svm
