#include "classifier/voter_file.h"

namespace awe::classifier {
namespace {

// Kinds of voters, from version 2 of the file on.
constexpr std::uint8_t kSvm = 0, kRidge = 1;

svm::SvmPair read_pair(bytes::SectionReader& in, std::size_t graphs) {
  svm::SvmPair pair;
  pair.first = in.number<std::int32_t>();
  pair.second = in.number<std::int32_t>();
  pair.rho = in.finite<double>();
  const auto support = in.numbers<std::uint32_t>();
  const auto coefficients = in.finite_numbers<double>();
  pair.support.assign(support.begin(), support.end());
  pair.coefficients.assign(coefficients.begin(), coefficients.end());
  if (support.size() != coefficients.size()) throw in.malformed("has a pair without all its coefficients");
  for (const std::uint32_t item : support) {
    if (item >= graphs) throw in.malformed("names a graph that is not there");
  }
  return pair;
}

void write_svm(bytes::SectionWriter& out, const svm::ProbabilitySvm& model) {
  out.numbers<int>(model.svm.classes);
  out.number<std::uint64_t>(model.svm.pairs.size());
  for (const svm::SvmPair& pair : model.svm.pairs) {
    out.number<std::int32_t>(pair.first);
    out.number<std::int32_t>(pair.second);
    out.number<double>(pair.rho);
    out.numbers<std::uint32_t>(pair.support);
    out.numbers<double>(pair.coefficients);
  }
  out.number<std::uint64_t>(model.sigmoids.size());
  for (const svm::Sigmoid& sigmoid : model.sigmoids) {
    out.number<double>(sigmoid.slope);
    out.number<double>(sigmoid.offset);
  }
}

svm::ProbabilitySvm read_svm(bytes::SectionReader& in, const VoterShape& shape) {
  svm::ProbabilitySvm model;
  const auto present = in.numbers<int>();
  model.svm.classes.assign(present.begin(), present.end());
  for (std::size_t k = 0; k < shape.classes; ++k) {
    if (present.size() != shape.classes || present[k] != static_cast<int>(k)) throw in.malformed("has other classes");
  }
  const auto pairs = in.number<std::uint64_t>();
  if (pairs != shape.classes * (shape.classes - 1) / 2) throw in.malformed("has another number of pairs");
  for (std::size_t i = 0; i < pairs; ++i) model.svm.pairs.push_back(read_pair(in, shape.graphs));
  const auto sigmoids = in.number<std::uint64_t>();
  if (sigmoids != (shape.probabilities ? pairs : 0)) throw in.malformed("has another number of sigmoids");
  for (std::size_t i = 0; i < sigmoids; ++i) {
    const double slope = in.finite<double>();
    model.sigmoids.push_back({slope, in.finite<double>()});
  }
  return model;
}

void write_ridge(bytes::SectionWriter& out, const machines::RidgeModel& model) {
  out.numbers<std::uint32_t>(model.items);
  out.numbers<double>(model.coefficients.values);
  out.numbers<double>(model.means);
}

machines::RidgeModel read_ridge(bytes::SectionReader& in, const VoterShape& shape) {
  const auto items = in.numbers<std::uint32_t>();
  const auto coefficients = in.finite_numbers<double>(), means = in.finite_numbers<double>();
  if (items.empty() || means.size() != shape.classes || coefficients.size() != items.size() * shape.classes) {
    throw in.malformed("has a ridge without all its coefficients");
  }
  for (const std::uint32_t item : items) {
    if (item >= shape.graphs) throw in.malformed("names a graph that is not there");
  }
  machines::RidgeModel model{{items.begin(), items.end()}, {}, {means.begin(), means.end()}};
  model.coefficients = algebra::Dense(items.size(), shape.classes);
  model.coefficients.values.assign(coefficients.begin(), coefficients.end());
  return model;
}

}  // namespace

void write_voter(bytes::SectionWriter& out, const Voter& voter) {
  out.number<std::uint64_t>(voter.recipe);
  out.number<double>(voter.gamma);
  out.number<std::uint8_t>(voter.is_ridge() ? kRidge : kSvm);
  if (voter.is_ridge()) {
    write_ridge(out, voter.ridge);
  } else {
    write_svm(out, voter.svm);
  }
}

Voter read_voter(bytes::SectionReader& in, const VoterShape& shape) {
  Voter voter;
  voter.recipe = static_cast<std::size_t>(in.number<std::uint64_t>());
  voter.gamma = in.finite<double>();
  if (voter.recipe >= shape.recipes || !(voter.gamma > 0)) throw in.malformed("has a voter without a recipe");
  const auto kind = shape.version > 1 ? in.number<std::uint8_t>() : kSvm;
  if (kind != kSvm && kind != kRidge) throw in.malformed("has no such kind of voter");
  if (kind == kRidge) {
    voter.ridge = read_ridge(in, shape);
  } else {
    voter.svm = read_svm(in, shape);
  }
  return voter;
}

}  // namespace awe::classifier
