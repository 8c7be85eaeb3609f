// The instruction sets that the library's loops are compiled for and this processor supports, and a way to select one:
// everything that Highway dispatches in this process uses the selection while it is alive.
#pragma once

#include <hwy/targets.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace awe::bench {

struct InstructionSet {
  std::int64_t target;
  std::string name;
};

// Narrowest first.
inline std::vector<InstructionSet> instruction_sets() {
  std::vector<InstructionSet> sets;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    std::string name = hwy::TargetName(target);
    if (name == "AVX3") name = "AVX-512";  // Highway's name for it
    sets.push_back({target, name});
  }
  std::reverse(sets.begin(), sets.end());
  return sets;
}

class ChosenInstructionSet {
 public:
  explicit ChosenInstructionSet(const InstructionSet& set) { choose(set.target); }
  ~ChosenInstructionSet() { choose(0); }
  ChosenInstructionSet(const ChosenInstructionSet&) = delete;
  ChosenInstructionSet& operator=(const ChosenInstructionSet&) = delete;

 private:
  static void choose(std::int64_t targets) {  // 0: everything the processor supports
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

}  // namespace awe::bench
