// Bad input, through the real binary: one line on stderr with file and line, the right exit code, nothing written.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "awe/writer.h"
#include "support/process.h"
#include "support/toy_graphs.h"

namespace awe::test {
namespace {

using namespace std::string_literals;

struct BadInput {
  const char* test;     // name of the case
  const char* file;     // name of the file; "set/..." for a folder whose other files are valid
  std::string content;  // of the file
  int exit_code;
  const char* place;   // how the message begins, after the folder: file, or file:line
  const char* reason;  // a piece of the message
  const char* flags = "";
};

void PrintTo(const BadInput& bad, std::ostream* out) { *out << bad.test; }

constexpr const char* kXmlHead = "<graphml><key id='w' for='edge' attr.name='weight' attr.type='double'/>\n<graph>\n";

// A zip of one member X_A.txt, stored; its checksum is wrong.
std::string zip_with_bad_checksum() {
  const std::string name = "X_A.txt", data = "1, 2\n";
  const std::string sizes = "\x05\0\0\0\x05\0\0\0"s, crc = "\x11\x22\x33\x44"s;
  const std::string local = "PK\x03\x04\x0a\0\0\0\0\0\0\0\0\0"s + crc + sizes + "\x07\0\0\0"s + name + data;
  const std::string central =
      "PK\x01\x02\x0a\0\x0a\0\0\0\0\0\0\0\0\0"s + crc + sizes + "\x07\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"s + name;
  return local + central + "PK\x05\x06\0\0\0\0\x01\0\x01\0"s + static_cast<char>(central.size()) + "\0\0\0"s +
         static_cast<char>(local.size()) + "\0\0\0\0\0"s;
}

// An .awg of the path 0-1-2, with these bytes put over what stands at a place.
std::string awg_with(std::size_t place, const std::string& bytes) {
  const TemporaryFolder folder;
  const auto writer = create_graphs(folder.file("g.awg"));
  writer->write(make_graph(3, {{0, 1}, {1, 2}}));
  writer->commit();
  return read_file(folder.file("g.awg")).replace(place, bytes.size(), bytes);
}
constexpr std::size_t kAwgBody = 64 + 192, kAwgTargets = kAwgBody + 4 * 8;

const BadInput kCases[] = {
    // Any input.
    {"EmptyFile", "g", "", 4, "g: ", "holds no graph"},
    {"BinaryFile", "g",
     "\x7f"
     "ELF\0\0\0"s,
     4, "g: ", "binary data"},
    {"UnknownFormat", "g.txt", "1 2\n", 2, "", "not a format", "--format xlsx"},
    {"BadShard", "g.txt", "1 2\n", 2, "", "0 <= i < N", "--shard 3/2"},
    {"WeightsAskedForAndAbsent", "g.txt", "1 2\n", 2, "g.txt: ", "no weights", "--weighted"},
    {"ClassesFileAbsent", "g.txt", "1 2\n", 3, "", "cannot be opened", "--classes /nowhere.csv"},
    {"FileAsTu", "g.txt", "1 2\n", 4, "g.txt: ", "a folder or a zip", "--format tu"},

    // Edge lists.
    {"EdgeListOnlyComments", "g.edgelist", "# nothing\n", 4, "g.edgelist: ", "holds no graph"},
    {"EdgeListFourColumns", "g.edgelist", "1 2 3 4\n", 4, "g.edgelist:1: ", "more than three columns"},
    {"EdgeListWeightNoNumber", "g.edgelist", "1 2 1\n2 3 heavy\n", 4, "g.edgelist:2: ", "'heavy' is not a number"},
    {"EdgeListWeightNegative", "g.edgelist", "1 2 1\n2 3 -1\n", 6, "g.edgelist:2: ", "negative"},
    {"EdgeListWeightNan", "g.edgelist", "1 2 nan\n", 6, "g.edgelist:1: ", "not finite"},
    {"EdgeListWeightInfinite", "g.edgelist", "\n1 2 inf\n", 6, "g.edgelist:2: ", "not finite"},
    {"EdgeListWeightOutOfRange", "g.edgelist", "1 2 1e999\n", 4, "g.edgelist:1: ", "not a number"},
    {"EdgeListWeightAppears", "g.edgelist", "1 2\n2 3 1\n", 4, "g.edgelist:2: ", "the lines above have none"},
    {"EdgeListWeightVanishes", "g.edgelist", "1 2 1\n# c\n2 3\n", 4, "g.edgelist:3: ", "the lines above have one"},
    {"EdgeListEmptyColumn", "g.edgelist", "1,,2\n", 4, "g.edgelist:1: ", "an empty column"},
    {"EdgeListTrailingComma", "g.edgelist", "1,2,\n", 4, "g.edgelist:1: ", "an empty column"},
    {"EdgeListOpenBrace", "g.edgelist", "1 2 {'weight': 1\n", 4, "g.edgelist:1: ", "a brace is left open"},
    {"EdgeListForeignData", "g.edgelist", "1 2 {'colour' 'red'}\n", 4, "g.edgelist:1: ", "no dictionary"},
    {"EdgeListHeaderOfOtherNames", "g.csv", "id,class\n1,2\n3,4\n", 4, "g.csv:1: ", "looks like a header"},
    {"EdgeListHeaderInBlanks", "g.txt", "# x\n\nuser item\n1 2\n3 4\n", 4, "g.txt:3: ", "looks like a header"},
    {"EdgeListLineUnlikeHeader", "g.csv", "source,target,kind\n1,2\n", 4, "g.csv:2: ", "the header has 3"},
    {"EdgeListTable", "g.csv", "name,age,town,street\na,1,b,c\n", 4, "g.csv:1: ", "more than three columns"},
    {"EdgeListQuoteOpen", "g.csv", "source,target\n\"1,2\n", 4, "g.csv:2: ", "a quote is left open"},
    {"EdgeListHeaderColumnEmpty", "g.csv", "source,target\n1,\n", 4, "g.csv:2: ", "an empty column"},
    {"EdgeListNotUtf8", "g.edgelist", "caf\xe9 b\n", 4, "g.edgelist:1: ", "not UTF-8"},
    {"EdgeListTruncatedGzip", "g.edgelist.gz", "\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b"s, 4,
     "g.edgelist.gz: ", "ends too early"},
    {"EdgeListDamagedGzip", "g.edgelist.gz", "\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff"s, 4,
     "g.edgelist.gz: ", "damaged gzip"},
    {"EdgeListGzipNameOnly", "g.jsonl.gz", "1 2\n", 4, "g.jsonl.gz:1: ", "not the JSON"},

    // Formats that are known and not read.
    {"ForeignSmiles", "g.smi", "CCO ethanol\n", 4, "g.smi: ", "SMILES, which is not read"},
    {"ForeignSmilesByContent", "g.txt", "CCO ethanol\nCC(=O)O acid\n", 4, "g.txt: ", "SMILES, which is not read"},
    {"ForeignPajek", "g.net", "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Edges\n1 2\n", 4, "g.net: ", "a Pajek network"},
    {"ForeignPajekByContent", "g", "% made by x\n*vertices 2\n*arcs\n1 2\n", 4, "g: ", "a Pajek network"},
    {"ForeignMetis", "g.graph", "3 2\n2\n1 3\n2\n", 4, "g.graph: ", "a METIS graph"},
    {"ForeignMetisByContent", "g", "% x\n3 3\n2 3\n1 3\n1 2\n", 4, "g: ", "a METIS graph"},
    {"ForeignDimacs", "g.col", "p edge 2 1\ne 1 2\n", 4, "g.col: ", "a DIMACS graph"},
    {"ForeignDimacsByContent", "g.txt", "c x\np sp 2 1\na 1 2 3\n", 4, "g.txt: ", "a DIMACS graph"},
    {"ForeignLgl", "g.lgl", "# a\nb\n", 4, "g.lgl: ", "an LGL graph"},
    {"ForeignLglByContent", "g.txt", "# a\nb\nc\n# b\nc\n", 4, "g.txt: ", "an LGL graph"},
    {"ForeignGexf", "g.gexf", "<gexf/>", 4, "g.gexf: ", "nx.read_gexf('"},
    {"ForeignGexfByContent", "g", "<?xml version='1.0'?>\n<gexf version='1.2'/>", 4, "g: ", "GEXF, which is not read"},
    {"ForeignAdjacencyList", "g.txt", "#x.py\n# GMT Mon Nov 16\n#\n0 1 2\n1 2\n", 4, "g.txt: ", "--format adjlist"},
    {"ForeignParquet", "g.parquet", "PAR1\0\0"s, 4, "g.parquet: ", "read_parquet"},
    {"ForeignParquetByContent", "g", "PAR1\0\0"s, 4, "g: ", "a Parquet table"},
    {"ForeignArrowByContent", "g", "ARROW1\0\0"s, 4, "g: ", "an Arrow or Feather table"},
    {"ForeignPickle", "g.pkl", "\x80\x04\x95\0\0"s, 4, "g.pkl: ", "a pickle"},
    {"ForeignPickleByContent", "g", "\x80\x04\x95\0\0"s, 4, "g: ", "a pickle"},
    {"ForeignNpz", "g.npz", "PK\x03\x04"s, 4, "g.npz: ", "load_npz"},
    {"ForeignNpyByContent", "g", "\x93NUMPY\x01\0"s, 4, "g: ", "an array (.npy)"},
    {"ForeignSpreadsheet", "g.xlsx", "PK\x03\x04"s, 4, "g.xlsx: ", "a spreadsheet"},
    {"ForeignHdf5ByContent", "g", "\x89HDF\r\n\x1a\n\0"s, 4, "g: ", "an HDF5 file"},
    {"ForeignTorch", "g.pt", "PK\x03\x04"s, 4, "g.pt: ", "PyTorch"},
    {"ForeignBzip2ByContent", "g", "BZh91AY&SY\0"s, 4, "g: ", "unpack it first"},
    {"ForeignWebPage", "g", "<!DOCTYPE html>\n<html></html>", 4, "g: ", "a web page"},
    {"ForeignUtf16", "g.csv",
     "\xff\xfe"
     "1\0,\0"
     "2\0"s,
     4, "g.csv: ", "UTF-16"},
    {"ForeignModel", "g",
     "\x89"
     "AWE\r\n\x1a\n\0"s,
     4, "g: ", "a model of awe"},
    {"ForeignTuPart", "X_graph_labels.txt", "1\n2\n", 4, "X_graph_labels.txt: ", "one of the files of a TU data set"},
    {"ForeignMol2", "g.mol2", "@<TRIPOS>MOLECULE\n", 4, "g.mol2: ", "obabel"},
    {"ForeignSif", "g.sif", "a pp b\n", 4, "g.sif: ", "awk"},
    {"ForeignCytoscape", "g.cyjs", "{}", 4, "g.cyjs: ", "Cytoscape"},
    {"ForeignGraphTool", "g.gt", "\xe2\x9b\xbe gt\0"s, 4, "g.gt: ", "graph-tool"},
    {"ForeignMatlab", "g.mat", "MATLAB 5.0\0"s, 4, "g.mat: ", "loadmat"},
    {"ForeignSqliteByContent", "g", "SQLite format 3\0"s, 4, "g: ", "a database of SQLite"},
    {"ForeignPdfByContent", "g", "%PDF-1.7\n", 4, "g: ", "a PDF"},
    {"ForeignRar", "g.rar", "Rar!\x1a\x07\0"s, 4, "g.rar: ", "unpack it first"},
    {"ForeignPatternOfAFile", "g.txt", "1 2\n", 2, "g.txt: ", "leave --pattern out", "--pattern '*.txt'"},

    // JSON lines.
    {"JsonEmpty", "g.jsonl", "\n\n", 4, "g.jsonl: ", "holds no graph"},
    {"JsonCutShort", "g.jsonl", "{\"edges\": [[0, 1]]}\n{\"edges\": [[0, 1]", 4, "g.jsonl:2: ", "not the JSON"},
    {"JsonArray", "g.jsonl", "[1, 2]\n", 4, "g.jsonl:1: ", "not the JSON"},
    {"JsonTwoObjects", "g.jsonl", "{\"n\": 1} {\"n\": 1}\n", 4, "g.jsonl:1: ", "one object per line"},
    {"JsonNoGraph", "g.jsonl", "{\"a\": 1}\n", 4, "g.jsonl:1: ", "neither edges nor n"},
    {"JsonEdgeOfOne", "g.jsonl", "{\"edges\": [[1]]}\n", 4, "g.jsonl:1: ", "an edge of 1 parts"},
    {"JsonEdgeOfFour", "g.jsonl", "{\"edges\": [[1, 2, 3, 4]]}\n", 4, "g.jsonl:1: ", "an edge of 4 parts"},
    {"JsonEdgesNoList", "g.jsonl", "{\"edges\": 5}\n", 4, "g.jsonl:1: ", "not the JSON"},
    {"JsonIdNull", "g.jsonl", "{\"edges\": [[null, 1]]}\n", 4, "g.jsonl:1: ", "neither an integer nor a string"},
    {"JsonIdReal", "g.jsonl", "{\"edges\": [[1.5, 1]]}\n", 4, "g.jsonl:1: ", "neither an integer nor a string"},
    {"JsonIdBeyondN", "g.jsonl", "{\"n\": 2, \"edges\": [[0, 2]]}\n", 4, "g.jsonl:1: ", "nodes are 0 .. n-1"},
    {"JsonIdNegative", "g.jsonl", "{\"n\": 2, \"edges\": [[0, -1]]}\n", 4, "g.jsonl:1: ", "nodes are 0 .. n-1"},
    {"JsonIdTextWithN", "g.jsonl", "{\"n\": 2, \"edges\": [[0, \"a\"]]}\n", 4, "g.jsonl:1: ", "nodes are 0 .. n-1"},
    {"JsonNNegative", "g.jsonl", "{\"n\": -2, \"edges\": []}\n", 4, "g.jsonl:1: ", "not the JSON"},
    {"JsonNHuge", "g.jsonl", "{\"n\": 4000000000, \"edges\": []}\n", 5, "g.jsonl:1: ", "nodes are claimed"},
    {"JsonNAndNodes", "g.jsonl", "{\"n\": 1, \"nodes\": [0]}\n", 4, "g.jsonl:1: ", "both n and nodes"},
    {"JsonNodeTwice", "g.jsonl", "{\"nodes\": [0, \"0\"]}\n", 4, "g.jsonl:1: ", "twice"},
    {"JsonEdgesTwice", "g.jsonl", "{\"edges\": [], \"edges\": []}\n", 4, "g.jsonl:1: ", "edges stands twice"},
    {"JsonWeightNegative", "g.jsonl", "{\"edges\": [[0, 1, -2]]}\n", 6, "g.jsonl:1: ", "negative"},
    {"JsonWeightNan", "g.jsonl", "{\"edges\": [[0, 1, NaN]]}\n", 4, "g.jsonl:1: ", "not the JSON"},
    {"JsonWeightText", "g.jsonl", "{\"edges\": [[0, 1, \"2\"]]}\n", 4, "g.jsonl:1: ", "not the JSON"},
    {"JsonWeightsOfSome", "g.jsonl", "{\"edges\": [[0, 1, 2], [1, 2]]}\n", 4, "g.jsonl:1: ", "some edges have weights"},
    {"JsonLabelsTooFew", "g.jsonl", "{\"n\": 2, \"edges\": [], \"node_labels\": [1]}\n", 4,
     "g.jsonl:1: ", "for 2 nodes"},
    {"JsonLabelsWithoutN", "g.jsonl", "{\"edges\": [[0, 1]], \"node_labels\": [1, 2]}\n", 4,
     "g.jsonl:1: ", "add \"n\""},
    {"JsonLabelsOfSome", "g.jsonl", "{\"edges\": [[0, 1]], \"node_labels\": {\"0\": 1}}\n", 4,
     "g.jsonl:1: ", "some nodes have labels"},
    {"JsonEdgeLabelsTooMany", "g.jsonl", "{\"edges\": [[0, 1]], \"edge_labels\": [1, 2]}\n", 4,
     "g.jsonl:1: ", "2 edge_labels for 1 edges"},
    {"JsonLabelList", "g.jsonl", "{\"n\": 1, \"edges\": [], \"label\": [1]}\n", 4, "g.jsonl:1: ", "no integer, string"},
    {"JsonAttributesRagged", "g.jsonl", "{\"n\": 2, \"node_attributes\": [[1], [1, 2]]}\n", 4,
     "g.jsonl:1: ", "equally long"},
    {"JsonBadUtf8", "g.jsonl", "{\"n\": 1, \"name\": \"\xff\"}\n", 4, "g.jsonl:1: ", "not the JSON"},
    {"JsonThirdLine", "g.jsonl", "{\"n\": 1}\n\n{\"n\": }\n", 4, "g.jsonl:3: ", "not the JSON"},
    {"JsonDeep", "g.jsonl", "{\"a\":" + std::string(5000, '[') + std::string(5000, ']') + "}\n", 4,
     "g.jsonl:1: ", "not the JSON"},

    // GraphML.
    {"XmlEmpty", "g.graphml", "", 4, "g.graphml", "not well-formed"},
    {"XmlCutShort", "g.graphml", "<graphml>\n<graph>\n", 4, "g.graphml:", "not well-formed"},
    {"XmlMismatch", "g.graphml", "<graphml>\n<graph>\n</node></graph></graphml>", 4,
     "g.graphml:3: ", "not well-formed"},
    {"XmlDoctype", "g.graphml", "<!DOCTYPE x SYSTEM '/etc/passwd'>\n<graphml/>", 4, "g.graphml:1: ", "a DOCTYPE"},
    {"XmlOther", "g.graphml", "<html></html>", 4, "g.graphml:1: ", "no <graphml>"},
    {"XmlNoGraph", "g.graphml", "<graphml></graphml>", 4, "g.graphml: ", "holds no graph"},
    {"XmlNodeWithoutId", "g.graphml", "<graphml><graph>\n<node/></graph></graphml>", 4, "g.graphml:2: ", "without id"},
    {"XmlNodeTwice", "g.graphml", "<graphml><graph><node id='a'/>\n<node id='a'/></graph></graphml>", 4,
     "g.graphml:2: ", "a second <node>"},
    {"XmlEdgeToNowhere", "g.graphml", "<graphml><graph><node id='a'/>\n<edge source='a' target='b'/></graph></graphml>",
     4, "g.graphml:2: ", "no <node>"},
    {"XmlEdgeWithoutTarget", "g.graphml", "<graphml><graph><node id='a'/>\n<edge source='a'/></graph></graphml>", 4,
     "g.graphml:2: ", "without target"},
    {"XmlUndeclaredKey", "g.graphml", "<graphml><graph>\n<node id='a'><data key='k'>1</data></node></graph></graphml>",
     4, "g.graphml:2: ", "not declared"},
    {"XmlBadDirection", "g.graphml", "<graphml><graph edgedefault='up'/></graphml>", 4, "g.graphml:1: ", "edgedefault"},
    {"XmlNestedGraph", "g.graphml", "<graphml><graph>\n<node id='a'><graph/></node></graph></graphml>", 4,
     "g.graphml:2: ", "within a node"},
    {"XmlNegativeWeight", "g.graphml",
     kXmlHead + "<node id='a'/>\n<edge source='a' target='a'><data key='w'>-1</data></edge></graph></graphml>"s, 6,
     "g.graphml:4: ", "negative"},
    {"XmlWeightOfSome", "g.graphml",
     kXmlHead + "<node id='a'/><edge source='a' target='a'><data key='w'>1</data></edge>\n<edge source='a' "
                "target='a'/></graph></graphml>"s,
     4, "g.graphml:4: ", "some edges have weights"},
    {"XmlAttributeMissing", "g.graphml",
     "<graphml><key id='k' for='node' attr.name='x' attr.type='int'/><graph>\n<node id='a'/></graph></graphml>", 4,
     "g.graphml:2: ", "the attribute x"},
    {"XmlMixed", "g.graphml",
     "<graphml><graph><node id='a'/>\n<edge directed='true' source='a' target='a'/></graph></graphml>", 4,
     "g.graphml:2: ", "against edgedefault"},

    // GML.
    {"GmlOpenList", "g.gml", "graph [\n node [ id 1 ]\n", 4, "g.gml:3: ", "ends within a list"},
    {"GmlOpenQuote", "g.gml", "graph [\n name \"x\n]", 4, "g.gml:2: ", "a quote is left open"},
    {"GmlNoKey", "g.gml", "graph [ 5 5 ]", 4, "g.gml:1: ", "where a key should stand"},
    {"GmlNoValue", "g.gml", "graph [ node ]", 4, "g.gml:1: ", "has no value"},
    {"GmlNodeWithoutId", "g.gml", "graph [\nnode [ label \"a\" ] ]", 4, "g.gml:2: ", "a node without id"},
    {"GmlTextId", "g.gml", "graph [\nnode [ id \"a\" ] ]", 4, "g.gml:2: ", "not an integer"},
    {"GmlNodeTwice", "g.gml", "graph [ node [ id 1 ]\nnode [ id 1 ] ]", 4, "g.gml:2: ", "a second node"},
    {"GmlEdgeToNowhere", "g.gml", "graph [ node [ id 1 ]\nedge [ source 1 target 2 ] ]", 4, "g.gml:2: ", "not there"},
    {"GmlEdgeWithoutTarget", "g.gml", "graph [ node [ id 1 ]\nedge [ source 1 ] ]", 4,
     "g.gml:2: ", "without source or target"},
    {"GmlNegativeWeight", "g.gml", "graph [ node [ id 1 ]\nedge [ source 1 target 1 weight -3 ] ]", 6,
     "g.gml:2: ", "negative"},
    {"GmlWeightText", "g.gml", "graph [ node [ id 1 ]\nedge [ source 1 target 1 weight \"x\" ] ]", 4,
     "g.gml:2: ", "not a number"},
    {"GmlNoGraph", "g.gml", "Creator \"me\"\n", 4, "g.gml: ", "holds no graph"},
    {"GmlLabelOfSome", "g.gml", "graph [ node [ id 1 label \"a\" ] node [ id 2 ] ]", 4,
     "g.gml:1: ", "some nodes have labels"},

    // JSON of other forms.
    {"JsonUnknownKeys", "g.jsonl", "{\"adjacency\": [[1], [0]]}\n", 4, "g.jsonl:1: ", "but adjacency; a graph needs"},
    {"JsonListCutShort", "g.json", "[{\"n\": 1},\n{\"n\": 2}", 4, "g.json:2: ", "the list is not closed"},
    {"JsonObjectCutShort", "g.json", "\n{\n\"edges\": [[0, 1]]\n", 4, "g.json:2: ", "is not closed"},
    {"NodeLinkNodeUnknown", "g.json", "{\"nodes\": [{\"id\": 0}], \"links\": [{\"source\": 0, \"target\": 1}]}", 4,
     "g.json:1: ", "not in nodes"},
    {"EdgeIndexThreeRows", "g.json", "{\"edge_index\": [[0, 1], [1, 2], [2, 0]]}", 4, "g.json:1: ", "3 rows"},
    {"EdgeIndexUneven", "g.json", "{\"edge_index\": [[0, 1], [1]]}", 4, "g.json:1: ", "different lengths"},

    // DOT.
    {"DotCutShort", "g.dot", "digraph {\na -> b\n", 4, "g.dot:3: ", "ends within a graph"},
    {"DotWrongArrow", "g.dot", "digraph {\na -- b }", 4, "g.dot:2: ", "-- in a digraph"},
    {"DotOpenQuote", "g.dot", "graph {\n\"a }", 4, "g.dot:2: ", "a quote is left open"},
    {"DotNotUtf8", "g.dot", "graph {\ncaf\xe9 }", 4, "g.dot:2: ", "not UTF-8"},
    {"DotNoSuchKey", "g.dot", "graph { a [color=red] }", 2, "g.dot: ", "keys here are color", "--node-label colour"},
    {"DotNestedTooDeep", "g.dot", "graph " + std::string(70, '{'), 5, "g.dot:1: ", "64 deep"},

    // graph6.
    {"Graph6CutShort", "g.g6", "A_\nDQ\n", 4, "g.g6:2: ", "which need 2"},
    {"Graph6Incremental", "g.s6", ":A_\n;A_\n", 4, "g.s6:2: ", "incremental sparse6"},
    {"Graph6ClaimsNodes", "g.s6", ":~~?@????\n", 5, "g.s6:1: ", "nodes are claimed"},
    {"Graph6Text", "g.g6", "1 2\n", 4, "g.g6:1: ", "outside ? .. ~"},

    // Molecules.
    {"SdfCutShort", "g.sdf", "x\n\n\n  1  0  0  0  0  0            999 V2000\n", 4,
     "g.sdf:4: ", "ends within a molecule"},
    {"SdfNoTable", "g.sdf", "1 2\n2 3\n3 4\n4 5 hello\n", 4, "g.sdf:4: ", "is no number"},
    {"SdfNoSuchField", "g.sdf", "x\n\n\n  0  0  0  0  0  0            999 V2000\nM  END\n> <a>\n1\n\n$$$$\n", 2,
     "g.sdf: ", "keys here are a", "--class-key y"},

    // Adjacency lists and keys.
    {"AdjlistComma", "g.adjlist", "1 2\n2,3\n", 4, "g.adjlist:2: ", "a comma or a brace"},
    {"KeyOfEdgeList", "g.txt", "1 2\n", 2, "g.txt: ", "no keys for --node-label", "--node-label color"},
    {"KeyOfTu", "set/X_node_labels.txt", "1\n2\n3\n", 2, "set: ", "no keys for --class-key", "--class-key y"},
    {"KeyAbsentInGraphml", "g.graphml", "<graphml><graph><node id='a'/></graph></graphml>", 2,
     "g.graphml: ", "nodes have no keys here", "--node-label color"},
    {"XmlHyperedge", "g.graphml", "<graphml><graph>\n<hyperedge/></graph></graphml>", 4,
     "g.graphml:2: ", "a <hyperedge>"},
    {"XmlPort", "g.graphml", "<graphml><graph>\n<node id='a'><port name='p'/></node></graph></graphml>", 4,
     "g.graphml:2: ", "a <port>"},
    {"XmlNotUtf8", "g.graphml", "<graphml><graph>\n<node id='caf\xe9'/></graph></graphml>", 4,
     "g.graphml:2: ", "not UTF-8"},
    {"GmlNotUtf8", "g.gml", "graph [\nnode [ id 1 label \"caf\xe9\" ] ]", 4, "g.gml:2: ", "not UTF-8"},
    {"TuLabelNotUtf8", "set/X_node_labels.txt", "1\ncaf\xe9\n3\n", 4, "set/X_node_labels.txt:2: ", "not UTF-8"},

    // MatrixMarket.
    {"MtxNoBanner", "g.mtx", "3 3 1\n1 2\n", 4, "g.mtx:1: ", "banner"},
    {"MtxArray", "g.mtx", "%%MatrixMarket matrix array real general\n", 4, "g.mtx:1: ", "'array'"},
    {"MtxComplex", "g.mtx", "%%MatrixMarket matrix coordinate complex general\n", 4, "g.mtx:1: ", "'complex'"},
    {"MtxSkew", "g.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n", 4, "g.mtx:1: ", "'skew-symmetric'"},
    {"MtxNoSize", "g.mtx", "%%MatrixMarket matrix coordinate real general\n% c\n", 4, "g.mtx:2: ", "no size line"},
    {"MtxBadSize", "g.mtx", "%%MatrixMarket matrix coordinate real general\n3 3\n", 4, "g.mtx:2: ", "not a size line"},
    {"MtxNotSquare", "g.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 0\n", 4, "g.mtx:2: ", "square"},
    {"MtxHuge", "g.mtx", "%%MatrixMarket matrix coordinate pattern general\n1000000000 1000000000 0\n", 5,
     "g.mtx:2: ", "nodes are claimed"},
    {"MtxTooFew", "g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n", 4,
     "g.mtx:3: ", "1 of 2 entries"},
    {"MtxTooMany", "g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n2 3\n", 4,
     "g.mtx:4: ", "more entries"},
    {"MtxRowBeyond", "g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 4\n", 4,
     "g.mtx:3: ", "not a row"},
    {"MtxRowZero", "g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n0 1\n", 4,
     "g.mtx:3: ", "not a row"},
    {"MtxNoValue", "g.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2\n", 4, "g.mtx:3: ", "2 columns"},
    {"MtxUpperHalf", "g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n1 2\n", 4,
     "g.mtx:3: ", "above the diagonal"},
    {"MtxNegative", "g.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2 -1\n", 6,
     "g.mtx:3: ", "negative"},

    // TU data sets: the good set is two graphs, of nodes 1, 2 and 3, with arcs 1, 2 and 2, 1.
    {"TuArcNoNumber", "set/X_A.txt", "1, 2\n2, x\n", 4, "set/X_A.txt:2: ", "not an arc"},
    {"TuArcOfThree", "set/X_A.txt", "1, 2, 3\n", 4, "set/X_A.txt:1: ", "not an arc"},
    {"TuArcZero", "set/X_A.txt", "0, 1\n", 4, "set/X_A.txt:1: ", "not an arc"},
    {"TuArcHuge", "set/X_A.txt", "1, 99999999999999999999\n", 4, "set/X_A.txt:1: ", "not an arc"},
    {"TuArcBeyond", "set/X_A.txt", "1, 2\n1, 4\n", 4, "set/X_A.txt:2: ", "node 4 of 3"},
    {"TuArcAcross", "set/X_A.txt", "1, 2\n2, 3\n", 4, "set/X_A.txt:2: ", "from graph 1 to graph 2"},
    {"TuEmptyLine", "set/X_A.txt", "1, 2\n\n2, 1\n", 4, "set/X_A.txt:2: ", "an empty line"},
    {"TuIndicatorText", "set/X_graph_indicator.txt", "1\n1\nb\n", 4,
     "set/X_graph_indicator.txt:3: ", "not a graph number"},
    {"TuIndicatorBeyond", "set/X_graph_indicator.txt", "1\n1\n3\n", 4, "set/X_graph_indicator.txt:3: ", "graph 3"},
    {"TuClassesTooFew", "set/X_graph_labels.txt", "1\n", 4,
     "set/X_graph_indicator.txt:3: ", "every graph needs its class"},
    {"TuLabelsTooFew", "set/X_node_labels.txt", "1\n2\n", 4, "set/X_node_labels.txt:3: ", "2 lines for 3 nodes"},
    {"TuLabelsTooMany", "set/X_node_labels.txt", "1\n2\n3\n4\n", 4, "set/X_node_labels.txt:4: ", "4 lines for 3 nodes"},
    {"TuEdgeLabelsTooFew", "set/X_edge_labels.txt", "1\n", 4, "set/X_edge_labels.txt:2: ", "1 line for 2 arcs"},
    {"TuAttributeText", "set/X_node_attributes.txt", "1\nx\n2\n", 4, "set/X_node_attributes.txt:2: ", "not a number"},
    {"TuAttributesRagged", "set/X_node_attributes.txt", "1, 2\n1\n2, 2\n", 4,
     "set/X_node_attributes.txt:2: ", "1 column "},
    {"TuAttributeNan", "set/X_node_attributes.txt", "1\nnan\n2\n", 6, "set/X_node_attributes.txt:2: ", "not finite"},
    {"TuWeightNegative", "set/X_edge_attributes.txt", "1\n-1\n", 6, "set/X_edge_attributes.txt:2: ", "negative"},
    {"TuTwoSets", "set/Y_A.txt", "1, 2\n", 4, "set: ", "two data sets"},
    {"TuPartTwice", "set/X_A.txt.gz", "\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0"s, 4,
     "set/X_A.txt.gz: ", "the same part"},

    // Zip files.
    {"ZipCutShort", "g.zip", "PK\x03\x04\x0a\0\0"s, 4, "g.zip: ", "damaged zip"},
    {"ZipBadChecksum", "g.zip", zip_with_bad_checksum(), 4, "g.zip!X_A.txt: ", "damaged zip"},
    {"ZipEmpty", "g.zip", "PK\x05\x06"s + std::string(18, '\0'), 4, "g.zip: ", "holds no graph"},
    {"ZipAsJson", "g.zip", "PK\x03\x04"s, 4, "g.zip: ", "damaged zip", "--format jsonl"},
    {"ZipByNameOnly", "g.zip", "1 2\n", 4, "g.zip: ", "not a zip archive"},
    {"TarByNameOnly", "g.tar", "1 2\n", 4, "g.tar: ", "lacks its end mark"},
    {"TarDamagedHeader", "g.tar", std::string(1024, 'x'), 4, "g.tar: ", "a damaged header"},
    {"TarDamagedGzip", "g.tar.gz", "\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff"s, 4, "g.tar.gz: ", "damaged gzip"},

    // AWE binary.
    {"AwgEmpty", "g.awg", "", 4, "g.awg: ", "not an .awg file"},
    {"AwgText", "g.awg", "1 2\n", 4, "g.awg: ", "not an .awg file"},
    {"AwgNamedSo", "g.txt", "1 2\n", 4, "g.txt: ", "not an .awg file", "--format awg"},
    {"AwgHeaderOnly", "g", awg_with(0, "").substr(0, 40), 4, "g: ", "its header is not whole"},
    {"AwgCutShort", "g", awg_with(0, "").substr(0, 300), 4, "g: ", "cut short"},
    {"AwgOtherVersion", "g", awg_with(8, "\x02"), 8, "g: ", "version 2"},
    {"AwgHeaderChanged", "g", awg_with(32, "\x02"), 4, "g: ", "table is not where"},
    {"AwgTableChanged", "g", awg_with(48, "\xAA\xBB"), 4, "g: ", "the checksum of its header"},
    {"AwgHeadChanged", "g", awg_with(64 + 8, "\x7F"), 4, "g: ", "the checksum of the head"},
    {"AwgRowPastTheEnd", "g", awg_with(kAwgBody + 8, "\xFF\xFF\xFF\xFF"), 4, "g: ", "do not follow one another"},
    {"AwgTargetPastTheEnd", "g", awg_with(kAwgTargets, "\x03"), 4, "g: ", "a node that is not there"},
    {"AwgTargetOfOneArc", "g", awg_with(kAwgTargets, "\x02"), 4, "g: ", "lacks one of its two arcs"},
    {"AwgWeightsAbsent", "g", awg_with(0, ""), 2, "g: ", "no weights", "--weighted"},

    // Classes.
    {"ClassesOneField", "set/classes.csv", "id,class\n1\n", 4, "set/classes.csv:2: ", "not id,class", "--classes"},
    {"ClassesThreeFields", "set/classes.csv", "1,2,3\n", 4, "set/classes.csv:1: ", "which of the columns", "--classes"},
    {"ClassesEmptyField", "set/classes.csv", ",a\n", 4, "set/classes.csv:1: ", "not id,class", "--classes"},
    {"ClassesTwice", "set/classes.csv", "1,a\n1,b\n", 4, "set/classes.csv:2: ", "a second class", "--classes"},
    {"ClassesOfNoGraph", "set/classes.csv", "id,class\na,x\nb,y\n", 4,
     "set/classes.csv: ", "no id in it (a, b) is that of a graph (1, 2)", "--classes"},
    {"ClassesEmpty", "set/classes.csv", "# none\n", 4, "set/classes.csv", "holds no class", "--classes"},
    {"ClassesOpenQuote", "set/classes.csv", "\"1,a\n", 4, "set/classes.csv:1: ", "a quote is left open", "--classes"},
};

class BadInputs : public testing::TestWithParam<BadInput> {};

TEST_P(BadInputs, GetOneMessageAndTheirExitCodeAndNothingWritten) {
  const BadInput& bad = GetParam();
  const TemporaryFolder folder;
  std::string input = folder.file(bad.file), flags = bad.flags;
  if (std::string(bad.file).starts_with("set/")) {
    input = folder.file("set");
    folder.write("set/X_A.txt", "1, 2\n2, 1\n");
    folder.write("set/X_graph_indicator.txt", "1\n1\n2\n");
    folder.write("set/X_graph_labels.txt", "a\nb\n");
  }
  if (flags == "--classes") flags.append(" ").append(folder.file(bad.file));
  folder.write(bad.file, bad.content);
  const auto before = folder.list();

  const auto result = run_shell("awe convert " + input + " -o " + folder.file("out.jsonl") + " " + flags);
  EXPECT_EQ(result.exit_code, bad.exit_code) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_TRUE(result.err.starts_with("awe: ")) << result.err;
  if (*bad.place != '\0') {
    EXPECT_TRUE(result.err.starts_with(std::string("awe: ").append(folder.file(bad.place)))) << result.err;
  }
  EXPECT_NE(result.err.find(bad.reason), std::string::npos) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(folder.list(), before) << "something was written";
}

INSTANTIATE_TEST_SUITE_P(Table, BadInputs, testing::ValuesIn(kCases),
                         [](const auto& param) { return param.param.test; });

// A vocabulary that was good: what is changed, from one text to another, is what is wrong. An empty first text stands
// for the whole file.
struct BadVocabulary {
  const char* test;
  std::string from, to;
  int exit_code;
  const char* place;  // as above
  const char* reason;
};

void PrintTo(const BadVocabulary& bad, std::ostream* out) { *out << bad.test; }

const BadVocabulary kVocabularies[] = {
    {"Empty", "", "", 4, "v", "cut short"},
    {"OtherFile", "", "1 2\n", 4, "v:1: ", "not a vocabulary of awe"},
    {"Binary", "", "\x7f"s + "ELF\0\0"s, 4, "v:1: ", "not a vocabulary of awe"},
    {"OtherVersion", "vocabulary 1\n", "vocabulary 5\n", 8, "v:1: ", "version '5'"},
    {"NoVersion", "vocabulary 1\n", "vocabulary \n", 8, "v:1: ", "not known here"},
    {"OtherFeatures", "features walks(node):0..1", "features walks(node):0..2", 4, "v:10: ", "these lengths"},
    {"NoFeatures", "features walks", "features talks", 4, "v:2: ", "make no sense"},
    {"LabelChanged", "node C", "node D", 4, "v:", "checksum"},
    {"LabelTwice", "node O", "node C", 4, "v:12: ", "there twice"},
    {"CountChanged", "graphs 1", "graphs 3", 4, "v:", "checksum"},
    {"NumberNoNumber", "graphs 1", "graphs one", 4, "v:4: ", "no whole number"},
    {"WalkMissing", "walk 0 1 0 0 1 0 1:C\n", "", 4, "v:", "expected"},
    {"ColumnOutOfPlace", "walk 0 1 0 0 1 0", "walk 0 1 0 0 1 100000000", 4, "v:13: ", "column 0 is expected"},
    {"NoEnd", "\nend ", "\n", 4, "v:17: ", "checksum"},
};

class BadVocabularies : public testing::TestWithParam<BadVocabulary> {};

TEST_P(BadVocabularies, GetOneMessageAndTheirExitCodeAndNothingWritten) {
  const BadVocabulary& bad = GetParam();
  const TemporaryFolder folder;
  const std::string graphs =
      folder.write("g.jsonl", "{\"n\": 2, \"edges\": [[0, 1]], \"node_labels\": [\"C\", \"O\"]}\n");
  const std::string path = folder.file("v");
  ASSERT_EQ(run_shell("awe embed " + graphs + " --features 'walks(node):0..1' --vocabulary-out " + path).exit_code, 0);
  std::string text = bad.to;
  if (!bad.from.empty()) {
    text = read_file(path);
    const std::size_t at = text.find(bad.from);
    ASSERT_NE(at, std::string::npos) << text;
    text.replace(at, bad.from.size(), bad.to);
  }
  folder.write("v", text);
  const auto before = folder.list();

  const auto result = run_shell("awe embed " + graphs + " --vocabulary " + path + " -o " + folder.file("x.npz"));
  EXPECT_EQ(result.exit_code, bad.exit_code) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_TRUE(result.err.starts_with(std::string("awe: ").append(folder.file(bad.place)))) << result.err;
  EXPECT_NE(result.err.find(bad.reason), std::string::npos) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(folder.list(), before) << "something was written";
}

INSTANTIATE_TEST_SUITE_P(Table, BadVocabularies, testing::ValuesIn(kVocabularies),
                         [](const auto& param) { return param.param.test; });

}  // namespace
}  // namespace awe::test
