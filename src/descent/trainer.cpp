#include "descent/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "awe/error.h"
#include "base/number.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "bytes/checkpoints.h"
#include "descent/trainer_state.h"

namespace awe::descent {
namespace {

// What is drawn from streams of purpose `training`. The values must never change, like the streams themselves.
enum Item : std::uint64_t {
  kOrder = 1,
  kCandidates = 2,
  kHeldOutCandidates = 3,
  kWalks = 4,
  kDocuments = 5,
  kShare = 6
};
// Epoch number of the walks of held-out sentences: not used by any epoch of training.
constexpr std::uint64_t kHeldOutEpoch = 0xFFFF'FFFE;

base::StreamBlock stream_of(const DescentOptions& options, Item item, std::uint64_t block) {
  return {options.run.seed, {}, base::StreamPurpose::training, item, block};
}

// Draw number i of a stream.
std::uint32_t draw(const base::StreamBlock& stream, std::uint64_t i) {
  return stream.draw(static_cast<std::uint32_t>(i % base::kBlockWalks),
                     static_cast<std::uint32_t>(i / base::kBlockWalks));
}

std::vector<float> uniform(const base::StreamBlock& stream, std::size_t count, double scale) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>(scale * (2 * (draw(stream, i) + 0.5) * 0x1.0p-32 - 1));
  }
  return values;
}

}  // namespace

PvdmTrainer::State::State(const words::Corpus& c, const DescentOptions& p)
    : corpus(c),
      options(p),
      objective((check(p), make_objective<float>(p, c.frequencies()))),
      walks(p.optimiser, p.window > 0 ? c.words() * p.walk_dimensions : 0, p.penalty, p.run.thread_count()),
      documents(p.optimiser, c.documents() * p.document_dimensions, p.penalty, p.run.thread_count()),
      outputs(p.optimiser, objective->outputs() * p.hidden_dimensions(), p.penalty, p.run.thread_count()),
      biases(p.optimiser, objective->outputs(), 0, p.run.thread_count()),
      gradient(p, *objective) {
  if (corpus.sentences() > 0xFFFF'FFFF) {
    throw Error(ErrorKind::limit, "the corpus has more than 2^32 - 1 sentences; train on fewer graphs");
  }
  const base::StreamBlock share = stream_of(options, kShare, 0);
  const auto limit = static_cast<std::uint64_t>(options.held_out * 0x1.0p32);
  for (std::size_t d = 0; d < corpus.documents(); ++d) {
    // A document's first sentence is always used for training.
    for (std::uint64_t s = corpus.first_sentence(d); s < corpus.first_sentence(d + 1); ++s) {
      const bool held = s > corpus.first_sentence(d) && draw(share, s) < limit;
      (held ? held_out : training).push_back(s);
    }
  }
  if (training.empty()) throw Error(ErrorKind::usage, "the corpus has no sentences");
  if (options.patience > 0 && held_out.empty()) {
    throw Error(ErrorKind::usage,
                "to stop early some sentences must be held out, and there are none: each document has but one "
                "sentence, or the held-out share is too small");
  }
  batch_sentences = std::max<std::uint64_t>(1, options.batch / std::max<std::uint64_t>(1, corpus.longest_sentence()));
  epoch_steps = (training.size() + batch_sentences - 1) / batch_sentences;

  if (options.window > 0) {
    parameters.walks =
        uniform(stream_of(options, kWalks, 0), corpus.words() * options.walk_dimensions, options.walk_scale);
  }
  parameters.documents = uniform(stream_of(options, kDocuments, 0), corpus.documents() * options.document_dimensions,
                                 options.document_scale);
  parameters.outputs.assign(objective->outputs() * options.hidden_dimensions(), 0.0f);
  for (const double bias : objective->first_biases()) parameters.biases.push_back(static_cast<float>(bias));
}

void PvdmTrainer::State::fill(std::uint64_t epoch, std::span<const std::uint64_t> numbers) {
  sentences.resize(std::max(sentences.size(), numbers.size()));
  constexpr std::size_t kBlock = 4;
  base::parallel_for((numbers.size() + kBlock - 1) / kBlock, options.run.thread_count(), [&](std::size_t block) {
    for (std::size_t i = block * kBlock; i < std::min(numbers.size(), (block + 1) * kBlock); ++i) {
      corpus.sentence(epoch, numbers[i], sentences[i]);
    }
  });
  batch.clear(options.window);
  for (std::size_t i = 0; i < numbers.size(); ++i) batch.add(corpus.document_of(numbers[i]), sentences[i]);
}

