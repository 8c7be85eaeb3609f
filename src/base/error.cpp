#include "awe/error.h"

namespace awe {

Error error_at(ErrorKind kind, std::string_view file, std::size_t line, std::string_view reason) {
  std::string message(file);
  if (line > 0) message += ':' + std::to_string(line);
  message += ": ";
  message += reason;
  return {kind, message};
}

}  // namespace awe
