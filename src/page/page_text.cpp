#include "page/page_text.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "plots/svg_text.h"

namespace awe::page {
namespace {

std::uint32_t digit(char c) { return static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10); }

}  // namespace

std::string json_for_html(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string policy_hash(std::string_view hexadecimal) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out = "sha256-";
  for (std::size_t i = 0; i < hexadecimal.size(); i += 6) {
    std::uint32_t bits = 0;
    for (std::size_t j = i; j < i + 6; ++j) bits = 16 * bits + (j < hexadecimal.size() ? digit(hexadecimal[j]) : 0);
    const std::size_t bytes = std::min<std::size_t>(3, (hexadecimal.size() - i) / 2);
    for (std::size_t k = 0; k < 4; ++k) out += k <= bytes ? kLetters[(bits >> (18 - 6 * k)) & 63] : '=';
  }
  return out;
}

std::string filled(std::string_view skeleton, const std::vector<std::pair<std::string_view, std::string>>& texts) {
  std::string out;
  while (true) {
    const std::size_t open = skeleton.find("{{");
    if (open == std::string_view::npos) return out.append(skeleton);
    const std::size_t close = skeleton.find("}}", open);
    const std::string_view name = skeleton.substr(open + 2, close - open - 2);
    out.append(skeleton.substr(0, open));
    for (const auto& [key, text] : texts) {
      if (key == name) out.append(text);
    }
    skeleton.remove_prefix(close + 2);
  }
}

std::string framed(std::string_view title, std::string_view window_title, std::string contents, const WebText& script) {
  return filled(kFrame.text, {{"title", plots::xml_text(title)},
                              {"window-title", plots::xml_text(window_title)},
                              {"script-hash", policy_hash(script.sha256)},
                              {"style-hash", policy_hash(kStyle.sha256)},
                              {"style", std::string(kStyle.text)},
                              {"contents", std::move(contents)},
                              {"script", std::string(script.text)}});
}

std::string page_html(std::string_view title, std::string_view summary, std::string_view json) {
  return framed(title, std::string(title) + ": report",
                filled(kPage.text, {{"summary", plots::xml_text(summary)}, {"data", json_for_html(json)}}), kScript);
}

}  // namespace awe::page
