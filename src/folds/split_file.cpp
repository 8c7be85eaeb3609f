#include "folds/split_file.h"

#include <simdjson.h>

#include <algorithm>
#include <limits>
#include <new>
#include <unordered_map>

#include "awe/error.h"
#include "base/counted.h"
#include "base/number.h"
#include "bytes/atomic_file.h"
#include "bytes/byte_source.h"

namespace awe::folds {
namespace {

namespace dom = simdjson::dom;

constexpr std::uint64_t kVersion = 1;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

using Places = std::unordered_map<std::string_view, std::uint32_t>;

Places places_of(std::span<const std::string> ids) {
  Places places;
  for (std::uint32_t i = 0; i < ids.size(); ++i) {
    if (!places.emplace(ids[i], i).second) {
      throw Error(ErrorKind::usage, "two items have the id \"" + ids[i] + "\"; a file of splits needs distinct ids");
    }
  }
  return places;
}

void append_string(std::string& out, std::string_view text) {
  if (!simdjson::validate_utf8(text.data(), text.size())) {
    throw Error(ErrorKind::usage, "an id is not UTF-8, which JSON cannot hold; rename the graph");
  }
  constexpr char kDigits[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += kDigits[c >> 4];
      out += kDigits[c & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

class SplitReader {
 public:
  SplitReader(std::span<const std::string> ids, std::string_view file)
      : ids_(ids), places_(places_of(ids)), file_(file) {}

  Splits read(std::string_view text) {
    try {
      dom::parser parser;
      return read_document(parser.parse(text.data(), text.size()));
    } catch (const simdjson::simdjson_error& error) {
      if (error.error() == simdjson::MEMALLOC) throw std::bad_alloc();
      throw malformed(std::string("not the JSON of splits (") + error.what() +
                      R"(); write {"awe_splits":1,"seed":0,"folds":10,"repeats":[[["id",...],...],...]})");
    }
  }

 private:
  Splits read_document(dom::element document) {
    const dom::object object = document.get_object();
    const std::uint64_t version = object["awe_splits"].get_uint64();
    if (version != kVersion) {
      throw error_at(ErrorKind::incompatible, file_, 0,
                     "version " + std::to_string(version) + " of splits is not known here; write version 1");
    }
    Splits splits;
    splits.seed = object["seed"].get_uint64();
    const std::uint64_t folds = object["folds"].get_uint64();
    if (folds < 1 || folds > std::numeric_limits<int>::max()) {
      throw malformed(std::to_string(folds) + " folds; write two or more, or 1 for parts held out");
    }
    splits.folds = static_cast<int>(folds);
    for (const dom::element repeat : object["repeats"].get_array()) {
      splits.repeats.push_back(read_repeat(repeat, splits.folds, splits.repeats.size()));
    }
    if (splits.repeats.empty()) throw malformed("no repeats; write at least one");
    return splits;
  }

  FoldAssignment read_repeat(dom::element lists, int folds, std::size_t repeat) {
    constexpr int kNone = FoldAssignment::kNeverTested;
    FoldAssignment assignment{folds, std::vector<int>(ids_.size(), kNone)};
    const std::string in_repeat = " in repeat " + std::to_string(repeat);
    int fold = 0;
    for (const dom::element list : lists.get_array()) {
      if (fold == folds) throw malformed("more than " + std::to_string(folds) + " lists" + in_repeat);
      bool any = false;
      for (const dom::element element : list.get_array()) {
        const std::string id = id_of(element);
        const auto place = places_.find(id);
        if (place == places_.end()) {
          throw malformed("the id \"" + id + "\"" + in_repeat + " is not in the collection");
        }
        int& fold_of = assignment.fold_of[place->second];
        if (fold_of != kNone) {
          throw malformed("the id \"" + id + "\" is in folds " + std::to_string(fold_of) + " and " +
                          std::to_string(fold) + in_repeat + "; keep one");
        }
        fold_of = fold;
        any = true;
      }
      if (!any) throw malformed("fold " + std::to_string(fold) + in_repeat + " is empty");
      ++fold;
    }
    if (fold != folds) {
      throw malformed(base::counted(static_cast<std::uint64_t>(fold), "list") + " for " +
                      base::counted(static_cast<std::uint64_t>(folds), "fold") + in_repeat);
    }
    const auto left = std::count(assignment.fold_of.begin(), assignment.fold_of.end(), kNone);
    if (folds == 1 && left == 0) throw malformed("every id is held out" + in_repeat + "; leave some for training");
    for (std::size_t i = 0; folds > 1 && i < ids_.size(); ++i) {
      if (assignment.fold_of[i] == kNone) {
        throw malformed("the id \"" + ids_[i] + "\" of the collection is in no fold" + in_repeat);
      }
    }
    return assignment;
  }

  std::string id_of(dom::element value) const {
    if (value.is_string()) return std::string(std::string_view(value.get_string()));
    if (value.is_int64()) return std::to_string(std::int64_t(value.get_int64()));
    throw malformed("an id is neither a string nor an integer; write \"a\" or 7");
  }

  [[nodiscard]] Error malformed(const std::string& reason) const {
    return error_at(ErrorKind::malformed, file_, 0, reason);
  }

  std::span<const std::string> ids_;
  Places places_;
  std::string_view file_;
};

}  // namespace

std::string splits_to_json(const Splits& splits, std::span<const std::string> ids) {
  (void)places_of(ids);
  std::string out = "{\"awe_splits\":";
  base::append_unsigned(out, kVersion);
  out += ",\"seed\":";
  base::append_unsigned(out, splits.seed);
  out += ",\"folds\":";
  base::append_unsigned(out, static_cast<std::uint64_t>(splits.folds));
  out += ",\"repeats\":[";
  for (std::size_t repeat = 0; repeat < splits.repeats.size(); ++repeat) {
    const FoldAssignment& assignment = splits.repeats[repeat];
    if (assignment.fold_of.size() != ids.size() || assignment.folds != splits.folds) {
      throw Error(ErrorKind::usage,
                  "the folds of repeat " + std::to_string(repeat) + " are those of another collection");
    }
    out += repeat == 0 ? "[" : "\n,[";
    for (int fold = 0; fold < splits.folds; ++fold) {
      out += fold == 0 ? "\n[" : ",\n[";
      bool first = true;
      for (const std::uint32_t item : assignment.test_items(fold)) {
        if (!first) out += ',';
        first = false;
        append_string(out, ids[item]);
      }
      out += ']';
    }
    out += ']';
  }
  out += "]}\n";
  return out;
}

Splits splits_from_json(std::string_view text, std::span<const std::string> ids, std::string_view file) {
  return SplitReader(ids, file).read(text);
}

void save_splits(const std::string& path, const Splits& splits, std::span<const std::string> ids, bool force) {
  const std::string text = splits_to_json(splits, ids);
  bytes::AtomicFile out(path, force);
  out.write(text);
  out.commit();
}

Splits load_splits(const std::string& path, std::span<const std::string> ids) {
  const auto source = bytes::open_file(path);
  return splits_from_json(bytes::read_whole(*source, kMaxBytes), ids, source->name());
}

}  // namespace awe::folds
