// Pages made from the program's own Markdown.
#include "page/document_html.h"

#include <gtest/gtest.h>

namespace awe::page {
namespace {

bool has(const std::string& page, std::string_view part) { return page.find(part) != std::string::npos; }

TEST(DocumentHtml, HeadingsParagraphsTablesAndPictures) {
  const Picture picture{"a.svg", "<svg role=\"img\"></svg>"};
  const std::string page = document_html(
      "<!-- mark -->\n# The title\n\nOne *slanted*,\n**bold `code`** text.\n\n## First\n\n| a | b |\n|---|---:|\n"
      "| x\\|y | **1** |\n\n![a plot](a.svg)\n\n## Second\n\n![another](b.svg)\n",
      {&picture, 1});
  EXPECT_TRUE(has(page, "<title>The title</title>") && has(page, "<h1>The title</h1>"));
  EXPECT_TRUE(has(page, "<p>One <em>slanted</em>, <strong>bold <code>code</code></strong> text.</p>")) << page;
  EXPECT_TRUE(has(page, "<li><a href=\"#s1\">First</a></li>") && has(page, "<h2 id=\"s1\">First</h2>"));
  EXPECT_TRUE(has(page, "<th scope=\"col\">a</th><th scope=\"col\">b</th>"));
  EXPECT_TRUE(has(page, "<tr><th scope=\"row\">x|y</th><td><strong>1</strong></td></tr>")) << page;
  EXPECT_TRUE(has(page, "<figure><svg role=\"img\"></svg><figcaption class=\"hint\">a plot</figcaption></figure>"));
  EXPECT_TRUE(has(page, "<p>another (no picture)</p>"));
  EXPECT_FALSE(has(page, "mark -->") || has(page, "{{"));
}

TEST(DocumentHtml, TextStaysText) {
  const std::string page =
      document_html("# <i>\n\n<script>alert(1)</script> 2 * 3 ** 4 `\n\n| <b> |\n|---|\n| a<br>b |\n", {});
  EXPECT_FALSE(has(page, "<script>alert") || has(page, "<b>") || has(page, "<i>"));
  EXPECT_TRUE(has(page, "2 * 3 ** 4 `</p>")) << page;
  EXPECT_TRUE(has(page, "a<br>b"));
}

}  // namespace
}  // namespace awe::page
