// Zip files: what is written and read back, what other programs write and read, and everything that is refused.
#include "bytes/archive.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bytes/zip_writer.h"
#include "readers/reading.h"
#include "support/process.h"

namespace awe::test {
namespace {

using bytes::Archive;
using bytes::ZipWriter;
using Packing = ZipWriter::Packing;
using Contents = std::vector<std::pair<std::string, std::string>>;

// Something that packs well, and something that does not.
const Contents kContents = {
    {"a.txt", std::string(3000, 'a') + "b"}, {"folder/empty", ""}, {"folder/c.txt", "no repeats"}};

std::string zip_of(const Contents& contents, Packing packing = Packing::deflate) {
  const TemporaryFolder folder;
  bytes::AtomicFile file(folder.file("x.zip"));
  ZipWriter zip(file, packing);
  for (const auto& [name, text] : contents) {
    zip.add(name, text.size());
    zip.write(text);
  }
  zip.finish();
  file.commit();
  return read_file(folder.file("x.zip"));
}

Contents contents_of(Archive archive) {
  Contents found;
  while (archive.next()) {
    const auto source = archive.content();
    found.emplace_back(archive.member(), bytes::read_whole(*source, 1u << 30));
  }
  return found;
}
Contents contents_of(const std::string& zip) { return contents_of(Archive::open_memory("m.zip", zip)); }

// A little-endian number in place of another.
std::string with(std::string zip, std::size_t place, std::uint64_t number, int size) {
  for (int i = 0; i < size; ++i) zip[place + static_cast<std::size_t>(i)] = static_cast<char>(number >> (8 * i) & 0xFF);
  return zip;
}
// Places of the first entry of the directory, and of the end record.
std::size_t entry_of(const std::string& zip) { return zip.find("PK\x01\x02"); }
std::size_t end_of(const std::string& zip) { return zip.rfind("PK\x05\x06"); }

void expect_refused(const std::string& zip, const std::string& reason, ErrorKind kind = ErrorKind::malformed) {
  expect_error(kind, reason, [&] { (void)contents_of(zip); });
}

TEST(Archive, GivesBackWhatWasPacked) {
  for (const Packing packing : {Packing::deflate, Packing::store}) {
    const std::string zip = zip_of(kContents, packing);
    EXPECT_EQ(contents_of(zip), kContents);
    const TemporaryFolder folder;
    EXPECT_EQ(contents_of(Archive::open_file(folder.write("x.zip", zip))), kContents);
  }
  EXPECT_TRUE(contents_of(zip_of({})).empty());
}

TEST(Archive, ListsAndOpensMembersInAnyOrder) {
  bytes::Bytes last, first;
  {
    const Archive archive = Archive::open_memory("m.zip", zip_of(kContents));
    EXPECT_EQ(archive.members(), (std::vector<std::string>{"a.txt", "folder/empty", "folder/c.txt"}));
    last = archive.open(2);
    first = archive.open(0);
  }
  // Read side by side, after the archive itself is gone.
  EXPECT_EQ(last->name(), "m.zip!folder/c.txt");
  char piece[5];
  EXPECT_EQ(first->read(piece), 5u);
  EXPECT_EQ(bytes::read_whole(*last, 100), kContents[2].second);
  EXPECT_EQ(bytes::read_whole(*first, 1u << 20), kContents[0].second.substr(5));
}

TEST(Archive, WritesTheBytesThatItAlwaysWrote) {
  using namespace std::string_literals;
  const std::string extra = "UT\x01\0\0ux\x0b\0\x01\x04\0\0\0\0\x04\0\0\0\0"s;
  const std::string head = "\x0a\0\x08\0\0\0\0\0\x21\0"s, sizes = "\x02\0\0\0\x02\0\0\0"s, crc = "\xac\x2a\x93\xd8"s;
  const std::string local =
      "PK\x03\x04"s + head + "\0\0\0\0"s + sizes + "\x01\0\x14\0"s + "n" + extra + "hi" + "PK\x07\x08" + crc + sizes;
  const std::string entry =
      "PK\x01\x02\x0a\x03"s + head + crc + sizes + "\x01\0\x14\0\0\0\0\0\0\0\0\0\xa4\x81\0\0\0\0"s + "n" + extra;
  const std::string end = "PK\x05\x06\0\0\0\0\x01\0\x01\0"s + static_cast<char>(entry.size()) + "\0\0\0"s +
                          static_cast<char>(local.size()) + "\0\0\0\0\0"s;
  EXPECT_EQ(zip_of({{"n", "hi"}}, Packing::store), local + entry + end);
}

TEST(Archive, IsReadByPythonAndReadsWhatPythonWrites) {
  const TemporaryFolder folder;
  for (const Packing packing : {Packing::deflate, Packing::store}) {
    folder.write("ours.zip", zip_of({{"a.txt", std::string(3000, 'a')}, {"\xc3\xa9", "accent"}}, packing));
    const auto read = run_shell("python3 -c \"import zipfile; z = zipfile.ZipFile('" + folder.file("ours.zip") +
                                "'); print(z.testzip(), z.namelist(), len(z.read('a.txt')))\"");
    EXPECT_EQ(read.out, "None ['a.txt', '\xc3\xa9'] 3000\n") << read.err;
  }
  // A folder, a comment, something before the archive, Zip64 sizes, and both kinds of packing.
  const auto written = run_shell(
      "python3 -c \"\nimport sys, zipfile\n"
      "out = open('" +
      folder.file("theirs.zip") +
      "', 'wb')\nout.write(b'#!/bin/sh something before')\n"
      "z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)\nz.comment = b'a comment with PK\\x05\\x06 in it'\n"
      "z.mkdir('folder') if hasattr(z, 'mkdir') else z.writestr('folder/', '')\n"
      "z.writestr('folder/x.txt', 'x' * 5000)\nz.writestr('stored', 'plain', zipfile.ZIP_STORED)\n"
      "with z.open('wide', 'w', force_zip64=True) as member: member.write(b'w' * 70000)\nz.close()\nout.close()\n\"");
  ASSERT_EQ(written.exit_code, 0) << written.err;
  EXPECT_EQ(
      contents_of(Archive::open_file(folder.file("theirs.zip"))),
      (Contents{{"folder/x.txt", std::string(5000, 'x')}, {"stored", "plain"}, {"wide", std::string(70000, 'w')}}));
}

TEST(Archive, RefusesEveryPieceOfAZip) {
  for (const Packing packing : {Packing::deflate, Packing::store}) {
    const std::string zip = zip_of(kContents, packing);
    for (std::size_t size = 0; size < zip.size(); ++size) {
      EXPECT_THROW((void)contents_of(zip.substr(0, size)), Error) << size;
    }
  }
}

TEST(Archive, EveryChangedByteIsHarmless) {
  const std::string zip = zip_of(kContents);
  for (std::size_t place = 0; place < zip.size(); ++place) {
    for (const int bit : {0, 3, 7}) {
      std::string damaged = zip;
      damaged[place] = static_cast<char>(damaged[place] ^ (1 << bit));
      try {
        // What is still accepted (times, versions, owners, names in both places, ...) must have the right contents.
        for (const auto& [name, text] : contents_of(damaged)) {
          EXPECT_TRUE(std::any_of(kContents.begin(), kContents.end(), [&](const auto& of) {
            return of.second == text;
          })) << place;
        }
      } catch (const Error& error) {
        EXPECT_TRUE(error.kind() == ErrorKind::malformed || error.kind() == ErrorKind::limit) << error.what();
      }
    }
  }
}

TEST(Archive, ChecksSizesAndChecksums) {
  for (const Packing packing : {Packing::deflate, Packing::store}) {
    const std::string zip = zip_of(kContents, packing);
    const std::size_t entry = entry_of(zip);
    expect_refused(with(zip, entry + 16, 12345, 4), "m.zip!a.txt: damaged zip file (the checksum is wrong)");
    expect_refused(with(zip, entry + 24, 3002, 4), "shorter than stated");
    expect_refused(with(zip, entry + 24, 2999, 4), "longer than stated");
  }
  const std::string zip = zip_of(kContents);
  const std::size_t entry = entry_of(zip);
  const std::uint64_t packed = static_cast<unsigned char>(zip[entry + 20]);
  expect_refused(with(zip, entry + 20, packed - 1, 1), "end too early");
  expect_refused(with(zip, entry + 20, packed + 1, 1), "behind its end");
}

TEST(Archive, RefusesMembersThatShareBytes) {
  // Both entries of the directory point to the first member.
  const std::string zip = zip_of({{"aa", std::string(100'000, 'x')}, {"bb", std::string(100'000, 'x')}});
  const std::size_t first = entry_of(zip), second = zip.find("PK\x01\x02", first + 4);
  expect_refused(with(zip, second + 42, 0, 4), "shares bytes");
  // The first member reaches into the second, or into the directory.
  expect_refused(with(zip, first + 20, 300, 4), "shares bytes");
  expect_refused(with(zip, second + 20, 300, 4), "shares bytes");
  // A long extra field in the local header moves the content.
  expect_refused(with(zip, 28, 200, 2), "shares bytes");
}

TEST(Archive, RefusesWhatItCannotRead) {
  const std::string zip = zip_of(kContents);
  const std::size_t entry = entry_of(zip);
  expect_refused(with(zip, entry + 8, 9, 2), "m.zip: the archive is encrypted; unpack it");
  expect_refused(with(zip, entry + 10, 99, 2), "the archive is encrypted");
  expect_refused(with(with(zip, entry + 10, 12, 2), 8, 12, 2), "m.zip!a.txt: packed by method 12");
  expect_refused(with(zip, 8, 0, 2), "two methods");
  expect_refused(with(zip, 30, 'b', 1), "another name in the directory");
  expect_refused(with(with(zip, 30, 0, 1), entry + 46, 0, 1), "a zero byte");
  expect_refused(with(zip, 0, 'X', 1), "not where the directory says");
  expect_refused(with(zip, end_of(zip) + 4, 1, 2), "several parts");
  expect_refused(with(zip, end_of(zip) + 12, 0x7FFFFFFF, 4), "larger than the file");
  expect_refused(with(zip, end_of(zip) + 10, 4, 2), "entry 4 of the directory is not one");
}

TEST(Archive, LeavesOutFoldersAndLinks) {
  const std::string zip = zip_of({{"link", "target"}, {"folder/", ""}, {"file", "text"}});
  const std::string linked = with(zip, entry_of(zip) + 38, std::uint64_t{0120777} << 16, 4);
  EXPECT_EQ(contents_of(linked), (Contents{{"file", "text"}}));
}

TEST(Archive, CountsMembersAndBytes) {
  const std::string zip = zip_of({{"a", std::string(4 << 20, '0')}, {"b", std::string(4 << 20, '0')}});
  bytes::ArchiveLimits limits;
  limits.members = 1;
  expect_error(ErrorKind::limit, "2 members", [&] { (void)Archive::open_memory("m.zip", zip, limits).members(); });
  limits = {};
  limits.expansion.free_bytes = 5 << 20;
  auto bomb = Archive::open_memory("m.zip", zip, limits);
  expect_error(ErrorKind::limit, "m.zip!b: the archive unpacks to more than",
               [&] { (void)contents_of(std::move(bomb)); });
  limits = {};
  limits.total_bytes = 1 << 20;
  auto large = Archive::open_memory("m.zip", zip, limits);
  expect_error(ErrorKind::limit, "m.zip!a: ", [&] { (void)contents_of(std::move(large)); });
}

TEST(Archive, RefusesWhatIsNoRegularFile) {
  const TemporaryFolder folder;
  expect_error(ErrorKind::io, "regular file", [&] { (void)Archive::open_file(folder.file(".")); });
  expect_error(ErrorKind::io, "cannot be opened", [&] { (void)Archive::open_file(folder.file("absent.zip")); });
}

TEST(ZipWriter, RefusesAMemberOfAnotherSize) {
  const TemporaryFolder folder;
  bytes::AtomicFile file(folder.file("x.zip"));
  ZipWriter zip(file);
  zip.add("a", 5);
  zip.write("four");
  expect_error(ErrorKind::io, "changed its size", [&] { zip.finish(); });
}

}  // namespace
}  // namespace awe::test
