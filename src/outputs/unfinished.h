// The temporary files and folders of outputs that are not complete, in a table that a signal handler may read: a
// process that has to end at once removes them first. Nothing here takes a lock or allocates after watch().
#pragma once

#include <string>

namespace awe::outputs {

// One temporary file, or folder with its content. Watched from watch() to done(); removed only by abandon_unfinished().
class Unfinished {
 public:
  Unfinished() = default;
  Unfinished(Unfinished&& other) noexcept;
  Unfinished& operator=(Unfinished&&) = delete;
  ~Unfinished() { done(); }

  // To be called once the path belongs to this process (it has been created and locked). If more than 256 paths are
  // watched, the path is not.
  void watch(const std::string& path);
  void done() noexcept;

 private:
  char* path_ = nullptr;
  int slot_ = -1;
};

// A part of the work that must not be cut in two, such as the renames of one output: abandon_unfinished() waits for
// its end.
class Finishing {
 public:
  Finishing() noexcept;
  ~Finishing();
  Finishing(const Finishing&) = delete;
  Finishing& operator=(const Finishing&) = delete;
};

// Removes every watched path, for a process that ends at once afterwards: threads that enter a Finishing scope from now
// on stop there. Returns false, having done nothing, while a thread is in such a scope. Async-signal-safe.
[[nodiscard]] bool abandon_unfinished() noexcept;

// Removes a file, or a folder with its content, if it is there. Needs no memory. Async-signal-safe.
void remove_path(const char* path) noexcept;

}  // namespace awe::outputs
