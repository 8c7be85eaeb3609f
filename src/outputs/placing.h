// Puts finished temporary files and folders in their places: all of a list, or none.
#pragma once

#include <span>
#include <string>

namespace awe::outputs {

struct Move {
  std::string from;      // a finished file or folder beside `to`
  std::string to;        // where it belongs, links resolved
  std::string shown;     // the name of `to` in messages
  bool replace = false;  // whether something may be at `to`
};

// Renames each `from` to its `to`. If one cannot be put in place, those before it are taken back, what they replaced
// returns, and Error is thrown: usage if something is at `to` that may not be replaced, io otherwise; should even that
// fail, the message names the outputs that are new. What was replaced is removed at the end. A single file is replaced
// by one rename; several are exchanged with what they replace (renameat2), or, where the file system cannot do that,
// what is there is first renamed itself.
void put_in_place(std::span<const Move> moves);

}  // namespace awe::outputs
