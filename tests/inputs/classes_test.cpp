// Classes from a separate CSV file.
#include "readers/reading.h"

namespace awe::test {
namespace {

TEST(Classes, GoByNameOrByPlaceAndReplaceThoseOfTheFile) {
  const TemporaryFolder folder;
  const std::string graphs = folder.write("g.jsonl",
                                          "{\"n\":1,\"name\":\"a,b\",\"label\":9}\n{\"n\":1}\n"
                                          "{\"n\":1,\"name\":\"c\",\"label\":9}\n");
  ReadOptions options;
  options.classes_file = folder.write("c.csv", "id,class\n\"a,b\",x\n1, y\n# none for c\n");
  const auto read = read_all(*open_graphs(graphs, options));
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].class_name(), "x");
  EXPECT_EQ(read[1].class_name(), "y");
  EXPECT_FALSE(read[2].class_name().has_value());
}

// The classes of graphs g0, g1, ... by this table, or the error.
std::string classes_by(const std::string& table, const std::string& column = "", int graphs = 2, bool numbers = false) {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < graphs; ++i) lines += "{\"edges\": [[0, 1]], \"name\": \"g" + std::to_string(i) + "\"}\n";
  ReadOptions options;
  options.classes_file = folder.write("c.csv", table);
  options.classes_column = column;
  options.numbers = numbers;
  std::string text;
  options.progress.note = [&](std::string_view note) { text += " [" + std::string(note) + "]"; };
  try {
    for (const Graph& graph : read_all(*open_graphs(folder.write("g.jsonl", lines), options))) {
      text += " " + graph.class_name().value_or("none");
    }
  } catch (const Error& error) {
    return error.what();
  }
  // Without the folder, which differs from run to run.
  for (std::size_t at = text.find(folder.path()); at != text.npos; at = text.find(folder.path())) {
    text.erase(at, folder.path().size() + 1);
  }
  return text;
}

TEST(Classes, ComeFromTablesOfManyForms) {
  EXPECT_EQ(classes_by("g0,a\ng1,b\n"), " a b");
  EXPECT_EQ(classes_by("id,class\ng0,a\ng1,b\n"), " a b");
  EXPECT_EQ(classes_by("class,id\na,g0\nb,g1\n"), " a b");
  EXPECT_EQ(classes_by("Name\tActivity\ng0\ta\ng1\tb\n"), " a b");
  EXPECT_EQ(classes_by("g0;a\ng1;b\n"), " a b");
  EXPECT_EQ(classes_by("g0 a\ng1   b\n"), " a b");
  EXPECT_EQ(classes_by("graph,size,label,year\ng0,1,a,2\ng1,1,b,2\n"), " a b");
  EXPECT_EQ(classes_by("\"id\",\"class\"\n\"g0\",\"a, b\"\n\"g1\",b\n"), " a, b b");
  EXPECT_EQ(classes_by("filename,y\ng0.graphml,a\nx/g1.el.gz,b\n"), " a b");
}

TEST(Classes, ComeFromANamedColumn) {
  EXPECT_EQ(classes_by("smiles,activity,id\nC,a,g0\nN,b,g1\n", "activity"), " a b");
  EXPECT_EQ(classes_by("key,x,y\ng0,a,1\ng1,b,2\n", "x"), " a b");
  EXPECT_EQ(classes_by("g0,1,a\ng1,2,b\n", "3"), " a b");
  EXPECT_NE(classes_by("id,x,y\ng0,a,1\n", "z").find("no column 'z' among id, x, y"), std::string::npos);
  EXPECT_NE(classes_by("id,x,z\ng0,a,1\n").find("which of the columns id, x, z has the classes?"), std::string::npos);
}

TEST(Classes, HaveIdsInANamedColumn) {
  EXPECT_EQ(classes_by("id,mol,activity\n9,g0,a\n8,g1,b\n", "mol=activity"), " a b");
  EXPECT_EQ(classes_by("7,g0,a\n8,g1,b\n", "2=3"), " a b");
  EXPECT_EQ(classes_by("id,p=q\ng0,a\ng1,b\n", "p=q"), " a b") << "a name comes first";
  EXPECT_NE(classes_by("id,x\ng0,a\n", "x=x").find("the column of the ids, x, is also one of x"), std::string::npos);
  EXPECT_NE(classes_by("id,x,y\ng0,a,b\n", "x,y").find("names several columns"), std::string::npos);
}

TEST(Classes, MayBeMissing) {
  EXPECT_EQ(classes_by("g0,a\ng1,\n"), " [1 of 2 graphs have no class in c.csv (g1)] a none");
  EXPECT_EQ(classes_by("id\tclass\ng0\t\ng1\tb\n"), " [1 of 2 graphs have no class in c.csv (g0)] none b");
}

TEST(Numbers, ComeFromOneColumnOrSeveral) {
  EXPECT_EQ(classes_by("id,logp,n\ng0,1.5,2\ng1,-3e2,4\n", "logp", 2, true), " 1.5 -3e2");
  EXPECT_EQ(classes_by("id,logp,n\ng0,1.5,2\ng1,-3e2,4\n", "n,logp", 2, true), " 2,1.5 4,-3e2");
  EXPECT_EQ(classes_by("id,a,mol,b\n1,1,g0,2\n2,3,g1,4\n", "mol=a,b", 2, true), " 1,2 3,4");
  EXPECT_EQ(classes_by("id;y\ng0;1\ng1;2\n", "", 2, true), " 1 2");
}

