// A locale that writes 1,5 for one and a half, compiled into a temporary folder: few machines have one installed.
#pragma once

#include <string>

#include "support/process.h"

namespace awe::test {

class CommaLocale {
 public:
  CommaLocale() { present_ = run_shell("localedef -i de_DE -f UTF-8 " + folder_.file(kName)).exit_code == 0; }

  static constexpr const char* kName = "de_DE.UTF-8";
  [[nodiscard]] bool present() const { return present_; }
  [[nodiscard]] const std::string& folder() const { return folder_.path(); }
  // Prefix for a command.
  [[nodiscard]] std::string environment() const { return "LOCPATH=" + folder() + " LC_ALL=" + kName + " "; }

 private:
  TemporaryFolder folder_;
  bool present_ = false;
};

}  // namespace awe::test
