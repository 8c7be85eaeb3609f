#include "outputs/placing.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <set>
#include <vector>

#include "awe/error.h"
#include "outputs/output_path.h"
#include "outputs/retried.h"
#include "outputs/unfinished.h"

namespace awe::outputs {
namespace {

bool exists(const std::string& path) {
  struct stat status = {};
  return ::lstat(path.c_str(), &status) == 0;
}

bool is_folder(const std::string& path) {
  struct stat status = {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool renamed(const std::string& from, const std::string& to) { return ::rename(from.c_str(), to.c_str()) == 0; }

// renameat2 with a flag that the kernel or the file system may not know.
enum class Renamed { yes, no, unknown };
Renamed rename_by(unsigned flag, const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flag) == 0) return Renamed::yes;
  return errno == EINVAL || errno == ENOSYS || errno == ENOTSUP ? Renamed::unknown : Renamed::no;
}

// Renames to a path where nothing is; errno is EEXIST if there is something.
bool rename_to_nothing(const std::string& from, const std::string& to) {
  const Renamed done = rename_by(RENAME_NOREPLACE, from, to);
  if (done != Renamed::unknown) return done == Renamed::yes;
  if (exists(to)) {
    errno = EEXIST;
    return false;
  }
  return renamed(from, to);
}

// One move, and how it is taken back.
class Step {
 public:
  explicit Step(const Move& move) : move_(&move) {}

  // On failure everything is as before, and errno says why.
  bool go() {
    if (!move_->replace || !exists(move_->to)) return rename_to_nothing(move_->from, move_->to);
    if (is_folder(move_->from) != is_folder(move_->to)) {  // an exchange would not mind
      errno = is_folder(move_->to) ? EISDIR : ENOTDIR;
      return false;
    }
    const Renamed done = rename_by(RENAME_EXCHANGE, move_->from, move_->to);
    if (done == Renamed::yes) old_ = move_->from;
    if (done != Renamed::unknown) return done == Renamed::yes;
    const std::string aside = temporary_beside(move_->to);
    if (!rename_to_nothing(move_->to, aside)) return false;
    if (renamed(move_->from, move_->to)) {
      old_ = aside;
      return true;
    }
    const int error = errno;
    if (!renamed(aside, move_->to)) stranded_ = aside;
    errno = error;
    return false;
  }

  bool take_back() {
    if (old_.empty()) return renamed(move_->to, move_->from);
    if (old_ == move_->from) return rename_by(RENAME_EXCHANGE, move_->from, move_->to) == Renamed::yes;
    return renamed(move_->to, move_->from) && renamed(old_, move_->to);
  }

  void remove_old() const {
    if (!old_.empty()) remove_path(old_.c_str());
  }
  [[nodiscard]] const Move& move() const { return *move_; }
  // Where the old file or folder is now, if go() failed and could not bring it back.
  [[nodiscard]] const std::string& stranded() const { return stranded_; }

 private:
  const Move* move_;
  std::string old_;  // where the replaced file or folder is now; empty: there was none
  std::string stranded_;
};

[[noreturn]] void fail(const Step& failed, std::vector<Step>& done) {
  const int error = errno;
  std::string left;
  for (auto step = done.rbegin(); step != done.rend(); ++step) {
    if (!step->take_back()) left += (left.empty() ? "" : ", ") + step->move().shown;
  }
  const Move& move = failed.move();
  if (error == EEXIST && !move.replace && left.empty()) {
    throw Error(ErrorKind::usage, move.shown + ": exists already, since this run began; `force` replaces it");
  }
  std::string what = "cannot be put in place";
  if (!failed.stranded().empty()) what += " (what was there is now " + failed.stranded() + ")";
  if (!left.empty()) what += " (but " + left + " could not be taken back and is new)";
  errno = error;
  throw_system_error(move.shown, what.c_str());
}

// The names are in the folder; syncing it keeps them there if the machine stops. Not every file system can do it.
void sync_folder(const std::string& folder) {
  const int file = retried([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (file < 0) return;
  (void)retried([&] { return ::fsync(file); });
  ::close(file);
}

}  // namespace

void put_in_place(std::span<const Move> moves) {
  const Finishing placing;
  if (moves.size() == 1 && moves[0].replace && !is_folder(moves[0].to)) {
    std::vector<Step> none;
    if (!renamed(moves[0].from, moves[0].to)) fail(Step(moves[0]), none);
  } else {
    std::vector<Step> done;
    done.reserve(moves.size());
    for (const Move& move : moves) {
      Step step(move);
      if (!step.go()) fail(step, done);
      done.push_back(std::move(step));
    }
    for (const Step& step : done) step.remove_old();
  }
  std::set<std::string> folders;
  for (const Move& move : moves) folders.insert(folder_of(move.to));
  for (const std::string& folder : folders) sync_folder(folder);
}

}  // namespace awe::outputs