TEST(Numbers, AreMissingOrFinite) {
  for (const char* missing : {"", "NaN", "NA", "null", "?"}) {
    EXPECT_EQ(classes_by("id,y,z\ng0,1,2\ng1," + std::string(missing) + ",3\n", "y,z", 2, true),
              " [1 of 2 graphs have no class in c.csv (g1)] 1,2 none");
  }
  for (const char* bad : {"inf", "-Infinity", "one", "1.2.3", "0x10"}) {
    EXPECT_NE(classes_by("id,y\ng0,1\ng1," + std::string(bad) + "\n", "", 2, true).find("is not a finite number"),
              std::string::npos)
        << bad;
  }
}

TEST(Labels, ComeFromSeveralColumnsAndFromLists) {
  const TemporaryFolder folder;
  ReadOptions options;
  options.labels = true;
  options.classes_file = folder.write("t.csv", "mol,a,b\n0,yes,1\n1,?,\n2,,0\n");
  options.classes_column = "mol=a,b";
  const std::string graphs = folder.write("g.jsonl", "{\"edges\":[[0,1]]}\n{\"edges\":[[0,1]]}\n{\"edges\":[[0,1]]}\n");
  const auto read = read_all(*open_graphs(graphs, options));
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].class_name(), "yes,1");
  EXPECT_EQ(read[1].class_name(), std::nullopt) << "nothing is known";
  EXPECT_EQ(read[2].class_name(), ",0");
  ReadOptions lists;
  lists.labels = true;
  lists.class_key = "y";
  const std::string listed = folder.write("l.jsonl", "{\"edges\":[[0,1]],\"y\":[\"yes\",null,true,1]}\n");
  EXPECT_EQ(read_all(*open_graphs(listed, lists)).front().class_name(), "yes,,true,1");
}

TEST(Numbers, ComeFromListsInJson) {
  const TemporaryFolder folder;
  const std::string edges = "{\"edges\":[[0,1]],\"y\":";
  const std::string graphs = folder.write("g.jsonl", edges + "[1.5,-2]}\n" + edges + "[[3,null]]}\n" + edges + "7}\n");
  ReadOptions options;
  options.class_key = "y";
  options.numbers = true;
  const auto read = read_all(*open_graphs(graphs, options));
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].class_name(), "1.5,-2");
  EXPECT_EQ(read[1].class_name(), "3,");
  EXPECT_EQ(read[2].class_name(), "7");
  options.class_key.clear();
  const std::string label = folder.write("l.jsonl", "{\"edges\":[[0,1]],\"label\":[1,2]}\n");
  EXPECT_EQ(read_all(*open_graphs(label, options)).front().class_name(), "1,2") << "the usual key, too";
}

TEST(Numbers, ComeFromTheGraphAttributesOfTuSets) {
  const TemporaryFolder folder;
  folder.write("S_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n");
  folder.write("S_graph_indicator.txt", "1\n1\n2\n2\n");
  folder.write("S_graph_attributes.txt", "0.5, -1\n2, 3e1\n");
  const auto classes = [&](bool numbers, const std::string& key) {
    ReadOptions options;
    options.numbers = numbers;
    options.class_key = key;
    std::string text;
    try {
      for (const Graph& graph : read_all(*open_graphs(folder.path(), options))) {
        text += " " + graph.class_name().value_or("none");
      }
    } catch (const Error& error) {
      return "error: " + std::string(error.what());
    }
    return text;
  };
  EXPECT_EQ(classes(false, ""), " none none");
  EXPECT_EQ(classes(true, ""), " 0.5,-1 2,3e1");
  EXPECT_EQ(classes(false, "graph_attributes"), " 0.5,-1 2,3e1");
  EXPECT_NE(classes(false, "graph_labels").find("no file of graph_labels"), std::string::npos);
  EXPECT_NE(classes(false, "colour").find("no keys for `class_key`"), std::string::npos);
  folder.write("S_graph_labels.txt", "a\nb\n");
  EXPECT_EQ(classes(false, ""), " a b");
  EXPECT_EQ(classes(true, "graph_labels"), " a b");
  EXPECT_EQ(classes(true, ""), " 0.5,-1 2,3e1");
  folder.write("S_graph_attributes.txt", "0.5, -1\n");
  EXPECT_NE(classes(true, "").find("1 line for 2 graphs"), std::string::npos);
}

TEST(Classes, ThatMatchInPartAreTold) {
  EXPECT_EQ(classes_by("g0,a\nh,b\nk,b\n"),
            " [2 of 3 ids of c.csv are those of no graph (h, k)] [1 of 2 graphs have no class in c.csv (g1)] a none");
}

TEST(Classes, ThatMatchNothingAreAnError) {
  const std::string told = classes_by("a,x\nb,x\nc,y\nd,y\n", "", 4);
  EXPECT_NE(told.find("no id in it (a, b, c, ...) is that of a graph (g0, g1, g2, ...)"), std::string::npos) << told;
}

TEST(Classes, NameTheLineOfABadCsv) {
  const TemporaryFolder folder;
  ReadOptions options;
  const std::string graphs = folder.write("g.jsonl", "{\"n\":1}\n");
  options.classes_file = folder.write("c.csv", "id,class\n0\n");
  expect_error(ErrorKind::malformed, "c.csv:2:", [&] { static_cast<void>(open_graphs(graphs, options)); });
  options.classes_file = folder.write("d.csv", "0,a\n0,b\n");
  expect_error(ErrorKind::malformed, "d.csv:2:", [&] { static_cast<void>(open_graphs(graphs, options)); });
}

}  // namespace
}  // namespace awe::test
