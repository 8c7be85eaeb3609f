#include "isomorphism/joint_colours.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace awe::isomorphism {

// Affected nodes of one colour that saw the same: positions begin .. end - 1 of an order of nodes.
struct JointColours::Group {
  std::size_t begin, end;
};

JointColours::JointColours(const ColouredGraph& a, const RefinedColours& a_colours, const ColouredGraph& b,
                           const RefinedColours& b_colours, std::uint64_t most_work, const Progress& progress)
    : nodes_(a.size()), work_left_(most_work), progress_(progress) {
  std::map<EdgeMark, std::uint32_t> codes;  // in the order of marks
  for (const ColouredGraph* graph : {&a, &b}) {
    for (const MarkedArc& arc : graph->arcs) codes.emplace(arc.mark, 0);
  }
  for (std::uint32_t next = 0; auto& [mark, code] : codes) code = next++;
  const bool directed = a.directed;
  offsets_.assign(2 * std::size_t{nodes_} + 1, 0);
  for (const ColouredGraph* graph : {&a, &b}) {
    const std::uint32_t first = graph == &a ? 0 : nodes_;
    for (std::uint32_t u = 0; u < graph->size(); ++u) {
      offsets_[first + u + 1] += graph->row(u).size();
      for (const MarkedArc& arc : graph->row(u)) offsets_[first + arc.target + 1] += directed ? 1 : 0;
    }
  }
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  links_.resize(offsets_.back());
  std::vector<std::uint64_t> next(offsets_.begin(), offsets_.end() - 1);
  for (const ColouredGraph* graph : {&a, &b}) {
    const std::uint32_t first = graph == &a ? 0 : nodes_;
    for (std::uint32_t u = 0; u < graph->size(); ++u) {
      for (const MarkedArc& arc : graph->row(u)) {
        const std::uint32_t code = 2 * codes.at(arc.mark);
        links_[next[first + u]++] = {first + arc.target, code};
        if (directed) links_[next[first + arc.target]++] = {first + u, code + 1};
      }
    }
  }

  colour_.assign(2 * std::size_t{nodes_}, 0);
  part_.assign(2 * std::size_t{nodes_}, 0);
  std::vector<std::uint32_t> order(2 * std::size_t{nodes_});
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t node) {
    return on_second_side(node) ? std::pair(b_colours.of[node - nodes_], b.colours[node - nodes_])
                                : std::pair(a_colours.of[node], a.colours[node]);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) { return key(x) < key(y); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t colour = i == 0 || key(order[i - 1]) < key(order[i]) ? new_colour() : next_colour_ - 1;
    colour_[order[i]] = colour;
    ++counts_[colour];
  }
}

std::uint32_t JointColours::new_colour() {
  if (counts_.size() <= next_colour_) counts_.push_back(0);
  return next_colour_++;
}

void JointColours::set(std::uint32_t node, std::uint32_t colour, std::uint32_t part) {
  changes_.push_back({node, colour_[node], part_[node]});
  --counts_[colour_[node]];
  ++counts_[colour];
  colour_[node] = colour;
  part_[node] = part;
}

void JointColours::undo(const Mark& mark) {
  while (changes_.size() > mark.changes) {
    const Change& last = changes_.back();
    --counts_[colour_[last.node]];
    ++counts_[last.colour];
    colour_[last.node] = last.colour;
    part_[last.node] = last.part;
    changes_.pop_back();
  }
  next_colour_ = mark.colours;
  next_part_ = mark.parts;
}

void JointColours::spend(std::uint64_t work) {
  constexpr std::uint64_t kBetweenChecks = 1u << 20;
  if (work > work_left_) throw OutOfWork();
  work_left_ -= work;
  if (work < next_check_) {
    next_check_ -= work;
    return;
  }
  next_check_ = kBetweenChecks;
  progress_.throw_if_stopped();
}

bool JointColours::balanced() const {
  std::vector<std::int64_t> more(next_colour_, 0);
  for (std::uint32_t node = 0; node < colour_.size(); ++node) more[colour_[node]] += on_second_side(node) ? -1 : 1;
  return std::all_of(more.begin(), more.end(), [](std::int64_t difference) { return difference == 0; });
}

