#include "features/vocabulary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "awe/error.h"
#include "walks/walk_text.h"

namespace awe::features {

WalkVocabulary::WalkVocabulary(int first, int last, bool node_labels, bool edge_labels, bool ended)
    : first_(first),
      last_(last),
      node_labels_(node_labels),
      edge_labels_(edge_labels),
      ended_(ended),
      graphs_(1, 0),
      ended_graphs_(1, 0),
      columns_(static_cast<std::size_t>(last - first) + 1),
      ended_column_of_(columns_.size()) {}

std::uint32_t WalkVocabulary::Alphabet::id_of(const std::string& name) {
  const auto [entry, added] = ids.emplace(name, static_cast<std::uint32_t>(names.size()));
  if (added) {
    if (names.size() + 1 >= walks::WalkStep::kMostLabels) {
      throw Error(ErrorKind::limit, "more than 2^29 different labels; use `hash_bits` or coarser labels");
    }
    names.push_back(name);
  }
  return entry->second;
}

std::vector<std::uint32_t> WalkVocabulary::Alphabet::find(const std::vector<std::string>& wanted) const {
  std::vector<std::uint32_t> found;
  found.reserve(wanted.size());
  for (const std::string& name : wanted) {
    const auto entry = ids.find(name);
    found.push_back(entry == ids.end() ? kUnknown : entry->second);
  }
  return found;
}

WalkVocabulary::Translation WalkVocabulary::translate(const labels::GraphLabels& labels) const {
  return {nodes_.find(labels.node_names()), edges_.find(labels.edge_names())};
}

namespace {

// Converts a step of a graph's own tree to the vocabulary's labels; false if one of them is not in the vocabulary.
bool translated(const walks::WalkList& tree, walks::WalkTree::Place place,
                const WalkVocabulary::Translation& translation, walks::WalkStep& step) {
  const walks::WalkStep own = tree.step(place);
  const walks::WalkTree::Place parent = tree.parent(place);
  const bool fresh = own.name() > tree.names(parent);
  std::uint32_t node = 0, edge = 0;
  if (fresh && !translation.node.empty()) node = translation.node[own.node_label()];
  if (parent != walks::WalkTree::kRoot && !translation.edge.empty()) edge = translation.edge[own.edge_label()];
  if (node == WalkVocabulary::kUnknown || edge == WalkVocabulary::kUnknown) return false;
  step = walks::WalkStep(own.name(), node, edge);
  return true;
}

}  // namespace

std::vector<walks::WalkTree::Place> WalkVocabulary::places_for(const walks::WalkList& tree,
                                                               const Translation& translation) {
  std::vector<walks::WalkTree::Place> here(tree.size(), walks::WalkTree::kRoot);
  for (walks::WalkTree::Place place = 1; place < tree.size(); ++place) {
    if (tree.length(place) > last_) continue;
    walks::WalkStep step;
    (void)translated(tree, place, translation, step);
    here[place] = tree_.find_or_add(here[tree.parent(place)], step);
  }
  graphs_.resize(tree_.size(), 0);
  ended_graphs_.resize(tree_.size(), 0);
  return here;
}

void WalkVocabulary::check_size() const {
  if (tree_.size() > kMostWalks) {
    throw Error(ErrorKind::limit, "more than " + std::to_string(kMostWalks) +
                                      " different walks; use shorter walks, fewer labels, or `hash_bits`");
  }
}

void WalkVocabulary::add(const labelled_walks::LabelledDistribution& walks, const labels::GraphLabels& labels) {
  Translation translation;
  for (const std::string& name : labels.node_names()) translation.node.push_back(nodes_.id_of(name));
  for (const std::string& name : labels.edge_names()) translation.edge.push_back(edges_.id_of(name));
  const std::vector<walks::WalkTree::Place> here = places_for(walks.tree, translation);
  for (walks::WalkTree::Place place = 1; place < here.size(); ++place) {
    if (here[place] == walks::WalkTree::kRoot) continue;  // too long
    ++graphs_[here[place]];
    if (ended_ && walks.ended[place] > 0) ++ended_graphs_[here[place]];
  }
  check_size();
}

void WalkVocabulary::merge(const WalkVocabulary& other) {
  Translation translation;
  for (const std::string& name : other.nodes_.names) translation.node.push_back(nodes_.id_of(name));
  for (const std::string& name : other.edges_.names) translation.edge.push_back(edges_.id_of(name));
  const std::vector<walks::WalkTree::Place> here = places_for(other.tree_.list(), translation);
  for (walks::WalkTree::Place place = 1; place < here.size(); ++place) {
    graphs_[here[place]] += other.graphs_[place];
    ended_graphs_[here[place]] += other.ended_graphs_[place];
  }
  check_size();
}

const char* WalkVocabulary::append(std::uint64_t parent, std::uint64_t name, std::uint64_t node, std::uint64_t edge,
                                   std::uint64_t graphs) {
  const std::size_t place = tree_.size();
  if (parent >= place) return "a walk stands before the one that it continues";
  const auto from = static_cast<walks::WalkTree::Place>(parent);
  if (name < 1 || name > tree_.names(from) + 1 || (parent == 0 && name != 1)) return "no such step";
  if (node >= std::max<std::uint64_t>(1, nodes_.names.size()) ||
      edge >= std::max<std::uint64_t>(1, edges_.names.size())) {
    return "no such label";
  }
  if (tree_.length(from) >= last_) return "this walk is too long";
  const walks::WalkStep step(static_cast<std::uint32_t>(name), static_cast<std::uint32_t>(node),
                             static_cast<std::uint32_t>(edge));
  if (tree_.find_or_add(from, step) != place) return "this walk is there twice";
  graphs_.push_back(graphs);
  ended_graphs_.push_back(0);
  return nullptr;
}

void WalkVocabulary::write(bytes::SectionWriter& out) const {
  for (const Alphabet* alphabet : {&nodes_, &edges_}) {
    out.number<std::uint64_t>(alphabet->names.size());
    for (const std::string& name : alphabet->names) out.text(name);
  }
  std::vector<std::uint32_t> parents;
  std::vector<std::uint64_t> steps;
  for (walks::WalkTree::Place place = 1; place < tree_.size(); ++place) {
    parents.push_back(tree_.parent(place));
    steps.push_back(tree_.step(place).bits());
  }
  out.numbers<std::uint32_t>(parents);
  out.numbers<std::uint64_t>(steps);
  out.numbers<std::uint64_t>(graphs_);
  out.numbers<std::uint64_t>(ended_ ? std::span(ended_graphs_) : std::span<const std::uint64_t>());
}

void WalkVocabulary::read(bytes::SectionReader& in) {
  for (Alphabet* alphabet : {&nodes_, &edges_}) {
    const auto count = in.number<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
      if (alphabet->id_of(in.text()) != i) throw in.malformed("has a label twice");
    }
  }
  const auto parents = in.numbers<std::uint32_t>();
  const auto steps = in.numbers<std::uint64_t>(), graphs = in.numbers<std::uint64_t>(),
             ended = in.numbers<std::uint64_t>();
  if (steps.size() != parents.size() || graphs.size() != parents.size() + 1 ||
      ended.size() != (ended_ ? graphs.size() : 0)) {
    throw in.malformed("has lists of different lengths");
  }
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const auto step = std::bit_cast<walks::WalkStep>(steps[i]);
    const char* const fault = append(parents[i], step.name(), step.node_label(), step.edge_label(), graphs[i + 1]);
    if (fault != nullptr) throw in.malformed("has an unsound walk: " + std::string(fault));
  }
  if (ended_) ended_graphs_.assign(ended.begin(), ended.end());
}

