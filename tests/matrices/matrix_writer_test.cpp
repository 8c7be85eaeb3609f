// Matrices as other programs read them: npy and npz through numpy and scipy, the rest as text.
#include "awe/matrix_writer.h"

#include <gtest/gtest.h>

#include "awe/error.h"
#include "support/process.h"

namespace awe::matrices {
namespace {

using test::read_file;
using test::run_shell;
using test::TemporaryFolder;

MatrixColumns four_columns() {
  return {4, [](std::uint64_t i) { return MatrixColumn{"aw", 3, "walk " + std::to_string(i)}; }};
}

std::vector<MatrixRow> three_rows() {
  MatrixRow first{"a", "1", "exact", 0, 0, 0, 0, {{0, 2}, {0.1, 1.0 / 3}}};
  MatrixRow second{"b, \"quoted\" c", std::nullopt, "sampled", 4888, 0.5, 0.25, 0, {}};
  MatrixRow third{"c", "-1", "exact", 0, 0, 0, 0.125, {{3}, {5e-324}}};
  return {first, second, third};
}

void write(const std::string& path, const MatrixOptions& options = {},
           const std::vector<MatrixRow>& rows = three_rows()) {
  const auto writer = create_matrix(path, four_columns(), std::nullopt, options);
  for (const MatrixRow& row : rows) writer->write(row);
  writer->commit();
}

// What numpy or scipy finds in the file, as Python prints it.
std::string python(const std::string& code) {
  const auto result = run_shell("/usr/bin/python3 -c '" + code + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}
constexpr const char* kDense = "[[0.1, 0.0, 0.3333333333333333, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 5e-324]]\n";

template <class Call>
void expect_error(ErrorKind kind, const Call& call, const std::string& part) {
  try {
    call();
    ADD_FAILURE() << "did not throw: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(NpyMatrix, IsWhatNumpyReads) {
  const TemporaryFolder folder;
  write(folder.file("x.npy"));
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"x.columns.csv", "x.npy", "x.rows.csv"}));
  EXPECT_EQ(python("import numpy; x = numpy.load(\"" + folder.file("x.npy") +
                   "\"); print(x.dtype, x.shape); print(x.tolist())"),
            std::string("float64 (3, 4)\n") + kDense);
}

TEST(NpyMatrix, HasItsRowsAndColumnsBeside) {
  const TemporaryFolder folder;
  write(folder.file("x.npy"));
  EXPECT_EQ(read_file(folder.file("x.rows.csv")),
            "id,class,method,walks,certified_error,stopped,unseen\n"
            "a,1,exact,0,0,0,0\n"
            "\"b, \"\"quoted\"\" c\",,sampled,4888,0.5,0.25,0\n"
            "c,-1,exact,0,0,0,0.125\n");
  EXPECT_EQ(read_file(folder.file("x.columns.csv")),
            "index,block,length,walk\n0,aw,3,walk 0\n1,aw,3,walk 1\n2,aw,3,walk 2\n3,aw,3,walk 3\n");
}

TEST(NpyMatrix, HoldsFloat32OnRequest) {
  const TemporaryFolder folder;
  MatrixOptions options;
  options.float32 = true;
  write(folder.file("x.npy"), options);
  EXPECT_EQ(python("import numpy; x = numpy.load(\"" + folder.file("x.npy") +
                   "\"); print(x.dtype, x.shape, x[0, 0] == numpy.float32(0.1), x[0, 2] == numpy.float32(1 / 3))"),
            "float32 (3, 4) True True\n");
}

TEST(NpzMatrix, IsWhatScipyReads) {
  const TemporaryFolder folder;
  for (const bool float32 : {false, true}) {
    MatrixOptions options;
    options.float32 = float32;
    options.force = true;
    write(folder.file("x.npz"), options);
    EXPECT_EQ(folder.list(), (std::vector<std::string>{"x.columns.csv", "x.npz", "x.rows.csv"}));
    const std::string out =
        python("import scipy.sparse; x = scipy.sparse.load_npz(\"" + folder.file("x.npz") +
               "\"); x.check_format(full_check=True); print(x.format, x.dtype, x.shape, x.nnz, x.indptr.tolist(), "
               "x.indices.tolist()); print(x.toarray().tolist())");
    if (float32) {
      EXPECT_EQ(out.substr(0, out.find('\n')), "csr float32 (3, 4) 3 [0, 2, 2, 3] [0, 2, 3]");
    } else {
      EXPECT_EQ(out, std::string("csr float64 (3, 4) 3 [0, 2, 2, 3] [0, 2, 3]\n") + kDense);
    }
  }
}

TEST(NpzMatrix, HoldsColumnsPastTwoToThe31) {
  const TemporaryFolder folder;
  const MatrixColumns columns{std::uint64_t{1} << 40, [](std::uint64_t) { return MatrixColumn{}; }};
  const auto writer = create_matrix(folder.file("x.npz"), columns, std::nullopt);
  MatrixRow row;
  row.values = {{7, (std::uint64_t{1} << 40) - 1}, {1, 2}};
  writer->write(row);
  writer->commit();
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"x.npz", "x.rows.csv"})) << "too many columns to name";
  EXPECT_EQ(python("import scipy.sparse; x = scipy.sparse.load_npz(\"" + folder.file("x.npz") +
                   "\"); print(x.shape, x.indices.tolist())"),
            "(1, 1099511627776) [7, 1099511627775]\n");
}

