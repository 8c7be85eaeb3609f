#include "classifier/row_store.h"

#include <cerrno>
#include <cstring>
#include <span>

#include "awe/error.h"

namespace awe::classifier {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;

void put_number(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
}

std::uint64_t take_number(const char*& at) {
  std::uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(*at++);
    value |= std::uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return value;
  }
}

Error failed(const char* what) {
  return {ErrorKind::io, std::string("temporary file: ") + what + ": " + std::strerror(errno)};
}

}  // namespace

RowStore::RowStore(std::uint64_t rows, std::uint64_t columns, std::uint64_t most_rows_in_memory)
    : columns_(columns),
      blocks_(static_cast<std::size_t>((rows + most_rows_in_memory - 1) / most_rows_in_memory)),
      rows_(columns) {
  if (blocks_.empty()) blocks_.resize(1);
  if (blocks_.size() == 1) return;
  file_.reset(std::tmpfile());
  if (!file_) throw failed("cannot be created");
}

void RowStore::add(const kernels::SparseRows::Row& row, int row_class, const Hash128& key) {
  Block& block = blocks_[static_cast<std::size_t>(key.high % blocks_.size())];
  block.classes.push_back(row_class);
  if (!file_) {
    SparseVector copy;
    for (std::size_t k = 0; k < row.size(); ++k) copy.push_back(row.column(k), static_cast<double>(row.values[k]));
    rows_.append(copy);
    return;
  }
  put_number(block.buffer, row.size());
  for (std::size_t k = 0; k < row.size(); ++k)
    put_number(block.buffer, row.column(k) - (k > 0 ? row.column(k - 1) : 0));
  block.buffer.append(reinterpret_cast<const char*>(row.values.data()), row.values.size_bytes());
  if (block.buffer.size() >= kBufferBytes) flush(block);
}

void RowStore::flush(Block& block) {
  if (block.buffer.empty()) return;
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) throw failed("cannot be written");
  const long place = std::ftell(file_.get());
  if (place < 0 || std::fwrite(block.buffer.data(), 1, block.buffer.size(), file_.get()) != block.buffer.size() ||
      std::fflush(file_.get()) != 0) {
    throw failed("cannot be written");
  }
  block.pieces.push_back({place, block.buffer.size()});
  block.buffer.clear();
}

kernels::SparseRows RowStore::read(const Block& block) const {
  kernels::SparseRows rows(columns_);
  std::string bytes;
  for (const Piece& piece : block.pieces) {
    bytes.resize(piece.size);
    if (std::fseek(file_.get(), piece.place, SEEK_SET) != 0 ||
        std::fread(bytes.data(), 1, piece.size, file_.get()) != piece.size) {
      throw failed("cannot be read");
    }
    for (const char *at = bytes.data(), *end = at + bytes.size(); at < end;) {
      SparseVector row;
      std::uint64_t column = 0;
      for (std::uint64_t left = take_number(at); left > 0; --left) {
        column += take_number(at);
        row.push_back(column, 0);
      }
      for (double& value : row.values) {
        float stored = 0;
        std::memcpy(&stored, at, sizeof stored);
        at += sizeof stored;
        value = static_cast<double>(stored);
      }
      rows.append(row);
    }
  }
  return rows;
}

machines::RowBlocks RowStore::blocks() {
  machines::RowBlocks made{static_cast<std::size_t>(columns_), {}, {}};
  for (Block& block : blocks_) {
    if (file_) flush(block);
    made.classes.push_back(block.classes);
  }
  made.read = [this](std::size_t block) { return file_ ? read(blocks_[block]) : rows_; };
  return made;
}

}  // namespace awe::classifier
