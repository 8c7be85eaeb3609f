// download() of a build without libcurl: copies local files, `file:` addresses, and refuses all others. Who uses such a
// build, for example the Python package, fetches the file by other means first; a part file of theirs stays as it is if
// there is no file to copy.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string_view>
#include <utility>

#include "awe/error.h"
#include "download/download.h"
#include "download/part_file.h"
#include "outputs/output_path.h"
#include "outputs/retried.h"

namespace awe::download {
namespace {

using outputs::retried;

// The path of file:PATH or file://PATH.
std::string path_of(const DownloadOptions& options) {
  std::string_view path = options.url;
  if (options.only_https || !path.starts_with("file:")) {
    throw Error(ErrorKind::usage,
                options.url +
                    ": this command was built without downloads; fetch the file by other means and name its "
                    "folder as file:///FOLDER");
  }
  path.remove_prefix(5);
  if (path.starts_with("//")) path.remove_prefix(2);
  return std::string(path);
}

struct LocalFile {
  explicit LocalFile(std::string from) : path(std::move(from)) {
    descriptor = retried([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
    if (descriptor < 0) outputs::throw_system_error(path, "cannot be opened");
  }
  LocalFile(const LocalFile&) = delete;
  LocalFile& operator=(const LocalFile&) = delete;
  ~LocalFile() { ::close(descriptor); }

  std::string path;
  int descriptor = -1;
};

void copy(const DownloadOptions& options, const LocalFile& from, PartFile& part, const Progress& progress) {
  std::array<char, 1 << 16> buffer;
  while (true) {
    progress.throw_if_stopped();
    const ssize_t count = retried([&] { return ::read(from.descriptor, buffer.data(), buffer.size()); });
    if (count < 0) outputs::throw_system_error(from.path, "cannot be read");
    if (count == 0) return;
    if (part.size() + static_cast<std::uint64_t>(count) > options.max_bytes) {
      throw Error(ErrorKind::limit,
                  options.url + ": more than " + std::to_string(options.max_bytes) + " bytes; refused");
    }
    if (!part.append(buffer.data(), static_cast<std::size_t>(count))) part.fail("cannot be written");
    if (progress.report) progress.report(part.size(), 0);
  }
}

}  // namespace

DownloadResult download(const DownloadOptions& options, const Progress& progress) {
  const std::string local = path_of(options);
  outputs::refuse_existing(options.path, options.force);
  const LocalFile from(local);
  const std::string path = outputs::resolve_output(options.path).path;  // a link stays, its target is replaced
  PartFile part(path + ".part");
  part.clear();
  try {
    copy(options, from, part, progress);
    if (options.accept) options.accept(part.path());
  } catch (...) {
    part.clear();
    throw;
  }
  part.put_in_place(path);
  return {part.size(), 0};
}

}  // namespace awe::download