std::string WalkVocabulary::text(walks::WalkTree::Place place, bool ended) const {
  const std::string walk = walks::walk_text(tree_.list(), place, node_labels_ ? &nodes_.names : nullptr,
                                            edge_labels_ ? &edges_.names : nullptr);
  return ended ? walk + "-." : walk;
}

// The columns of one length, in their order.
std::vector<WalkVocabulary::Candidate> WalkVocabulary::chosen(int length, const VocabularyOptions& limits) const {
  const auto graphs_of = [&](const Described& walk) {
    return walk.ended ? ended_graphs_[walk.place] : graphs_[walk.place];
  };
  std::vector<Described> walks;
  for (walks::WalkTree::Place place = 1; place < tree_.size(); ++place) {
    const Described walk{place, tree_.length(place) < length};
    if (tree_.length(place) > length || (walk.ended && !ended_)) continue;
    if (graphs_of(walk) >= std::max<std::uint64_t>(1, limits.min_graphs)) walks.push_back(walk);
  }
  const auto most =
      static_cast<std::size_t>(std::min<std::uint64_t>(walks.size(), limits.max_columns.value_or(walks.size())));
  // Texts are created only for walks that may be chosen.
  if (most < walks.size()) {
    std::vector<std::uint64_t> counts;
    for (const Described& walk : walks) counts.push_back(graphs_of(walk));
    std::nth_element(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(most), counts.end(),
                     std::greater<>());
    const std::uint64_t least = counts[most];
    std::erase_if(walks, [&](const Described& walk) { return graphs_of(walk) < least; });
  }
  std::vector<Candidate> candidates;
  for (const Described& walk : walks) candidates.push_back({walk, graphs_of(walk), text(walk.place, walk.ended)});
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.graphs != b.graphs ? a.graphs > b.graphs : a.walk < b.walk;
  });
  candidates.resize(std::min(candidates.size(), most));
  // Full walks first, then by the steps made.
  std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    if (a.column.ended != b.column.ended) return b.column.ended;
    return a.column.ended && tree_.length(a.column.place) < tree_.length(b.column.place);
  });
  return candidates;
}

