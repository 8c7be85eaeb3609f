#include "matrices/npy_reader.h"

#include <algorithm>
#include <limits>

#include "awe/error.h"
#include "base/number.h"

namespace awe::matrices {
namespace {

constexpr std::size_t kLargestHeader = std::size_t{1} << 16;

[[noreturn]] void fail(const bytes::ByteSource& source, const std::string& reason) {
  throw error_at(ErrorKind::malformed, source.name(), 0, reason);
}

// The text after 'key': in the header, which numpy writes as a Python dictionary.
std::string_view value_after(std::string_view header, std::string_view key, const bytes::ByteSource& source) {
  std::size_t at = std::string_view::npos;
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + std::string(key) + quote;
    if (const std::size_t found = header.find(quoted); found != std::string_view::npos) at = found + quoted.size();
  }
  if (at == std::string_view::npos) fail(source, "the header has no " + std::string(key) + "; save the array again");
  std::string_view rest = base::trim(header.substr(at));
  if (!rest.starts_with(':')) fail(source, "the header is damaged at " + std::string(key) + "; save the array again");
  return base::trim(rest.substr(1));
}

std::vector<std::uint64_t> shape_of(std::string_view text, const bytes::ByteSource& source) {
  std::vector<std::uint64_t> shape;
  const std::size_t close = text.find(')');
  if (!text.starts_with('(') || close == std::string_view::npos) fail(source, "the header has no shape");
  for (std::string_view rest = base::trim(text.substr(1, close - 1)); !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto size = base::parse_unsigned(base::trim(rest.substr(0, comma)));
    // Allows only sizes that numpy itself could hold; products of two sizes are checked where they are computed.
    if (!size || *size > std::numeric_limits<std::int64_t>::max()) fail(source, "the shape in the header is no shape");
    shape.push_back(*size);
    rest = base::trim(rest.substr(std::min(comma + 1, rest.size())));
  }
  return shape;
}

}  // namespace

std::uint64_t NpyArray::value_bytes() const noexcept {
  if (type.size() < 3 || std::string_view("<|").find(type[0]) == std::string_view::npos ||
      std::string_view("fiuS").find(type[1]) == std::string_view::npos) {
    return 0;
  }
  const auto size = base::parse_unsigned(std::string_view(type).substr(2));
  return size && *size <= 1024 ? *size : 0;
}

void read_exactly(bytes::ByteSource& source, std::span<char> into) {
  while (!into.empty()) {
    const std::size_t got = source.read(into);
    if (got == 0) fail(source, "the file ends too early; it was not written to its end");
    into = into.subspan(got);
  }
}

void expect_end(bytes::ByteSource& source) {
  char more = 0;
  if (source.read({&more, 1}) != 0) fail(source, "there are more values than the header says");
}

std::string read_sized(bytes::ByteSource& source, std::uint64_t size) {
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  std::string bytes;
  while (bytes.size() < size) {
    const std::size_t before = bytes.size();
    bytes.resize(before + static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, size - before)));
    read_exactly(source, std::span(bytes).subspan(before));
  }
  return bytes;
}

NpyArray read_npy_header(bytes::ByteSource& source) {
  char magic[8];
  read_exactly(source, magic);
  if (std::string_view(magic, 6) != "\x93NUMPY") fail(source, "no numpy array (it does not begin with \\x93NUMPY)");
  if (magic[6] < 1 || magic[6] > 3) fail(source, "a version of the format that is not 1, 2 or 3");
  unsigned char length[4] = {0, 0, 0, 0};
  read_exactly(source, std::span(reinterpret_cast<char*>(length), magic[6] == 1 ? 2 : 4));
  const std::size_t size =
      length[0] + (std::size_t{length[1]} << 8) + (std::size_t{length[2]} << 16) + (std::size_t{length[3]} << 24);
  if (size > kLargestHeader) fail(source, "a header of " + std::to_string(size) + " bytes is no array's");
  const std::string header = read_sized(source, size);
  NpyArray array;
  const std::string_view type = value_after(header, "descr", source);
  const std::size_t end = type.size() > 1 ? type.find(type[0], 1) : std::string_view::npos;
  if (end == std::string_view::npos || (type[0] != '\'' && type[0] != '"')) {
    fail(source, "an array of records; save plain numbers");
  }
  array.type = type.substr(1, end - 1);
  array.fortran_order = value_after(header, "fortran_order", source).starts_with("True");
  array.shape = shape_of(value_after(header, "shape", source), source);
  return array;
}

}  // namespace awe::matrices
