// Plots: well-formed XML whatever the text, round ticks, points in the right places.
#include "plots/svg_plot.h"

#include <gtest/gtest.h>

#include <limits>
#include <pugixml.hpp>

#include "awe/error.h"
#include "plots/axis.h"
#include "plots/svg_text.h"

namespace awe::plots {
namespace {

pugi::xml_document parse(const std::string& svg) {
  pugi::xml_document document;
  const auto result = document.load_buffer(svg.data(), svg.size());
  EXPECT_TRUE(result) << result.description() << "\n" << svg;
  return document;
}

SvgPlot small_plot() {
  SvgPlot plot;
  plot.title = "a & b < c";
  plot.x_title = "x \"quoted\"";
  plot.y_title = "y's";
  plot.series = {{"one", {{1, 10, 2, "note <1>"}, {2, 20}}, true}, {"two", {{1, 15}, {2, 5}}, false}};
  return plot;
}

TEST(SvgPlot, IsWellFormedWhateverTheText) {
  SvgPlot plot = small_plot();
  plot.series[0].name = "]]> & <script> \x01 ä";
  const auto document = parse(to_svg(plot));
  const auto svg = document.child("svg");
  EXPECT_STREQ(svg.attribute("xmlns").value(), "http://www.w3.org/2000/svg");
  EXPECT_STREQ(svg.child("title").text().get(), "a & b < c");
  EXPECT_EQ(xml_text("a\x01<\"'&>"), "a&lt;&quot;&apos;&amp;&gt;");
}

TEST(SvgPlot, PutsEveryPointInsideTheField) {
  const auto document = parse(to_svg(small_plot()));
  int circles = 0;
  for (const auto& circle : document.child("svg").children("circle")) {
    ++circles;
    EXPECT_GT(circle.attribute("cx").as_double(), 70);
    EXPECT_LT(circle.attribute("cx").as_double(), 745);
    EXPECT_GT(circle.attribute("cy").as_double(), 30);
    EXPECT_LT(circle.attribute("cy").as_double(), 440);
  }
  EXPECT_EQ(circles, 3) << "two points and the mark of the legend";
  EXPECT_STREQ(document.child("svg").child("circle").child("title").text().get(), "note <1>");
}

TEST(SvgPlot, StandsSeriesSideBySideInCategories) {
  SvgPlot plot = small_plot();
  plot.categories = {"A", "B"};
  for (PlotSeries& series : plot.series) {
    series.joined = false;
    for (PlotPoint& point : series.points) point.x -= 1;
  }
  const auto document = parse(to_svg(plot));
  const auto svg = document.child("svg");
  EXPECT_NE(svg.child("circle").attribute("cx").as_double(),
            svg.child("rect").next_sibling("rect").attribute("x").as_double());
  int names = 0;
  for (const auto& text : svg.children("text")) {
    names += std::string(text.text().get()) == "A" || std::string(text.text().get()) == "B" ? 1 : 0;
  }
  EXPECT_EQ(names, 2);
}

TEST(SvgPlot, GivesSeriesTheColourMarkAndSlotOfOthers) {
  SvgPlot plot = small_plot();
  plot.categories = {"", "A", "B"};
  plot.category_notes = {"", "not run", ""};
  plot.series[1].colour = 0;
  plot.series[1].mark = 0;
  plot.series[1].slot = 0;
  plot.series[1].hollow = true;
  plot.series[1].name.clear();
  plot.series[0].dashed = true;
  const auto document = parse(to_svg(plot));
  const auto svg = document.child("svg");
  int filled = 0, hollow = 0, notes = 0;
  for (const auto& circle : svg.children("circle")) {
    const bool outline = circle.attribute("stroke");
    EXPECT_STREQ(circle.attribute(outline ? "stroke" : "fill").value(), "#0072B2");
    (outline ? hollow : filled) += 1;
  }
  EXPECT_EQ(filled, 3) << "two points and the legend";
  EXPECT_EQ(hollow, 2) << "without a name it is not in the legend";
  for (const auto& text : svg.children("text")) notes += std::string(text.text().get()) == "not run" ? 1 : 0;
  EXPECT_EQ(notes, 1);
  EXPECT_STREQ(svg.find_child_by_attribute("path", "fill", "none").attribute("stroke-dasharray").value(), "6 4");
}

TEST(SvgPlot, ALogarithmicAxisEndsWhereTheDataEnds) {
  SvgPlot plot;
  plot.log_x = plot.log_y = true;
  plot.series = {{"one", {{10, 1}, {30'000, 5}}, true}};
  const std::string svg = to_svg(plot);
  (void)parse(svg);
  EXPECT_NE(svg.find(">10000</text>"), std::string::npos);
  EXPECT_EQ(svg.find(">1e5</text>"), std::string::npos);
}

TEST(SvgPlot, RefusesWhatHasNoPlace) {
  SvgPlot plot;
  EXPECT_THROW((void)to_svg(plot), Error);
  plot = small_plot();
  plot.series[0].points[0].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)to_svg(plot), Error);
  plot = small_plot();
  plot.log_y = true;
  plot.series[0].points[0].y = 0;
  EXPECT_THROW((void)to_svg(plot), Error);
}

TEST(SvgPlot, DrawsASinglePointAndALogBarThatReachesZero) {
  SvgPlot plot;
  plot.log_y = true;
  plot.series = {{"one", {{3, 5, 7}}, true}};
  (void)parse(to_svg(plot));
}

TEST(Axis, HasRoundTicksInsideTheRange) {
  EXPECT_EQ(ticks({0, 100, false}, 6), (std::vector<double>{0, 20, 40, 60, 80, 100}));
  EXPECT_EQ(ticks({-1, 1, false}, 5), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(ticks({1, 1e4, true}, 10), (std::vector<double>{1, 10, 100, 1000, 10000}));
  EXPECT_EQ(ticks({1, 1e8, true}, 4).size(), 5u);
  EXPECT_THROW((void)ticks({1, 1, false}, 5), Error);
  EXPECT_THROW((void)ticks({0, 1, true}, 5), Error);
}

TEST(Axis, RoundsItsEndsAroundTheValues) {
  const AxisRange linear = round_range({37.2, 91.5}, false);
  EXPECT_LE(linear.low, 37.2);
  EXPECT_GE(linear.high, 91.5);
  EXPECT_DOUBLE_EQ(linear.place(linear.low), 0);
  EXPECT_DOUBLE_EQ(linear.place(linear.high), 1);
  const AxisRange log = round_range({3, 877}, true);
  EXPECT_DOUBLE_EQ(log.low, 1);
  EXPECT_DOUBLE_EQ(log.high, 1000);
  EXPECT_NEAR(log.place(10), 1.0 / 3, 1e-12);
  EXPECT_LT(round_range({5}, false).low, 5);
}

TEST(Axis, LabelsReadAsNumbers) {
  EXPECT_EQ(tick_label(0), "0");
  EXPECT_EQ(tick_label(0.25), "0.25");
  EXPECT_EQ(tick_label(20000), "20000");
  EXPECT_EQ(tick_label(100000), "1e5");
  EXPECT_EQ(tick_label(1e8), "1e8");
  EXPECT_EQ(tick_label(1e-5), "1e-5");
}

}  // namespace
}  // namespace awe::plots
