// How JSON text is divided into objects, whatever the size of the pieces in which it arrives.
#include "keyed/json_values.h"

#include "readers/reading.h"

namespace awe::test {
namespace {

// Gives a few bytes at a time.
class Trickle final : public bytes::ByteSource {
 public:
  Trickle(std::string text, std::size_t piece) : bytes::ByteSource("input"), text_(std::move(text)), piece_(piece) {}
  std::size_t read(std::span<char> into) override {
    const std::size_t count = std::min({piece_, into.size(), text_.size() - place_});
    std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(place_), count, into.begin());
    place_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t piece_, place_ = 0;
};

// The objects, each with its line: "1:{...} 3:{...}".
std::string divide(const std::string& text, std::size_t piece, std::size_t max_bytes = 1000) {
  keyed::JsonValues values(std::make_unique<Trickle>(text, piece), max_bytes);
  std::string all;
  while (const auto value = values.next()) {
    all += (all.empty() ? "" : " ") + std::to_string(values.line_number()) + ":" + std::string(*value);
  }
  EXPECT_FALSE(values.next().has_value());
  return all;
}

TEST(JsonValues, AreLinesObjectsOrElementsOfAList) {
  for (const std::size_t piece : {1u, 2u, 7u, 1000u}) {
    SCOPED_TRACE(piece);
    EXPECT_EQ(divide("", piece), "");
    EXPECT_EQ(divide("\xEF\xBB\xBF{\"a\":1}\n\n {\"b\":[\"}\"]} \r\n", piece), "1:{\"a\":1} 3:{\"b\":[\"}\"]}");
    EXPECT_EQ(divide("{\n}\n{\n\"}\\\"\": [\n]}{}", piece), "1:{\n} 3:{\n\"}\\\"\": [\n]} 5:{}");
    EXPECT_EQ(divide("\n[{}, {\"a\":\n[{}]},\n{}]\n", piece), "2:{} 2:{\"a\":\n[{}]} 4:{}");
    EXPECT_EQ(divide("[]", piece), "");
    // Lines are given as they are: the parser of JSON tells what is wrong with them.
    EXPECT_EQ(divide("{} {}\n{\n", piece), "1:{} {} 2:{");
    EXPECT_EQ(divide("1 2\n", piece), "1:1 2");
  }
}

TEST(JsonValues, RefuseWhatSeparatesThemWrongly) {
  const auto refused = [](const std::string& text, std::string_view reason) {
    for (const std::size_t piece : {1u, 1000u}) {
      expect_error(ErrorKind::malformed, reason, [&] { static_cast<void>(divide(text, piece)); });
    }
  };
  refused("[{}, ]", "input:1: not the JSON of a graph (a comma before the end of a list)");
  refused("[{}\n{}]", "input:2: not the JSON of a graph (elements of a list without a comma");
  refused("[{},\n", "input:2: not the JSON of a graph (the list is not closed)");
  refused("[{}] {}", "text after the list");
  refused("[1, 2]", "a list of something else than objects");
  refused("[[]]", "a list of something else than objects");
  refused("\n{\n\"a\": [1}", "input:2: not the JSON of a graph (the object that begins here is not closed)");
  refused("{\n}\n5", "input:3: not the JSON of a graph (something else than an object)");
}

TEST(JsonValues, AreLimitedInLength) {
  const std::string longer = "{\"a\":\"" + std::string(200'000, 'x') + "\"}";
  for (const std::string& text : {longer + "\n", "[" + longer + "]", "{\n" + longer.substr(1)}) {
    EXPECT_FALSE(divide(text, 1000, 300'000).empty());
    expect_error(ErrorKind::limit, "input:1: ", [&] { static_cast<void>(divide(text, 1000, 199'999)); });
  }
}

}  // namespace
}  // namespace awe::test
