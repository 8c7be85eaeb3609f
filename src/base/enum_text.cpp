#include "awe/enum_text.h"

namespace awe {

std::string unknown_name(std::string_view text, std::string_view what, const std::vector<std::string>& choices) {
  const bool vowel = !what.empty() && std::string_view("aeiou").find(what.front()) != std::string_view::npos;
  std::string message = "'" + std::string(text) + "' is not " + (vowel ? "an " : "a ") + std::string(what) + "; use ";
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) message += i + 1 == choices.size() ? " or " : ", ";
    message += choices[i];
  }
  return message;
}

}  // namespace awe
