// Text formats that are not read, recognised by their first lines. Each function tells for sure as far as it can: an
// edge list must not be taken for one of them.
#pragma once

#include <string_view>
#include <vector>

namespace awe::inputs {

using Lines = std::vector<std::string_view>;

// The lines of a text, trimmed; the last one counts only if it has an end or the text is `whole`.
[[nodiscard]] Lines lines_of(std::string_view text, bool whole);

[[nodiscard]] bool is_pajek(const Lines& lines);
// Comments "c ..." and then "p KIND nodes edges".
[[nodiscard]] bool is_dimacs(const Lines& lines);
// "# node" and then its neighbours, one per line; at least two nodes.
[[nodiscard]] bool is_lgl(const Lines& lines);
// "nodes edges [format]", then a line of neighbours for every node: each edge stands in both lines. For whole files,
// without weights.
[[nodiscard]] bool is_metis(const Lines& lines);
// Words of atoms, bonds, branches and rings, some with what ids of nodes rarely have; a name may follow.
[[nodiscard]] bool is_smiles(const Lines& lines);
// networkx writes the time into the second line of adjacency lists, and no comments into edge lists.
[[nodiscard]] bool is_adjacency_list(const Lines& lines);

}  // namespace awe::inputs
