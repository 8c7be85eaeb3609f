// The landmark machine from a stream: the kernels are chosen on a sample (by the same machine, with fewer landmarks),
// then the sums of every chosen kernel are added up over all graphs, and the penalty is the one with the smallest
// squared error on held-out folds, which follows from the sums. The held-out scores of the graphs of the sample give
// the printed accuracy and calibrate the probabilities.
#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "base/parallel.h"
#include "classifier/stream_fit.h"
#include "evaluation/channel_distances.h"
#include "evaluation/landmarks.h"
#include "evaluation/model_choice.h"
#include "kernels/row_kernels.h"
#include "machines/landmark_sums.h"
#include "stored_rows/posting_loops.h"

namespace awe::classifier {
namespace {

using algebra::Dense;

constexpr std::size_t kChoiceLandmarks = 500;  // of the sample, to choose recipes and gammas
constexpr std::size_t kMostKernels = 3;        // that vote: each takes L^2 / 2 operations per graph

}  // namespace

std::vector<ChosenKernel> choose_landmark_kernels(const StreamTask& task) {
  const evaluation::GraphSet part = first_of(task.scan.sample, kChoiceGraphs);
  // Progress counts graphs: the choice as a whole has read those of the sample.
  Progress stop = task.stop();
  if (const auto& report = task.options.run.progress.report) {
    stop.report = [&report, graphs = part.size()](std::uint64_t done, std::uint64_t total) {
      if (total > 0) report(done * graphs / total, graphs);
    };
  }
  const auto make_rows = [&](std::span<const Channel> channels, std::span<const std::uint32_t> learnt_on) {
    return evaluation::rows_of(part, channels, learnt_on, task.channels, stop);
  };
  evaluation::ChannelDistances distances(part.size(), task.candidates, make_rows,
                                         {task.options.run.memory, task.channels.threads}, stop);
  const auto everything = evaluation::all_items(part.size());
  distances.learn(everything);
  // The sample is in the order of its ranks: the first graphs are the landmarks.
  const auto landmarks =
      evaluation::all_items(std::min({kChoiceLandmarks, task.options.machine.landmarks, part.size()}));
  const evaluation::ChoiceGrid grid{task.candidates, task.options.gammas, task.options.machine.lambdas,
                                    Machine::landmarks};
  const evaluation::ChoiceTask choice_task{
      {part.ids, part.classes}, everything, {task.options.run.seed, 0}, task.class_weights, task.channels.threads,
      part.class_names.size(),  landmarks};
  const evaluation::ModelChoice choice = evaluation::choose_model(choice_task, grid, distances, stop);
  std::vector<ChosenKernel> found;
  for (const evaluation::Setting& setting : choice.voters) {
    const auto same = [&](const ChosenKernel& known) {
      return known.candidate == setting.recipe && known.gamma == setting.gamma;
    };
    const auto known = std::find_if(found.begin(), found.end(), same);
    if (known == found.end()) {
      found.push_back({setting.recipe, setting.gamma, setting.inner_accuracy});
    } else {
      known->inner_accuracy = std::max(known->inner_accuracy, setting.inner_accuracy);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const ChosenKernel& a, const ChosenKernel& b) { return a.inner_accuracy > b.inner_accuracy; });
  if (found.size() > kMostKernels) found.resize(kMostKernels);
  // Voters with the same recipe are adjacent.
  std::stable_sort(found.begin() + 1, found.end(),
                   [](const ChosenKernel& a, const ChosenKernel& b) { return a.candidate < b.candidate; });
  return found;
}

namespace {

void write_kernels(bytes::ModelWriter& file, const std::vector<ChosenKernel>& chosen) {
  bytes::SectionWriter out;
  out.number<std::uint64_t>(chosen.size());
  for (const ChosenKernel& kernel : chosen) {
    out.number<std::uint64_t>(kernel.candidate);
    out.number<double>(kernel.gamma);
    out.number<double>(kernel.inner_accuracy);
  }
  file.add("choice", out.bytes());
}

std::vector<ChosenKernel> read_kernels(const bytes::ModelFile& file, std::size_t candidates) {
  bytes::SectionReader in(file, "choice");
  std::vector<ChosenKernel> chosen;
  for (auto left = in.number<std::uint64_t>(); left > 0; --left) {
    ChosenKernel& kernel = chosen.emplace_back();
    kernel.candidate = static_cast<std::size_t>(in.number<std::uint64_t>());
    kernel.gamma = in.finite<double>();
    kernel.inner_accuracy = in.finite<double>();
    if (kernel.candidate >= candidates) throw in.malformed("has no such recipe");
  }
  in.end();
  if (chosen.empty()) throw in.malformed("has no kernel");
  return chosen;
}

class LandmarkFit {
 public:
  LandmarkFit(const StreamTask& task, std::vector<ChosenKernel> chosen)
      : task_(task),
        chosen_(task.checkpoint.found() != nullptr ? read_kernels(*task.checkpoint.found(), task.candidates.size())
                                                   : std::move(chosen)),
        landmarks_(first_of(task.scan.sample, task.options.machine.landmarks)) {
    for (const ChosenKernel& kernel : chosen_) {
      const auto known = std::find(candidates_.begin(), candidates_.end(), kernel.candidate);
      recipe_of_.push_back(static_cast<std::size_t>(known - candidates_.begin()));
      if (known != candidates_.end()) continue;
      candidates_.push_back(kernel.candidate);
      recipes_.push_back(task.candidates[kernel.candidate]);
    }
    channels_ = evaluation::distinct_channels(recipes_);
  }

