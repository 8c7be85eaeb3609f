#include "row_classes.h"

#include <fmt/format.h>

#include "awe/error.h"
#include "console.h"

namespace awe::cli {
namespace {

constexpr std::size_t kShown = 3;

}  // namespace

RowClasses::RowClasses(InputFlags& input, Level level) {
  if (level == Level::graph || input.classes.empty()) return;
  const ReadOptions reading = input.read_options();
  file_ = reading.classes_file;
  input.classes.clear();
  table_ = inputs::read_classes(file_, reading.classes_column);
}

void RowClasses::assign(MatrixRow& row) {
  if (file_.empty()) return;
  ++rows_;
  const auto found = table_.find(row.id);
  row.class_name.reset();
  if (found != table_.end() && !found->second.empty()) {
    ++matched_;
    row.class_name = found->second;
  }
  if (seen_.size() < kShown) seen_.push_back(row.id);
}

void RowClasses::finish() const {
  if (file_.empty() || rows_ == 0) return;
  if (matched_ == 0) {
    std::string rows, ids;
    for (const std::string& id : seen_) rows += fmt::format("'{}', ", id);
    std::size_t shown = 0;
    for (auto entry = table_.begin(); entry != table_.end() && shown < kShown; ++entry, ++shown) {
      ids += fmt::format("'{}', ", entry->first);
    }
    throw Error(ErrorKind::usage, fmt::format("{}: no row has an id of this file; rows are {}..., and the file has "
                                              "{}...",
                                              file_, rows, ids));
  }
  if (matched_ < rows_) note(fmt::format("{}: {} of {} have no class", file_, rows_ - matched_, counted(rows_, "row")));
}

}  // namespace awe::cli
