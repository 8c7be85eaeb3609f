#include "awe/error.h"

#include <gtest/gtest.h>

#include "awe/run_options.h"

namespace awe::base {
namespace {

TEST(ErrorAt, NamesFileLineAndReason) {
  const Error error = error_at(ErrorKind::malformed, "a.zip!A.txt", 12, "no number; write one");
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_STREQ(error.what(), "a.zip!A.txt:12: no number; write one");
}

TEST(ErrorAt, LeavesLineZeroOut) {
  EXPECT_STREQ(error_at(ErrorKind::io, "a.txt", 0, "cannot be read").what(), "a.txt: cannot be read");
}

TEST(ErrorKinds, AreTheExitCodes) {
  EXPECT_EQ(static_cast<int>(ErrorKind::usage), 2);
  EXPECT_EQ(static_cast<int>(ErrorKind::io), 3);
  EXPECT_EQ(static_cast<int>(ErrorKind::malformed), 4);
  EXPECT_EQ(static_cast<int>(ErrorKind::limit), 5);
  EXPECT_EQ(static_cast<int>(ErrorKind::numeric), 6);
  EXPECT_EQ(static_cast<int>(ErrorKind::locked), 7);
  EXPECT_EQ(static_cast<int>(ErrorKind::incompatible), 8);
  EXPECT_EQ(static_cast<int>(ErrorKind::interrupted), 130);
}

TEST(Progress, ThrowsInterruptedOnceStopIsRequested) {
  EXPECT_NO_THROW(Progress{}.throw_if_stopped());
  bool stop = false;
  Progress progress;
  progress.stop_requested = [&] { return stop; };
  EXPECT_NO_THROW(progress.throw_if_stopped());
  stop = true;
  try {
    progress.throw_if_stopped();
    FAIL() << "did not throw";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::interrupted);
  }
}

}  // namespace
}  // namespace awe::base
