#include "drawing/canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drawing/legend.h"
#include "plots/svg_text.h"

namespace awe::drawing {
namespace {

constexpr double kTextSize = 11;

double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

// Most of the distances between a node and the nearest other one are at least this, in the units of the places.
double usual_gap(const std::vector<Place>& places) {
  if (places.size() < 2) return 1;
  std::vector<double> gaps;
  const std::size_t stride = places.size() <= kFullLayoutNodes ? 1 : places.size() / 200;
  for (std::size_t i = 0; i < places.size(); i += stride) {
    double nearest = -1;
    for (std::size_t j = 0; j < places.size(); ++j) {
      const double gap = length_of(places[i].x - places[j].x, places[i].y - places[j].y);
      if (i != j && (nearest < 0 || gap < nearest)) nearest = gap;
    }
    gaps.push_back(nearest);
  }
  std::sort(gaps.begin(), gaps.end());
  return gaps[gaps.size() / 8];
}

class Canvas {
 public:
  Canvas(const Looks& looks, const std::vector<Place>& places, const Frame& frame) : looks_(looks), places_(places) {
    fit(frame);
    adjacent_.resize(places_.size());
    for (const EdgeLook& edge : looks_.edges) {
      adjacent_[edge.from].push_back(edge.to);
      adjacent_[edge.to].push_back(edge.from);
    }
  }

  std::string draw() {
    for (const EdgeLook& edge : looks_.edges) {
      if (!edge.halo.empty()) add_halo(edge);
    }
    for (const EdgeLook& edge : looks_.edges) add_edge(edge);
    for (std::size_t i = 0; i < places_.size(); ++i) add_node(i);
    for (const EdgeLook& edge : looks_.edges) add_edge_text(edge);
    return std::move(out_);
  }

 private:
  struct Line {
    Place from, to;     // its ends, at the borders of the nodes
    Place along, side;  // unit vectors in its direction, and to the right of it
    double length = 0;
  };

  void fit(const Frame& frame) {
    if (places_.empty()) return;
    const auto [left, right] =
        std::minmax_element(places_.begin(), places_.end(), [](const Place& a, const Place& b) { return a.x < b.x; });
    const auto [top, bottom] =
        std::minmax_element(places_.begin(), places_.end(), [](const Place& a, const Place& b) { return a.y < b.y; });
    const double width = right->x - left->x, height = bottom->y - top->y;
    const double x_middle = (left->x + right->x) / 2, y_middle = (top->y + bottom->y) / 2;
    const double smaller = std::min(frame.width, frame.height);
    const double margin = std::min(16.0, smaller / 10);
    const double largest = looks_.molecule ? 46 : places_.size() < 8 ? 60 : 110;  // pixels of an edge
    step_ = std::min({largest, (frame.width - 2 * margin) / std::max(width, 1e-9),
                      (frame.height - 2 * margin) / std::max(height, 1e-9)});
    step_ = std::min(step_, smaller / 2.5);
    const double most = looks_.molecule ? 8.5 : 11;
    radius_ = std::clamp(std::min(0.3, 0.4 * usual_gap(places_)) * step_, 1.2, most);
    texts_ = radius_ >= 5.5;
    crowded_ = looks_.edges.size() > 250;
    for (Place& place : places_) {
      place = {frame.left + frame.width / 2 + (place.x - x_middle) * step_,
               frame.top + frame.height / 2 + (place.y - y_middle) * step_};
    }
  }

  // The part of a node that lines keep away from.
  [[nodiscard]] double border(NodeId node) const {
    if (!looks_.molecule) return radius_ + (looks_.nodes[node].ring ? 3 : 0);
    return looks_.nodes[node].text.empty() || !texts_ ? 0 : radius_;
  }

  [[nodiscard]] Line line_of(const EdgeLook& edge) const {
    const Place &from = places_[edge.from], &to = places_[edge.to];
    Line line;
    const double whole = std::max(length_of(to.x - from.x, to.y - from.y), 1e-6);
    line.along = {(to.x - from.x) / whole, (to.y - from.y) / whole};
    line.side = {-line.along.y, line.along.x};
    const double head = border(edge.from), tail = std::min(border(edge.to), std::max(0.0, whole - head));
    line.from = {from.x + line.along.x * head, from.y + line.along.y * head};
    line.to = {to.x - line.along.x * tail, to.y - line.along.y * tail};
    line.length = std::max(0.0, whole - head - tail);
    return line;
  }

  // The end of an element: with a note, if there is one.
  static std::string closed(std::string_view tag, std::string_view note) {
    return note.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", plots::xml_text(note), tag);
  }

