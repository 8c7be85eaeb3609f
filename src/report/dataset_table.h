// The known public data sets with their published statistics: compiled in, so that a copy can be checked without the
// network. TU Dortmund collection (Morris et al., 2020); rows of Table 1 of Ivanov & Burnaev (2018).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "awe/run_options.h"

namespace awe::report {

// As printed in the paper. `arcs`: its mean number of "edges" counts both directions.
struct PaperRow {
  std::string_view name;
  std::uint64_t graphs = 0;
  std::string_view nodes, edges;
  bool arcs = false;
};

struct Dataset {
  std::string_view name;
  std::uint64_t graphs = 0, classes = 0, largest_class = 0;
  std::uint64_t nodes = 0, edges = 0, loops = 0;  // undirected edges, including loops
  bool published = true;                          // in the public collection
  std::optional<PaperRow> paper;

  // Both directions of each edge, but loops only once.
  [[nodiscard]] std::uint64_t arcs() const { return 2 * edges - loops; }
  [[nodiscard]] double mean(std::uint64_t total) const {
    return static_cast<double>(total) / static_cast<double>(graphs);
  }
};

// The sets of the paper first, in its order.
[[nodiscard]] std::span<const Dataset> known_datasets();
[[nodiscard]] const Dataset* find_dataset(std::string_view name);

// The zip file or folder of the set in a data folder; empty if there is neither.
[[nodiscard]] std::string find_copy(const std::string& folder, std::string_view name);

struct DatasetCounts {
  std::uint64_t graphs = 0, classes = 0, largest_class = 0, nodes = 0, edges = 0, arcs = 0;  // including loops
};
[[nodiscard]] DatasetCounts count_dataset(const std::string& path, const Progress& progress);

// Where the paper's row of Table 1 differs from these counts; empty if nowhere. A mean agrees if it differs by less
// than one unit of its last printed digit: some are rounded, some truncated.
[[nodiscard]] std::string differences_from_paper(const Dataset& known, const DatasetCounts& found);

// Empty if the counts equal the published ones, to two decimals of the means.
[[nodiscard]] std::string differences(const Dataset& known, const DatasetCounts& found);

}  // namespace awe::report
