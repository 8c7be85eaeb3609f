#include "inputs/foreign.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "inputs/detection.h"
#include "inputs/foreign_text.h"

namespace awe::inputs {
namespace {

constexpr ForeignFormat kSmiles = {
    "SMILES",
    "write an SDF with RDKit, or JSON lines as in docs/how-to/molecules.md: python3 -c \"from rdkit import Chem; w = "
    "Chem.SDWriter('molecules.sdf'); [w.write(m) for m in Chem.SmilesMolSupplier('{}', titleLine=False)]\""};
constexpr ForeignFormat kPajek = {
    "a Pajek network",
    "convert it: python3 -c \"import networkx as nx; nx.write_graphml(nx.read_pajek('{}'), 'graph.graphml')\""};
constexpr ForeignFormat kMetis = {
    "a METIS graph",
    "write its edges: python3 -c \"[print(i, v) for i, l in enumerate(l for l in open('{}') if l[0] != '%') if i for v "
    "in l.split()]\" > graph.edgelist; if it is an edge list, name `format` edgelist"};
constexpr ForeignFormat kDimacs = {
    "a DIMACS graph",
    "write its edges: grep '^[ae] ' {} | cut -d ' ' -f 2- > graph.edgelist; if it is an edge list, name `format` "
    "edgelist"};
constexpr ForeignFormat kLgl = {
    "an LGL graph",
    "convert it: python3 -c \"import igraph; igraph.Graph.Read_Lgl('{}').write_graphml('graph.graphml')\""};
constexpr ForeignFormat kGexf = {
    "GEXF", "convert it: python3 -c \"import networkx as nx; nx.write_graphml(nx.read_gexf('{}'), 'graph.graphml')\""};
constexpr ForeignFormat kSif = {"a SIF network (Cytoscape)",
                                "write its edges: awk '{print $1, $3}' {} > graph.edgelist, or export GraphML"};
constexpr ForeignFormat kCytoscape = {"a network of Cytoscape", "export it as GraphML"};
constexpr ForeignFormat kParquet = {
    "a Parquet table",
    "write the edges as CSV: python3 -c \"import pandas; pandas.read_parquet('{}')[['source', "
    "'target']].to_csv('edges.csv', index=False)\""};
constexpr ForeignFormat kArrow = {
    "an Arrow or Feather table",
    "write the edges as CSV: python3 -c \"import pandas; pandas.read_feather('{}')[['source', "
    "'target']].to_csv('edges.csv', index=False)\""};
constexpr ForeignFormat kPickle = {
    "a pickle",
    "write the graph in a format without code: python3 -c \"import networkx as nx, pickle; "
    "nx.write_graphml(pickle.load(open('{}', 'rb')), 'graph.graphml')\""};
constexpr ForeignFormat kTorch = {"a file of PyTorch",
                                  "write the graphs as JSON lines, an object with edge_index per graph"};
constexpr ForeignFormat kNpz = {
    "a sparse matrix or a set of arrays (.npz)",
    "write the adjacency matrix as MatrixMarket: python3 -c \"import scipy.io, scipy.sparse; "
    "scipy.io.mmwrite('graph.mtx', scipy.sparse.load_npz('{}'))\""};
constexpr ForeignFormat kNpy = {
    "an array (.npy)",
    "write the adjacency matrix as MatrixMarket: python3 -c \"import numpy, scipy.io, scipy.sparse; "
    "scipy.io.mmwrite('graph.mtx', scipy.sparse.coo_matrix(numpy.load('{}')))\""};
constexpr ForeignFormat kMatlab = {
    "a MATLAB file",
    "write the adjacency matrix, here A, as MatrixMarket: python3 -c \"import scipy.io; scipy.io.mmwrite('graph.mtx', "
    "scipy.io.loadmat('{}')['A'])\""};
constexpr ForeignFormat kHdf5 = {"an HDF5 file", "write the graphs as JSON lines or edge lists"};
constexpr ForeignFormat kExcel = {"a spreadsheet",
                                  "save the sheet of the edges as CSV, with columns source and target"};
constexpr ForeignFormat kGraphTool = {
    "a file of graph-tool",
    "convert it: python3 -c \"import graph_tool; graph_tool.load_graph('{}').save('graph.graphml')\""};
constexpr ForeignFormat kSqlite = {"a database of SQLite",
                                   "write the edges as CSV: sqlite3 -csv {} 'select source, target from edges'"};
constexpr ForeignFormat kR = {"a file of R", "write the graph with igraph: write_graph(g, 'graph.graphml', 'graphml')"};
constexpr ForeignFormat kMolecule = {"a molecule in a format other than SDF and MOL",
                                     "convert it to an SDF, for example with Open Babel: obabel {} -O molecules.sdf"};
constexpr ForeignFormat kPacked = {"packed by a program other than gzip, zip and tar", "unpack it first"};
constexpr ForeignFormat kWebPage = {"a web page", "fetch the file itself"};
constexpr ForeignFormat kPdf = {"a PDF", "name a file of graphs"};
constexpr ForeignFormat kModel = {"a model of awe", "name graphs here, and the model where the command takes one"};
constexpr ForeignFormat kUtf16 = {"text in UTF-16", "save it as UTF-8"};
constexpr ForeignFormat kTuPart = {
    "one of the files of a TU data set",
    "name the folder or zip that holds all of them; if it is an edge list, name `format` edgelist"};
constexpr ForeignFormat kAdjacencyList = {"an adjacency list of networkx", "name `format` adjlist"};

constexpr std::pair<std::string_view, const ForeignFormat*> kExtensions[] = {
    {".smi", &kSmiles},
    {".smiles", &kSmiles},
    {".net", &kPajek},
    {".paj", &kPajek},
    {".graph", &kMetis},
    {".metis", &kMetis},
    {".dimacs", &kDimacs},
    {".col", &kDimacs},
    {".gr", &kDimacs},
    {".clq", &kDimacs},
    {".lgl", &kLgl},
    {".gexf", &kGexf},
    {".sif", &kSif},
    {".cyjs", &kCytoscape},
    {".cys", &kCytoscape},
    {".xgmml", &kCytoscape},
    {".parquet", &kParquet},
    {".arrow", &kArrow},
    {".feather", &kArrow},
    {".ipc", &kArrow},
    {".pkl", &kPickle},
    {".pickle", &kPickle},
    {".gpickle", &kPickle},
    {".pt", &kTorch},
    {".pth", &kTorch},
    {".npz", &kNpz},
    {".npy", &kNpy},
    {".mat", &kMatlab},
    {".h5", &kHdf5},
    {".hdf5", &kHdf5},
    {".xlsx", &kExcel},
    {".xls", &kExcel},
    {".ods", &kExcel},
    {".gt", &kGraphTool},
    {".sqlite", &kSqlite},
    {".rds", &kR},
    {".rda", &kR},
    {".rdata", &kR},
    {".mol2", &kMolecule},
    {".pdb", &kMolecule},
    {".xyz", &kMolecule},
    {".cif", &kMolecule},
    {".inchi", &kMolecule},
    {".bz2", &kPacked},
    {".xz", &kPacked},
    {".zst", &kPacked},
    {".7z", &kPacked},
    {".rar", &kPacked},
    {".html", &kWebPage},
    {".htm", &kWebPage},
    {".pdf", &kPdf},
    {".awe", &kModel},
    {"_a.txt", &kTuPart},
    {"_graph_indicator.txt", &kTuPart},
    {"_graph_labels.txt", &kTuPart},
    {"_node_labels.txt", &kTuPart},
    {"_edge_labels.txt", &kTuPart},
    {"_node_attributes.txt", &kTuPart},
    {"_edge_attributes.txt", &kTuPart},
};

using namespace std::string_view_literals;
constexpr std::pair<std::string_view, const ForeignFormat*> kMagics[] = {
    {"PAR1"sv, &kParquet},
    {"ARROW1"sv, &kArrow},
    {"\x93NUMPY"sv, &kNpy},
    {"\x89HDF\r\n\x1a\n"sv, &kHdf5},
    {"MATLAB 5.0"sv, &kMatlab},
    {"\xe2\x9b\xbe gt"sv, &kGraphTool},
    {"SQLite format 3"sv, &kSqlite},
    {"BZh"sv, &kPacked},
    {"\xfd"
     "7zXZ"sv,
     &kPacked},
    {"\x28\xb5\x2f\xfd"sv, &kPacked},
    {"7z\xbc\xaf"sv, &kPacked},
    {"Rar!\x1a"sv, &kPacked},
    {"%PDF-"sv, &kPdf},
    {"\x89"
     "AWE\r\n"sv,
     &kModel},
    {"\xff\xfe"sv, &kUtf16},
    {"\xfe\xff"sv, &kUtf16},
    // Pickles of protocol 2 to 5, as Python writes them.
    {"\x80\x02"sv, &kPickle},
    {"\x80\x03"sv, &kPickle},
    {"\x80\x04\x95"sv, &kPickle},
    {"\x80\x05\x95"sv, &kPickle},
};

const ForeignFormat* foreign_xml(std::string_view head) {
  const std::string lower = lower_case(head.substr(0, 4096));
  if (lower.find("<gexf") != lower.npos) return &kGexf;
  if (lower.find("<!doctype html") != lower.npos || lower.find("<html") != lower.npos) return &kWebPage;
  if (lower.find("/xgmml") != lower.npos) return &kCytoscape;
  return nullptr;
}

// The name of a file as it can stand within quotes of a shell.
std::string quotable(std::string_view file) {
  const bool plain = std::all_of(file.begin(), file.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-' || c == '/';
  });
  return plain && !file.empty() ? std::string(file) : "FILE";
}

}  // namespace

