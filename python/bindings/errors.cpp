// Errors of the library as Python exceptions with the same message: ValueError for input, OSError for files,
// MemoryError for limits, KeyboardInterrupt for a stop.
#include <new>
#include <system_error>

#include "awe/error.h"
#include "bindings.h"

namespace awe::python {
namespace {

PyObject* type_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::io:
    case ErrorKind::locked:
      return PyExc_OSError;
    case ErrorKind::limit:
      return PyExc_MemoryError;
    case ErrorKind::interrupted:
      return PyExc_KeyboardInterrupt;
    case ErrorKind::usage:
    case ErrorKind::malformed:
    case ErrorKind::numeric:
    case ErrorKind::incompatible:
      return PyExc_ValueError;
  }
  return PyExc_RuntimeError;
}

// Messages may quote bytes of an input that are not UTF-8.
void raise(PyObject* type, const char* message) {
  PyObject* text = PyUnicode_DecodeUTF8(message, static_cast<Py_ssize_t>(std::char_traits<char>::length(message)),
                                        "backslashreplace");
  if (text == nullptr) return;
  PyErr_SetObject(type, text);
  Py_DECREF(text);
}

}  // namespace

void bind_errors(nb::module_& /*m*/) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(type_of(error.kind()), error.what());
    } catch (const std::system_error& error) {
      raise(PyExc_OSError, error.what());
    }
  });
}

}  // namespace awe::python
