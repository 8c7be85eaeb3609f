// A graph of more than 2^32 arcs: rows that begin beyond 2^32 are found, and walks go through them. The file is sparse
// except for its ends, so it takes no disk space; if that or the address space is unavailable, the test says so.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "awe/awg_file.h"
#include "readers/awg_layout.h"
#include "sampled_walks/sampled_walks.h"
#include "support/process.h"

namespace awe::test {
namespace {

constexpr std::uint64_t kHoles = 0x90000000u;  // arcs of nodes 0 and 1 each
constexpr std::uint64_t kOffsets[] = {0,
                                      kHoles,
                                      2 * kHoles,  // and then a cycle 2 > 3 > 4 > 2
                                      2 * kHoles + 1,
                                      2 * kHoles + 2,
                                      2 * kHoles + 3};
constexpr NodeId kCycle[] = {3, 4, 2};

class SparseFile {
 public:
  explicit SparseFile(const std::string& path) : fd_(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {}
  ~SparseFile() { ::close(fd_); }
  SparseFile(const SparseFile&) = delete;
  SparseFile& operator=(const SparseFile&) = delete;

  [[nodiscard]] bool resize(std::uint64_t size) const { return ::ftruncate(fd_, static_cast<off_t>(size)) == 0; }
  template <class T>
  void put(std::uint64_t place, const T& value) const {
    ASSERT_EQ(::pwrite(fd_, &value, sizeof value, static_cast<off_t>(place)), static_cast<ssize_t>(sizeof value));
  }
  [[nodiscard]] std::uint64_t bytes_on_disk() const {
    struct stat status {};
    return ::fstat(fd_, &status) == 0 ? static_cast<std::uint64_t>(status.st_blocks) * 512 : ~std::uint64_t{0};
  }

 private:
  int fd_;
};

// The file of the graph above, or false where it cannot be had.
bool write_sparse(const SparseFile& file) {
  readers::AwgHead head{};
  head.flags = readers::kAwgDirected;
  head.nodes = std::size(kOffsets) - 1;
  head.arcs = head.edges = kOffsets[head.nodes];
  head.fingerprint = head.plain_fingerprint = {1, 2};
  head.head_hash = hash128(std::as_bytes(std::span(&head, 1)).first(offsetof(readers::AwgHead, head_hash)));
  const auto at = readers::awg_sections(head, ~std::uint64_t{0}).value();
  readers::AwgHeader header{};
  std::copy(readers::kAwgMagic.begin(), readers::kAwgMagic.end(), header.magic);
  header.version = readers::kAwgVersion;
  const readers::AwgEntry entry{sizeof header, at.end};
  header.table_place = (entry.place + entry.size + 63) / 64 * 64;
  header.file_size = header.table_place + sizeof entry;
  header.graphs = 1;
  Hasher hasher;
  hasher.add(std::as_bytes(std::span(&header, 1)).first(offsetof(readers::AwgHeader, hash)));
  hasher.add(std::as_bytes(std::span(&entry, 1)));
  header.hash = hasher.digest();
  if (!file.resize(header.file_size)) return false;
  file.put(0, header);
  file.put(entry.place, head);
  file.put(entry.place + at.offsets.place, kOffsets);
  file.put(entry.place + at.targets.place + 4 * kOffsets[2], kCycle);
  file.put(header.table_place, entry);
  return file.bytes_on_disk() < (std::uint64_t{1} << 24);
}

TEST(HugeGraph, OfMoreThanTwoToThe32ArcsIsWalked) {
  const TemporaryFolder folder;
  const SparseFile sparse(folder.file("huge.awg"));
  if (!write_sparse(sparse)) GTEST_SKIP() << "no sparse files of 20 GB here";
  std::optional<AwgFile> file;
  try {
    file.emplace(folder.file("huge.awg"));
  } catch (const Error& error) {
    GTEST_SKIP() << "not enough address space: " << error.what();
  }
  const Graph graph = file->graph(0, 1, AwgCheck::none);
  EXPECT_GT(graph.num_arcs(), std::uint64_t{1} << 32);
  EXPECT_EQ(graph.num_arcs(), kOffsets[5]);
  EXPECT_EQ(graph.degree(1), kHoles);
  EXPECT_EQ(graph.neighbours(1).size(), kHoles);
  EXPECT_EQ(graph.neighbours(1).back(), 0u);
  for (NodeId u = 2; u < 5; ++u) {
    ASSERT_EQ(graph.degree(u), 1u);
    EXPECT_EQ(graph.neighbours(u)[0], kCycle[u - 2]);
  }
  EXPECT_TRUE(graph.has_arc(4, 2));
  // Around the cycle: 1 2 3 1, and nothing else.
  const WalkIndex index(3);
  const sampled_walks::SampledWalks walks(graph, index, 1);
  sampled_walks::SampledWalks::Scratch scratch(walks);
  const auto found = walks.of_origin(walks::WalkOrigin::node(3), 100, scratch);
  ASSERT_EQ(found.probabilities.size(), 1u);
  EXPECT_EQ(found.probabilities.indices[0], index.rank({1, 2, 3, 1}));
  EXPECT_EQ(found.probabilities.values[0], 1.0);
}

}  // namespace
}  // namespace awe::test
