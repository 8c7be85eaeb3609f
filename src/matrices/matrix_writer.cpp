#include "awe/matrix_writer.h"

#include <filesystem>

#include "awe/error.h"
#include "base/counted.h"
#include "base/number.h"
#include "bytes/atomic_file.h"
#include "bytes/csv_field.h"
#include "bytes/zip_writer.h"
#include "matrices/arrow_writer.h"
#include "matrices/matrix_files.h"
#include "matrices/row_file.h"

namespace awe {
namespace {

// Writes x.rows.csv and x.columns.csv next to a binary matrix x.npy or x.npz.
class SideFiles {
 public:
  SideFiles(const std::string& path, const MatrixColumns& columns, bool force)
      : names_(matrices::names_beside(path)), rows_(names_.rows, force) {
    rows_.write("id,class,method,walks,certified_error,stopped,unseen\n");
    if (columns.count > MatrixOptions::kMostNamedColumns) {
      bytes::refuse_existing(names_.columns, force);
      return;
    }
    columns_.emplace(names_.columns, force);
    columns_->write("index,block,length,walk\n");
    std::string line;
    for (std::uint64_t i = 0; i < columns.count; ++i) {
      const MatrixColumn column = columns.describe(i);
      line = std::to_string(i) + ',';
      bytes::append_csv_field(line, column.block);
      line += ',' + std::to_string(column.length) + ',';
      bytes::append_csv_field(line, column.walk);
      line += '\n';
      columns_->write(line);
    }
  }

  void write(const MatrixRow& row) {
    std::string line;
    bytes::append_csv_field(line, row.id);
    line += ',';
    bytes::append_csv_field(line, row.class_name.value_or(""));
    line += ',' + row.method + ',' + std::to_string(row.walks);
    for (const double value : {row.certified_error, row.stopped, row.unseen}) {
      line += ',';
      base::append_real(line, value);
    }
    line += '\n';
    rows_.write(line);
  }

  // Puts these files and the matrix in place. Names of columns that belong to a matrix replaced by one with too many
  // columns to name are removed.
  void commit_with(bytes::AtomicFile& matrix) {
    bytes::AtomicFile::commit_together({columns_ ? &*columns_ : nullptr, &rows_, &matrix});
    std::error_code ignored;
    if (!columns_) std::filesystem::remove(names_.columns, ignored);
  }

 private:
  matrices::NamesBeside names_;
  bytes::AtomicFile rows_;
  std::optional<bytes::AtomicFile> columns_;
};

// Refuses a dense output that exceeds the limit, with a message that suggests sparse formats.
class DenseLimit {
 public:
  DenseLimit(const std::string& path, std::uint64_t columns, std::uint64_t bytes_a_value, std::uint64_t limit)
      : path_(path), row_bytes_(static_cast<double>(columns) * static_cast<double>(bytes_a_value)), limit_(limit) {}
  void check(std::uint64_t rows) const {
    const double bytes = row_bytes_ * static_cast<double>(rows);
    if (bytes <= static_cast<double>(limit_)) return;
    throw Error(ErrorKind::limit, path_ + ": a dense matrix of " + base::counted(rows, "row") + " needs " +
                                      base::format_real(bytes) + " bytes, more than " + std::to_string(limit_) +
                                      "; write a sparse one (.npz or .svm) or raise `memory`");
  }

 private:
  std::string path_;
  double row_bytes_;
  std::uint64_t limit_;
};

class NpyWriter final : public MatrixWriter {
 public:
  NpyWriter(const std::string& path, const MatrixColumns& columns, const MatrixOptions& options)
      : limit_(path, columns.count, options.float32 ? 4 : 8, options.memory),
        file_(path, options.force, matrices::RowFile::Mode::seek),
        dtype_(options.float32 ? matrices::NpyType::float32 : matrices::NpyType::float64),
        columns_(columns.count) {
    if (file_.file() != nullptr) sides_.emplace(path, columns, options.force);
    file_.write(matrices::npy_header(dtype_, 0, columns_));
  }

  void write(const MatrixRow& row) override {
    limit_.check(rows_ + 1);
    const std::size_t width = matrices::npy_size(dtype_);
    bytes_.assign(static_cast<std::size_t>(columns_) * width, '\0');
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      matrices::npy_store_real(dtype_, row.values.values[i],
                               bytes_.data() + static_cast<std::size_t>(row.values.indices[i]) * width);
    }
    file_.write(bytes_);
    if (sides_) sides_->write(row);
    ++rows_;
  }

  void commit() override {
    file_.write_at(0, matrices::npy_header(dtype_, rows_, columns_));
    sides_ ? sides_->commit_with(*file_.file()) : file_.commit();
  }

