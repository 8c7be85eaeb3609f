#include "readers/edge_data.h"

#include "base/number.h"

namespace awe::readers {
namespace {

[[nodiscard]] Error left_open(const Place& place) {
  return error_at(ErrorKind::malformed, place, "a brace is left open; write {} or {'weight': 1.0}");
}
[[nodiscard]] Error no_dictionary(const Place& place) {
  return error_at(ErrorKind::malformed, place, "edge data that is no dictionary; write {} or {'weight': 1.0}");
}

// The length of the quoted text that starts here, with its quotes.
std::size_t quoted_length(std::string_view text, const Place& place) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[0]) {
      return i + 1;
    }
  }
  throw left_open(place);
}

// The length of the text up to the first of `stops` that is outside quotes and brackets.
std::size_t length_until(std::string_view text, std::string_view stops, const Place& place) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\'' || c == '"') {
      i += quoted_length(text.substr(i), place) - 1;
    } else if (depth == 0 && stops.find(c) != stops.npos) {
      return i;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      if (depth-- == 0) throw no_dictionary(place);
    }
  }
  throw left_open(place);
}

// The value as text: without quotes, and without the type that numpy 2 writes around numbers, as in np.float64(3.0).
std::string text_of(std::string_view value) {
  if (value.starts_with("np.") && value.ends_with(')')) {
    value = value.substr(value.find('(') + 1);
    value.remove_suffix(1);
  }
  if (value.size() < 2 || (value.front() != '\'' && value.front() != '"') || value.back() != value.front()) {
    return std::string(value);
  }
  std::string text;
  value = value.substr(1, value.size() - 2);
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\' || i + 1 == value.size()) {
      text += value[i];
      continue;
    }
    const char c = value[++i];
    if (c == 'n' || c == 't') {
      text += c == 'n' ? '\n' : '\t';
    } else if (c == '\\' || c == '\'' || c == '"') {
      text += c;
    } else {
      text.append({'\\', c});  // other escapes are kept as they are
    }
  }
  return text;
}

}  // namespace

EdgeData parse_edge_data(std::string_view text, Keys& keys, const Place& place) {
  EdgeData data;
  std::string_view left = base::trim(text);
  left.remove_prefix(1);  // the brace that the caller saw
  while (true) {
    left = base::trim(left);
    if (left.empty()) throw left_open(place);
    if (left.front() == '}') break;
    const std::size_t key_length = length_until(left, ":,}", place);
    if (key_length == 0 || left[key_length] != ':') throw no_dictionary(place);
    const std::string key = text_of(base::trim(left.substr(0, key_length)));
    left.remove_prefix(key_length + 1);
    const std::size_t value_length = length_until(left, ",}", place);
    const std::string_view value = base::trim(left.substr(0, value_length));
    if (value.empty()) throw no_dictionary(place);
    left.remove_prefix(value_length + (left[value_length] == ',' ? 1 : 0));
    keys.saw(Part::edge, key);
    if (keys.is(Use::weight, key)) data.weight = text_of(value);
    if (keys.asked(Use::edge_label) && keys.is(Use::edge_label, key)) data.label = text_of(value);
  }
  if (left.size() > 1) throw no_dictionary(place);
  return data;
}

}  // namespace awe::readers
