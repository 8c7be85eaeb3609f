// Reading lines: both kinds of line ends, line numbers, limits, gzip.
#include "bytes/line_reader.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>

#include "readers/gzip.h"
#include "readers/reading.h"

namespace awe::test {
namespace {

std::vector<std::string> lines_of(bytes::Bytes bytes) {
  bytes::LineReader reader(std::move(bytes));
  std::vector<std::string> lines;
  while (const auto line = reader.next()) lines.emplace_back(*line);
  EXPECT_EQ(reader.line_number(), lines.size());
  return lines;
}

// Gives one byte a call.
class SlowSource final : public bytes::ByteSource {
 public:
  explicit SlowSource(std::string bytes) : bytes::ByteSource("slow"), bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> into) override {
    if (place_ == bytes_.size()) return 0;
    into[0] = bytes_[place_++];
    return 1;
  }

 private:
  std::string bytes_;
  std::size_t place_ = 0;
};

TEST(LineReader, TakesBothLineEndsAndAMissingLastOne) {
  const std::vector<std::string> expected = {"a", "", "b"};
  EXPECT_EQ(lines_of(bytes::memory_source("m",
                                          "\xEF\xBB\xBF"
                                          "a\r\n\nb")),
            expected);
  EXPECT_EQ(lines_of(std::make_unique<SlowSource>("a\r\n\nb\n")), expected);
  EXPECT_TRUE(lines_of(bytes::memory_source("m", "")).empty());
}

RC_GTEST_PROP(LineReader, GivesBackTheLinesThatWereJoined, ()) {
  const auto lines = *rc::gen::container<std::vector<std::string>>(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab ,"))));
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  RC_ASSERT(lines_of(std::make_unique<SlowSource>(text)) == lines);
  RC_ASSERT(lines_of(bytes::gunzip(bytes::memory_source("m", gzip_of(text)))) == lines);
}

TEST(LineReader, GrowsForLongLinesUpToTheLimit) {
  const std::string line(3'000'000, 'x');
  EXPECT_EQ(lines_of(bytes::memory_source("m", line + "\nshort")), (std::vector<std::string>{line, "short"}));
  bytes::LineReader strict(bytes::memory_source("m", "one\n" + line), 1'000'000);
  EXPECT_EQ(*strict.next(), "one");
  expect_error(ErrorKind::limit, "m:2: the line is longer", [&] { static_cast<void>(strict.next()); });
}

// The limit is exact, wherever the line ends in the buffer, and whatever ends it.
TEST(LineReader, RefusesLinesBeyondTheLimitByOneByte) {
  for (const std::size_t limit : {10u, 65'535u, 65'536u, 65'537u, 100'000u, 200'000u}) {
    for (const std::string end : {"\n", "\r\n", "", "\nshort\n"}) {
      const std::string whole(limit, 'x'), longer(limit + 1, 'x');
      bytes::LineReader exact(bytes::memory_source("m", "one\n" + whole + end), limit);
      EXPECT_EQ(*exact.next(), "one");
      EXPECT_EQ(*exact.next(), whole) << limit;
      bytes::LineReader beyond(bytes::memory_source("m", "one\n" + longer + end), limit);
      EXPECT_EQ(*beyond.next(), "one");
      expect_error(ErrorKind::limit, "m:2: the line is longer than " + std::to_string(limit),
                   [&] { static_cast<void>(beyond.next()); });
    }
  }
}

TEST(Gzip, StopsABomb) {
  const std::string zeros(8 << 20, '0'), bomb = gzip_of(zeros);
  ASSERT_LT(bomb.size() * 200, zeros.size());
  bytes::ExpansionLimit limit;
  limit.free_bytes = 4 << 20;
  const auto source = bytes::gunzip(bytes::memory_source("m", bomb), limit);
  expect_error(ErrorKind::limit, "m: the gzip data unpack to more than 4 MiB and 200 times their size",
               [&] { static_cast<void>(bytes::read_whole(*source, 1u << 30)); });
  // Up to the free bytes, and up to the ratio beyond them, everything is read.
  limit.free_bytes = 8 << 20;
  EXPECT_EQ(bytes::read_whole(*bytes::gunzip(bytes::memory_source("m", bomb), limit), 1u << 30), zeros);
  limit = {0, 1100};
  EXPECT_EQ(bytes::read_whole(*bytes::gunzip(bytes::memory_source("m", bomb), limit), 1u << 30), zeros);
}

TEST(Gzip, CountsFromTheLastForget) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "the same line again and again\n";
  bytes::ExpansionLimit limit;
  limit.free_bytes = 1 << 20;
  bytes::LineReader all(bytes::gunzip(bytes::memory_source("m", gzip_of(text)), limit));
  expect_error(ErrorKind::limit, "unpack to more", [&] {
    while (all.next()) {
    }
  });
  bytes::LineReader streamed(bytes::gunzip(bytes::memory_source("m", gzip_of(text)), limit));
  while (streamed.next()) streamed.forget();
  EXPECT_EQ(streamed.line_number(), 200'000u);
}

TEST(Gzip, JoinsMembersAndSeesDamage) {
  EXPECT_EQ(lines_of(bytes::gunzip(bytes::memory_source("m", gzip_of("a\n") + gzip_of("b\n")))),
            (std::vector<std::string>{"a", "b"}));
  const std::string whole = gzip_of("some text that is long enough\n");
  expect_error(ErrorKind::malformed, "ends too early",
               [&] { lines_of(bytes::gunzip(bytes::memory_source("m", whole.substr(0, whole.size() - 4)))); });
  std::string damaged = whole;
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);
  expect_error(ErrorKind::malformed, "damaged gzip data",
               [&] { lines_of(bytes::gunzip(bytes::memory_source("m", damaged))); });
}

}  // namespace
}  // namespace awe::test
