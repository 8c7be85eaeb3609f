// Which keys of an input hold the labels, the class and the weights, and a record of the keys that occur. A key that
// was asked for and occurs nowhere is an error that names the keys that do. Cost: O(distinct keys) per key noted, and
// nothing if no key was asked for.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "awe/reader.h"

namespace awe::readers {

// What a key is about: the whole graph, its nodes or its edges.
enum class Part { graph, node, edge };
// What a key is used for.
enum class Use { node_label, edge_label, class_name, weight };

class Keys {
 public:
  explicit Keys(const ReadOptions& options);

  // The name of the key: the one asked for, or the default (label, label, class, weight).
  [[nodiscard]] std::string_view name(Use use) const noexcept { return of(use).name; }
  [[nodiscard]] bool asked(Use use) const noexcept { return of(use).asked; }
  [[nodiscard]] bool is(Use use, std::string_view key) const noexcept { return of(use).name == key; }

  // To be called for each part that the input has, and for each of its keys.
  void saw(Part part) noexcept { present_[static_cast<std::size_t>(part)] = true; }
  void saw(Part part, std::string_view key);

  // To be called at the end of the input. Throws Error(usage) if a key that was asked for was not seen, although the
  // input has parts that could have it.
  void check(std::string_view file) const;

 private:
  struct Choice {
    std::string name;
    bool asked = false, found = false;
  };
  [[nodiscard]] const Choice& of(Use use) const noexcept { return choices_[static_cast<std::size_t>(use)]; }

  std::array<Choice, 4> choices_;
  bool any_asked_ = false;
  std::array<bool, 3> present_ = {};
  std::array<std::vector<std::string>, 3> seen_;  // for messages; at most kMostSeen each
};

// Throws Error(usage) if the options ask for a key of another use than these: formats without such keys refuse them.
void refuse_keys(const ReadOptions& options, std::string_view file, std::string_view format,
                 std::initializer_list<Use> except = {});

}  // namespace awe::readers
