#include "outputs/output_path.h"

#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>

#include "awe/error.h"
#include "awe/hash.h"
#include "base/number.h"

namespace awe::outputs {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRandomLetters = 6;
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view kSuffix = ".part";

// /dev/stdout and its like: the descriptor is written to as it is, since opening it anew would begin at its first byte.
std::optional<int> descriptor_of(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const auto number = base::parse_unsigned(path.substr(folder.size()));
    if (number && *number < 1u << 20) return static_cast<int>(*number);
  }
  return std::nullopt;
}

// The last part of a temporary name, without the random letters: names of files have at most 255 bytes.
std::string stem_of(const std::string& name) {
  constexpr std::size_t kLongest = 200;
  if (name.size() <= kLongest) return name;
  return name.substr(0, kLongest - 33) + "-" + to_string(hash128(std::as_bytes(std::span(name))));
}

std::string random_letters() {
  std::uint64_t value = 0;
  if (::getrandom(&value, sizeof value, 0) != sizeof value) {  // the names only have to differ
    value =
        static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) * 6364136223846793005u +
        static_cast<std::uint64_t>(::getpid());
  }
  std::string letters;
  for (std::size_t i = 0; i < kRandomLetters; ++i) {
    letters += kLetters[value % kLetters.size()];
    value /= kLetters.size();
  }
  return letters;
}

}  // namespace

OutputPath resolve_output(const std::string& path) {
  if (path.empty()) throw Error(ErrorKind::usage, "the path of an output is empty; name a file");
  if (const auto descriptor = descriptor_of(path)) return {path, true, *descriptor};
  fs::path real = path;
  constexpr int kMostLinks = 40;
  std::error_code code;
  for (int links = 0; fs::is_symlink(real, code); ++links) {
    if (links == kMostLinks) throw Error(ErrorKind::usage, path + ": too many symbolic links; name the file itself");
    real = real.parent_path() / fs::read_symlink(real, code);
    if (code) break;
    if (const auto descriptor = descriptor_of(real.native())) return {path, true, *descriptor};
  }
  const auto type = fs::status(real, code).type();
  if (type == fs::file_type::block) throw Error(ErrorKind::usage, path + ": is a block device; name a file");
  const bool stream = type == fs::file_type::fifo || type == fs::file_type::character || type == fs::file_type::socket;
  return {real.string(), stream, -1};
}

void refuse_existing(const std::string& path, bool force) {
  const OutputPath output = resolve_output(path);
  if (output.stream) return;
  std::error_code code;
  const auto status = fs::status(output.path, code);
  if (fs::is_directory(status) || path.ends_with('/'))
    throw Error(ErrorKind::usage, path + ": is a folder; name a file");
  if (fs::exists(status) && !force) throw Error(ErrorKind::usage, path + ": exists already; `force` replaces it");
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

std::string temporary_beside(const std::string& path) {
  const fs::path name = stem_of(name_of(path)) + "." + random_letters() + std::string(kSuffix);
  return (fs::path(path).parent_path() / name).string();
}

bool is_temporary_of(const std::string& path, const std::string& name) {
  const std::string stem = stem_of(name_of(path)) + ".";
  return name.size() == stem.size() + kRandomLetters + kSuffix.size() && name.starts_with(stem) &&
         name.ends_with(kSuffix) && name.find_first_not_of(kLetters, stem.size()) == stem.size() + kRandomLetters;
}

void adopt_mode(int file, const std::string& path) noexcept {
  struct stat old = {}, ours = {};
  if (::stat(path.c_str(), &old) != 0 || ::fstat(file, &ours) != 0) return;
  mode_t mode = old.st_mode & 0777;
  if (old.st_gid != ours.st_gid && ::fchown(file, static_cast<uid_t>(-1), old.st_gid) != 0) {
    mode = (mode & 0707) | ((mode & 0007) << 3 & mode);
  }
  (void)!::fchmod(file, mode);
}

void throw_system_error(const std::string& path, const char* what) {
  const int error = errno;
  std::string message = path + ": " + what + ": " + std::strerror(error);
  if (error == ENOENT || error == ENOTDIR) message += "; create the folder " + folder_of(path) + " first";
  if (error == ENOSPC || error == EDQUOT) message += "; make room, or choose another output";
  if (error == EACCES || error == EPERM || error == EROFS) message += "; choose another folder, or change its rights";
  throw Error(ErrorKind::io, message);
}

}  // namespace awe::outputs
