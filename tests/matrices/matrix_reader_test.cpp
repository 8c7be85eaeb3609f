// Reading matrices written by our writers, numpy and scipy, and damaged ones.
#include "matrices/matrix_reader.h"

#include <gtest/gtest.h>

#include "awe/error.h"
#include "awe/matrix_writer.h"
#include "support/process.h"

namespace awe::matrices {
namespace {

using test::read_file;
using test::run_shell;
using test::TemporaryFolder;

struct Read {
  StoredMatrix shape;
  std::vector<SparseVector> rows;
};

Read read(const std::string& path, const MatrixReadOptions& options = {}) {
  Read out;
  std::uint64_t begun = 0;
  out.shape = read_matrix(
      path, [&](const StoredMatrix& shape) { begun = shape.rows; },
      [&](SparseVector&& row) { out.rows.push_back(std::move(row)); }, options);
  EXPECT_EQ(begun, out.shape.rows);
  EXPECT_EQ(out.rows.size(), out.shape.rows);
  return out;
}

// Nothing if it was read.
std::optional<ErrorKind> failure(const std::string& path, std::string* message = nullptr,
                                 const MatrixReadOptions& options = {}) {
  try {
    (void)read(path, options);
  } catch (const Error& error) {
    if (message != nullptr) *message = error.what();
    return error.kind();
  }
  return std::nullopt;
}

std::vector<MatrixRow> three_rows() {
  MatrixRow first{"a", "1", "exact", 0, 0, 0, 0, {{0, 2}, {0.5, 0.25}}};
  MatrixRow second{"b, \"quoted\" c", std::nullopt, "sampled", 4888, 0.5, 0.25, 0, {}};
  MatrixRow third{"c", "-1", "exact", 0, 0, 0, 0.125, {{3}, {7}}};
  return {first, second, third};
}

void write(const std::string& path, bool float32) {
  MatrixOptions options;
  options.float32 = float32;
  options.force = true;
  const MatrixColumns columns{4, [](std::uint64_t i) { return MatrixColumn{i < 3 ? "aw" : "size", 3, "w"}; }};
  const auto writer = create_matrix(path, columns, std::nullopt, options);
  for (const MatrixRow& row : three_rows()) writer->write(row);
  writer->commit();
}

void python(const TemporaryFolder& folder, const std::string& code) {
  const auto result = run_shell(
      "cd " + folder.path() + " && /usr/bin/python3 -c '" +
      "import numpy as np, scipy.sparse as sp; x = np.array([[.5, 0, .25, 0], [0]*4, [0, 0, 0, 7]]); " + code + "'");
  ASSERT_EQ(result.exit_code, 0) << result.err;
}

void expect_three_rows(const std::string& path) {
  const Read matrix = read(path);
  EXPECT_EQ(matrix.shape.columns, 4u) << path;
  ASSERT_EQ(matrix.rows.size(), 3u) << path;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(matrix.rows[i], three_rows()[i].values) << path;
}

TEST(MatrixReader, ReadsWhatOurWritersWrote) {
  const TemporaryFolder folder;
  for (const char* name : {"x.npy", "x.npz"}) {
    for (const bool float32 : {false, true}) {
      write(folder.file(name), float32);
      expect_three_rows(folder.file(name));
    }
    const auto names = read_row_names(folder.file(name), 3);
    EXPECT_EQ(names[1].id, "b, \"quoted\" c");
    EXPECT_EQ(names[1].class_name, std::nullopt);
    EXPECT_EQ(names[2].class_name, "-1");
    const auto blocks = read_column_blocks(folder.file(name), 4);
    ASSERT_EQ(blocks.size(), 2u);
    EXPECT_EQ(blocks[0].last, 3u);
    EXPECT_EQ(blocks[1].name, "size");
    EXPECT_THROW((void)read_row_names(folder.file(name), 4), Error);
    EXPECT_THROW((void)read_column_blocks(folder.file(name), 5), Error);
  }
}

TEST(MatrixReader, ReadsWhatNumpyAndScipyWrote) {
  const TemporaryFolder folder;
  python(folder,
         "np.save(\"a.npy\", x); np.save(\"b.npy\", x.astype(np.float32)); "
         "s = sp.csr_matrix(x); sp.save_npz(\"c.npz\", s); sp.save_npz(\"d.npz\", s.astype(np.float32), False); "
         "s.indptr = s.indptr.astype(np.int64); s.indices = s.indices.astype(np.int64); sp.save_npz(\"e.npz\", s); "
         "u = sp.csr_matrix((np.array([.25, .5, 7]), np.array([2, 0, 3]), np.array([0, 2, 2, 3])), shape=(3, 4)); "
         "sp.save_npz(\"f.npz\", u); np.lib.format.write_array(open(\"g.npy\", \"wb\"), x, version=(2, 0))");
  for (const char* name : {"a.npy", "b.npy", "c.npz", "d.npz", "e.npz", "f.npz", "g.npy"}) {
    expect_three_rows(folder.file(name));
  }
  EXPECT_EQ(read_row_names(folder.file("a.npy"), 2)[1].id, "1");
  EXPECT_EQ(read_column_blocks(folder.file("a.npy"), 4).size(), 1u);
}

TEST(MatrixReader, NamesWhatItDoesNotRead) {
  const TemporaryFolder folder;
  python(folder,
         "np.save(\"order.npy\", np.asfortranarray(x)); np.save(\"int.npy\", x.astype(int)); "
         "np.save(\"line.npy\", x[0]); np.save(\"big.npy\", x.astype(\">f8\")); np.save(\"cube.npy\", x[None]); "
         "np.save(\"record.npy\", np.zeros((2, 2), dtype=[(\"a\", \"<f8\")])); sp.save_npz(\"csc.npz\", "
         "sp.csc_matrix(x)); "
         "np.savez(\"dense.npz\", x=x); sp.save_npz(\"int.npz\", sp.csr_matrix(x.astype(int))); "
         "d = sp.csr_matrix((np.ones(2), np.array([1, 1]), np.array([0, 2])), shape=(1, 4)); "
         "sp.save_npz(\"twice.npz\", d); "
         "m = dict(format=b\"csr\", shape=np.array([1, 4]), data=np.ones(2)); "
         "np.savez(\"beyond.npz\", indices=np.array([1, 4]), indptr=np.array([0, 2]), **m); "
         "np.savez(\"below.npz\", indices=np.array([1, -4]), indptr=np.array([0, 2]), **m); "
         "np.savez(\"ends.npz\", indices=np.array([1, 2]), indptr=np.array([0, 9]), **m); "
         "m[\"shape\"] = np.array([2, 4]); "
         "np.savez(\"back.npz\", indices=np.array([1, 2]), indptr=np.array([0, 3, 2]), **m)");
  const std::pair<const char*, const char*> cases[] = {{"order.npy", "ascontiguousarray"},
                                                       {"int.npy", "float64"},
                                                       {"line.npy", "two dimensions"},
                                                       {"big.npy", ">f8"},
                                                       {"cube.npy", "dimensions"},
                                                       {"record.npy", "records"},
                                                       {"csc.npz", "tocsr"},
                                                       {"dense.npz", "no member"},
                                                       {"int.npz", "float64"},
                                                       {"twice.npz", "sum_duplicates"},
                                                       {"beyond.npz", "beyond"},
                                                       {"below.npz", "negative"},
                                                       {"ends.npz", "fit together"},
                                                       {"back.npz", "do not grow"}};
  for (const auto& [name, part] : cases) {
    std::string message;
    EXPECT_EQ(failure(folder.file(name), &message), ErrorKind::malformed) << name;
    EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_NE(message.find(name), std::string::npos) << message;
  }
  EXPECT_EQ(failure(folder.file("absent.npy")), ErrorKind::io);
  EXPECT_EQ(failure(folder.file("absent.npz")), ErrorKind::io);
  EXPECT_EQ(failure(folder.file("x.csv")), ErrorKind::usage);
}

TEST(MatrixReader, RefusesEveryTruncationAndAnyTail) {
  const TemporaryFolder folder;
  write(folder.file("x.npy"), false);
  write(folder.file("x.npz"), false);
  const std::string dense = read_file(folder.file("x.npy")), sparse = read_file(folder.file("x.npz"));
  for (std::size_t size = 0; size < dense.size(); ++size) {
    EXPECT_EQ(failure(folder.write("cut.npy", dense.substr(0, size))), ErrorKind::malformed) << size;
  }
  EXPECT_EQ(failure(folder.write("cut.npy", dense + '\0')), ErrorKind::malformed);
  for (std::size_t size = 0; size < sparse.size() / 2; size += 7) {
    EXPECT_EQ(failure(folder.write("cut.npz", sparse.substr(0, size))), ErrorKind::malformed) << size;
  }
}

TEST(MatrixReader, SurvivesChangedBytes) {
  const TemporaryFolder folder;
  for (const char* name : {"x.npy", "x.npz"}) {
    write(folder.file(name), false);
    const std::string whole = read_file(folder.file(name));
    for (std::size_t place = 0; place < whole.size(); place += 3) {
      for (const char change : {'\x01', '\x80', '\xff'}) {
        std::string bytes = whole;
        bytes[place] = static_cast<char>(bytes[place] ^ change);
        (void)failure(folder.write(std::string("changed-") + name, bytes));  // an error or another matrix, no crash
      }
    }
  }
}

TEST(MatrixReader, DoesNotBelieveSizes) {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& shape) {
    std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
    text.resize(117, ' ');
    return folder.write("huge.npy", std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text + "\n");
  };
  EXPECT_EQ(failure(file("(2, 4611686018427387904)")), ErrorKind::limit);
  EXPECT_EQ(failure(file("(2, 100000000)")), ErrorKind::malformed);  // 800 MB that are not there, and not asked for
  EXPECT_EQ(failure(file("(9223372036854775807, 2)")), ErrorKind::malformed);
  EXPECT_EQ(failure(file("(2, 99999999999999999999)")), ErrorKind::malformed);
  EXPECT_EQ(failure(file("(2, -1)")), ErrorKind::malformed);
  write(folder.file("x.npz"), false);
  MatrixReadOptions small;
  small.memory = 10;
  EXPECT_EQ(failure(folder.file("x.npz"), nullptr, small), ErrorKind::limit);
}

}  // namespace
}  // namespace awe::matrices
