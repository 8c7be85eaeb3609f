// Files as streams of graphs, read a batch at a time.
#include "awe/reader.h"
#include "convert.h"
#include "run.h"

namespace awe::python {
namespace {

class Reader {
 public:
  Reader(std::vector<std::string> paths, nb::dict options) : paths_(std::move(paths)) {
    Fields fields(std::move(options));
    fields.take("format", options_.format);
    fields.take("directed", options_.directed);
    fields.take("weights", options_.weights);
    fields.take("self_loops", options_.self_loops);
    fields.take("node_label_key", options_.node_label_key);
    fields.take("edge_label_key", options_.edge_label_key);
    fields.take("class_key", options_.class_key);
    fields.take("weight_key", options_.weight_key);
    fields.take("classes_file", options_.classes_file);
    fields.take("classes_column", options_.classes_column);
    fields.take("numbers", options_.numbers);
    fields.take("class_from", options_.class_from);
    fields.take("pattern", options_.pattern);
    fields.take("verify", options_.verify);
    fields.take("threads", options_.threads);
    fields.finish();
  }

  // The next graphs: at most `count`, and no more once they have `edges` edges. Empty at the end.
  nb::list next_batch(std::uint64_t count, std::uint64_t edges) {
    std::vector<Graph> graphs = Run(nb::none())([&](const Progress& progress) {
      if (!source_) {
        options_.progress = progress;  // notes of opening; the source must not refer to this run later
        options_.progress.stop_requested = [this] { return current_ != nullptr && current_->stop_requested(); };
        options_.progress.report = {};
        options_.progress.note = [this](std::string_view text) {
          if (current_ != nullptr) current_->tell(text);
        };
        current_ = &progress;
        source_ = open_inputs(paths_, options_);
      }
      current_ = &progress;
      std::vector<Graph> batch;
      std::uint64_t held = 0;
      while (batch.size() < count && (batch.empty() || held < edges)) {
        progress.throw_if_stopped();
        auto graph = source_->next();
        if (!graph) break;
        held += graph->num_edges() + graph->num_nodes();
        batch.push_back(std::move(*graph));
      }
      current_ = nullptr;
      return batch;
    });
    nb::list list;
    for (Graph& graph : graphs) list.append(std::move(graph));
    return list;
  }

 private:
  std::vector<std::string> paths_;
  ReadOptions options_;
  const Progress* current_ = nullptr;  // of the call that is under way
  std::unique_ptr<GraphSource> source_;
};

}  // namespace

void bind_reading(nb::module_& m) {
  nb::class_<Reader>(m, "Reader", "Graphs of files, in batches.")
      .def(nb::init<std::vector<std::string>, nb::dict>(), nb::arg("paths"), nb::arg("options"),
           nb::sig("def __init__(self, paths: list[str], options: dict[str, typing.Any]) -> None"))
      .def("next_batch", &Reader::next_batch, nb::arg("count"), nb::arg("edges"),
           nb::sig("def next_batch(self, count: int, edges: int) -> list[Graph]"),
           "The next graphs; empty at the end.");
  m.def(
      "format_names", [] { return to_python(enum_names<Format>()); }, nb::sig("def format_names() -> list[str]"),
      "Names of the formats.");
}

}  // namespace awe::python
