#include "folds/split_file.h"

#include <gtest/gtest.h>

#include "awe/error.h"
#include "support/process.h"

namespace awe::folds {
namespace {

const std::vector<std::string> kIds = {"a", "b\"\\\n\x01", "", "7", "\xC3\xA9"};

Splits splits() {
  Splits made;
  made.seed = 18'000'000'000'000'000'000u;
  made.folds = 2;
  made.repeats = {{2, {0, 1, 0, 1, 1}}, {2, {1, 0, 0, 0, 0}}};
  return made;
}

TEST(SplitFile, WritesWhatTheFormatSays) {
  EXPECT_EQ(splits_to_json(splits(), kIds),
            "{\"awe_splits\":1,\"seed\":18000000000000000000,\"folds\":2,\"repeats\":[[\n"
            "[\"a\",\"\"],\n"
            "[\"b\\\"\\\\\\u000a\\u0001\",\"7\",\"\xC3\xA9\"]]\n"
            ",[\n"
            "[\"b\\\"\\\\\\u000a\\u0001\",\"\",\"7\",\"\xC3\xA9\"],\n"
            "[\"a\"]]]}\n");
}

TEST(SplitFile, ReadsBackWhatItWrote) {
  EXPECT_EQ(splits_from_json(splits_to_json(splits(), kIds), kIds, "x"), splits());
  const test::TemporaryFolder folder;
  const std::string path = folder.file("splits.json");
  save_splits(path, splits(), kIds);
  EXPECT_EQ(load_splits(path, kIds), splits());
  EXPECT_THROW(save_splits(path, splits(), kIds), Error);
  save_splits(path, splits(), kIds, true);
}

TEST(SplitFile, ReadsIdsInAnyOrderAndIntegers) {
  const std::vector<std::string> ids = {"1", "2", "3"};
  const auto read = splits_from_json(
      R"({"repeats": [[[3, "1"], [2]]], "by": "me", "folds": 2, "seed": 0, "awe_splits": 1})", ids, "x");
  EXPECT_EQ(read.repeats.at(0).fold_of, (std::vector<int>{0, 1, 0}));
}

TEST(SplitFile, KeepsPartsHeldOut) {
  const Splits parts{3, 1, {{1, {0, -1, -1, 0, -1}}, {1, {-1, -1, 0, -1, -1}}}};
  const std::string text = splits_to_json(parts, kIds);
  EXPECT_EQ(text,
            "{\"awe_splits\":1,\"seed\":3,\"folds\":1,\"repeats\":[[\n"
            "[\"a\",\"7\"]]\n"
            ",[\n"
            "[\"\"]]]}\n");
  EXPECT_EQ(splits_from_json(text, kIds, "x"), parts);
}

std::string message(const std::string& text, ErrorKind kind = ErrorKind::malformed) {
  const std::vector<std::string> ids = {"a", "b", "c"};
  try {
    (void)splits_from_json(text, ids, "s.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << text;
    return error.what();
  }
  return "no error";
}

std::string with_repeats(const std::string& repeats) {
  return R"({"awe_splits":1,"seed":7,"folds":2,"repeats":)" + repeats + "}";
}

TEST(SplitFile, NamesTheIdThatIsWrong) {
  EXPECT_EQ(message(with_repeats(R"([[["a"],["b"]]])")),
            "s.json: the id \"c\" of the collection is in no fold in repeat 0");
  EXPECT_EQ(message(with_repeats(R"([[["a","c"],["b"]],[["a","c"],["b","a"]]])")),
            "s.json: the id \"a\" is in folds 0 and 1 in repeat 1; keep one");
  EXPECT_EQ(message(with_repeats(R"([[["a","a"],["b","c"]]])")),
            "s.json: the id \"a\" is in folds 0 and 0 in repeat 0; keep one");
  EXPECT_EQ(message(with_repeats(R"([[["a","d"],["b","c"]]])")),
            "s.json: the id \"d\" in repeat 0 is not in the collection");
}

TEST(SplitFile, RefusesWhatIsNoFileOfSplits) {
  EXPECT_EQ(message(with_repeats(R"([[["a","b","c"]]])")), "s.json: 1 list for 2 folds in repeat 0");
  EXPECT_EQ(message(with_repeats(R"([[["a"],["b"],["c"]]])")), "s.json: more than 2 lists in repeat 0");
  EXPECT_EQ(message(with_repeats(R"([[["a","b","c"],[]]])")), "s.json: fold 1 in repeat 0 is empty");
  EXPECT_EQ(message(R"({"awe_splits":1,"seed":7,"folds":1,"repeats":[[["a","c","b"]]]})"),
            "s.json: every id is held out in repeat 0; leave some for training");
  EXPECT_EQ(message(R"({"awe_splits":1,"seed":7,"folds":0,"repeats":[]})"),
            "s.json: 0 folds; write two or more, or 1 for parts held out");
  EXPECT_EQ(message(with_repeats("[]")), "s.json: no repeats; write at least one");
  for (const char* text :
       {"", "[]", "{}", "{", "7", R"({"awe_splits":1})", R"({"awe_splits":"1"})",
        R"({"awe_splits":1,"seed":-1,"folds":2,"repeats":[]})", R"({"awe_splits":1,"seed":1,"folds":1,"repeats":[]})",
        R"({"awe_splits":1,"seed":1,"folds":99999999999,"repeats":[]})"}) {
    EXPECT_NE(message(text), "no error") << text;
  }
  EXPECT_NE(message(with_repeats(R"([[["a",true],["b"]]])")), "no error");
  EXPECT_NE(message(R"({"awe_splits":2})", ErrorKind::incompatible), "no error");
}

TEST(SplitFile, NeedsDistinctIdsInUtf8) {
  const Splits two{0, 2, {{2, {0, 1}}}};
  EXPECT_THROW((void)splits_to_json(two, std::vector<std::string>{"a", "a"}), Error);
  EXPECT_THROW((void)splits_to_json(two, std::vector<std::string>{"a", "\xFF"}), Error);
  EXPECT_THROW((void)splits_to_json(two, std::vector<std::string>{"a", "b", "c"}), Error);
}

}  // namespace
}  // namespace awe::folds
