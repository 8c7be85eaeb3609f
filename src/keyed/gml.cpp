// GML (Himsolt 1997): nested lists of keys and values. From a `graph [...]` this reads directed, name, class, its `node
// [...]` (id, label) and its `edge [...]` (source, target, label, and weight or value), or the keys that the options
// name; everything else is skipped. A file may contain several graphs. The whole text is held in memory; lists may nest
// 64 deep. Cost: O(bytes).
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "keyed/keyed.h"

namespace awe::keyed {
using readers::error_at;
namespace {

constexpr int kMaxDepth = 64;

struct Token {
  enum Kind { end, word, number, text, open, close } kind = end;
  std::string_view bytes;  // for a text: between the quotes
  std::uint64_t line = 0;
};

class Tokens {
 public:
  Tokens(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Token take() {
    skip_blanks();
    const std::uint64_t line = line_;
    if (place_ == text_.size()) return {Token::end, {}, line};
    const char c = text_[place_];
    if (c == '[') return {Token::open, text_.substr(place_++, 1), line};
    if (c == ']') return {Token::close, text_.substr(place_++, 1), line};
    if (c == '"') return take_text();
    const std::size_t stop = std::min(text_.find_first_of(" \t\r\n[]\"", place_), text_.size());
    const std::string_view bytes = text_.substr(place_, stop - place_);
    place_ = stop;
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    return {letter ? Token::word : Token::number, bytes, line};
  }

  [[nodiscard]] Error malformed(std::uint64_t line, std::string_view reason) const {
    return error_at(ErrorKind::malformed, Place{file_, line}, reason);
  }
  [[nodiscard]] std::string_view file() const { return file_; }

 private:
  void skip_blanks() {
    for (; place_ < text_.size(); ++place_) {
      const char c = text_[place_];
      if (c == '\n') ++line_;
      if (c == '#') {
        place_ = std::min(text_.find('\n', place_), text_.size());
        if (place_ == text_.size()) return;
        ++line_;
      } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
        return;
      }
    }
  }
  Token take_text() {
    const std::uint64_t line = line_;
    const std::size_t stop = text_.find('"', place_ + 1);
    if (stop == std::string_view::npos) throw malformed(line, "a quote is left open; close it");
    const std::string_view bytes = text_.substr(place_ + 1, stop - place_ - 1);
    for (const char c : bytes) line_ += c == '\n' ? 1 : 0;
    place_ = stop + 1;
    return {Token::text, bytes, line};
  }

  std::string_view text_, file_;
  std::size_t place_ = 0;
  std::uint64_t line_ = 1;
};

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 63));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 63));
    out += static_cast<char>(0x80 | (code & 63));
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 63));
    out += static_cast<char>(0x80 | (code >> 6 & 63));
    out += static_cast<char>(0x80 | (code & 63));
  }
}

// Texts are ASCII with HTML entities; the entities that writers use are replaced, others are kept unchanged.
std::string unescape(std::string_view text) {
  constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&quot;", '"'}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}};
  std::string out;
  while (!text.empty()) {
    if (text.front() != '&') {
      const std::size_t stop = std::min(text.find('&'), text.size());
      out += text.substr(0, stop);
      text.remove_prefix(stop);
      continue;
    }
    const std::string_view head = text.substr(0, 12);  // no entity is longer
    const std::string_view entity = head.substr(0, head.find(';') == head.npos ? 1 : head.find(';') + 1);
    const auto code =
        entity.starts_with("&#") ? base::parse_unsigned(entity.substr(2, entity.size() - 3)) : std::nullopt;
    std::size_t used = 0;
    if (code && *code > 0 && *code <= 0x10FFFF) {
      append_utf8(out, static_cast<std::uint32_t>(*code));
      used = entity.size();
    }
    for (const auto& [name, c] : kEntities) {
      if (entity == name) {
        out += c;
        used = entity.size();
      }
    }
    if (used == 0) out += '&';
    text.remove_prefix(std::max<std::size_t>(used, 1));
  }
  return out;
}

