// GraKeL on real data sets: the same Gram matrices. AWE_GRAKEL_PYTHON names a python that has grakel; without one that
// works, the test is skipped.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "support/data.h"
#include "support/process.h"

namespace awe::baselines {
namespace {

TEST(GraKeL, HasTheSameGramMatrices) {
  const char* named = std::getenv("AWE_GRAKEL_PYTHON");
  const std::string python = named != nullptr && *named != '\0' ? named : "python3";
  if (test::run_shell("'" + python + "' -c 'import numpy, grakel'").exit_code != 0) {
    GTEST_SKIP() << python << " has no grakel; set AWE_GRAKEL_PYTHON to one that has (grakel 0.1.11, numpy < 2.4)";
  }
  for (const char* set : {"MUTAG.zip", "PTC_MR.zip", "ENZYMES.zip"}) {
    AWE_NEED_DATA(set);
    // The optimal assignment of 600 graphs takes GraKeL a minute.
    const std::string kernels = std::string(set) == "ENZYMES.zip" ? "wl,sp" : "wl,wl-oa,sp";
    const auto result =
        test::run_shell("'" + python + "' '" AWE_SOURCE_DIR "/bench/baselines/grakel_grams.py' '" AWE_BINARY "' '" +
                        test::data_path(set) + "' --check --kernels " + kernels);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find(" sp "), std::string::npos) << result.out;
  }
}

}  // namespace
}  // namespace awe::baselines
