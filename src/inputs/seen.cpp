#include "inputs/seen.h"

#include <utility>

#include "inputs/file_names.h"

namespace awe::inputs {
namespace {

using readers::Graphs;

class CountedGraphs final : public GraphSource {
 public:
  CountedGraphs(std::string name, Graphs source, std::shared_ptr<Seen> seen, bool edge_list)
      : name_(std::move(name)), source_(std::move(source)), seen_(std::move(seen)), edge_list_(edge_list) {}
  std::optional<Graph> next() override {
    auto graph = source_->next();
    if (!graph && empty_) refuse_empty(name_);
    empty_ = false;
    if (graph) see(graph->num_edges() > 0);
    return graph;
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_->count(); }

 private:
  void see(bool edges) {
    ++seen_->graphs;
    seen_->lists += edge_list_ ? 1 : 0;
    seen_->edges = seen_->edges || edges;
    if (!edge_list_ || edges) return;
    ++seen_->empty_lists;
    if (seen_->empty.size() < kFew) seen_->empty.push_back(name_);
  }

  std::string name_;
  Graphs source_;
  std::shared_ptr<Seen> seen_;
  bool edge_list_, empty_ = true;
};

class ToldGraphs final : public GraphSource {
 public:
  ToldGraphs(std::string name, Graphs source, Reading reading)
      : name_(std::move(name)), source_(std::move(source)), reading_(std::move(reading)) {}
  std::optional<Graph> next() override {
    auto graph = source_->next();
    given_ += graph ? 1 : 0;
    const bool end = !graph || source_->count() == given_;
    if (end && !std::exchange(told_, true)) tell();
    return graph;
  }
  [[nodiscard]] std::optional<std::uint64_t> count() const override { return source_->count(); }

 private:
  void tell() const {
    const Seen& seen = *reading_.seen;
    const Progress& progress = reading_.options.progress;
    if (seen.empty_lists > 0 && seen.lists == 1) {
      progress.tell(seen.empty.front() + ": an edge list without edges; if it is something else, name its `format`");
    } else if (seen.empty_lists > 0) {
      progress.tell(std::to_string(seen.empty_lists) + " of " + std::to_string(seen.lists) +
                    " edge lists have no edges (" + a_few(seen.empty, seen.empty_lists) +
                    "); if they are something else, name their `format`");
    } else if (!seen.edges) {
      progress.tell(name_ + ": no graph has an edge; is it the right input?");
    }
  }

  std::string name_;
  Graphs source_;
  Reading reading_;
  std::uint64_t given_ = 0;
  bool told_ = false;
};

}  // namespace

void refuse_empty(const std::string& name) {
  throw readers::error_at(ErrorKind::malformed, readers::Place{name}, "holds no graph; is it the right input?");
}

Graphs counted(const std::string& name, Graphs graphs, const Reading& reading, bool edge_list) {
  return std::make_unique<CountedGraphs>(name, std::move(graphs), reading.seen, edge_list);
}

Graphs told(const std::string& name, Graphs graphs, const Reading& reading) {
  return std::make_unique<ToldGraphs>(name, std::move(graphs), reading);
}

}  // namespace awe::inputs
