// The text file of what a feature matrix has learnt, line by line:
//   awe vocabulary 1 (or 2, if walks do not stop at dead ends: the lines and fields marked (2) exist only then; or 3,
//   which has these too, if maps have keys: see (3); or 4, if blocks compare graphs: see (4))
//   features TEXT | self-loops drop|keep | dead-ends end|restart|reverse (2) | graphs N
//   codebook CLUSTERS WIDTH SIZE, then the lines mean, scale and one `centre` each, with WIDTH numbers
//   sizes COUNT, then the lines mean and deviation, with four numbers
//   vocabulary FIRST LAST NODE-LABELS EDGE-LABELS WALKS (for each part with labels), then the names of labels, one per
//   line, node labels first, then walks: PARENT NAME NODE EDGE GRAPHS COLUMN TEXT, parents before children; then
//   ended N (2) and N lines `dead-end` PLACE GRAPHS COLUMNS TEXT: walks that end, with their column in each larger
//   length
//   keyed N (3), and for each of N maps: keys SECTIONS, and for each section: columns COUNT, then one line for each
//   column: key HEX GRAPHS plain|hashed TEXT
//   compared N (4), and for each of N blocks: landmarks COUNT, scale NUMBER, and for each landmark: graph TEXT
//   (graph_kernels/labelled_graph.h), coordinates NUMBERS
//   end CHECKSUM (XXH3-128 of all lines before)
// Labels are numbered from 0 within their part, places of walks from 1 (0 is the empty walk); `-` means no column.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <tuple>

#include "awe/error.h"
#include "awe/hash.h"
#include "base/number.h"
#include "bytes/atomic_file.h"
#include "bytes/line_reader.h"
#include "features/feature_columns.h"
#include "features/fitted_features.h"

namespace awe::features {
namespace {

constexpr std::string_view kTitle = "awe vocabulary ";
constexpr std::uint64_t kVersion = 1, kDeadEndsVersion = 2, kKeysVersion = 3, kLandmarksVersion = 4;

// Writes lines and hashes them.
class LineWriter {
 public:
  explicit LineWriter(const TextSink& sink) : sink_(sink) {}
  void write(std::string line) {
    line += '\n';
    hasher_.add(std::as_bytes(std::span(line)));
    sink_(line);
  }
  void numbers(std::string line, std::span<const double> values) {
    for (const double value : values) {
      line += ' ';
      base::append_real(line, value);
    }
    write(std::move(line));
  }
  void end() { sink_("end " + to_string(hasher_.digest()) + '\n'); }

 private:
  const TextSink& sink_;
  Hasher hasher_;
};

// Reads lines, hashes them and splits them at spaces.
class FieldReader {
 public:
  explicit FieldReader(bytes::Bytes bytes) : lines_(std::move(bytes)) {}

  std::string line() {
    const auto found = lines_.next();
    if (!found) throw lines_.malformed("the file ends here; it was cut short");
    std::string text(*found);
    if (!text.starts_with("end ")) {
      hasher_.add(std::as_bytes(std::span(text)));
      hasher_.add_value('\n');
    }
    return text;
  }
  // The rest of a line that must begin with this word.
  std::string after(std::string_view word) {
    const std::string text = line();
    if (!text.starts_with(word) || text.size() <= word.size() || text[word.size()] != ' ') {
      throw malformed("'" + std::string(word) + "' is expected here");
    }
    return text.substr(word.size() + 1);
  }
  std::vector<std::uint64_t> integers(std::string_view word, std::size_t count) {
    const std::string text = after(word);
    std::vector<std::uint64_t> values;
    for (const std::string_view field : fields(text)) {
      const auto value = base::parse_unsigned(field);
      if (!value) throw malformed("'" + std::string(field) + "' is no whole number");
      values.push_back(*value);
    }
    if (values.size() != count)
      throw malformed(std::to_string(count) + " numbers are expected after " + std::string(word));
    return values;
  }
  std::vector<double> reals(std::string_view word, std::size_t count) {
    const std::string text = after(word);
    std::vector<double> values;
    for (const std::string_view field : fields(text)) {
      const auto value = base::parse_real(field);
      if (!value || !std::isfinite(*value)) throw malformed("'" + std::string(field) + "' is no number");
      values.push_back(*value);
    }
    if (values.size() != count)
      throw malformed(std::to_string(count) + " numbers are expected after " + std::string(word));
    return values;
  }
  static std::vector<std::string_view> fields(std::string_view text) {
    std::vector<std::string_view> found;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(' '), text.size());
      found.push_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return found;
  }
  void check_end() {
    const std::string text = line();
    if (!lines_.has_line_end()) throw malformed("the file ends here; it was cut short");
    if (text != "end " + to_string(hasher_.digest())) {
      throw malformed("the checksum does not fit: the file was changed or damaged; learn it again");
    }
    if (lines_.next()) throw malformed("nothing may follow the checksum");
  }
  [[nodiscard]] Error malformed(const std::string& reason) const { return lines_.malformed(reason); }
  [[nodiscard]] Error incompatible(const std::string& reason) const {
    return lines_.error(ErrorKind::incompatible, reason);
  }

