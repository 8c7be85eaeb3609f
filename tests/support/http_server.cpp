#include "support/http_server.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace awe::test {

HttpServer::HttpServer(const std::string& folder) {
  const std::string log = log_.write("log", "");
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("no process");
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a crashed test leaves no server behind
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl("/usr/bin/python3", "python3", AWE_SOURCE_DIR "/tests/support/http_server.py", folder.c_str(), log.c_str(),
          static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  for (char c = 0; read(ends[0], &c, 1) == 1 && c != '\n';) port_ += c;
  close(ends[0]);
  if (port_.empty()) throw std::runtime_error("/usr/bin/python3 " AWE_SOURCE_DIR "/tests/support/http_server.py fails");
}

HttpServer::~HttpServer() {
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

std::string HttpServer::url(const std::string& mode) const { return "http://127.0.0.1:" + port_ + "/" + mode; }

}  // namespace awe::test
