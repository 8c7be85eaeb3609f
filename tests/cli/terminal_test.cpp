// What a person sees: progress bars on a pseudo-terminal, and no control characters from outside.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/command_folder.h"

namespace awe {
namespace {

using test::lines_of;

class AweTerminal : public test::CommandFolder {
 protected:
  // Writes g.jsonl and a command that produces it slowly enough for a bar.
  AweTerminal() {
    succeed("awe generate gnm --num-nodes 10 --num-edges 20 --count 40 -o g.jsonl");
    folder_.write("slowly",
                  "head -n 10 g.jsonl; sleep 2.3; head -n 30 g.jsonl | tail -n 20; sleep 0.3; tail -n 10 g.jsonl\n");
  }
  [[nodiscard]] test::ProcessResult on_terminal(const std::string& options, const std::string& command) const {
    return run("python3 " AWE_SOURCE_DIR "/tests/support/terminal.py " + options + " '" + command + "'");
  }
};

TEST_F(AweTerminal, TheBarIsGoneBeforeTheSummary) {
  const auto result = on_terminal("--all", "sh slowly | awe embed - --format jsonl --length 3");
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_NE(result.out.find("~ 11 graphs"), std::string::npos) << result.out;
  const auto lines = lines_of(result.out);
  ASSERT_GE(lines.size(), 3u);
  EXPECT_TRUE(lines[lines.size() - 3].starts_with("40 graphs, 400 nodes, 800 edges -> ")) << result.out;
  // Not even a log without its control characters joins them.
  const std::string raw = on_terminal("--raw", "sh slowly | awe embed - --format jsonl --length 3").out;
  std::string plain;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw.compare(i, 3, "\x1b[K") == 0)
      i += 2;
    else if (raw[i] != '\r')
      plain += raw[i];
  }
  EXPECT_EQ(plain.find("0:0240 graphs"), std::string::npos) << plain;
  EXPECT_NE(plain.find("  40 graphs, 400 nodes"), std::string::npos) << plain;
}

TEST_F(AweTerminal, ANarrowTerminalHasOneLine) {
  for (const char* columns : {"8", "20", "40"}) {
    const auto result = on_terminal(std::string("--all --columns ") + columns,
                                    "sh slowly | awe convert - --format jsonl --to jsonl -o /dev/null > /dev/null");
    EXPECT_EQ(result.exit_code, 0) << result.out;
    const auto lines = lines_of(result.out);
    for (const std::string& line : lines) EXPECT_LT(line.size(), 2 + std::stoul(columns)) << line;
    EXPECT_EQ(std::count_if(lines.begin(), lines.end(), [](const auto& line) { return !line.starts_with("~ "); }), 1)
        << "only the empty line where the bar was:\n"
        << result.out;
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line.starts_with("~ "); }));
  }
}

TEST_F(AweTerminal, TheBarIsShownOnlyWhereItCanBeCleared) {
  const std::string command = "sh slowly | awe embed - --format jsonl --length 3 --json";
  for (const char* options : {"--type dumb", "--type ''"}) {
    const auto result = on_terminal(options, command);
    EXPECT_EQ(result.out.find("/s"), std::string::npos) << result.out;
    EXPECT_TRUE(result.out.starts_with("{")) << result.out;
  }
  EXPECT_EQ(run(command).err, "");
  // NO_COLOR: there are no colours in any case.
  const std::string raw = on_terminal("--raw", command).out;
  EXPECT_EQ(raw.find("\x1b[0"), std::string::npos);
  EXPECT_EQ(raw.find('m', raw.find('\x1b')) == raw.find('\x1b') + 2, false);
  // Summary to a file, bar on the terminal.
  const auto result = on_terminal("--separate summary --all", command);
  EXPECT_NE(result.out.find("~ 11 graphs"), std::string::npos) << result.out;
  EXPECT_EQ(lines_of(result.out).back(), "") << result.out;
  EXPECT_TRUE(file("summary").starts_with("{")) << file("summary");
}

