// awe datasets as a user runs it, with a local server and MUTAG as the set. tests/download/download_test.cpp covers the
// network behaviour that needs no real set.
#include <gtest/gtest.h>

#include <filesystem>

#include "support/data.h"
#include "support/http_server.h"
#include "support/process.h"

namespace awe {
namespace {

using test::run_shell;
namespace fs = std::filesystem;

class AweDatasets : public ::testing::Test {
 protected:
  test::ProcessResult fetch(const std::string& mode, const std::string& more = "") {
    return run_shell("no_proxy=127.0.0.1 awe datasets fetch MUTAG --data " + here_.file("data") + " --url " +
                     server_.url(mode) + "/ " + more);
  }
  std::vector<std::string> files() const { return here_.list(); }

  test::TemporaryFolder served_, here_;
  test::HttpServer server_{served_.path()};
};

TEST_F(AweDatasets, FetchesAndVerifies) {
  AWE_NEED_DATA("MUTAG.zip");
  fs::copy(test::data_path("MUTAG.zip"), served_.file("MUTAG.zip"));
  const auto result = fetch("plain");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("fetched and verified, MUTAG: 188 graphs"), std::string::npos) << result.out;
  EXPECT_EQ(files(), std::vector<std::string>{"data/MUTAG.zip"});
  const auto again = fetch("plain");
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_NE(again.err.find("--force"), std::string::npos);
  const auto verified = run_shell("awe datasets verify MUTAG --json --data " + here_.file("data"));
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
  EXPECT_NE(verified.out.find("\"verified\": true"), std::string::npos);
}

TEST_F(AweDatasets, GoOnAfterABrokenTransfer) {
  AWE_NEED_DATA("MUTAG.zip");
  fs::copy(test::data_path("MUTAG.zip"), served_.file("MUTAG.zip"));
  const auto broken = fetch("cut");
  EXPECT_EQ(broken.exit_code, 3);
  EXPECT_NE(broken.err.find("the same command fetches the rest"), std::string::npos) << broken.err;
  EXPECT_EQ(files(), std::vector<std::string>{"data/MUTAG.zip.part"});
  const auto result = fetch("cut");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("had been fetched before"), std::string::npos);
  EXPECT_EQ(files(), std::vector<std::string>{"data/MUTAG.zip"});
  EXPECT_EQ(test::read_file(here_.file("data/MUTAG.zip")), test::read_file(test::data_path("MUTAG.zip")));
}

TEST_F(AweDatasets, BeginAnewWithAServerThatKnowsNoRange) {
  AWE_NEED_DATA("MUTAG.zip");
  fs::copy(test::data_path("MUTAG.zip"), served_.file("MUTAG.zip"));
  here_.write("data/MUTAG.zip.part", "the beginning of something else");
  EXPECT_EQ(fetch("norange").exit_code, 0);
  EXPECT_EQ(files(), std::vector<std::string>{"data/MUTAG.zip"});
}

TEST_F(AweDatasets, RefuseContentThatIsNotTheSet) {
  served_.write("MUTAG.zip", "<html>moved for good</html>");
  const auto result = fetch("plain");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_NE(result.err.find("not a TU data set"), std::string::npos) << result.err;
  EXPECT_TRUE(files().empty());
}

TEST_F(AweDatasets, RefuseAnotherSetUnderTheName) {
  AWE_NEED_DATA("PTC_MR.zip");
  fs::copy(test::data_path("PTC_MR.zip"), served_.file("MUTAG.zip"));
  const auto result = fetch("plain");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_NE(result.err.find("344 graphs instead of 188"), std::string::npos) << result.err;
  EXPECT_TRUE(files().empty());
}

TEST_F(AweDatasets, TellAMissingFileInOneLine) {
  const auto result = fetch("plain");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("404"), std::string::npos) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
  EXPECT_TRUE(files().empty());
}

TEST(AweDatasetsVerify, ComparesAFileWithTheSetOfItsName) {
  AWE_NEED_DATA("PTC_MR.zip");
  const test::TemporaryFolder folder;
  fs::copy(test::data_path("PTC_MR.zip"), folder.file("PTC_MR.zip"));
  fs::copy(test::data_path("PTC_MR.zip"), folder.file("ENZYMES.zip"));
  EXPECT_EQ(run_shell("awe datasets verify " + folder.file("PTC_MR.zip")).exit_code, 0);
  const auto wrong = run_shell("awe datasets verify " + folder.file("ENZYMES.zip"));
  EXPECT_EQ(wrong.exit_code, 4);
  EXPECT_NE(wrong.err.find("instead of"), std::string::npos);
}

TEST(AweDatasetsVerify, SaysWhatIsMissing) {
  const test::TemporaryFolder folder;
  const auto absent = run_shell("awe datasets verify MUTAG --data " + folder.path());
  EXPECT_EQ(absent.exit_code, 3);
  EXPECT_NE(absent.err.find("awe datasets fetch MUTAG"), std::string::npos);
  EXPECT_EQ(run_shell("awe datasets verify " + folder.write("unknown.zip", "")).exit_code, 2);
}

TEST(AweDatasetsList, PrintsThePapersFiguresAndMarksArcs) {
  const test::TemporaryFolder folder;
  folder.write("MUTAG.zip", "");
  const auto result = run_shell("AWE_DATA=" + folder.path() + " awe datasets list");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("4914.99 *"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("19.79          yes"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("reddit_threads_10k"), std::string::npos);
  const auto json = run_shell("awe datasets list --json --data " + folder.path());
  EXPECT_NE(json.out.find("\"copy\": \"" + folder.file("MUTAG.zip") + "\""), std::string::npos) << json.out;
}

TEST(AweDatasetsFetch, RefusesUnknownAndUnpublishedSets) {
  EXPECT_EQ(run_shell("awe datasets fetch NOSUCH").exit_code, 2);
  const auto result = run_shell("awe datasets fetch reddit_threads_10k");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("--url"), std::string::npos);
}

}  // namespace
}  // namespace awe
