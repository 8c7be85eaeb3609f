// Two coloured graphs as one of two sides, with colours that can be refined, restricted to some nodes and taken back:
// the state of the search of pair_test.h. Nodes of the first graph are 0 .. n-1, those of the second n .. 2n-1.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "awe/run_options.h"
#include "isomorphism/coloured_graph.h"

namespace awe::isomorphism {

// Thrown when the budget of work is exhausted.
struct OutOfWork {};

class JointColours {
 public:
  // A neighbour, and a number for the mark and the direction of the arc.
  struct Link {
    std::uint32_t target = 0, code = 0;
  };

  // Nodes have equal colours if their refined colours and all that NodeColour says are equal. `progress` must outlive
  // this.
  JointColours(const ColouredGraph& a, const RefinedColours& a_colours, const ColouredGraph& b,
               const RefinedColours& b_colours, std::uint64_t most_work, const Progress& progress);

  [[nodiscard]] std::uint32_t nodes_per_side() const noexcept { return nodes_; }
  [[nodiscard]] bool on_second_side(std::uint32_t node) const noexcept { return node >= nodes_; }
  [[nodiscard]] std::span<const Link> links(std::uint32_t node) const noexcept {
    return std::span(links_).subspan(offsets_[node], offsets_[node + 1] - offsets_[node]);
  }
  [[nodiscard]] std::uint32_t colour(std::uint32_t node) const noexcept { return colour_[node]; }
  // Nodes of a colour, on both sides together.
  [[nodiscard]] std::uint32_t count(std::uint32_t colour) const noexcept { return counts_[colour]; }
  [[nodiscard]] std::uint32_t part(std::uint32_t node) const noexcept { return part_[node]; }

  // True if every colour has as many nodes on one side as on the other.
  [[nodiscard]] bool balanced() const;
  // Splits colours by those of `changed` and of all that change in consequence, within the parts of these nodes. False
  // if a colour becomes unbalanced.
  [[nodiscard]] bool refine(std::vector<std::uint32_t> changed);
  // Gives these nodes a part and colours of their own; equal ones stay equal.
  void restrict_to(std::span<const std::uint32_t> nodes);
  // Gives both nodes a colour of their own.
  void join(std::uint32_t a, std::uint32_t b);

  // What follows a mark() is taken back by undo().
  struct Mark {
    std::size_t changes = 0;
    std::uint32_t colours = 0, parts = 0;
  };
  [[nodiscard]] Mark mark() const noexcept { return {changes_.size(), next_colour_, next_part_}; }
  void undo(const Mark& mark);

  // Counts work; throws OutOfWork beyond the budget, and Error(interrupted) if a stop is requested.
  void spend(std::uint64_t work);

 private:
  struct Change {
    std::uint32_t node, colour, part;
  };
  struct Seen {
    std::uint32_t node, colour, code;
    auto operator<=>(const Seen&) const = default;
  };
  struct Group;

  void set(std::uint32_t node, std::uint32_t colour, std::uint32_t part);
  std::uint32_t new_colour();
  [[nodiscard]] bool split(std::span<const Group> groups, const std::vector<std::uint32_t>& order,
                           std::vector<std::uint32_t>& changed);

  std::uint32_t nodes_ = 0;
  std::vector<std::uint64_t> offsets_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> colour_, part_, counts_;
  std::uint32_t next_colour_ = 0, next_part_ = 1;
  std::vector<Change> changes_;
  std::uint64_t work_left_, next_check_ = 0;
  const Progress& progress_;
};

}  // namespace awe::isomorphism
