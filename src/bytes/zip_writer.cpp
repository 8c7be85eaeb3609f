#include "bytes/zip_writer.h"

#include <archive.h>
#include <archive_entry.h>

#include <exception>
#include <filesystem>
#include <new>
#include <vector>

#include "awe/error.h"
#include "bytes/byte_source.h"

namespace awe::bytes {

// The state for the C callback: the file, and any exception thrown there, which may not pass through C code.
struct ZipWriter::State {
  explicit State(AtomicFile& out) : file(out), zip(archive_write_new(), archive_write_free) {
    if (!zip) throw std::bad_alloc();
  }

  static la_ssize_t write_piece(archive*, void* client, const void* bytes, std::size_t size) {
    auto& state = *static_cast<State*>(client);
    try {
      state.file.write(std::string_view(static_cast<const char*>(bytes), size));
      return static_cast<la_ssize_t>(size);
    } catch (...) {
      state.failure = std::current_exception();
      return -1;
    }
  }

  void check(la_ssize_t status) const {
    if (failure) std::rethrow_exception(failure);
    if (status < 0) throw Error(ErrorKind::io, file.path() + ": cannot be packed");
  }

  AtomicFile& file;
  std::unique_ptr<archive, int (*)(archive*)> zip;
  std::exception_ptr failure;
};

ZipWriter::ZipWriter(AtomicFile& out, Packing packing) : state_(std::make_unique<State>(out)) {
  archive* zip = state_->zip.get();
  state_->check(archive_write_set_format_zip(zip));
  if (packing == Packing::store) state_->check(archive_write_zip_set_compression_store(zip));
  // Do not pad the last block to a tape record.
  state_->check(archive_write_set_bytes_in_last_block(zip, 1));
  state_->check(archive_write_open(zip, state_.get(), nullptr, State::write_piece, nullptr));
}

ZipWriter::~ZipWriter() = default;

void ZipWriter::add(const std::string& name, std::uint64_t size) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(), archive_entry_free);
  if (!entry) throw std::bad_alloc();
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(size));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  state_->check(archive_write_header(state_->zip.get(), entry.get()));
}

void ZipWriter::write(std::string_view bytes) {
  state_->check(archive_write_data(state_->zip.get(), bytes.data(), bytes.size()));
}

void ZipWriter::add_file(const std::string& name, const std::string& path) {
  add(name, std::filesystem::file_size(path));
  std::vector<char> piece(std::size_t{1} << 18);
  const Bytes bytes = open_file(path);
  while (const std::size_t got = bytes->read(piece)) write({piece.data(), got});
}

void ZipWriter::finish() { state_->check(archive_write_close(state_->zip.get())); }

}  // namespace awe::bytes
