#include "readers/formats.h"

#include <simdjson.h>

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

void check_text(std::string_view text, const Place& place) {
  if (simdjson::validate_utf8(text.data(), text.size())) return;
  throw error_at(ErrorKind::malformed, place, "not UTF-8; convert the input, for example by iconv -f LATIN1 -t UTF-8");
}

void check_whole_text(std::string_view text, std::string_view file) {
  if (simdjson::validate_utf8(text.data(), text.size())) return;
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    check_text(text.substr(0, end), {file, line});
    text.remove_prefix(std::min(end + 1, text.size()));
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
