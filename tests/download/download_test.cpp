// Downloads from a real local server: complete, resumed, redirected, rejected. The content is arbitrary bytes.
#include "download/download.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "awe/error.h"
#include "support/http_server.h"
#include "support/process.h"

namespace awe::download {
namespace {

class Download : public ::testing::Test {
 protected:
  Download() {
    for (unsigned i = 0; i < 50000; ++i) content_ += static_cast<char>(i * i / 7);
    served_.write("file.zip", content_);
    setenv("no_proxy", "127.0.0.1", 1);
  }

  DownloadOptions plan(const std::string& mode, const std::string& name = "file.zip") const {
    DownloadOptions plan;
    plan.url = server_.url(mode) + "/" + name;
    plan.path = here_.file("file.zip");
    plan.only_https = false;
    return plan;
  }

  // The kind of the error that the download ends in, and its message.
  static std::pair<ErrorKind, std::string> failure(const DownloadOptions& plan, const Progress& progress = {}) {
    try {
      download(plan, progress);
    } catch (const Error& error) {
      return {error.kind(), error.what()};
    }
    return {ErrorKind::numeric, "no error"};
  }

  test::TemporaryFolder served_, here_;
  test::HttpServer server_{served_.path()};
  std::string content_;
};

TEST_F(Download, BringsTheFileWhole) {
  const DownloadResult result = download(plan("plain"));
  EXPECT_EQ(result.bytes, content_.size());
  EXPECT_EQ(result.resumed, 0u);
  EXPECT_EQ(test::read_file(here_.file("file.zip")), content_);
  EXPECT_EQ(here_.list().size(), 1u);
}

TEST_F(Download, KeepsThePartOfABrokenTransferAndFetchesOnlyTheRest) {
  const auto [kind, message] = failure(plan("cut"));
  EXPECT_EQ(kind, ErrorKind::io);
  EXPECT_NE(message.find("25000 bytes are kept"), std::string::npos) << message;
  EXPECT_EQ(here_.list(), std::vector<std::string>{"file.zip.part"});
  const DownloadResult result = download(plan("cut"));
  EXPECT_EQ(result.resumed, 25000u);
  EXPECT_EQ(test::read_file(here_.file("file.zip")), content_);
  EXPECT_EQ(here_.list().size(), 1u);
  EXPECT_NE(server_.log().find("bytes=25000-"), std::string::npos);
}

TEST_F(Download, BeginsAnewWhereTheServerIgnoresRange) {
  here_.write("file.zip.part", content_.substr(0, 1000));
  const DownloadResult result = download(plan("norange"));
  EXPECT_EQ(result.resumed, 0u);
  EXPECT_EQ(test::read_file(here_.file("file.zip")), content_);
}

TEST_F(Download, BeginsAnewWhereTheServerAnswersAnotherRange) {
  here_.write("file.zip.part", content_.substr(0, 1000));
  EXPECT_EQ(download(plan("shifted")).resumed, 0u);
  EXPECT_EQ(test::read_file(here_.file("file.zip")), content_);
}

TEST_F(Download, TakesAPartThatIsWholeAlready) {
  here_.write("file.zip.part", content_);
  EXPECT_EQ(download(plan("plain")).resumed, content_.size());
  EXPECT_EQ(test::read_file(here_.file("file.zip")), content_);
}

TEST_F(Download, BeginsAnewWhenThePartIsLongerThanTheFile) {
  here_.write("file.zip.part", content_ + "more");
  EXPECT_EQ(download(plan("plain")).resumed, 0u);
  EXPECT_EQ(test::read_file(here_.file("file.zip")), content_);
}

TEST_F(Download, FetchesAFreshCopyWhenAResumedOneIsRefused) {
  here_.write("file.zip.part", std::string(1000, 'x'));
  auto plan_with_check = plan("plain");
  plan_with_check.accept = [&](const std::string& part) {
    if (test::read_file(part) != content_) throw Error(ErrorKind::malformed, "wrong content");
  };
  EXPECT_EQ(download(plan_with_check).resumed, 0u);
  EXPECT_EQ(test::read_file(here_.file("file.zip")), content_);
}

TEST_F(Download, LeavesNothingOfARefusedFile) {
  auto plan_with_check = plan("plain");
  plan_with_check.accept = [](const std::string&) { throw Error(ErrorKind::malformed, "wrong content"); };
  EXPECT_EQ(failure(plan_with_check).first, ErrorKind::malformed);
  EXPECT_TRUE(here_.list().empty());
}

TEST_F(Download, TellsAMissingFile) {
  const auto [kind, message] = failure(plan("plain", "other.zip"));
  EXPECT_EQ(kind, ErrorKind::io);
  EXPECT_NE(message.find("404"), std::string::npos) << message;
  EXPECT_TRUE(here_.list().empty());
}

TEST_F(Download, FollowsRedirectsButNotForEver) {
  EXPECT_EQ(download(plan("moved")).bytes, content_.size());
  auto again = plan("loop");
  again.force = true;
  EXPECT_EQ(failure(again).first, ErrorKind::io);
  EXPECT_EQ(test::read_file(here_.file("file.zip")), content_);
}

TEST_F(Download, RefusesOtherSchemesThanHttpsByDefault) {
  auto strict = plan("plain");
  strict.only_https = true;
  EXPECT_EQ(failure(strict).first, ErrorKind::usage);
  strict.url = "file://" + served_.file("file.zip");
  EXPECT_EQ(failure(strict).first, ErrorKind::usage);
  strict.only_https = false;
  EXPECT_EQ(download(strict).bytes, content_.size());
  strict.force = true;
  strict.url = "ftp://127.0.0.1/file.zip";
  EXPECT_EQ(failure(strict).first, ErrorKind::usage);
}

TEST_F(Download, RefusesWhatIsTooLarge) {
  auto small = plan("plain");
  small.max_bytes = 1000;
  EXPECT_EQ(failure(small).first, ErrorKind::limit);
  EXPECT_FALSE(std::filesystem::exists(here_.file("file.zip")));
}

TEST_F(Download, RefusesToReplaceWithoutForce) {
  here_.write("file.zip", "mine");
  EXPECT_EQ(failure(plan("plain")).first, ErrorKind::usage);
  EXPECT_EQ(test::read_file(here_.file("file.zip")), "mine");
  auto forced = plan("plain");
  forced.force = true;
  download(forced);
  EXPECT_EQ(test::read_file(here_.file("file.zip")), content_);
}

TEST_F(Download, StopsWhenAsked) {
  Progress progress;
  progress.stop_requested = [] { return true; };
  EXPECT_EQ(failure(plan("plain"), progress).first, ErrorKind::interrupted);
  EXPECT_FALSE(std::filesystem::exists(here_.file("file.zip")));
}

TEST_F(Download, TellsThatNobodyAnswers) {
  auto nobody = plan("plain");
  nobody.url = "http://127.0.0.1:1/file.zip";
  EXPECT_EQ(failure(nobody).first, ErrorKind::io);
  EXPECT_TRUE(here_.list().empty());
}

}  // namespace
}  // namespace awe::download
