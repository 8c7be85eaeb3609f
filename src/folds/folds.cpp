#include "awe/folds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "awe/error.h"
#include "awe/hash.h"
#include "base/counted.h"

namespace awe {
namespace {

// Part of every key. The same seed must always give the same folds.
constexpr std::uint32_t kVersion = 1;
enum class Use : std::uint32_t { folds = 1, holdout = 2, validation = 3, inner = 4, plain_folds = 5, plain_part = 6 };

constexpr double kValidationShare = 1.0 / 9;

// Items that are always in the same fold.
struct Unit {
  Hash128 key;                                         // smallest key of its members
  std::vector<std::uint32_t> members;                  // positions in the part
  std::vector<std::pair<int, std::uint64_t>> classes;  // rank of a class, number of members in that class
  int main_class = 0;                                  // rank of its largest class
};

struct Units {
  std::vector<Unit> units;
  std::vector<std::uint64_t> class_sizes;  // by rank: largest class first, then by smallest key
};

void check_sizes(const FoldItems& items) {
  if (items.classes.size() != items.ids.size() || (!items.groups.empty() && items.groups.size() != items.ids.size())) {
    throw Error(ErrorKind::usage, std::to_string(items.ids.size()) + " ids, " + std::to_string(items.classes.size()) +
                                      " classes and " + std::to_string(items.groups.size()) +
                                      " groups; give each item one of each");
  }
}

std::vector<Hash128> keys_of(std::span<const std::string> ids, const FoldSeed& seed, Use use) {
  std::unordered_map<std::string_view, std::uint64_t> seen;
  std::vector<Hash128> keys(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Hasher hasher;
    hasher.add_value(kVersion);
    hasher.add_value(static_cast<std::uint32_t>(use));
    hasher.add_value(seed.seed);
    hasher.add_value(seed.repeat);
    hasher.add_value(seen[ids[i]]++);
    hasher.add(std::as_bytes(std::span(ids[i])));
    keys[i] = hasher.digest();
  }
  return keys;
}

// The rank of every item's class.
std::vector<int> rank_classes(const FoldItems& items, std::span<const std::uint32_t> part,
                              const std::vector<Hash128>& keys, std::vector<std::uint64_t>& sizes) {
  struct Class {
    std::uint64_t size = 0;
    Hash128 key;
    int rank = 0;
  };
  std::map<int, Class> classes;
  for (const std::uint32_t item : part) {
    Class& of_item = classes[items.classes[item]];
    if (of_item.size++ == 0 || keys[item] < of_item.key) of_item.key = keys[item];
  }
  std::vector<Class*> order;
  for (auto& [number, of_number] : classes) order.push_back(&of_number);
  std::sort(order.begin(), order.end(),
            [](const Class* a, const Class* b) { return a->size != b->size ? a->size > b->size : a->key < b->key; });
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    order[rank]->rank = static_cast<int>(rank);
    sizes.push_back(order[rank]->size);
  }
  std::vector<int> ranks;
  for (const std::uint32_t item : part) ranks.push_back(classes[items.classes[item]].rank);
  return ranks;
}

Units units_of(const FoldItems& items, std::span<const std::uint32_t> part, const FoldSeed& seed, Use use) {
  check_sizes(items);
  for (const std::uint32_t item : part) {
    if (item >= items.ids.size()) {
      throw Error(ErrorKind::usage, "item " + std::to_string(item) + " of a part of " +
                                        std::to_string(items.ids.size()) + " items; items count from 0");
    }
  }
  const std::vector<Hash128> keys = keys_of(items.ids, seed, use);
  Units all;
  const std::vector<int> ranks = rank_classes(items, part, keys, all.class_sizes);
  std::unordered_map<std::uint32_t, std::size_t> unit_of_group;
  for (std::uint32_t place = 0; place < part.size(); ++place) {
    std::size_t at = all.units.size();
    if (!items.groups.empty()) at = unit_of_group.emplace(items.groups[part[place]], at).first->second;
    const Hash128& key = keys[part[place]];
    if (at == all.units.size()) all.units.push_back({key, {}, {}, 0});
    Unit& unit = all.units[at];
    unit.key = std::min(unit.key, key);
    unit.members.push_back(place);
  }
  for (Unit& unit : all.units) {
    std::map<int, std::uint64_t> counts;
    for (const std::uint32_t place : unit.members) ++counts[ranks[place]];
    unit.classes.assign(counts.begin(), counts.end());
    unit.main_class = std::max_element(unit.classes.begin(), unit.classes.end(), [](const auto& a, const auto& b) {
                        return a.second < b.second;
                      })->first;
  }
  return all;
}

FoldAssignment deal(const FoldItems& items, std::span<const std::uint32_t> part, int folds, const FoldSeed& seed,
                    Use use) {
  if (folds < 2)
    throw Error(ErrorKind::usage, std::to_string(folds) + (folds == 1 ? " fold" : " folds") + "; use two or more");
  Units all = units_of(items, part, seed, use);
  if (all.units.size() < static_cast<std::size_t>(folds)) {
    throw Error(ErrorKind::usage, std::to_string(folds) + " folds for " +
                                      (items.groups.empty() ? base::counted(all.units.size(), "item")
                                                            : base::counted(all.units.size(), "group") + " of items") +
                                      "; use fewer folds");
  }
  std::sort(all.units.begin(), all.units.end(), [](const Unit& a, const Unit& b) {
    if (a.members.size() != b.members.size()) return a.members.size() > b.members.size();
    return a.main_class != b.main_class ? a.main_class < b.main_class : a.key < b.key;
  });
  const auto count = static_cast<std::size_t>(folds);
  std::vector<std::vector<std::uint64_t>> held(all.class_sizes.size(), std::vector<std::uint64_t>(count, 0));
  std::vector<std::uint64_t> sizes(count, 0);
  FoldAssignment assignment{folds, std::vector<int>(part.size(), 0)};
  for (const Unit& unit : all.units) {
    // The fold for which the squared distance to equal counts grows least.
    std::size_t best = 0;
    std::pair<std::uint64_t, std::uint64_t> best_cost;
    for (std::size_t fold = 0; fold < count; ++fold) {
      std::pair<std::uint64_t, std::uint64_t> cost{0, sizes[fold]};
      for (const auto& [rank, members] : unit.classes)
        cost.first += members * held[static_cast<std::size_t>(rank)][fold];
      if (fold == 0 || cost < best_cost) best = fold, best_cost = cost;
    }
    for (const auto& [rank, members] : unit.classes) held[static_cast<std::size_t>(rank)][best] += members;
    sizes[best] += unit.members.size();
    for (const std::uint32_t place : unit.members) assignment.fold_of[place] = static_cast<int>(best);
  }
  return assignment;
}

// How many items of each class to hold out: the nearest integers with the right total, and never a whole class.
std::vector<std::uint64_t> quotas(const std::vector<std::uint64_t>& class_sizes, double share) {
  std::vector<std::uint64_t> wanted(class_sizes.size());
  std::vector<std::pair<double, std::size_t>> remainders;
  std::uint64_t total = 0, given = 0;
  for (std::size_t rank = 0; rank < class_sizes.size(); ++rank) {
    const double exact = share * static_cast<double>(class_sizes[rank]);
    wanted[rank] = static_cast<std::uint64_t>(exact);
    remainders.emplace_back(static_cast<double>(wanted[rank]) - exact, rank);
    total += class_sizes[rank];
    given += wanted[rank];
  }
  const auto aim = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(total)));
  std::sort(remainders.begin(), remainders.end());
  for (const auto& [remainder, rank] : remainders) {
    if (given >= aim) break;
    ++wanted[rank];
    ++given;
  }
  for (std::size_t rank = 0; rank < wanted.size(); ++rank) wanted[rank] = std::min(wanted[rank], class_sizes[rank] - 1);
  return wanted;
}

