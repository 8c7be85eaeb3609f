#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>

#include "awe/error.h"

namespace awe::cli {
namespace {

std::atomic<int> g_bar_columns = 0;  // of the bar on the terminal; 0: there is none

// A character at the beginning of a text.
struct Character {
  std::size_t bytes = 1;
  char32_t code = 0;
  bool valid = false;
  bool cut = false;  // valid as far as it goes, but the text ends within it
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, lead, true, false};
  if (lead < 0xC2 || lead > 0xF4) return {};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size()) return {i, 0, false, true};
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool valid = code >= kLeast[length] && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
  return valid ? Character{length, code, true, false} : Character{};
}

// C0, DEL and C1, and the characters that change the direction of the text after them.
bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

void append_hex(std::string& out, const char* prefix, std::uint32_t value, int digits) {
  out += prefix;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += "0123456789abcdef"[value >> shift & 15];
}

enum class Style { line, lines, json };

// Appends the text in a printable form; returns how many bytes at its end are an unfinished character, which are left
// out if `more` may follow.
std::size_t append_printable(std::string& out, std::string_view text, Style style, bool more) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.cut && more) return text.size();
    const std::string_view bytes = text.substr(0, character.bytes);
    const bool keeps_line = style != Style::line && (bytes == "\n" || bytes == "\t");
    if (character.valid && (keeps_line || !is_control(character.code))) {
      out += bytes;
    } else if (style == Style::json) {
      append_hex(out, "\\u", character.valid ? character.code : 0xFFFD, 4);
    } else {
      for (const char c : bytes) append_hex(out, "\\x", static_cast<unsigned char>(c), 2);
    }
    text.remove_prefix(character.bytes);
  }
  return 0;
}

std::string printable_as(std::string_view text, Style style) {
  std::string out;
  append_printable(out, text, style, false);
  return out;
}

// What becomes of the bytes that are written to `stdout`.
struct Filter {
  OutputKind kind = OutputKind::text;
  bool terminal = false;
  std::string unfinished;  // the beginning of a character

  bool write(std::string_view bytes, bool more) {
    if (terminal) clear_bar();
    if (kind == OutputKind::data && !terminal) return send(bytes);
    const std::string all = unfinished + std::string(bytes);
    std::string out;
    const std::size_t left = append_printable(out, all, kind == OutputKind::json ? Style::json : Style::lines, more);
    unfinished = all.substr(all.size() - left);
    return send(out);
  }

  static bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t wrote = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
  }
};

Filter& filter() {
  static Filter* const only = new Filter;  // in use until the process ends
  return *only;
}

ssize_t write_filtered(void* /*cookie*/, const char* bytes, std::size_t size) {
  try {
    return filter().write({bytes, size}, true) ? static_cast<ssize_t>(size) : 0;
  } catch (const std::bad_alloc&) {  // not through the C library
    errno = ENOMEM;
    return 0;
  }
}

}  // namespace

std::string printable(std::string_view text) { return printable_as(text, Style::line); }
std::string printable_lines(std::string_view text) { return printable_as(text, Style::lines); }

void set_output_kind(OutputKind kind) noexcept { filter().kind = kind; }

void filter_standard_output() {
  filter().terminal = ::isatty(STDOUT_FILENO) == 1;
  cookie_io_functions_t functions = {};
  functions.write = write_filtered;
  std::FILE* filtered = ::fopencookie(nullptr, "w", functions);
  if (filtered == nullptr) return;
  if (filter().terminal) {
    std::setvbuf(filtered, nullptr, _IOLBF, 0);
  } else {
    std::setvbuf(filtered, nullptr, _IOFBF, std::size_t{1} << 16);
  }
  stdout = filtered;
}

void flush_standard_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && filter().write({}, false)) return;
  if (errno == EPIPE) throw std::system_error(EPIPE, std::generic_category());
  throw Error(ErrorKind::io, std::string("standard output cannot be written: ") + std::strerror(errno));
}

void draw_bar(const std::string& line) noexcept {
  const std::string text = "\r" + line + "\x1b[K";
  g_bar_columns = static_cast<int>(line.size());
  (void)!::write(STDERR_FILENO, text.data(), text.size());
}

void clear_bar() noexcept {
  const int columns = g_bar_columns.exchange(0);
  if (columns == 0) return;
  constexpr std::size_t kMost = 256;
  std::array<char, kMost + 5> text;
  text.fill(' ');
  const std::size_t blanks = std::min<std::size_t>(kMost, static_cast<std::size_t>(columns));
  text[0] = '\r';
  std::memcpy(text.data() + 1 + blanks, "\r\x1b[K", 4);
  (void)!::write(STDERR_FILENO, text.data(), blanks + 5);
}

void write_error_text(const std::string& text) noexcept {
  clear_bar();
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

int terminal_columns() noexcept {
  if (::isatty(STDERR_FILENO) != 1) return 0;
  const char* type = std::getenv("TERM");
  if (type == nullptr || std::string_view(type) == "dumb" || *type == '\0') return 0;
  winsize size = {};
  constexpr int kUsual = 80;
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

}  // namespace awe::cli
