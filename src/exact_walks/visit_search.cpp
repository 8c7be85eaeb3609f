#include "exact_walks/visit_search.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace awe::exact_walks {
namespace {

int lowest(std::uint32_t bits) { return std::countr_zero(bits); }
std::size_t at(int place) { return static_cast<std::size_t>(place); }

// Number of completions of a walk with `used` names: T(1,k) and T(2,k).
std::uint32_t one_step(int used) { return static_cast<std::uint32_t>(used); }
std::uint32_t two_steps(int used) { return static_cast<std::uint32_t>(used * used + 1); }

// Index of the choice that steps from v_from to the visited node v_to.
std::uint32_t choice(int to, int from) { return static_cast<std::uint32_t>(to - (to > from ? 1 : 0)); }

}  // namespace

VisitSearch::VisitSearch(const PreparedGraph& prepared, RankAccumulator& accumulator)
    : prepared_(prepared),
      graph_(*prepared.graph),
      accumulator_(accumulator),
      last_entry_step_(prepared.index.length() - 3),
      visited_(prepared),
      levels_(at(prepared.index.length()) + 1) {
  // No template is larger than the number of completions of three steps with the largest number of names.
  if (prepared.has_near()) near_.emplace(prepared);
  if (near_) sums_.emplace(accumulator);
  const int most = std::max(1, last_entry_step_ + 1);
  const std::size_t completions = at(most - 1) * two_steps(most) + two_steps(most + 1);
  offsets_.resize(completions + 32);
  values_.resize(completions + 32);
}

double VisitSearch::finish() {
  if (sums_) sums_->spread();
  return std::exchange(stopped_, 0.0);
}

void VisitSearch::from_node(NodeId node, double mass) {
  if (graph_.degree(node) == 0) {
    stopped_ += mass;
    return;
  }
  Level& level = levels_[1];
  visited_.visit(node);
  if (near_) {
    near_->enter(node, 0);
    near_->forget();
    near_->publish();
  }
  level.entries.assign(1, {0, mass, 0});
  // A single node has no neighbour among the visited nodes: the only entry stays at step 0.
  for (int step = 0; step <= last_entry_step_ + 1; ++step) level.first[at(step)] = step == 0 ? 0 : 1;
  if (last_entry_step_ == 0) {
    emit(level);
  } else {
    exits(level);
  }
  if (near_) {
    near_->withdraw();
    near_->leave();
  }
  visited_.leave();
}

void VisitSearch::explore(NodeId node, double share) {
  stop_check_.tick();
  const Level& before = levels_[at(used())];
  const Bits from = visited_[node].toward;
  if (near_) near_->enter(node, from);
  visited_.visit(node);
  Level& level = levels_[at(used())];
  arrive(level, before, from, share, used() - 1);
  level.pattern = PatternSums::extend(before.pattern, used() - 1, from);
  if (sums_ && used() == last_entry_step_) {
    emit_to_sums(level);
  } else {
    emit(level);
  }
  if (near_) near_->publish();
  exits(level);
  if (near_) {
    near_->withdraw();
    near_->leave();
    near_->forget();
  }
  visited_.leave();
}

void VisitSearch::explore_last(NodeId node, double share) {
  stop_check_.tick();
  const Level& before = levels_[at(used())];
  const Bits from = visited_[node].toward;
  const int newest = used();
  const std::uint64_t fresh = static_cast<std::uint64_t>(newest - 1) * prepared_.index.completions(3, newest);
  const auto for_each_arrival = [&](auto add) {
    for (std::size_t i = before.first[at(last_entry_step_ - 1)]; i < before.first[at(last_entry_step_)]; ++i) {
      const Entry& entry = before.entries[i];
      if ((from >> entry.current & 1) != 0) add(entry.rank + fresh, entry.mass * inverse(entry.current) * share);
    }
  };
  if (near_) {
    const PatternSums::Pattern pattern = PatternSums::extend(before.pattern, newest, from);
    near_->enter_last(node, from);
    for_each_arrival([&](std::uint64_t rank, double mass) {
      near_->add_closed(newest, mass, sums_->of(pattern, rank, newest + 1, newest));
    });
    near_->leave_last();
  } else {
    visited_.visit(node);
    rows_known_ = 0;
    close_three(newest);
    for_each_arrival([&](std::uint64_t rank, double mass) { apply(rank, mass); });
    visited_.leave();
  }
}

