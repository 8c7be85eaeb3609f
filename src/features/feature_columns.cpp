#include "features/feature_columns.h"

#include <algorithm>

#include "awe/error.h"
#include "baselines/colour_counts.h"
#include "baselines/distance_counts.h"
#include "baselines/exponential_walks.h"
#include "baselines/graphlet_counts.h"
#include "baselines/resistances.h"
#include "baselines/walk_counts.h"
#include "cliques/clique_tokens.h"
#include "graph_kernels/common_walks.h"
#include "graph_kernels/return_kernel.h"
#include "node_maps/hub_features.h"
#include "node_maps/return_features.h"
#include "node_maps/statistic_features.h"

namespace awe::features {
namespace {

std::shared_ptr<const baselines::GraphMap> map_of(const FeatureBlock& block) {
  switch (block.kind) {
    case FeatureBlock::Kind::wl:
      return baselines::colour_counts(block.labels, block.first, block.last);
    case FeatureBlock::Kind::distances:
      return baselines::distance_counts(block.labels);
    case FeatureBlock::Kind::graphlets:
      return baselines::graphlet_counts(block.first, block.last, block.samples);
    case FeatureBlock::Kind::walk_counts:
      return baselines::walk_counts(block.labels, block.first, block.last);
    case FeatureBlock::Kind::exponential_walks:
      return baselines::exponential_walks(block.beta);
    case FeatureBlock::Kind::resistances:
      return baselines::resistance_counts(200);
    case FeatureBlock::Kind::returns:
      return node_maps::return_features(block.labels, 200);
    case FeatureBlock::Kind::hubs:
      return node_maps::hub_features(200);
    case FeatureBlock::Kind::statistics:
      return node_maps::statistic_features(block.labels, block.labels.any() ? 100 : 200);
    case FeatureBlock::Kind::cliques:
      return cliques::clique_tokens(block.all_tokens);
    default:
      return nullptr;
  }
}

}  // namespace

std::shared_ptr<const graph_kernels::PairKernel> pair_kernel_of(const FeatureBlock& block) {
  if (!block.compares_graphs()) return nullptr;
  if (block.kind == FeatureBlock::Kind::return_kernel) return graph_kernels::return_kernel();
  const bool geometric = block.kind == FeatureBlock::Kind::geometric_walks;
  return graph_kernels::common_walks(
      geometric ? graph_kernels::WalkSeries::geometric : graph_kernels::WalkSeries::exponential, block.beta);
}

VocabularyOptions FeaturePart::limits(const VocabularyOptions& general) const {
  VocabularyOptions own = general;
  if (block->min_graphs) own.min_graphs = *block->min_graphs;
  if (block->max_columns) own.max_columns = block->max_columns;
  return own;
}

std::vector<FeaturePart> parts_of(const FeatureSpec& spec) {
  std::vector<FeaturePart> parts;
  for (const FeatureBlock& block : spec) {
    FeaturePart part{&block, block.labels, block.first, block.last, 0};
    if (block.kind != FeatureBlock::Kind::colours) {
      parts.push_back(part);
      continue;
    }
    part.first = part.last = 0;
    for (part.rounds = block.first; part.rounds <= block.last; ++part.rounds) {
      part.labels.colours = part.rounds;
      parts.push_back(part);
    }
  }
  return parts;
}

FeatureColumns::FeatureColumns(FeatureOptions p, std::optional<FittedFeatures> f, bool learning)
    : options(with_spec(std::move(p))), fitted(std::move(f)) {
  options.run.progress = {};  // of the caller, who may be gone when rows are computed
  check(options);
  if (options.dead_ends == DeadEnds::automatic) options.dead_ends = fitted ? fitted->dead_ends : DeadEnds::stop;
  if (fitted && fitted->dead_ends != options.dead_ends) {
    throw Error(ErrorKind::usage, "the vocabulary was learnt with `dead_ends` " +
                                      std::string(to_string(fitted->dead_ends)) + ", not " +
                                      std::string(to_string(options.dead_ends)) + "; leave out `dead_ends`");
  }
  if (fitted && (fitted->features != options.features || fitted->self_loops != options.self_loops)) {
    throw Error(ErrorKind::usage, "the vocabulary was learnt for the features \"" + to_string(fitted->features) +
                                      (fitted->self_loops ? "\" with" : "\" without") +
                                      " self-loops, not for what is asked now");
  }
  if (fitted && options.hash_bits && !(fitted->vocabularies.empty() && fitted->keys.empty())) {
    throw Error(ErrorKind::usage, "the vocabulary has columns for its walks: leave out `hash_bits`");
  }
  if (!fitted && !learning && needs_fit(options)) {
    throw Error(ErrorKind::usage, "the features \"" + to_string(options.features) +
                                      "\" are learnt from graphs first; give a vocabulary, or hash them");
  }
  const auto described_parts = parts_of(options.features);
  std::size_t labelled_parts = 0, keyed_parts = 0, compared_parts = 0;
  for (const FeaturePart& described : described_parts) {
    labelled_parts += described.labelled() ? 1 : 0;
    keyed_parts += described.keyed() ? 1 : 0;
    compared_parts += described.block->compares_graphs() ? 1 : 0;
    if (options.hash_bits && described.block->compares_graphs()) {
      throw Error(ErrorKind::usage, "the columns of " + described.block->name() +
                                        " are graphs, which cannot be hashed; leave out `hash_bits`, or this block");
    }
  }
  if (fitted && fitted->landmarks.size() != compared_parts) {
    throw Error(ErrorKind::usage, "the vocabulary holds no graphs to compare with; learn it again");
  }
  if (fitted && !options.hash_bits &&
      (fitted->vocabularies.size() != labelled_parts || fitted->keys.size() != keyed_parts)) {
    throw Error(ErrorKind::usage, "the vocabulary holds no walks: it was learnt for hashed columns; set `hash_bits`");
  }
  std::uint64_t next = 0;
  std::size_t labelled = 0, keyed = 0, compared = 0;
  const auto add_section = [&](Part& part, std::uint64_t columns) {
    if (columns > ~next) {
      throw Error(ErrorKind::limit, "the columns of all sections together pass 2^64; use fewer lengths");
    }
    next += columns;
    part.first_column.push_back(next);
  };
  for (const FeaturePart& described : described_parts) {
    Part& part = parts.emplace_back();
    static_cast<FeaturePart&>(part) = described;
    part.first_column.push_back(next);
    if (part.labelled()) {
      const bool hashed = options.hash_bits.has_value();
      if (!hashed && fitted) part.vocabulary = &fitted->vocabularies.at(labelled++);
      for (int length = part.first; length <= part.last; ++length) {
        if (hashed) {
          add_section(part, std::uint64_t{1} << *options.hash_bits);
        } else {
          add_section(part, part.vocabulary != nullptr ? part.vocabulary->size(length) : 0);
        }
      }
    } else if (part.of_walks()) {
      part.prefixes.emplace(WalkIndex(part.last, options.self_loops), part.first);
      if (options.dead_ends == DeadEnds::end) part.ended.emplace(part.prefixes->index(part.last));
      for (int length = part.first; length <= part.last; ++length) {
        const std::uint64_t ended = part.ended ? part.ended->size_before(length) : 0;
        add_section(part, part.prefixes->index(length).size() + ended);
      }
    } else if (part.block->compares_graphs()) {
      part.kernel = pair_kernel_of(*part.block);
      if (fitted) part.landmarks = fitted->landmarks.at(compared++);
      add_section(part, part.landmarks ? part.landmarks->size() : 0);
    } else if (part.block->of_map()) {
      part.map = map_of(*part.block);
      if (part.keyed() && !options.hash_bits && fitted) part.keys = &fitted->keys.at(keyed++);
      for (std::size_t section = 0; section < part.map->sections(); ++section) {
        const auto columns = part.map->columns(section);
        if (columns || !options.hash_bits) {
          add_section(part, columns ? *columns : part.keys != nullptr ? part.keys->size(section) : 0);
        } else {
          add_section(part, std::uint64_t{1} << *options.hash_bits);
        }
      }
    } else if (part.block->kind == FeatureBlock::Kind::size) {
      add_section(part, kSizeFeatures);
    } else {
      part.profile.emplace(part.block->fourier_features);
      add_section(part, part.profile->features());
    }
  }
}

MatrixColumn FeatureColumns::describe(std::uint64_t column) const {
  const auto part = std::find_if(parts.begin(), parts.end(),
                                 [&](const Part& candidate) { return column < candidate.first_column.back(); });
  const auto after = std::upper_bound(part->first_column.begin(), part->first_column.end(), column);
  const auto section = static_cast<std::size_t>(after - part->first_column.begin()) - 1;
  const std::uint64_t within = column - part->first_column[section];
  const int length = part->first + static_cast<int>(section);
  MatrixColumn result{part->block->name(), part->shown_length(length), {}};
  if (part->labelled()) {
    result.walk =
        part->vocabulary != nullptr ? part->vocabulary->column(length, within).walk : "#" + std::to_string(within);
  } else if (part->of_walks()) {
    const WalkIndex& index = part->prefixes->index(length);
    result.walk = within < index.size() ? to_string(index.unrank(within))
                                        : walks::ended_text(part->ended->walk(within - index.size()));
  } else if (part->landmarks) {
    result.walk = "graph#" + to_string(graph_kernels::fingerprint(part->landmarks->graph(within)));
  } else if (part->map) {
    if (!part->keyed()) {
      result.walk = part->map->column_name(section, within);
    } else {
      result.walk = part->keys != nullptr ? part->keys->name(section, within) : "#" + std::to_string(within);
    }
  } else if (part->block->kind == FeatureBlock::Kind::size) {
    result.walk = std::string(kSizeNames[within]);
  } else {
    result.walk = "f" + std::to_string(within);
  }
  return result;
}

}  // namespace awe::features
