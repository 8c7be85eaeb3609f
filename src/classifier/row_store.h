// Rows of many graphs, kept for several passes of the linear machine. Few rows stay in memory; many go to a temporary
// file without a name, which ends with the process, in blocks of at most some tens of megabytes. Rows that are to
// outlive the process, beside a checkpoint, go to a named file. A row goes to the block that its content names, so that
// every block has graphs of all classes even if the input is sorted by class. About five bytes per entry on disk; what
// is read back is checked by hashes.
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
  // A run of rows of one block in the file.
  struct Piece {
    std::uint64_t place = 0, size = 0;
    Hash128 hash;
  };
  // What was added to one block.
  struct BlockState {
    std::vector<Piece> pieces;
    std::vector<int> classes;
  };

  // For about this many rows of `columns` columns, in blocks of about `block_rows`. With a path, the rows are in that
  // file, which is replaced. Throws Error(io) if the file cannot be made.
  RowStore(std::uint64_t rows, std::uint64_t columns, std::uint64_t block_rows = 20'000, const std::string& path = {});
  // Continues with the rows that a store with this path had when state() was called. Throws Error(io) if the file is
  // not there or shorter.
  RowStore(std::uint64_t columns, std::vector<BlockState> state, const std::string& path);

  // `key` depends on the content of the row alone.
  void add(const kernels::SparseRows::Row& row, int row_class, const Hash128& key);
  // What was added; valid while the store exists. Nothing may be added afterwards. Reading throws Error: io, malformed
  // if the file was changed.
  [[nodiscard]] machines::RowBlocks blocks();
  // What a store in a named file can be continued from, block by block; all rows are in the file.
  [[nodiscard]] std::vector<BlockState> state();

 private:
  struct Block {
    std::string buffer;  // rows that are not yet in the file
    BlockState known;
  };
  struct Close {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };
  void open(const std::string& path, const char* mode);
  void flush(Block& block);
  [[nodiscard]] kernels::SparseRows read(const Block& block) const;

  std::uint64_t columns_;
  std::string name_ = "temporary file";  // in messages
  std::vector<Block> blocks_;
  std::uint64_t end_ = 0;                   // of what is in the file
  std::unique_ptr<std::FILE, Close> file_;  // null: in memory
  kernels::SparseRows rows_;                // in memory
};

}  // namespace awe::classifier
