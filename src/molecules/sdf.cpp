// MOL and SDF files (CTfile formats of BIOVIA), V2000 and V3000, as a stream: one molecule is held at a time. Hydrogens
// are nodes if they are in the table. The node label is the element; `node_label_key` "charge", "isotope" or
// "charge,isotope" adds these, as in N+ and 13C. The title is the name, and `class_key` names the field "> <NAME>" that
// is the class. Coordinates are skipped. Cost: O(bytes).
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/number.h"
#include "molecules/ctab.h"
#include "molecules/molecules.h"
#include "readers/keys.h"

namespace awe::molecules {
namespace {

using readers::Keys;
using readers::Part;
using readers::Place;
using readers::Use;

class SdfSource final : public GraphSource {
 public:
  SdfSource(bytes::Bytes bytes, const ReadOptions& options)
      : lines_(std::move(bytes)), options_(options), keys_(class_key_only(options)) {
    readers::refuse_keys(options, lines_.name(), "a molecule", {Use::node_label, Use::edge_label, Use::class_name});
    set_label_parts();
  }

  std::optional<Graph> next() override {
    lines_.forget();  // molecules are streamed
    Molecule molecule;
    if (!read_header(molecule)) {
      keys_.check(lines_.name());
      return std::nullopt;
    }
    const Place place{lines_.name(), lines_.line_number()};
    read_ctab(lines_, counts_, molecule);
    class_name_.reset();
    read_fields();
    return build(molecule, place);
  }

 private:
  // The labels have no keys of the file, but names of what an atom or a bond has.
  static ReadOptions class_key_only(ReadOptions options) {
    options.node_label_key = options.edge_label_key = "";
    return options;
  }

  void set_label_parts() {
    std::string_view left = options_.node_label_key;
    while (!left.empty()) {
      const std::string_view part = left.substr(0, left.find(','));
      left.remove_prefix(std::min(part.size() + 1, left.size()));
      with_charge_ = with_charge_ || part == "charge";
      with_isotope_ = with_isotope_ || part == "isotope";
      if (part != "element" && part != "charge" && part != "isotope") {
        throw readers::error_at(ErrorKind::usage, Place{lines_.name()},
                                "`node_label_key` of a molecule is element, charge, isotope or charge,isotope");
      }
    }
    if (!options_.edge_label_key.empty() && options_.edge_label_key != "order") {
      throw readers::error_at(ErrorKind::usage, Place{lines_.name()}, "`edge_label_key` of a molecule is order");
    }
  }

  // Title, program, comment and counts, one line each. False if only blank lines are left.
  bool read_header(Molecule& molecule) {
    bool blank = true;
    for (int i = 0; i < 4 || blank; ++i) {
      const auto line = lines_.next();
      if (!line && blank) return false;
      if (!line) throw lines_.malformed("the file ends within the first lines of a molecule; is it a MOL or SDF file?");
      const std::string_view text = base::trim(*line);
      if (text.starts_with("$RXN") || text.starts_with("$RDFILE")) {
        throw lines_.malformed("a file of reactions; molecules of MOL and SDF files are read");
      }
      if (i > 3 && !text.empty()) throw lines_.malformed("blank lines where a molecule should begin; remove them");
      if (i == 0) {
        readers::check_text(text, {lines_.name(), lines_.line_number()});
        molecule.title = text;
      }
      if (i == 3) counts_ = *line;
      blank = blank && text.empty();
    }
    return true;
  }

  // Data fields "> <NAME>", each with lines of text up to a blank one, up to "$$$$" or the end of the file.
  void read_fields() {
    while (const auto line = lines_.next()) {
      if (line->starts_with("$$$$")) return;
      if (!line->starts_with('>')) continue;
      const std::size_t open = line->find('<'), close = line->rfind('>');
      const bool named = open != line->npos && close != line->npos && close > open;
      const std::string name(named ? line->substr(open + 1, close - open - 1) : std::string_view{});
      if (named) keys_.saw(Part::graph, name);
      if (read_field(name, named && keys_.asked(Use::class_name) && keys_.is(Use::class_name, name))) return;
    }
  }

  // Reads the lines of a field; returns whether the molecule ended with it.
  bool read_field(const std::string& name, bool is_class) {
    std::string text;
    while (const auto line = lines_.next()) {
      if (line->starts_with("$$$$")) {
        if (is_class) set_class(name, std::move(text));
        return true;
      }
      const std::string_view part = base::trim(*line);
      if (part.empty()) break;
      if (!is_class) continue;
      readers::check_text(part, {lines_.name(), lines_.line_number()});
      text.append(text.empty() ? "" : " ").append(part);
    }
    if (is_class) set_class(name, std::move(text));
    return false;
  }

  void set_class(const std::string& name, std::string text) {
    if (!text.empty()) keys_.put_class(class_name_, keys_.class_place(name), std::move(text));
  }

  Graph build(const Molecule& molecule, const Place& place) {
    keys_.saw(Part::graph);
    GraphBuilder builder(readers::edge_policy(options_, false, EdgeListing::edges));
    builder.set_num_nodes(static_cast<NodeId>(molecule.atoms.size()), 1);
    builder.set_name(molecule.title);
    if (class_name_) builder.set_class(*class_name_);
    for (std::size_t i = 0; i < molecule.atoms.size(); ++i) {
      const std::string label = label_of(molecule.atoms[i], place);
      readers::check_text(label, place);
      builder.set_node_label(static_cast<NodeId>(i), label);
    }
    for (const Bond& bond : molecule.bonds) {
      builder.add_edge(bond.from, bond.to);
      builder.label_last_edge(bond.order);
    }
    readers::settle_weights(builder, options_, !molecule.bonds.empty(), false, place);
    return readers::build_at(std::move(builder), place);
  }

  // "N", "N+", "O-2", "13C", "15N+".
  [[nodiscard]] std::string label_of(const Atom& atom, const Place& place) const {
    std::string label;
    if (with_isotope_) {
      if (atom.mass_difference != 0) {
        throw readers::error_at(ErrorKind::malformed, place,
                                "an isotope as a mass difference; write M  ISO, or leave isotope out of the labels");
      }
      if (atom.isotope != 0) label += std::to_string(atom.isotope);
    }
    label += atom.element;
    if (with_charge_ && atom.charge != 0) {
      label += atom.charge > 0 ? '+' : '-';
      if (std::abs(atom.charge) > 1) label += std::to_string(std::abs(atom.charge));
    }
    return label;
  }

  bytes::LineReader lines_;
  ReadOptions options_;
  Keys keys_;
  bool with_charge_ = false, with_isotope_ = false;
  std::string counts_;
  std::optional<std::string> class_name_;
};

}  // namespace

readers::Graphs read_sdf(bytes::Bytes bytes, const ReadOptions& options) {
  return std::make_unique<SdfSource>(std::move(bytes), options);
}

}  // namespace awe::molecules
