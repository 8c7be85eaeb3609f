#include "molecules/ctab.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "awe/error.h"
#include "base/number.h"

namespace awe::molecules {
namespace {

std::string_view need_line(bytes::LineReader& lines) {
  const auto line = lines.next();
  if (!line) throw lines.malformed("the file ends within a molecule; fetch it again, or complete it up to M  END");
  return *line;
}

std::string_view columns(std::string_view line, std::size_t from, std::size_t count) {
  return from >= line.size() ? std::string_view{} : base::trim(line.substr(from, count));
}

std::int64_t need_number(const bytes::LineReader& lines, std::string_view text, std::string_view what) {
  const auto number = base::parse_integer(text.starts_with('+') ? text.substr(1) : text);
  if (!number) {
    throw lines.malformed("'" + std::string(text.substr(0, 40)) + "' is no number where " + std::string(what) +
                          " should stand; are the columns of the line right?");
  }
  return *number;
}

// A number that may be left blank, which is 0.
int small_number(const bytes::LineReader& lines, std::string_view text, std::string_view what) {
  if (text.empty()) return 0;
  const std::int64_t number = need_number(lines, text, what);
  if (number < -1000 || number > 1000) throw lines.malformed(std::string(what) + " is out of range; correct it");
  return static_cast<int>(number);
}

// Deuterium and tritium are isotopes of hydrogen.
void set_element(Atom& atom, std::string_view symbol) {
  if (symbol == "D" || symbol == "T") {
    atom.isotope = symbol == "D" ? 2 : 3;
    symbol = "H";
  }
  atom.element = symbol;
}

std::uint32_t need_atom(const bytes::LineReader& lines, std::int64_t number, std::size_t atoms) {
  if (number < 1 || static_cast<std::uint64_t>(number) > atoms) {
    throw lines.malformed("atom " + std::to_string(number) + " of " + std::to_string(atoms) +
                          "; atoms are counted from 1");
  }
  return static_cast<std::uint32_t>(number - 1);
}

// V2000: aaabbb... in the counts line, then lines of fixed columns.
void read_v2000_atom(bytes::LineReader& lines, Molecule& molecule) {
  constexpr int kCharges[] = {0, 3, 2, 1, 0, -1, -2, -3};  // of the codes 0 .. 7; 4 is a radical
  const std::string_view line = need_line(lines);
  Atom atom;
  const std::string_view symbol = columns(line, 31, 3);
  if (symbol.empty()) throw lines.malformed("no element in columns 32 to 34; is it the line of an atom?");
  set_element(atom, symbol);
  atom.mass_difference = small_number(lines, columns(line, 34, 2), "the mass difference");
  const int code = small_number(lines, columns(line, 36, 3), "the charge");
  if (code < 0 || code > 7) throw lines.malformed("a charge code outside 0 .. 7; use M  CHG for other charges");
  atom.charge = kCharges[code];
  molecule.atoms.push_back(std::move(atom));
}

void read_v2000_bond(bytes::LineReader& lines, Molecule& molecule) {
  const std::string_view line = need_line(lines);
  Bond bond;
  bond.from = need_atom(lines, need_number(lines, columns(line, 0, 3), "an atom"), molecule.atoms.size());
  bond.to = need_atom(lines, need_number(lines, columns(line, 3, 3), "an atom"), molecule.atoms.size());
  bond.order = std::to_string(need_number(lines, columns(line, 6, 3), "the order of a bond"));
  molecule.bonds.push_back(std::move(bond));
}

// Lines "M  CHG", a count, and pairs of atom and value. The first line of charges (or radicals) replaces all charges of
// the atom lines, and M  ISO all mass differences.
void read_property(const bytes::LineReader& lines, std::string_view line, Molecule& molecule, bool& charges_reset) {
  const std::string_view kind = line.substr(0, 6);
  const bool charge = kind == "M  CHG", radical = kind == "M  RAD", isotope = kind == "M  ISO";
  if ((charge || radical) && !std::exchange(charges_reset, true)) {
    for (Atom& atom : molecule.atoms) atom.charge = 0;
  }
  if (!charge && !isotope) return;
  const std::int64_t pairs = need_number(lines, columns(line, 6, 3), "the number of entries");
  if (pairs < 0 || static_cast<std::uint64_t>(pairs) > line.size() / 8) {
    throw lines.malformed("more entries than the line has; correct the number");
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(pairs); ++i) {
    const std::int64_t number = need_number(lines, columns(line, 9 + 8 * i, 4), "an atom");
    Atom& atom = molecule.atoms[need_atom(lines, number, molecule.atoms.size())];
    const int value = small_number(lines, columns(line, 13 + 8 * i, 4), charge ? "a charge" : "an isotope");
    if (charge) {
      atom.charge = value;
    } else {
      atom.isotope = value;
      atom.mass_difference = 0;
    }
  }
}

void read_v2000(bytes::LineReader& lines, std::string_view counts, Molecule& molecule) {
  const std::int64_t atoms = need_number(lines, columns(counts, 0, 3), "the number of atoms");
  const std::int64_t bonds = need_number(lines, columns(counts, 3, 3), "the number of bonds");
  if (atoms < 0 || bonds < 0) throw lines.malformed("a negative number of atoms or bonds; correct it");
  for (std::int64_t i = 0; i < atoms; ++i) read_v2000_atom(lines, molecule);
  for (std::int64_t i = 0; i < bonds; ++i) read_v2000_bond(lines, molecule);
  bool charges_reset = false;
  while (true) {
    const std::string_view line = need_line(lines);
    if (line.starts_with("M  END")) return;
    if (line.starts_with("$$$$") || line.starts_with(">")) {
      throw lines.malformed("the molecule has no M  END; are the numbers of atoms and bonds right?");
    }
    if (line.starts_with("A  ") || line.starts_with("G  ")) {
      static_cast<void>(need_line(lines));  // the text of an alias, which may be anything
    } else {
      read_property(lines, line, molecule, charges_reset);
    }
  }
}

// V3000: lines "M  V30 ...", which continue on the next one after a '-'.
class V3000 {
 public:
  V3000(bytes::LineReader& lines, Molecule& molecule) : lines_(lines), molecule_(molecule) {}

