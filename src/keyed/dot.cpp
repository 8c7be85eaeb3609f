// DOT, the language of Graphviz: graphs and digraphs with subgraphs, chains of edges, attributes and their defaults.
// Node ports are places of a drawing and are skipped. The label of nodes and edges is used if all have one (or if its
// key was asked for). The whole text is held in memory; subgraphs may nest 64 deep. Cost: O(bytes + edges); an edge
// between subgraphs stands for all pairs of their nodes, at most 16 per byte of the file (or 2^20).
#include <map>
#include <utility>

#include "awe/error.h"
#include "keyed/dot_parts.h"
#include "keyed/dot_tokens.h"
#include "keyed/keyed.h"

namespace awe::keyed {
namespace {

constexpr int kMaxDepth = 64;

// The nodes of a subgraph, in the order of their appearance, with repeats.
using Members = std::vector<NodeId>;

// What holds between two braces.
struct Scope {
  DotAttributes node, edge;  // defaults
  Members members;
  bool root = false;
  std::map<std::string, std::size_t, std::less<>> subgraphs;  // by name; places in the parser's groups
};

// One end of an edge: a node or a subgraph.
struct End {
  std::size_t place = 0;  // the number of the node, or the place of the subgraph in the parser's groups
  bool is_node = false;
  std::uint64_t line = 0;
};

class DotParser {
 public:
  DotParser(DotTokens& tokens, const std::string& file, std::size_t file_bytes, const ReadOptions& options, Keys& keys)
      : tokens_(tokens), file_(file), keys_(keys), parts_(file, file_bytes, options, keys) {}

  Graph read() {
    if (tokens_.peek().is_word("strict")) {
      parts_.strict = true;
      tokens_.take();
    }
    const DotToken kind = tokens_.take();
    parts_.directed = kind.is_word("digraph");
    if (!parts_.directed && !kind.is_word("graph")) {
      throw tokens_.malformed(kind.at, describe(kind) + " where graph or digraph should stand");
    }
    parts_.line = kind.at;
    keys_.saw(Part::graph);
    if (tokens_.peek().kind == DotToken::id) parts_.name = tokens_.take().text;
    take_brace();
    Scope scope;
    scope.root = true;
    read_statements(scope, 0);
    return std::move(parts_).build();
  }

 private:
  void take_brace() {
    const DotToken brace = tokens_.take();
    if (!brace.is('{')) throw tokens_.malformed(brace.at, describe(brace) + " where { should stand");
  }

  // Statements up to the closing brace, which is consumed.
  void read_statements(Scope& scope, int depth) {
    while (true) {
      const DotToken& token = tokens_.peek();
      if (token.kind == DotToken::end) {
        throw tokens_.malformed(token.at, "the file ends within a graph; close it with }");
      }
      if (token.is('}')) {
        tokens_.take();
        return;
      }
      token.is(';') ? static_cast<void>(tokens_.take()) : read_statement(scope, depth);
    }
  }

  void read_statement(Scope& scope, int depth) {
    const DotToken token = tokens_.peek();
    for (const std::string_view word : {"graph", "node", "edge"}) {
      if (!token.is_word(word)) continue;
      tokens_.take();
      return read_defaults(scope, word);
    }
    if (token.is('{') || token.is_word("subgraph")) {
      return read_edges_from(scope, depth, {read_subgraph(scope, depth), false, token.at});
    }
    if (token.kind != DotToken::id) {
      throw tokens_.malformed(token.at, describe(token) + " where a node, an edge or a subgraph should stand");
    }
    tokens_.take();
    if (tokens_.peek().is('=')) {
      tokens_.take();
      std::string value = take_value();
      return set_of_graph(scope, token.text, value);
    }
    read_edges_from(scope, depth, {read_node(scope, token), true, token.at});
  }

  void read_defaults(Scope& scope, std::string_view word) {
    if (!tokens_.peek().is('[')) {
      throw tokens_.malformed(tokens_.peek().at,
                              std::string(word) + " without [...] is a keyword; quote it if it is a node");
    }
    if (word == "graph") {
      read_attributes([&](std::string_view key, std::string& value) { set_of_graph(scope, key, value); });
    } else if (word == "node") {
      read_attributes_of(Part::node, scope.node);
    } else {
      read_attributes_of(Part::edge, scope.edge);
    }
  }

  void set_of_graph(const Scope& scope, std::string_view key, std::string& value) {
    if (!scope.root) return;
    keys_.saw(Part::graph, key);
    if (keys_.is(Use::class_name, key)) keys_.put_class(parts_.class_name, keys_.class_place(key), std::move(value));
  }

  std::string take_value() {
    DotToken value = tokens_.take();
    if (value.kind != DotToken::id) throw tokens_.malformed(value.at, "no value after =; add one");
    return std::move(value.text);
  }

  // Calls take(key, value) for each attribute of one or more lists [...].
  template <class Take>
  void read_attributes(Take take) {
    while (tokens_.peek().is('[')) {
      tokens_.take();
      while (!tokens_.peek().is(']')) {
        const DotToken key = tokens_.take();
        if (key.is(';') || key.is(',')) continue;
        if (key.kind != DotToken::id) {
          throw tokens_.malformed(key.at, describe(key) + " where an attribute should stand; write [key=value]");
        }
        std::string value = "true";  // of an attribute that is only named
        if (tokens_.peek().is('=')) {
          tokens_.take();
          value = take_value();
        }
        take(key.text, value);
      }
      tokens_.take();
    }
  }

