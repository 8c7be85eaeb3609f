#include "inputs/tar.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "awe/error.h"
#include "base/number.h"

namespace awe::inputs {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::uint64_t kMaxExtended = std::uint64_t{1} << 20;  // bytes of an extended header

using Block = std::array<char, kBlock>;

// A field of a header, up to its first zero.
std::string_view field(const Block& block, std::size_t place, std::size_t size) {
  const std::string_view all(block.data() + place, size);
  return all.substr(0, all.find('\0'));
}

// Octal digits between blanks, or a binary number if the first bit is set.
std::optional<std::uint64_t> number(const Block& block, std::size_t place, std::size_t size) {
  std::uint64_t value = 0;
  if ((static_cast<unsigned char>(block[place]) & 0x80u) != 0) {
    for (std::size_t i = 1; i < size; ++i) {
      if (value >> 55 != 0) return std::nullopt;
      value = value << 8 | static_cast<unsigned char>(block[place + i]);
    }
    return value;
  }
  std::string_view text = field(block, place, size);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  for (const char c : text) {
    if (c < '0' || c > '7' || value >> 60 != 0) return std::nullopt;
    value = value * 8 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

constexpr std::size_t kSumPlace = 148, kSumSize = 8;

bool has_right_checksum(const Block& block) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const bool own = i >= kSumPlace && i < kSumPlace + kSumSize;
    sum += own ? std::uint64_t{' '} : std::uint64_t{static_cast<unsigned char>(block[i])};
  }
  return number(block, kSumPlace, kSumSize) == sum;
}

bool is_zero(const Block& block) {
  return std::all_of(block.begin(), block.end(), [](char c) { return c == 0; });
}

}  // namespace

struct TarReader::State {
  bytes::Bytes source;
  TarLimits limits;
  std::string member;
  char type = '0';
  std::uint64_t left = 0;     // bytes of the member that have not been read
  std::uint64_t padding = 0;  // bytes after it, up to a whole block
  std::uint64_t members = 0, total = 0;
  bool sparse = false;
  std::map<std::string, std::string, std::less<>> global;  // of pax, for all members that follow

  [[nodiscard]] Error malformed(std::string_view reason) const {
    return error_at(ErrorKind::malformed, source->name(), 0, reason);
  }

  // Fills the span as far as the source goes.
  std::size_t fill(std::span<char> into) {
    std::size_t filled = 0;
    while (filled < into.size()) {
      const std::size_t got = source->read(into.subspan(filled));
      if (got == 0) break;
      filled += got;
    }
    return filled;
  }

