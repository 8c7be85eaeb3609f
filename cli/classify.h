// The parts of awe classify that have files of their own.
#pragma once

#include "verb.h"

namespace awe::cli {

void declare_predict(CLI::App& app, Action& action);
void declare_weights(CLI::App& app, Action& action);

}  // namespace awe::cli
