#include "explanation/model_explanation_files.h"

#include "awe/error.h"
#include "base/json_text.h"
#include "base/number.h"
#include "bytes/csv_field.h"
#include "explanation/class_explanation_files.h"

namespace awe::explanation {
namespace {

using base::JsonArray;
using base::JsonObject;

std::string near_json(const NearGraph& near, const Classifier& model, const DrawingOptions& names) {
  JsonObject object;
  object.text("class", model.class_names()[static_cast<std::size_t>(near.of_class)]);
  object.text("graph", near.id).real("distance", near.distance);
  JsonArray differences;
  for (const NearGraph::Difference& difference : near.differences) {
    JsonObject one;
    one.text("block", difference.block).text("column", difference.text);
    one.text("reads", readable_column(difference.text, names));
    one.real("here", difference.here).real("there", difference.there).real("distance", difference.distance);
    differences.raw(one.str());
  }
  return object.raw("differences", differences.str()).str();
}

}  // namespace

std::string readable_column(const std::string& text, const DrawingOptions& names) {
  try {
    return readable(parse_traced(text), names);
  } catch (const Error&) {  // no walk
    return text;
  }
}

std::string to_json(const ModelExplanation& made, const Classifier& model, const Graph& graph,
                    const DrawingOptions& names) {
  const auto name = [&](int c) { return model.class_names()[static_cast<std::size_t>(c)]; };
  JsonObject object;
  object.text("graph", made.id).text("predicted", name(made.predicted)).text("against", name(made.other));
  object.real("decision", made.decision.value).real("bias", made.decision.bias);
  double nodes = 0;
  for (const double value : made.nodes) nodes += value;
  object.real("nodes_sum", nodes).real("elsewhere", made.elsewhere).real("remainder", made.decision.remainder);
  object.flag("exact", made.exact);
  object.raw("nodes", node_values_json(graph, made.nodes)).raw("edges", edge_values_json(graph, made.edges));
  object.raw("removal", node_values_json(graph, made.removal)).flag("removal_estimated", made.removal_estimated);
  JsonArray terms, near;
  for (const NamedTerm& term : made.terms) {
    JsonObject one;
    one.text("block", term.block).text("column", term.text).text("reads", readable_column(term.text, names));
    terms.raw(one.real("value", term.value).real("contribution", term.contribution).str());
  }
  object.raw("terms", terms.str());
  if (made.num_deleted > 0) {
    JsonObject deletion;
    deletion.integer("nodes", made.num_deleted).real("without_top", made.without_top);
    object.raw("deletion", deletion.real("without_random", made.without_random).str());
  }
  for (const NearGraph& one : made.near) near.raw(near_json(one, model, names));
  return object.raw("near", near.str()).str();
}

std::string contribution_lines(const ModelExplanation& made, const Graph& graph) {
  std::string out;
  const auto line = [&](std::string_view kind, const std::string& first, const std::string& second, double value) {
    for (const std::string_view field :
         {std::string_view(made.id), kind, std::string_view(first), std::string_view(second)}) {
      bytes::append_csv_field(out, field);
      out += ',';
    }
    base::append_real(out, value);
    out += '\n';
  };
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    line("node", graph.node_ids().name(node), "", made.nodes[node]);
  }
  const auto edges = edges_of(graph);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    line("edge", graph.node_ids().name(edges[i].first), graph.node_ids().name(edges[i].second), made.edges[i]);
  }
  return out;
}

std::string picture(const ModelExplanation& made, const Classifier& model, const Graph& graph,
                    const DrawingOptions& options) {
  const auto name = [&](int c) { return model.class_names()[static_cast<std::size_t>(c)]; };
  const DrawnGraph drawn[] = {
      {&graph,
       made.id + ": class " + name(made.predicted),
       {made.nodes, made.edges, 0, "for class " + name(made.predicted), "for class " + name(made.other)}}};
  return to_svg(drawn, options, 1);
}

}  // namespace awe::explanation
