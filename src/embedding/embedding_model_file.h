// An embedding model in its own file, or as sections of a larger file.
#pragma once

#include <string>

#include "bytes/model_file.h"
#include "embedding/embedding_model_state.h"

namespace awe::embedding {

void save_model(const EmbeddingModel::State& model, const std::string& path, bool force);
// Throws Error: io, malformed, incompatible.
[[nodiscard]] EmbeddingModel::State load_model(const std::string& path, int threads, NodeSets node_sets);

// The names of the sections begin with `prefix`.
void write_model(const EmbeddingModel::State& model, bytes::ModelWriter& file, const std::string& prefix);
[[nodiscard]] EmbeddingModel::State read_model(const bytes::ModelFile& file, const std::string& prefix, int threads,
                                               NodeSets node_sets = {});

// The rule for dead ends that a file records; `stop` if it records none.
[[nodiscard]] DeadEnds read_dead_ends(const bytes::ModelFile& file, const std::string& prefix);

}  // namespace awe::embedding
