// What outputs of the command may be, what it never touches, and that several of them appear together.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "support/command_folder.h"

namespace awe {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using Names = std::vector<std::string>;

class AweOutputs : public test::CommandFolder {
 protected:
  AweOutputs() { folder_.write("g.jsonl", test::kFiveGraphs); }
  [[nodiscard]] bool has(const std::string& name) const { return fs::exists(folder_.file(name)); }
};

TEST_F(AweOutputs, FilesAndFoldersOfTheUsersWithTemporaryNamesAreLeftAlone) {
  folder_.write("SET.part/notes.txt", "mine");
  folder_.write("SET.old/notes.txt", "mine");
  folder_.write("SET.zip.part", "mine");
  folder_.write("SET.zip.parts/notes.txt", "mine");
  folder_.write("x.npy.part", "mine");
  for (const char* command :
       {"awe convert g.jsonl --to tu -o SET", "awe convert g.jsonl -o SET.zip", "awe embed g.jsonl --length 2 -o x.npy",
        "awe convert g.jsonl --limit 2 --to edgelist -o LIST"}) {
    for (const char* force : {"", " --force", " --force"}) EXPECT_EQ(run(std::string(command) + force).exit_code, 0);
  }
  for (const char* name :
       {"SET.part/notes.txt", "SET.old/notes.txt", "SET.zip.part", "SET.zip.parts/notes.txt", "x.npy.part"}) {
    EXPECT_EQ(file(name), "mine") << name;
  }
  for (const std::string& name : folder_.list()) EXPECT_EQ(name.find("awe-lock"), std::string::npos) << name;
}

TEST_F(AweOutputs, AReplacedFolderHasNothingOfTheOldOneAndKeepsItsMode) {
  succeed("awe convert g.jsonl --limit 2 --to edgelist -o LIST 2> /dev/null");
  ASSERT_TRUE(has("LIST/00000001.edgelist"));
  ::chmod(folder_.file("LIST").c_str(), 0711);
  succeed("awe convert g.jsonl --limit 1 --to edgelist -o LIST --force 2> /dev/null");
  EXPECT_EQ(folder_.list(), (Names{"LIST/00000000.edgelist", "g.jsonl"}));
  struct stat status = {};
  ASSERT_EQ(::stat(folder_.file("LIST").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0711u);
  fail(2, "awe convert g.jsonl --limit 2 --to edgelist -o LIST", "exists already");
}

TEST_F(AweOutputs, ATruncatedFolderIsNeverLeft) {
  // The third graph has no nodes, which an edge list cannot hold.
  fail(2, "awe convert g.jsonl --to edgelist -o LIST", "LIST/00000002.edgelist: an edge list cannot hold");
  fail(2, "awe convert g.jsonl --to edgelist -o ./LIST/", "LIST/00000002.edgelist: an edge list cannot hold");
}

TEST_F(AweOutputs, LocksAreTakenBeforeAnythingIsReadOrComputed) {
  // The input does not exist, which would be error 3.
  const std::pair<const char*, const char*> commands[] = {
      {"awe embed absent.jsonl --length 3 -o x.npy", ".x.npy.awe-lock"},
      {"awe embed absent.jsonl --length 3 -o x.npy", ".x.rows.csv.awe-lock"},
      {"awe embed absent.jsonl --features 'walks(degree):0..1' --vocabulary-out v", ".v.awe-lock"},
      {"awe kernel absent.jsonl --length 3 -o x.npy", ".x.npy.awe-lock"},
      {"awe train absent.jsonl -o m.awe", ".m.awe.awe-lock"},
      {"awe train absent.jsonl -o m.awe --vectors-out x.npy", ".x.npy.awe-lock"},
      {"awe train absent.jsonl -o m.awe --checkpoint c", ".c.awe-lock"},
      {"awe train absent.jsonl -o m.awe --solver descent --corpus-out c", ".c.awe-lock"},
      {"awe infer absent.awe absent.jsonl -o x.npy", ".x.npy.awe-lock"},
      {"awe classify fit absent.jsonl -o m.awe", ".m.awe.awe-lock"},
      {"awe classify predict absent.awe absent.jsonl -o p.csv", ".p.csv.awe-lock"},
      {"awe evaluate absent.jsonl --splits-out s.json", ".s.json.awe-lock"},
      {"awe convert absent.jsonl -o c.jsonl", ".c.jsonl.awe-lock"},
      {"awe convert absent.jsonl --to tu -o SET", ".SET.awe-lock"}};
  for (const auto& [command, lock] : commands) {
    folder_.write(lock, "");
    fail(7, std::string("flock ") + lock + " " + command, "another process is writing it");
    fs::remove(folder_.file(lock));
    fail(3, command, "");  // without the other process: the input, and no lock is left
  }
}

TEST_F(AweOutputs, ASecondReproductionInTheSameFolderIsRefused) {
  succeed("awe reproduce examples -o here");
  folder_.write("here/.README.md.awe-lock", "");
  fail(7, "flock here/.README.md.awe-lock awe reproduce examples -o here", "another process is writing it");
}

TEST_F(AweOutputs, SeveralOutputsAppearTogetherOrNotAtAll) {
  // A folder is in the way of the last, and appears after the check at the beginning: when the input is opened.
  folder_.write("x.npy", "old");
  folder_.write("x.rows.csv", "old");
  const auto result =
      run("mkfifo in; (timeout 60 sh -c 'exec 3> in; mkdir x.columns.csv; cat g.jsonl >&3' & "
          "awe embed in --format jsonl --length 2 -o x.npy --force; code=$?; wait; exit $code)");
  EXPECT_NE(result.exit_code, 0);
  EXPECT_NE(result.err.find("x.columns.csv"), std::string::npos) << result.err;
  EXPECT_EQ(file("x.npy"), "old");
  EXPECT_EQ(file("x.rows.csv"), "old");
  for (const std::string& name : folder_.list()) EXPECT_EQ(name.find(".part"), std::string::npos) << name;
}

TEST_F(AweOutputs, AVocabularyIsNotLeftWithoutItsMatrix) {
  const std::string flags = "--features 'walks(degree):0..1' --vocabulary-out v";
  fail(2, "awe embed g.jsonl " + flags + " -o x.foo", "unknown extension");
  fail(5, "awe embed g.jsonl " + flags + " --memory 1 -o x.npy", "x.npy: a dense matrix");
  succeed("awe embed g.jsonl " + flags + " -o x.npy");
  EXPECT_TRUE(has("v") && has("x.npy") && has("x.rows.csv") && has("x.columns.csv"));
}

TEST_F(AweOutputs, TheModelIsCompleteIfOnlyItsVectorsFailAndTheErrorSaysSo) {
  const auto full =
      run("ln -s /dev/full full.csv; awe train g.jsonl --words aw:2 --min-count 0 --dimensions 2 -o m.awe "
          "--vectors-out full.csv");
  EXPECT_EQ(full.exit_code, 3) << full.err;
  EXPECT_NE(full.err.find("m.awe is complete, and awe infer makes the vectors"), std::string::npos) << full.err;
  EXPECT_TRUE(has("m.awe"));
}

TEST_F(AweOutputs, OnePathForTwoOutputsIsAUsageError) {
  fail(2, "awe embed g.jsonl --features 'walks(degree):0..1' --vocabulary-out x.npy -o x.npy",
       "-o and --vocabulary-out would write the same file");
  fail(2, "awe embed g.jsonl --features 'walks(degree):0..1' --vocabulary-out ./x.rows.csv -o x.npy", "two outputs");
  fail(2, "awe train g.jsonl -o m.awe --vectors-out m.awe", "m.awe: -o and --vectors-out would write the same file");
  fail(2, "awe train g.jsonl -o m.awe --checkpoint m.awe", "m.awe: -o and --checkpoint would write the same file");
}

TEST_F(AweOutputs, ForceKeepsTheModeAndANewFileHonoursTheMask) {
  succeed("umask 027; awe embed g.jsonl --length 2 -o x.npy");
  struct stat status = {};
  const auto mode = [&](const char* name) {
    EXPECT_EQ(::stat(folder_.file(name).c_str(), &status), 0) << name;
    return status.st_mode & 07777;
  };
  for (const char* name : {"x.npy", "x.rows.csv", "x.columns.csv"}) EXPECT_EQ(mode(name), 0640u) << name;
  for (const char* name : {"x.npy", "x.rows.csv"}) ::chmod(folder_.file(name).c_str(), 0600);
  succeed("awe embed g.jsonl --length 2 -o x.npy --force");
  for (const char* name : {"x.npy", "x.rows.csv"}) EXPECT_EQ(mode(name), 0600u) << name;
  EXPECT_EQ(mode("x.columns.csv"), 0640u);
}

TEST_F(AweOutputs, ALinkStaysAndItsTargetIsWritten) {
  fs::create_directory(folder_.file("scratch"));
  fs::create_symlink("scratch/real.csv", folder_.file("latest.csv"));
  succeed("awe embed g.jsonl --length 2 -o latest.csv");
  fail(2, "awe embed g.jsonl --length 2 -o latest.csv", "exists already");
  succeed("awe embed g.jsonl --length 3 -o latest.csv --force");
  EXPECT_TRUE(fs::is_symlink(folder_.file("latest.csv")));
  EXPECT_EQ(file("scratch/real.csv"), file("latest.csv"));
  EXPECT_EQ(folder_.list().size(), 3u);
  fs::create_symlink("scratch", folder_.file("SET"));  // a folder of other files is never replaced
  fail(2, "awe convert g.jsonl --to tu -o SET --force", "holds real.csv");
}

TEST_F(AweOutputs, PipesAndDevicesReceiveTheWholeOutput) {
  succeed("awe embed g.jsonl --length 2 -o x.csv");
  EXPECT_EQ(run("mkfifo p.csv; awe embed g.jsonl --length 2 -o p.csv > /dev/null & cat < p.csv").out, file("x.csv"));
  const std::string all = succeed("awe convert g.jsonl --to jsonl -o /dev/stdout");
  EXPECT_NE(all.find("\"edges\""), std::string::npos);
  EXPECT_EQ(run("ln -s /dev/null n.csv; awe embed g.jsonl --length 2 -o n.csv").exit_code, 0);
  succeed("ln -sf /dev/full f.csv");
  fail(3, "awe embed g.jsonl --length 2 -o f.csv", "No space left on device");
  fail(2, "awe convert g.jsonl --to tu -o /dev/null", "is a pipe or a device; name a folder");
}

TEST_F(AweOutputs, TheInputMayBeTheOutput) {
  for (const char* name : {"g.awg", "g.graphml", "g.gml", "G.zip", "SET", "g2.jsonl.gz"}) {
    EXPECT_EQ(run(std::string("awe convert g.jsonl -o ") + name).exit_code, 0) << name;
    const auto before = run(std::string("awe info ") + name).out;
    fail(2, std::string("awe convert ") + name + " -o " + name, "exists already");
    EXPECT_EQ(run(std::string("awe convert ") + name + " -o " + name + " --force").exit_code, 0) << name;
    EXPECT_EQ(run(std::string("awe info ") + name).out, before) << name;
  }
}

TEST_F(AweOutputs, FoldersThatAreNotThereOrNotWritableAreNamed) {
  fail(3, "awe embed g.jsonl --length 2 -o no/such/x.npy", "create the folder no/such first");
  fail(3, "awe convert g.jsonl --to tu -o no/SET", "create the folder no first");
  fail(3, "awe train g.jsonl -o no/m.awe", "create the folder no first");
  fail(3, "awe embed g.jsonl --length 2 -o g.jsonl/x.npy", "Not a directory");
  fail(3, "awe embed g.jsonl --length 2 -o /proc/x.npy", "/proc/x.npy: cannot be created");
  if (::geteuid() == 0) return;  // who may write everywhere
  fs::create_directory(folder_.file("locked"));
  ::chmod(folder_.file("locked").c_str(), 0555);
  fail(3, "awe embed g.jsonl --length 2 -o locked/x.npy", "Permission denied; choose another folder");
}

TEST_F(AweOutputs, NoNameIsNoOutputAndNotNone) {
  fail(2, "awe embed g.jsonl --length 2 -o ''", "--output: the name is empty");
  fail(2, "awe convert g.jsonl -o ''", "--output: the name is empty");
  fail(2, "awe evaluate g.jsonl --splits-out=", "--splits-out");
  fail(2, "awe info ''", "INPUT: the name is empty");
}

TEST_F(AweOutputs, ALimitOfFileSizesIsAnErrorAndLeavesNothing) {
  fail(3,
       "awe generate gnm --num-nodes 500 --num-edges 5000 -o big.jsonl > /dev/null; "
       "(ulimit -f 1; awe convert big.jsonl -o b.jsonl; code=$?; rm big.jsonl; exit $code)",
       "b.jsonl: cannot be written: File too large");
}

TEST_F(AweOutputs, AFullDiskLeavesNothing) {
  const std::string mount = "unshare --mount sh -c 'mkdir disk && mount -t tmpfs -o size=100k none disk && ";
  if (run(mount + "true'; rmdir disk").exit_code != 0) GTEST_SKIP() << "needs the right to mount";
  succeed("awe generate gnm --num-nodes 500 --num-edges 20000 -o big.jsonl");
  for (const char* output : {"disk/x.npz", "disk/b.jsonl", "disk/b.awg", "disk/B.zip", "disk/SET"}) {
    const std::string verb = std::string(output).ends_with(".npz") ? "embed --level node --length 4 " : "convert ";
    const auto result = run(mount + "awe " + verb + "big.jsonl -o " + output +
                            "; code=$?; ls -A disk; exit $code'; code=$?; "
                            "rmdir disk; exit $code");
    EXPECT_EQ(result.exit_code, 3) << output << result.err;
    EXPECT_EQ(result.out, "") << output;
    EXPECT_NE(result.err.find("No space left on device; make room"), std::string::npos) << result.err;
  }
}

// Every verb ends in the same way if the reader of its output leaves.
TEST_F(AweOutputs, AClosedPipeEndsEveryVerbQuietlyWithTheSameCode) {
  succeed(test::kMakeFamilies);
  succeed("awe classify fit families.jsonl --recipe size -o c.awe");
  succeed("awe train families.jsonl --words aw:3 --dimensions 4 -o m.awe");
  for (const char* command :
       {"--help", "help embed", "--version", "walks --length 9", "walks --length 3 --count", "info families.jsonl",
        "info families.jsonl --json", "embed families.jsonl --length 3",
        "embed families.jsonl --length 3 -o x.npy --force", "convert families.jsonl -o -",
        "convert families.jsonl --to jsonl -o /dev/stdout", "generate gnm --count 2000",
        "convert families.jsonl -o y.jsonl --force", "kernel families.jsonl --length 2 -o k.npy --force",
        "infer m.awe families.jsonl -o i.npy --force", "classify predict c.awe families.jsonl",
        "evaluate families.jsonl --recipe size --protocol holdout", "datasets list", "reproduce examples -o r"}) {
    const auto result =
        run(std::string("{ (trap '' PIPE; sleep 0.1; awe ") + command + "; echo $? > code) | true; }; cat code");
    EXPECT_EQ(result.out, "141\n") << command;
    EXPECT_EQ(result.err, "") << command;
  }
  EXPECT_TRUE(has("x.npy")) << "outputs are in place before the summary is printed";
  // A closed descriptor is an error; nobody reading the notes is not.
  EXPECT_EQ(run("awe info families.jsonl >&-").exit_code, 3);
  EXPECT_EQ(run("awe info families.jsonl 2>&-").exit_code, 0);
  EXPECT_EQ(run("awe convert families.jsonl --to mtx --limit 1 -o z.mtx 2>&1 >/dev/null | true").exit_code, 0);
}

TEST_F(AweOutputs, AMappedInputThatIsCutShortIsAnErrorAndLeavesNothing) {
  succeed("awe generate gnm --num-nodes 20000 --num-edges 400000 -o big.awg");
  const Names before = folder_.list();
  // Between opening the file and its first graph: the classes come from a pipe that waits.
  auto result =
      run("mkfifo wait; ((while [ ! -e .x.csv.awe-lock ]; do sleep 0.01; done; sleep 0.1; cp big.awg short.awg; "
          "truncate -s 1000 short.awg; echo 1,2 > wait) & cp big.awg short.awg; "
          "awe embed short.awg --length 3 --classes wait -o x.csv; code=$?; wait; rm short.awg wait; exit $code)");
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_NE(result.err.find("short.awg: was cut short"), std::string::npos) << result.err;
  EXPECT_EQ(folder_.list(), before);
  // While it is being used.
  result =
      run("cp big.awg short.awg; (awe embed short.awg --level node --method exact --budget 1e15 --length 6 -o x.npz & "
          "pid=$!; for i in $(seq 500); do ls x.npz.*.part > /dev/null 2>&1 && break; sleep 0.01; done; sleep 0.5; "
          "truncate -s 1000 short.awg; wait $pid; code=$?; rm short.awg; exit $code)");
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_NE(result.err.find("short.awg: was cut short"), std::string::npos) << result.err;
  EXPECT_EQ(folder_.list(), before);
}

}  // namespace
}  // namespace awe
