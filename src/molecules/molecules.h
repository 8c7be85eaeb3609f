// The reader of molecules in MOL and SDF files.
#pragma once

#include "readers/formats.h"

namespace awe::molecules {

// Molecules separated by "$$$$"; a MOL file holds one, without it. Atoms are nodes, labelled by their element; bonds
// are edges, labelled by their order.
[[nodiscard]] readers::Graphs read_sdf(bytes::Bytes bytes, const ReadOptions& options);

}  // namespace awe::molecules