void VisitSearch::apply(std::uint64_t rank, double mass) {
  double* const block = accumulator_.block(rank, static_cast<std::uint32_t>(prepared_.index.completions(3, used())));
  const std::uint32_t* const offsets = offsets_.data();
  const double* const values = values_.data();
  const std::size_t size = size_;
  for (std::size_t k = 0; k < size; ++k) block[offsets[k]] += mass * values[k];
}

void VisitSearch::arrive(Level& level, const Level& from, Bits from_bits, double share, int first_step) {
  const WalkIndex& index = prepared_.index;
  const int newest = used() - 1;
  level.entries.clear();
  for (int step = 0; step <= first_step; ++step) level.first[at(step)] = 0;
  for (int step = first_step; step <= last_entry_step_; ++step) {
    const int left = index.length() - step;
    level.first[at(step)] = level.entries.size();
    // From the previous level: a fresh step, which is the last choice there.
    const std::uint64_t fresh = static_cast<std::uint64_t>(newest - 1) * index.completions(left, newest);
    for (std::size_t i = from.first[at(step - 1)]; i < from.first[at(step)]; ++i) {
      const Entry& entry = from.entries[i];
      if ((from_bits >> entry.current & 1) == 0) continue;
      level.entries.push_back({entry.rank + fresh, entry.mass * inverse(entry.current) * share, newest});
    }
    if (step == first_step) continue;
    // From this level: a step to a visited node.
    const std::uint64_t each = index.completions(left, used());
    const std::size_t last = level.first[at(step)];
    for (std::size_t i = level.first[at(step - 1)]; i < last; ++i) {
      const Entry entry = level.entries[i];
      const double mass = entry.mass * inverse(entry.current);
      for (Bits bits = visited_.place(entry.current).toward; bits != 0; bits &= bits - 1) {
        const int j = lowest(bits);
        level.entries.push_back({entry.rank + choice(j, entry.current) * each, mass, j});
      }
    }
  }
  level.first[at(last_entry_step_) + 1] = level.entries.size();
}

void VisitSearch::emit(const Level& level) {
  const std::size_t first = level.first[at(last_entry_step_)];
  Bits present = 0;
  for (std::size_t i = first; i < level.entries.size(); ++i) present |= Bits{1} << level.entries[i].current;
  rows_known_ = 0;
  if (near_) near_->forget();
  for (; present != 0; present &= present - 1) {
    const int c = lowest(present);
    close_three(c);
    for (std::size_t i = first; i < level.entries.size(); ++i) {
      if (level.entries[i].current == c) apply(level.entries[i].rank, level.entries[i].mass);
    }
  }
}

// With as many visited nodes as steps made, there are few entries per current node, so a template does not pay off.
void VisitSearch::emit_to_sums(const Level& level) {
  near_->forget();
  for (std::size_t i = level.first[at(last_entry_step_)]; i < level.entries.size(); ++i) {
    const Entry& entry = level.entries[i];
    near_->add_closed(entry.current, entry.mass, sums_->of(level.pattern, entry.rank, used(), entry.current));
  }
}

