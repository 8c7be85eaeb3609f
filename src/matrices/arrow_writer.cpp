#include "matrices/arrow_writer.h"

#include <cstring>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "awe/error.h"
#include "matrices/flat_buffer.h"
#include "matrices/row_file.h"

namespace awe::matrices {
namespace {

using Field = FlatBuffer::Field;

// Numbers of the schemas of Arrow (format/Message.fbs, Schema.fbs and File.fbs of its repository).
constexpr std::uint64_t kVersion5 = 4;
constexpr std::uint64_t kHeaderSchema = 1, kHeaderBatch = 3;
constexpr std::uint64_t kTypeReal = 3, kTypeText = 5;
constexpr std::uint64_t kSingle = 1, kDouble = 2;
constexpr std::string_view kMagic = "ARROW1";

template <class T>
void append(std::string& out, T value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  out.append(raw, sizeof value);
}

struct Column {
  std::string name;
  bool text = false, nullable = false;
};

// Adds the description of the columns and returns its place.
std::size_t add_schema(FlatBuffer& out, const std::vector<Column>& columns, bool float32) {
  const auto schema = out.add_table({{}, FlatBuffer::offset()});  // endianness (little), fields
  const std::size_t fields = out.add_offsets(columns.size());
  out.point(schema.fields[1], fields);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    // name, nullable, kind of type, type, dictionary, children
    const auto field = out.add_table({FlatBuffer::offset(),
                                      {1, column.nullable ? 1u : 0u},
                                      {1, column.text ? kTypeText : kTypeReal},
                                      FlatBuffer::offset(),
                                      {},
                                      FlatBuffer::offset()});
    out.point(fields + 4 + 4 * i, field.place);
    out.point(field.fields[0], out.add_string(column.name));
    const auto type = column.text ? out.add_table({}) : out.add_table({{2, float32 ? kSingle : kDouble}});
    out.point(field.fields[3], type.place);
    out.point(field.fields[5], out.add_offsets(0));
  }
  return schema.place;
}

// A message without its body: a mark, the size of the metadata, the metadata.
std::string message(std::uint64_t kind, std::uint64_t body_bytes,
                    const std::function<std::size_t(FlatBuffer&)>& add_header) {
  FlatBuffer out;
  // version, kind of header, header, size of the body
  const auto root = out.add_table({{2, kVersion5}, {1, kind}, FlatBuffer::offset(), {8, body_bytes}});
  out.point(0, root.place);
  out.point(root.fields[2], add_header(out));
  const std::string metadata = std::move(out).take();
  std::string bytes;
  append(bytes, std::uint32_t{0xFFFFFFFF});
  append(bytes, static_cast<std::uint32_t>(metadata.size()));
  return bytes + metadata;
}

// Texts of one column of a batch.
struct Texts {
  std::string bytes, ends = std::string(4, '\0'), valid;
  std::uint64_t count = 0, nulls = 0;

  void add(const std::optional<std::string>& text) {
    if (count % 8 == 0) valid += '\0';
    if (text) {
      valid.back() = static_cast<char>(static_cast<unsigned char>(valid.back()) | 1u << count % 8);
      bytes += *text;
    }
    nulls += text ? 0 : 1;
    ++count;
    append(ends, static_cast<std::int32_t>(bytes.size()));
  }
};

class ArrowWriter final : public MatrixWriter {
 public:
  ArrowWriter(const std::string& path, const MatrixColumns& columns, const MatrixOptions& options,
              std::uint64_t batch_bytes)
      : file_(path, options.force, RowFile::Mode::stream),
        float32_(options.float32),
        batch_bytes_(batch_bytes),
        values_(static_cast<std::size_t>(columns.count)) {
    columns_.push_back({"id", true, false});
    columns_.push_back({"class", true, true});
    for (std::uint64_t i = 0; i < columns.count; ++i) columns_.push_back({columns.describe(i).walk, false, false});
    put(std::string(kMagic) + std::string(2, '\0'));
    put(message(kHeaderSchema, 0, [&](FlatBuffer& out) { return add_schema(out, columns_, float32_); }));
  }

