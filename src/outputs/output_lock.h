// One writer per output. The lock of x.npy is an advisory lock on the file .x.npy.awe-lock beside it, which exists
// while the output is being written and has the names of its temporary files. If a process was killed, the next writer
// of the same output finds them there and removes them; nothing else is ever removed.
//
// A process may claim an output early (OutputUnit) and write it later: the writer then shares the lock.
#pragma once

#include <memory>
#include <string>

#include "outputs/unfinished.h"

namespace awe::outputs {

// A temporary file or folder, removed at the end of its life unless it has been put in place.
class Temporary {
 public:
  Temporary(std::string path, int file);
  Temporary(Temporary&& other) noexcept;
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] int file() const noexcept { return file_; }  // open for reading and writing; -1: a folder
  void close() noexcept;
  // It is in its place, and not to be removed.
  void moved() noexcept;

 private:
  std::string path_;  // empty: nothing to remove
  int file_ = -1;
  Unfinished watched_;
};

class OutputLock {
 public:
  // `path` has its links resolved; `shown` is its name in messages. Throws locked if another writer holds it, io if the
  // lock cannot be created.
  OutputLock(const std::string& path, const std::string& shown);
  ~OutputLock();
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  // Creates a temporary file or folder beside the output, under a name that nothing has.
  [[nodiscard]] Temporary create_file();
  [[nodiscard]] Temporary create_folder();

 private:
  void remove_left_over();
  void record(const std::string& temporary);
  template <class Create>
  Temporary create(Create make);

  std::string path_, shown_, lock_path_;
  int file_ = -1;
  Unfinished watched_;
};

}  // namespace awe::outputs
