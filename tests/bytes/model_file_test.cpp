// The model container: what is written is read back, and damage is always detected.
#include "bytes/model_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "awe/error.h"
#include "support/process.h"

namespace awe::bytes {
namespace {

class ModelFiles : public ::testing::Test {
 protected:
  ModelFiles() {
    SectionWriter numbers;
    numbers.number<std::int32_t>(-7);
    numbers.text("C-C");
    const std::vector<float> values = {1.5f, -2.25f, 0};
    numbers.numbers<float>(values);
    numbers.number<double>(0.125);
    ModelWriter writer(path_, "toy", 3);
    writer.add("numbers", numbers.bytes());
    writer.add("nothing", "");
    writer.begin("pieces");
    for (const char* piece : {"one ", "two ", "three"})
      writer.write(std::as_bytes(std::span(piece, std::strlen(piece))));
    writer.commit();
  }
  [[nodiscard]] std::string bytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void replace(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  // The kind of error that opening gives, and its message; usage if it opens.
  [[nodiscard]] std::pair<ErrorKind, std::string> refusal(std::string_view kind = "toy",
                                                          std::uint32_t version = 3) const {
    try {
      const ModelFile file(path_, kind, version);
    } catch (const Error& error) {
      return {error.kind(), error.what()};
    }
    return {ErrorKind::usage, "opened"};
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/model.awe";
};

TEST_F(ModelFiles, GiveBackWhatWasPutIn) {
  const ModelFile file(path_, "toy", 3);
  SectionReader numbers(file, "numbers");
  EXPECT_EQ(numbers.number<std::int32_t>(), -7);
  EXPECT_EQ(numbers.text(), "C-C");
  const auto values = numbers.numbers<float>();
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[1], -2.25f);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values.data()) % 16, 0u);
  EXPECT_EQ(numbers.number<double>(), 0.125);
  EXPECT_NO_THROW(numbers.end());
  EXPECT_THROW((void)numbers.number<char>(), Error) << "nothing is left";
  EXPECT_TRUE(file.has("nothing"));
  EXPECT_TRUE(file.section("nothing").empty());
  EXPECT_FALSE(file.has("other"));
  EXPECT_THROW((void)file.section("other"), Error);
  const auto pieces = file.section("pieces");
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(pieces.data()), pieces.size()), "one two three");
}

TEST_F(ModelFiles, EveryTruncationIsRefused) {
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    replace(whole.substr(0, size));
    EXPECT_EQ(refusal().first, ErrorKind::malformed) << size;
  }
  replace(whole + '\0');
  EXPECT_EQ(refusal().first, ErrorKind::malformed);
}

TEST_F(ModelFiles, EveryChangedByteIsRefused) {
  const std::string whole = bytes();
  for (std::size_t place = 0; place < whole.size(); ++place) {
    for (const int bit : {0, 7}) {
      std::string changed = whole;
      changed[place] = static_cast<char>(changed[place] ^ (1 << bit));
      replace(changed);
      const auto [kind, message] = refusal();
      // The version of the container is looked at before anything that depends on it.
      EXPECT_EQ(kind, place >= 8 && place < 12 ? ErrorKind::incompatible : ErrorKind::malformed) << place << message;
    }
  }
}

TEST_F(ModelFiles, OpenedByTheirHeadAreCheckedOnRequest) {
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    replace(whole.substr(0, size));
    EXPECT_THROW(ModelFile(path_, "toy", 3, ModelCheck::head), Error) << size;
  }
  std::size_t opened = 0;
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string changed = whole;
    changed[place] = static_cast<char>(changed[place] ^ 4);
    replace(changed);
    std::optional<ModelFile> file;
    try {
      file.emplace(path_, "toy", 3, ModelCheck::head);
    } catch (const Error&) {
      continue;
    }
    ++opened;
    EXPECT_THROW(file->verify(), Error) << place;
    std::size_t damaged = 0;
    for (const std::string& name : file->names()) {
      try {
        file->verify(name);
      } catch (const Error&) {
        ++damaged;
      }
    }
    EXPECT_LE(damaged, 1u) << "of the others nothing was changed";
  }
  EXPECT_GT(opened, 40u);
  replace(whole);
  const ModelFile file(path_, "toy", 3, ModelCheck::head);
  EXPECT_NO_THROW(file.verify());
  EXPECT_EQ(file.names(), (std::vector<std::string>{"numbers", "nothing", "pieces"}));
  EXPECT_EQ(file.file_size(), whole.size());
  EXPECT_TRUE(is_model_of_kind(path_, "toy"));
  EXPECT_FALSE(is_model_of_kind(path_, "index"));
  EXPECT_FALSE(is_model_of_kind(folder_.path(), "toy"));
  EXPECT_FALSE(is_model_of_kind(folder_.file("absent"), "toy"));
}

TEST_F(ModelFiles, OtherKindsAndVersionsAreIncompatible) {
  EXPECT_EQ(refusal("classifier").first, ErrorKind::incompatible);
  EXPECT_NE(refusal("classifier").second.find("kind 'toy'"), std::string::npos);
  EXPECT_EQ(refusal("toy", 4).first, ErrorKind::incompatible);
}

TEST_F(ModelFiles, WhatIsNoModelIsRefused) {
  replace("graph [ node [ id 1 ] ]");
  EXPECT_NE(refusal().second.find("this is no model of awe"), std::string::npos);
  std::filesystem::remove(path_);
  EXPECT_EQ(refusal().first, ErrorKind::io);
  std::filesystem::create_directory(path_);
  EXPECT_EQ(refusal().first, ErrorKind::io);
}

TEST_F(ModelFiles, WithoutCommitNothingIsLeft) {
  const std::string other = folder_.path() + "/other.awe";
  {
    ModelWriter writer(other, "toy", 1);
    writer.add("half", "bytes");
  }
  EXPECT_FALSE(std::filesystem::exists(other));
  EXPECT_THROW(ModelWriter(path_, "toy", 1), Error) << "it is there already";
}

TEST_F(ModelFiles, CountsBeyondTheBytesAreRefused) {
  SectionWriter numbers;
  numbers.number<std::uint64_t>(std::uint64_t{1} << 61);
  {
    ModelWriter writer(path_, "toy", 3, true);
    writer.add("numbers", numbers.bytes());
    writer.commit();
  }
  const ModelFile file(path_, "toy", 3);
  EXPECT_THROW((void)SectionReader(file, "numbers").numbers<double>(), Error);
  EXPECT_THROW((void)SectionReader(file, "numbers").text(), Error);
}

}  // namespace
}  // namespace awe::bytes
