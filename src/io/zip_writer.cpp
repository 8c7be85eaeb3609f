#include "io/zip_writer.h"

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <memory>
#include <new>

#include "awe/base/error.h"
#include "io/byte_source.h"

namespace awe::io {
namespace {

// What the C callbacks see: the file, and what it threw, which may not pass through C code.
struct Sink {
  AtomicFile& file;
  std::exception_ptr failure;
};

la_ssize_t write_piece(archive*, void* client, const void* bytes, std::size_t size) {
  auto& sink = *static_cast<Sink*>(client);
  try {
    sink.file.write(std::string_view(static_cast<const char*>(bytes), size));
    return static_cast<la_ssize_t>(size);
  } catch (...) {
    sink.failure = std::current_exception();
    return -1;
  }
}

}  // namespace

void write_zip(AtomicFile& out, const std::vector<std::pair<std::string, std::string>>& members) {
  Sink sink{out, nullptr};
  const auto check = [&](la_ssize_t status) {
    if (sink.failure) std::rethrow_exception(sink.failure);
    if (status < 0) throw Error(ErrorKind::io, out.path() + ": cannot be packed");
  };
  const std::unique_ptr<archive, int (*)(archive*)> zip(archive_write_new(), archive_write_free);
  if (!zip) throw std::bad_alloc();
  check(archive_write_set_format_zip(zip.get()));
  // The last block is not padded to a tape record.
  check(archive_write_set_bytes_in_last_block(zip.get(), 1));
  check(archive_write_open(zip.get(), &sink, nullptr, write_piece, nullptr));
  std::vector<char> piece(std::size_t{1} << 18);
  for (const auto& [name, path] : members) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(), archive_entry_free);
    if (!entry) throw std::bad_alloc();
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(std::filesystem::file_size(path)));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    check(archive_write_header(zip.get(), entry.get()));
    const Bytes bytes = open_file(path);
    while (const std::size_t got = bytes->read(piece)) check(archive_write_data(zip.get(), piece.data(), got));
  }
  check(archive_write_close(zip.get()));
}

}  // namespace awe::io