 private:
  bytes::LineReader lines_;
  Hasher hasher_;
};

}  // namespace

// Reads and writes the internals of a vocabulary.
class FittedFile {
 public:
  static void write(LineWriter& out, const WalkVocabulary& vocabulary) {
    const walks::WalkTree& tree = vocabulary.tree_;
    out.write("vocabulary " + std::to_string(vocabulary.first_) + ' ' + std::to_string(vocabulary.last_) + ' ' +
              std::to_string(vocabulary.nodes_.names.size()) + ' ' + std::to_string(vocabulary.edges_.names.size()) +
              ' ' + std::to_string(tree.size() - 1));
    for (const std::string& name : vocabulary.nodes_.names) out.write("node " + name);
    for (const std::string& name : vocabulary.edges_.names) out.write("edge " + name);
    for (walks::WalkTree::Place place = 1; place < tree.size(); ++place) {
      const walks::WalkStep step = tree.step(place);
      const std::uint32_t column = vocabulary.column_of_[place];
      out.write("walk " + std::to_string(tree.parent(place)) + ' ' + std::to_string(step.name()) + ' ' +
                std::to_string(step.node_label()) + ' ' + std::to_string(step.edge_label()) + ' ' +
                std::to_string(vocabulary.graphs_[place]) + ' ' + column_text(column) + ' ' +
                vocabulary.text(place, false));
    }
  }

  // The walks that end, by steps made: their columns ascend in every length.
  static void write_ended(LineWriter& out, const WalkVocabulary& vocabulary) {
    std::set<std::tuple<int, std::uint64_t, std::string, walks::WalkTree::Place>> walks;
    for (const auto& section : vocabulary.columns_) {
      for (const auto& [place, ended] : section) {
        if (!ended) continue;
        walks.emplace(vocabulary.tree_.length(place), ~vocabulary.ended_graphs_[place], vocabulary.text(place, true),
                      place);
      }
    }
    out.write("ended " + std::to_string(walks.size()));
    for (const auto& [made, rarity, text, place] : walks) {
      std::string columns;
      for (int length = first_after(vocabulary, place); length <= vocabulary.last_; ++length) {
        if (!columns.empty()) columns += ',';
        columns += column_text(vocabulary.ended_column_of(length, place));
      }
      out.write("dead-end " + std::to_string(place) + ' ' + std::to_string(vocabulary.ended_graphs_[place]) + ' ' +
                columns + ' ' + text);
    }
  }

  static WalkVocabulary read(FieldReader& in, const FeaturePart& part, std::uint64_t version, bool ended) {
    const auto head = in.integers("vocabulary", 5);
    if (head[0] != static_cast<std::uint64_t>(part.first) || head[1] != static_cast<std::uint64_t>(part.last)) {
      throw in.malformed("these lengths are not those of the features");
    }
    WalkVocabulary vocabulary(part.first, part.last, part.labels.of_nodes(), part.labels.of_edges(), ended);
    const auto read_names = [&](WalkVocabulary::Alphabet& alphabet, std::uint64_t count, std::string_view word) {
      for (std::uint64_t i = 0; i < count; ++i) {
        if (alphabet.id_of(in.after(word)) != i) throw in.malformed("this label is there twice");
      }
    };
    read_names(vocabulary.nodes_, head[2], "node");
    read_names(vocabulary.edges_, head[3], "edge");
    vocabulary.column_of_.push_back(WalkVocabulary::kUnknown);
    for (std::uint64_t place = 1; place <= head[4]; ++place) read_walk(in, vocabulary, place);
    if (version < kDeadEndsVersion) return vocabulary;
    for (auto left = in.integers("ended", 1)[0]; left > 0; --left) {
      if (!ended) throw in.malformed("walks do not end by this rule for dead ends");
      read_ended(in, vocabulary);
    }
    return vocabulary;
  }

