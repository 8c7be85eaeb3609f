#include "awe/enum_text.h"

#include <gtest/gtest.h>

namespace awe {

enum class Fruit { apple, sour_cherry };
template <>
struct EnumText<Fruit> {
  static constexpr std::string_view kWhat = "fruit";
  static constexpr EnumNames<Fruit, 2> kNames = {{{Fruit::apple, "apple"}, {Fruit::sour_cherry, "sour-cherry"}}};
};

namespace {

TEST(EnumText, GoesToTextAndBack) {
  for (const Fruit fruit : {Fruit::apple, Fruit::sour_cherry}) EXPECT_EQ(parse<Fruit>(to_string(fruit)), fruit);
  EXPECT_EQ(to_string(Fruit::sour_cherry), "sour-cherry");
  EXPECT_EQ(enum_names<Fruit>(), (std::vector<std::string>{"apple", "sour-cherry"}));
}

TEST(EnumText, FindsNothingForOtherTexts) {
  for (const char* text : {"", "Apple", "apple ", "sour_cherry"}) EXPECT_FALSE(find_enum<Fruit>(text)) << text;
  EXPECT_EQ(to_string(static_cast<Fruit>(7)), "");
}

TEST(EnumText, NamesTheChoicesWhereItRefuses) {
  try {
    static_cast<void>(parse<Fruit>("leek"));
    FAIL() << "a leek is no fruit";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_STREQ(error.what(), "'leek' is not a fruit; use apple or sour-cherry");
  }
  EXPECT_EQ(unknown_name("x", "optimiser", {"a", "b", "c"}), "'x' is not an optimiser; use a, b or c");
}

}  // namespace
}  // namespace awe
