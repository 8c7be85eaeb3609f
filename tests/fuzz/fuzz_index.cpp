// Index files: opened, searched, grouped and added to. Corrects the checksums first: otherwise no changed byte would
// get past them.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "awe/graph_index.h"
#include "awe/hash.h"
#include "drain.h"

namespace {

using namespace awe;

constexpr std::size_t kHeader = 96, kHashed = 80, kEntry = 72;  // src/bytes/model_file.h

std::uint64_t number_at(const std::string& bytes, std::size_t place) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

void put_hash(std::string& bytes, std::size_t place, const Hash128& hash) {
  std::memcpy(bytes.data() + place, &hash.high, 8);
  std::memcpy(bytes.data() + place + 8, &hash.low, 8);
}

std::string with_checksums(std::string bytes) {
  if (bytes.size() < kHeader) return bytes;
  const std::uint64_t size = bytes.size(), table = number_at(bytes, 56);
  std::memcpy(bytes.data() + 48, &size, 8);
  if (table > size || table < kHeader) return bytes;
  for (std::size_t entry = table; size - entry >= kEntry; entry += kEntry) {
    const std::uint64_t begin = number_at(bytes, entry + 40), length = number_at(bytes, entry + 48);
    if (begin > size || length > size - begin) continue;
    put_hash(bytes, entry + 56, hash128(std::as_bytes(std::span(bytes)).subspan(begin, length)));
  }
  Hasher hasher;
  hasher.add(std::as_bytes(std::span(bytes)).first(kHashed));
  hasher.add(std::as_bytes(std::span(bytes)).subspan(table));
  put_hash(bytes, kHashed, hasher.digest());
  return bytes;
}

FeatureMatrix rows_of(std::uint64_t columns) {
  FeatureMatrix rows;
  rows.columns.count = columns;
  for (int i = 0; i < 3; ++i) {
    MatrixRow row;
    for (std::uint64_t c = 0; c < std::min<std::uint64_t>(columns, 20); c += static_cast<std::uint64_t>(i) + 1) {
      row.values.push_back(c, 0.25);
    }
    rows.rows.push_back(std::move(row));
  }
  return rows;
}

template <class Work>
void attempt(const Work& work) {
  try {
    work();
  } catch (const Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = with_checksums({reinterpret_cast<const char*>(data), size});
  const int file = memfd_create("index", 0);
  fuzz::require(file >= 0 && write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  attempt([&] {
    const GraphIndex index = GraphIndex::open("/proc/self/fd/" + std::to_string(file), 1);
    const FeatureMatrix rows = rows_of(index.summary().columns);
    for (const bool exact : {false, true}) {
      attempt([&] {
        SearchOptions options;
        options.exact = exact;
        options.run.threads = 1;
        for (const SearchResult& result : index.search(rows, options)) fuzz::require(result.hits.size() <= 10);
      });
    }
    RunOptions run;
    run.threads = 1;
    attempt([&] { (void)index.near_duplicates(0.1, run); });
    attempt([&] { (void)index.add(rows, run).search(rows); });
  });
  close(file);
  return 0;
}
