// Classes of rows that are not whole graphs: at the levels node, edge and subgraph, the ids of --classes are those of
// the rows, as x.rows.csv has them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "awe/matrix.h"
#include "input_flags.h"
#include "inputs/classes.h"

namespace awe::cli {

class RowClasses {
 public:
  // Takes over --classes of the input if rows are not whole graphs; otherwise it does nothing.
  RowClasses(InputFlags& input, Level level);
  // Sets the class of a row, if there is a file of classes.
  void assign(MatrixRow& row);
  // To be called after the last row. Throws Error(usage) if no row has one of the ids; notes rows without a class.
  void finish() const;

 private:
  std::string file_;
  inputs::ClassTable table_;
  std::uint64_t rows_ = 0, matched_ = 0;
  std::vector<std::string> seen_;  // the first ids
};

}  // namespace awe::cli