bool JointColours::refine(std::vector<std::uint32_t> changed) {
  std::vector<Seen> seen;
  std::vector<std::uint32_t> order;
  std::vector<std::pair<std::size_t, std::size_t>> views;  // what each affected node saw: a range of `seen`
  std::vector<Group> groups;
  while (!changed.empty()) {
    seen.clear();
    for (const std::uint32_t node : changed) {
      for (const Link& link : links(node)) {
        if (part_[link.target] == part_[node]) seen.push_back({link.target, colour_[node], link.code});
      }
    }
    spend(changed.size() + 2 * seen.size());
    std::sort(seen.begin(), seen.end());
    views.clear();
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (i == 0 || seen[i].node != seen[i - 1].node) views.emplace_back(i, i);
      views.back().second = i + 1;
    }
    const auto compare = [&](std::size_t x, std::size_t y) {
      const auto [x_begin, x_end] = views[x];
      const auto [y_begin, y_end] = views[y];
      const std::uint32_t x_colour = colour_[seen[x_begin].node], y_colour = colour_[seen[y_begin].node];
      if (x_colour != y_colour) return x_colour <=> y_colour;
      return std::lexicographical_compare_three_way(
          seen.begin() + static_cast<std::ptrdiff_t>(x_begin), seen.begin() + static_cast<std::ptrdiff_t>(x_end),
          seen.begin() + static_cast<std::ptrdiff_t>(y_begin), seen.begin() + static_cast<std::ptrdiff_t>(y_end),
          [](const Seen& p, const Seen& q) { return std::pair(p.colour, p.code) <=> std::pair(q.colour, q.code); });
    };
    std::vector<std::size_t> by_view(views.size());
    std::iota(by_view.begin(), by_view.end(), std::size_t{0});
    std::sort(by_view.begin(), by_view.end(), [&](std::size_t x, std::size_t y) { return compare(x, y) < 0; });
    order.clear();
    for (const std::size_t view : by_view) order.push_back(seen[views[view].first].node);
    // Cells are runs of one colour, and groups runs of one view within them.
    changed.clear();
    for (std::size_t begin = 0; begin < order.size();) {
      const std::uint32_t colour = colour_[order[begin]];
      groups.clear();
      std::size_t end = begin;
      for (; end < order.size() && colour_[order[end]] == colour; ++end) {
        if (groups.empty() || compare(by_view[end - 1], by_view[end]) != 0) groups.push_back({end, end});
        groups.back().end = end + 1;
      }
      if (!split(groups, order, changed)) return false;
      begin = end;
    }
  }
  return true;
}

// Gives new colours to all groups of a cell, or to all except the largest if no node of the cell is in none of them.
bool JointColours::split(std::span<const Group> groups, const std::vector<std::uint32_t>& order,
                         std::vector<std::uint32_t>& changed) {
  for (const Group& group : groups) {
    std::int64_t more = 0;
    for (std::size_t i = group.begin; i < group.end; ++i) more += on_second_side(order[i]) ? -1 : 1;
    if (more != 0) return false;
  }
  const std::uint32_t first = order[groups.front().begin], colour = colour_[first], part = part_[first];
  // One group keeps its colour: the others tell enough about it.
  const Group* kept = nullptr;
  if (counts_[colour] == groups.back().end - groups.front().begin) {
    kept = &*std::max_element(groups.begin(), groups.end(),
                              [](const Group& a, const Group& b) { return a.end - a.begin < b.end - b.begin; });
  }
  for (const Group& group : groups) {
    if (&group == kept) continue;
    const std::uint32_t fresh = new_colour();
    for (std::size_t i = group.begin; i < group.end; ++i) {
      set(order[i], fresh, part);
      changed.push_back(order[i]);
    }
  }
  return true;
}

void JointColours::restrict_to(std::span<const std::uint32_t> nodes) {
  spend(nodes.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_colour;
  by_colour.reserve(nodes.size());
  for (const std::uint32_t node : nodes) by_colour.emplace_back(colour_[node], node);
  std::sort(by_colour.begin(), by_colour.end());
  const std::uint32_t part = next_part_++;
  std::uint32_t fresh = 0;
  for (std::size_t i = 0; i < by_colour.size(); ++i) {
    if (i == 0 || by_colour[i].first != by_colour[i - 1].first) fresh = new_colour();
    set(by_colour[i].second, fresh, part);
  }
}

void JointColours::join(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t fresh = new_colour();
  set(a, fresh, part_[a]);
  set(b, fresh, part_[b]);
}

}  // namespace awe::isomorphism