// Skips a list whose '[' has been read.
void skip_list(Tokens& tokens, int depth) {
  if (depth > kMaxDepth) {
    throw error_at(ErrorKind::limit, Place{tokens.file(), tokens.take().line}, "lists nest more than 64 deep; flatten");
  }
  while (true) {
    const Token token = tokens.take();
    if (token.kind == Token::close) return;
    if (token.kind == Token::end) throw tokens.malformed(token.line, "the file ends within a list; close it with ]");
    if (token.kind == Token::open) skip_list(tokens, depth + 1);
  }
}

// Calls take(key, value) for each key of a list whose '[' has been read; `take` must consume values that are lists.
template <class Take>
void each_key(Tokens& tokens, Take take) {
  while (true) {
    const Token key = tokens.take();
    if (key.kind == Token::close) return;
    if (key.kind == Token::end) throw tokens.malformed(key.line, "the file ends within a list; close it with ]");
    if (key.kind != Token::word) {
      throw tokens.malformed(key.line, "'" + std::string(key.bytes.substr(0, 40)) + "' where a key should stand");
    }
    const Token value = tokens.take();
    if (value.kind == Token::close || value.kind == Token::end) {
      throw tokens.malformed(value.line, "the key " + std::string(key.bytes.substr(0, 40)) + " has no value; add one");
    }
    take(key, value);
  }
}

class GmlSource final : public GraphSource {
 public:
  GmlSource(bytes::Bytes bytes, const ReadOptions& options)
      : name_(bytes->name()),
        text_(bytes::read_whole(*bytes, readers::kMaxWholeBytes)),
        options_(options),
        keys_(options),
        tokens_(text_, name_) {
    readers::check_whole_text(text_, name_);
    if (std::string_view(text_).starts_with("\xEF\xBB\xBF")) tokens_ = Tokens(std::string_view(text_).substr(3), name_);
  }

  std::optional<Graph> next() override {
    while (true) {
      const Token key = tokens_.take();
      if (key.kind == Token::end) {
        keys_.check(name_);
        return std::nullopt;
      }
      if (key.kind != Token::word) {
        throw tokens_.malformed(key.line, "'" + std::string(key.bytes.substr(0, 40)) + "' where a key should stand");
      }
      const Token value = tokens_.take();
      if (value.kind == Token::end || value.kind == Token::close) {
        throw tokens_.malformed(value.line, "the key " + std::string(key.bytes.substr(0, 40)) + " has no value");
      }
      if (key.bytes == "graph" && value.kind == Token::open) return read_graph(value.line);
      if (value.kind == Token::open) skip_list(tokens_, 1);
    }
  }

 private:
  struct Node {
    std::int64_t id = 0;
    std::optional<std::string> label;
    std::uint64_t line = 0;
  };
  struct Edge {
    std::optional<std::int64_t> source, target;
    std::optional<std::string> label;
    std::optional<double> weight;
    std::uint64_t line = 0;
  };

  Graph read_graph(std::uint64_t line) {
    bool directed = false;
    std::string graph_name;
    std::optional<std::string> class_name;
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    keys_.saw(Part::graph);
    each_key(tokens_, [&](const Token& key, const Token& value) {
      if (value.kind == Token::open) {
        if (key.bytes == "node") {
          nodes.push_back(read_node(value.line));
        } else if (key.bytes == "edge") {
          edges.push_back(read_edge(value.line));
        } else {
          skip_list(tokens_, 2);
        }
        return;
      }
      if (key.bytes == "directed") directed = integer(value) != 0;
      if (key.bytes == "name") graph_name = text_of(value);
      if (keys_.is(Use::class_name, key.bytes)) {
        keys_.put_class(class_name, keys_.class_place(key.bytes), text_of(value));
      }
      keys_.saw(Part::graph, key.bytes);
    });
    GraphBuilder builder(readers::edge_policy(options_, directed, EdgeListing::edges));
    builder.set_name(std::move(graph_name));
    if (class_name) builder.set_class(std::move(*class_name));
    add_nodes(builder, nodes);
    add_edges(builder, edges, line);
    return readers::build_at(std::move(builder), {name_, line});
  }

