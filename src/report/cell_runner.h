// Computes cells. Consecutive cells of the same set read its graphs only once.
#pragma once

#include "awe/run_options.h"
#include "evaluation/graph_set.h"
#include "evaluation/paper_protocol.h"
#include "report/cell.h"

namespace awe::report {

struct CellMachine {
  int threads = 1;
  std::uint64_t memory = RunOptions{}.memory;  // bytes that matrices may take
};

class CellRunner {
 public:
  explicit CellRunner(const CellMachine& machine) : machine_(machine) {}

  // `path`: of the data set. Throws whatever reading and evaluation throw.
  [[nodiscard]] Cell run(const CellParameters& parameters, const std::string& path, const Progress& progress);

 private:
  [[nodiscard]] const evaluation::GraphSet& graphs(const std::string& path);
  [[nodiscard]] evaluation::PaperOptions paper_plan(const CellParameters& parameters,
                                                    const evaluation::GraphSet& set) const;
  void run_paper(Cell& cell, const evaluation::GraphSet& set, const Progress& progress) const;
  void run_data_driven(Cell& cell, const evaluation::GraphSet& set, const Progress& progress) const;
  void run_nested(Cell& cell, const evaluation::GraphSet& set, const Progress& progress) const;

  CellMachine machine_;
  std::string read_;  // the path of set_
  evaluation::GraphSet set_;
};

}  // namespace awe::report
