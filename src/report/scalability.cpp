#include "awe/report/scalability.h"

#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "awe/base/json_text.h"
#include "awe/base/rng.h"
#include "awe/embedding/model.h"
#include "awe/graph/generators.h"

namespace awe {
namespace {

constexpr int kLength = 7;
constexpr std::uint64_t kMostNodesForAll = 30'000;

// With an edge at least: without one there is no walk to embed.
Graph random_graph(std::uint64_t nodes, int degree, Sequence& random) {
  const ErdosRenyi family{nodes, std::min(1.0, degree / static_cast<double>(nodes))};
  for (;;) {
    Graph graph = generate(family, random);
    if (graph.num_edges() > 1) return graph;
  }
}

EmbeddingPlan common_plan(const ScalabilityPlan& plan) {
  EmbeddingPlan common;
  common.walks = anonymous_walks(kLength, kLength);
  common.seed = plan.seed;
  common.words.min_count = 1;
  return common;
}

EmbeddingModel model_of_other_graphs(const ScalabilityPlan& plan) {
  Sequence random(plan.seed, {}, 1);
  std::vector<Graph> graphs;
  for (const std::uint64_t nodes : {30u, 100u, 300u, 1000u}) {
    for (const int degree : plan.degrees) {
      for (int copy = 0; copy < 10; ++copy) graphs.push_back(random_graph(nodes, degree, random));
    }
  }
  return EmbeddingModel::train(common_plan(plan), [&] { return source_of(graphs); });
}

EmbeddingPlan alone_plan(const ScalabilityPlan& plan) {
  EmbeddingPlan alone = common_plan(plan);
  alone.dimensions = 128;
  alone.sentence_walks = 10;
  alone.descent.emplace();
  alone.descent->epochs = 1;
  alone.descent->held_out = 0;
  return alone;
}

// What the points depend on.
std::string text_of(const ScalabilityPlan& plan) {
  std::string text = "1 seed " + std::to_string(plan.seed) + " graphs " + std::to_string(plan.graphs) + " nodes";
  for (const std::uint64_t nodes : plan.nodes) text += ' ' + std::to_string(nodes);
  text += " degrees";
  for (const int degree : plan.degrees) text += ' ' + std::to_string(degree);
  return text;
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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

std::string to_json(const std::vector<ScalabilityPoint>& points, const ScalabilityPlan& plan) {
  JsonArray list;
  for (const ScalabilityPoint& point : points) {
    list.raw(JsonObject()
                 .integer("nodes", point.nodes)
                 .integer("degree", static_cast<std::uint64_t>(point.degree))
                 .integer("graphs", static_cast<std::uint64_t>(point.graphs))
                 .real("inferred_seconds", point.inferred_seconds)
                 .real("alone_seconds", point.alone_seconds)
                 .str());
  }
  return JsonObject().text("plan", text_of(plan)).raw("points", list.str()).str();
}

std::optional<std::vector<ScalabilityPoint>> scalability_from_json(std::string_view text, const ScalabilityPlan& plan) {
  try {
    simdjson::dom::parser parser;
    const simdjson::dom::element found = parser.parse(text.data(), text.size());
    if (std::string_view(found["plan"].get_string()) != text_of(plan)) return std::nullopt;
    std::vector<ScalabilityPoint> points;
    for (const simdjson::dom::element one : found["points"].get_array()) {
      points.push_back({one["nodes"].get_uint64(), static_cast<int>(std::uint64_t(one["degree"].get_uint64())),
                        static_cast<int>(std::uint64_t(one["graphs"].get_uint64())),
                        one["inferred_seconds"].get_double(), one["alone_seconds"].get_double()});
    }
    if (points.size() != plan.nodes.size() * plan.degrees.size()) return std::nullopt;
    return points;
  } catch (const simdjson::simdjson_error&) {
    return std::nullopt;
  }
}

std::vector<ScalabilityPoint> measure_scalability(const ScalabilityPlan& plan, const Progress& progress) {
  const EmbeddingModel model = model_of_other_graphs(plan);
  const EmbeddingPlan alone = alone_plan(plan);
  std::vector<ScalabilityPoint> points;
  Sequence random(plan.seed, {}, 2);
  for (const std::uint64_t nodes : plan.nodes) {
    for (const int degree : plan.degrees) {
      ScalabilityPoint point{nodes, degree, nodes > kMostNodesForAll ? std::min(plan.graphs, 2) : plan.graphs, 0, 0};
      for (int copy = 0; copy < point.graphs; ++copy) {
        progress.throw_if_stopped();
        std::vector<Graph> one;
        one.push_back(random_graph(nodes, degree, random));
        const auto source = source_of(one);
        point.inferred_seconds += seconds_of([&] { model.infer(*source, [](EmbeddingRow&&) {}); });
        point.alone_seconds += seconds_of([&] {
          (void)EmbeddingModel::train(alone, [&] { return source_of(one); }, {{}, progress.stop_requested});
        });
      }
      point.inferred_seconds /= point.graphs;
      point.alone_seconds /= point.graphs;
      points.push_back(point);
      if (progress.report) progress.report(points.size(), plan.nodes.size() * plan.degrees.size());
    }
  }
  return points;
}

}  // namespace awe