Split hold_out(const FoldItems& items, std::span<const std::uint32_t> part, double share, const FoldSeed& seed,
               Use use) {
  if (!(share > 0 && share < 1)) {
    throw Error(ErrorKind::usage, "a share of " + std::to_string(share) + " to hold out; use one between 0 and 1");
  }
  Units all = units_of(items, part, seed, use);
  std::sort(all.units.begin(), all.units.end(), [](const Unit& a, const Unit& b) { return a.key < b.key; });
  std::vector<std::uint64_t> left = quotas(all.class_sizes, share);
  Split split;
  for (const Unit& unit : all.units) {
    const bool fits = std::all_of(unit.classes.begin(), unit.classes.end(), [&](const auto& counted) {
      return counted.second <= left[static_cast<std::size_t>(counted.first)];
    });
    if (fits) {
      for (const auto& [rank, members] : unit.classes) left[static_cast<std::size_t>(rank)] -= members;
    }
    auto& side = fits ? split.test : split.train;
    for (const std::uint32_t place : unit.members) side.push_back(part[place]);
  }
  if (split.test.empty()) {
    throw Error(ErrorKind::usage, "nothing can be held out of " + std::to_string(part.size()) +
                                      (items.groups.empty() ? " items" : " items in groups") +
                                      "; use a larger share or more items");
  }
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

std::vector<std::uint32_t> everything(const FoldItems& items) {
  std::vector<std::uint32_t> all(items.ids.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

// The part in the order of its keys: a permutation that does not depend on the order of the items.
std::vector<std::uint32_t> shuffled(const FoldItems& items, std::span<const std::uint32_t> part, const FoldSeed& seed,
                                    Use use) {
  check_sizes(items);
  const std::vector<Hash128> keys = keys_of(items.ids, seed, use);
  std::vector<std::uint32_t> order(part.begin(), part.end());
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  return order;
}

std::vector<std::uint32_t> items_where(const FoldAssignment& assignment, int fold, bool inside) {
  std::vector<std::uint32_t> items;
  for (std::uint32_t i = 0; i < assignment.fold_of.size(); ++i) {
    if ((assignment.fold_of[i] == fold) == inside) items.push_back(i);
  }
  return items;
}

}  // namespace

std::vector<std::uint32_t> FoldAssignment::test_items(int fold) const { return items_where(*this, fold, true); }
std::vector<std::uint32_t> FoldAssignment::train_items(int fold) const { return items_where(*this, fold, false); }

FoldAssignment stratified_folds(const FoldItems& items, int folds, const FoldSeed& seed) {
  return deal(items, everything(items), folds, seed, Use::folds);
}

FoldAssignment inner_folds(const FoldItems& items, std::span<const std::uint32_t> part, int folds,
                           const FoldSeed& seed) {
  return deal(items, part, folds, seed, Use::inner);
}

Split stratified_holdout(const FoldItems& items, double share, const FoldSeed& seed) {
  return hold_out(items, everything(items), share, seed, Use::holdout);
}

FoldAssignment as_one_fold(const Split& split, std::size_t n) {
  FoldAssignment folds{1, std::vector<int>(n, FoldAssignment::kNeverTested)};
  for (const std::uint32_t item : split.test) folds.fold_of.at(item) = 0;
  return folds;
}

Split validation_part(const FoldItems& items, std::span<const std::uint32_t> train, const FoldSeed& seed) {
  return hold_out(items, train, kValidationShare, seed, Use::validation);
}

FoldAssignment plain_folds(const FoldItems& items, int folds, const FoldSeed& seed) {
  const std::size_t n = items.ids.size();
  if (folds < 2 || n < static_cast<std::size_t>(folds)) {
    throw Error(ErrorKind::usage, std::to_string(folds) + " folds for " + base::counted(n, "item") +
                                      "; use two or more, and no more than there are items");
  }
  const std::vector<std::uint32_t> order = shuffled(items, everything(items), seed, Use::plain_folds);
  const std::size_t size = n / static_cast<std::size_t>(folds);
  FoldAssignment assignment{folds, std::vector<int>(n)};
  for (std::size_t place = 0; place < n; ++place) {
    assignment.fold_of[order[place]] = std::min(static_cast<int>(place / size), folds - 1);
  }
  return assignment;
}

Split plain_part(const FoldItems& items, std::span<const std::uint32_t> part, std::size_t count, const FoldSeed& seed) {
  if (count == 0 || count >= part.size()) {
    throw Error(ErrorKind::usage, std::to_string(count) + " of " + base::counted(part.size(), "item") +
                                      " to hold out; use more items or another share");
  }
  const std::vector<std::uint32_t> order = shuffled(items, part, seed, Use::plain_part);
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(count);
  Split split{{middle, order.end()}, {order.begin(), middle}};
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

}  // namespace awe