// Adds a walk and those that it continues to `kept`, unless they are there: `moved` tells where.
walks::WalkTree::Place WalkVocabulary::keep(walks::WalkTree::Place wanted, WalkVocabulary& kept,
                                            std::vector<walks::WalkTree::Place>& moved) const {
  std::vector<walks::WalkTree::Place> path;
  for (walks::WalkTree::Place place = wanted; moved[place] == walks::WalkTree::kNone; place = tree_.parent(place)) {
    path.push_back(place);
  }
  for (auto place = path.rbegin(); place != path.rend(); ++place) {
    const walks::WalkTree::Place parent = tree_.parent(*place);
    const walks::WalkStep own = tree_.step(*place);
    const bool fresh = own.name() > tree_.names(parent);
    const std::uint32_t node = node_labels_ && fresh ? kept.nodes_.id_of(nodes_.names[own.node_label()]) : 0;
    const std::uint32_t edge =
        edge_labels_ && parent != walks::WalkTree::kRoot ? kept.edges_.id_of(edges_.names[own.edge_label()]) : 0;
    moved[*place] = kept.tree_.find_or_add(moved[parent], walks::WalkStep(own.name(), node, edge));
    kept.graphs_.push_back(graphs_[*place]);
    kept.ended_graphs_.push_back(ended_graphs_[*place]);
    kept.column_of_.resize(kept.tree_.size(), kUnknown);
  }
  return moved[wanted];
}