  [[nodiscard]] Fitted run() {
    evaluation::LearntChannels learnt(
        channels_, task_.channels, [&] { return source_of_borrowed(landmarks_.graphs); }, stop_);
    evaluation::ChannelRows rows = learnt.rows(landmarks_.graphs, stop_);
    const auto all = evaluation::all_items(landmarks_.size());
    std::vector<double> medians;
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      GramMatrix distances(landmarks_.size(), landmarks_.size());
      kernels::add_squared_distances(distances, rows.of(i), channels_[i].kernel, 1, run_);
      medians.push_back(median_of_pairs(distances, all));
    }
    const Neighbours neighbours = neighbours_of(rows.tables, learnt, channels_, medians, recipes_);
    std::vector<Dense> between;  // kernel values between landmarks
    for (auto& values : kernels_of(neighbours, rows.tables, landmarks_.size())) {
      Dense& kernel = between.emplace_back(landmarks_.size(), landmarks_.size());
      std::transform(values.begin(), values.end(), kernel.values.begin(), [](float v) { return double{v}; });
    }
    read_all(learnt, neighbours);
    Fitted made{{},
                task_.channels,
                landmarks_.ids,
                channels_,
                std::move(medians),
                recipes_,
                0,
                {},
                {},
                std::move(learnt),
                {},
                std::move(rows.tables),
                {}};
    for (const Graph& graph : landmarks_.graphs) made.nodes.push_back(static_cast<double>(graph.num_nodes()));
    solve(between, neighbours, made);
    return made;
  }

 private:
  // For each chosen kernel the values of the rows with all landmarks, row by row.
  [[nodiscard]] std::vector<std::vector<float>> kernels_of(const Neighbours& neighbours,
                                                           std::span<const kernels::SparseRows> tables,
                                                           std::size_t count) const {
    const std::size_t l = landmarks_.size();
    std::vector<std::vector<float>> made(chosen_.size(), std::vector<float>(count * l));
    const stored_rows::Comparison comparison(neighbours.rows, tables, run_);
    constexpr std::size_t kAtOnce = stored_rows::Comparison::kAtOnce;
    base::parallel_for((count + kAtOnce - 1) / kAtOnce, task_.channels.threads, [&](std::size_t block) {
      stored_rows::Comparison::Scratch scratch;
      const std::size_t first = block * kAtOnce, now = std::min(kAtOnce, count - first);
      comparison.distances(first, now, scratch);
      for (std::size_t k = 0; k < chosen_.size(); ++k) {
        for (std::size_t i = 0; i < now; ++i) {
          const std::span<float> out(made[k].data() + (first + i) * l, l);
          for (const auto& term : neighbours.terms[recipe_of_[k]]) {
            stored_rows::posting_loops().add_scaled(term.factor, scratch.distances[i][term.group].data(), out.data(),
                                                    l);
          }
          evaluation::apply_shape(out, recipes_[recipe_of_[k]].shape, chosen_[k].gamma);
        }
      }
    });
    return made;
  }

  void read_all(const evaluation::LearntChannels& learnt, const Neighbours& neighbours) {
    const std::size_t classes = task_.scan.class_names.size();
    std::vector<double> means;
    double total = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      means.push_back(task_.weight_of(k) * static_cast<double>(task_.scan.class_counts[k]));
      total += means.back();
    }
    for (double& mean : means) mean /= total;
    const machines::LandmarkSums nothing(landmarks_.size(), means, kStreamFolds);
    sums_.assign(chosen_.size(), nothing);
    tell_cost(task_, "landmarks", [&](const std::vector<Graph>& graphs) {
      add_block(graphs, kernels_of(neighbours, learnt.rows(graphs, stop_).tables, graphs.size()));
      for (machines::LandmarkSums& sums : sums_) sums.flush(task_.channels.threads);
    });
    sums_.assign(chosen_.size(), nothing);
    std::uint64_t done = task_.checkpoint.graphs();
    if (const bytes::ModelFile* found = task_.checkpoint.found()) {
      for (std::size_t k = 0; k < sums_.size(); ++k) read_sums(*found, section_of(k), sums_[k]);
    }
    bytes::Checkpoints checkpoints = task_.checkpoint.writer(Machine::landmarks, done, [&](bytes::ModelWriter& file) {
      write_kernels(file, chosen_);
      for (std::size_t k = 0; k < sums_.size(); ++k) write_sums(file, section_of(k), sums_[k]);
    });
    for_each_block(task_, learnt, done, checkpoints,
                   [&](const std::vector<Graph>& graphs, const evaluation::ChannelRows& rows) {
                     add_block(graphs, kernels_of(neighbours, rows.tables, graphs.size()));
                   });
    for (machines::LandmarkSums& sums : sums_) sums.flush(task_.channels.threads);
  }

