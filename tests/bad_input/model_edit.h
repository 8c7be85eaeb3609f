// Changes bytes of a model file and makes its checksums fit again: what a faulty program, not a faulty disk, would
// write.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace awe::test {

// Puts bytes over those of a section; a negative place counts from its end. Fails if the section is absent or shorter.
void edit_model(const std::string& path, std::string_view section, std::ptrdiff_t place, std::string_view bytes);

// The eight or four bytes of a number.
[[nodiscard]] std::string bytes_of(double value);
[[nodiscard]] std::string bytes_of(float value);

}  // namespace awe::test