 private:
  DenseLimit limit_;
  std::optional<SideFiles> sides_;  // not with standard output
  matrices::RowFile file_;
  matrices::NpyType dtype_;
  std::uint64_t columns_;
  std::uint64_t rows_ = 0;
  std::string bytes_;
};

class NpzWriter final : public MatrixWriter {
 public:
  NpzWriter(const std::string& path, const MatrixColumns& columns, const MatrixOptions& options)
      : sides_(path, columns, options.force),
        file_(path, options.force),
        index_type_(columns.count <= 0x7FFFFFFF ? matrices::NpyType::int32 : matrices::NpyType::int64),
        value_type_(options.float32 ? matrices::NpyType::float32 : matrices::NpyType::float64),
        columns_(columns.count),
        data_(path),
        indices_(path),
        ends_(path) {
    append_end();
  }

  void write(const MatrixRow& row) override {
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      char value[8], index[8];
      matrices::npy_store_real(value_type_, row.values.values[i], value);
      matrices::npy_store_integer(index_type_, row.values.indices[i], index);
      data_.write({value, matrices::npy_size(value_type_)});
      indices_.write({index, matrices::npy_size(index_type_)});
    }
    entries_ += row.values.size();
    append_end();
    sides_.write(row);
    ++rows_;
  }

  void commit() override {
    const std::string shape = matrices::npy_integers({rows_, columns_});
    bytes::ZipWriter zip(file_, bytes::ZipWriter::Packing::store);
    add_array(zip, "indices.npy", matrices::npy_header(index_type_, entries_), &indices_);
    add_array(zip, "indptr.npy", matrices::npy_header(matrices::NpyType::int64, rows_ + 1), &ends_);
    add_array(zip, "format.npy", matrices::npy_bytes("csr"), nullptr);
    add_array(zip, "shape.npy", shape, nullptr);
    add_array(zip, "data.npy", matrices::npy_header(value_type_, entries_), &data_);
    zip.finish();
    sides_.commit_with(file_);
  }

 private:
  static void add_array(bytes::ZipWriter& zip, const char* name, std::string_view header, matrices::SpillFile* body) {
    zip.add(name, header.size() + (body != nullptr ? body->size() : 0));
    zip.write(header);
    if (body == nullptr) return;
    body->rewind();
    std::string piece(std::size_t{1} << 16, '\0');
    while (const std::size_t got = body->read(piece.data(), piece.size())) zip.write({piece.data(), got});
  }

  void append_end() {
    char bytes[8];
    matrices::npy_store_integer(matrices::NpyType::int64, entries_, bytes);
    ends_.write({bytes, sizeof bytes});
  }

  SideFiles sides_;
  bytes::AtomicFile file_;
  matrices::NpyType index_type_, value_type_;
  std::uint64_t columns_;
  matrices::SpillFile data_, indices_, ends_;
  std::uint64_t rows_ = 0, entries_ = 0;
};

// Appends a row as text with every column, including zeros.
void append_dense(std::string& line, const SparseVector& values, std::uint64_t columns, char separator) {
  std::size_t next = 0;
  for (std::uint64_t column = 0; column < columns; ++column) {
    line += separator;
    if (next < values.size() && values.indices[next] == column) {
      base::append_real(line, values.values[next++]);
    } else {
      line += '0';
    }
  }
}

class CsvWriter final : public MatrixWriter {
 public:
  CsvWriter(const std::string& path, const MatrixColumns& columns, const MatrixOptions& options)
      : limit_(path, columns.count, 2, options.memory),
        file_(path, options.force, matrices::RowFile::Mode::stream),
        columns_(columns.count) {
    std::string header = "id,class";
    for (std::uint64_t i = 0; i < columns.count; ++i) {
      header += ',';
      bytes::append_csv_field(header, columns.describe(i).walk);
    }
    file_.write(header + '\n');
  }
  void write(const MatrixRow& row) override {
    limit_.check(++rows_);
    std::string line;
    bytes::append_csv_field(line, row.id);
    line += ',';
    bytes::append_csv_field(line, row.class_name.value_or(""));
    append_dense(line, row.values, columns_, ',');
    file_.write(line + '\n');
  }
  void commit() override { file_.commit(); }

 private:
  DenseLimit limit_;
  matrices::RowFile file_;
  std::uint64_t columns_;
  std::uint64_t rows_ = 0;
};