  void add_nodes(GraphBuilder& builder, const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      const NodeId fresh = builder.num_nodes_so_far();
      const NodeId place = builder.node_of_integer(node.id);
      if (place != fresh) throw tokens_.malformed(node.line, "a second node of id " + std::to_string(node.id));
      if (node.label) builder.set_node_label(place, *node.label);
    }
  }

  void add_edges(GraphBuilder& builder, const std::vector<Edge>& edges, std::uint64_t line) {
    const bool weights = !edges.empty() && edges.front().weight.has_value();
    for (const Edge& edge : edges) {
      NodeId ends[2];
      for (const int end : {0, 1}) {
        const std::int64_t id = end == 0 ? *edge.source : *edge.target;
        const NodeId known = builder.num_nodes_so_far();
        ends[end] = builder.node_of_integer(id);
        if (ends[end] == known) {
          throw tokens_.malformed(edge.line, "an edge to node " + std::to_string(id) + ", which is not there; add it");
        }
      }
      if (edge.weight.has_value() != weights) {
        throw tokens_.malformed(edge.line, "some edges have weights and others have none; give all or none a weight");
      }
      weights&& options_.weights != WeightUse::ignore ? builder.add_edge(ends[0], ends[1], *edge.weight)
                                                      : builder.add_edge(ends[0], ends[1]);
      if (edge.label) builder.label_last_edge(*edge.label);
    }
    readers::settle_weights(builder, options_, !edges.empty(), weights, {name_, line});
  }

  Node read_node(std::uint64_t line) {
    Node node;
    node.line = line;
    keys_.saw(Part::node);
    std::optional<std::int64_t> id;
    each_key(tokens_, [&](const Token& key, const Token& value) {
      if (value.kind == Token::open) return skip_list(tokens_, 3);
      if (key.bytes == "id") id = integer(value);
      if (keys_.is(Use::node_label, key.bytes)) node.label = text_of(value);
      keys_.saw(Part::node, key.bytes);
    });
    if (!id) throw tokens_.malformed(line, "a node without id; add one");
    node.id = *id;
    return node;
  }

  Edge read_edge(std::uint64_t line) {
    Edge edge;
    edge.line = line;
    keys_.saw(Part::edge);
    each_key(tokens_, [&](const Token& key, const Token& value) {
      if (value.kind == Token::open) return skip_list(tokens_, 3);
      if (key.bytes == "source") edge.source = integer(value);
      if (key.bytes == "target") edge.target = integer(value);
      if (keys_.is(Use::edge_label, key.bytes)) edge.label = text_of(value);
      const bool other_name = key.bytes == "value" && !keys_.asked(Use::weight) && !edge.weight;
      keys_.saw(Part::edge, key.bytes);
      if (keys_.is(Use::weight, key.bytes) || other_name) {
        edge.weight = readers::parse_weight(value.bytes, options_, {name_, value.line});
      }
    });
    if (!edge.source || !edge.target) throw tokens_.malformed(line, "an edge without source or target; add it");
    return edge;
  }

  [[nodiscard]] std::int64_t integer(const Token& token) const {
    const auto number = base::parse_integer(token.bytes);
    if (!number) {
      throw tokens_.malformed(token.line, "'" + std::string(token.bytes.substr(0, 40)) + "' is not an integer");
    }
    return *number;
  }
  [[nodiscard]] static std::string text_of(const Token& token) {
    return token.kind == Token::text ? unescape(token.bytes) : std::string(token.bytes);
  }

  std::string name_;
  std::string text_;
  ReadOptions options_;
  Keys keys_;
  Tokens tokens_;
};

}  // namespace

Graphs read_gml(bytes::Bytes bytes, const ReadOptions& options) {
  return std::make_unique<GmlSource>(std::move(bytes), options);
}

}  // namespace awe::keyed
