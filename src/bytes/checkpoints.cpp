#include "bytes/checkpoints.h"

#include <utility>

#include "awe/error.h"
#include "outputs/unfinished.h"

namespace awe::bytes {

Checkpoints::Checkpoints(CheckpointPlan plan, Save save)
    : plan_(std::move(plan)), save_(std::move(save)), last_(std::chrono::steady_clock::now()) {}

void Checkpoints::keep_if_due(std::uint64_t step) {
  if (plan_.path.empty()) return;
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - last_;
  if (since.count() < plan_.seconds && (plan_.steps == 0 || step % plan_.steps != 0)) return;
  keep();
}

void Checkpoints::keep() {
  if (plan_.path.empty()) return;
  save_(plan_.path);
  last_ = std::chrono::steady_clock::now();
}

void Checkpoints::stop_if_asked(const Progress& progress) {
  if (!progress.stop_requested || !progress.stop_requested()) return;
  if (!plan_.path.empty()) {
    const outputs::Finishing saving;  // a second signal waits for the checkpoint
    save_(plan_.path);
  }
  progress.throw_if_stopped();
}

void write_identity(ModelWriter& file, const Hash128& identity) {
  SectionWriter section;
  section.number<std::uint64_t>(identity.high);
  section.number<std::uint64_t>(identity.low);
  file.add("identity", section.bytes());
}

void check_identity(const ModelFile& file, const Hash128& identity) {
  SectionReader section(file, "identity");
  Hash128 found;
  found.high = section.number<std::uint64_t>();
  found.low = section.number<std::uint64_t>();
  section.end();
  if (found != identity) {
    throw Error(ErrorKind::incompatible, file.path() +
                                             ": is a checkpoint of other documents or other options; name another "
                                             "file, or delete it to begin anew");
  }
}

}  // namespace awe::bytes
