// The flags of verbs that train or use data-driven models: what words are, how large vectors are, how long to train.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "awe/embedding_model.h"
#include "awe/enum_text.h"
#include "awe/matrix_writer.h"
#include "input_flags.h"
#include "row_classes.h"
#include "verb.h"

namespace CLI {
class Option;
}

namespace awe::cli {

// The model without context, solved to its optimum; or the paper's model, by gradient descent.
enum class Solver { exact, descent };

}  // namespace awe::cli

template <>
struct awe::EnumText<awe::cli::Solver> {
  static constexpr std::string_view kWhat = "solver";
  static constexpr EnumNames<cli::Solver, 2> kNames = {
      {{cli::Solver::exact, "exact"}, {cli::Solver::descent, "descent"}}};
};

namespace awe::cli {

struct EmbeddingFlags {
  std::string words = "aw:7";
  std::string nodes_file;
  EmbeddingOptions plan;  // the other options
  bool no_other = false;
  Solver solver = Solver::exact;
  DescentOptions descent;

  std::vector<const CLI::Option*> descent_only;  // refused without --solver descent

  void declare(CLI::App& verb);
  void declare_descent(CLI::App& verb);
  [[nodiscard]] EmbeddingOptions make(const InputFlags& input, const RunFlags& run) const;
};

// Writes the vectors of the source's documents to a matrix file: x.npy, .csv or word2vec text, with x.rows.csv.
struct VectorTotals {
  std::uint64_t rows = 0;
  std::uint64_t all_unseen = 0;  // documents none of whose walks occur in a training document
  std::uint64_t zero = 0;        // vectors that are 0
  double largest_unseen = 0, largest_gradient = 0, seconds = 0;
};
// Says how many vectors are 0, and why.
void note_zero_vectors(const VectorTotals& totals);
[[nodiscard]] VectorTotals write_vectors(const EmbeddingModel& model, GraphSource& source, const std::string& path,
                                         const MatrixOptions& options, RowClasses& classes);
// The same for the documents of a corpus.
[[nodiscard]] VectorTotals write_corpus_vectors(const EmbeddingModel& model, const std::string& corpus,
                                                const std::string& path, const MatrixOptions& options);

}  // namespace awe::cli