void VisitSearch::exits(const Level& level) {
  // Positions of entries that may still step to a fresh node; `early`: those that may make another step after it.
  Bits leaving = 0;
  for (std::size_t i = 0; i < level.first[at(last_entry_step_ - 1)]; ++i)
    leaving |= Bits{1} << level.entries[i].current;
  const Bits early = leaving;
  for (std::size_t i = level.first[at(last_entry_step_ - 1)]; i < level.first[at(last_entry_step_)]; ++i) {
    leaving |= Bits{1} << level.entries[i].current;
  }
  for (Bits bits = leaving; bits != 0; bits &= bits - 1) {
    const int c = lowest(bits);
    for (const PreparedGraph::Group& group : prepared_.groups_of(visited_.at(c))) {
      const auto [next, fresh] = visited_.fresh_of(group);
      if (fresh == 0) continue;
      // Each fresh class once, from the first visited node that it is adjacent to.
      const Bits toward = visited_[next].toward;
      if (lowest(toward & leaving) != c) continue;
      if ((toward & early) != 0) {
        explore(next, fresh);
      } else {
        explore_last(next, fresh);
      }
    }
  }
}

void VisitSearch::close_three(int c) {
  size_ = 0;
  for (Bits bits = visited_.place(c).toward; bits != 0; bits &= bits - 1) close_inside(c, lowest(bits));
  close_fresh(c);
}

void VisitSearch::put_choices(std::uint32_t offset, Bits bits, int j, double value) {
  const Bits below = (Bits{1} << j) - 1;
  Bits choices = (bits & below) | ((bits & ~below) >> 1);
  std::uint32_t* const offsets = offsets_.data();
  double* const values = values_.data();
  std::size_t size = size_;
  for (; choices != 0; choices &= choices - 1, ++size) {
    offsets[size] = offset + static_cast<std::uint32_t>(lowest(choices));
    values[size] = value;
  }
  size_ = size;
}

void VisitSearch::close_inside(int c, int j) {
  const std::uint32_t base = choice(j, c) * two_steps(used());
  const Node& vj = visited_.place(j);
  const double here = inverse(c) * inverse(j);
  for (Bits bits = vj.toward; bits != 0; bits &= bits - 1) {
    const int i = lowest(bits);
    const Node& vi = visited_.place(i);
    const std::uint32_t row = base + choice(i, j) * one_step(used());
    const double value = here * inverse(i);
    put_choices(row, vi.toward, i, value);
    put(row + one_step(used()) - 1, value * vi.fresh);
  }
  if (vj.fresh == 0) return;
  const std::uint32_t row = base + static_cast<std::uint32_t>(used() - 1) * one_step(used());
  if (near_) {
    const NearTable::Fresh& fresh = near_->fresh(j);
    put_row(row, fresh.back, here);
    put(row + one_step(used()), here * fresh.on);
  } else {
    const FreshRow& fresh = fresh_row(j);
    put_row(row, fresh.back, here);
    put(row + one_step(used()), here * fresh.on);
  }
}

template <class Row>
void VisitSearch::put_row(std::uint32_t offset, const Row& back, double scale) {
  std::uint32_t* const offsets = offsets_.data();
  double* const values = values_.data();
  std::size_t size = size_;
  const auto places = static_cast<std::uint32_t>(used());
  for (std::uint32_t j = 0; j < places; ++j) {
    offsets[size] = offset + j;
    values[size] = scale * back[j];
    size += back[j] > 0 ? 1 : 0;
  }
  size_ = size;
}

void VisitSearch::close_fresh(int c) {
  if (visited_.place(c).fresh == 0) return;
  const int newest = used();  // the name of the fresh node x
  const int with_x = newest + 1;
  const std::uint32_t base = static_cast<std::uint32_t>(newest - 1) * two_steps(newest);
  const double here = inverse(c);

  // x, then back to v_j, then anywhere: v_j has x as an additional visited neighbour and one fresh neighbour fewer.
  const double* back = near_ ? near_->fresh(c).back.data() : fresh_row(c).back.data();
  for (int j = 0; j < newest; ++j) {
    if (!(back[j] > 0)) continue;
    const std::uint32_t row = base + static_cast<std::uint32_t>(j) * one_step(with_x);
    const double value = here * back[j] * inverse(j);
    put_choices(row, visited_.place(j).toward | Bits{1} << newest, j, value);
    put(row + one_step(with_x) - 1, value * (visited_.place(j).fresh - 1));
  }

  // x, then a fresh node y, then back to v_j, to x, or on.
  const std::uint32_t row = base + static_cast<std::uint32_t>(newest) * one_step(with_x);
  const auto put_two = [&](const auto& two_back, double self, double on) {
    put_row(row, two_back, here);
    put(row + static_cast<std::uint32_t>(newest), here * self);
    put(row + one_step(with_x), here * on);
  };
  if (near_) {
    const NearTable::TwoFresh two = near_->two_fresh(c);
    put_two(two.back, two.self, two.on);
  } else {
    const TwoFresh two = two_fresh(c);
    put_two(two.row.back, two.self, two.row.on);
  }
}

