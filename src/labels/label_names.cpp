#include "labels/label_names.h"

#include <bit>
#include <string_view>

namespace awe::labels {
namespace {

std::string escaped_name(std::string_view label) {
  std::string text;
  for (const char c : label) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 127 || std::string_view("-[]:%|\",()#*").find(c) != std::string_view::npos) {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      text += '%';
      text += kDigits[byte >> 4];
      text += kDigits[byte & 15];
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

LabelColumn escaped(const LabelColumn& column) {
  LabelColumn result = column;
  for (std::string& name : result.names) name = escaped_name(name);
  return result;
}

LabelColumn degree_labels(const Graph& graph, DegreeLabels kind) {
  std::vector<std::uint32_t> degrees(graph.num_nodes());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    degrees[u] = kind == DegreeLabels::exact ? graph.degree(u) : std::bit_floor(graph.degree(u));
  }
  return number<std::uint32_t>(degrees, [](const std::uint32_t& degree) { return std::to_string(degree); });
}

}  // namespace awe::labels
