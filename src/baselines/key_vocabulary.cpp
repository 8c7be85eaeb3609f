#include "baselines/key_vocabulary.h"

#include <algorithm>
#include <bit>

#include "awe/error.h"

namespace awe::baselines {
namespace {

constexpr std::size_t kMostKeys = std::size_t{1} << 31;

}  // namespace

std::uint32_t KeyVocabulary::text_number(const std::string& text) {
  const auto [entry, added] = text_numbers_.emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (added) texts_.push_back(text);
  return entry->second;
}

std::size_t KeyVocabulary::Section::place_of(const Hash128& key) const {
  const std::size_t mask = table.size() - 1;
  std::size_t place = key.low & mask;
  while (table[place] != kUnknown && columns[table[place]].key != key) place = (place + 1) & mask;
  return place;
}

void KeyVocabulary::Section::fill_table(std::size_t columns_expected) {
  table.assign(std::bit_ceil(std::max<std::size_t>(16, 2 * columns_expected + 2)), kUnknown);
  for (std::uint32_t i = 0; i < columns.size(); ++i) table[place_of(columns[i].key)] = i;
}

void KeyVocabulary::Section::grow_if_full() {
  if (2 * (columns.size() + 1) > table.size()) fill_table(2 * columns.size());
}

KeyVocabulary::Column* KeyVocabulary::Section::find(const Hash128& key) {
  grow_if_full();
  const std::uint32_t entry = table[place_of(key)];
  return entry == kUnknown ? nullptr : &columns[entry];
}

KeyVocabulary::Column& KeyVocabulary::Section::append(const Column& column) {
  if (columns.size() >= kMostKeys) throw Error(ErrorKind::limit, "more than 2^31 different keys; use `hash_bits`");
  table[place_of(column.key)] = static_cast<std::uint32_t>(columns.size());
  return columns.emplace_back(column);
}

void KeyVocabulary::add(std::span<const MapSection> sections) {
  for (std::size_t s = 0; s < sections.size(); ++s) {
    const MapSection& from = sections[s];
    for (std::size_t i = 0; i < from.keys.size(); ++i) {
      Column* found = sections_[s].find(from.keys[i]);
      if (found == nullptr) found = &sections_[s].append({from.keys[i], 0, text_number(from.text(i)), from.hashed});
      ++found->graphs;
    }
  }
}

void KeyVocabulary::merge(const KeyVocabulary& other) {
  for (std::size_t s = 0; s < other.sections(); ++s) {
    for (const Column& column : other.columns(s)) {
      Column* found = sections_[s].find(column.key);
      if (found == nullptr) {
        found = &sections_[s].append({column.key, 0, text_number(other.text(column)), column.hashed});
      }
      found->graphs += column.graphs;
    }
  }
}

void KeyVocabulary::finish(std::uint64_t min_graphs, std::optional<std::uint64_t> max_columns) {
  std::vector<std::uint32_t> by_text(texts_.size()), rank(texts_.size());
  for (std::uint32_t i = 0; i < by_text.size(); ++i) by_text[i] = i;
  std::sort(by_text.begin(), by_text.end(), [&](auto a, auto b) { return texts_[a] < texts_[b]; });
  for (std::uint32_t i = 0; i < by_text.size(); ++i) rank[by_text[i]] = i;
  for (Section& section : sections_) {
    std::vector<Column>& columns = section.columns;
    std::erase_if(columns, [&](const Column& column) { return column.graphs < min_graphs; });
    std::sort(columns.begin(), columns.end(), [&](const Column& a, const Column& b) {
      if (a.graphs != b.graphs) return a.graphs > b.graphs;
      if (a.text != b.text) return rank[a.text] < rank[b.text];
      return a.key < b.key;
    });
    if (max_columns && columns.size() > *max_columns) columns.resize(*max_columns);
    columns.shrink_to_fit();
    section.fill_table(columns.size());
  }
}

bool KeyVocabulary::append(std::size_t section, const Column& column, const std::string& text) {
  if (sections_[section].find(column.key) != nullptr) return false;
  sections_[section].append(column).text = text_number(text);
  return true;
}

std::string KeyVocabulary::name(std::size_t section, std::uint64_t column) const {
  const Column& found = sections_[section].columns[column];
  return found.hashed ? text(found) + "#" + to_string(found.key) : text(found);
}

std::uint32_t KeyVocabulary::column_of(std::size_t section, const Hash128& key) const {
  const Section& in = sections_[section];
  return in.table.empty() ? kUnknown : in.table[in.place_of(key)];
}

}  // namespace awe::baselines
