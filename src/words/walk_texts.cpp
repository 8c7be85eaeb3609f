#include "words/walk_texts.h"

#include <algorithm>
#include <utility>

#include "awe/error.h"
#include "features/fitted_features.h"

namespace awe::words {
namespace {

Error ambiguous(const std::string& what) {
  return {ErrorKind::usage, "two blocks of `words` have " + what + ": a corpus cannot tell them apart"};
}

bool is_ended(std::string_view text) { return text.ends_with("-."); }

}  // namespace

std::string walk_text(const features::FeatureColumns& columns, std::uint64_t column) {
  std::string text = columns.describe(column).walk;
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

WalkTexts::WalkTexts(FeatureOptions options, std::optional<features::FittedFeatures> fitted)
    : columns_(std::move(options), std::move(fitted), false), bare_(kMaxWalkLength + 1) {
  for (const features::FeatureColumns::Part& part : columns_.parts) {
    for (std::size_t section = 0; section < part.sections(); ++section) {
      if (part.labelled()) {
        for (std::uint64_t c = part.first_column[section]; c < part.first_column[section + 1]; ++c) {
          std::string text = walk_text(columns_, c);
          const bool added = labelled_.emplace(text, c).second;
          if (!added && !is_ended(text)) throw ambiguous("the walk " + text);
        }
        continue;
      }
      const std::size_t length = static_cast<std::size_t>(part.first) + section;
      if (bare_[length]) throw ambiguous("walks of length " + std::to_string(length));
      bare_[length] = {&part.prefixes->index(static_cast<int>(length)), part.ended ? &*part.ended : nullptr,
                       part.first_column[section]};
    }
  }
}

std::optional<std::uint64_t> WalkTexts::ended_column_of(std::string_view text) const {
  const std::string_view steps = text.substr(0, text.size() - 2);
  const AnonymousWalk walk = steps == "1" ? AnonymousWalk{1} : parse_walk(steps);
  for (std::size_t length = walk.size(); length < bare_.size(); ++length) {
    if (!bare_[length] || bare_[length]->ended == nullptr) continue;
    const BareSection& section = *bare_[length];
    const std::uint64_t column = section.first_column + section.index->size() + section.ended->place(walk);
    return walk_text(columns_, column) == text ? std::optional(column) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> WalkTexts::column_of(std::string_view text) const {
  if (const auto found = labelled_.find(std::string(text)); found != labelled_.end()) return found->second;
  try {
    if (is_ended(text)) return ended_column_of(text);
    const AnonymousWalk walk = parse_walk(text);
    if (walk.size() > bare_.size() || !bare_[walk.size() - 1]) return std::nullopt;
    const BareSection& section = *bare_[walk.size() - 1];
    const std::uint64_t column = section.first_column + section.index->rank(walk);
    // Every walk has exactly one valid text: "1,2" and "01-2" are rejected.
    return walk_text(columns_, column) == text ? std::optional(column) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace awe::words