VisitSearch::TwoFresh VisitSearch::two_fresh(int c) const {
  TwoFresh two;
  clear(two.row);
  two.self = 0;
  for (const PreparedGraph::Group& group : prepared_.groups_of(visited_.at(c))) {
    const auto [x, members] = visited_.fresh_of(group);
    if (members == 0) continue;
    add_row_of<true>(x, members * visited_[x].inverse_degree, two.row, two.self);
  }
  return two;
}

void VisitSearch::clear(FreshRow& row) const {
  for (int j = 0; j < used(); ++j) row.back[at(j)] = 0;
  row.on = 0;
}

const VisitSearch::FreshRow& VisitSearch::fresh_row(int c) {
  FreshRow& row = rows_[at(c)];
  if ((rows_known_ >> c & 1) != 0) return row;
  rows_known_ |= Bits{1} << c;
  clear(row);
  double none = 0;
  add_row_of<false>(visited_.at(c), 1.0, row, none);
  return row;
}

// Adds `weight` times the row of x: its fresh neighbours y, each with 1/d(y), and the nodes that y leads to. If x
// itself is fresh, the way back to it is added to `self`; a visited x is already among the visited nodes.
template <bool kFresh>
void VisitSearch::add_row_of(NodeId x, double weight, FreshRow& row, double& self) const {
  if (const PreparedGraph::Common* common = prepared_.common_row(x)) {
    return add_row_by_table<kFresh>(common, x, weight, row, self);
  }
  double sum = 0, on = 0;
  for (const NodeId neighbour : graph_.neighbours(x)) {
    const Node& y = visited_[neighbour];
    if (y.visited) continue;
    const double there = weight * y.inverse_degree;
    for (Bits bits = y.toward; bits != 0; bits &= bits - 1) row.back[at(lowest(bits))] += there;
    sum += there;
    on += there * (kFresh ? y.fresh - 1 : y.fresh);
  }
  row.on += on;
  if (kFresh) self += sum;
}

// The same from the table of common neighbours, minus the visited ones. Whether any are left is decided by counting,
// not by a difference of rounded sums.
template <bool kFresh>
void VisitSearch::add_row_by_table(const PreparedGraph::Common* common, NodeId x, double weight, FreshRow& row,
                                   double& self) const {
  const Bits inside = visited_[x].toward;
  auto ways = static_cast<std::int64_t>(prepared_.two_steps[x]);
  double on = visited_[x].fresh;
  for (Bits s = inside; s != 0; s &= s - 1) ways -= graph_.degree(visited_.at(lowest(s)));
  const auto common_with = [&](NodeId v, Bits both) {
    std::int64_t count = common[v].count;
    double mass = common[v].mass;
    for (Bits s = both; s != 0; s &= s - 1, --count) mass -= inverse(lowest(s));
    if (count == 0) return 0.0;
    ways -= count;
    on -= mass;
    return mass;
  };
  for (int j = 0; j < used(); ++j)
    row.back[at(j)] += weight * common_with(visited_.at(j), inside & visited_.place(j).toward);
  if (kFresh) self += weight * common_with(x, inside);
  if (ways > 0) row.on += weight * std::max(on, 0.0);
}

}  // namespace awe::exact_walks
