#include "awe/base/error.h"
#include "io/writers.h"
namespace awe::io {
Writer write_graphml(const std::string&, bool) { throw Error(ErrorKind::io, "x"); }
Writer write_gml(const std::string&, bool) { throw Error(ErrorKind::io, "x"); }
Writer write_matrix_market(const std::string&, bool) { throw Error(ErrorKind::io, "x"); }
Writer write_edge_list(const std::string&, bool) { throw Error(ErrorKind::io, "x"); }
Writer write_edge_list_folder(const std::string&, bool) { throw Error(ErrorKind::io, "x"); }
Writer write_tu(const std::string&, bool) { throw Error(ErrorKind::io, "x"); }
}  // namespace awe::io
