// The inner loops of softmax, with the widest vectors of the machine (Highway, chosen at run time). The bits are the
// same on every machine.
#pragma once

#include <span>

namespace awe::algebra {

// Replaces logits by softmax probabilities times `mass`; returns the logarithm of the sum of exponentials.
double softmax(std::span<double> logits, double mass = 1);

// out[w * columns + k] = sqrt(shares[w]) * words[w * columns + k].
void weigh_rows(std::span<const double> shares, std::span<const double> words, std::span<float> out);

}  // namespace awe::algebra
