// Rows of many graphs, kept for several passes of the linear machine. Few rows stay in memory; many go to a temporary
// file without a name, which ends with the process, in blocks of at most some tens of megabytes. A row goes to the
// block that its content names, so that every block has graphs of all classes even if the input is sorted by class.
// About five bytes per entry on disk.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "awe/hash.h"
#include "kernels/sparse_rows.h"
#include "machines/linear.h"

namespace awe::classifier {

class RowStore {
 public:
  // For about this many rows of `columns` columns. Throws Error(io) if there is no room for a temporary file.
  RowStore(std::uint64_t rows, std::uint64_t columns, std::uint64_t most_rows_in_memory = 20'000);

  // `key` depends on the content of the row alone.
  void add(const kernels::SparseRows::Row& row, int row_class, const Hash128& key);
  // What was added; valid while the store exists. Nothing may be added afterwards.
  [[nodiscard]] machines::RowBlocks blocks();

 private:
  struct Piece {
    long place;
    std::size_t size;
  };
  struct Block {
    std::string buffer;  // rows that are not yet in the file
    std::vector<Piece> pieces;
    std::vector<int> classes;
  };
  struct Close {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };
  void flush(Block& block);
  [[nodiscard]] kernels::SparseRows read(const Block& block) const;

  std::uint64_t columns_;
  std::vector<Block> blocks_;
  std::unique_ptr<std::FILE, Close> file_;  // null: in memory
  kernels::SparseRows rows_;                // in memory
};

}  // namespace awe::classifier
