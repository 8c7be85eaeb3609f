// Models are applied to graphs that are read as the training graphs were: directed, weighted, with self-loops or not.
#pragma once

#include "awe/embedding_model.h"
#include "awe/graph_source.h"
#include "input_flags.h"

namespace awe::cli {

[[nodiscard]] GraphReading reading_of(const InputFlags& input);

// Reads as `trained` says. Throws Error(usage) if the flags ask for something else.
void read_as_trained(InputFlags& input, const GraphReading& trained);
// The same for a data-driven model, whose file may not say how the graphs were read: then flags are used with a note.
void read_as_trained(InputFlags& input, const EmbeddingOptions& trained);

}  // namespace awe::cli
