// A file of graphs becomes a matrix in a file: one row per graph, one column per anonymous walk of seven steps.
//   embed_file MUTAG.zip mutag.npy
#include <awe/awe.h>

#include <cstdio>

int main(int count, char** arguments) {
  if (count != 3) return std::fputs("usage: embed_file GRAPHS MATRIX\n", stderr), 2;
  try {
    const auto x = awe::embed(awe::read_graphs(arguments[1]), {.length = 7, .scaling = awe::Scaling::sqrt});
    const auto writer = awe::create_matrix(arguments[2], x.columns, x.num_rows(), {.force = true});
    for (const awe::MatrixRow& row : x.rows) writer->write(row);
    writer->commit();  // without it, nothing is left at the path
    std::printf("%zu rows x %zu columns\n", x.num_rows(), static_cast<std::size_t>(x.num_columns()));
  } catch (const awe::Error& error) {  // a file that is missing or malformed, an output of unknown format
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
