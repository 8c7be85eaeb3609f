#include "report/worked_examples.h"

#include <initializer_list>

#include "awe/walk_index.h"
#include "sampled_walks/sample_size.h"

namespace awe::report {
namespace {

constexpr int kLongestEnumerated = 10;

// The anonymous walk of nodes given as letters, as the paper writes them: "a b c b c".
std::string anonymous(const std::string& letters) {
  std::vector<std::uint32_t> nodes;
  for (const char c : letters) {
    if (c != ' ') nodes.push_back(static_cast<std::uint32_t>(c));
  }
  return to_string(anonymise(nodes));
}

std::uint64_t count_one_by_one(const WalkIndex& index) {
  AnonymousWalk walk = index.unrank(0);
  std::uint64_t count = 1;
  while (index.advance(walk)) ++count;
  return count;
}

}  // namespace

std::vector<WorkedExample> worked_examples() {
  const std::uint64_t walks = WalkIndex(7).size();
  std::vector<WorkedExample> examples = {
      {"anonymous walks of length 7", "section 3.1, Sampling", "877", std::to_string(walks)},
      {"walks to draw: length 7, epsilon 0.5, delta 0.05", "section 3.1, Sampling", "4888",
       std::to_string(sampled_walks::sample_size(walks, 0.5, 0.05))},
      {"walks to draw: length 7, epsilon 0.1, delta 0.01", "section 3.1, Sampling", "122500",
       std::to_string(sampled_walks::sample_size(walks, 0.1, 0.01))},
  };
  const std::initializer_list<std::pair<const char*, const char*>> drawn = {
      {"a b c b c", "1 2 3 2 3"}, {"c d b d b", "1 2 3 2 3"}, {"a b a b d", "1 2 1 2 3"}};
  for (const auto& [walk, paper] : drawn) {
    examples.push_back({std::string("anonymous walk of ") + walk, "section 2, Figure 1", paper, anonymous(walk)});
  }
  examples.push_back({"3 1 2 is the anonymous walk", "section 2", "1 2 3", anonymous("3 1 2")});
  return examples;
}

std::vector<VocabularySize> vocabulary_growth(int longest) {
  std::vector<VocabularySize> growth;
  for (int length = 1; length <= longest; ++length) {
    const WalkIndex index(length);
    VocabularySize size{length, index.size(), WalkIndex(length, true).size(), 0};
    if (length <= kLongestEnumerated) size.enumerated = count_one_by_one(index);
    growth.push_back(size);
  }
  return growth;
}

}  // namespace awe::report
