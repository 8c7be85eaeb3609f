// Graphs that Python code reads or makes while the library works on them, a tuple at a time: a fit on files, or on any
// collection that can be read again, holds a few graphs instead of all.
#include <utility>

#include "convert.h"
#include "run.h"

namespace awe::python {
namespace {

class BatchSource final : public GraphSource {
 public:
  BatchSource(nb::handle opener, const Progress& progress) : opener_(opener), progress_(progress) {}
  BatchSource(const BatchSource&) = delete;
  BatchSource& operator=(const BatchSource&) = delete;
  ~BatchSource() override {
    const nb::gil_scoped_acquire with_lock;
    batches_.reset();
  }

  std::optional<Graph> next() override {
    while (place_ == batch_.size()) {
      if (!read_batch()) return std::nullopt;
    }
    Graph graph = std::move(batch_[place_++]);
    const std::uint64_t number = number_++;
    if (graph.name().empty()) return std::move(graph).with_name(std::to_string(number));
    return graph;
  }

 private:
  // False at the end.
  bool read_batch() {
    batch_.clear();
    place_ = 0;
    progress_.throw_if_stopped();
    const nb::gil_scoped_acquire with_lock;
    const InnerRuns stop_together(progress_);
    if (!batches_.is_valid()) batches_ = nb::steal(PyObject_GetIter(opener_().ptr()));
    if (!batches_.is_valid()) throw nb::python_error();
    const nb::object batch = nb::steal(PyIter_Next(batches_.ptr()));
    if (!batch.is_valid()) {
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      return false;
    }
    for (const nb::handle graph : nb::cast<nb::tuple>(batch)) batch_.push_back(*nb::cast<const Graph*>(graph));
    return true;
  }

  nb::handle opener_;
  const Progress& progress_;
  nb::object batches_;  // the iterator; touched with the interpreter lock held
  std::vector<Graph> batch_;
  std::size_t place_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace

Collection::Collection(nb::handle graphs) {
  if (nb::isinstance<nb::tuple>(graphs)) {
    graphs_ = graphs_of(nb::borrow<nb::tuple>(graphs));
  } else {
    opener_ = graphs;
  }
}

std::unique_ptr<GraphSource> Collection::open(const Progress& progress) const {
  if (!opener_.is_valid()) return source_of(graphs_);
  return std::make_unique<BatchSource>(opener_, progress);
}

}  // namespace awe::python
