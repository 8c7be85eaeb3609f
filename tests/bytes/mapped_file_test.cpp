// A mapped file that changes while it is in use.
#include "bytes/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "awe/error.h"
#include "support/process.h"

namespace awe::bytes {
namespace {

namespace fs = std::filesystem;

TEST(MappedFiles, AChangeIsNoticedAndAReplacementIsNone) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("x", std::string(100000, 'x'));
  const MappedFile file(path);
  file.check_unchanged();
  folder.write("new", "y");
  fs::rename(folder.file("new"), path);
  file.check_unchanged();
  EXPECT_EQ(file.bytes()[99999], std::byte{'x'});
  for (const bool shorter : {true, false}) {
    const std::string other = folder.write("other", std::string(100000, 'x'));
    const MappedFile changed(other);
    fs::resize_file(other, shorter ? 10 : 200000);
    EXPECT_THROW(changed.check_unchanged(), Error);
  }
}

// Kilobytes of mapped files in memory.
long mapped_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssFile:")) return std::stol(line.substr(8));
  }
  return -1;
}

TEST(MappedFiles, GiveMemoryBackAndReadTheFileAgain) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("x", std::string(100000, 'x'));
  constexpr std::size_t kSize = std::size_t{32} << 20;
  fs::resize_file(path, kSize);
  const MappedFile file(path);
  const auto sum = [&] {
    std::size_t found = 0;
    for (const std::byte one : file.bytes()) found += static_cast<std::size_t>(one);
    return found;
  };
  const std::size_t expected = sum();
  EXPECT_EQ(expected, std::size_t{100000} * 'x');
  const long before = mapped_kilobytes();
  file.release(5, kSize);
  EXPECT_LT(mapped_kilobytes(), before - 20'000);
  EXPECT_EQ(sum(), expected);
  file.release(100, 50);
  file.release(0, 2 * kSize);
  EXPECT_EQ(sum(), expected);
}

TEST(MappedFiles, AreKnownByTheirAddressesWhileTheyExist) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("x", std::string(5000, 'x'));
  const std::byte* first = nullptr;
  {
    const MappedFile file(path), second(path);
    first = file.bytes().data();
    for (const MappedFile* one : {&file, &second}) {
      EXPECT_STREQ(mapped_file_at(one->bytes().data()), path.c_str());
      EXPECT_STREQ(mapped_file_at(&one->bytes().back()), path.c_str());
    }
    EXPECT_EQ(mapped_file_at(&path), nullptr);
  }
  EXPECT_EQ(mapped_file_at(first), nullptr);
  // More mappings than the table has entries: an address is no longer excluded.
  std::vector<std::unique_ptr<MappedFile>> many;
  for (int i = 0; i < 1025; ++i) many.push_back(std::make_unique<MappedFile>(path));
  EXPECT_STREQ(mapped_file_at(many.back()->bytes().data()), "");
  EXPECT_STREQ(mapped_file_at(many.front()->bytes().data()), path.c_str());
  many.clear();
  EXPECT_EQ(mapped_file_at(first), nullptr);
}

std::string g_path;

void on_bus_error(int, siginfo_t* info, void*) {
  const char* path = mapped_file_at(info->si_addr);
  ::_exit(path != nullptr && g_path == path ? 42 : 1);
}

TEST(MappedFiles, AHandlerOfTheProgramLearnsWhichFileWasCutShort) {
  const test::TemporaryFolder folder;
  g_path = folder.write("x", std::string(100000, 'x'));
  const pid_t child = ::fork();
  if (child == 0) {
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGBUS, &action, nullptr);
    const MappedFile file(g_path);
    fs::resize_file(g_path, 10);
    const volatile std::byte* gone = file.bytes().data() + 50000;
    ::_exit(*gone == std::byte{0} ? 2 : 3);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

}  // namespace
}  // namespace awe::bytes
