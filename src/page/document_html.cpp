#include "page/document_html.h"

#include <algorithm>
#include <vector>

#include "page/page_text.h"
#include "plots/svg_text.h"

namespace awe::page {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Bold, italic and code; `**`, `*` and backquotes that are not closed are text.
std::string inline_html(std::string_view text) {
  constexpr std::string_view kMarks[] = {"`", "**", "*"}, kTags[] = {"code", "strong", "em"};
  std::string out;
  std::string_view plain = text.substr(0, 0);
  const auto flush = [&] { out += plots::xml_text(plain); };
  while (!text.empty()) {
    bool found = false;
    for (std::size_t k = 0; k < std::size(kMarks) && !found; ++k) {
      if (!text.starts_with(kMarks[k])) continue;
      const std::size_t size = kMarks[k].size(), close = text.find(kMarks[k], size);
      if (close == std::string_view::npos || close == size || text[size] == ' ') continue;
      flush();
      const std::string_view inside = text.substr(size, close - size);
      out.append("<").append(kTags[k]).append(">");
      out += k == 0 ? plots::xml_text(inside) : inline_html(inside);
      out.append("</").append(kTags[k]).append(">");
      text.remove_prefix(close + size);
      plain = text.substr(0, 0);
      found = true;
    }
    if (found) continue;
    if (text.starts_with("<br>")) {
      flush();
      out += "<br>";
      text.remove_prefix(4);
      plain = text.substr(0, 0);
      continue;
    }
    plain = {plain.data(), plain.size() + 1};
    text.remove_prefix(1);
  }
  flush();
  return out;
}

// The cells of a line of a table; \\| is a pipe in a cell.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      std::string_view text = cell;
      if (text.starts_with(' ')) text.remove_prefix(1);
      if (text.ends_with(' ')) text.remove_suffix(1);
      cells.push_back(inline_html(text));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

std::string table_html(std::span<const std::string_view> lines) {
  std::string out = "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>";
  for (const std::string& cell : cells_of(lines.front())) out += "<th scope=\"col\">" + cell + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const std::string_view line : lines.subspan(std::min<std::size_t>(2, lines.size()))) {
    out += "<tr>";
    for (std::size_t column = 0; const std::string& cell : cells_of(line)) {
      out += column++ == 0 ? "<th scope=\"row\">" + cell + "</th>" : "<td>" + cell + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

// ![description](name) alone on its line.
bool is_picture(std::string_view line) { return line.starts_with("![") && line.ends_with(")"); }

std::string picture_html(std::string_view line, std::span<const Picture> pictures) {
  const std::size_t middle = line.find("](");
  if (middle == std::string_view::npos) return "<p>" + plots::xml_text(line) + "</p>\n";
  const std::string_view name = line.substr(middle + 2, line.size() - middle - 3);
  const auto known =
      std::find_if(pictures.begin(), pictures.end(), [&](const Picture& one) { return one.name == name; });
  const std::string description = plots::xml_text(line.substr(2, middle - 2));
  if (known == pictures.end()) return "<p>" + description + " (no picture)</p>\n";
  return "<figure>" + std::string(known->svg) + "<figcaption class=\"hint\">" + description +
         "</figcaption></figure>\n";
}

}  // namespace

std::string document_html(std::string_view markdown, std::span<const Picture> pictures) {
  const std::vector<std::string_view> lines = lines_of(markdown);
  std::string title, sections = "<ul>\n", body;
  int count = 0;
  for (std::size_t i = 0; i < lines.size();) {
    const std::string_view line = lines[i];
    std::size_t end = i + 1;
    if (line.starts_with("# ")) {
      title = line.substr(2);
    } else if (line.starts_with("## ")) {
      const std::string id = "s" + std::to_string(++count), text = inline_html(line.substr(3));
      sections += "<li><a href=\"#" + id + "\">" + text + "</a></li>\n";
      body += "<h2 id=\"" + id + "\">" + text + "</h2>\n";
    } else if (line.starts_with("|")) {
      while (end < lines.size() && lines[end].starts_with("|")) ++end;
      body += table_html(std::span(lines).subspan(i, end - i));
    } else if (is_picture(line)) {
      body += picture_html(line, pictures);
    } else if (!line.empty() && !line.starts_with("<!--")) {
      std::string paragraph(line);
      while (end < lines.size() && !lines[end].empty()) paragraph.append(" ").append(lines[end++]);
      body += "<p>" + inline_html(paragraph) + "</p>\n";
    }
    i = end;
  }
  return framed(title, title, filled(kDocument.text, {{"sections", sections + "</ul>\n"}, {"body", body}}),
                kDocumentScript);
}

}  // namespace awe::page
