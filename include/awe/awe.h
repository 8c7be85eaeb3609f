// The front door of the library: one include, and a few lines from graphs to vectors, kernels and predictions.
//
//   auto graphs = awe::read_graphs("MUTAG.zip");
//   auto x = awe::embed(graphs, {.length = 7});
//
// | from                | call                                              | result                     |
// |---------------------|---------------------------------------------------|----------------------------|
// | a file              | read_graphs(path)                                 | graphs in memory           |
// | arrays              | make_graph({.num_nodes = n, .edges = edges})      | a graph                    |
// | graphs              | embed(graphs, options)                            | a feature matrix           |
// | graphs              | Featurizer::fit(graphs, options), then transform  | features for new graphs    |
// | graphs              | EmbeddingModel::train(graphs, options), infer     | learned vectors            |
// | a feature matrix    | kernel(matrix, options)                           | a Gram matrix              |
// | graphs with classes | Classifier::fit(graphs, options), then predict    | classes of new graphs      |
// | graphs              | GraphIndex::build(graphs, options), then search   | graphs that are most alike |
// | graphs with classes | evaluate(graphs, options)                         | accuracy with an interval  |
// | graphs with classes | report_page(graphs, options)                      | one HTML page about them   |
// | a graph             | to_svg(graph, options)                            | a drawing                  |
//
// Every options struct has fields with defaults and a member `run` (awe/run_options.h): seed, threads, memory,
// progress. Functions throw awe::Error. Large inputs are streamed instead of held: open_graphs (awe/reader.h) gives a
// GraphSource, and Featurizer::run, EmbeddingModel::infer and Classifier::predict take one.
#pragma once

#include "awe/classifier.h"
#include "awe/drawing.h"
#include "awe/embedding_model.h"
#include "awe/error.h"
#include "awe/evaluation.h"
#include "awe/featurizer.h"
#include "awe/generators.h"
#include "awe/graph.h"
#include "awe/graph_builder.h"
#include "awe/graph_index.h"
#include "awe/graph_source.h"
#include "awe/kernel.h"
#include "awe/matrix_writer.h"
#include "awe/reader.h"
#include "awe/run_options.h"
#include "awe/version.h"
#include "awe/writer.h"
