// The readers of formats whose graphs, nodes and edges carry keys (readers/keys.h). Each takes uncompressed bytes and
// returns a stream of graphs.
#pragma once

#include "readers/formats.h"
#include "readers/keys.h"

namespace awe::keyed {

using readers::Graphs;
using readers::Keys;
using readers::Part;
using readers::Place;
using readers::Use;

[[nodiscard]] Graphs read_graphml(bytes::Bytes bytes, const ReadOptions& options);
[[nodiscard]] Graphs read_gml(bytes::Bytes bytes, const ReadOptions& options);
[[nodiscard]] Graphs read_dot(bytes::Bytes bytes, const ReadOptions& options);
// One object per line, one object over many lines, or a list of objects.
[[nodiscard]] Graphs read_json(bytes::Bytes bytes, const ReadOptions& options);

}  // namespace awe::keyed