  void read() {
    bool done = false;
    while (next()) {
      const std::string_view first = take_word(), second = take_word();
      // Reading a block replaces the line, and with it both words.
      if (first == "BEGIN" && second == "ATOM") {
        read_block("ATOM");
      } else if (first == "BEGIN" && second == "BOND") {
        read_block("BOND");
      } else if (first == "END" && second == "CTAB") {
        done = true;
      }
    }
    if (!done) throw lines_.malformed("M  END before M  V30 END CTAB; complete the table");
  }

 private:
  // The next logical line, without "M  V30"; false at "M  END".
  bool next() {
    text_.clear();
    while (true) {
      const std::string_view line = need_line(lines_);
      if (line.starts_with("M  END") && text_.empty()) return false;
      if (!line.starts_with("M  V30")) throw lines_.malformed("a line within a V3000 table that is not M  V30");
      text_ += line.substr(std::min<std::size_t>(7, line.size()));
      while (text_.ends_with(' ') || text_.ends_with('\r')) text_.pop_back();
      if (text_.size() > bytes::LineReader::kMaxLineBytes) throw lines_.error(ErrorKind::limit, "a line beyond 1 GiB");
      if (!text_.ends_with('-')) break;
      text_.pop_back();
    }
    left_ = text_;
    return true;
  }

  // The next word; blanks within quotes, parentheses and brackets do not end it.
  std::string_view take_word() {
    left_ = base::trim(left_);
    std::size_t stop = 0, depth = 0;
    bool quoted = false;
    for (; stop < left_.size(); ++stop) {
      const char c = left_[stop];
      if (c == '"') quoted = !quoted;
      if (quoted) continue;
      if (c == '(' || c == '[') ++depth;
      if ((c == ')' || c == ']') && depth > 0) --depth;
      if (depth == 0 && (c == ' ' || c == '\t')) break;
    }
    const std::string_view word = left_.substr(0, stop);
    left_.remove_prefix(stop);
    return word;
  }

  void read_block(std::string_view kind) {
    while (true) {
      if (!next()) throw lines_.malformed("M  END within a block of " + std::string(kind) + "; close it");
      const std::string_view first = take_word();
      if (first == "END") return;
      kind == "ATOM" ? read_atom(first) : read_bond();
    }
  }

  void read_atom(std::string_view index) {
    Atom atom;
    std::string_view symbol = take_word();
    if (symbol.size() > 1 && symbol.front() == '"' && symbol.back() == '"')
      symbol = symbol.substr(1, symbol.size() - 2);
    if (symbol.empty()) throw lines_.malformed("an atom without element; add it");
    set_element(atom, symbol);
    for (int i = 0; i < 4; ++i) static_cast<void>(take_word());  // coordinates and mapping
    for (auto word = take_word(); !word.empty(); word = take_word()) {
      if (word.starts_with("CHG=")) atom.charge = small_number(lines_, word.substr(4), "a charge");
      if (word.starts_with("MASS=")) atom.isotope = small_number(lines_, word.substr(5), "an isotope");
    }
    const std::int64_t number = need_number(lines_, index, "the number of an atom");
    if (!places_.try_emplace(number, static_cast<std::uint32_t>(molecule_.atoms.size())).second) {
      throw lines_.malformed("a second atom " + std::to_string(number) + "; renumber it");
    }
    molecule_.atoms.push_back(std::move(atom));
  }

  // "index type atom atom"; the index has been read.
  void read_bond() {
    Bond bond;
    bond.order = std::to_string(need_number(lines_, take_word(), "the order of a bond"));
    for (std::uint32_t* end : {&bond.from, &bond.to}) {
      const std::int64_t number = need_number(lines_, take_word(), "an atom");
      const auto known = places_.find(number);
      if (known == places_.end())
        throw lines_.malformed("a bond of atom " + std::to_string(number) + ", which is not there");
      *end = known->second;
    }
    molecule_.bonds.push_back(std::move(bond));
  }

  bytes::LineReader& lines_;
  Molecule& molecule_;
  std::string text_;
  std::string_view left_;
  std::unordered_map<std::int64_t, std::uint32_t> places_;  // atoms by their numbers, which may have gaps
};

}  // namespace

void read_ctab(bytes::LineReader& lines, const std::string& counts, Molecule& molecule) {
  const std::string_view version = columns(counts, 33, 6);
  if (version == "V3000" || counts.find("V3000") != std::string::npos) return V3000(lines, molecule).read();
  if (version != "V2000" && !version.empty()) {
    throw lines.malformed("no V2000 or V3000 in the fourth line of a molecule; is it a MOL or SDF file?");
  }
  read_v2000(lines, counts, molecule);
}

}  // namespace awe::molecules
