// What is seen while an input is read, for notes at its end: edge lists without edges, and collections without any.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "awe/reader.h"
#include "readers/formats.h"

namespace awe::inputs {

struct Seen {
  std::uint64_t graphs = 0, lists = 0, empty_lists = 0;
  bool edges = false;              // some graph has one
  std::vector<std::string> empty;  // the first few edge lists without edges
};

// Reading one input: the options for every file of it, and what is seen in them.
struct Reading {
  ReadOptions options;
  std::shared_ptr<Seen> seen = std::make_shared<Seen>();
};

[[noreturn]] void refuse_empty(const std::string& name);

// The graphs of one file, counted. Throws Error(malformed) if there is none: that is a mistake of the caller.
[[nodiscard]] readers::Graphs counted(const std::string& name, readers::Graphs graphs, const Reading& reading,
                                      bool edge_list = false);

// The graphs of a whole input; tells at its end what was seen.
[[nodiscard]] readers::Graphs told(const std::string& name, readers::Graphs graphs, const Reading& reading);

}  // namespace awe::inputs
