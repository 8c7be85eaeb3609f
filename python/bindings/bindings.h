// The Python module `anonymous_walks._core`: one function per topic adds its classes and functions to the module. What
// they offer is private to the package, which documents it for users.
#pragma once

#include <nanobind/nanobind.h>

namespace awe::python {

namespace nb = nanobind;

void bind_errors(nb::module_& m);
void bind_graph(nb::module_& m);
void bind_adjacency(nb::module_& m);
void bind_collections(nb::module_& m);
void bind_reading(nb::module_& m);
void bind_features(nb::module_& m);
void bind_partial_fit(nb::module_& m);
void bind_embedding(nb::module_& m);
void bind_kernel(nb::module_& m);
void bind_classifier(nb::module_& m);
void bind_evaluation(nb::module_& m);
void bind_items(nb::module_& m);
void bind_search(nb::module_& m);
void bind_walks(nb::module_& m);
void bind_drawing(nb::module_& m);

}  // namespace awe::python
