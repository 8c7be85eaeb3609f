// What may reach a terminal. Names, labels, classes, members of archives and command lines come from outside and may
// hold control characters, which a terminal obeys. They are shown as \xNN, and so are bytes that are not UTF-8: in
// messages and notes, and in everything that goes through standard output, which this file filters. Data (predictions)
// is changed only if standard output is a terminal; files are never changed.
#pragma once

#include <string>
#include <string_view>

namespace awe::cli {

// The text with control characters, line ends, directions of writing and invalid UTF-8 as \xNN: one line, safe to show.
[[nodiscard]] std::string printable(std::string_view text);
// The same, but line ends and tabs stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

// What goes to standard output: text for people, JSON (where a character is written as \u00NN, and invalid UTF-8 as
// \ufffd), or data.
enum class OutputKind { text, json, data };
void set_output_kind(OutputKind kind) noexcept;

// From now on `stdout` is filtered, and clears the progress bar before it shows something on the same terminal.
void filter_standard_output();
// Writes what is left. Throws std::system_error(EPIPE) if the reader has left, Error(io) if it cannot be written.
void flush_standard_output();

// Draws the line of a progress bar on the terminal (stderr), over the one before. clear_bar() erases it, if there is
// one, so that not even a log of the terminal without its control characters joins it to what follows;
// async-signal-safe.
void draw_bar(const std::string& line) noexcept;
void clear_bar() noexcept;
// Writes text to stderr, after clearing the bar; errors are ignored: there is nobody to tell.
void write_error_text(const std::string& text) noexcept;
// Columns of the terminal on stderr; 0: not a terminal, or one without cursor movement.
[[nodiscard]] int terminal_columns() noexcept;

}  // namespace awe::cli
