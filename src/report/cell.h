// One result of a reproduction (a data set under a protocol), and the folder of files that keeps results between runs.
//
// A cell's file contains the parameters it was computed with, the version and a hash of the program among them, and is
// reused only if all of them match; an unreadable file counts as absent. Files are written completely or not at all, so
// a run may be stopped at any time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "awe/enum_text.h"
#include "report/dataset_table.h"

namespace awe::report {

// Counts; accuracies of AWE (FB) and of AWE (DD) by the paper's protocol; accuracy of a recipe by the nested one;
// accuracies of AWE (FB) by the rule of the authors' code.
enum class CellKind { statistics, paper, data_driven, nested, authors };
}  // namespace awe::report

template <>
struct awe::EnumText<awe::report::CellKind> {
  static constexpr std::string_view kWhat = "kind of cell";
  static constexpr EnumNames<report::CellKind, 5> kNames = {{{report::CellKind::statistics, "statistics"},
                                                             {report::CellKind::paper, "paper"},
                                                             {report::CellKind::data_driven, "data-driven"},
                                                             {report::CellKind::nested, "nested"},
                                                             {report::CellKind::authors, "authors"}}};
};

namespace awe::report {

struct CellParameters {
  CellKind kind = CellKind::statistics;
  std::string set;       // "MUTAG"
  std::string features;  // for paper: "aw:10"; for data_driven: "pvdm aw:10"; for nested: the name of a recipe
  std::uint64_t seed = 1;
  int folds = 10, repeats = 1;
  std::uint64_t walks = 100'000;  // per graph, if walks are sampled
  std::string data;               // hash of the data set's bytes
  std::string version;            // of the program
  std::string program;            // hash of the program's bytes: another build may give other results

  // A title for people, and the file name: "MUTAG, paper aw:10", "MUTAG.paper.aw-10.10x10.seed-1.json".
  [[nodiscard]] std::string title() const;
  [[nodiscard]] std::string file_name() const;
  // The number of steps that a cell reports while it is computed: repeats times kernels, or folds. 0: none.
  [[nodiscard]] std::uint64_t steps() const;
  bool operator==(const CellParameters&) const = default;
};

// An accuracy, as fractions of 1.
struct CellLine {
  std::string name;  // name of the kernel, or "nested"
  double mean = 0, fold_deviation = 0, repeat_deviation = 0;
  double low = 0, high = 0;  // 95 % interval
};

struct Cell {
  CellParameters parameters;
  DatasetCounts counts;         // only for statistics
  std::vector<CellLine> lines;  // one per kernel; a single one for nested
  std::string chosen;           // only for nested: recipes chosen in the folds, and how often
  double seconds = 0;

  // The line with the highest mean, the first on a tie; the only one for nested. Throws Error(usage) for statistics.
  [[nodiscard]] const CellLine& best() const;
  // The best line whose name begins with `prefix`; null if there is none.
  [[nodiscard]] const CellLine* best(std::string_view prefix) const;
};

[[nodiscard]] std::string to_json(const Cell& cell);
// Throws Error(malformed) for text that is not a cell. `file` is the name used for the text in messages.
[[nodiscard]] Cell cell_from_json(std::string_view text, std::string_view file);

class CellStore {
 public:
  // Creates the folder. Throws Error(io). `any_program`: cells of other programs and versions are used, too.
  explicit CellStore(std::string folder, bool any_program = false);

  struct Found {
    std::optional<Cell> cell;
    std::string damage;  // why an existing file is not used; empty: no file, or it is used
  };
  [[nodiscard]] Found find(const CellParameters& wanted) const;
  void keep(const Cell& cell) const;

 private:
  std::string folder_;
  bool any_program_ = false;
};

// Hash of the bytes of a file, or of all files in a folder with their names. Throws Error(io).
[[nodiscard]] std::string hash_of_data(const std::string& path);

}  // namespace awe::report