void PvdmTrainer::State::shuffle() {
  if (shuffled == summary.epochs) return;
  shuffled = summary.epochs;
  order = training;
  const base::StreamBlock stream = stream_of(options, kOrder, summary.epochs);
  for (std::uint64_t i = order.size(); i > 1; --i) {
    const std::uint64_t j =
        stream.choose(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i % base::kBlockWalks),
                      static_cast<std::uint32_t>(i / base::kBlockWalks));
    std::swap(order[i - 1], order[j]);
  }
}

PvdmTrainer::PvdmTrainer(const words::Corpus& corpus, const DescentOptions& options)
    : state_(std::make_unique<State>(corpus, options)) {}
PvdmTrainer::~PvdmTrainer() = default;

bool PvdmTrainer::ended() const noexcept { return state_->ended; }
std::uint64_t PvdmTrainer::planned_steps() const noexcept { return state_->epoch_steps * state_->options.epochs; }
const PvdmSummary& PvdmTrainer::summary() const noexcept { return state_->summary; }

bool PvdmTrainer::step() {
  State& state = *state_;
  if (state.ended) return false;
  state.shuffle();
  const std::uint64_t begin = state.epoch_step * state.batch_sentences;
  const std::uint64_t end = std::min<std::uint64_t>(state.order.size(), begin + state.batch_sentences);
  state.fill(state.summary.epochs, std::span(state.order).subspan(begin, end - begin));
  const std::uint64_t number = state.summary.steps;  // number of this step, from 0
  if (state.batch.size() > 0) {
    state.objective->choose_shared(stream_of(state.options, kCandidates, number), state.shared);
    const double loss = state.gradient(state.parameters, state.batch, state.shared, state.gradients);
    if (state.first_loss == 0) state.first_loss = loss;
    if (!(loss <= 10 + 10 * state.first_loss)) {
      throw Error(ErrorKind::numeric,
                  "step " + std::to_string(number + 1) + " of epoch " + std::to_string(state.summary.epochs + 1) +
                      (std::isfinite(loss) ? ": the loss diverged, from " + base::format_real(state.first_loss) +
                                                 " to " + base::format_real(loss)
                                           : ": the loss is not finite") +
                      "; lower the rate (now " + base::format_real(state.options.first_rate()) + ")");
    }
    const double done = static_cast<double>(number) / static_cast<double>(planned_steps());
    const double rate = state.options.first_rate() * (1 - done * (1 - state.options.final_rate));
    if (state.options.window > 0) state.walks.update(state.parameters.walks, state.gradients.walks, rate, number + 1);
    state.documents.update(state.parameters.documents, state.gradients.documents, rate, number + 1);
    state.outputs.update(state.parameters.outputs, state.gradients.outputs, rate, number + 1);
    state.biases.update(state.parameters.biases, state.gradients.biases, rate, number + 1);
    state.last_loss = loss;
    state.epoch_loss += loss * static_cast<double>(state.batch.size());
    state.epoch_targets += state.batch.size();
    state.summary.targets += state.batch.size();
  }
  ++state.summary.steps;
  if (++state.epoch_step == state.epoch_steps) {
    const double held_out = state.held_out.empty() ? 0 : held_out_loss();
    if (!state.held_out.empty()) state.summary.held_out.push_back(held_out);
    state.end_epoch();
  }
  return true;
}

void PvdmTrainer::State::end_epoch() {
  summary.losses.push_back(epoch_targets == 0 ? 0 : epoch_loss / static_cast<double>(epoch_targets));
  epoch_loss = 0;
  epoch_targets = 0;
  epoch_step = 0;
  ++summary.epochs;
  for (const auto* values : {&parameters.walks, &parameters.documents, &parameters.outputs, &parameters.biases}) {
    if (!std::all_of(values->begin(), values->end(), [](float value) { return std::isfinite(value); })) {
      throw Error(ErrorKind::numeric, "step " + std::to_string(summary.steps) + " of epoch " +
                                          std::to_string(summary.epochs) +
                                          ": a parameter is not finite; lower the rate (now " +
                                          base::format_real(options.first_rate()) + ")");
    }
  }
  if (!summary.held_out.empty()) {
    const double loss = summary.held_out.back();
    if (summary.epochs == 1 || loss < best - options.min_improvement) {
      best = loss;
      idle_epochs = 0;
    } else {
      ++idle_epochs;
    }
  }
  summary.stopped_early = options.patience > 0 && idle_epochs >= options.patience && summary.epochs < options.epochs;
  ended = summary.stopped_early || summary.epochs == options.epochs;
}

