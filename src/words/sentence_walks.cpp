#include "words/sentence_walks.h"

#include <algorithm>

#include "awe/error.h"
#include "features/fitted_features.h"
#include "graph/dead_ends.h"
#include "words/walk_texts.h"

namespace awe::words {
namespace {

constexpr std::uint64_t kNoColumn = ~std::uint64_t{0};

std::uint64_t arc_of(const Graph& graph, NodeId from, NodeId to) {
  const auto row = graph.neighbours(from);
  const auto place = std::lower_bound(row.begin(), row.end(), to) - row.begin();
  return graph.offsets()[from] + static_cast<std::uint64_t>(place);
}

// Adds the first `length` steps of a lane's walk to the tree and returns their place.
walks::WalkTree::Place add_walk(const Graph& graph, const labels::GraphLabels& labels, const walks::WalkTile& tile,
                                std::uint32_t lane, int length, walks::WalkTree& tree) {
  std::array<NodeId, kMaxWalkLength + 1> visited;
  std::uint32_t used = 1;
  visited[0] = tile.nodes[0][lane];
  walks::WalkTree::Place place =
      tree.find_or_add(walks::WalkTree::kRoot, walks::WalkStep(1, labels.node(visited[0]), 0));
  for (std::size_t s = 1; s <= static_cast<std::size_t>(length); ++s) {
    const NodeId node = tile.nodes[s][lane];
    std::uint32_t j = 0;
    while (j < used && visited[j] != node) ++j;
    const bool fresh = j == used;
    if (fresh) visited[used++] = node;
    const NodeId before = tile.nodes[s - 1][lane];
    std::uint32_t edge = 0;
    if (labels.of_edges()) edge = graph.degree(before) == 0 ? labels.jump() : labels.arc(arc_of(graph, before, node));
    place = tree.find_or_add(place, walks::WalkStep(j + 1, fresh ? labels.node(node) : 0, edge));
  }
  return place;
}

}  // namespace

SentenceWalks::SentenceWalks(std::vector<Graph> graphs, const CorpusOptions& options,
                             std::optional<features::FittedFeatures> fitted)
    : plan_(options), graphs_(std::move(graphs)), columns_(feature_plan_of(options), std::move(fitted), false) {
  if (options.sentence_walks == 0 || options.sentence_walks > base::kBlockWalks) {
    throw Error(ErrorKind::usage, "a sentence has 1 to " + std::to_string(base::kBlockWalks) + " walks");
  }
  for (std::size_t p = 0; p < columns_.parts.size(); ++p) {
    const features::FeatureColumns::Part& part = columns_.parts[p];
    if (!part.of_walks()) {
      throw Error(ErrorKind::usage, "words are walks or colours; '" + part.block->name() + "' is neither");
    }
    for (std::size_t s = 0; s < part.sections(); ++s) {
      sections_.push_back({p, part.first + static_cast<int>(s), part.first_column[s]});
    }
  }
  if (options.dead_ends == DeadEnds::reverse) {
    for (const Graph& graph : graphs_) walked_.push_back(graph::with_ways_back(graph));
  }
  for (std::size_t graph = 0; graph < graphs_.size(); ++graph) prepared_.push_back(prepare(graph));
}

SentenceWalks::Prepared SentenceWalks::prepare(std::size_t number) const {
  Prepared prepared;
  const Graph& graph = graphs_[number];
  const bool restart = plan_.dead_ends == DeadEnds::restart && graph.directed();
  for (const features::FeatureColumns::Part& part : columns_.parts) {
    if (graph.has_self_loops() && !plan_.self_loops && !part.labelled()) {
      throw Error(ErrorKind::usage, "the graph has self-loops: its walks need the vocabulary with self-loops");
    }
    auto& walker = prepared.walkers[static_cast<std::size_t>(part.block->walk)];
    const int length = std::max({1, part.last, walker ? walker->index().length() : 0});
    if (!walker || walker->index().length() < length) {
      walker.emplace(walked(number), WalkIndex(length, plan_.self_loops || graph.has_self_loops()), plan_.seed,
                     walks::WalkerOptions{part.block->walk, true, walks::AdjacencyForm::automatic, {}, restart});
    }
    prepared.labels.emplace_back();
    prepared.translations.emplace_back();
    if (!part.labelled()) continue;
    const labels::Codebook* codebook = nullptr;
    if (part.labels.clusters > 0) codebook = &columns_.fitted->codebooks.at(part.labels.clusters);
    prepared.labels.back().emplace(graph, part.labels, codebook, &walked(number), restart);
    prepared.translations.back() = part.vocabulary->translate(*prepared.labels.back());
  }
  return prepared;
}

std::string SentenceWalks::text(std::uint64_t column) const { return walk_text(columns_, column); }

void SentenceWalks::draw(std::size_t graph, const Start& start, std::uint64_t epoch,
                         std::vector<std::uint64_t>& columns) const {
  const Prepared& prepared = prepared_[graph];
  const walks::WalkOrigin origin = start.arc ? walks::WalkOrigin::arc(walked(graph), start.node, *start.arc)
                                             : walks::WalkOrigin::sentence(start.node);
  // Features draw from the streams of arcs too, starting at block 0.
  const std::uint64_t block = epoch << 32 | (start.arc ? std::uint64_t{1} << 31 : 0);
  columns.assign(plan_.sentence_walks, kNoColumn);
  const bool plain = sections_.size() == 1 && !columns_.parts[0].labelled() && !columns_.parts[0].ended;
  for (const WalkKind kind : {WalkKind::uniform, WalkKind::non_backtracking}) {
    const auto& walker = prepared.walkers[static_cast<std::size_t>(kind)];
    if (!walker) continue;
    if (plain) {
      static_assert(walks::Walker::kStopped == kNoColumn);
      walker->fill_block(origin, block, columns);
    } else {
      walker->for_each_tile(origin, block, 0, plan_.sentence_walks, [&](const walks::WalkTile& tile) {
        name_columns(prepared, kind, walked(graph), tile, columns);
      });
    }
  }
  columns.erase(std::remove(columns.begin(), columns.end(), kNoColumn), columns.end());
}

// Sets the column of each walk of the tile whose section uses this kind of walk.
void SentenceWalks::name_columns(const Prepared& prepared, WalkKind kind, const Graph& graph,
                                 const walks::WalkTile& tile, std::vector<std::uint64_t>& columns) const {
  for (std::size_t p = 0; p < columns_.parts.size(); ++p) {
    const features::FeatureColumns::Part& part = columns_.parts[p];
    if (part.block->walk != kind) continue;
    walks::WalkTree tree;
    struct Named {
      std::uint32_t walk;  // within the sentence
      walks::WalkTree::Place place;
      bool ended;
    };
    std::vector<Named> places;
    for (std::uint32_t lane = 0; lane < tile.size; ++lane) {
      const std::uint32_t t = tile.first_lane + lane;
      const Section& section = sections_[t % sections_.size()];
      const int made = std::min(static_cast<int>(tile.made[lane]), section.length);
      const bool ended = made < section.length;
      if (section.part != p || (ended && plan_.dead_ends != DeadEnds::end)) continue;
      if (part.labelled()) {
        places.push_back({t, add_walk(graph, *prepared.labels[p], tile, lane, made, tree), ended});
      } else {
        columns[t] = anonymous_column(section, tile, lane, made);
      }
    }
    if (places.empty()) continue;
    const auto found = part.vocabulary->places_of(tree.list(), prepared.translations[p]);
    for (const auto& [t, place, ended] : places) {
      const Section& section = sections_[t % sections_.size()];
      const std::uint32_t column = ended ? part.vocabulary->ended_column_of(section.length, found[place])
                                         : part.vocabulary->column_of(found[place]);
      if (column != features::WalkVocabulary::kUnknown) columns[t] = section.first_column + column;
    }
  }
}

std::uint64_t SentenceWalks::anonymous_column(const Section& section, const walks::WalkTile& tile, std::uint32_t lane,
                                              int made) const {
  const features::FeatureColumns::Part& part = columns_.parts[section.part];
  const WalkIndex& index = part.prefixes->index(section.length);
  if (made < section.length) {
    std::vector<NodeId> nodes;
    for (std::size_t s = 0; s <= static_cast<std::size_t>(made); ++s) nodes.push_back(tile.nodes[s][lane]);
    return section.first_column + index.size() + part.ended->place(anonymise(nodes));
  }
  std::array<NodeId, kMaxWalkLength + 1> visited;
  visited[0] = tile.nodes[0][lane];
  int used = 1, current = 1;
  std::uint64_t rank = 0;
  for (int s = 1; s <= section.length; ++s) {
    const NodeId node = tile.nodes[static_cast<std::size_t>(s)][lane];
    int name = 1;
    while (name <= used && visited[static_cast<std::size_t>(name) - 1] != node) ++name;
    rank += static_cast<std::uint64_t>(index.choice(name, current)) * index.completions(section.length - s, used);
    if (name > used) visited[static_cast<std::size_t>(used++)] = node;
    current = name;
  }
  return section.first_column + rank;
}

}  // namespace awe::words
