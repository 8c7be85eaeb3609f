// Checks that the documentation is true: every code block of README.md and docs/ is run or compiled, page by page, each
// page in its own scratch folder. The opening line of a block decides:
//   ```sh             runs as a script (bash -e -o pipefail); data sets such as MUTAG.zip are linked into the folder
//   ```sh long        takes too long: every option that its awe commands use must be in the help of their verbs
//   ```python         runs with python3, numpy and scipy; with needs=MODULE only where that module is installed
//   ```python long    takes too long: it must compile
//   ```cpp            is compiled by the build (see CMakeLists.txt), and runs if it has a main
//   ```text output    is what the preceding block printed, except for numbers
//   ```LANG file=NAME is written to NAME, for the blocks that follow
//   ```text           any other text
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "house/markdown.h"
#include "support/data.h"
#include "support/process.h"

namespace awe {
namespace {

namespace fs = std::filesystem;
using test::CodeBlock;

// Keeps words and drops numbers and blanks: times and sizes differ between runs, and columns shift with them.
std::string without_numbers(const std::string& text) {
  const std::string plain = std::regex_replace(text, std::regex("-?[0-9][0-9.,e+-]*"), "N");
  return std::regex_replace(std::regex_replace(plain, std::regex("\\s+"), " "), std::regex("^ | $"), "");
}

// The verb of a line "awe VERB ...", with the nested verb if there is one: "classify fit".
std::string verb_of(const std::string& command) {
  std::istringstream words(command);
  std::string awe, verb, second;
  words >> awe >> verb >> second;
  if (verb.starts_with("-")) return "";
  return verb == "classify" || verb == "datasets" ? verb + " " + second : verb;
}

// Lines of a script that begin with "awe ", joined with their continuation lines.
std::vector<std::string> commands_of(const std::string& script) {
  std::vector<std::string> commands;
  std::istringstream lines(script);
  bool continued = false;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t awe = line.find("awe ");
    const bool starts = awe != std::string::npos && (awe == 0 || line[awe - 1] == '/') && line.find(' ') >= awe;
    if (continued) {
      commands.back() += " " + line;
    } else if (starts) {
      commands.push_back(line.substr(awe));
    }
    continued = (continued || starts) && line.ends_with('\\');
  }
  return commands;
}

// One page: its scratch folder and the output of the last block.
class PageRun {
 public:
  explicit PageRun(std::string page) : page_(std::move(page)) {}

  void run(const CodeBlock& block) {
    if (const std::string file = block.value("file"); !file.empty()) {
      folder_.write(file, block.text);
    } else if (block.language == "sh") {
      block.is("long") ? check_options(block) : run_script(block);
    } else if (block.language == "python") {
      run_python(block);
    } else if (block.language == "cpp") {
      run_cpp(block);
    } else if (block.language == "text") {
      if (block.is("output")) {
        EXPECT_EQ(without_numbers(block.text), without_numbers(printed_)) << where(block);
      }
    } else {
      ADD_FAILURE() << where(block) << ": a block that no test runs; its language must be sh, python, cpp or text";
    }
  }

  // The first data set named in the page's scripts that is not available.
  [[nodiscard]] static std::string missing_data(const std::vector<CodeBlock>& blocks) {
    for (const CodeBlock& block : blocks) {
      if (block.language != "sh" || block.is("long")) continue;
      for (const std::string& name : data_sets(block.text)) {
        if (!test::data_present(name)) return name;
      }
    }
    return "";
  }

 private:
  [[nodiscard]] std::string where(const CodeBlock& block) const { return page_ + ":" + std::to_string(block.line); }

  static std::vector<std::string> data_sets(const std::string& script) {
    const std::regex name("\\b[A-Z][A-Za-z0-9_-]*\\.zip\\b");
    std::vector<std::string> names;
    for (std::sregex_iterator it(script.begin(), script.end(), name), end; it != end; ++it) names.push_back(it->str());
    return names;
  }

  void keep(const CodeBlock& block, const test::ProcessResult& result) {
    EXPECT_EQ(result.exit_code, 0) << where(block) << "\n" << block.text << result.out << result.err;
    printed_ = result.out;
  }

  void run_script(const CodeBlock& block) {
    for (const std::string& name : data_sets(block.text)) {
      if (!fs::exists(folder_.file(name))) fs::create_symlink(fs::absolute(test::data_path(name)), folder_.file(name));
    }
    keep(block,
         test::run_shell("cd " + folder_.path() + " && bash -e -o pipefail 2>&1 <<'SCRIPT'\n" + block.text + "SCRIPT"));
  }

