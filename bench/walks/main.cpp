// bench_walks: random walks of length 10, from start node to counted code, on one thread; best processor time of
// interleaved rounds. Before timing, walks must agree with the reference walker and with the exact distribution, and
// contenders must agree bitwise with each other on every instruction set.
//   bench_walks table [rounds [nodes]] every instruction set beside its floor (the same steps, neither named nor
//                                      counted), and plain rows; four sizes, or that one; uniform and weighted
//   bench_walks labelled [rounds]      node-labelled walks beside unlabelled ones
//   bench_walks processes [rounds]     two threads in one process beside two processes
//   bench_walks graphs FOLDER          writes the graphs of the table as edge lists, for bench/walks/peers.py
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "agreement.h"
#include "contender.h"
#include "cpu_time.h"
#include "instruction_set.h"
#include "processes.h"
#include "random_graph.h"

namespace {

using namespace awe;
using namespace awe::bench;

const std::vector<GraphShape> kShapes = {{30, 60}, {500, 2'000}, {10'000, 50'000}, {5'000'000, 25'000'000}};

std::uint64_t walks_for(const GraphShape& shape) { return shape.in_cache() ? 4'000'000 : 1'000'000; }

void check_walks(const Graph& graph) {
  if (!agrees_with_reference(graph)) throw std::runtime_error("walks differ from the obvious walker's");
  if (!agrees_with_exact(graph)) throw std::runtime_error("the sample differs from the exact distribution");
}

// A contender on one instruction set.
struct Entry {
  Entry(std::shared_ptr<PreparedWalks> walks, InstructionSet instructions)
      : prepared(std::move(walks)), set(std::move(instructions)) {}

  WalkOutcome outcome(std::uint64_t walks) const {
    const ChosenInstructionSet chosen(set);
    prepared->draw(walks);
    return prepared->outcome();
  }
  void time(std::uint64_t walks) {
    const ChosenInstructionSet chosen(set);
    const CpuStopwatch watch;
    prepared->draw(walks);
    rate = std::max(rate, static_cast<double>(walks) / watch.seconds() / 1e6);
  }

  std::shared_ptr<PreparedWalks> prepared;
  InstructionSet set;
  double rate = 0;  // million walks per second, the best so far
};

// Every contender on every instruction set.
std::vector<Entry> entries_of(const std::vector<Contender>& contenders, const std::vector<InstructionSet>& sets,
                              const Graph& graph) {
  std::vector<Entry> entries;
  for (const Contender& contender : contenders) {
    const std::shared_ptr<PreparedWalks> prepared = contender.prepare(graph);
    for (const InstructionSet& set : sets) entries.emplace_back(prepared, set);
  }
  return entries;
}

void check_equal(const std::vector<Entry>& entries, std::uint64_t walks) {
  const WalkOutcome first = entries.front().outcome(walks);
  for (const Entry& entry : entries) {
    if (entry.outcome(walks) != first) throw std::runtime_error("outcomes differ on " + entry.set.name);
  }
}

void time_all(std::vector<Entry>& entries, std::uint64_t walks) {
  for (Entry& entry : entries) entry.time(walks);
}

double ns_a_step(double rate) { return 1e3 / rate / kWalkLength; }

void print_row(const GraphShape& shape, const Graph& graph, const std::string& name, double rate) {
  std::printf("%9u %10llu %9s  %-10s %10.2f %8.2f", shape.nodes, static_cast<unsigned long long>(graph.num_edges()),
              shape.weighted ? "weighted" : "uniform", name.c_str(), rate, ns_a_step(rate));
}

void measure(const GraphShape& shape, int rounds) {
  const Graph graph = random_graph(shape);
  if (shape.in_cache()) check_walks(graph);
  const std::vector<InstructionSet> sets = instruction_sets();
  std::vector<Entry> ours = entries_of({counted()}, sets, graph);
  std::vector<Entry> plain = entries_of({plain_rows()}, {sets.back()}, graph);
  std::vector<Entry> floors = entries_of({floor_near(), floor_far()}, sets, graph);
  const std::uint64_t walks = walks_for(shape);
  check_equal({ours.front(), plain.front()}, walks);
  check_equal(ours, walks);
  check_equal(floors, walks);
  for (int round = 0; round < rounds; ++round) {
    time_all(ours, walks);
    time_all(plain, walks);
    time_all(floors, walks);
  }
  print_row(shape, graph, "plain rows", plain.front().rate);
  std::printf("\n");
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const double floor = std::max(floors[i].rate, floors[sets.size() + i].rate);
    print_row(shape, graph, sets[i].name, ours[i].rate);
    std::printf(" %12.2f %8.2f %6.2f\n", floor, ns_a_step(floor), ours[i].rate / floor);
  }
  std::fflush(stdout);
}

void print_table(int rounds, NodeId nodes) {
  std::printf("walks of length %d, one thread\n", kWalkLength);
  std::printf("%9s %10s %9s  %-10s %10s %8s %12s %8s %6s\n", "nodes", "edges", "steps", "loops", "M walks/s", "ns/step",
              "floor: M/s", "ns/step", "share");
  for (GraphShape shape : kShapes) {
    for (const bool weighted : {false, true}) {
      if (nodes != 0 && nodes != shape.nodes) continue;
      shape.weighted = weighted;
      measure(shape, rounds);
    }
  }
}

void print_labelled(int rounds) {
  std::printf("four node labels, one thread, %s: M walks/s\n%9s %7s %10s %12s %12s %14s\n",
              instruction_sets().back().name.c_str(), "nodes", "length", "walks", "unlabelled", "labelled",
              "times as long");
  for (GraphShape shape : {kShapes[1], kShapes[2]}) {
    shape.labelled = true;
    const Graph graph = random_graph(shape);
    check_walks(graph);
    for (const int length : {3, 5, 7, kWalkLength}) {
      std::vector<Entry> entries = entries_of({counted(length), labelled(length)}, {instruction_sets().back()}, graph);
      const std::uint64_t walks = length > 7 ? 1'000'000 : 8'000'000;
      check_equal(entries, walks);
      for (int round = 0; round < rounds; ++round) time_all(entries, walks);
      std::printf("%9u %7d %10llu %12.2f %12.2f %14.1f\n", shape.nodes, length, static_cast<unsigned long long>(walks),
                  entries[0].rate, entries[1].rate, entries[0].rate / entries[1].rate);
      std::fflush(stdout);
    }
  }
}

void print_processes(int rounds) {
  std::printf("walks of length %d, M walks/s of both together: medians of %d rounds\n", kWalkLength, rounds);
  std::printf("%9s %31s %37s\n%9s %15s %15s %6s %15s %15s %6s\n", "", "clock on the wall", "processor's time", "nodes",
              "two threads", "two processes", "ratio", "two threads", "two processes", "ratio");
  for (const GraphShape& shape : kShapes) {
    if (shape.nodes < 500) continue;
    const Shared rates = threads_and_processes(shape, shape.in_cache() ? 32'000'000 : 8'000'000, rounds);
    std::printf("%9u %15.2f %15.2f %6.3f %15.2f %15.2f %6.3f\n", shape.nodes, rates.threads_by_clock,
                rates.processes_by_clock, rates.threads_by_clock / rates.processes_by_clock, rates.threads_by_processor,
                rates.processes_by_processor, rates.threads_by_processor / rates.processes_by_processor);
    std::fflush(stdout);
  }
}

void write_graphs(const std::string& folder) {
  for (GraphShape shape : kShapes) {
    for (const bool weighted : {false, true}) {
      shape.weighted = weighted;
      const std::string name = std::to_string(shape.nodes) + (weighted ? "_weighted" : "_uniform");
      write_edges(random_graph(shape), folder + "/" + name + ".tsv");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string task = argc > 1 ? argv[1] : "table";
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 7;
  try {
    if (task == "table") {
      print_table(rounds, argc > 3 ? static_cast<NodeId>(std::atoll(argv[3])) : 0);
    } else if (task == "labelled") {
      print_labelled(rounds);
    } else if (task == "processes") {
      print_processes(rounds);
    } else if (task == "graphs" && argc == 3) {
      write_graphs(argv[2]);
    } else {
      std::fprintf(
          stderr,
          "bench_walks table [rounds [nodes]], labelled [rounds], processes [rounds], or bench_walks graphs FOLDER\n");
      return 2;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_walks: %s; nothing is timed\n", error.what());
    return 1;
  }
  return 0;
}
