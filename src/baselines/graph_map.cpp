#include "baselines/graph_map.h"

#include <cmath>

#include "awe/error.h"
#include "base/number.h"

namespace awe::baselines {

void require_affordable(const MapCost& cost, const std::string& graph_name, const std::string& map_name, double budget,
                        std::uint64_t memory) {
  const auto refuse = [&](double needed, const std::string& what, double limit, const std::string& advice) {
    throw Error(ErrorKind::limit, "graph " + graph_name + ": " + map_name + " would take " +
                                      base::format_real(std::round(needed)) + " " + what + ", more than " +
                                      base::format_real(limit) + "; " + advice);
  };
  if (cost.steps > budget) refuse(cost.steps, "steps", budget, "leave out this block, or raise `budget`");
  const auto most = static_cast<double>(memory);
  if (cost.bytes > most) refuse(cost.bytes, "bytes", most, "leave out this block, or raise `memory`");
}

}  // namespace awe::baselines
