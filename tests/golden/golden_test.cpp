// The outputs that must be the same bytes on every machine: `record` runs the real binary in many settings, and each
// case must have the hash stored beside this file. HACKING.md says how to change outputs on purpose.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "support/data.h"
#include "support/process.h"

namespace awe {
namespace {

constexpr const char* kHere = AWE_SOURCE_DIR "/tests/golden/";

using Hashes = std::map<std::string, std::string>;  // by the name of the case

// Lines of name and hash.
Hashes hashes_of(const std::string& lines) {
  Hashes hashes;
  std::istringstream stream(lines);
  for (std::string name, hash; stream >> name >> hash;) hashes[name] = hash;
  return hashes;
}

void compare(const std::string& group) {
  const Hashes kept = hashes_of(test::read_file(kHere + group + ".sha256"));
  ASSERT_FALSE(kept.empty()) << "no hashes in " << kHere << group << ".sha256";
  const test::TemporaryFolder folder;
  const auto run =
      test::run_shell(std::string("python3 '") + kHere + "record' '" AWE_BINARY "' '" + folder.file("out") +
                      "' --data '" + test::data_folder() + "' --no-text --only '" + group + "/*'");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const Hashes found = hashes_of(run.out);
  for (const auto& [name, hash] : kept) {
    const auto here = found.find(name);
    if (here == found.end()) {
      ADD_FAILURE() << name << ": kept, but not recorded";
    } else {
      EXPECT_EQ(here->second, hash) << name << ": other bytes than before";
    }
  }
  for (const auto& [name, hash] : found) {
    EXPECT_TRUE(kept.contains(name)) << name << ": recorded, but not kept in " << group << ".sha256";
  }
}

TEST(Golden, OutputsAreTheKeptBytes) { compare("everywhere"); }

TEST(Golden, OutputsOnDataSetsAreTheKeptBytes) {
  for (const char* name :
       {"MUTAG.zip", "ENZYMES.zip", "PTC_MR.zip", "IMDB-BINARY.zip", "NCI1.zip", "nodes/barbell.edgelist",
        "nodes/brazil-airports.edgelist", "nodes/karate-mirrored.edgelist", "nodes/europe-airports.edgelist"}) {
    AWE_NEED_DATA(name);
  }
  compare("everywhere-data");
}

}  // namespace
}  // namespace awe
