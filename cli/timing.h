// Measured phases of a verb: "seconds" in its JSON summary is an object of phases and the total; no phase is computed
// by subtraction.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "awe/graph_source.h"
#include "base/json_text.h"
#include "console.h"

namespace awe::cli {

class PhaseSeconds {
 public:
  // The phases, in printing order.
  PhaseSeconds(std::initializer_list<const char*> phases) {
    for (const char* phase : phases) phases_.emplace_back(phase, 0.0);
  }
  void add(std::string_view phase, double seconds) {
    for (auto& [name, sum] : phases_) {
      if (name == phase) sum += seconds;
    }
  }
  // Runs the work and adds its duration to the phase.
  template <class Work>
  auto measure(std::string_view phase, Work&& work) {
    const AtEnd end{*this, phase, Stopwatch()};
    return std::forward<Work>(work)();
  }
  // Seconds since construction.
  [[nodiscard]] double total() const { return watch_.seconds(); }
  [[nodiscard]] std::string json() const {
    base::JsonObject object;
    for (const auto& [name, seconds] : phases_) object.real(name, seconds);
    return object.real("total", total()).str();
  }

 private:
  struct AtEnd {
    PhaseSeconds& phases;
    std::string_view phase;
    Stopwatch watch;
    ~AtEnd() { phases.add(phase, watch.seconds()); }
  };
  Stopwatch watch_;
  std::vector<std::pair<std::string, double>> phases_;
};

// Adds the time spent reading from a source to the phase "read".
class TimedSource final : public GraphSource {
 public:
  TimedSource(GraphSource& source, PhaseSeconds& seconds) : source_(source), seconds_(seconds) {}
  std::optional<Graph> next() override {
    return seconds_.measure("read", [&] { return source_.next(); });
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_.count(); }

 private:
  GraphSource& source_;
  PhaseSeconds& seconds_;
};

}  // namespace awe::cli
