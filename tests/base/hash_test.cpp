#include "awe/hash.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstring>
#include <string>

namespace awe::base {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(Hash, OfKnownTextsIsXxh3) {
  // Of the empty text and "a" as published; the longer ones frozen, so that fingerprints never change unnoticed.
  EXPECT_EQ(to_string(hash128({})), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(hash64({}), 0x2d06800538d394c2u);
  EXPECT_EQ(to_string(hash128(bytes_of("a"))), "a96faf705af16834e6c632b61e964e1f");
  EXPECT_EQ(hash64(bytes_of("a")), 0xe6c632b61e964e1fu);
  EXPECT_EQ(to_string(hash128(bytes_of("anonymous walk embeddings"))), "769169cadc2199719d8d6a529b89b4e4");
  EXPECT_EQ(hash64(bytes_of("anonymous walk embeddings")), 0x82c417d479a30546u);
  EXPECT_EQ(to_string(hash128(bytes_of(std::string(1000, 'x')))),
            "50a1af5a5f2dcf01c0a4877b962cba82");  // the path of long inputs
}

TEST(Hash, IsWrittenHighWordFirstWithLeadingZeros) {
  EXPECT_EQ(to_string(Hash128{0x1, 0xab}), "000000000000000100000000000000ab");
}

RC_GTEST_PROP(Hasher, GivesTheDigestOfTheConcatenatedPieces, (const std::vector<std::string>& pieces)) {
  Hasher hasher;
  std::string whole;
  for (const std::string& piece : pieces) {
    hasher.add(bytes_of(piece));
    whole += piece;
  }
  RC_ASSERT(hasher.digest() == hash128(bytes_of(whole)));
  RC_ASSERT(hasher.digest() == hash128(bytes_of(whole)));  // a digest changes nothing
}

TEST(Hasher, TakesNumbersByTheirLittleEndianBytes) {
  Hasher one, other;
  one.add_value(std::uint32_t{0x64636261});
  other.add(bytes_of("abcd"));
  EXPECT_EQ(one.digest(), other.digest());
  const std::array<std::uint16_t, 2> values = {0x6261, 0x6463};
  Hasher many;
  many.add_values(std::span<const std::uint16_t>(values));
  EXPECT_EQ(many.digest(), other.digest());
}

}  // namespace
}  // namespace awe::base