 private:
  static std::string column_text(std::uint32_t column) {
    return column == WalkVocabulary::kUnknown ? "-" : std::to_string(column);
  }
  // The smallest length in which the walk that ends at this place has a column.
  static int first_after(const WalkVocabulary& vocabulary, walks::WalkTree::Place place) {
    return std::max(vocabulary.first_, vocabulary.tree_.length(place) + 1);
  }

  static void read_ended(FieldReader& in, WalkVocabulary& vocabulary) {
    const std::string line = in.after("dead-end");
    const auto fields = FieldReader::fields(line);
    if (fields.size() < 3) throw in.malformed("a walk that ends has two numbers, columns and a text");
    const auto place = base::parse_unsigned(fields[0]), graphs = base::parse_unsigned(fields[1]);
    if (!place || !graphs || *place == 0 || *place >= vocabulary.tree_.size()) throw in.malformed("no such walk");
    const auto ends_at = static_cast<walks::WalkTree::Place>(*place);
    vocabulary.ended_graphs_[ends_at] = *graphs;
    std::string_view columns = fields[2];
    for (int length = first_after(vocabulary, ends_at); length <= vocabulary.last_; ++length) {
      const std::string_view text = columns.substr(0, columns.find(','));
      columns.remove_prefix(std::min(columns.size(), text.size() + 1));
      if (text == "-") continue;
      auto& section = vocabulary.columns_[vocabulary.at(length)];
      const auto column = base::parse_unsigned(text);
      if (!column || *column != section.size() ||
          !vocabulary.ended_column_of_[vocabulary.at(length)]
               .emplace(ends_at, static_cast<std::uint32_t>(section.size()))
               .second) {
        throw in.malformed("'" + std::string(text) + "' is not the column of length " + std::to_string(length));
      }
      section.push_back({ends_at, true});
    }
    if (!columns.empty()) throw in.malformed("there are too many columns");
  }

  static void read_walk(FieldReader& in, WalkVocabulary& vocabulary, std::uint64_t place) {
    const std::string line = in.after("walk");
    const auto fields = FieldReader::fields(line);
    if (fields.size() < 6) throw in.malformed("a walk has six numbers and a text");
    std::uint64_t numbers[5];
    for (std::size_t i = 0; i < 5; ++i) {
      const auto value = base::parse_unsigned(fields[i]);
      if (!value) throw in.malformed("'" + std::string(fields[i]) + "' is no whole number");
      numbers[i] = *value;
    }
    const auto [parent, name, node, edge, graphs] = numbers;
    if (const char* fault = vocabulary.append(parent, name, node, edge, graphs)) throw in.malformed(fault);
    vocabulary.column_of_.push_back(WalkVocabulary::kUnknown);
    if (fields[5] == "-") return;
    const int length = vocabulary.tree_.length(static_cast<walks::WalkTree::Place>(place));
    const auto column = base::parse_unsigned(fields[5]);
    if (!column || length < vocabulary.first_) throw in.malformed("'" + std::string(fields[5]) + "' is no column");
    // The walks of a length are in column order.
    auto& section = vocabulary.columns_[vocabulary.at(length)];
    if (*column != section.size()) throw in.malformed("column " + std::to_string(section.size()) + " is expected here");
    section.push_back({static_cast<walks::WalkTree::Place>(place), false});
    vocabulary.column_of_.back() = static_cast<std::uint32_t>(*column);
  }
};

