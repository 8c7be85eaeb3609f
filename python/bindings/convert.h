// Between Python objects and the values of the library: numpy arrays, texts, fields of option structs, lists of graphs.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "awe/enum_text.h"
#include "awe/graph.h"
#include "awe/graph_source.h"
#include "awe/run_options.h"
#include "bindings.h"

namespace awe::python {

template <class T>
using Array1 = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using Array2 = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

// A numpy array that owns the values of a vector.
template <class T>
[[nodiscard]] Array1<T> to_numpy(std::vector<T>&& values) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Array1<T>(owned->data(), {owned->size()}, owner);
}
template <class T>
[[nodiscard]] Array2<T> to_numpy(std::vector<T>&& values, std::size_t rows, std::size_t columns) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Array2<T>(owned->data(), {rows, columns}, owner);
}

// numpy.asarray(object, dtype=dtype), or without a dtype if it is null.
[[nodiscard]] nb::object as_array(nb::handle object, const char* dtype = nullptr);

// str(object) as UTF-8.
[[nodiscard]] std::string text_of(nb::handle object);
// The texts of all items of an iterable.
[[nodiscard]] std::vector<std::string> texts_of(nb::handle iterable);
// A list of str; bytes that are not UTF-8 are escaped.
[[nodiscard]] nb::str to_python(std::string_view text);
[[nodiscard]] nb::list to_python(const std::vector<std::string>& texts);

// The fields of an options struct from a dict. Fields that are absent or None keep their defaults.
class Fields {
 public:
  explicit Fields(nb::dict values) : values_(std::move(values)) {}

  template <class T>
  void take(const char* name, T& into) {
    const nb::object value = find(name);
    if (!value.is_valid()) return;
    if constexpr (NamedEnum<T>) {
      into = parse<T>(text_of(value));
    } else {
      T taken{};
      if (!nb::try_cast(value, taken)) refuse_type(name, value);
      into = std::move(taken);
    }
  }
  template <class T>
  void take(const char* name, std::optional<T>& into) {
    T taken{};
    if (!find(name).is_valid()) return;
    take(name, taken);
    into = std::move(taken);
  }
  // Fields `seed`, `threads` and `memory`.
  void take_run(RunOptions& run);
  // Throws if there are fields that nothing has taken: a mistake of the package.
  void finish() const;

 private:
  [[nodiscard]] nb::object find(const char* name);
  [[noreturn]] static void refuse_type(const char* name, nb::handle value);

  nb::dict values_;
  std::set<std::string> taken_;
};

// The graphs of a tuple, which the caller keeps alive while they are in use.
[[nodiscard]] std::vector<const Graph*> graphs_of(const nb::tuple& graphs);

// A source of graphs that must outlive it. Graphs without a name are named by their position, counted from `first`, as
// the command line does.
[[nodiscard]] std::unique_ptr<GraphSource> source_of(const std::vector<const Graph*>& graphs, std::uint64_t first = 0);

// The graphs of a fit, which may read them several times: a tuple of graphs, or a function without arguments that opens
// them, that is, returns an iterator of tuples of graphs. Of the latter, one tuple is held at a time.
class Collection {
 public:
  // Called with the interpreter lock held; `graphs` must outlive the collection.
  explicit Collection(nb::handle graphs);
  // A new source of the graphs, named as above. Called without the interpreter lock, in the run of `progress`.
  [[nodiscard]] std::unique_ptr<GraphSource> open(const Progress& progress) const;

 private:
  nb::handle opener_;
  std::vector<const Graph*> graphs_;
};

}  // namespace awe::python
