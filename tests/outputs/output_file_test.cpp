// What an output path may be, what happens to what is there, and what is left after a writer was killed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "awe/error.h"
#include "bytes/atomic_file.h"
#include "outputs/output_path.h"
#include "support/process.h"

namespace awe::outputs {
namespace {

namespace fs = std::filesystem;
using bytes::AtomicFile;
using test::read_file;
using Names = std::vector<std::string>;

class OutputFiles : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text, bool force = false) const {
    AtomicFile file(path, force);
    file.write(text);
    file.commit();
  }
  [[nodiscard]] mode_t mode_of(const std::string& name) const {
    struct stat status = {};
    EXPECT_EQ(::stat(folder_.file(name).c_str(), &status), 0) << name;
    return status.st_mode & 07777;
  }
  template <class Body>
  static std::string error_of(ErrorKind kind, Body body) {
    try {
      body();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return "";
  }
  // Runs the body, which must end by kill(), in a child process.
  template <class Body>
  static void killed(Body body) {
    const pid_t child = ::fork();
    if (child == 0) {
      body();
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
  }

  test::TemporaryFolder folder_;
};

TEST_F(OutputFiles, ANewFileHonoursTheMaskAndAReplacedOneKeepsItsMode) {
  const mode_t before = ::umask(027);
  write(folder_.file("new"), "x");
  EXPECT_EQ(mode_of("new"), 0640u);
  for (const mode_t mode : {0600u, 0644u, 0444u, 0755u, 0666u}) {
    ::chmod(folder_.file("new").c_str(), mode);
    {
      AtomicFile file(folder_.file("new"), true);
      // The unfinished file is no more readable than the one that it will replace.
      for (const auto& entry : fs::directory_iterator(folder_.path())) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".part")) {
          EXPECT_EQ(mode_of(name), mode);
        }
      }
      file.write("y");
      file.commit();
    }
    EXPECT_EQ(mode_of("new"), mode);
  }
  ::umask(before);
}

TEST_F(OutputFiles, ALinkStaysAndItsTargetIsReplacedOrCreated) {
  fs::create_directory(folder_.file("there"));
  folder_.write("there/target", "old");
  fs::create_symlink("there/target", folder_.file("link"));
  fs::create_symlink("link", folder_.file("second"));
  fs::create_symlink(folder_.file("there/new"), folder_.file("dangling"));
  EXPECT_NE(error_of(ErrorKind::usage, [&] { write(folder_.file("second"), "new"); }).find("exists"),
            std::string::npos);
  write(folder_.file("second"), "new", true);
  write(folder_.file("dangling"), "made");
  for (const char* link : {"link", "second", "dangling"}) EXPECT_TRUE(fs::is_symlink(folder_.file(link))) << link;
  EXPECT_EQ(read_file(folder_.file("there/target")), "new");
  EXPECT_EQ(read_file(folder_.file("there/new")), "made");
  EXPECT_EQ(folder_.list().size(), 5u);
  fs::create_symlink("loop", folder_.file("loop"));
  EXPECT_NE(error_of(ErrorKind::usage, [&] { write(folder_.file("loop"), "x"); }).find("links"), std::string::npos);
}

TEST_F(OutputFiles, APipeReceivesTheCompleteOutputEvenIfItsBeginningIsWrittenLast) {
  const std::string pipe = folder_.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    AtomicFile file(pipe);
    file.write(std::string(300000, 'x'));
    file.write_at(0, "header");
    file.commit();
    ::_exit(0);
  }
  const std::string all = read_file(pipe);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(all, "header" + std::string(300000 - 6, 'x'));
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(OutputFiles, DevicesAndOpenDescriptorsAreWrittenToAsTheyAre) {
  write("/dev/null", "x");
  EXPECT_NE(error_of(ErrorKind::io, [&] { write("/dev/full", "x"); }).find("No space left"), std::string::npos);
  const int file = ::open(folder_.file("open").c_str(), O_CREAT | O_RDWR, 0600);
  EXPECT_EQ(::write(file, "before ", 7), 7);
  write("/dev/fd/" + std::to_string(file), "after");
  ::close(file);
  EXPECT_EQ(read_file(folder_.file("open")), "before after");
  EXPECT_NE(error_of(ErrorKind::io, [&] { write("/dev/fd/999", "x"); }).find("/dev/fd/999"), std::string::npos);
}

