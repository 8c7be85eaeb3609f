// What makes a graph a molecule: labels that are chemical elements and bond orders, and how they are drawn.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace awe::drawing {

// The symbol of the element of a label such as C, Cl, N+, O-, 13C; empty if there is none.
[[nodiscard]] std::string_view element_of(std::string_view label);

// The colour of an element's symbol; "currentColor" for carbon and most others.
[[nodiscard]] const char* element_colour(std::string_view element);

enum class Bond { single, twofold, triple, aromatic };

// The bond of a label: 1, 2, 3 or 4, or single, double, triple or aromatic, or - = # :, in any case; 1.5 is aromatic.
[[nodiscard]] std::optional<Bond> bond_of(std::string_view label);

}  // namespace awe::drawing
