// Splits as JSON, so that methods of others can be compared on the same folds:
//
//   {"awe_splits":1,"seed":7,"folds":10,"repeats":[[["id","id",...],...],...]}
//
// Each repeat has one list of test ids a fold; what is not tested in a fold trains there. Ids must be distinct. Reading
// checks that every id of the collection is in exactly one fold of each repeat. With "folds":1 each repeat has one
// list, a part held out: what is not in it trains, and there must be something. Cost: O(bytes); simdjson reads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "awe/folds.h"

namespace awe::folds {

struct Splits {
  std::uint64_t seed = 0;
  int folds = 0;
  std::vector<FoldAssignment> repeats;
  bool operator==(const Splits&) const = default;
};

// The text, one line a fold; ids in the order of the collection. Throws Error(usage) if two items share an id or an id
// is not UTF-8.
[[nodiscard]] std::string splits_to_json(const Splits& splits, std::span<const std::string> ids);
// Ids may be integers, other keys are passed over. Throws Error: malformed with the id that is missing, unknown or
// there twice, incompatible for another version. `file` is what messages call the text.
[[nodiscard]] Splits splits_from_json(std::string_view text, std::span<const std::string> ids, std::string_view file);

// The same in a file, which is whole or absent. Throws Error: usage if it exists and force is not set, io.
void save_splits(const std::string& path, const Splits& splits, std::span<const std::string> ids, bool force = false);
[[nodiscard]] Splits load_splits(const std::string& path, std::span<const std::string> ids);

}  // namespace awe::folds
