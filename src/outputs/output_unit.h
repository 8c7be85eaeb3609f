// The outputs of one command as a unit: claimed before the work begins, and put in place together at its end. Writers
// deep in the library do not know of it: a writer of a claimed path (AtomicFile) shares the lock, and its commit()
// hands the finished file over. Nothing is at any of the paths until commit() of the unit, and then all of them are.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace awe::outputs {

struct Claim;

class OutputUnit {
 public:
  explicit OutputUnit(bool force);
  // Finished files that were not put in place are removed.
  ~OutputUnit();
  OutputUnit(const OutputUnit&) = delete;
  OutputUnit& operator=(const OutputUnit&) = delete;

  // Claims a path that the command will write; an empty path is none, and "-" is standard output. Throws usage if it
  // exists and force is not set, if it is a folder, or if it has been added before; locked if another process is
  // writing it; io if nothing can be created there.
  void add(const std::string& path);
  // Claims a path that is written during the work and stays, such as a checkpoint: only the lock is taken.
  void add_kept(const std::string& path);
  // Puts all finished outputs in place, or none. Throws as put_in_place.
  void commit();

 private:
  void claim(const std::string& path, bool kept);
  bool force_;
  std::vector<std::unique_ptr<Claim>> claims_;
};

}  // namespace awe::outputs
