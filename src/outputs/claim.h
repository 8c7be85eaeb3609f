// The right of this process to write an output: its lock, and, for an output of a unit, the finished file that waits to
// be put in place.
#pragma once

#include <optional>
#include <string>

#include "outputs/output_lock.h"
#include "outputs/placing.h"

namespace awe::outputs {

struct Claim {
  Claim(const std::string& real_path, const std::string& shown_path)
      : path(real_path), shown(shown_path), lock(real_path, shown_path) {}

  std::string path, shown;
  OutputLock lock;
  bool waits = false;                 // commit() of a writer hands its file over
  bool busy = false;                  // a writer is using it
  std::optional<Temporary> finished;  // handed over
  bool replace = false;

  [[nodiscard]] Move move() const { return {finished->path(), path, shown, replace}; }
};

// The claim of a writer: that of a unit of this process, or its own. Throws locked if another writer has it.
class ClaimUse {
 public:
  ClaimUse(const std::string& path, const std::string& shown);
  ClaimUse(ClaimUse&& other) noexcept;
  ClaimUse& operator=(ClaimUse&&) = delete;
  ~ClaimUse();

  [[nodiscard]] OutputLock& lock() const { return claim_->lock; }
  // True if a finished file is left to the unit.
  [[nodiscard]] bool waits() const { return claim_->waits; }
  // Hands a finished file to the unit.
  void hand_over(Temporary file, bool replace);

 private:
  std::unique_ptr<Claim> own_;
  Claim* claim_ = nullptr;
};

}  // namespace awe::outputs