TEST(NpzMatrix, IsTheSameBytesEveryTime) {
  const TemporaryFolder folder;
  write(folder.file("x.npz"));
  write(folder.file("y.npz"));
  EXPECT_EQ(read_file(folder.file("x.npz")), read_file(folder.file("y.npz")));
}

TEST(Matrices, OfNoRowsAreWhole) {
  const TemporaryFolder folder;
  for (const char* name : {"x.npy", "y.npz", "z.csv", "z.svm", "z.txt"}) write(folder.file(name), {}, {});
  EXPECT_EQ(python("import numpy, scipy.sparse; print(numpy.load(\"" + folder.file("x.npy") +
                   "\").shape, scipy.sparse.load_npz(\"" + folder.file("y.npz") + "\").shape)"),
            "(0, 4) (0, 4)\n");
  EXPECT_EQ(read_file(folder.file("z.csv")), "id,class,walk 0,walk 1,walk 2,walk 3\n");
  EXPECT_EQ(read_file(folder.file("z.svm")), "");
}

TEST(TextMatrices, HaveTheirFormats) {
  const TemporaryFolder folder;
  write(folder.file("x.csv"));
  EXPECT_EQ(read_file(folder.file("x.csv")),
            "id,class,walk 0,walk 1,walk 2,walk 3\na,1,0.1,0,0.3333333333333333,0\n\"b, \"\"quoted\"\" c\",,0,0,0,0\n"
            "c,-1,0,0,0,5e-324\n");
  write(folder.file("x.svm"));
  EXPECT_EQ(read_file(folder.file("x.svm")), "1 1:0.1 3:0.3333333333333333\n0\n-1 4:5e-324\n");
  write(folder.file("x.txt"));
  const std::string text = read_file(folder.file("x.txt"));
  EXPECT_EQ(text.substr(0, 4), "3 4 ");
  EXPECT_EQ(text.substr(text.find('\n')), "\na 0.1 0 0.3333333333333333 0\nb,_\"quoted\"_c 0 0 0 0\nc 0 0 0 5e-324\n");
}

TEST(LibsvmMatrix, RefusesAClassThatIsNoNumber) {
  const TemporaryFolder folder;
  const auto writer = create_matrix(folder.file("x.svm"), four_columns(), std::nullopt);
  MatrixRow row;
  row.id = "g";
  row.class_name = "mutagenic";
  expect_error(
      ErrorKind::usage, [&] { writer->write(row); }, "class 'mutagenic' of g is not a number");
}

TEST(DenseMatrix, PastTheMemoryIsRefusedWithTheSparseWayNamed) {
  const TemporaryFolder folder;
  MatrixOptions options;
  options.memory = 100;  // three rows of four doubles are 96 bytes
  for (const char* name : {"x.npy", "x.csv", "x.txt"}) {
    expect_error(
        ErrorKind::limit, [&] { (void)create_matrix(folder.file(name), four_columns(), 1000, options); },
        "write a sparse one (.npz or .svm) or raise `memory`");
  }
  options.memory = 31;  // less than one row, whatever their number
  expect_error(
      ErrorKind::limit, [&] { (void)create_matrix(folder.file("x.npy"), four_columns(), std::nullopt, options); },
      "a dense matrix of 1 row needs 32 bytes");
  options.memory = 100;
  EXPECT_NO_THROW(refuse_large_matrix("x.npy", 4, 3, options));
  EXPECT_NO_THROW(refuse_large_matrix("x.npz", 4, 1000, options));
  expect_error(
      ErrorKind::limit, [&] { refuse_large_matrix("x.npy", 4, 4, options); }, "needs 128 bytes");
  EXPECT_EQ(folder.list(), std::vector<std::string>{});
  EXPECT_NO_THROW(write(folder.file("x.npy"), options));
  {
    // Rows that were not known beforehand.
    const auto writer = create_matrix(folder.file("y.npy"), four_columns(), std::nullopt, options);
    for (int i = 0; i < 3; ++i) writer->write({});
    expect_error(
        ErrorKind::limit, [&] { writer->write({}); }, "a dense matrix of 4 rows needs 128 bytes, more than 100");
  }
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"x.columns.csv", "x.npy", "x.rows.csv"}));
  EXPECT_NO_THROW(write(folder.file("y.npz"), options)) << "a sparse one has no such limit";
}