// Chooses the columns, then rebuilds everything from them in their order: the numbers of labels and places then depend
// only on what was kept, not on the order of learning.
void WalkVocabulary::finish(const VocabularyOptions& limits) {
  WalkVocabulary kept(first_, last_, node_labels_, edge_labels_, ended_);
  std::vector<walks::WalkTree::Place> moved(tree_.size(), walks::WalkTree::kNone);
  moved[walks::WalkTree::kRoot] = walks::WalkTree::kRoot;
  for (int length = first_; length <= last_; ++length) {
    auto& section = kept.columns_[at(length)];
    for (const Candidate& candidate : chosen(length, limits)) {
      const bool ended = candidate.column.ended;
      const walks::WalkTree::Place place = keep(candidate.column.place, kept, moved);
      const auto column = static_cast<std::uint32_t>(section.size());
      if (ended) {
        kept.ended_column_of_[at(length)].emplace(place, column);
      } else {
        kept.column_of_[place] = column;
      }
      section.push_back({place, ended});
    }
  }
  kept.column_of_.resize(kept.tree_.size(), kUnknown);
  *this = std::move(kept);
}

WalkVocabulary::Column WalkVocabulary::column(int length, std::uint64_t index) const {
  const auto [place, ended] = columns_[at(length)][index];
  return {text(place, ended), ended ? ended_graphs_[place] : graphs_[place]};
}

std::uint32_t WalkVocabulary::ended_column_of(int length, walks::WalkTree::Place place) const {
  const auto& columns = ended_column_of_[at(length)];
  const auto found = columns.find(place);
  return found == columns.end() ? kUnknown : found->second;
}

namespace {

// The places of a list by length: those of length l are order[first[l]] .. order[first[l + 1] - 1].
struct PlacesByLength {
  std::vector<std::size_t> first = {0};
  std::vector<walks::WalkList::Place> order;

  explicit PlacesByLength(const walks::WalkList& walks) : order(walks.size() - 1) {
    std::array<std::size_t, kMaxWalkLength + 1> counts{};
    std::size_t lengths = 0;
    for (walks::WalkList::Place place = 1; place < walks.size(); ++place) {
      const auto length = static_cast<std::size_t>(walks.length(place));
      ++counts[length];
      lengths = std::max(lengths, length + 1);
    }
    for (std::size_t l = 0; l < lengths; ++l) first.push_back(first.back() + counts[l]);
    std::vector<std::size_t> next = first;
    for (walks::WalkList::Place place = 1; place < walks.size(); ++place) {
      order[next[static_cast<std::size_t>(walks.length(place))]++] = place;
    }
  }
};

}  // namespace

// Length by length, so that the places of all parents are known before the children are looked up.
std::vector<walks::WalkTree::Place> WalkVocabulary::places_of(const walks::WalkList& tree,
                                                              const Translation& translation) const {
  std::vector<walks::WalkTree::Place> here(tree.size(), walks::WalkTree::kNone);
  here[walks::WalkTree::kRoot] = walks::WalkTree::kRoot;
  const PlacesByLength by_length(tree);
  std::vector<walks::WalkTree::Place> asked, parents, found;
  std::vector<walks::WalkStep> steps;
  for (std::size_t l = 0; l + 1 < by_length.first.size(); ++l) {
    asked.clear();
    parents.clear();
    steps.clear();
    for (std::size_t i = by_length.first[l]; i < by_length.first[l + 1]; ++i) {
      const walks::WalkTree::Place place = by_length.order[i], parent = here[tree.parent(place)];
      walks::WalkStep step;
      if (parent == walks::WalkTree::kNone || !translated(tree, place, translation, step)) continue;
      asked.push_back(place);
      parents.push_back(parent);
      steps.push_back(step);
    }
    found.resize(asked.size());
    tree_.find_all(parents, steps, found);
    for (std::size_t i = 0; i < asked.size(); ++i) here[asked[i]] = found[i];
  }
  return here;
}

std::vector<std::uint32_t> WalkVocabulary::columns_of(std::span<const walks::WalkTree::Place> places) const {
  constexpr std::size_t kAhead = 16;
  std::vector<std::uint32_t> columns(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const walks::WalkTree::Place soon = places[std::min(i + kAhead, places.size() - 1)];
    if (soon != walks::WalkTree::kNone) __builtin_prefetch(column_of_.data() + soon);
    columns[i] = column_of(places[i]);
  }
  return columns;
}

}  // namespace awe::features
