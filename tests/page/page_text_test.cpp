// What holds a page together: escapes, hashes of its policy, packed drawings.
#include "page/page_text.h"

#include <gtest/gtest.h>

#include "page/packed_graph.h"
#include "page/web_text.h"
#include "support/toy_graphs.h"

namespace awe::page {
namespace {

TEST(PageText, HashesAreThoseOfPolicies) {
  // SHA-256 of nothing.
  EXPECT_EQ(policy_hash("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

TEST(PageText, TextOfStrangersCannotLeaveItsPlace) {
  const std::string hostile = "</script><script>alert('x')</script><!--";
  EXPECT_EQ(json_for_html("\"" + hostile + "\"").find('<'), std::string::npos);
  const std::string page = page_html(hostile, "\"<b>", "{\"a\": \"</script><b>\"}");
  EXPECT_EQ(page.find("alert('x')"), std::string::npos);
  EXPECT_NE(page.find("<title>&lt;/script&gt;&lt;script&gt;"), std::string::npos);
  EXPECT_NE(page.find("{\"a\": \"\\u003c/script>\\u003cb>\"}"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'; script-src 'sha256-"), std::string::npos);
  EXPECT_EQ(page.find("{{"), std::string::npos) << "every place is filled";
}

TEST(PageText, ThePageIsLightAndNamesNoOtherFile) {
  const std::string page = page_html("t", "s", "{}");
  EXPECT_LT(page.size(), 300'000u);
  for (const char* part : {" src=", "@import", "url(", "fetch(", "XMLHttpRequest", "innerHTML", "eval("}) {
    EXPECT_EQ(page.find(part), std::string::npos) << part;
  }
  for (std::size_t at = page.find("http"); at != std::string::npos; at = page.find("http", at + 1)) {
    const std::string here = page.substr(at, 26);
    EXPECT_TRUE(here == "http://www.w3.org/2000/svg" || here.starts_with("http-equiv")) << here;
  }
}

std::vector<std::uint32_t> pairs(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::vector<std::uint32_t> values;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    values.push_back(static_cast<std::uint32_t>(64 * letters.find(text[i]) + letters.find(text[i + 1])));
  }
  return values;
}

TEST(PackedGraph, HasPlacesAndEdges) {
  const Graph graph = test::cycle_graph(6);
  NameTable nodes, edges;
  const auto places = places_of(graph, {});
  const PackedGraph made = packed(graph, places, {}, nodes, edges);
  ASSERT_TRUE(made.drawn);
  const auto found = pairs(made.places);
  ASSERT_EQ(found.size(), 12u);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      EXPECT_NEAR((static_cast<double>(found[2 * i]) - found[2 * j]) / made.step, places[i].x - places[j].x, 2e-3);
      EXPECT_NEAR((static_cast<double>(found[2 * i + 1]) - found[2 * j + 1]) / made.step, places[i].y - places[j].y,
                  2e-3);
    }
  }
  EXPECT_EQ(pairs(made.edges), (std::vector<std::uint32_t>{0, 1, 0, 5, 1, 2, 2, 3, 3, 4, 4, 5}));
  EXPECT_TRUE(made.labels.empty());
  EXPECT_TRUE(made.names.empty());
  EXPECT_FALSE(packed(test::path_graph(500), {}, {}, nodes, edges).drawn);
}

TEST(PackedGraph, ValuesAreLettersAroundTheMiddle) {
  EXPECT_EQ(packed_values({-2, 0, 2, 1, 5}, 2), "Af-v-");
  EXPECT_EQ(packed_values({0, 0}, 0), "ff");
}

}  // namespace
}  // namespace awe::page
