// What training minimises, seen from the scores of the output layer: turns scores into losses and derivatives. The
// engine (descent/batch_gradient.h) does everything that is linear.
//
// An output row is a row of U with its b: one a word, or one an inner node of a Huffman tree. A batch scores some rows
// for every example (`shared`: all words, or candidates) and others for one example alone (`own`: its target, or the
// path to it).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "awe/descent_options.h"
#include "base/rng.h"

namespace awe::descent {

// Of a part of a batch. Scores come in; derivatives of the loss, summed over examples, go out in their place.
template <class Real>
struct Scores {
  std::span<const std::uint32_t> targets;      // word of each example
  std::span<const std::uint32_t> shared_rows;  // output rows
  std::span<Real> shared;                      // examples x shared rows
  std::span<Real> own;                         // own rows of all examples, one after another
};

template <class Real>
class Objective {
 public:
  virtual ~Objective() = default;
  // Rows of the output layer.
  [[nodiscard]] virtual std::size_t outputs() const = 0;
  // What b begins with.
  [[nodiscard]] virtual std::vector<double> first_biases() const = 0;
  // Rows that all examples of the stream's batch share.
  virtual void choose_shared(const base::StreamBlock& stream, std::vector<std::uint32_t>& rows) const = 0;
  // Rows of one example.
  [[nodiscard]] virtual std::span<const std::uint32_t> own_rows(std::uint32_t target) const = 0;
  // The sum of losses.
  virtual double differentiate(Scores<Real>& scores) const = 0;
};

// For words with these frequencies.
template <class Real>
[[nodiscard]] std::unique_ptr<Objective<Real>> make_objective(const DescentOptions& options,
                                                              std::span<const double> frequencies);

}  // namespace awe::descent
