// Writes a zip member by member into an output file. The bytes depend only on names and contents: no times, no owners.
// Members are deflated by zlib or stored; sizes beyond 4 GiB and more than 65,535 members use Zip64.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bytes/atomic_file.h"

namespace awe::bytes {

// Usage: add() a member, then write() exactly its size; finally finish(). The owner of the output file commits it.
class ZipWriter {
 public:
  enum class Packing { deflate, store };
  explicit ZipWriter(AtomicFile& out, Packing packing = Packing::deflate);
  ~ZipWriter();
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  void add(const std::string& name, std::uint64_t size);
  void write(std::string_view bytes);
  // Adds a whole file as a member.
  void add_file(const std::string& name, const std::string& path);
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace awe::bytes