double PvdmTrainer::held_out_loss() {
  State& state = *state_;
  double sum = 0;
  std::uint64_t targets = 0;
  for (std::uint64_t begin = 0; begin < state.held_out.size(); begin += state.batch_sentences) {
    const std::uint64_t end = std::min<std::uint64_t>(state.held_out.size(), begin + state.batch_sentences);
    state.fill(kHeldOutEpoch, std::span(state.held_out).subspan(begin, end - begin));
    if (state.batch.size() == 0) continue;
    state.objective->choose_shared(stream_of(state.options, kHeldOutCandidates, begin), state.shared);
    sum += state.gradient.loss(state.parameters, state.batch, state.shared);
    targets += state.batch.size();
  }
  return targets == 0 ? 0 : sum / static_cast<double>(targets);
}

void PvdmTrainer::run(const TrainingListener& listener, const Progress& progress) {
  const State& state = *state_;
  const base::Stopwatch running;
  const std::uint64_t first_step = state.summary.steps, first_target = state.summary.targets;
  bytes::Checkpoints checkpoints(
      {state.options.checkpoint, state.options.checkpoint_seconds, state.options.checkpoint_steps},
      [&](const std::string& path) { save(path); });
  while (!state.ended) {
    checkpoints.stop_if_asked(progress);
    TrainingReport report;
    report.epoch = state.summary.epochs;
    (void)step();
    checkpoints.keep_if_due(state.summary.steps);
    if (!listener && !progress.report) continue;
    const double seconds = std::max(1e-9, running.seconds());
    report.epoch_ended = state.summary.epochs > report.epoch;
    report.step = state.summary.steps;
    report.steps = planned_steps();
    report.loss = report.epoch_ended ? state.summary.losses.back() : state.last_loss;
    if (!state.summary.held_out.empty()) report.held_out = state.summary.held_out.back();
    report.words_per_second = static_cast<double>(state.summary.targets - first_target) / seconds;
    report.seconds_left =
        seconds * static_cast<double>(report.steps - report.step) / static_cast<double>(report.step - first_step);
    if (listener) listener(report);
    if (progress.report) progress.report(report.step, report.steps);
  }
}

PvdmWeights PvdmTrainer::weights() const {
  const State& state = *state_;
  const DescentOptions& options = state.options;
  const std::size_t rows = state.objective->outputs(), hidden = options.hidden_dimensions();
  PvdmWeights weights;
  const auto widen = [](const std::vector<float>& values, std::size_t columns) {
    algebra::Dense matrix(values.size() / columns, columns);
    std::copy(values.begin(), values.end(), matrix.values.begin());
    return matrix;
  };
  weights.vectors = widen(state.parameters.documents, options.document_dimensions);
  weights.biases.assign(state.parameters.biases.begin(), state.parameters.biases.end());
  weights.document = algebra::Dense(rows, options.document_dimensions);
  if (options.window > 0) {
    weights.walks = widen(state.parameters.walks, options.walk_dimensions);
    weights.context = algebra::Dense(rows, options.walk_dimensions);
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const auto row = std::span(state.parameters.outputs).subspan(r * hidden, hidden);
    if (options.window > 0) std::copy_n(row.begin(), options.walk_dimensions, weights.context.row(r).begin());
    std::copy(row.end() - static_cast<std::ptrdiff_t>(options.document_dimensions), row.end(),
              weights.document.row(r).begin());
  }
  return weights;
}

std::vector<double> inference_biases(const PvdmWeights& weights) { return weights.biases; }

std::vector<double> inference_biases(const PvdmWeights& weights, const words::WordHistograms::View& document) {
  std::vector<double> biases = weights.biases;
  if (weights.walks.rows == 0) return biases;
  std::vector<double> mean(weights.walks.columns, 0.0), added(biases.size());
  for (std::size_t k = 0; k < document.words.size(); ++k) {
    algebra::add_multiple(document.shares[k], weights.walks.row(document.words[k]), mean);
  }
  algebra::multiply(weights.context, mean, added);
  algebra::add_multiple(1, added, biases);
  return biases;
}

}  // namespace awe::descent
