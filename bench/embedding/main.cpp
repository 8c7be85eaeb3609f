// bench_embedding: words per second of PV-DM training on one thread. The corpus is written to a file first, so that
// bench/embedding/gensim_doc2vec.py can train on the same sentences.
//   bench_embedding [corpus.txt]         d = 128, window 8, 64 shared candidates; 200 random graphs of 100 nodes
#include <cstdio>
#include <cstdlib>
#include <string>

#include "awe/generators.h"
#include "cpu_time.h"
#include "descent/trainer.h"
#include "words/corpus.h"

namespace {

using namespace awe;

void measure(const words::Corpus& corpus, const char* name, ObjectiveKind objective, Join join) {
  DescentOptions plan;
  plan.run.threads = 1;
  plan.window = 8;
  plan.objective = objective;
  plan.join = join;
  plan.candidates = objective == ObjectiveKind::negative_sampling ? CandidateKind::measured : plan.candidates;
  plan.candidate_power = 0.75;
  plan.epochs = 3;
  plan.held_out = 0;
  descent::PvdmTrainer trainer(corpus, plan);
  const bench::CpuStopwatch watch;
  trainer.run();
  const double seconds = watch.seconds();
  std::printf("%-40s %12.0f words/s   loss %.4f -> %.4f\n", name,
              static_cast<double>(trainer.summary().targets) / seconds, trainer.summary().losses.front(),
              trainer.summary().losses.back());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "corpus.txt";
  words::CorpusOptions corpus_plan;
  corpus_plan.walks = anonymous_walks(7, 7);
  corpus_plan.sentence_walks = 64;
  const words::GraphCorpus graphs(read_all(*six_families(100, 300, 33, 1)), corpus_plan);
  graphs.write_text(path, 0, true);
  const words::TextCorpus text(words::CorpusText(path), corpus_plan.words);
  std::printf("%zu documents, %llu sentences, %zu words; d = 128, window 8, 64 candidates\n", text.documents(),
              static_cast<unsigned long long>(text.sentences()), text.words());
  measure(text, "negative sampling, sum", ObjectiveKind::negative_sampling, Join::sum);
  measure(text, "sampled softmax, sum", ObjectiveKind::sampled_softmax, Join::sum);
  measure(text, "negative sampling, concatenated", ObjectiveKind::negative_sampling, Join::concatenate);
  measure(text, "sampled softmax, concatenated", ObjectiveKind::sampled_softmax, Join::concatenate);
  measure(graphs, "the same, walks drawn as it goes", ObjectiveKind::sampled_softmax, Join::concatenate);
  return EXIT_SUCCESS;
}
