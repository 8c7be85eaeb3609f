// The examples worked out in the text of the paper, computed by this library beside the printed values, and the growth
// of the vocabulary (Figure 2). Cost: milliseconds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace awe::report {

struct WorkedExample {
  std::string what;   // "walks of length 7"
  std::string where;  // place in the paper
  std::string paper, ours;

  [[nodiscard]] bool agrees() const { return paper == ours; }
};
[[nodiscard]] std::vector<WorkedExample> worked_examples();

struct VocabularySize {
  int length = 0;
  std::uint64_t walks = 0;             // without self-loops: Bell(length)
  std::uint64_t walks_with_loops = 0;  // Bell(length + 1)
  std::uint64_t enumerated = 0;        // by enumerating them all, up to length 10; 0: not done
  [[nodiscard]] bool agrees() const { return enumerated == 0 || enumerated == walks; }
};
[[nodiscard]] std::vector<VocabularySize> vocabulary_growth(int longest = 13);

}  // namespace awe::report
