// Temporary files that a process ended at once removes: each test does so in a child process.
#include "outputs/unfinished.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "bytes/atomic_file.h"
#include "support/process.h"

namespace awe::outputs {
namespace {

namespace fs = std::filesystem;

// The exit code of a child process that runs `body`.
template <class Body>
int exit_code_of(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    ::_exit(body());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Unfinished, FilesAndFoldersThatAreWatchedAreRemoved) {
  const test::TemporaryFolder folder;
  const std::string done = folder.write("done.part", "x"), file = folder.write("file.part", "x");
  folder.write("folder.part/a", "x");
  folder.write("folder.part/b.part", "x");
  folder.write("folder.part/deep/c", "x");
  folder.write("kept/d", "x");
  const int code = exit_code_of([&] {
    Unfinished first, second, third;
    first.watch(done);
    second.watch(file);
    third.watch(folder.file("folder.part"));
    first.done();
    return abandon_unfinished() ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"done.part", "kept/d"}));
  EXPECT_FALSE(fs::exists(folder.file("folder.part")));
}

TEST(Unfinished, AnOutputIsWatchedUntilItIsInPlace) {
  const test::TemporaryFolder folder;
  const int code = exit_code_of([&] {
    bytes::AtomicFile complete(folder.file("complete"));
    complete.write("x");
    complete.commit();
    std::optional<bytes::AtomicFile> dropped(folder.file("dropped"));
    dropped.reset();
    folder.write("dropped.part", "of someone else");
    bytes::AtomicFile open(folder.file("open"));
    open.write("x");
    const bytes::AtomicFile moved(std::move(open));
    return folder.list().size() == 4 && abandon_unfinished() ? 0 : 1;  // its lock and its temporary file
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"complete", "dropped.part"}));
}

TEST(Unfinished, NothingIsRemovedWhileOutputsArePutInPlace) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("file.part", "x");
  const int code = exit_code_of([&] {
    Unfinished part;
    part.watch(file);
    {
      const Finishing outer;
      const Finishing inner;
      if (abandon_unfinished() || !fs::exists(file)) return 1;
    }
    return abandon_unfinished() && !fs::exists(file) ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
}

TEST(Unfinished, MorePathsThanSlotsAreNoError) {
  const test::TemporaryFolder folder;
  const int code = exit_code_of([&] {
    std::vector<Unfinished> many(300);
    for (std::size_t i = 0; i < many.size(); ++i) many[i].watch(folder.write(std::to_string(i), ""));
    return abandon_unfinished() ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(folder.list().size(), 300u - 256u);
}

}  // namespace
}  // namespace awe::outputs