TEST(Matrices, LeaveNothingWithoutCommit) {
  const TemporaryFolder folder;
  for (const char* name : {"x.npy", "x.npz", "x.csv", "x.svm", "x.txt"}) {
    create_matrix(folder.file(name), four_columns(), std::nullopt)->write(three_rows()[0]);
    EXPECT_EQ(folder.list(), std::vector<std::string>{}) << name;
  }
}

TEST(Matrices, KeepWhatWasThereWithoutForceAndWithoutCommit) {
  const TemporaryFolder folder;
  for (const char* name : {"x.npy", "x.npz", "x.csv", "x.svm", "x.txt"}) {
    folder.write(name, "old");
    expect_error(
        ErrorKind::usage, [&] { write(folder.file(name)); }, "exists already; `force` replaces it");
    EXPECT_EQ(read_file(folder.file(name)), "old");
    MatrixOptions force;
    force.force = true;
    create_matrix(folder.file(name), four_columns(), std::nullopt, force)->write(three_rows()[0]);
    EXPECT_EQ(read_file(folder.file(name)), "old") << "not committed";
    write(folder.file(name), force);
    EXPECT_NE(read_file(folder.file(name)), "old");
  }
  // A side file counts as an output too.
  const TemporaryFolder other;
  other.write("x.rows.csv", "old");
  expect_error(
      ErrorKind::usage, [&] { write(other.file("x.npy")); }, "x.rows.csv: exists already");
  EXPECT_EQ(other.list(), std::vector<std::string>{"x.rows.csv"});
}

TEST(Matrices, HaveOneWriterAtATime) {
  const TemporaryFolder folder;
  for (const char* name : {"x.npy", "x.npz", "x.csv", "x.svm", "x.txt"}) {
    const auto writer = create_matrix(folder.file(name), four_columns(), std::nullopt);
    expect_error(
        ErrorKind::locked, [&] { write(folder.file(name)); }, "another process is writing it");
    writer->write(three_rows()[0]);
    writer->commit();
    EXPECT_FALSE(read_file(folder.file(name)).empty()) << "the first writer is undisturbed";
    for (const std::string& left : folder.list()) {
      EXPECT_EQ(left.find(".part"), std::string::npos) << left;
    }
    (void)run_shell("rm -f " + folder.path() + "/*");
  }
}

TEST(Matrices, LeaveFilesAloneThatOnlyLookTemporary) {
  const TemporaryFolder folder;
  folder.write("x.csv.part", "mine");
  folder.write("x.csv.abc123.part", "mine, too");
  write(folder.file("x.csv"));
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"x.csv", "x.csv.abc123.part", "x.csv.part"}));
  EXPECT_EQ(read_file(folder.file("x.csv.part")), "mine");
}

TEST(Matrices, WithTooManyColumnsToNameDoNotKeepTheNamesOfAnother) {
  const TemporaryFolder folder;
  write(folder.file("x.npz"));
  const MatrixColumns many{MatrixOptions::kMostNamedColumns + 1, four_columns().describe};
  EXPECT_THROW(static_cast<void>(create_matrix(folder.file("x.npz"), many, std::nullopt)), Error);
  MatrixOptions force;
  force.force = true;
  const auto writer = create_matrix(folder.file("x.npz"), many, std::nullopt, force);
  writer->write(three_rows()[0]);
  writer->commit();
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"x.npz", "x.rows.csv"}));
}

TEST(Matrices, HaveAKnownExtensionAndAFolderThatExists) {
  const TemporaryFolder folder;
  for (const char* name : {"x", "x.mat", "x.NPY"}) {
    expect_error(
        ErrorKind::usage, [&] { write(folder.file(name)); }, "use .npy, .npz, .csv, .svm, .txt or .arrow");
  }
  for (const char* name : {"no/x.npy", "no/x.npz", "no/x.csv"}) {
    expect_error(
        ErrorKind::io, [&] { write(folder.file(name)); }, "cannot be created");
  }
  expect_error(
      ErrorKind::usage,
      [&] {
        (void)run_shell("mkdir " + folder.file("d.csv"));
        write(folder.file("d.csv"));
      },
      "is a folder");
}

}  // namespace
}  // namespace awe::matrices
