// The two halves of awe explain: what separates the classes of a collection, and why a model decides as it does.
#pragma once

#include <string>
#include <vector>

#include "awe/drawing.h"
#include "drawing_flags.h"
#include "explanation/class_explanation_files.h"
#include "input_flags.h"
#include "recipe_flags.h"
#include "verb.h"

namespace awe::cli {

struct ExplainFlags {
  InputFlags input;
  RunFlags run;
  DrawingFlags drawing;
  std::string features;
  explanation::ClassExplanationOptions classes;
  std::vector<std::string> ids;
  double deleted = 0.05;
  int random_deletions = 10;
  std::uint64_t max_removals = 200;
  std::string folder;
  bool force = false;

  // Whether the first input is a model, by its name.
  [[nodiscard]] bool of_model() const { return !input.paths.empty() && input.paths.front().ends_with(".awe"); }
};

void explain_collection(const ExplainFlags& options);
void explain_model(ExplainFlags options);

// Reports a folder that cannot be written, before the work begins.
void check_folder(const ExplainFlags& options);

// Writes the files of an explanation into the folder of -o, if there is one: all of them, or none.
void write_files(const ExplainFlags& options, const std::vector<explanation::ExplanationFile>& files);

}  // namespace awe::cli
