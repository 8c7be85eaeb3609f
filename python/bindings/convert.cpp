#include "convert.h"

namespace awe::python {

nb::object as_array(nb::handle object, const char* dtype) {
  const nb::object make = nb::module_::import_("numpy").attr("asarray");
  return dtype == nullptr ? make(object) : make(object, dtype);
}

std::string text_of(nb::handle object) {
  const nb::object text = PyUnicode_Check(object.ptr()) ? nb::borrow(object) : nb::steal(PyObject_Str(object.ptr()));
  if (!text.is_valid()) throw nb::python_error();
  const nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
  if (!bytes.is_valid()) throw nb::python_error();
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

std::vector<std::string> texts_of(nb::handle iterable) {
  std::vector<std::string> texts;
  for (const nb::handle item : iterable) texts.push_back(text_of(item));
  return texts;
}

nb::str to_python(std::string_view text) {
  PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  if (made == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(made);
}

nb::list to_python(const std::vector<std::string>& texts) {
  nb::list list;
  for (const std::string& text : texts) list.append(to_python(text));
  return list;
}

nb::object Fields::find(const char* name) {
  taken_.insert(name);
  if (!values_.contains(name)) return {};
  nb::object value = values_[name];
  return value.is_none() ? nb::object() : value;
}

void Fields::refuse_type(const char* name, nb::handle value) {
  const std::string text = std::string("`") + name + "` is " + nb::repr(value).c_str() + ", of type " +
                           nb::type_name(value.type()).c_str() + ", which it cannot be";
  throw nb::type_error(text.c_str());
}

void Fields::take_run(RunOptions& run) {
  take("seed", run.seed);
  take("threads", run.threads);
  take("memory", run.memory);
}

void Fields::finish() const {
  for (const auto& [name, value] : values_) {
    const std::string text = text_of(name);
    if (taken_.contains(text)) continue;
    throw nb::type_error(("there is no option `" + text + "`").c_str());
  }
}

std::vector<const Graph*> graphs_of(const nb::tuple& graphs) {
  std::vector<const Graph*> all;
  all.reserve(graphs.size());
  for (const nb::handle graph : graphs) all.push_back(nb::cast<const Graph*>(graph));
  return all;
}

namespace {

class PointerSource final : public GraphSource {
 public:
  PointerSource(const std::vector<const Graph*>& graphs, std::uint64_t first) : graphs_(graphs), first_(first) {}
  std::optional<Graph> next() override {
    if (place_ == graphs_.size()) return std::nullopt;
    Graph graph = *graphs_[place_];
    const std::uint64_t number = first_ + place_++;
    if (graph.name().empty()) return std::move(graph).with_name(std::to_string(number));
    return graph;
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return graphs_.size(); }

 private:
  const std::vector<const Graph*>& graphs_;
  std::uint64_t first_;
  std::size_t place_ = 0;
};

}  // namespace

std::unique_ptr<GraphSource> source_of(const std::vector<const Graph*>& graphs, std::uint64_t first) {
  return std::make_unique<PointerSource>(graphs, first);
}

}  // namespace awe::python
