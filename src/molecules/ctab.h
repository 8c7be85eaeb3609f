// The connection table of a molecule (CTfile formats of BIOVIA): atoms with element, charge and isotope, and bonds with
// their order, in the versions V2000 (fixed columns) and V3000 (words, any number of atoms).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bytes/line_reader.h"

namespace awe::molecules {

struct Atom {
  std::string element;  // as written: a symbol, or a name such as R# or * of a query
  int charge = 0;
  int isotope = 0;          // mass number; 0: none stated
  int mass_difference = 0;  // of V2000, if no isotope is stated: relative to the usual isotope
};

struct Bond {
  std::uint32_t from = 0, to = 0;  // atoms, from 0
  std::string order;               // as written: 1, 2, 3, 4 for aromatic
};

struct Molecule {
  std::string title;
  std::vector<Atom> atoms;
  std::vector<Bond> bonds;
};

// Reads a connection table, whose counts line has been read, up to "M  END". Throws malformed with the line.
void read_ctab(bytes::LineReader& lines, const std::string& counts, Molecule& molecule);

}  // namespace awe::molecules