  static std::string section_of(std::size_t kernel) { return "sums " + std::to_string(kernel); }

  void add_block(const std::vector<Graph>& graphs, const std::vector<std::vector<float>>& kernels) {
    const std::size_t l = landmarks_.size();
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const Hash128 rank = evaluation::landmark_rank(task_.options.run.seed, evaluation::content_key(graphs[i]));
      const auto own = static_cast<std::size_t>(task_.scan.class_of(*graphs[i].class_name()));
      std::vector<double> targets(task_.scan.class_names.size(), 0);
      targets[own] = 1;
      for (std::size_t k = 0; k < chosen_.size(); ++k) {
        sums_[k].add({kernels[k].data() + i * l, l}, targets, task_.weight_of(own), fold_of(rank),
                     task_.channels.threads);
      }
    }
  }

  // The coefficients of every kernel, and the held-out scores of the sample.
  void solve(const std::vector<Dense>& between, const Neighbours& neighbours, Fitted& made) const {
    const evaluation::GraphSet& sample = task_.scan.sample;
    const std::size_t classes = task_.scan.class_names.size(), l = landmarks_.size();
    Dense scores(sample.size(), classes);
    const std::vector<std::uint32_t> items = evaluation::all_items(l);
    std::vector<std::vector<machines::RidgeModel>> held_out;  // by kernel and fold
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      const machines::LandmarkSolver solver(between[k], sums_[k], task_.channels.threads, stop_);
      double lambda = 0, least = 0;
      for (const double tried : task_.options.machine.lambdas) {
        const double error = solver.held_out_error(tried, kStreamFolds);
        if (lambda == 0 || error < least) {
          lambda = tried;
          least = error;
        }
      }
      if (k == 0) made.summary.c = lambda;
      auto& of_kernel = held_out.emplace_back();
      for (std::size_t fold = 0; fold < kStreamFolds; ++fold) {
        of_kernel.push_back({items, solver.coefficients(lambda, fold), sums_[k].means()});
      }
      Voter& voter = made.voters.emplace_back();
      voter.recipe = recipe_of_[k];
      voter.gamma = chosen_[k].gamma;
      voter.ridge = {items, solver.coefficients(lambda), sums_[k].means()};
    }
    for (std::size_t first = 0; first < sample.size(); first += kBlockGraphs) {
      const std::size_t now = std::min(kBlockGraphs, sample.size() - first);
      const std::span<const Graph> graphs(sample.graphs.data() + first, now);
      const auto kernels = kernels_of(neighbours, made.learnt.rows(graphs, stop_).tables, now);
      for (std::size_t k = 0; k < chosen_.size(); ++k) {
        base::parallel_for(now, task_.channels.threads, [&](std::size_t i) {
          const machines::RidgeModel& model = held_out[k][fold_of(task_.scan.ranks[first + i])];
          const auto found = model.scores(std::span(kernels[k]).subspan(i * l, l));
          for (std::size_t c = 0; c < classes; ++c) {
            scores(first + i, c) += found[c] / static_cast<double>(chosen_.size());
          }
        });
      }
    }
    double right = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const auto row = scores.row(i);
      right += std::max_element(row.begin(), row.end()) - row.begin() == sample.classes[i] ? 1 : 0;
    }
    made.summary.inner_accuracy = right / static_cast<double>(sample.size());
    made.summary.recipe = recipes_.front().name;
    made.summary.gamma = chosen_.front().gamma;
    made.summary.voters = made.voters.size();
    made.summary.support_vectors = landmarks_.size();
    made.calibration = machines::fit_calibration(scores, sample.classes);
  }

  const StreamTask& task_;
  Progress stop_ = task_.stop();
  RunOptions run_{.threads = task_.channels.threads, .progress = stop_};
  std::vector<ChosenKernel> chosen_;
  evaluation::GraphSet landmarks_;
  std::vector<std::size_t> candidates_;  // in use, in the order of `recipes_`
  std::vector<KernelRecipe> recipes_;
  std::vector<std::size_t> recipe_of_;  // by chosen kernel
  std::vector<Channel> channels_;
  std::vector<machines::LandmarkSums> sums_;  // by chosen kernel
};

}  // namespace

Fitted fit_landmarks(const StreamTask& task, std::vector<ChosenKernel> chosen) {
  return LandmarkFit(task, std::move(chosen)).run();
}

}  // namespace awe::classifier