  void read_attributes_of(Part part, DotAttributes& attributes) {
    read_attributes([&](std::string_view key, const std::string& value) {
      keys_.saw(part, key);
      if (part == Part::edge && keys_.is(Use::weight, key)) attributes.weight = parts_.values.place_of(value);
      if (keys_.is(part == Part::edge ? Use::edge_label : Use::node_label, key)) {
        // \N stands for the name of the node, as in the default of Graphviz.
        attributes.label = value == "\\N" ? 0 : parts_.values.place_of(value);
      }
    });
  }

  // The node whose id has been read, and its port.
  NodeId read_node(Scope& scope, const DotToken& id) {
    for (const std::string_view word : {"strict", "graph", "digraph", "subgraph", "node", "edge"}) {
      if (id.is_word(word)) throw tokens_.malformed(id.at, id.text + " is a keyword; quote it if it is a node");
    }
    // A port, and after another colon the side of the node that an edge meets.
    for (int i = 0; i < 2 && tokens_.peek().is(':'); ++i) {
      tokens_.take();
      const DotToken port = tokens_.take();
      if (port.kind != DotToken::id) throw tokens_.malformed(port.at, "no port after the colon; add one");
    }
    const NodeId node = parts_.node_of(id.text, scope.node.label, id.at);
    scope.members.push_back(node);
    return node;
  }

  // Returns the place of the subgraph in groups_. A name continues the subgraph of that name in the same parent.
  std::size_t read_subgraph(Scope& parent, int depth) {
    const DotToken first = tokens_.take();
    if (depth == kMaxDepth) {
      throw readers::error_at(ErrorKind::limit, {file_, first.at}, "subgraphs nest more than 64 deep; flatten them");
    }
    std::size_t group = groups_.size();
    if (!first.is('{')) {
      if (tokens_.peek().kind == DotToken::id) {
        group = parent.subgraphs.try_emplace(tokens_.take().text, group).first->second;
      }
      take_brace();
    }
    if (group == groups_.size()) groups_.emplace_back();
    Scope scope;
    scope.node = parent.node;
    scope.edge = parent.edge;
    read_statements(scope, depth + 1);
    parent.members.insert(parent.members.end(), scope.members.begin(), scope.members.end());
    groups_[group].insert(groups_[group].end(), scope.members.begin(), scope.members.end());
    return group;
  }

  // The rest of a statement whose first node or subgraph has been read.
  void read_edges_from(Scope& scope, int depth, const End& first) {
    std::vector<End> ends = {first};
    while (tokens_.peek().kind == DotToken::arrow || tokens_.peek().kind == DotToken::line) {
      const DotToken arrow = tokens_.take();
      if ((arrow.kind == DotToken::arrow) != parts_.directed) {
        throw tokens_.malformed(arrow.at, parts_.directed ? "-- in a digraph, whose edges are ->; correct one of them"
                                                          : "-> in a graph, whose edges are --; correct one of them");
      }
      const DotToken next = tokens_.peek();
      if (next.is('{') || next.is_word("subgraph")) {
        ends.push_back({read_subgraph(scope, depth), false, next.at});
      } else if (next.kind == DotToken::id) {
        tokens_.take();
        ends.push_back({read_node(scope, next), true, next.at});
      } else {
        throw tokens_.malformed(next.at, describe(next) + " where the end of an edge should stand");
      }
    }
    if (ends.size() == 1) {
      DotAttributes attributes;
      if (first.is_node) read_attributes_of(Part::node, attributes);
      if (attributes.label != 0) parts_.set_label(static_cast<NodeId>(first.place), attributes.label);
      return;
    }
    DotAttributes attributes = scope.edge;
    read_attributes_of(Part::edge, attributes);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      const Members from_node = {static_cast<NodeId>(ends[i].place)},
                    to_node = {static_cast<NodeId>(ends[i + 1].place)};
      parts_.add_edges(ends[i].is_node ? from_node : groups_[ends[i].place],
                       ends[i + 1].is_node ? to_node : groups_[ends[i + 1].place], attributes, ends[i].line);
    }
  }

  DotTokens& tokens_;
  const std::string& file_;
  Keys& keys_;
  DotParts parts_;
  std::vector<Members> groups_;  // of subgraphs
};

class DotSource final : public GraphSource {
 public:
  DotSource(bytes::Bytes bytes, const ReadOptions& options)
      : name_(bytes->name()),
        text_(bytes::read_whole(*bytes, readers::kMaxWholeBytes)),
        options_(options),
        keys_(options),
        tokens_(without_mark(text_), name_) {
    readers::check_whole_text(text_, name_);
  }

  std::optional<Graph> next() override {
    while (tokens_.peek().is(';')) tokens_.take();
    if (tokens_.peek().kind == DotToken::end) {
      keys_.check(name_);
      return std::nullopt;
    }
    return DotParser(tokens_, name_, text_.size(), options_, keys_).read();
  }

 private:
  static std::string_view without_mark(std::string_view text) {
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
  }

  std::string name_;
  std::string text_;
  ReadOptions options_;
  Keys keys_;
  DotTokens tokens_;
};

}  // namespace

Graphs read_dot(bytes::Bytes bytes, const ReadOptions& options) {
  return std::make_unique<DotSource>(std::move(bytes), options);
}

}  // namespace awe::keyed
