// Generates one graph of a family, or the stream of graphs of a recipe: one part after the other, each graph from its
// own random sequence.
#include "awe/generators.h"

#include <map>
#include <span>
#include <utility>

#include "awe/graph_builder.h"
#include "base/rng.h"
#include "generators/generator_parts.h"

namespace awe {
namespace {

template <class F>
std::uint64_t nodes_of(const F& family) {
  if constexpr (std::is_same_v<F, Grid>) {
    return family.rows * family.columns;
  } else if constexpr (std::is_same_v<F, Configuration>) {
    return family.degrees.empty() ? family.nodes : family.degrees.size();
  } else {
    return family.nodes;
  }
}

}  // namespace

Graph generate(const Family& family, base::Sequence& random) {
  check(family);
  return std::visit(
      [&](const auto& f) {
        GraphBuilder builder(BuildOptions{});
        builder.set_num_nodes(static_cast<NodeId>(nodes_of(f)));
        for (const auto& [u, v] : generators::edges_of(f, random)) builder.add_edge(u, v);
        return std::move(builder).build();
      },
      family);
}

namespace {

class RecipeSource final : public GraphSource {
 public:
  RecipeSource(Recipe recipe, std::uint64_t seed) : recipe_(std::move(recipe)), seed_(seed) {
    std::map<std::string, std::uint64_t> seen, classes;
    for (RecipePart& part : recipe_.parts) {
      check(part.family);
      if (part.class_name.empty()) part.class_name = family_name(part.family);
      // Two identical parts give two different samples, not the same one twice.
      const std::string text = describe(part.family);
      const std::string subject = text + "#" + std::to_string(seen[text]++);
      subjects_.push_back(hash128(std::as_bytes(std::span(subject))));
      std::string prefix = part.class_name;
      if (const auto before = classes[part.class_name]++; before > 0)
        prefix.append("-").append(std::to_string(before + 1));
      prefixes_.push_back(std::move(prefix));
      total_ += part.count;
    }
  }

  std::optional<Graph> next() override {
    if (given_ == total_) return std::nullopt;
    while (round_ >= recipe_.parts[part_].count) advance();
    const RecipePart& part = recipe_.parts[part_];
    base::Sequence random(seed_, subjects_[part_], round_);
    Graph graph = generate(part.family, random);
    graph = std::move(graph).with_name(prefixes_[part_] + "-" + std::to_string(round_)).with_class(part.class_name);
    advance();
    ++given_;
    return graph;
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return total_; }

 private:
  void advance() {
    if (++part_ < recipe_.parts.size()) return;
    part_ = 0;
    ++round_;
  }

  Recipe recipe_;
  std::uint64_t seed_;
  std::vector<Hash128> subjects_;
  std::vector<std::string> prefixes_;
  std::uint64_t total_ = 0, given_ = 0, round_ = 0;
  std::size_t part_ = 0;
};

}  // namespace

std::unique_ptr<GraphSource> generate(const Recipe& recipe, std::uint64_t seed) {
  return std::make_unique<RecipeSource>(recipe, seed);
}

std::unique_ptr<GraphSource> six_families(std::uint64_t nodes, std::uint64_t edges, std::uint64_t count_each,
                                          std::uint64_t seed) {
  return generate(six_families(nodes, edges, count_each), seed);
}

}  // namespace awe
