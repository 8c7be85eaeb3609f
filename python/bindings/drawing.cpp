// Drawings of graphs as SVG, and the places of their nodes.
#include "awe/drawing.h"

#include "convert.h"

namespace awe::python {

void bind_drawing(nb::module_& m) {
  m.def(
      "layout",
      [](const Graph& graph) {
        std::vector<double> values;
        {
          nb::gil_scoped_release release;
          for (const Place& place : layout(graph)) values.insert(values.end(), {place.x, place.y});
        }
        return to_numpy(std::move(values), graph.num_nodes(), 2);
      },
      nb::arg("graph"), nb::sig("def layout(graph: Graph) -> numpy.typing.NDArray[numpy.float64]"),
      "Places of the nodes; the length of an edge is about 1.");
  m.def(
      "draw",
      [](const Graph& graph) {
        nb::gil_scoped_release release;
        return to_svg(graph);
      },
      nb::arg("graph"), "The graph as SVG text.");
}

}  // namespace awe::python