  void add_line(const Line& line, double shift, double shorter, const EdgeLook& edge, bool dashed) {
    const double cut = std::min(shorter, line.length / 3);
    const double x = line.side.x * shift, y = line.side.y * shift;
    out_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"currentColor\" stroke-width=\"{}\"{}{}",
                        tenths(line.from.x + line.along.x * cut + x), tenths(line.from.y + line.along.y * cut + y),
                        tenths(line.to.x - line.along.x * cut + x), tenths(line.to.y - line.along.y * cut + y),
                        tenths(crowded_ ? 0.6 * edge.width : edge.width),
                        looks_.molecule ? ""
                        : crowded_      ? " stroke-opacity=\"0.4\""
                                        : " stroke-opacity=\"0.6\"",
                        dashed ? " stroke-dasharray=\"3 2\"" : "");
    out_ += closed("line", shift == 0 || edge.bond == Bond::twofold ? edge.note : "");
  }

  void add_halo(const EdgeLook& edge) {
    const Place &from = places_[edge.from], &to = places_[edge.to];
    out_ += fmt::format(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\"{:.2f}\" "
        "stroke-linecap=\"round\"/>\n",
        tenths(from.x), tenths(from.y), tenths(to.x), tenths(to.y), edge.halo, tenths(std::max(3.0, 0.9 * radius_)),
        0.75 * edge.strength);
  }

  void add_loop(const EdgeLook& edge) {
    const Place& at = places_[edge.from];
    const double r = std::max(radius_, 2.5);
    out_ += fmt::format(
        "<path d=\"M{} {}c{} {} {} {} {} 0\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.6\" "
        "stroke-width=\"{}\"{}",
        tenths(at.x - 0.7 * r), tenths(at.y - 0.75 * r), tenths(-1.1 * r), tenths(-2.2 * r), tenths(2.5 * r),
        tenths(-2.2 * r), tenths(1.4 * r), tenths(edge.width), closed("path", edge.note));
  }

  // An arrow head at the end of a line in direction `along`.
  void add_head(const Place& at, const Place& along, double width) {
    const double size = std::clamp(0.75 * radius_, 3.0, 7.0) + width / 2;
    const Place back{at.x - along.x * size, at.y - along.y * size};
    out_ += fmt::format("<path d=\"M{} {}L{} {}L{} {}z\" fill=\"currentColor\" fill-opacity=\"0.75\"/>\n", tenths(at.x),
                        tenths(at.y), tenths(back.x - along.y * size / 2), tenths(back.y + along.x * size / 2),
                        tenths(back.x + along.y * size / 2), tenths(back.y - along.x * size / 2));
  }

  // Bends to the side, so that an arc and its opposite are apart.
  void add_bent(const EdgeLook& edge, const Line& line) {
    const double bend = 0.16 * line.length + 2;
    const Place middle{(line.from.x + line.to.x) / 2 + line.side.x * bend,
                       (line.from.y + line.to.y) / 2 + line.side.y * bend};
    out_ += fmt::format(
        "<path d=\"M{} {}Q{} {} {} {}\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.6\" "
        "stroke-width=\"{}\"{}",
        tenths(line.from.x), tenths(line.from.y), tenths(middle.x), tenths(middle.y), tenths(line.to.x),
        tenths(line.to.y), tenths(edge.width), closed("path", edge.note));
    const double x = line.to.x - middle.x, y = line.to.y - middle.y, size = std::max(length_of(x, y), 1e-6);
    add_head(line.to, {x / size, y / size}, edge.width);
  }

  // The side of a bond where more neighbours are: inside rings.
  [[nodiscard]] double inner_side(const EdgeLook& edge, const Line& line) const {
    double sum = 0;
    for (const NodeId end : {edge.from, edge.to}) {
      for (const NodeId other : adjacent_[end]) {
        if (other == edge.from || other == edge.to) continue;
        const Place& at = places_[other];
        sum += (at.x - line.from.x) * line.side.x + (at.y - line.from.y) * line.side.y;
      }
    }
    return sum < 0 ? -1 : 1;
  }

  [[nodiscard]] bool ends_chain(const EdgeLook& edge) const {
    return adjacent_[edge.from].size() == 1 || adjacent_[edge.to].size() == 1;
  }

