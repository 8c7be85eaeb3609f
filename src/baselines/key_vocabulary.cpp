#include "baselines/key_vocabulary.h"

#include <algorithm>

#include "awe/error.h"

namespace awe::baselines {

std::uint32_t KeyVocabulary::text_number(const std::string& text) {
  const auto [entry, added] = text_numbers_.emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (added) texts_.push_back(text);
  return entry->second;
}

void KeyVocabulary::add(std::span<const MapSection> sections) {
  for (std::size_t s = 0; s < sections.size(); ++s) {
    const MapSection& section = sections[s];
    for (std::size_t i = 0; i < section.keys.size(); ++i) {
      const auto [entry, added] = learning_[s].try_emplace(section.keys[i]);
      Found& found = entry->second;
      if (added) {
        found.text = text_number(section.texts[section.text_of[i]]);
        found.hashed = section.hashed;
      }
      ++found.graphs;
    }
    if (learning_[s].size() >= kUnknown) {
      throw Error(ErrorKind::limit, "more than 2^32 different keys; use `hash_bits`");
    }
  }
}

void KeyVocabulary::finish(std::uint64_t min_graphs, std::optional<std::uint64_t> max_columns) {
  std::vector<std::uint32_t> by_text(texts_.size()), rank(texts_.size());
  for (std::uint32_t i = 0; i < by_text.size(); ++i) by_text[i] = i;
  std::sort(by_text.begin(), by_text.end(), [&](auto a, auto b) { return texts_[a] < texts_[b]; });
  for (std::uint32_t i = 0; i < by_text.size(); ++i) rank[by_text[i]] = i;
  for (std::size_t s = 0; s < learning_.size(); ++s) {
    std::vector<Column>& columns = columns_[s];
    for (const auto& [key, found] : learning_[s]) {
      if (found.graphs >= min_graphs) columns.push_back({key, found.graphs, found.text, found.hashed});
    }
    learning_[s] = {};
    const auto before = [&](const Column& a, const Column& b) {
      if (a.graphs != b.graphs) return a.graphs > b.graphs;
      if (a.text != b.text) return rank[a.text] < rank[b.text];
      return a.key < b.key;
    };
    std::sort(columns.begin(), columns.end(), before);
    if (max_columns && columns.size() > *max_columns) columns.resize(*max_columns);
    places_[s].reserve(columns.size());
    for (std::uint32_t i = 0; i < columns.size(); ++i) places_[s].emplace(columns[i].key, i);
  }
}

bool KeyVocabulary::append(std::size_t section, const Column& column, const std::string& text) {
  auto& columns = columns_[section];
  if (!places_[section].emplace(column.key, static_cast<std::uint32_t>(columns.size())).second) return false;
  columns.push_back(column);
  columns.back().text = text_number(text);
  return true;
}

std::string KeyVocabulary::name(std::size_t section, std::uint64_t column) const {
  const Column& found = columns_[section][column];
  return found.hashed ? text(found) + "#" + to_string(found.key) : text(found);
}

std::uint32_t KeyVocabulary::column_of(std::size_t section, const Hash128& key) const {
  const auto found = places_[section].find(key);
  return found == places_[section].end() ? kUnknown : found->second;
}

}  // namespace awe::baselines
