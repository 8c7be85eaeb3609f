#include "outputs/output_unit.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "awe/error.h"
#include "outputs/claim.h"
#include "outputs/output_path.h"

namespace awe::outputs {
namespace {

// The claims of the units of this process, by path.
struct Claims {
  std::mutex mutex;
  std::map<std::string, Claim*> by_path;
};

Claims& claims() {
  static Claims all;
  return all;
}

// The same for all paths of one file.
std::string key_of(const std::string& path) {
  std::error_code code;
  const std::string folder = std::filesystem::canonical(folder_of(path), code).string();
  return (code ? folder_of(path) : folder) + "/" + name_of(path);
}

}  // namespace

ClaimUse::ClaimUse(const std::string& path, const std::string& shown) {
  {
    const std::lock_guard guard(claims().mutex);
    const auto found = claims().by_path.find(key_of(path));
    if (found != claims().by_path.end() && !found->second->busy) {
      claim_ = found->second;
      claim_->busy = true;
      return;
    }
  }
  own_ = std::make_unique<Claim>(path, shown);  // locked, if the claim of a unit is busy
  claim_ = own_.get();
}

ClaimUse::ClaimUse(ClaimUse&& other) noexcept
    : own_(std::move(other.own_)), claim_(std::exchange(other.claim_, nullptr)) {}

ClaimUse::~ClaimUse() {
  if (claim_ == nullptr) return;
  const std::lock_guard guard(claims().mutex);
  claim_->busy = false;
}

void ClaimUse::hand_over(Temporary file, bool replace) {
  file.close();
  claim_->finished.reset();
  claim_->finished.emplace(std::move(file));
  claim_->replace = replace;
}

OutputUnit::OutputUnit(bool force) : force_(force) {}

OutputUnit::~OutputUnit() {
  const std::lock_guard guard(claims().mutex);
  for (const auto& claim : claims_) claims().by_path.erase(key_of(claim->path));
}

void OutputUnit::claim(const std::string& path, bool kept) {
  if (path.empty() || path == "-") return;
  const OutputPath output = resolve_output(path);
  if (output.stream) return;  // written when its writer is done
  const std::string key = key_of(output.path);
  {
    const std::lock_guard guard(claims().mutex);
    if (claims().by_path.count(key) > 0) {
      throw Error(ErrorKind::usage, path + ": is named for two outputs; name different files");
    }
  }
  refuse_existing(path, force_ || kept);
  claims_.push_back(std::make_unique<Claim>(output.path, path));
  claims_.back()->waits = !kept;
  const std::lock_guard guard(claims().mutex);
  claims().by_path[key] = claims_.back().get();
}

void OutputUnit::add(const std::string& path) { claim(path, false); }
void OutputUnit::add_kept(const std::string& path) { claim(path, true); }

void OutputUnit::commit() {
  std::vector<Move> moves;
  for (const auto& claim : claims_) {
    if (claim->finished) moves.push_back(claim->move());
  }
  if (moves.empty()) return;
  put_in_place(moves);
  for (const auto& claim : claims_) {
    if (!claim->finished) continue;
    claim->finished->moved();
    claim->finished.reset();
  }
}

}  // namespace awe::outputs
