// The matrix that a verb writes: the option --to, and what -o - (standard output) changes.
#pragma once

#include <optional>
#include <string>

#include "awe/matrix_writer.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace awe::cli {

// --to: the format of the matrix, if its extension does not tell.
CLI::Option* add_matrix_format(CLI::App& verb, std::optional<MatrixFormat>& format);

// Whether the matrix goes to standard output. The summary is then left out.
[[nodiscard]] inline bool to_standard_output(const std::string& path) { return path == "-"; }

// Checks -o, --to and --json before anything is computed. Throws Error(usage) for an unknown extension, and for
// standard output with `json` or, on a terminal, with a binary format. Notes which tables standard output leaves out.
void check_matrix_output(const std::string& path, std::optional<MatrixFormat> format, bool json);

}  // namespace awe::cli