const ForeignFormat* foreign_by_name(std::string_view path) {
  const std::string name = plain_name(path);
  const auto* found = std::find_if(std::begin(kExtensions), std::end(kExtensions), [&](const auto& known) {
    return name.size() > known.first.size() && name.ends_with(known.first);
  });
  return found == std::end(kExtensions) ? nullptr : found->second;
}

const ForeignFormat* foreign_by_content(std::string_view head, bool whole) {
  // Text has no control characters other than white space; an id in it may look like a magic.
  const bool binary =
      std::any_of(head.begin(), head.end(), [](char c) { return (c >= 0 && c < 9) || (c > 13 && c < 32); });
  for (const auto& [magic, format] : kMagics) {
    if ((binary || format == &kPdf) && head.starts_with(magic)) return format;
  }
  if (binary) return nullptr;
  if (const auto format = format_of_first_character(head)) {
    return *format == Format::graphml ? foreign_xml(head) : nullptr;
  }
  const Lines lines = lines_of(head, whole);
  if (is_pajek(lines)) return &kPajek;
  if (is_dimacs(lines)) return &kDimacs;
  if (is_adjacency_list(lines)) return &kAdjacencyList;
  if (is_lgl(lines)) return &kLgl;
  if (is_smiles(lines)) return &kSmiles;
  return whole && is_metis(lines) ? &kMetis : nullptr;
}

Error refusal(const ForeignFormat& format, std::string_view file) {
  std::string way(format.way);
  const std::size_t place = way.find("{}");
  if (place != way.npos) way.replace(place, 2, quotable(file));
  return error_at(ErrorKind::malformed, file, 0, std::string(format.what) + ", which is not read; " + way);
}

}  // namespace awe::inputs
