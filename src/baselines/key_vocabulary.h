// The columns of keyed sections (baselines/graph_map.h): which keys have one, and in how many graphs a key was found.
//
// Learnt from graphs in any order; columns go by the number of graphs, largest first, then by text and key, so that
// they do not depend on the order. Memory: about 50 bytes per distinct key, and its text if that is its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "awe/hash.h"
#include "baselines/graph_map.h"

namespace awe::baselines {

class KeyVocabulary {
 public:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  struct Column {
    Hash128 key;
    std::uint64_t graphs = 0;
    std::uint32_t text = 0;  // in texts()
    bool hashed = false;     // the name is the text, `#` and the key
  };

  explicit KeyVocabulary(std::size_t sections) : sections_(sections) {}

  // Learns from one graph. Throws Error(limit) for more keys than columns can be numbered.
  void add(std::span<const MapSection> sections);
  // Adds what another vocabulary has learnt, before the learning of either ends.
  void merge(const KeyVocabulary& other);
  // Ends learning: keeps keys of at least `min_graphs` graphs, and of these the `max_columns` most frequent ones.
  void finish(std::uint64_t min_graphs, std::optional<std::uint64_t> max_columns);
  // Appends a column, as it was saved. False if the section has the key already.
  [[nodiscard]] bool append(std::size_t section, const Column& column, const std::string& text);

  [[nodiscard]] std::size_t sections() const noexcept { return sections_.size(); }
  [[nodiscard]] std::uint64_t size(std::size_t section) const { return sections_[section].columns.size(); }
  [[nodiscard]] std::span<const Column> columns(std::size_t section) const { return sections_[section].columns; }
  [[nodiscard]] const std::string& text(const Column& column) const { return texts_[column.text]; }
  [[nodiscard]] std::string name(std::size_t section, std::uint64_t column) const;
  // The column of a key, or kUnknown.
  [[nodiscard]] std::uint32_t column_of(std::size_t section, const Hash128& key) const;

 private:
  // Columns, found by key through a table of their places with open addressing, at most half full.
  struct Section {
    std::vector<Column> columns;
    std::vector<std::uint32_t> table;

    // The place in the table of this key, or the free one where it belongs.
    [[nodiscard]] std::size_t place_of(const Hash128& key) const;
    // Numbers the columns anew.
    void fill_table(std::size_t columns_expected);
    void grow_if_full();
    // The column of a key, or null, after which append() may add it.
    [[nodiscard]] Column* find(const Hash128& key);
    Column& append(const Column& column);
  };
  [[nodiscard]] std::uint32_t text_number(const std::string& text);

  std::vector<Section> sections_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::uint32_t> text_numbers_;
};

}  // namespace awe::baselines