TEST_F(AweTerminal, ReadingOneLargeGraphShowsHowMuchWasRead) {
  succeed("awe generate gnm --num-nodes 3000 --num-edges 60000 -o one.edgelist 2> /dev/null");
  const auto result = on_terminal("--all",
                                  "(head -n 20000 one.edgelist; sleep 2.3; tail -n +20001 one.edgelist) | "
                                  "awe info - --format edgelist");
  EXPECT_NE(result.out.find(" kB "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(" read\n"), std::string::npos) << result.out;
}

TEST_F(AweTerminal, OneGraphIsCountedByItsNodes) {
  succeed("awe generate gnm --num-nodes 3000 --num-edges 15000 -o one.awg");
  // Stopped after the bar has been seen: the work itself would take minutes.
  const auto result =
      on_terminal("--all", "timeout -s INT 4 awe embed one.awg --length 8 --method exact --budget 1e15");
  EXPECT_NE(result.out.find("/3000 nodes"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("graphs"), std::string::npos) << result.out;
  const auto sampled =
      on_terminal("--all", "timeout -s INT 4 awe embed one.awg --length 7 --method sampled --walks 100000000000");
  EXPECT_NE(sampled.out.find(" walks "), std::string::npos) << sampled.out;
  const auto rows = on_terminal(
      "--all", "timeout -s INT 6 awe embed one.awg --level node --length 7 --method sampled --walks 1000000");
  EXPECT_EQ(rows.out.find("graphs"), std::string::npos) << rows.out;
}

TEST_F(AweTerminal, OneOfAnythingIsSingular) {
  folder_.write("one.jsonl", "{\"n\": 2, \"edges\": [[0, 1]], \"directed\": true}\n");
  const std::string info = succeed("awe info one.jsonl");
  EXPECT_NE(info.find("1 (1 arc)"), std::string::npos) << info;
  EXPECT_NE(succeed("awe embed one.jsonl --length 1 --explain-features --threads 1").find("on 1 thread\n"),
            std::string::npos);
  folder_.write("two.jsonl", "{\"edges\": [[0, 1]], \"label\": \"a\"}\n{\"edges\": [[0, 1]]}\n");
  EXPECT_NE(succeed("awe info two.jsonl").find("a x 1; 1 graph without"), std::string::npos);
}

// Bytes that a terminal would obey.
bool has_control(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F) return true;
    if (c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return true;
  }
  return false;
}

TEST_F(AweTerminal, ControlCharactersFromOutsideAreNeverPrinted) {
  const std::string esc = "\x1b]0;owned\x07\x1b[31m";
  folder_.write(
      "e.jsonl",
      "{\"n\": 3, \"edges\": [[0, 1], [1, 2]], \"label\": \"A\\u001b[31m\\u009b1m\", \"name\": \"x\\u001b[2J\", "
      "\"node_labels\": [\"l\\u0007\", \"l\\u007f\", \"m\"]}\n"
      "{\"n\": 2, \"edges\": [[0, 1]], \"label\": \"B\\nverified\", \"name\": \"y\", \"node_labels\": [\"l\", "
      "\"l\"]}\n");
  for (int i = 0; i < 3; ++i) folder_.write("more.jsonl", file("more.jsonl") + file("e.jsonl"));
  folder_.write("e" + esc + ".jsonl", "{\"n\": 0x\n");
  folder_.write(
      "\x9b"
      "31m.jsonl",
      "{\"n\": 0x\n");
  folder_.write("e" + esc + "/a.txt", "0 1\n");
  folder_.write("bad.txt", "0 1 " + esc + "\n");
  const std::string name = "$(printf 'e\\033]0;owned\\007\\033[31m')", latin = "$(printf '\\23331m.jsonl')";
  int shown = 0;
  for (const std::string& command :
       std::vector<std::string>{std::string("awe info e.jsonl"),
                                std::string("awe info more.jsonl --json"),
                                "awe info \"" + name + ".jsonl\"",
                                "awe info \"" + latin + "\"",
                                "awe info \"" + name + "\"",
                                "awe info \"absent" + name + "\"",
                                "awe \"" + name + "\"",
                                "awe embed e.jsonl \"--" + name + "\"",
                                "awe embed e.jsonl --length \"" + name + "\"",
                                "awe embed e.jsonl --features \"" + name + "\"",
                                "awe embed e.jsonl --level \"" + name + "\"",
                                "awe embed e.jsonl --length 2 -o \"" + name + ".csv\"",
                                "awe embed e.jsonl --length 2 -o \"" + name + "2.npy\" --json",
                                std::string("awe embed bad.txt --weighted --length 2"),
                                std::string("awe embed e.jsonl --length 2 -o x.svm"),
                                "awe walks --rank \"" + name + "\"",
                                "awe generate \"" + name + "\"",
                                "awe convert e.jsonl -o \"" + name + ".foo\"",
                                std::string("awe evaluate more.jsonl --recipe size --folds 2 --twins keep"),
                                std::string("awe datasets verify \"\x1b[31m\"")}) {
    const auto result = run(command);
    EXPECT_FALSE(has_control(result.out)) << command << "\n" << result.out;
    EXPECT_FALSE(has_control(result.err)) << command << "\n" << result.err;
    shown += (result.out + result.err).find("\\x1b") != std::string::npos ||
             (result.out + result.err).find("\\u001b") != std::string::npos;
  }
  EXPECT_GT(shown, 12) << "they are shown, not dropped";
  const std::string info = run("awe info e.jsonl").out;
  EXPECT_NE(info.find("A\\x1b[31m\\xc2\\x9b1m x 1, B\\x0averified x 1"), std::string::npos) << info;
}

TEST_F(AweTerminal, DataStaysAsItIsUnlessItGoesToATerminal) {
  folder_.write("e.jsonl",
                "{\"n\": 2, \"edges\": [[0, 1]], \"label\": \"a\", \"name\": \"x\\u001b[2J\"}\n"
                "{\"n\": 3, \"edges\": [[0, 1]], \"label\": \"b\", \"name\": \"y\"}\n");
  for (int i = 0; i < 3; ++i) folder_.write("train.jsonl", file("train.jsonl") + file("e.jsonl"));
  ASSERT_EQ(run("awe classify fit train.jsonl --recipe size -o m.awe").exit_code, 0);
  const std::string data = run("awe classify predict m.awe e.jsonl").out;
  EXPECT_NE(data.find("x\x1b[2J"), std::string::npos) << data;
  ASSERT_EQ(run("awe classify predict m.awe e.jsonl -o p.csv").exit_code, 0);
  EXPECT_EQ(file("p.csv"), data);
  const std::string seen = on_terminal("--raw", "awe classify predict m.awe e.jsonl").out;
  EXPECT_EQ(seen.find('\x1b'), std::string::npos) << seen;
  EXPECT_NE(seen.find("x\\x1b[2J"), std::string::npos) << seen;
}

}  // namespace
}  // namespace awe
