// A real HTTP server on 127.0.0.1 (tests/support/http_server.py) that runs for the duration of a test.
#pragma once

#include <sys/types.h>

#include <string>

#include "support/process.h"

namespace awe::test {

class HttpServer {
 public:
  // Serves the files of the folder; http_server.py explains the meaning of the first path component.
  explicit HttpServer(const std::string& folder);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // "http://127.0.0.1:PORT/mode"
  [[nodiscard]] std::string url(const std::string& mode) const;
  // One line per request so far: "GET path range", range "-" if none.
  [[nodiscard]] std::string log() const { return read_file(log_.file("log")); }

 private:
  TemporaryFolder log_;
  pid_t pid_ = -1;
  std::string port_;
};

}  // namespace awe::test
