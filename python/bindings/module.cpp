#include "awe/version.h"
#include "bindings.h"

NB_MODULE(_core, m) {
  using namespace awe::python;
  m.doc() = "The C++ library behind anonymous_walks; private.";
  m.attr("version") = awe::version();
  bind_errors(m);
  bind_graph(m);
  bind_adjacency(m);
  bind_collections(m);
  bind_reading(m);
  bind_features(m);
  bind_partial_fit(m);
  bind_embedding(m);
  bind_kernel(m);
  bind_classifier(m);
  bind_evaluation(m);
  bind_items(m);
  bind_search(m);
  bind_walks(m);
  bind_drawing(m);
}
