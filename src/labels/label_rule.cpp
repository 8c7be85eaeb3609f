#include "awe/label_rule.h"

namespace awe {

std::string to_string(const LabelRule& rule) {
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!text.empty()) text += ',';
    text += part;
  };
  if (rule.node) add("node");
  if (rule.degree != DegreeLabels::none) add(std::string(to_string(rule.degree)));
  if (rule.colours) add("wl:" + std::to_string(*rule.colours));
  if (rule.clusters > 0) add("attribute:" + std::to_string(rule.clusters));
  if (rule.edge) add("edge");
  if (rule.ring) add("ring");
  if (rule.edge_ring) add("edge-ring");
  return text;
}

}  // namespace awe
