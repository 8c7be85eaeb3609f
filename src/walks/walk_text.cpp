#include "walks/walk_text.h"

namespace awe::walks {

std::string walk_text(const WalkList& walks, WalkList::Place place, const std::vector<std::string>* node_names,
                      const std::vector<std::string>* edge_names) {
  std::vector<WalkStep> steps;
  for (; place != WalkList::kRoot; place = walks.parent(place)) steps.push_back(walks.step(place));
  const bool labelled = node_names != nullptr || edge_names != nullptr;
  std::string text;
  std::uint32_t names = 0;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (!text.empty()) {
      text += labelled ? "-" : " ";
      if (edge_names != nullptr) text += "[" + (*edge_names)[step->edge_label()] + "]-";
    }
    text += std::to_string(step->name());
    if (step->name() > names) {
      names = step->name();
      if (node_names != nullptr) text += ":" + (*node_names)[step->node_label()];
    }
  }
  return text;
}

}  // namespace awe::walks
