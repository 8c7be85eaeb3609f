#include "report/scalability.h"

#include <simdjson.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <new>

#include "awe/embedding_model.h"
#include "awe/generators.h"
#include "base/json_text.h"
#include "base/rng.h"

namespace awe::report {
namespace {

constexpr int kLength = 7;
constexpr std::uint64_t kMostNodesForAll = 30'000;

// With at least one edge: otherwise there is no walk to embed.
Graph random_graph(std::uint64_t nodes, int degree, base::Sequence& random) {
  const ErdosRenyi family{nodes, std::min(1.0, degree / static_cast<double>(nodes))};
  for (;;) {
    Graph graph = generate(family, random);
    if (graph.num_edges() > 1) return graph;
  }
}

EmbeddingOptions common_plan(const ScalabilityOptions& options) {
  EmbeddingOptions common;
  common.walks = anonymous_walks(kLength, kLength);
  common.run.seed = options.run.seed;
  common.run.threads = 1;  // seconds of one thread, as in the paper
  common.words.min_count = 1;
  return common;
}

EmbeddingModel model_of_other_graphs(const ScalabilityOptions& options) {
  base::Sequence random(options.run.seed, {}, 1);
  std::vector<Graph> graphs;
  for (const std::uint64_t nodes : {30u, 100u, 300u, 1000u}) {
    for (const int degree : options.degrees) {
      for (int copy = 0; copy < 10; ++copy) graphs.push_back(random_graph(nodes, degree, random));
    }
  }
  return EmbeddingModel::train([&] { return source_of(graphs); }, common_plan(options));
}

EmbeddingOptions alone_plan(const ScalabilityOptions& options) {
  EmbeddingOptions alone = common_plan(options);
  alone.dimensions = 128;
  alone.sentence_walks = 10;
  alone.descent.emplace();
  alone.descent->epochs = 1;
  alone.descent->held_out = 0;
  return alone;
}

// All options that the points depend on.
std::string text_of(const ScalabilityOptions& options) {
  std::string text =
      "2 seed " + std::to_string(options.run.seed) + " graphs " + std::to_string(options.graphs) + " nodes";
  for (const std::uint64_t nodes : options.nodes) text += ' ' + std::to_string(nodes);
  text += " degrees";
  for (const int degree : options.degrees) text += ' ' + std::to_string(degree);
  return text;
}

// Processor time, of the one thread that works: other work on the machine does not count.
double seconds_of(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  const auto ticks = static_cast<double>(std::clock() - start);
  return std::max(ticks, 1.0) / static_cast<double>(CLOCKS_PER_SEC);
}

}  // namespace

std::string inferred_setting() {
  return "inferred: 10,000 walks of length 7 (or their exact distribution, where that is cheaper) and one solve for 64 "
         "dimensions, under a model of 160 other random graphs of 30 to 1,000 nodes";
}

std::string alone_setting() {
  return "alone: the paper's model trained on this graph, ten walks of length 7 from every node, one epoch, 128 "
         "dimensions, window 4, sampled softmax";
}

std::string to_json(const std::vector<ScalabilityPoint>& points, const ScalabilityOptions& options) {
  base::JsonArray list;
  for (const ScalabilityPoint& point : points) {
    list.raw(base::JsonObject()
                 .integer("nodes", point.nodes)
                 .integer("degree", static_cast<std::uint64_t>(point.degree))
                 .integer("graphs", static_cast<std::uint64_t>(point.graphs))
                 .real("inferred_seconds", point.inferred_seconds)
                 .real("alone_seconds", point.alone_seconds)
                 .str());
  }
  base::JsonObject object;
  object.text("plan", text_of(options)).text("program", options.program);
  return object.raw("points", list.str()).str();
}

std::optional<std::vector<ScalabilityPoint>> scalability_from_json(std::string_view text,
                                                                   const ScalabilityOptions& options,
                                                                   bool any_program) {
  try {
    simdjson::dom::parser parser;
    const simdjson::dom::element found = parser.parse(text.data(), text.size());
    if (std::string_view(found["plan"].get_string()) != text_of(options)) return std::nullopt;
    if (!any_program && std::string_view(found["program"].get_string()) != options.program) return std::nullopt;
    std::vector<ScalabilityPoint> points;
    for (const simdjson::dom::element one : found["points"].get_array()) {
      points.push_back({one["nodes"].get_uint64(), static_cast<int>(std::uint64_t(one["degree"].get_uint64())),
                        static_cast<int>(std::uint64_t(one["graphs"].get_uint64())),
                        one["inferred_seconds"].get_double(), one["alone_seconds"].get_double()});
    }
    if (points.size() != options.points()) return std::nullopt;
    return points;
  } catch (const simdjson::simdjson_error& error) {
    if (error.error() == simdjson::MEMALLOC) throw std::bad_alloc();
    return std::nullopt;
  }
}

std::vector<ScalabilityPoint> measure_scalability(const ScalabilityOptions& options, const Progress& progress) {
  const EmbeddingModel model = model_of_other_graphs(options);
  const EmbeddingOptions alone = alone_plan(options);
  std::vector<ScalabilityPoint> points;
  base::Sequence random(options.run.seed, {}, 2);
  for (const std::uint64_t nodes : options.nodes) {
    for (const int degree : options.degrees) {
      ScalabilityPoint point{nodes, degree, nodes > kMostNodesForAll ? std::min(options.graphs, 2) : options.graphs, 0,
                             0};
      for (int copy = 0; copy < point.graphs; ++copy) {
        progress.throw_if_stopped();
        std::vector<Graph> one;
        one.push_back(random_graph(nodes, degree, random));
        const auto source = source_of(one);
        point.inferred_seconds += seconds_of([&] { model.infer(*source, [](EmbeddingRow&&) {}); });
        point.alone_seconds += seconds_of([&] { (void)EmbeddingModel::train([&] { return source_of(one); }, alone); });
      }
      point.inferred_seconds /= point.graphs;
      point.alone_seconds /= point.graphs;
      points.push_back(point);
      if (progress.report) progress.report(points.size(), options.points());
    }
  }
  return points;
}

}  // namespace awe::report
