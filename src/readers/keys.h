// Which keys of an input hold the labels, the class and the weights, and a record of the keys that occur. A key that
// was asked for and occurs nowhere is an error that names the keys that do. There may be several keys of classes, or of
// numbers, separated by commas, if the options ask for such. Cost: O(distinct keys) per key noted, and
// nothing if no key was asked for.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
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

  [[nodiscard]] bool asked(Use use) const noexcept { return of(use).asked; }
  // Whether it is the key: one that was asked for, or the default (label, label, class, weight).
  [[nodiscard]] bool is(Use use, std::string_view key) const noexcept;

  // The place of a key among several of classes; 0 for any other.
  [[nodiscard]] std::size_t class_place(std::string_view key) const noexcept;
  // Gives a graph the class of the key at this place: of several keys, their texts are joined by commas, in the order
  // of the keys and empty where a key is missing. Throws Error(malformed) for a text with a comma then.
  void put_class(std::optional<std::string>& joined, std::size_t place, std::string text) const;

  // To be called for each part that the input has, and for each of its keys.
  void saw(Part part) noexcept { present_[static_cast<std::size_t>(part)] = true; }
  void saw(Part part, std::string_view key);

  // To be called at the end of the input. Throws Error(usage) if a key that was asked for was not seen, although the
  // input has parts that could have it.
  void check(std::string_view file) const;

 private:
  struct Name {
    std::string name;
    bool found = false;
  };
  struct Choice {
    std::vector<Name> names;
    bool asked = false;
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
