#include "bad_input/model_edit.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bytes/model_file.h"
#include "support/process.h"

namespace awe::test {
namespace {

// Places and sizes of the container (bytes/model_file.h).
constexpr std::size_t kVersion = 12, kKind = 16, kKindBytes = 32, kTable = 56, kCount = 64, kEntry = 72, kName = 40;

template <class Number>
Number number_at(const std::string& bytes, std::size_t place) {
  Number value;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

}  // namespace

void edit_model(const std::string& path, std::string_view section, std::ptrdiff_t place, std::string_view bytes) {
  const std::string file = read_file(path);
  const std::string kind(file.substr(kKind, kKindBytes).c_str());
  std::vector<std::pair<std::string, std::string>> sections;
  bool found = false;
  for (std::uint64_t i = 0; i < number_at<std::uint64_t>(file, kCount); ++i) {
    const std::size_t entry = number_at<std::uint64_t>(file, kTable) + i * kEntry;
    std::string content =
        file.substr(number_at<std::uint64_t>(file, entry + kName), number_at<std::uint64_t>(file, entry + kName + 8));
    const std::string name(file.substr(entry, kName).c_str());
    if (name == section) {
      found = true;
      const auto at = static_cast<std::size_t>(place < 0 ? static_cast<std::ptrdiff_t>(content.size()) + place : place);
      if (at + bytes.size() > content.size()) throw std::out_of_range("the section is shorter");
      content.replace(at, bytes.size(), bytes);
    }
    sections.emplace_back(name, std::move(content));
  }
  if (!found) throw std::out_of_range("no such section");
  bytes::ModelWriter writer(path, kind, number_at<std::uint32_t>(file, kVersion), true);
  for (const auto& [name, content] : sections) writer.add(name, content);
  writer.commit();
}

std::string bytes_of(double value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }
std::string bytes_of(float value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }

}  // namespace awe::test
