#include "awe/io/reader.h"

#include "awe/base/error.h"

namespace awe {

std::string_view format_name(Format) { return "tu"; }
std::optional<Format> format_of_name(std::string_view) { return std::nullopt; }
std::unique_ptr<GraphSource> open_graphs(const std::string& path, const ReadOptions&) {
  throw Error(ErrorKind::io, path + ": no reader");
}

}  // namespace awe