  std::size_t read_content(std::span<char> into) {
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), left));
    if (wanted == 0) return 0;
    const std::size_t got = source->read(into.first(wanted));
    if (got == 0) throw malformed("the archive ends within " + member + "; fetch or pack it again");
    left -= got;
    total += got;
    if (total > limits.total_bytes) {
      throw error_at(ErrorKind::limit, source->name(), 0,
                     "the archive unpacks to more than " + std::to_string(limits.total_bytes >> 30) +
                         " GiB; unpack it and name the folder");
    }
    return got;
  }

  void skip_content() {
    std::array<char, std::size_t{1} << 14> scratch{};
    while (read_content(scratch) > 0) {
    }
    std::uint64_t rest = std::exchange(padding, 0);
    while (rest > 0) {
      const std::size_t got = source->read(std::span(scratch).first(static_cast<std::size_t>(rest)));
      if (got == 0) throw malformed("the archive ends within " + member + "; fetch or pack it again");
      rest -= got;
    }
  }

  // The content of a header of type x, g or L.
  std::string take_extended() {
    if (left > kMaxExtended) {
      throw error_at(ErrorKind::limit, source->name(), 0, "an extended header of more than 1 MiB; unpack the archive");
    }
    std::string text(static_cast<std::size_t>(left), '\0');
    std::size_t filled = 0;
    while (const std::size_t got = read_content(std::span(text).subspan(filled))) filled += got;
    skip_content();
    return text;
  }

  // Records "LENGTH KEY=VALUE\n", where LENGTH counts the whole record.
  void take_records(std::string_view text, std::map<std::string, std::string, std::less<>>& into) const {
    while (!text.empty()) {
      const std::size_t blank = text.find(' ');
      const auto length = base::parse_unsigned(text.substr(0, blank));
      if (blank == text.npos || !length || *length < blank + 3 || *length > text.size()) {
        throw malformed("a damaged extended header; fetch or pack the archive again");
      }
      const std::string_view record = text.substr(blank + 1, static_cast<std::size_t>(*length) - blank - 2);
      const std::size_t equals = record.find('=');
      if (equals == record.npos) throw malformed("a damaged extended header; fetch or pack the archive again");
      into.insert_or_assign(std::string(record.substr(0, equals)), std::string(record.substr(equals + 1)));
      text.remove_prefix(static_cast<std::size_t>(*length));
    }
  }

  // After the first block of zeros: a second one, and then only zeros.
  void check_end() {
    Block block{};
    std::uint64_t blocks = 1;
    while (const std::size_t got = fill(block)) {
      if (!is_zero(block)) throw malformed("data after the end of the archive; unpack it, or join archives by tar -A");
      std::fill(block.begin(), block.end(), '\0');
      ++blocks;
      if (got < kBlock) break;
    }
    if (blocks < 2) throw malformed("the archive lacks its end mark; fetch or pack it again");
  }

  // Reads one header; returns false at the end of the archive.
  bool read_header() {
    Block block{};
    const std::size_t got = fill(block);
    if (got < kBlock) throw malformed("the archive lacks its end mark; fetch or pack it again");
    if (is_zero(block)) {
      check_end();
      return false;
    }
    const auto size = number(block, 124, 12);
    if (!has_right_checksum(block) || !size) {
      throw malformed("a damaged header after " + std::to_string(members) +
                      " members; fetch or pack the archive again");
    }
    if (++members > limits.members) {
      throw error_at(ErrorKind::limit, source->name(), 0,
                     "more than " + std::to_string(limits.members) + " members; unpack it and name the folder");
    }
    type = block[156] == '\0' ? '0' : block[156];
    set_size(*size);
    member = field(block, 0, 100);
    const bool posix = std::string_view(block.data() + 257, 6) == std::string_view("ustar\0", 6);
    const std::string_view prefix = posix ? field(block, 345, 155) : std::string_view();
    if (!prefix.empty()) member = std::string(prefix) + '/' + member;
    return true;
  }

  void set_size(std::uint64_t size) {
    left = size;
    padding = (kBlock - size % kBlock) % kBlock;
  }

  bool next() {
    skip_content();
    source->forget();  // members are streamed: how far gzip data expand is limited for each of them
    std::map<std::string, std::string, std::less<>> records = global;
    std::optional<std::string> long_name;
    sparse = false;
    while (read_header()) {
      if (type == 'x' || type == 'X') {
        take_records(take_extended(), records);
      } else if (type == 'g') {
        take_records(take_extended(), global);
        records.insert(global.begin(), global.end());
      } else if (type == 'L') {
        long_name = take_extended();
        long_name->resize(std::min(long_name->find('\0'), long_name->size()));
      } else if (type == '0' || type == '7' || type == '1' || type == '2' || type == 'S') {
        apply(records, long_name);
        return true;
      } else {
        // A folder, a device, the target of a long link: its content, if any, is skipped.
        skip_content();
        if (type == 'K') continue;
        records = global;
        long_name.reset();
      }
    }
    return false;
  }

  void apply(const std::map<std::string, std::string, std::less<>>& records,
             const std::optional<std::string>& long_name) {
    if (long_name) member = *long_name;
    if (const auto path = records.find("path"); path != records.end()) member = path->second;
    if (const auto size = records.find("size"); size != records.end()) {
      const auto value = base::parse_unsigned(size->second);
      if (!value || *value >> 60 != 0) throw malformed("a damaged extended header; fetch or pack the archive again");
      set_size(*value);
    }
    const auto mark = records.lower_bound("GNU.sparse.");
    sparse = type == 'S' || (mark != records.end() && mark->first.starts_with("GNU.sparse."));
  }
};

namespace {

class MemberSource final : public bytes::ByteSource {
 public:
  MemberSource(std::string name, std::shared_ptr<TarReader::State> state)
      : bytes::ByteSource(std::move(name)), state_(std::move(state)) {}
  std::size_t read(std::span<char> into) override { return state_->read_content(into); }
  void forget() noexcept override { state_->source->forget(); }

 private:
  std::shared_ptr<TarReader::State> state_;
};

}  // namespace

bool is_tar(std::string_view head) { return head.size() >= kBlock && head.substr(257, 5) == "ustar"; }

TarReader::TarReader(bytes::Bytes source, const TarLimits& limits) : state_(std::make_shared<State>()) {
  state_->source = std::move(source);
  state_->limits = limits;
}
TarReader::TarReader(TarReader&&) noexcept = default;
TarReader::~TarReader() = default;

bool TarReader::next() { return state_->next(); }
const std::string& TarReader::member() const { return state_->member; }

bytes::Bytes TarReader::content() {
  const std::string name = state_->source->name() + "!" + state_->member;
  if (state_->type == '1' || state_->type == '2') {
    throw error_at(ErrorKind::malformed, name, 0, "a link to another file; pack the file itself (tar -h)");
  }
  if (state_->sparse) throw error_at(ErrorKind::malformed, name, 0, "a sparse file; pack it without holes");
  return std::make_unique<MemberSource>(name, state_);
}

}  // namespace awe::inputs
