#include "awe/walks/label_rule.h"

namespace awe {

std::string to_string(const LabelRule& rule) {
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!text.empty()) text += ',';
    text += part;
  };
  if (rule.node) add("node");
  if (rule.degree == DegreeLabels::exact) add("degree");
  if (rule.degree == DegreeLabels::log2) add("degree:log2");
  if (rule.colours) add("wl:" + std::to_string(*rule.colours));
  if (rule.clusters > 0) add("attribute:" + std::to_string(rule.clusters));
  if (rule.edge) add("edge");
  return text;
}

}  // namespace awe
