// The examples that the paper works out in its text, computed by this library beside what the paper prints, and the
// growth of the vocabulary (Figure 2). Cost: milliseconds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace awe::report {

struct WorkedExample {
  std::string what;   // "walks of length 7"
  std::string where;  // in the paper
  std::string paper, ours;

  [[nodiscard]] bool agrees() const { return paper == ours; }
};
[[nodiscard]] std::vector<WorkedExample> worked_examples();

struct VocabularySize {
  int length = 0;
  std::uint64_t walks = 0;             // without self-loops: Bell(length)
  std::uint64_t walks_with_loops = 0;  // Bell(length + 1)
  std::uint64_t enumerated = 0;        // walked through one by one, up to length 10; 0: not done
  [[nodiscard]] bool agrees() const { return enumerated == 0 || enumerated == walks; }
};
[[nodiscard]] std::vector<VocabularySize> vocabulary_growth(int longest = 13);

}  // namespace awe::report
