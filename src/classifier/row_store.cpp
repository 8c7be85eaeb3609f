#include "classifier/row_store.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

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

Error failed(const std::string& name, const char* what) {
  return {ErrorKind::io, name + ": " + what + ": " + std::strerror(errno)};
}

Hash128 hash_of(const std::string& bytes) {
  Hasher hasher;
  hasher.add(std::as_bytes(std::span(bytes)));
  return hasher.digest();
}

}  // namespace

RowStore::RowStore(std::uint64_t rows, std::uint64_t columns, std::uint64_t block_rows, const std::string& path)
    : columns_(columns),
      blocks_(static_cast<std::size_t>(std::max<std::uint64_t>(1, (rows + block_rows - 1) / block_rows))),
      rows_(columns) {
  if (!path.empty()) {
    open(path, "w+b");
  } else if (blocks_.size() > 1) {
    file_.reset(std::tmpfile());
    if (!file_) throw failed(name_, "cannot be created");
  }
}

RowStore::RowStore(std::uint64_t columns, std::vector<BlockState> state, const std::string& path)
    : columns_(columns), rows_(columns) {
  for (BlockState& one : state) {
    for (const Piece& piece : one.pieces) end_ = std::max(end_, piece.place + piece.size);
    blocks_.push_back({{}, std::move(one)});
  }
  open(path, "r+b");
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) throw failed(name_, "cannot be read");
  if (const long size = std::ftell(file_.get()); size < 0 || static_cast<std::uint64_t>(size) < end_) {
    throw Error(ErrorKind::io, name_ + ": is shorter than its checkpoint says; delete both to begin anew");
  }
}

void RowStore::open(const std::string& path, const char* mode) {
  name_ = path;
  file_.reset(std::fopen(path.c_str(), mode));
  if (!file_) throw failed(name_, "cannot be opened");
}

void RowStore::add(const kernels::SparseRows::Row& row, int row_class, const Hash128& key) {
  Block& block = blocks_[static_cast<std::size_t>(key.high % blocks_.size())];
  block.known.classes.push_back(row_class);
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
  if (std::fseek(file_.get(), static_cast<long>(end_), SEEK_SET) != 0 ||
      std::fwrite(block.buffer.data(), 1, block.buffer.size(), file_.get()) != block.buffer.size() ||
      std::fflush(file_.get()) != 0) {
    throw failed(name_, "cannot be written");
  }
  block.known.pieces.push_back({end_, block.buffer.size(), hash_of(block.buffer)});
  end_ += block.buffer.size();
  block.buffer.clear();
}

kernels::SparseRows RowStore::read(const Block& block) const {
  kernels::SparseRows rows(columns_);
  std::string bytes;
  for (const Piece& piece : block.known.pieces) {
    bytes.resize(static_cast<std::size_t>(piece.size));
    if (std::fseek(file_.get(), static_cast<long>(piece.place), SEEK_SET) != 0 ||
        std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
      throw failed(name_, "cannot be read");
    }
    if (hash_of(bytes) != piece.hash) throw Error(ErrorKind::malformed, name_ + ": was changed");
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

std::vector<RowStore::BlockState> RowStore::state() {
  std::vector<BlockState> made;
  for (Block& block : blocks_) {
    flush(block);
    made.push_back(block.known);
  }
  return made;
}

machines::RowBlocks RowStore::blocks() {
  machines::RowBlocks made{static_cast<std::size_t>(columns_), {}, {}};
  for (Block& block : blocks_) {
    if (file_) flush(block);
    made.classes.push_back(block.known.classes);
  }
  made.read = [this](std::size_t block) {
    if (file_) return std::make_shared<const kernels::SparseRows>(read(blocks_[block]));
    return std::shared_ptr<const kernels::SparseRows>(&rows_, [](const kernels::SparseRows*) {});  // owned by this
  };
  return made;
}

}  // namespace awe::classifier
