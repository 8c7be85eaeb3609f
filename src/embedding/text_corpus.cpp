#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "awe/base/error.h"
#include "awe/embedding/corpus.h"
#include "io/byte_source.h"
#include "io/line_reader.h"

namespace awe {
namespace {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return static_cast<std::size_t>(hash64(std::as_bytes(std::span(text))));
  }
};

// Numbers of texts in the order in which they come.
class Numbers {
 public:
  std::uint32_t operator()(std::string_view text) {
    if (const auto found = ids_.find(text); found != ids_.end()) return found->second;
    const auto id = static_cast<std::uint32_t>(texts.size());
    ids_.emplace(std::string(text), id);
    texts.emplace_back(text);
    return id;
  }
  std::vector<std::string> texts;

 private:
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> ids_;
};

std::string_view next_field(std::string_view& line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return line = {};
  const std::size_t end = std::min(line.size(), line.find_first_of(" \t", begin));
  const std::string_view field = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return field;
}

}  // namespace

TextCorpus::TextCorpus(const std::string& path, const WordLimits& limits) {
  io::LineReader lines(io::open_file(path));
  Numbers documents, walks;
  std::vector<std::vector<std::uint32_t>> sentences;
  std::vector<std::uint32_t> document_of;
  Hasher hasher;
  while (auto line = lines.next()) {
    hasher.add(std::as_bytes(std::span(*line)));
    hasher.add_value('\n');
    const std::string_view name = next_field(*line);
    if (name.empty()) throw lines.malformed("has no graph; a line is: graph-id word word ...");
    document_of.push_back(documents(name));
    auto& sentence = sentences.emplace_back();
    for (std::string_view word = next_field(*line); !word.empty(); word = next_field(*line)) {
      sentence.push_back(walks(word));
    }
  }
  names_ = std::move(documents.texts);

  // Columns are the texts in sorted order.
  std::vector<std::uint32_t> order(walks.texts.size()), column_of(walks.texts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return walks.texts[a] < walks.texts[b]; });
  ColumnCounts counts;
  for (std::uint32_t column = 0; column < order.size(); ++column) {
    column_of[order[column]] = column;
    texts_.push_back(std::move(walks.texts[order[column]]));
    counts.columns.push_back(column);
  }
  counts.shares.assign(order.size(), 0.0);
  counts.counts.assign(order.size(), 0.0);
  std::vector<double> total(names_.size(), 0.0);
  for (std::size_t s = 0; s < sentences.size(); ++s) total[document_of[s]] += static_cast<double>(sentences[s].size());

  // Sentences of a document one after another.
  std::vector<std::size_t> by_document(sentences.size());
  std::iota(by_document.begin(), by_document.end(), std::size_t{0});
  std::stable_sort(by_document.begin(), by_document.end(),
                   [&](std::size_t a, std::size_t b) { return document_of[a] < document_of[b]; });
  first_sentence_.assign(names_.size() + 1, 0);
  begins_.push_back(0);
  for (const std::size_t s : by_document) {
    for (const std::uint32_t walk : sentences[s]) {
      const std::uint32_t column = column_of[walk];
      counts.shares[column] += 1 / total[document_of[s]];
      ++counts.counts[column];
      all_.push_back(column);
    }
    std::vector<std::uint32_t>().swap(sentences[s]);
    begins_.push_back(all_.size());
    first_sentence_[document_of[s] + 1] = begins_.size() - 1;
  }
  set_words(counts, limits);
  for (std::uint32_t& word : all_) word = vocabulary_.word_of(word);
  for (std::size_t s = 0; s + 1 < begins_.size(); ++s) longest_ = std::max(longest_, begins_[s + 1] - begins_[s]);
  hasher.add_values(vocabulary_.columns());
  identity_ = hasher.digest();
}

std::string TextCorpus::word_text(std::uint32_t word) const {
  return word < vocabulary_.columns().size() ? texts_[vocabulary_.columns()[word]] : "other";
}

void TextCorpus::sentence(std::uint64_t, std::uint64_t number, std::vector<std::uint32_t>& words) const {
  words.clear();
  for (std::uint64_t i = begins_[number]; i < begins_[number + 1]; ++i) {
    if (all_[i] != vocabulary_.size()) words.push_back(all_[i]);
  }
}

}  // namespace awe
