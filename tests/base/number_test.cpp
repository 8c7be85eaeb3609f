#include "base/number.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "support/comma_locale.h"

namespace awe::base {
namespace {

RC_GTEST_PROP(Numbers, ReadBackToTheSameDouble, (std::uint64_t bits)) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  const auto back = parse_real(format_real(value));
  RC_ASSERT(back.has_value());
  const bool same = std::isnan(value) ? std::isnan(*back) : std::memcmp(&*back, &value, sizeof value) == 0;
  RC_ASSERT(same);
}

RC_GTEST_PROP(Numbers, ReadBackToTheSameInteger, (std::int64_t value)) {
  const std::string text = std::to_string(value);
  RC_ASSERT(parse_integer(text) == value);
  RC_ASSERT(is_canonical_integer(text));
  std::string appended = "x";
  append_unsigned(appended, static_cast<std::uint64_t>(value));
  RC_ASSERT(parse_unsigned(std::string_view(appended).substr(1)) == static_cast<std::uint64_t>(value));
}

TEST(Numbers, AreWrittenShortest) {
  EXPECT_EQ(format_real(0.1), "0.1");
  EXPECT_EQ(format_real(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(format_real(5e-324), "5e-324");
  EXPECT_EQ(format_real(-0.0), "-0");
  EXPECT_EQ(format_real(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
}

TEST(Numbers, MustBeTheWholeText) {
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "0x10", "--1", "1,5", "1.5"}) {
    EXPECT_FALSE(parse_integer(text)) << text;
    EXPECT_FALSE(parse_unsigned(text)) << text;
  }
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "1,5", "1.5.", "e5", "1e", "--1"}) {
    EXPECT_FALSE(parse_real(text)) << text;
  }
  EXPECT_FALSE(parse_unsigned("-1"));
  EXPECT_FALSE(parse_integer("9223372036854775808"));
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE(parse_unsigned("18446744073709551616"));
  EXPECT_EQ(parse_unsigned("18446744073709551615"), ~std::uint64_t{0});
  EXPECT_FALSE(parse_real("1e999"));
}

TEST(Numbers, LeaveInfinityAndNanToTheCaller) {
  EXPECT_EQ(parse_real("inf"), INFINITY);
  EXPECT_EQ(parse_real("-inf"), -INFINITY);
  ASSERT_TRUE(parse_real("nan"));
  EXPECT_TRUE(std::isnan(*parse_real("nan")));
}

TEST(Numbers, AreTheSameInALocaleWithCommas) {
  const test::CommaLocale locale;
  if (!locale.present()) GTEST_SKIP() << "localedef cannot make " << test::CommaLocale::kName;
  setenv("LOCPATH", locale.folder().c_str(), 1);
  const bool set = std::setlocale(LC_ALL, test::CommaLocale::kName) != nullptr;
  char by_libc[16];
  std::snprintf(by_libc, sizeof by_libc, "%.1f", 1.5);
  const std::string ours = format_real(1234567.5);
  const auto point = parse_real("1.5"), comma = parse_real("1,5");
  std::setlocale(LC_ALL, "C");
  unsetenv("LOCPATH");
  ASSERT_TRUE(set);
  ASSERT_STREQ(by_libc, "1,5") << "the locale has no comma: the test would prove nothing";
  EXPECT_EQ(ours, "1234567.5");
  EXPECT_EQ(point, 1.5);
  EXPECT_FALSE(comma);
}

TEST(CanonicalIntegers, AreWhatToStringWrites) {
  for (const char* text : {"0", "1", "-1", "10", "9223372036854775807", "-9223372036854775808"}) {
    EXPECT_TRUE(is_canonical_integer(text)) << text;
  }
  for (const char* text :
       {"", "-", "-0", "00", "01", "-01", "+1", " 1", "1 ", "1.0", "1e3", "a", "9223372036854775808"}) {
    EXPECT_FALSE(is_canonical_integer(text)) << text;
  }
}

TEST(Trim, TakesBlanksFromBothEndsAndNoneFromInside) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \t\r\n"), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("\xC2\xA0x"), "\xC2\xA0x") << "a no-break space is no blank in any locale";
}

}  // namespace
}  // namespace awe::base
