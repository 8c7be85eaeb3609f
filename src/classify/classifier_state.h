// What a classifier holds: between fitting, predicting and the file.
#pragma once

#include <string>
#include <vector>

#include "awe/classify/classifier.h"
#include "awe/classify/platt.h"
#include "channel_tables.h"

namespace awe {

struct GraphClassifier::State {
  Summary summary;
  TableOptions options;
  std::vector<std::string> class_names, training_ids;
  std::vector<double> medians;  // of the recipe's channels
  ProbabilitySvm model;         // items are training graphs; no sigmoids without probabilities
  ChannelTables tables;
  std::vector<SparseRows> training_rows;  // of every table
};

}  // namespace awe
