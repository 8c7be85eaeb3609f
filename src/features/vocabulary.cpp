#include "features/vocabulary.h"

#include <algorithm>

#include "awe/error.h"
#include "walks/walk_text.h"

namespace awe::features {

WalkVocabulary::WalkVocabulary(int first, int last, bool node_labels, bool edge_labels)
    : first_(first),
      last_(last),
      node_labels_(node_labels),
      edge_labels_(edge_labels),
      graphs_(1, 0),
      columns_(static_cast<std::size_t>(last - first) + 1) {}

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
bool translated(const walks::WalkTree& tree, walks::WalkTree::Place place,
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

void WalkVocabulary::add(const labelled_walks::LabelledDistribution& walks, const labels::GraphLabels& labels) {
  Translation translation;
  for (const std::string& name : labels.node_names()) translation.node.push_back(nodes_.id_of(name));
  for (const std::string& name : labels.edge_names()) translation.edge.push_back(edges_.id_of(name));
  std::vector<walks::WalkTree::Place> here(walks.tree.size(), walks::WalkTree::kRoot);
  for (walks::WalkTree::Place place = 1; place < walks.tree.size(); ++place) {
    if (walks.tree.length(place) > last_) continue;
    walks::WalkStep step;
    (void)translated(walks.tree, place, translation, step);
    here[place] = tree_.find_or_add(here[walks.tree.parent(place)], step);
    if (here[place] >= graphs_.size()) graphs_.push_back(0);
    ++graphs_[here[place]];
  }
  if (tree_.size() > kMostWalks) {
    throw Error(ErrorKind::limit, "more than " + std::to_string(kMostWalks) +
                                      " different walks; use shorter walks, fewer labels, or `hash_bits`");
  }
}

std::string WalkVocabulary::text(walks::WalkTree::Place place) const {
  return walks::walk_text(tree_, place, node_labels_ ? &nodes_.names : nullptr, edge_labels_ ? &edges_.names : nullptr);
}

// Chooses the columns, then rebuilds everything from them in their order: the numbers of labels and places then depend
// only on what was kept, not on the order of learning.
void WalkVocabulary::finish(const VocabularyOptions& limits) {
  struct Candidate {
    std::uint64_t graphs;
    std::string walk;
    walks::WalkTree::Place place;
  };
  WalkVocabulary kept(first_, last_, node_labels_, edge_labels_);
  std::vector<std::vector<walks::WalkTree::Place>> by_length(columns_.size());
  for (walks::WalkTree::Place place = 1; place < tree_.size(); ++place) {
    const int length = tree_.length(place);
    if (length < first_ || graphs_[place] < limits.min_graphs) continue;
    by_length[at(length)].push_back(place);
  }
  std::vector<walks::WalkTree::Place> moved(tree_.size(), walks::WalkTree::kNone);
  moved[walks::WalkTree::kRoot] = walks::WalkTree::kRoot;
  std::vector<walks::WalkTree::Place> path;
  for (std::size_t section = 0; section < by_length.size(); ++section) {
    auto& places = by_length[section];
    const auto most =
        static_cast<std::size_t>(std::min<std::uint64_t>(places.size(), limits.max_columns.value_or(places.size())));
    // Texts are created only for walks that may be chosen.
    if (most < places.size()) {
      std::vector<std::uint64_t> counts;
      for (const walks::WalkTree::Place place : places) counts.push_back(graphs_[place]);
      std::nth_element(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(most), counts.end(),
                       std::greater<>());
      const std::uint64_t least = counts[most];
      std::erase_if(places, [&](walks::WalkTree::Place place) { return graphs_[place] < least; });
    }
    std::vector<Candidate> candidates;
    for (const walks::WalkTree::Place place : places) candidates.push_back({graphs_[place], text(place), place});
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.graphs != b.graphs ? a.graphs > b.graphs : a.walk < b.walk;
    });
    candidates.resize(std::min(candidates.size(), most));
    for (const Candidate& candidate : candidates) {
      path.clear();
      for (walks::WalkTree::Place place = candidate.place; moved[place] == walks::WalkTree::kNone;
           place = tree_.parent(place)) {
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
        kept.column_of_.resize(kept.tree_.size(), kUnknown);
      }
      const walks::WalkTree::Place place = moved[candidate.place];
      kept.column_of_[place] = static_cast<std::uint32_t>(kept.columns_[section].size());
      kept.columns_[section].push_back(place);
    }
  }
  kept.column_of_.resize(kept.tree_.size(), kUnknown);
  *this = std::move(kept);
}

WalkVocabulary::Column WalkVocabulary::column(int length, std::uint64_t index) const {
  const walks::WalkTree::Place place = columns_[at(length)][index];
  return {text(place), graphs_[place]};
}

std::vector<std::uint32_t> WalkVocabulary::columns_of(const walks::WalkTree& tree,
                                                      const Translation& translation) const {
  std::vector<walks::WalkTree::Place> here(tree.size(), walks::WalkTree::kNone);
  std::vector<std::uint32_t> columns(tree.size(), kUnknown);
  here[walks::WalkTree::kRoot] = walks::WalkTree::kRoot;
  for (walks::WalkTree::Place place = 1; place < tree.size(); ++place) {
    const walks::WalkTree::Place parent = here[tree.parent(place)];
    walks::WalkStep step;
    if (parent == walks::WalkTree::kNone || !translated(tree, place, translation, step)) continue;
    here[place] = tree_.find(parent, step);
    if (here[place] != walks::WalkTree::kNone) columns[place] = column_of_[here[place]];
  }
  return columns;
}

}  // namespace awe::features
