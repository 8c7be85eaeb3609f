#include "readers/keys.h"

#include <algorithm>

#include "awe/error.h"

namespace awe::readers {
namespace {

constexpr std::size_t kMostSeen = 12;

struct About {
  std::string_view field, usual;
  Part part;
  std::string ReadOptions::*asked;
};
// In the order of Use.
constexpr About kUses[] = {{"`node_label_key`", "label", Part::node, &ReadOptions::node_label_key},
                           {"`edge_label_key`", "label", Part::edge, &ReadOptions::edge_label_key},
                           {"`class_key`", "class", Part::graph, &ReadOptions::class_key},
                           {"`weight_key`", "weight", Part::edge, &ReadOptions::weight_key}};
constexpr std::string_view kParts[] = {"graph", "node", "edge"};

}  // namespace

Keys::Keys(const ReadOptions& options) {
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    const std::string& asked = options.*kUses[i].asked;
    choices_[i].asked = !asked.empty();
    choices_[i].name = asked.empty() ? std::string(kUses[i].usual) : asked;
    any_asked_ = any_asked_ || choices_[i].asked;
  }
}

void Keys::saw(Part part, std::string_view key) {
  if (!any_asked_) return;
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (kUses[i].part == part && choices_[i].name == key) choices_[i].found = true;
  }
  auto& seen = seen_[static_cast<std::size_t>(part)];
  if (seen.size() < kMostSeen && std::find(seen.begin(), seen.end(), key) == seen.end()) seen.emplace_back(key);
}

void Keys::check(std::string_view file) const {
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    const auto part = static_cast<std::size_t>(kUses[i].part);
    if (!choices_[i].asked || choices_[i].found || !present_[part]) continue;
    std::string reason = "no " + std::string(kParts[part]) + " has the key '" + choices_[i].name + "' of " +
                         std::string(kUses[i].field) + "; ";
    reason += seen_[part].empty() ? std::string(kParts[part]) + "s have no keys here" : "keys here are ";
    for (std::size_t k = 0; k < seen_[part].size(); ++k) {
      reason.append(k == 0 ? "" : ", ").append(std::string_view(seen_[part][k]).substr(0, 40));
    }
    if (seen_[part].size() == kMostSeen) reason += ", ...";
    throw error_at(ErrorKind::usage, file, 0, reason);
  }
}

void refuse_keys(const ReadOptions& options, std::string_view file, std::string_view format,
                 std::initializer_list<Use> except) {
  for (std::size_t i = 0; i < std::size(kUses); ++i) {
    if ((options.*kUses[i].asked).empty()) continue;
    if (std::find(except.begin(), except.end(), static_cast<Use>(i)) != except.end()) continue;
    throw error_at(ErrorKind::usage, file, 0,
                   std::string(format) + " has no keys for " + std::string(kUses[i].field) + "; leave it out");
  }
}

}  // namespace awe::readers