  void write(const MatrixRow& row) override {
    ids_.add(row.id);
    classes_.add(row.class_name);
    const std::size_t width = float32_ ? 4 : 8;
    const std::size_t rows = static_cast<std::size_t>(ids_.count);
    for (std::string& column : values_) column.resize(rows * width, '\0');
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      char* place = values_[static_cast<std::size_t>(row.values.indices[i])].data() + (rows - 1) * width;
      const double value = row.values.values[i];
      const auto single = static_cast<float>(value);
      float32_ ? std::memcpy(place, &single, sizeof single) : std::memcpy(place, &value, sizeof value);
    }
    const std::uint64_t held = ids_.bytes.size() + classes_.bytes.size() + values_.size() * rows * width;
    if (held >= batch_bytes_) write_batch();
  }

  void commit() override {
    if (ids_.count > 0) write_batch();
    std::string end;
    append(end, std::uint32_t{0xFFFFFFFF});
    append(end, std::uint32_t{0});
    put(end);
    FlatBuffer out;
    // version, schema, dictionaries, batches
    const auto root = out.add_table({{2, kVersion5}, FlatBuffer::offset(), FlatBuffer::offset(), FlatBuffer::offset()});
    out.point(0, root.place);
    out.point(root.fields[1], add_schema(out, columns_, float32_));
    out.point(root.fields[2], out.add_structs(0, {}));
    out.point(root.fields[3], out.add_structs(batches_, blocks_));
    std::string footer = std::move(out).take();
    append(footer, static_cast<std::uint32_t>(footer.size()));
    put(footer + std::string(kMagic));
    file_.commit();
  }

 private:
  void put(const std::string& bytes) {
    file_.write(bytes);
    written_ += bytes.size();
  }

  // A batch: the number of values and nulls of every column, where its buffers lie, and the buffers.
  void write_batch() {
    const std::uint64_t rows = ids_.count;
    std::string nodes, places, body;
    const auto add_buffer = [&](std::string_view bytes) {
      append(places, std::uint64_t{body.size()});
      append(places, std::uint64_t{bytes.size()});
      body += bytes;
      body.resize((body.size() + 63) / 64 * 64, '\0');
    };
    for (const Texts* texts : {&ids_, &classes_}) {
      append(nodes, rows);
      append(nodes, texts->nulls);
      add_buffer(texts->nulls > 0 ? std::string_view(texts->valid) : std::string_view());
      add_buffer(texts->ends);
      add_buffer(texts->bytes);
    }
    for (const std::string& column : values_) {
      append(nodes, rows);
      append(nodes, std::uint64_t{0});
      add_buffer({});
      add_buffer(column);
    }
    const std::string head = message(kHeaderBatch, body.size(), [&](FlatBuffer& out) {
      // rows, columns, buffers
      const auto batch = out.add_table({{8, rows}, FlatBuffer::offset(), FlatBuffer::offset()});
      out.point(batch.fields[1], out.add_structs(nodes.size() / 16, nodes));
      out.point(batch.fields[2], out.add_structs(places.size() / 16, places));
      return batch.place;
    });
    append(blocks_, written_);
    append(blocks_, std::uint64_t{head.size()});  // 4 bytes of it, and 4 of padding
    append(blocks_, std::uint64_t{body.size()});
    ++batches_;
    put(head);
    put(body);
    ids_ = classes_ = {};
    for (std::string& column : values_) column.clear();
  }

  RowFile file_;
  bool float32_;
  std::uint64_t batch_bytes_, written_ = 0;
  std::vector<Column> columns_;
  Texts ids_, classes_;
  std::vector<std::string> values_;  // by column
  std::string blocks_;               // where the batches lie
  std::size_t batches_ = 0;
};

}  // namespace

std::unique_ptr<MatrixWriter> create_arrow(const std::string& path, const MatrixColumns& columns,
                                           const MatrixOptions& options, std::uint64_t batch_bytes) {
  if (columns.count > kMostArrowColumns) {
    throw Error(ErrorKind::limit, path + ": " + std::to_string(columns.count) +
                                      " columns, but an Arrow file may have " + std::to_string(kMostArrowColumns) +
                                      "; write a sparse matrix (.npz or .svm)");
  }
  return std::make_unique<ArrowWriter>(path, columns, options, batch_bytes);
}

}  // namespace awe::matrices
