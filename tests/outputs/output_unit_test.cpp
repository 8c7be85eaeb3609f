// Several outputs as a unit: claimed at the beginning, in place together at the end.
#include "outputs/output_unit.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "awe/error.h"
#include "bytes/atomic_file.h"
#include "support/process.h"

namespace awe::outputs {
namespace {

using bytes::AtomicFile;
using test::read_file;
using Names = std::vector<std::string>;

class OutputUnits : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text, bool force = false) const {
    AtomicFile file(folder_.file(name), force);
    file.write(text);
    file.commit();
  }
  template <class Body>
  static void expect_error(ErrorKind kind, const std::string& part, Body body) {
    try {
      body();
      ADD_FAILURE() << "nothing was thrown: " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }
  // Names without the locks, which are there while the unit is.
  [[nodiscard]] Names outputs() const {
    Names names;
    for (const std::string& name : folder_.list()) {
      if (!name.ends_with(".awe-lock")) names.push_back(name);
    }
    return names;
  }

  test::TemporaryFolder folder_;
};

TEST_F(OutputUnits, NothingIsInPlaceBeforeTheUnitCommits) {
  {
    OutputUnit unit(false);
    unit.add(folder_.file("a"));
    unit.add(folder_.file("b"));
    unit.add("");
    write("a", "1");
    write("b", "2");
    write("other", "3");
    for (const char* name : {"a", "b"}) EXPECT_FALSE(std::filesystem::exists(folder_.file(name)));
    EXPECT_TRUE(std::filesystem::exists(folder_.file("other"))) << "not of the unit";
    unit.commit();
    EXPECT_EQ(outputs(), (Names{"a", "b", "other"}));
  }
  EXPECT_EQ(folder_.list(), (Names{"a", "b", "other"}));
  EXPECT_EQ(read_file(folder_.file("b")), "2");
}

TEST_F(OutputUnits, WithoutCommitEverythingIsAsBefore) {
  folder_.write("a", "old");
  {
    OutputUnit unit(true);
    unit.add(folder_.file("a"));
    unit.add(folder_.file("b"));
    write("a", "new", true);
    write("b", "new", true);
  }
  EXPECT_EQ(folder_.list(), Names{"a"});
  EXPECT_EQ(read_file(folder_.file("a")), "old");
}

TEST_F(OutputUnits, OneThatCannotBePutInPlaceKeepsAllOthersAway) {
  folder_.write("a", "old");
  {
    OutputUnit unit(true);
    for (const char* name : {"a", "b", "c"}) unit.add(folder_.file(name));
    for (const char* name : {"a", "b", "c"}) write(name, "new", true);
    std::filesystem::create_directory(folder_.file("c"));  // a folder is in the way of a file
    folder_.write("c/x", "mine");
    expect_error(ErrorKind::io, "c: cannot be put in place", [&] { unit.commit(); });
  }
  EXPECT_EQ(folder_.list(), (Names{"a", "c/x"}));
  EXPECT_EQ(read_file(folder_.file("a")), "old");
}

TEST_F(OutputUnits, ExistingDoubleAndLockedOutputsAreRefusedAtOnce) {
  folder_.write("old", "x");
  std::filesystem::create_directory(folder_.file("folder"));
  std::filesystem::create_symlink("a", folder_.file("link"));
  OutputUnit unit(false), second(false);
  expect_error(ErrorKind::usage, "old: exists already", [&] { unit.add(folder_.file("old")); });
  expect_error(ErrorKind::usage, "folder: is a folder", [&] { unit.add(folder_.file("folder")); });
  expect_error(ErrorKind::io, "create the folder", [&] { unit.add(folder_.file("absent/a")); });
  unit.add(folder_.file("a"));
  for (const char* same : {"a", "./a", "folder/../a", "link"}) {
    expect_error(ErrorKind::usage, "is named for two outputs", [&] { second.add(folder_.file(same)); });
  }
  const std::string lock = folder_.write(".b.awe-lock", "");
  const int other = ::open(lock.c_str(), O_RDWR);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  expect_error(ErrorKind::locked, "b: another process is writing it", [&] { unit.add(folder_.file("b")); });
  ::close(other);
  unit.add(folder_.file("b"));
}

TEST_F(OutputUnits, ACheckpointIsLockedButWrittenAtOnce) {
  OutputUnit unit(false);
  folder_.write("checkpoint", "old");
  unit.add_kept(folder_.file("checkpoint"));
  for (const char* text : {"1", "2"}) {
    write("checkpoint", text, true);
    EXPECT_EQ(read_file(folder_.file("checkpoint")), text);
  }
}

TEST_F(OutputUnits, APathIsFreeAgainAfterTheUnit) {
  for (int round = 0; round < 2; ++round) {
    OutputUnit unit(true);
    unit.add(folder_.file("a"));
    write("a", std::to_string(round), true);
    unit.commit();
  }
  write("a", "2", true);
  EXPECT_EQ(read_file(folder_.file("a")), "2");
  EXPECT_EQ(folder_.list(), Names{"a"});
}

}  // namespace
}  // namespace awe::outputs
