// An index of graphs, kept in a file, opened and searched for graphs like new ones; groups of near duplicates.
//   search KNOWN INDEX NEW
#include <awe/awe.h>

#include <cstdio>

int main(int count, char** arguments) {
  if (count != 4) return std::fputs("usage: search KNOWN INDEX NEW\n", stderr), 2;
  const auto known = awe::read_graphs(arguments[1]);
  awe::GraphIndex::build(known, {.features = {.length = 5}}).save(arguments[2], true);

  const auto index = awe::GraphIndex::open(arguments[2]);  // mapped: at once, whatever its size
  std::printf("%d rows of %d columns\n", static_cast<int>(index.summary().rows),
              static_cast<int>(index.summary().columns));
  for (const auto& result : index.search(awe::read_graphs(arguments[3]), {.k = 1, .shared_walks = 1})) {
    const awe::SearchHit& hit = result.hits.front();
    std::printf("%s: %s at distance %.4f, by walk %s\n", result.id.c_str(), hit.id.c_str(), hit.distance,
                hit.shared.front().walk.c_str());
  }
  std::printf("%zu groups of near duplicates\n", index.near_duplicates(0.02).groups.size());
}
