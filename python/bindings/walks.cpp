// The vocabulary of anonymous walks.
#include "awe/walk_index.h"
#include "convert.h"

namespace awe::python {

void bind_walks(nb::module_& m) {
  nb::class_<WalkIndex>(m, "WalkIndex", "The anonymous walks of one length.")
      .def(nb::init<int, bool>(), nb::arg("length"), nb::arg("self_loops"))
      .def_prop_ro("size", &WalkIndex::size, "Number of walks.")
      .def(
          "rank", [](const WalkIndex& self, const std::string& walk) { return self.rank(parse_walk(walk)); },
          nb::arg("walk"), "Position of a walk.")
      .def(
          "unrank",
          [](const WalkIndex& self, std::uint64_t rank) {
            if (rank >= self.size()) {
              throw nb::index_error(("there are " + std::to_string(self.size()) + " walks, numbered from 0").c_str());
            }
            return to_string(self.unrank(rank));
          },
          nb::arg("rank"), "Walk at a position.")
      .def(
          "walks",
          [](const WalkIndex& self) {
            nb::list list;
            AnonymousWalk walk = self.unrank(0);
            do list.append(to_string(walk));
            while (self.advance(walk));
            return list;
          },
          nb::sig("def walks(self) -> list[str]"), "All walks, in order.");
  m.def(
      "anonymise", [](const std::vector<std::uint32_t>& nodes) { return to_string(anonymise(nodes)); },
      nb::arg("nodes"), "The anonymous walk of a walk over nodes.");
}

}  // namespace awe::python
