#include "matrix_output.h"

#include <unistd.h>

#include "awe/error.h"
#include "common_flags.h"
#include "console.h"

namespace awe::cli {

CLI::Option* add_matrix_format(CLI::App& verb, std::optional<MatrixFormat>& format) {
  return add_choice<MatrixFormat>(verb, "--to", format,
                                  "Format of the output (default: by its extension; csv for standard output)");
}

void check_matrix_output(const std::string& path, std::optional<MatrixFormat> format, bool json) {
  const MatrixFormat written = matrix_format(path, format);
  if (!to_standard_output(path)) return;
  if (json)
    throw Error(ErrorKind::usage, "--json prints a summary to standard output; name a file for the matrix with -o");
  const bool binary = written == MatrixFormat::npy || written == MatrixFormat::arrow;
  if (binary && isatty(STDOUT_FILENO) == 1) {
    throw Error(ErrorKind::usage,
                std::string(to_string(written)) +
                    " is binary, and standard output is a terminal; name a file, or send it to a program");
  }
  if (written != MatrixFormat::npy) return;
  note("the tables of rows and columns are not written with -o -; --to csv has ids and classes");
}

}  // namespace awe::cli
