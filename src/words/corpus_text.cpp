#include "words/corpus_text.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "awe/error.h"
#include "bytes/byte_source.h"
#include "bytes/line_reader.h"

namespace awe::words {
namespace {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return static_cast<std::size_t>(hash64(std::as_bytes(std::span(text))));
  }
};

// Numbers texts in the order of their first occurrence.
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

// "a%20b" -> "a b".
std::string decoded_name(std::string_view text, const bytes::LineReader& lines) {
  const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; };
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      name += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? digit(text[i + 1]) : -1, low = high >= 0 ? digit(text[i + 2]) : -1;
    if (low < 0) throw lines.malformed("the name '" + std::string(text) + "' has a % that is not %XX; write %25 for %");
    name += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return name;
}

void refuse_binary(std::string_view line, const bytes::LineReader& lines) {
  const bool text =
      std::none_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; });
  if (!text) throw lines.malformed("has control characters; a corpus is text as `corpus_out` writes it");
}

}  // namespace

struct CorpusText::Lines {
  Numbers documents, walks;
  std::vector<std::uint64_t> columns;  // by number of the walk
  std::vector<std::vector<std::uint32_t>> sentences;
  std::vector<std::uint32_t> document_of;  // by sentence
};

CorpusText::CorpusText(const std::string& path, const ColumnOf& column_of) {
  Lines lines = read(path, column_of);
  order_columns(lines, static_cast<bool>(column_of));
  order_sentences(lines);
}

CorpusText::Lines CorpusText::read(const std::string& path, const ColumnOf& column_of) {
  bytes::LineReader reader(bytes::open_file(path));
  Lines lines;
  Hasher hasher;
  while (auto line = reader.next()) {
    hasher.add(std::as_bytes(std::span(*line)));
    hasher.add_value('\n');
    refuse_binary(*line, reader);
    const std::string_view name = next_field(*line);
    if (name.empty()) throw reader.malformed("the line is empty; a sentence is: graph-id walk walk ...");
    lines.document_of.push_back(lines.documents(name));
    if (lines.documents.texts.size() > names_.size()) {
      names_.push_back(decoded_name(name, reader));
      first_lines_.push_back(reader.line_number());
    }
    auto& sentence = lines.sentences.emplace_back();
    for (std::string_view word = next_field(*line); !word.empty(); word = next_field(*line)) {
      sentence.push_back(lines.walks(word));
      if (!column_of || lines.walks.texts.size() == lines.columns.size()) continue;
      const auto column = column_of(word);
      if (!column) {
        throw reader.malformed("'" + std::string(word) +
                               "' is not a walk of `words`; name the words that the corpus was written with");
      }
      lines.columns.push_back(*column);
    }
  }
  if (lines.sentences.empty()) {
    throw Error(ErrorKind::malformed, path + ": has no sentences; a line is: graph-id walk walk ...");
  }
  identity_ = hasher.digest();
  return lines;
}

// Sorts walks by column; without columns, by text, and numbers them in that order.
void CorpusText::order_columns(Lines& lines, bool known) {
  std::vector<std::string>& texts = lines.walks.texts;
  std::vector<std::uint32_t> order(texts.size()), place_of(texts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return known ? lines.columns[a] < lines.columns[b] : texts[a] < texts[b];
  });
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    place_of[order[place]] = place;
    columns_.push_back(known ? lines.columns[order[place]] : place);
    texts_.push_back(std::move(texts[order[place]]));
  }
  for (auto& sentence : lines.sentences) {
    for (std::uint32_t& walk : sentence) walk = place_of[walk];
  }
}

// Makes the sentences of each document consecutive.
void CorpusText::order_sentences(Lines& lines) {
  std::vector<std::size_t> by_document(lines.sentences.size());
  std::iota(by_document.begin(), by_document.end(), std::size_t{0});
  std::stable_sort(by_document.begin(), by_document.end(),
                   [&](std::size_t a, std::size_t b) { return lines.document_of[a] < lines.document_of[b]; });
  first_sentence_.assign(names_.size() + 1, 0);
  begins_.push_back(0);
  for (const std::size_t s : by_document) {
    auto& sentence = lines.sentences[s];
    all_.insert(all_.end(), sentence.begin(), sentence.end());
    longest_ = std::max<std::uint64_t>(longest_, sentence.size());
    std::vector<std::uint32_t>().swap(sentence);
    begins_.push_back(all_.size());
    first_sentence_[lines.document_of[s] + 1] = begins_.size() - 1;
  }
}

std::span<const std::uint32_t> CorpusText::walks_of(std::size_t document) const noexcept {
  const std::uint64_t begin = begins_[first_sentence_[document]], end = begins_[first_sentence_[document + 1]];
  return std::span(all_).subspan(begin, end - begin);
}

std::span<const std::uint32_t> CorpusText::sentence(std::uint64_t number) const noexcept {
  return std::span(all_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
}

MatrixRow CorpusText::row(std::size_t document) const {
  std::map<std::uint64_t, double> counts;
  const auto walks = walks_of(document);
  for (const std::uint32_t walk : walks) ++counts[columns_[walk]];
  MatrixRow row;
  row.id = document_name(document);
  row.method = "sampled";
  row.walks = walks.size();
  for (const auto& [column, count] : counts) row.values.push_back(column, count / static_cast<double>(walks.size()));
  return row;
}

}  // namespace awe::words
