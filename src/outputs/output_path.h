// What the path of an output stands for, and names of temporary files beside it.
// - A symbolic link stands for its target: the link stays, and what it points to is replaced or created.
// - A pipe, a device, /dev/stdout, /dev/fd/N: a stream, which receives the complete output at the end. There is nothing
//   to replace, so `force` is not needed.
#pragma once

#include <string>

namespace awe::outputs {

struct OutputPath {
  std::string path;     // with links resolved
  bool stream = false;  // a pipe or a device
  int descriptor = -1;  // of /dev/stdout, /dev/stderr, /dev/fd/N
};

// Throws usage for an empty path, a block device, or too many links; a folder is accepted.
[[nodiscard]] OutputPath resolve_output(const std::string& path);

// Throws usage if the path exists and force is not set, or is a folder; lets callers report this before the work
// begins.
void refuse_existing(const std::string& path, bool force);

// The folder of a path, and its last part.
[[nodiscard]] std::string folder_of(const std::string& path);
[[nodiscard]] std::string name_of(const std::string& path);

// A name beside the path that no other file is likely to have: NAME.XXXXXX.part. Creation must be exclusive.
[[nodiscard]] std::string temporary_beside(const std::string& path);
// True for the last part of such a path.
[[nodiscard]] bool is_temporary_of(const std::string& path, const std::string& name);

// Gives an open file the mode and the group of an existing one; if the group cannot be given, it gets no more rights
// than others. Nothing happens if there is no file at the path.
void adopt_mode(int file, const std::string& path) noexcept;

// Throws Error(io): "path: what: reason", with advice where the reason suggests it. Uses errno.
[[noreturn]] void throw_system_error(const std::string& path, const char* what);

}  // namespace awe::outputs
