// Texts that are nearly right: encodings, numbers of other countries, ids and weights at the end of their range.
#include "bad_input/bad_case.h"

namespace awe::test {
namespace {

using namespace std::string_literals;

const BadCase kTexts[] = {
    {"Utf16EdgeList", {{"e.txt", "\xff\xfe\x31\0 \0\x32\0\n\0"s}}, "embed e.txt", 4, "e.txt: "},
    {"Utf16Json", {{"e.jsonl", "\xff\xfe{\0}\0\n\0"s}}, "embed e.jsonl", 4, "e.jsonl"},
    {"NulInEdgeList", {{"e.txt", "1 2\n2 \0003\n"s}}, "embed e.txt", 4, "e.txt"},
    {"NulInJson", {{"e.jsonl", "{\"edges\": [[0, 1]]\0}\n"s}}, "embed e.jsonl", 4, "e.jsonl"},
    {"DecimalComma", {{"e.txt", "1 2 1,5\n"}}, "embed e.txt --weighted", 4, "e.txt:1: "},
    {"ThousandsComma", {{"e.txt", "1 2 1,000,000\n"}}, "embed e.txt --weighted", 4, "e.txt:1: "},
    {"WeightWithUnit", {{"e.txt", "1 2 3kg\n"}}, "embed e.txt --weighted", 4, "'3kg' is not a number"},
    {"WeightHexadecimal", {{"e.txt", "1 2 0x10\n"}}, "embed e.txt --weighted", 4, "'0x10' is not a number"},
    {"WeightPercent", {{"e.txt", "1 2 5%\n"}}, "embed e.txt --weighted", 4, "'5%' is not a number"},
    {"WeightsOverflow", {{"e.txt", "1 2 1e308\n1 3 1e308\n"}}, "embed e.txt --weighted", 6, "add up to more"},
    {"WeightNegativeZeroIsNoEdge", {{"e.txt", "1 2 -1e-320\n"}}, "embed e.txt --weighted", 6, "negative"},
    {"JsonArrayWithoutEnd", {{"e.jsonl", "[{\"n\": 1},\n{\"n\": 2}\n"}}, "embed e.jsonl", 4, "the list is not closed"},
    {"JsonPythonQuotes", {{"e.jsonl", "{'n': 1}\n"}}, "embed e.jsonl", 4, "e.jsonl:1: "},
    {"JsonTrailingComma", {{"e.jsonl", "{\"n\": 1,}\n"}}, "embed e.jsonl", 4, "e.jsonl:1: "},
    {"JsonComment", {{"e.jsonl", "// graphs\n{\"n\": 1}\n"}}, "embed e.jsonl", 4, "e.jsonl:1: "},
    {"JsonIdOver2To64", {{"e.jsonl", "{\"edges\": [[18446744073709551616, 1]]}\n"}}, "embed e.jsonl", 4, "e.jsonl:1: "},
    {"JsonIdOfReal", {{"e.jsonl", "{\"edges\": [[1.0, 2]]}\n"}}, "embed e.jsonl", 4, "neither an integer nor a string"},
    {"JsonIdOfTruth",
     {{"e.jsonl", "{\"edges\": [[true, 2]]}\n"}},
     "embed e.jsonl",
     4,
     "neither an integer nor a string"},
    {"JsonWeightOverflow",
     {{"e.jsonl", "{\"edges\": [[0, 1, 1e400]]}\n"}},
     "embed e.jsonl --weighted",
     4,
     "e.jsonl:1: "},
    {"JsonWeightOfTruth", {{"e.jsonl", "{\"edges\": [[0, 1, true]]}\n"}}, "embed e.jsonl --weighted", 4, "e.jsonl:1: "},
    {"JsonNReal", {{"e.jsonl", "{\"n\": 2.5, \"edges\": []}\n"}}, "embed e.jsonl", 4, "e.jsonl:1: "},
    {"JsonNText", {{"e.jsonl", "{\"n\": \"2\", \"edges\": []}\n"}}, "embed e.jsonl", 4, "e.jsonl:1: "},
    {"ClassesOnlyHeader", {{"c.csv", "id,class\n"}}, "evaluate g.jsonl --classes c.csv", 4, "c.csv:1: holds no class"},
    {"ClassesBySemicolon", {{"c.csv", "a0;q\n"}}, "embed g.jsonl --classes c.csv", 0, "11 of 12 graphs have no class"},
    {"ClassesUtf16", {{"c.csv", "\xff\xfe\x61\0,\0q\0\n\0"s}}, "embed g.jsonl --classes c.csv", 4, "c.csv"},
    {"GraphmlUtf16WithoutMark", {{"e.graphml", "<\0g\0>\0"s}}, "embed e.graphml", 4, "e.graphml"},
    {"RankOfLetters", {}, "walks --rank 'a b c'", 2, "a b c"},
    {"RankStartsAtZero", {}, "walks --rank '0 1 0'", 2, "0 1 0"},
    {"RankSkipsAName", {}, "walks --rank '1 3'", 2, "1 3"},
    {"RankStays", {}, "walks --rank '1 1 2'", 2, "1 1 2"},
    {"RankTooLong",
     {},
     "walks --rank '" +
         [] {
           std::string walk;
           for (int i = 0; i < 40; ++i) walk += i % 2 == 0 ? "1 " : "2 ";
           return walk;
         }() +
         "'",
     2,
     "1 2 1 2"},
};

AWE_BAD_CASES(BadTexts, kTexts);

}  // namespace
}  // namespace awe::test
