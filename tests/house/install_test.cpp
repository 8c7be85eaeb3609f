// The steps of a user of the library: install it, find it, build against it, run.
#include <gtest/gtest.h>

#include <filesystem>

#include "awe/version.h"
#include "house/shared_libraries.h"
#include "support/process.h"

namespace awe {
namespace {

TEST(Install, ServesAProgramOutsideOfTheProject) {
  const test::TemporaryFolder folder;
  const std::string prefix = folder.file("prefix"), build = folder.file("build"), cmake = AWE_CMAKE;
  const auto step = [](const std::string& command) {
    const auto result = test::run_shell(command);
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.out << result.err;
    return result;
  };
  step(cmake + " --install " AWE_BUILD_DIR " --prefix " + prefix);
  const std::string sanitize = AWE_SANITIZE;
  step(cmake + " -S " AWE_SOURCE_DIR "/tests/house/consumer -B " + build + " -DCMAKE_PREFIX_PATH=" + prefix +
       " -DCMAKE_CXX_COMPILER=" AWE_CXX_COMPILER +
       (sanitize.empty() ? "" : " -DCMAKE_CXX_FLAGS=-fsanitize=" + sanitize));
  step(cmake + " --build " + build);
  const std::string graphs =
      folder.write("graphs.jsonl", "{\"n\": 2, \"edges\": [[0, 1]]}\n{\"n\": 1, \"edges\": []}\n");
  EXPECT_EQ(step(build + "/consumer " + graphs).out, "1 2 1: 0.6667\n1 2 3: 0.3333\n2 rows\n");
  if (sanitize.empty()) test::expect_documented_libraries(build + "/consumer", {"every program", "the C++ run time"});
  for (const char* file : {"lib/libawe.a", "include/awe/version.h", "share/man/man1/awe.1",
                           "share/man/man1/awe-embed.1", "share/bash-completion/completions/awe",
                           "share/zsh/site-functions/_awe", "share/fish/vendor_completions.d/awe.fish"}) {
    EXPECT_TRUE(std::filesystem::exists(prefix + "/" + file)) << file;
  }
  EXPECT_EQ(step(prefix + "/bin/awe --version").out, "awe " AWE_VERSION "\n");
  EXPECT_EQ(step(prefix + "/bin/awe walks --rank '1 2 3 2 3'").out, "9\n");
}

}  // namespace
}  // namespace awe
