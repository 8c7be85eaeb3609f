// The training objective as a function of the scores of the output layer: turns scores into losses and derivatives. All
// linear operations are in descent/batch_gradient.h.
//
// An output row is a row of U with its b: one per word, or one per inner node of a Huffman tree. A batch scores some
// rows for every example (`shared`: all words, or candidates) and others for a single example (`own`: its target, or
// the path to it).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "awe/training_options.h"
#include "base/rng.h"

namespace awe::descent {

// Scores of a part of a batch, replaced in place by the derivatives of the loss summed over examples.
template <class Real>
struct Scores {
  std::span<const std::uint32_t> targets;      // word of each example
  std::span<const std::uint32_t> shared_rows;  // output rows
  std::span<Real> shared;                      // examples x shared rows
  std::span<Real> own;                         // own rows of all examples, concatenated
};

template <class Real>
class Objective {
 public:
  virtual ~Objective() = default;
  // Number of rows of the output layer.
  [[nodiscard]] virtual std::size_t outputs() const = 0;
  // Initial values of b.
  [[nodiscard]] virtual std::vector<double> first_biases() const = 0;
  // Chooses the rows shared by all examples of the batch that the stream belongs to.
  virtual void choose_shared(const base::StreamBlock& stream, std::vector<std::uint32_t>& rows) const = 0;
  // Rows of one example.
  [[nodiscard]] virtual std::span<const std::uint32_t> own_rows(std::uint32_t target) const = 0;
  // Returns the sum of losses.
  virtual double differentiate(Scores<Real>& scores) const = 0;
};

// For words with these frequencies.
template <class Real>
[[nodiscard]] std::unique_ptr<Objective<Real>> make_objective(const DescentOptions& options,
                                                              std::span<const double> frequencies);

}  // namespace awe::descent