TEST_F(OutputFiles, AReaderThatLeftIsABrokenPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  ::signal(SIGPIPE, SIG_IGN);
  try {
    write("/dev/fd/" + std::to_string(ends[1]), "x");
    ADD_FAILURE();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::broken_pipe);
  }
  ::close(ends[1]);
}

TEST_F(OutputFiles, WhatCannotBeAnOutputIsRefusedWithAReason) {
  EXPECT_NE(error_of(ErrorKind::usage, [&] { write("", "x"); }).find("empty"), std::string::npos);
  EXPECT_NE(error_of(ErrorKind::usage, [&] { write(folder_.path(), "x", true); }).find("is a folder"),
            std::string::npos);
  EXPECT_NE(error_of(ErrorKind::usage, [&] { write(folder_.file("new/"), "x"); }).find("is a folder"),
            std::string::npos);
  const std::string missing = error_of(ErrorKind::io, [&] { write(folder_.file("no/x"), "x"); });
  EXPECT_NE(missing.find("create the folder " + folder_.file("no") + " first"), std::string::npos) << missing;
  folder_.write("file", "x");
  EXPECT_NE(error_of(ErrorKind::io, [&] { write(folder_.file("file/x"), "x"); }).find("Not a directory"),
            std::string::npos);
}

TEST_F(OutputFiles, TheNextWriterRemovesWhatAKilledOneLeftAndNothingElse) {
  killed([&] {
    AtomicFile file(folder_.file("x"));
    file.write("unfinished");
    file.prepare();
    ::kill(::getpid(), SIGKILL);
  });
  EXPECT_EQ(folder_.list().size(), 2u) << "its lock and its temporary file";
  folder_.write("x.part", "mine");
  folder_.write("x.abc123.part", "mine");
  write(folder_.file("x"), "done");
  EXPECT_EQ(folder_.list(), (Names{"x", "x.abc123.part", "x.part"}));
}

TEST_F(OutputFiles, ALockFileOfSomeoneElseIsNotTouched) {
  folder_.write(".x.awe-lock", "notes of mine");
  EXPECT_NE(error_of(ErrorKind::io, [&] { write(folder_.file("x"), "x"); }).find("is in the way"), std::string::npos);
  // Names in it are removed only if they are temporary names of this output.
  folder_.write("thesis.tex", "years of work");
  folder_.write("sub/x.abc123.part", "elsewhere");
  folder_.write(".x.awe-lock", "temporary files of awe\nthesis.tex\nsub/x.abc123.part\n../x.abc123.part\n\n.\n");
  write(folder_.file("x"), "x");
  EXPECT_EQ(folder_.list(), (Names{"sub/x.abc123.part", "thesis.tex", "x"}));
}

TEST_F(OutputFiles, AllOfSeveralFilesAreCommittedOrNone) {
  folder_.write("a", "old");
  {
    AtomicFile a(folder_.file("a"), true), b(folder_.file("b"));
    a.write("new");
    b.write("new");
    folder_.write("b", "of someone else");
    EXPECT_NE(error_of(ErrorKind::usage,
                       [&] {
                         AtomicFile::commit_together({&a, nullptr, &b});
                       })
                  .find("b: exists"),
              std::string::npos);
  }
  EXPECT_EQ(folder_.list(), (Names{"a", "b"}));
  EXPECT_EQ(read_file(folder_.file("a")), "old");
  EXPECT_EQ(read_file(folder_.file("b")), "of someone else");
}

TEST_F(OutputFiles, NamesOfTheGreatestLengthArePossible) {
  const std::string name(255, 'n');
  write(folder_.file(name), "x");
  write(folder_.file(name), "y", true);
  EXPECT_EQ(folder_.list(), Names{name});
}

}  // namespace
}  // namespace awe::outputs
