#include "words/graphlet_corpus.h"

#include <algorithm>
#include <numeric>

#include "awe/error.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "baselines/graphlet_classes.h"
#include "graph/simple_graph.h"

namespace awe::words {
namespace {

constexpr std::uint64_t kTextStream = 0x4752415048530001;  // keeps these draws apart from others of the same graph

std::uint32_t class_of(const graph::SimpleGraph& graph, const std::vector<NodeId>& nodes,
                       const baselines::GraphletClasses& classes) {
  std::uint32_t code = 0;
  for (std::size_t j = 1; j < nodes.size(); ++j) {
    const auto row = graph.neighbours(nodes[j]);
    for (std::size_t i = 0; i < j; ++i) {
      if (std::binary_search(row.begin(), row.end(), nodes[i])) code |= std::uint32_t{1} << (j * (j - 1) / 2 + i);
    }
  }
  return classes.class_of(code);
}

}  // namespace

std::vector<std::uint32_t> graphlet_text(const Graph& graph, const GraphletCorpusOptions& options) {
  const auto size = static_cast<NodeId>(options.nodes);
  const NodeId n = graph.num_nodes();
  if (n < size) return {};
  const graph::SimpleGraph simple(graph);
  const baselines::GraphletClasses& classes = baselines::GraphletClasses::of_size(options.nodes);
  base::Sequence random(options.seed, fingerprint(graph), kTextStream);
  std::vector<NodeId> order(n);
  std::iota(order.begin(), order.end(), NodeId{0});
  const NodeId used = std::min<NodeId>(n, 2 * size - 1);
  std::vector<std::uint32_t> text;
  for (std::uint32_t i = 0; i < options.orders; ++i) {
    // The first places of a random order.
    for (NodeId place = 0; place < used; ++place) {
      std::swap(order[place], order[place + random.below(n - place)]);
    }
    text.push_back(class_of(simple, {order.begin(), order.begin() + size}, classes));
    for (NodeId first = 0; first < size; ++first) {
      std::vector<NodeId> nodes(order.begin() + size, order.begin() + used);
      nodes.insert(nodes.begin(), order[first]);
      text.push_back(class_of(simple, nodes, classes));
    }
  }
  return text;
}

GraphletCorpus::GraphletCorpus(GraphSource& graphs, const GraphletCorpusOptions& options, const Progress& progress)
    : options_(options) {
  std::uint64_t done = 0;
  Hasher hasher;
  base::ordered_pipeline<Graph, std::vector<std::uint32_t>>(
      options.threads, static_cast<std::size_t>(options.threads) * 4,
      [&] {
        progress.throw_if_stopped();
        return graphs.next();
      },
      [&](Graph&& graph) { return graphlet_text(graph, options); },
      [&](std::vector<std::uint32_t>&& text) {
        hasher.add_values(std::span<const std::uint32_t>(text));
        hasher.add_value<std::uint64_t>(text.size());
        text_.insert(text_.end(), text.begin(), text.end());
        ends_.push_back(text_.size());
        if (progress.report) progress.report(++done, graphs.count().value_or(0));
      });
  hasher.add_value(options.window);
  identity_ = hasher.digest();

  std::vector<double> counts(baselines::GraphletClasses::of_size(options.nodes).size(), 0.0);
  for (const std::uint32_t graphlet : text_) ++counts[graphlet];
  ColumnCounts columns;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (!(counts[i] > 0)) continue;
    columns.columns.push_back(i);
    columns.counts.push_back(counts[i]);
    columns.shares.push_back(counts[i] / static_cast<double>(text_.size()));
  }
  if (columns.columns.size() < 2) {
    throw Error(ErrorKind::usage, "fewer than two different graphlets of " + std::to_string(options.nodes) +
                                      " nodes occur; use smaller graphlets");
  }
  set_words(columns, {.max_words = counts.size(), .min_count = 0, .walks = 1, .other = false});
  for (std::uint32_t& word : text_) word = vocabulary_.word_of(word);

  // Places by word: first_sentence_ has where those of each begin.
  first_sentence_.assign(words() + 1, 0);
  for (const std::uint32_t word : text_) ++first_sentence_[word + 1];
  std::partial_sum(first_sentence_.begin(), first_sentence_.end(), first_sentence_.begin());
  places_.resize(text_.size());
  std::vector<std::uint64_t> next(first_sentence_.begin(), first_sentence_.end() - 1);
  for (std::uint64_t place = 0; place < text_.size(); ++place) places_[next[text_[place]]++] = place;
}

std::string GraphletCorpus::word_text(std::uint32_t word) const {
  return baselines::GraphletClasses::of_size(options_.nodes).name(vocabulary_.columns()[word]);
}

void GraphletCorpus::sentence(std::uint64_t /*epoch*/, std::uint64_t number, std::vector<std::uint32_t>& words) const {
  words.clear();
  const std::uint64_t place = places_[number], half = options_.window / 2;
  const auto end = std::upper_bound(ends_.begin(), ends_.end(), place);
  const std::uint64_t begin = end == ends_.begin() ? 0 : *(end - 1);
  for (std::uint64_t i = std::max(begin + half, place) - half; i < std::min(*end, place + half + 1); ++i) {
    if (i != place) words.push_back(text_[i]);
  }
}

}  // namespace awe::words
