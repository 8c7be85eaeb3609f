#include "trained_reading.h"

#include <fmt/format.h>

#include <utility>

#include "awe/error.h"
#include "console.h"

namespace awe::cli {

GraphReading reading_of(const InputFlags& input) {
  return {input.directed, input.undirected, input.weighted, input.keeps_loops()};
}

void read_as_trained(InputFlags& input, const GraphReading& trained) {
  const GraphReading asked = reading_of(input);
  const auto refuse = [](bool asks, bool has, const char* flag) {
    if (asks && !has) {
      throw Error(ErrorKind::usage, fmt::format("the model was not fitted with {}; leave it out or fit again", flag));
    }
  };
  refuse(asked.directed, trained.directed, "--directed");
  refuse(asked.undirected, trained.undirected, "--undirected");
  refuse(asked.weighted, trained.weighted, "--weighted");
  refuse(asked.self_loops, trained.self_loops, "--self-loops keep");
  input.directed = trained.directed;
  input.undirected = trained.undirected;
  input.weighted = trained.weighted;
  input.self_loops = trained.self_loops ? SelfLoops::keep : SelfLoops::drop;
}

void read_as_trained(InputFlags& input, const EmbeddingOptions& trained) {
  if (trained.reading) return read_as_trained(input, *trained.reading);
  for (const auto& [asked, flag] :
       {std::pair(input.directed, "--directed"), std::pair(input.undirected, "--undirected"),
        std::pair(input.weighted, "--weighted")}) {
    if (asked) note(fmt::format("the model does not say that it was trained with {}; use the flags of training", flag));
  }
  if (input.keeps_loops() && !trained.self_loops) {
    throw Error(ErrorKind::usage, "the model was not trained with --self-loops keep; leave it out or train again");
  }
  if (trained.self_loops) input.self_loops = SelfLoops::keep;
}

}  // namespace awe::cli
