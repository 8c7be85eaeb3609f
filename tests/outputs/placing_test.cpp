// Finished files are put in their places together or not at all.
#include "outputs/placing.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "awe/error.h"
#include "outputs/output_path.h"
#include "support/process.h"

namespace awe::outputs {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using Names = std::vector<std::string>;

class Placing : public ::testing::Test {
 protected:
  Move move(const std::string& from, const std::string& to, bool replace) const {
    return {folder_.file(from), folder_.file(to), to, replace};
  }
  // The error that the moves end with.
  static std::string error_of(const std::vector<Move>& moves, ErrorKind kind) {
    try {
      put_in_place(moves);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind);
      return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return "";
  }
  [[nodiscard]] std::string content(const std::string& name) const { return read_file(folder_.file(name)); }

  test::TemporaryFolder folder_;
};

TEST_F(Placing, NewAndReplacedFilesAndFoldersAreInPlaceAndNothingElseIsLeft) {
  for (const char* name : {"a.part", "b.part", "c.part/x"}) folder_.write(name, "new");
  for (const char* name : {"b", "c/x", "c/y"}) folder_.write(name, "old");
  const std::vector<Move> moves = {move("a.part", "a", false), move("b.part", "b", true), move("c.part", "c", true)};
  put_in_place(moves);
  EXPECT_EQ(folder_.list(), (Names{"a", "b", "c/x"}));
  for (const char* name : {"a", "b", "c/x"}) EXPECT_EQ(content(name), "new");
}

TEST_F(Placing, AFailureTakesBackWhatWasDone) {
  for (const char* name : {"a.part", "b.part", "d.part/x"}) folder_.write(name, "new");
  for (const char* name : {"b", "d/x", "c/keep"}) folder_.write(name, "old");
  const Names before = folder_.list();
  // The last cannot be put in place: there is nothing to move.
  const std::vector<Move> moves = {move("a.part", "a", false), move("b.part", "b", true), move("d.part", "d", true),
                                   move("absent.part", "c", true)};
  EXPECT_NE(error_of(moves, ErrorKind::io).find("c: cannot be put in place"), std::string::npos);
  EXPECT_EQ(folder_.list(), before);
  for (const char* name : {"a.part", "b.part", "d.part/x"}) EXPECT_EQ(content(name), "new") << name;
  for (const char* name : {"b", "d/x"}) EXPECT_EQ(content(name), "old") << name;
}

TEST_F(Placing, AFileThatAppearedMeanwhileIsNotReplacedWithoutForce) {
  folder_.write("a.part", "new");
  folder_.write("b.part", "new");
  folder_.write("b", "of someone else");
  EXPECT_NE(error_of({move("b.part", "b", false)}, ErrorKind::usage).find("exists already"), std::string::npos);
  EXPECT_NE(error_of({move("a.part", "a", false), move("b.part", "b", false)}, ErrorKind::usage).find("b: exists"),
            std::string::npos);
  EXPECT_EQ(folder_.list(), (Names{"a.part", "b", "b.part"}));
  EXPECT_EQ(content("b"), "of someone else");
}

TEST_F(Placing, TemporaryNamesAreKnownAgain) {
  for (const std::string& name : {std::string("x.npy"), std::string("with space and ümlaut"), std::string(255, 'n')}) {
    const std::string path = folder_.file(name), first = temporary_beside(path), second = temporary_beside(path);
    EXPECT_NE(first, second);
    EXPECT_EQ(folder_of(first), folder_.path());
    EXPECT_LE(name_of(first).size(), 255u);
    EXPECT_TRUE(is_temporary_of(path, name_of(first)));
    EXPECT_FALSE(is_temporary_of(folder_.file("y" + name), name_of(first)));
    for (const std::string& other : {name, name + ".part", name + ".ABCDEF.part", name + ".abc123.part.x",
                                     name + ".abc12.part", "../" + name_of(first), name + ".abc/23.part"}) {
      EXPECT_FALSE(is_temporary_of(path, other)) << other;
    }
  }
}

}  // namespace
}  // namespace awe::outputs