namespace {

void write_keys(LineWriter& out, const std::vector<baselines::KeyVocabulary>& maps) {
  out.write("keyed " + std::to_string(maps.size()));
  for (const baselines::KeyVocabulary& keys : maps) {
    out.write("keys " + std::to_string(keys.sections()));
    for (std::size_t section = 0; section < keys.sections(); ++section) {
      out.write("columns " + std::to_string(keys.size(section)));
      for (const auto& column : keys.columns(section)) {
        out.write("key " + to_string(column.key) + ' ' + std::to_string(column.graphs) +
                  (column.hashed ? " hashed " : " plain ") + keys.text(column));
      }
    }
  }
}

std::optional<Hash128> key_of(std::string_view text) {
  Hash128 key;
  if (text.size() != 32) return std::nullopt;
  const auto half = [&](std::size_t first, std::uint64_t& value) {
    const char* const end = text.data() + first + 16;
    return std::from_chars(text.data() + first, end, value, 16).ptr == end;
  };
  if (!half(0, key.high) || !half(16, key.low)) return std::nullopt;
  return key;
}

baselines::KeyVocabulary read_keys(FieldReader& in) {
  constexpr std::uint64_t kMostSections = 64;
  const std::uint64_t sections = in.integers("keys", 1)[0];
  if (sections == 0 || sections > kMostSections) throw in.malformed("no such number of sections");
  baselines::KeyVocabulary keys(sections);
  for (std::size_t section = 0; section < sections; ++section) {
    for (auto left = in.integers("columns", 1)[0]; left > 0; --left) {
      const std::string line = in.after("key");
      const auto fields = FieldReader::fields(line);
      if (fields.size() < 3 || fields.size() > 4) throw in.malformed("a key has a number, a kind and a text");
      const auto key = key_of(fields[0]);
      const auto graphs = base::parse_unsigned(fields[1]);
      if (!key || !graphs || (fields[2] != "hashed" && fields[2] != "plain")) throw in.malformed("no such key");
      const std::string text(fields.size() == 4 ? fields[3] : std::string_view());
      if (!keys.append(section, {*key, *graphs, 0, fields[2] == "hashed"}, text)) {
        throw in.malformed("this key is there twice");
      }
    }
  }
  return keys;
}

void write_landmarks(LineWriter& out,
                     const std::vector<std::shared_ptr<const graph_kernels::Landmarks>>& all_landmarks) {
  out.write("compared " + std::to_string(all_landmarks.size()));
  for (const auto& landmarks : all_landmarks) {
    out.write("landmarks " + std::to_string(landmarks->size()));
    out.numbers("scale", std::vector<double>{landmarks->scale()});
    for (std::size_t i = 0; i < landmarks->size(); ++i) {
      out.write("graph " + graph_kernels::to_text(landmarks->graph(i)));
      out.numbers("coordinates", landmarks->coordinates(i));
    }
  }
}

std::shared_ptr<const graph_kernels::Landmarks> read_landmarks(FieldReader& in, const FeatureBlock& block) {
  const std::uint64_t count = in.integers("landmarks", 1)[0];
  const double scale = in.reals("scale", 1)[0];
  if (!(scale > 0)) throw in.malformed("a scale is above 0");
  auto landmarks = std::make_shared<graph_kernels::Landmarks>(pair_kernel_of(block), scale);
  for (std::uint64_t i = 0; i < count; ++i) {
    auto graph = graph_kernels::labelled_graph_of(in.after("graph"));
    if (!graph || !landmarks->append(std::move(*graph), in.reals("coordinates", i + 1))) {
      throw in.malformed("this graph makes no sense");
    }
  }
  return landmarks;
}

}  // namespace

void write_fitted(const FittedFeatures& fitted, const TextSink& sink) {
  LineWriter out(sink);
  // Files of walks that stop are the same as before there were other rules.
  const std::uint64_t version = !fitted.landmarks.empty()            ? kLandmarksVersion
                                : !fitted.keys.empty()               ? kKeysVersion
                                : fitted.dead_ends == DeadEnds::stop ? kVersion
                                                                     : kDeadEndsVersion;
  out.write(std::string(kTitle) + std::to_string(version));
  out.write("features " + to_string(fitted.features));
  out.write(std::string("self-loops ") + (fitted.self_loops ? "keep" : "drop"));
  if (version >= kDeadEndsVersion) out.write("dead-ends " + std::string(to_string(fitted.dead_ends)));
  out.write("graphs " + std::to_string(fitted.graphs));
  out.write("codebooks " + std::to_string(fitted.codebooks.size()));
  for (const auto& [clusters, codebook] : fitted.codebooks) {
    out.write("codebook " + std::to_string(clusters) + ' ' + std::to_string(codebook.width) + ' ' +
              std::to_string(codebook.size()));
    out.numbers("mean", codebook.mean);
    out.numbers("scale", codebook.scale);
    for (std::uint32_t i = 0; i < codebook.size(); ++i) {
      out.numbers("centre", std::span(codebook.centres).subspan(i * codebook.width, codebook.width));
    }
  }
  out.write("sizes " + std::to_string(fitted.sizes.count));
  out.numbers("mean", fitted.sizes.mean);
  out.numbers("deviation", fitted.sizes.deviation);
  out.write("vocabularies " + std::to_string(fitted.vocabularies.size()));
  for (const WalkVocabulary& vocabulary : fitted.vocabularies) {
    FittedFile::write(out, vocabulary);
    if (version >= kDeadEndsVersion) FittedFile::write_ended(out, vocabulary);
  }
  if (version >= kKeysVersion) write_keys(out, fitted.keys);
  if (version == kLandmarksVersion) write_landmarks(out, fitted.landmarks);
  out.end();
}

