// Data-driven models: trained on graphs, inferring vectors of any graph.
#include "awe/embedding_model.h"
#include "feature_options.h"
#include "run.h"

namespace awe::python {
namespace {

DescentOptions descent_options_of(nb::dict options) {
  DescentOptions made;
  Fields fields(std::move(options));
  fields.take("window", made.window);
  fields.take("walk_dimensions", made.walk_dimensions);
  fields.take("join", made.join);
  fields.take("objective", made.objective);
  fields.take("candidates", made.candidates);
  fields.take("candidate_power", made.candidate_power);
  fields.take("num_candidates", made.num_candidates);
  fields.take("optimiser", made.optimiser);
  fields.take("rate", made.rate);
  fields.take("final_rate", made.final_rate);
  fields.take("penalty", made.penalty);
  fields.take("batch", made.batch);
  fields.take("epochs", made.epochs);
  fields.take("held_out", made.held_out);
  fields.take("patience", made.patience);
  fields.take("min_improvement", made.min_improvement);
  fields.finish();
  return made;
}

EmbeddingOptions embedding_options_of(nb::dict options) {
  EmbeddingOptions made;
  const nb::object descent = options.contains("descent") ? nb::object(options["descent"]) : nb::none();
  const nb::object sets = options.contains("node_sets") ? nb::object(options["node_sets"]) : nb::none();
  if (!sets.is_none()) made.node_sets = node_sets_of(sets);
  Fields fields(std::move(options));
  std::string words = "aw:7";
  nb::object ignored;
  fields.take("descent", ignored);
  fields.take("node_sets", ignored);
  fields.take("words", words);
  made.walks = parse_features(words);
  fields.take("max_words", made.words.max_words);
  fields.take("min_count", made.words.min_count);
  fields.take("walks", made.words.walks);
  fields.take("other", made.words.other);
  fields.take("self_loops", made.self_loops);
  fields.take("dead_ends", made.dead_ends);
  fields.take("level", made.level);
  fields.take("dimensions", made.dimensions);
  fields.take("vector_penalty", made.vector_penalty);
  fields.take("word_penalty", made.word_penalty);
  fields.take("tolerance", made.tolerance);
  fields.take("max_iterations", made.max_iterations);
  fields.take("max_documents", made.max_documents);
  fields.take("sentence_walks", made.sentence_walks);
  GraphReading reading;
  fields.take("directed", reading.directed);
  fields.take("weighted", reading.weighted);
  reading.self_loops = made.self_loops;
  made.reading = reading;
  fields.take_run(made.run);
  fields.finish();
  if (!descent.is_none()) {
    made.descent = descent_options_of(nb::cast<nb::dict>(descent));
    if (made.descent->join == Join::sum) made.descent->walk_dimensions = made.dimensions;
  }
  return made;
}

nb::dict infer(const EmbeddingModel& self, const nb::tuple& graphs, std::uint64_t first, nb::object report) {
  const auto all = graphs_of(graphs);
  std::vector<double> vectors, unseen, gradients;
  std::vector<std::string> ids;
  Run(std::move(report))([&](const Progress& progress) {
    const auto source = source_of(all, first);
    self.infer(
        *source,
        [&](EmbeddingRow&& row) {
          vectors.insert(vectors.end(), row.vector.begin(), row.vector.end());
          unseen.push_back(row.unseen);
          gradients.push_back(row.gradient_norm);
          ids.push_back(std::move(row.id));
        },
        progress);
  });
  nb::dict dict;
  dict["vectors"] = to_numpy(std::move(vectors), ids.size(), self.options().dimensions);
  dict["ids"] = to_python(ids);
  dict["unseen"] = to_numpy(std::move(unseen));
  dict["gradient_norm"] = to_numpy(std::move(gradients));
  return dict;
}

nb::dict summary_of(const EmbeddingModel& self) {
  const EmbeddingModel::Summary& found = self.summary();
  nb::dict dict;
  dict["documents"] = found.documents;
  dict["objective"] = found.objective;
  dict["gradient_norm"] = found.gradient_norm;
  dict["iterations"] = found.iterations;
  dict["converged"] = found.converged;
  dict["dimensions"] = self.options().dimensions;
  dict["words"] = self.words();
  return dict;
}

}  // namespace

void bind_embedding(nb::module_& m) {
  nb::class_<EmbeddingModel>(m, "EmbeddingModel", "A trained data-driven model.")
      .def_static(
          "train",
          [](const nb::object& graphs, nb::dict options, nb::object report) {
            EmbeddingOptions plan = embedding_options_of(std::move(options));
            const Collection all(graphs);
            return Run(std::move(report))([&](const Progress& progress) {
              plan.run.progress = progress;
              return EmbeddingModel::train([&] { return all.open(progress); }, plan);
            });
          },
          nb::arg("graphs"), nb::arg("options"), nb::arg("report").none(),
          nb::sig("def train(graphs: tuple[Graph, ...] | typing.Callable[[], typing.Iterator[tuple[Graph, ...]]], "
                  "options: dict[str, typing.Any], report: object | None) -> EmbeddingModel"),
          "Trains on a tuple of graphs, or on tuples of them that a function opens.")
      .def(
          "train_further",
          [](const EmbeddingModel& self, const nb::object& graphs, nb::object report) {
            const Collection all(graphs);
            return Run(std::move(report))([&](const Progress& progress) {
              return self.train_further([&] { return all.open(progress); }, progress);
            });
          },
          nb::arg("graphs"), nb::arg("report").none(),
          nb::sig("def train_further(self, graphs: tuple[Graph, ...] | "
                  "typing.Callable[[], typing.Iterator[tuple[Graph, ...]]], report: object | None) -> EmbeddingModel"),
          "A model trained on other graphs, starting from this one.")
      .def("infer", &infer, nb::arg("graphs"), nb::arg("first"), nb::arg("report").none(),
           nb::sig("def infer(self, graphs: tuple[Graph, ...], first: int, report: object | None) -> "
                   "dict[str, typing.Any]"),
           "The vectors of a tuple of graphs.")
      .def(
          "__reduce__",
          [](nb::handle self) { return nb::module_::import_("anonymous_walks._models").attr("reduce_model")(self); },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("save", &EmbeddingModel::save, nb::arg("path"), nb::arg("force"), "Writes the model to a file.")
      .def_static(
          "load", [](const std::string& path, int threads) { return EmbeddingModel::load(path, threads); },
          nb::arg("path"), nb::arg("threads"), "Reads a model file.")
      .def("summary", &summary_of, nb::sig("def summary(self) -> dict[str, typing.Any]"), "How training ended.")
      .def(
          "words",
          [](const EmbeddingModel& self) {
            std::vector<std::string> words;
            for (std::size_t i = 0; i < self.words(); ++i) words.push_back(self.word(i));
            return to_python(words);
          },
          nb::sig("def words(self) -> list[str]"), "The walks that are words.")
      .def(
          "word_vectors",
          [](const EmbeddingModel& self) {
            std::vector<double> values;
            for (std::size_t i = 0; i < self.words(); ++i) {
              const auto vector = self.word_vector(i);
              values.insert(values.end(), vector.begin(), vector.end());
            }
            const std::size_t columns = self.words() == 0 ? 0 : values.size() / self.words();
            return to_numpy(std::move(values), self.words(), columns);
          },
          "The vectors of the words.");
}

}  // namespace awe::python
