#include "item_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "awe/error.h"
#include "common_flags.h"
#include "inputs/classes.h"
#include "inputs/node_sets.h"

namespace awe::cli {
namespace {

// Checks at its end that every chosen node was found.
class CheckedEgos final : public GraphSource {
 public:
  CheckedEgos(std::unique_ptr<GraphSource> source, std::shared_ptr<ChosenNodes> chosen)
      : source_(std::move(source)), chosen_(std::move(chosen)) {}
  std::optional<Graph> next() override {
    auto graph = source_->next();
    if (!graph) chosen_->check();
    return graph;
  }

 private:
  std::unique_ptr<GraphSource> source_;
  std::shared_ptr<ChosenNodes> chosen_;
};

}  // namespace

ChosenNodes::ChosenNodes(const std::string& file) : file_(file) {
  if (file.empty()) return;
  for (const auto& [graph, sets] : inputs::read_node_sets(file)) {
    for (const auto& set : sets) {
      for (const std::string& node : set) nodes_.emplace(graph, node);
    }
  }
  left_ = nodes_;
}

bool ChosenNodes::take(const std::string& graph, const std::string& node) {
  if (all()) return true;
  left_.erase({graph, node});
  return nodes_.contains({graph, node});
}

bool ChosenNodes::take(const std::string& node) {
  if (all()) return true;
  bool found = false;
  for (const auto& [graph, own] : nodes_) {
    if (own != node) continue;
    left_.erase({graph, own});
    found = true;
  }
  return found;
}

void ChosenNodes::check() const {
  if (left_.empty()) return;
  throw Error(ErrorKind::usage, fmt::format("{}: the input has no node '{}' of a graph '{}'", file_,
                                            left_.begin()->second, left_.begin()->first));
}

void ItemFlags::declare(CLI::App& verb, const std::string& what) {
  add_choice(verb, "--level", items, what);
  verb.add_option_function<int>(
          "--radius",
          [this](int value) {
            radius = value;
            radius_given = true;
          },
          "Largest distance of the nodes of --level ego from their centre (default: 2)")
      ->check(CLI::Range(1, 1000).description(""))
      ->type_name("N");
  declare_nodes(verb);
}

void ItemFlags::declare_nodes(CLI::App& verb) {
  verb.add_option("--nodes", nodes, "CSV file, per line a graph id, then node ids: the only nodes to take")
      ->type_name("FILE");
}

void ItemFlags::check() const {
  if (radius_given && !egos()) throw Error(ErrorKind::usage, "--radius is for --level ego");
  if (!nodes.empty() && items != Items::ego && items != Items::node) {
    throw Error(ErrorKind::usage, "--nodes is for --level node and --level ego");
  }
}

std::unique_ptr<GraphSource> ItemFlags::open(const InputFlags& input) const { return open(input, nullptr); }

std::unique_ptr<GraphSource> ItemFlags::open(const InputFlags& input, GraphNumbers* numbers) const {
  if (!egos()) return input.open();
  const ReadOptions options = input.read_options();
  ReadOptions without = options;
  without.classes_file.clear();
  auto whole = input.open_whole(without);
  EgoOptions wanted;
  wanted.radius = radius;
  wanted.plain_ids = whole->count() == 1;
  const auto chosen = std::make_shared<ChosenNodes>(nodes);
  const auto graphs = std::make_shared<GraphNumbers>();
  wanted.chosen = [=, plain = wanted.plain_ids](const std::string& graph, const std::string& node) {
    if (!chosen->take(graph, node)) return false;
    if (numbers != nullptr) {
      const auto number = graphs->try_emplace(graph, static_cast<std::uint32_t>(graphs->size())).first->second;
      numbers->emplace(plain ? node : graph + "/" + node, number);
    }
    return true;
  };
  InputFlags selecting = input;
  selecting.classes.clear();  // they are those of nodes
  std::unique_ptr<GraphSource> source =
      std::make_unique<CheckedEgos>(ego_graphs(selecting.select_from(std::move(whole)), wanted), chosen);
  if (options.classes_file.empty()) return source;
  return inputs::with_classes(std::move(source), options, input.selects());
}

}  // namespace awe::cli