  void add_edge(const EdgeLook& edge) {
    if (edge.from == edge.to) return add_loop(edge);
    const Line line = line_of(edge);
    if (edge.twin) return add_bent(edge, line);
    const double gap = std::clamp(0.09 * step_, 2.0, 4.0);
    switch (looks_.bonds ? edge.bond : Bond::single) {
      case Bond::twofold:
        if (ends_chain(edge)) {
          add_line(line, gap / 2, 0, edge, false);
          return add_line(line, -gap / 2, 0, edge, false);
        }
        add_line(line, 0, 0, edge, false);
        return add_line(line, inner_side(edge, line) * gap, 0.12 * step_, edge, false);
      case Bond::triple:
        for (const double shift : {-gap, 0.0, gap}) add_line(line, shift, 0, edge, false);
        return;
      case Bond::aromatic:
        add_line(line, 0, 0, edge, false);
        return add_line(line, inner_side(edge, line) * gap, 0.12 * step_, edge, true);
      case Bond::single:
        break;
    }
    if (!looks_.arrows) return add_line(line, 0, 0, edge, false);
    Line shaft = line;  // its end would show beside the tip
    shaft.to = {line.to.x - 2 * line.along.x, line.to.y - 2 * line.along.y};
    add_line(shaft, 0, 0, edge, false);
    add_head(line.to, line.along, edge.width);
  }

  void add_node(std::size_t node) {
    const NodeLook& look = looks_.nodes[node];
    const Place& at = places_[node];
    const bool evident = look.strength < 1 || look.fill == "none";
    std::string stroke;
    if (!looks_.molecule) stroke = evident ? " stroke=\"currentColor\" stroke-opacity=\"0.6\"" : "";
    // Room to point at, where there is nothing to see.
    if (look.fill == "none") stroke += " pointer-events=\"all\"";
    out_ += fmt::format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"{}{}", tenths(at.x), tenths(at.y), tenths(radius_), look.fill,
        look.strength < 1 && look.fill != "none" ? fmt::format(" fill-opacity=\"{:.2f}\"", look.strength) : "", stroke);
    out_ += closed("circle", look.note);
    if (look.ring) {
      const double r = radius_ + 3;
      out_ += fmt::format(
          "<path d=\"M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0\" fill=\"none\" "
          "stroke=\"currentColor\"/>\n",
          tenths(at.x - r), tenths(at.y), fmt::arg("r", tenths(r)), fmt::arg("d", tenths(2 * r)));
    }
    if (!texts_ || look.text.empty()) return;
    const double room = looks_.molecule ? 3.4 * radius_ : 2.2 * radius_;
    const double size = std::clamp(room / (0.62 * std::max(1.0, text_width(look.text, 1) / 0.6)), 6.0,
                                   looks_.molecule ? 1.7 * radius_ : kTextSize);
    out_ += plots::text_at(at.x, at.y + 0.36 * size, look.text,
                           fmt::format(" text-anchor=\"middle\" font-size=\"{}\" fill=\"{}\" pointer-events=\"none\"",
                                       tenths(size), look.text_colour));
  }

  void add_edge_text(const EdgeLook& edge) {
    if (edge.text.empty() || step_ < 24) return;
    const Line line = line_of(edge);
    const double side = edge.from == edge.to ? -2.6 * radius_ : edge.twin ? 0.1 * line.length + 6 : 6;
    const double x = (line.from.x + line.to.x) / 2 + line.side.x * side;
    const double y = (line.from.y + line.to.y) / 2 + (edge.from == edge.to ? side : line.side.y * side);
    out_ += plots::text_at(x, y + 3, edge.text, " text-anchor=\"middle\" font-size=\"9\" fill=\"currentColor\"");
  }

  const Looks& looks_;
  std::vector<Place> places_;                  // in pixels, after fit()
  std::vector<std::vector<NodeId>> adjacent_;  // by node
  double step_ = 1, radius_ = 1;
  bool texts_ = false, crowded_ = false;
  std::string out_;
};

}  // namespace

std::string graph_svg(const Looks& looks, const std::vector<Place>& places, const Frame& frame) {
  return Canvas(looks, places, frame).draw();
}

std::string page_head(double width, double height, DrawingTheme theme, std::string_view title) {
  constexpr const char* kLight = "#40464d";
  constexpr const char* kDark = "#c3cad1";
  std::string colour, style;
  if (theme == DrawingTheme::light) colour = fmt::format(" color=\"{}\"", kLight);
  if (theme == DrawingTheme::dark) colour = fmt::format(" color=\"{}\"", kDark);
  if (theme == DrawingTheme::automatic) {
    colour = " class=\"awe-drawing\"";
    style = fmt::format(
        "<style>.awe-drawing{{color:{}}}@media (prefers-color-scheme:dark){{.awe-drawing{{color:{}}}}}</style>\n",
        kLight, kDark);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"11\" role=\"img\"{2}>\n<title>{3}</title>\n{4}",
      tenths(width), tenths(height), colour, plots::xml_text(title), style);
}

}  // namespace awe::drawing
