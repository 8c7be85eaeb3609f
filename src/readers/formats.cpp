#include "readers/formats.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number.h"

namespace awe::readers {

BuildOptions edge_policy(const ReadOptions& options, bool directed, EdgeListing listing) {
  BuildOptions policy;
  policy.directed = options.directed.value_or(directed);
  policy.self_loops = options.self_loops;
  policy.listing = listing;
  return policy;
}

double parse_weight(std::string_view text, const ReadOptions& options, const Place& place) {
  const auto weight = base::parse_real(text.starts_with('+') ? text.substr(1) : text);
  if (!weight) {
    throw error_at(ErrorKind::malformed, place,
                   "weight '" + std::string(text.substr(0, 40)) + "' is not a number; write it as 1 or 0.5");
  }
  check_weight(*weight, options, place);
  return *weight;
}

void check_weight(double weight, const ReadOptions& options, const Place& place) {
  if (options.weights == WeightUse::ignore || (std::isfinite(weight) && weight >= 0)) return;
  throw error_at(ErrorKind::numeric, place,
                 "weight " + base::format_real(weight) + " is negative or not finite; weights are 0 or more");
}

void settle_weights(GraphBuilder& builder, const ReadOptions& options, bool has_edges, bool has_weights,
                    const Place& place) {
  if (options.weights == WeightUse::use && has_edges && !has_weights) {
    throw error_at(ErrorKind::usage, {place.file, 0}, "the input has no weights; leave `weighted` out");
  }
  builder.use_weights(has_weights && options.weights != WeightUse::ignore);
  if (has_weights && options.weights == WeightUse::ignore) builder.note_unused_weights();
}

Graph build_at(GraphBuilder&& builder, const Place& place, int threads) {
  try {
    return std::move(builder).build(threads);
  } catch (const Error& error) {
    throw error_at(error.kind(), place, error.what());
  }
}

NodeId checked_node_count(std::uint64_t claimed, std::uint64_t record_bytes, const Place& place) {
  const std::uint64_t most = std::min<std::uint64_t>(kMaxNodes, std::max<std::uint64_t>(1u << 20, 16 * record_bytes));
  if (claimed > most) {
    throw error_at(ErrorKind::limit, place,
                   std::to_string(claimed) + " nodes are claimed, but " + std::to_string(record_bytes) +
                       " bytes may claim at most " + std::to_string(most) + "; list the nodes that there are");
  }
  return static_cast<NodeId>(claimed);
}

}  // namespace awe::readers
