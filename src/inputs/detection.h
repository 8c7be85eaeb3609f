// Which format an input has: by the extension of its name, else by its first bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "awe/reader.h"

namespace awe::inputs {

// How much of an input is examined.
inline constexpr std::size_t kPeekBytes = std::size_t{1} << 16;

// ASCII letters in lower case, whatever the locale.
[[nodiscard]] std::string lower_case(std::string_view text);
// The name of a file in lower case, without folders and ".gz".
[[nodiscard]] std::string plain_name(std::string_view path);
// The name of a file without folders, ".gz" and its extension. Empty for standard input ("-").
[[nodiscard]] std::string stem_of(std::string_view path);

// The format that a known extension names.
[[nodiscard]] std::optional<Format> format_of_extension(std::string_view path);
// True for the names of archives: .zip, .tar, .tar.gz, .tgz.
[[nodiscard]] bool has_archive_extension(std::string_view path);

// Detects the formats that can be recognised by their first character, even if little of the input is available yet.
[[nodiscard]] std::optional<Format> format_of_first_character(std::string_view head);

// True if the input may come slowly, line by line (JSON lines): no more of it need be awaited to recognise it.
[[nodiscard]] bool is_stream(std::string_view head);

// The format by extension, else by the first bytes; an edge list if neither tells.
[[nodiscard]] Format detect(std::string_view path, std::string_view head);

}  // namespace awe::inputs
