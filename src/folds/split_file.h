// Splits as JSON, so that other methods can be compared on the same folds:
//
//   {"awe_splits":1,"seed":7,"folds":10,"repeats":[[["id","id",...],...],...]}
//
// Each repeat has one list of test ids per fold; items not tested in a fold are its training items. Ids must be unique.
// Reading checks that every id of the collection is in exactly one fold of each repeat. With "folds":1 each repeat has
// one list, a held-out part: the items not in it are the training items, of which there must be at least one. Cost:
// O(bytes); parsed by simdjson.
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

// The JSON text, one line per fold, with ids in the order of the collection. Throws Error(usage) if two items share an
// id or an id is not UTF-8.
[[nodiscard]] std::string splits_to_json(const Splits& splits, std::span<const std::string> ids);
// Ids may be integers; unknown keys are ignored. Throws Error: malformed with the id that is missing, unknown or
// duplicated, incompatible for another version. `file` is the name used for the text in messages.
[[nodiscard]] Splits splits_from_json(std::string_view text, std::span<const std::string> ids, std::string_view file);

// The same in a file, written completely or not at all. Throws Error: usage if it exists and force is not set, io.
void save_splits(const std::string& path, const Splits& splits, std::span<const std::string> ids, bool force = false);
[[nodiscard]] Splits load_splits(const std::string& path, std::span<const std::string> ids);

}  // namespace awe::folds
