// Packs files into a zip, whole or not at all. The bytes depend on the names and contents alone: no times, no owners.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "awe/io/atomic_file.h"

namespace awe::io {

// (member name, path of the file) in order.
void write_zip(AtomicFile& out, const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace awe::io
