// The inner loop of softmax, in vectors as wide as the machine has (Highway, chosen at run time). Last bits may differ
// between types of processor, never between runs or threads.
#pragma once

#include <span>

namespace awe::algebra {

// logits -> shares times `mass`, in place; gives the logarithm of the sum of exponentials.
double softmax(std::span<double> logits, double mass = 1);

// out[w * columns + k] = sqrt(shares[w]) * words[w * columns + k].
void weigh_rows(std::span<const double> shares, std::span<const double> words, std::span<float> out);

}  // namespace awe::algebra
