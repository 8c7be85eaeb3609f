#include "readers/keys.h"

#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "base/number.h"

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
    std::string_view left = asked.empty() ? kUses[i].usual : std::string_view(asked);
    const bool several = static_cast<Use>(i) == Use::class_name && (options.labels || options.numbers);
    for (std::size_t comma = several ? left.find(',') : left.npos; comma != left.npos; comma = left.find(',')) {
      choices_[i].names.push_back({std::string(base::trim(left.substr(0, comma)))});
      left.remove_prefix(comma + 1);
    }
    choices_[i].names.push_back({std::string(several ? base::trim(left) : left)});
    any_asked_ = any_asked_ || choices_[i].asked;
  }
}

bool Keys::is(Use use, std::string_view key) const noexcept {
  const auto& names = of(use).names;
  return std::any_of(names.begin(), names.end(), [&](const Name& one) { return one.name == key; });
}

std::size_t Keys::class_place(std::string_view key) const noexcept {
  const auto& names = of(Use::class_name).names;
  const auto at = std::find_if(names.begin(), names.end(), [&](const Name& one) { return one.name == key; });
  return at == names.end() ? 0 : static_cast<std::size_t>(at - names.begin());
}

void Keys::put_class(std::optional<std::string>& joined, std::size_t place, std::string text) const {
  const std::size_t keys = of(Use::class_name).names.size();
  if (keys == 1) {
    joined = std::move(text);
    return;
  }
  if (text.find(',') != text.npos) {
    throw Error(ErrorKind::malformed, "a comma in '" + text.substr(0, 40) + "' of the key " +
                                          of(Use::class_name).names[place].name +
                                          ", one of several; write it without commas");
  }
  if (!joined) joined = std::string(keys - 1, ',');
  std::size_t begin = 0;
  for (std::size_t skipped = 0; skipped < place; ++skipped) begin = joined->find(',', begin) + 1;
  joined->replace(begin, std::min(joined->find(',', begin), joined->size()) - begin, text);
}

void Keys::saw(Part part, std::string_view key) {
  if (!any_asked_) return;
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    for (Name& one : choices_[i].names) one.found = one.found || (kUses[i].part == part && one.name == key);
  }
  auto& seen = seen_[static_cast<std::size_t>(part)];
  if (seen.size() < kMostSeen && std::find(seen.begin(), seen.end(), key) == seen.end()) seen.emplace_back(key);
}

void Keys::check(std::string_view file) const {
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    const auto part = static_cast<std::size_t>(kUses[i].part);
    const auto& names = choices_[i].names;
    const auto lost = std::find_if(names.begin(), names.end(), [](const Name& one) { return !one.found; });
    if (!choices_[i].asked || lost == names.end() || !present_[part]) continue;
    std::string reason = "no " + std::string(kParts[part]) + " has the key '" + lost->name + "' of " +
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
