// Tar archives: what current programs write, and what damage does.
#include "inputs/tar.h"

#include "bytes/byte_source.h"
#include "inputs/tar_text.h"
#include "readers/reading.h"

namespace awe::test {
namespace {

using namespace std::string_literals;

// "path=content;" of every member.
std::string members(const std::string& archive, const inputs::TarLimits& limits = {}) {
  inputs::TarReader reader(bytes::memory_source("t.tar", archive), limits);
  std::string text;
  while (reader.next()) {
    text += reader.member() + "=";
    const auto content = reader.content();
    text += bytes::read_whole(*content, 1u << 20) + ";";
  }
  return text;
}

TEST(Tar, ReadsMembersInOrder) {
  EXPECT_EQ(members(tar_end()), "");
  EXPECT_EQ(members(tar_member("a", "1 2\n") + tar_member("d/", "", '5') + tar_member("d/b", "") +
                    tar_member("c", std::string(513, 'x')) + tar_end()),
            "a=1 2\n;d/b=;c=" + std::string(513, 'x') + ";");
}

TEST(Tar, SkipsContentThatIsNotRead) {
  inputs::TarReader reader(
      bytes::memory_source("t.tar", tar_member("a", std::string(5000, 'x')) + tar_member("b", "y") + tar_end()));
  ASSERT_TRUE(reader.next());
  const auto part = reader.content();
  char byte = 0;
  EXPECT_EQ(part->read({&byte, 1}), 1u);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.member(), "b");
  EXPECT_FALSE(reader.next());
}

TEST(Tar, KnowsLongNamesOfUstarPaxAndGnu) {
  std::string prefixed = tar_header("b", 1);
  prefixed.replace(345, 3, "a/c");
  sign_tar(prefixed);
  EXPECT_EQ(members(prefixed + tar_padded("x") + tar_end()), "a/c/b=x;");
  EXPECT_EQ(members(tar_member("pax", "15 path=new/ä\n"s, 'x') + tar_member("old", "x") + tar_member("other", "y") +
                    tar_end()),
            "new/ä=x;other=y;");
  const std::string name(150, 'n');
  EXPECT_EQ(members(tar_member("././@LongLink", name + '\0', 'L') + tar_member("nnn", "x") + tar_end()), name + "=x;");
}

TEST(Tar, TakesSizesOfPaxAndOfBinaryNumbers) {
  EXPECT_EQ(members(tar_member("pax", "10 size=2\n", 'x') + tar_header("a", 0) + tar_padded("xy") + tar_end()),
            "a=xy;");
  std::string binary = tar_header("a", 0);
  binary.replace(124, 12, "\x80\0\0\0\0\0\0\0\0\0\0\x03"s);
  sign_tar(binary);
  EXPECT_EQ(members(binary + tar_padded("xyz") + tar_end()), "a=xyz;");
}

TEST(Tar, RefusesDamage) {
  const auto refuse = [](const char* reason, const std::string& archive, ErrorKind kind = ErrorKind::malformed) {
    expect_error(kind, reason, [&] { static_cast<void>(members(archive)); });
  };
  const std::string good = tar_member("a", "1 2\n") + tar_member("b", "x") + tar_end();
  std::string changed = good;
  changed[0] = 'c';
  refuse("a damaged header after 0 members", changed);
  refuse("ends within b", good.substr(0, 1536 + 100));
  refuse("lacks its end mark", good.substr(0, 1024));
  refuse("lacks its end mark", good.substr(0, good.size() - 512));
  refuse("lacks its end mark", "");
  refuse("data after the end", good + good);
  refuse("a damaged extended header", tar_member("pax", "99 path=x\n", 'x') + good);
  refuse("a damaged extended header", tar_member("pax", "garbage", 'x') + good);
  refuse("a damaged extended header", tar_member("pax", "6 abc\n", 'x') + good);
  refuse("more than 1 MiB", tar_header("pax", 2u << 20, 'x'), ErrorKind::limit);
  refuse("a link to another file", tar_member("l", "", '2') + good);
  refuse("a link to another file", tar_member("l", "", '1') + good);
  refuse("a sparse file", tar_member("s", "", 'S') + good);
  refuse("a sparse file", tar_member("pax", "22 GNU.sparse.major=1\n", 'x') + good);
}

TEST(Tar, HasLimits) {
  const std::string archive = tar_member("a", "12345") + tar_member("b", "12345") + tar_end();
  expect_error(ErrorKind::limit, "more than 1 members", [&] { static_cast<void>(members(archive, {1, 100})); });
  expect_error(ErrorKind::limit, "unpacks to more than", [&] { static_cast<void>(members(archive, {9, 9})); });
}

// The archives of two programs that are everywhere, if they are here.
TEST(Tar, ReadsWhatTarAndPythonWrite) {
  const TemporaryFolder folder;
  const std::string deep = std::string(80, 'd') + "/" + std::string(90, 'e');
  folder.write(deep + "/x.el", "1 2\n");
  folder.write("plain.el", "3 4\n");
  for (const std::string& pack :
       {"tar -cf t.tar plain.el ddd*"s, "tar --format=ustar -cf t.tar plain.el ddd*"s,
        "tar --format=posix -cf t.tar plain.el ddd*"s,
        "python3 -c \"import tarfile, glob; t = tarfile.open('t.tar', 'w'); [t.add(p) for p in ['plain.el'] + "
        "glob.glob('ddd*')]; t.close()\""s}) {
    ASSERT_EQ(run_shell("cd " + folder.path() + " && " + pack).exit_code, 0) << pack;
    EXPECT_EQ(members(read_file(folder.file("t.tar"))), "plain.el=3 4\n;" + deep + "/x.el=1 2\n;") << pack;
  }
}

}  // namespace
}  // namespace awe::test
