// Computes cells. Consecutive cells of the same set read its graphs only once.
#pragma once

#include "awe/graph_set.h"
#include "awe/progress.h"
#include "evaluation/paper_protocol.h"
#include "report/cell.h"

namespace awe::report {

struct CellMachine {
  int threads = 1;
  double memory = 4e9;  // bytes that matrices may use
};

class CellRunner {
 public:
  explicit CellRunner(const CellMachine& machine) : machine_(machine) {}

  // `path`: of the data set. Throws whatever reading and evaluation throw.
  [[nodiscard]] Cell run(const CellParameters& parameters, const std::string& path, const Progress& progress);

 private:
  [[nodiscard]] const GraphSet& graphs(const std::string& path);
  [[nodiscard]] evaluation::PaperOptions paper_plan(const CellParameters& parameters, const GraphSet& set) const;
  void run_paper(Cell& cell, const GraphSet& set, const Progress& progress) const;
  void run_data_driven(Cell& cell, const GraphSet& set, const Progress& progress) const;
  void run_nested(Cell& cell, const GraphSet& set, const Progress& progress) const;

  CellMachine machine_;
  std::string read_;  // the path of set_
  GraphSet set_;
};

}  // namespace awe::report