namespace {

FittedFeatures read_fitted(bytes::Bytes bytes) {
  FieldReader in(std::move(bytes));
  const std::string title = in.line();
  if (!title.starts_with(kTitle))
    throw in.malformed("this is not a vocabulary of awe; write one with `vocabulary_out`");
  const auto version = base::parse_unsigned(std::string_view(title).substr(kTitle.size()));
  if (!version || *version < kVersion || *version > kLandmarksVersion) {
    throw in.incompatible("version '" + title.substr(kTitle.size()) +
                          "' of the file is not known here; learn it again");
  }
  FittedFeatures fitted;
  const std::string features = in.after("features");
  try {
    fitted.features = parse_features(features);
  } catch (const Error&) {
    throw in.malformed("these features make no sense");
  }
  const std::string loops = in.after("self-loops");
  if (loops != "keep" && loops != "drop") throw in.malformed("'keep' or 'drop' is expected here");
  fitted.self_loops = loops == "keep";
  if (*version >= kDeadEndsVersion) {
    const auto rule = find_enum<DeadEnds>(in.after("dead-ends"));
    if (!rule || *rule == DeadEnds::automatic)
      throw in.malformed("'end', 'stop', 'restart' or 'reverse' is expected here");
    fitted.dead_ends = *rule;
  }
  fitted.graphs = in.integers("graphs", 1)[0];
  constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 26;
  for (std::uint64_t left = in.integers("codebooks", 1)[0]; left > 0; --left) {
    const auto head = in.integers("codebook", 3);
    if (head[0] > 65536 || head[1] == 0 || head[1] > kMostNumbers || head[2] == 0 || head[2] > head[0]) {
      throw in.malformed("no such codebook");
    }
    labels::Codebook codebook;
    codebook.width = head[1];
    codebook.mean = in.reals("mean", codebook.width);
    codebook.scale = in.reals("scale", codebook.width);
    for (std::uint64_t i = 0; i < head[2]; ++i) {
      const auto centre = in.reals("centre", codebook.width);
      codebook.centres.insert(codebook.centres.end(), centre.begin(), centre.end());
    }
    fitted.codebooks.emplace(static_cast<int>(head[0]), std::move(codebook));
  }
  fitted.sizes.count = in.integers("sizes", 1)[0];
  const auto mean = in.reals("mean", kSizeFeatures), deviation = in.reals("deviation", kSizeFeatures);
  std::copy(mean.begin(), mean.end(), fitted.sizes.mean.begin());
  std::copy(deviation.begin(), deviation.end(), fitted.sizes.deviation.begin());
  auto parts = parts_of(fitted.features);
  const auto keyed = static_cast<std::size_t>(
      std::count_if(parts.begin(), parts.end(), [](const FeaturePart& part) { return part.keyed(); }));
  std::erase_if(parts, [](const FeaturePart& part) { return !part.labelled(); });
  for (const FeaturePart& part : parts) {
    if (part.labels.clusters > 0 && !fitted.codebooks.contains(part.labels.clusters)) {
      throw in.malformed("the codebook of attribute:" + std::to_string(part.labels.clusters) + " is missing");
    }
  }
  const std::uint64_t vocabularies = in.integers("vocabularies", 1)[0];
  if (vocabularies != 0 && vocabularies != parts.size()) throw in.malformed("not as many as the features have");
  for (std::uint64_t i = 0; i < vocabularies; ++i) {
    fitted.vocabularies.push_back(FittedFile::read(in, parts[i], *version, fitted.dead_ends == DeadEnds::end));
  }
  if (*version >= kKeysVersion) {
    const std::uint64_t maps = in.integers("keyed", 1)[0];
    if (maps != keyed) throw in.malformed("not as many as the features have");
    for (std::uint64_t i = 0; i < maps; ++i) fitted.keys.push_back(read_keys(in));
  }
  std::uint64_t compared = *version == kLandmarksVersion ? in.integers("compared", 1)[0] : 0;
  for (const FeatureBlock& block : fitted.features) {
    if (!block.compares_graphs()) continue;
    if (compared-- == 0) throw in.malformed("not as many as the features have");
    fitted.landmarks.push_back(read_landmarks(in, block));
  }
  if (compared != 0) throw in.malformed("not as many as the features have");
  in.check_end();
  return fitted;
}

}  // namespace

void save_fitted(const std::string& path, const FittedFeatures& fitted, bool force) {
  bytes::AtomicFile file(path, force);
  write_fitted(fitted, [&](std::string_view text) { file.write(text); });
  file.commit();
}

FittedFeatures load_fitted(const std::string& path) { return read_fitted(bytes::open_file(path)); }

FittedFeatures parse_fitted(std::string name, std::string text) {
  return read_fitted(bytes::memory_source(std::move(name), std::move(text)));
}

}  // namespace awe::features
