// What the paper prints (Ivanov & Burnaev, Anonymous Walk Embeddings, ICML 2018): the accuracies of its Tables 2, 3 and
// 4, quoted figure by figure. Table 1 is in report/dataset_table.h. Nothing here is computed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace awe::report {

struct QuotedFigure {
  std::optional<double> mean, deviation;  // in per cent
  std::string_view word = {};             // instead of a figure: "OOM", "-"

  // "51.58 ± 4.66", "70.99" or the word.
  [[nodiscard]] std::string str() const;
};

struct QuotedRow {
  std::string_view algorithm;  // "AWE (FB)", "AWE (FB) RBF", "WL"
  std::vector<QuotedFigure> figures;
  std::string_view recipe = {};  // that computes a competitor here; empty: AWE itself, or quoted only
};

struct QuotedTable {
  int number = 0;
  std::string_view caption;
  std::vector<std::string_view> sets;   // names in the public collection
  std::vector<std::string_view> names;  // names in the paper
  std::vector<QuotedRow> rows;

  // Throws Error(usage) for an entry that is not in the table.
  [[nodiscard]] const QuotedFigure& at(std::string_view algorithm, std::string_view set) const;
};

// Tables 2, 3, 4. Throws Error(usage) for any other number.
[[nodiscard]] const QuotedTable& quoted_table(int number);

}  // namespace awe::report
