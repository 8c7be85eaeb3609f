// A fit in parts: states that are learnt in several processes, sent as bytes and merged.
#include "awe/featurizer.h"
#include "feature_options.h"
#include "run.h"

namespace awe::python {

void bind_partial_fit(nb::module_& m) {
  nb::class_<PartialFit>(m, "PartialFit", "What features learn from a part of a collection.")
      .def(
          "__init__",
          [](PartialFit* self, nb::dict options) { new (self) PartialFit(feature_options_of(std::move(options))); },
          nb::arg("options"), nb::sig("def __init__(self, options: dict[str, typing.Any]) -> None"), "Of no graphs.")
      .def_static(
          "restore",
          [](const nb::bytes& state, nb::dict options) {
            return PartialFit::from_bytes({state.c_str(), state.size()}, feature_options_of(std::move(options)));
          },
          nb::arg("state"), nb::arg("options"),
          nb::sig("def restore(state: bytes, options: dict[str, typing.Any]) -> PartialFit"),
          "From what `state` returned.")
      .def(
          "add",
          [](PartialFit& self, const nb::tuple& graphs, nb::object report) {
            const auto all = graphs_of(graphs);
            const auto source = source_of(all);
            Run(std::move(report))([&](const Progress& progress) { self.add(*source, progress); });
          },
          nb::arg("graphs"), nb::arg("report").none(),
          nb::sig("def add(self, graphs: tuple[Graph, ...], report: object | None) -> None"), "Adds graphs.")
      .def("merge", &PartialFit::merge, nb::arg("other"), "Adds the graphs of another part.")
      .def_prop_ro("num_graphs", &PartialFit::num_graphs, "Number of graphs.")
      .def_prop_ro("needs_second_pass", &PartialFit::needs_second_pass, "Whether this is the first of two passes.")
      .def("second_pass", &PartialFit::second_pass, "The second pass, of no graphs yet.")
      .def("finish", &PartialFit::finish, "The featurizer.")
      .def_prop_ro(
          "state",
          [](const PartialFit& self) {
            const std::string bytes = self.bytes();
            return nb::bytes(bytes.data(), bytes.size());
          },
          "The state as bytes.");
}

}  // namespace awe::python
