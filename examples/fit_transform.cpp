// Features that are learnt from known graphs (walks with degrees, standardised sizes) and applied to new ones, whose
// columns then mean the same.
//   fit_transform KNOWN NEW
#include <awe/awe.h>

#include <cstdio>

int main(int count, char** arguments) {
  if (count != 3) return std::fputs("usage: fit_transform KNOWN NEW\n", stderr), 2;
  const auto known = awe::read_graphs(arguments[1]), fresh = awe::read_graphs(arguments[2]);

  const auto features = awe::Featurizer::fit(known, {.features = "walks(degree):0..2[sqrt] + size"});
  const awe::FeatureMatrix x = features.transform(known), y = features.transform(fresh);
  std::printf("%zu known and %zu new graphs, %zu columns\n", x.num_rows(), y.num_rows(),
              static_cast<std::size_t>(x.num_columns()));
  for (const awe::ColumnBlock& block : y.blocks) {
    std::printf("%s: columns %zu to %zu\n", block.name.c_str(), static_cast<std::size_t>(block.first),
                static_cast<std::size_t>(block.last) - 1);
  }
  for (const awe::MatrixRow& row : y.rows) {
    std::printf("%s: %.1f %% of its walks are in no known graph\n", row.id.c_str(), 100 * row.unseen);
  }
}