  void run_python(const CodeBlock& block) {
    const std::string module = block.value("needs");
    const std::string script = folder_.write("block.py", block.text);
    const std::string python = "cd " + folder_.path() + " && /usr/bin/python3 ";
    if (block.is("long") ||
        (!module.empty() && test::run_shell(python + "-c 'import " + module + "'").exit_code != 0)) {
      keep(block, test::run_shell(python + "-m py_compile block.py"));
      return;
    }
    keep(block, test::run_shell(python + "block.py 2>&1"));
  }

  void run_cpp(const CodeBlock& block) {
    const std::string program = AWE_DOCUMENTATION_PROGRAMS "/" + test::cpp_block_name(page_, cpp_blocks_++);
    if (block.text.find("int main(") == std::string::npos) return;  // a snippet: only compiled
    keep(block, test::run_shell("cd " + folder_.path() + " && " + program + " 2>&1"));
  }

  void check_options(const CodeBlock& block) {
    const std::regex option("(^|\\s)(--[a-z][a-z0-9-]*)");
    for (const std::string& command : commands_of(block.text)) {
      const auto help = test::run_shell("awe " + verb_of(command) + " --help");
      EXPECT_EQ(help.exit_code, 0) << where(block) << ": " << command;
      for (std::sregex_iterator it(command.begin(), command.end(), option), end; it != end; ++it) {
        const std::regex known((*it)[2].str() + "(?![a-z0-9-])");
        EXPECT_TRUE(std::regex_search(help.out, known)) << where(block) << ": " << (*it)[2] << " in " << command;
      }
    }
  }

  std::string page_;
  test::TemporaryFolder folder_;
  std::string printed_;
  std::size_t cpp_blocks_ = 0;
};

class Documentation : public testing::TestWithParam<std::string> {};

TEST_P(Documentation, BlocksRun) {
  const auto blocks = test::blocks_of(test::read_file(std::string(AWE_SOURCE_DIR "/") + GetParam()));
  if (const std::string name = PageRun::missing_data(blocks); !name.empty()) AWE_NEED_DATA(name);
  PageRun run(GetParam());
  for (const CodeBlock& block : blocks) run.run(block);
}

INSTANTIATE_TEST_SUITE_P(Pages, Documentation, testing::ValuesIn(test::documentation_pages()),
                         [](const testing::TestParamInfo<std::string>& page) {
                           return std::regex_replace(page.param, std::regex("[^A-Za-z0-9]+"), "_");
                         });

TEST(DocumentationOfVerbs, IsWhatTheProgramPrints) {
  const test::TemporaryFolder folder;
  const auto made =
      test::run_shell("/usr/bin/python3 " AWE_SOURCE_DIR "/scripts/generate_docs --verbs --awe " AWE_BINARY " --into " +
                      folder.file("verbs"));
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto difference = test::run_shell("diff -r " AWE_SOURCE_DIR "/docs/reference/verbs " + folder.file("verbs"));
  EXPECT_EQ(difference.exit_code, 0) << difference.out << "run scripts/generate_docs";
}

TEST(DocumentationTest, SeesBlocksWithTheirWords) {
  const auto blocks = test::blocks_of("a\n```sh long\nawe x\n```\n```json file=a.jsonl\n{}\n```\n```\nplain\n```\n");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].language, "sh");
  EXPECT_TRUE(blocks[0].is("long"));
  EXPECT_EQ(blocks[0].text, "awe x\n");
  EXPECT_EQ(blocks[0].line, 2u);
  EXPECT_EQ(blocks[1].value("file"), "a.jsonl");
  EXPECT_EQ(blocks[2].language, "");
}

TEST(DocumentationTest, FindsCommandsWithTheirContinuations) {
  EXPECT_EQ(commands_of("awe one\n# awe no\ncd x\nbuild/release/awe two \\\n  --more\nls awe no\nAWE_DATA=x awe no\n"),
            (std::vector<std::string>{"awe one", "awe two \\   --more"}));
  EXPECT_EQ(verb_of("awe classify fit x.zip"), "classify fit");
  EXPECT_EQ(verb_of("awe embed x.zip"), "embed");
  EXPECT_EQ(verb_of("awe --version"), "");
}

TEST(DocumentationTest, ComparesOutputsButForNumbers) {
  EXPECT_EQ(without_numbers("took 0.25 s,  12,000 rows\n"), without_numbers("took 1e-3 s, 9 rows"));
  EXPECT_NE(without_numbers("took 0.25 s"), without_numbers("needed 0.25 s"));
}

}  // namespace
}  // namespace awe