class LibsvmWriter final : public MatrixWriter {
 public:
  LibsvmWriter(const std::string& path, const MatrixOptions& options)
      : file_(path, options.force, matrices::RowFile::Mode::stream) {}
  void write(const MatrixRow& row) override {
    const std::string target = row.class_name.value_or("0");
    if (!base::parse_real(target)) {
      throw Error(ErrorKind::usage, file_.path() + ": class '" + target + "' of " + row.id +
                                        " is not a number, which LIBSVM text needs; give numbers in `classes_file`");
    }
    std::string line = target;
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      line += ' ';
      base::append_unsigned(line, row.values.indices[i] + 1);
      line += ':';
      base::append_real(line, row.values.values[i]);
    }
    file_.write(line + '\n');
  }
  void commit() override { file_.commit(); }

 private:
  matrices::RowFile file_;
};

class Word2vecWriter final : public MatrixWriter {
 public:
  Word2vecWriter(const std::string& path, const MatrixColumns& columns, const MatrixOptions& options)
      : limit_(path, columns.count, 2, options.memory),
        file_(path, options.force, matrices::RowFile::Mode::seek),
        columns_(columns.count) {
    file_.write(header());
  }
  void write(const MatrixRow& row) override {
    limit_.check(++rows_);
    std::string line = row.id;
    for (char& c : line) {
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') c = '_';
    }
    append_dense(line, row.values, columns_, ' ');
    file_.write(line + '\n');
  }
  void commit() override {
    file_.write_at(0, header());
    file_.commit();
  }

 private:
  // "rows columns", padded, since the number of rows is known only at the end.
  [[nodiscard]] std::string header() const {
    std::string text = std::to_string(rows_) + ' ' + std::to_string(columns_);
    text.resize(41, ' ');
    return text + '\n';
  }
  DenseLimit limit_;
  matrices::RowFile file_;
  std::uint64_t columns_;
  std::uint64_t rows_ = 0;
};

// The minimum number of bytes of a value in a dense format; 0 for others.
std::uint64_t bytes_of_value(MatrixFormat format, const MatrixOptions& options) {
  if (format == MatrixFormat::npy || format == MatrixFormat::arrow) return options.float32 ? 4 : 8;
  return format == MatrixFormat::csv || format == MatrixFormat::word2vec ? 2 : 0;
}

}  // namespace

void refuse_large_matrix(const std::string& path, std::uint64_t columns, std::uint64_t rows,
                         const MatrixOptions& options) {
  const std::uint64_t bytes = bytes_of_value(matrix_format(path, options.format), options);
  if (bytes > 0) DenseLimit(path, columns, bytes, options.memory).check(rows);
}

std::unique_ptr<MatrixWriter> create_matrix(const std::string& path, const MatrixColumns& columns,
                                            std::optional<std::uint64_t> rows, const MatrixOptions& options) {
  const MatrixFormat format = matrix_format(path, options.format);
  if (path != "-") bytes::refuse_existing(path, options.force);
  refuse_large_matrix(path, columns.count, rows.value_or(1), options);
  if (format == MatrixFormat::csv && columns.count > 0) {  // the header alone may be too large
    const auto name_bytes = static_cast<double>(columns.describe(columns.count - 1).walk.size() + 1);
    if (name_bytes * static_cast<double>(columns.count) > static_cast<double>(options.memory)) {
      throw Error(ErrorKind::limit, path + ": the names of " + std::to_string(columns.count) +
                                        " columns need more than " + std::to_string(options.memory) +
                                        " bytes; write a sparse one (.npz or .svm) or raise `memory`");
    }
  }
  switch (format) {
    case MatrixFormat::npy:
      return std::make_unique<NpyWriter>(path, columns, options);
    case MatrixFormat::npz:
      return std::make_unique<NpzWriter>(path, columns, options);
    case MatrixFormat::csv:
      return std::make_unique<CsvWriter>(path, columns, options);
    case MatrixFormat::svm:
      return std::make_unique<LibsvmWriter>(path, options);
    case MatrixFormat::arrow:
      return matrices::create_arrow(path, columns, options);
    case MatrixFormat::word2vec:
      break;
  }
  return std::make_unique<Word2vecWriter>(path, columns, options);
}

MatrixFormat matrix_format(const std::string& path, std::optional<MatrixFormat> format) {
  if (!format && path == "-") format = MatrixFormat::csv;
  const std::string extension = std::filesystem::path(path).extension().string();
  if (!format && !extension.empty()) format = find_enum<MatrixFormat>(std::string_view(extension).substr(1));
  if (!format) {
    throw Error(ErrorKind::usage, path + ": unknown extension; use .npy, .npz, .csv, .svm, .txt or .arrow");
  }
  if (path == "-" && *format == MatrixFormat::npz) {
    throw Error(ErrorKind::usage, "npz cannot be written to standard output; name a file, or another format");
  }
  return *format;
}

}  // namespace awe
