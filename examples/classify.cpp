// A classifier learnt from graphs with classes, kept in a file, loaded and applied to new graphs as a stream.
//   classify KNOWN MODEL NEW
#include <awe/awe.h>

#include <cstdio>

int main(int count, char** arguments) {
  if (count != 4) return std::fputs("usage: classify KNOWN MODEL NEW\n", stderr), 2;
  awe::Classifier::fit(awe::read_graphs(arguments[1]), {.recipe = "structure"}).save(arguments[2], true);

  const auto classifier = awe::Classifier::load(arguments[2]);
  std::printf("recipe %s, %zu classes\n", classifier.summary().recipe.c_str(), classifier.class_names().size());
  const auto stream = awe::open_graphs(arguments[3]);  // some graphs at a time, however many there are
  classifier.predict(*stream, [&](const awe::Prediction& prediction) {
    std::printf("%s: %s\n", prediction.id.c_str(),
                classifier.class_names()[static_cast<std::size_t>(prediction.predicted)].c_str());
  });
}
