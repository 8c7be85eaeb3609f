// A fit in parts: the same bytes as the fit of the whole collection, however it is divided, merged and sent about.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "awe/error.h"
#include "awe/featurizer.h"
#include "support/labelled_collection.h"

namespace awe {
namespace {

using test::labelled_collection;

constexpr const char* kTwoPasses =
    "2*walks(node,edge):0..3[sqrt] + walks(attribute:3):1..2 + walks(degree,attribute:2):0..1[counts] + aw:1..4 + "
    "colours:0..2[min-graphs=2] + size + ldp(8) + wl(wl:0,edge):0..2 + distances(node)[max-columns=9] + graphlets:3";

FeatureOptions options_of(const std::string& features, DeadEnds dead_ends = DeadEnds::stop) {
  FeatureOptions options = test::plan_of(features);
  options.dead_ends = dead_ends;
  options.run.threads = 1;
  return options;
}

using Parts = std::vector<std::vector<Graph>>;

// Reads the state of a part back from its bytes.
PartialFit sent(const PartialFit& part, const FeatureOptions& options) {
  return PartialFit::from_bytes(part.bytes(), options);
}

// One pass over all parts, each on its own; `take` chooses the next two to merge.
PartialFit pass(const Parts& parts, const PartialFit& empty, const FeatureOptions& options,
                const std::function<std::size_t(std::size_t)>& take) {
  std::vector<PartialFit> states;
  for (const auto& graphs : parts) {
    states.push_back(sent(empty, options));
    states.back().add(graphs);
  }
  while (states.size() > 1) {
    const std::size_t at = take(states.size());
    PartialFit other = sent(states[at], options);
    states.erase(states.begin() + static_cast<std::ptrdiff_t>(at));
    states[take(states.size())].merge(other);
  }
  return states.front();
}

Featurizer fit_in_parts(const Parts& parts, const FeatureOptions& options,
                        const std::function<std::size_t(std::size_t)>& take) {
  PartialFit last = pass(parts, PartialFit(options), options, take);
  if (last.needs_second_pass()) last = pass(parts, last.second_pass(), options, take);
  return last.finish();
}

std::size_t first(std::size_t) { return 0; }

RC_GTEST_PROP(PartialFit, OfAnyPartsIsTheFitOfTheWhole, ()) {
  const std::string features = *rc::gen::element<std::string>(
      kTwoPasses, "walks(node):0..3 + size", "walks(attribute:4):0..2", "wl(node):0..3", "colours:0..2 + aw:3");
  FeatureOptions options =
      options_of(features, *rc::gen::element(DeadEnds::stop, DeadEnds::end, DeadEnds::restart, DeadEnds::reverse));
  if (*rc::gen::arbitrary<bool>()) options.vocabulary.max_columns = 5;
  if (features == "walks(attribute:4):0..2" && *rc::gen::arbitrary<bool>()) options.hash_bits = 6;
  auto graphs = labelled_collection(10);
  graphs.push_back(graphs[2]);  // graphs occur twice
  graphs.push_back(test::path_graph(0));
  const std::string whole = Featurizer::fit(graphs, options).learnt_text();
  RC_ASSERT(!whole.empty());
  Parts parts(*rc::gen::inRange<std::size_t>(1, 7));  // some of them empty
  for (const Graph& graph : graphs) parts[*rc::gen::inRange<std::size_t>(0, parts.size())].push_back(graph);
  const Featurizer merged =
      fit_in_parts(parts, options, [](std::size_t count) { return *rc::gen::inRange<std::size_t>(0, count); });
  RC_ASSERT(merged.learnt_text() == whole);
}

TEST(PartialFit, GivesTheRowsOfAFitOnOneMachine) {
  const auto graphs = labelled_collection(12), others = labelled_collection(20);
  const FeatureOptions options = options_of(kTwoPasses);
  const Parts parts = {{graphs.begin(), graphs.begin() + 5}, {}, {graphs.begin() + 5, graphs.end()}};
  const Featurizer whole = Featurizer::fit(graphs, options), merged = fit_in_parts(parts, options, first);
  EXPECT_EQ(merged.transform(others).rows, whole.transform(others).rows);
}

TEST(PartialFit, IsTheSameForAnyNumberOfThreads) {
  const auto graphs = labelled_collection(12);
  FeatureOptions options = options_of("walks(node,edge):0..3 + size");
  const std::string one = Featurizer::fit(graphs, options).learnt_text();
  options.run.threads = 4;
  EXPECT_EQ(fit_in_parts({graphs}, options, first).learnt_text(), one);
}

TEST(PartialFit, CountsRowsOfNodesAndSampledWalks) {
  const auto graphs = labelled_collection(9);
  FeatureOptions options = options_of("walks(node):0..6 + size");
  options.level = Level::node;
  options.method = Method::sampled;
  options.walks = 300;
  const Parts parts = {{graphs.begin() + 4, graphs.end()}, {graphs.begin(), graphs.begin() + 4}};
  EXPECT_EQ(fit_in_parts(parts, options, first).learnt_text(), Featurizer::fit(graphs, options).learnt_text());
}

TEST(PartialFit, OfFeaturesThatLearnNothingIsTheirFeaturizer) {
  PartialFit part(options_of("aw:3"));
  part.add(labelled_collection(3));
  EXPECT_EQ(part.num_graphs(), 3u);
  EXPECT_FALSE(part.needs_second_pass());
  EXPECT_EQ(part.finish().num_columns(), 5u);
  EXPECT_EQ(part.finish().learnt_text(), "");
}

TEST(PartialFit, CopiesAreIndependent) {
  const auto graphs = labelled_collection(4);
  PartialFit a(options_of("walks(node):0..2"));
  a.add(std::span(graphs).first(2));
  PartialFit b = a;
  b.add(std::span(graphs).last(2));
  EXPECT_EQ(a.num_graphs(), 2u);
  EXPECT_EQ(b.num_graphs(), 4u);
  EXPECT_EQ(b.finish().learnt_text(), Featurizer::fit(graphs, options_of("walks(node):0..2")).learnt_text());
  EXPECT_EQ(b.finish().learnt_text(), b.finish().learnt_text()) << "finish() changes nothing";
}

std::optional<ErrorKind> refused(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.kind();
  }
  return std::nullopt;
}

TEST(PartialFit, RefusesWhatDoesNotBelongTogether) {
  const auto graphs = labelled_collection(3);
  const FeatureOptions options = options_of("walks(attribute:2):0..1");
  PartialFit part(options);
  part.add(graphs);
  EXPECT_EQ(refused([&] { (void)part.finish(); }), ErrorKind::usage) << "the second pass is missing";
  EXPECT_EQ(refused([&] { (void)part.second_pass().second_pass(); }), ErrorKind::usage);
  EXPECT_EQ(refused([&] { part.second_pass().merge(part); }), ErrorKind::usage) << "of the first pass";
  EXPECT_EQ(refused([&] { part.merge(PartialFit(options_of("walks(attribute:3):0..1"))); }), ErrorKind::usage);
  EXPECT_EQ(refused([&] { part.merge(PartialFit(options_of("walks(attribute:2):0..1", DeadEnds::end))); }),
            ErrorKind::usage);
  FeatureOptions other = options;
  other.run.seed = 2;
  EXPECT_EQ(refused([&] { (void)PartialFit::from_bytes(part.bytes(), other); }), ErrorKind::usage);
  EXPECT_EQ(refused([&] { PartialFit(options_of("aw:3", DeadEnds::automatic)); }), ErrorKind::usage);
  PartialFit wider(options);
  EXPECT_EQ(refused([&] { (void)wider.second_pass(); }), ErrorKind::usage) << "no nodes";
  GraphBuilder builder({});
  builder.set_num_nodes(1);
  builder.set_node_attributes({1, 2, 3}, 3);
  const std::vector<Graph> wide = {std::move(builder).build()};
  wider.add(wide);
  EXPECT_EQ(refused([&] { part.merge(wider); }), ErrorKind::malformed) << "three attributes, not two";
}

TEST(PartialFit, RefusesStatesThatWereCutShortOrChanged) {
  const FeatureOptions options = options_of("walks(node):0..1 + wl(node):0..1 + size", DeadEnds::end);
  PartialFit part(options);
  part.add(labelled_collection(2));
  const std::string bytes = part.bytes();
  EXPECT_EQ(PartialFit::from_bytes(bytes, options).bytes(), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_EQ(refused([&] { (void)PartialFit::from_bytes(bytes.substr(0, size), options); }), ErrorKind::malformed)
        << size;
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    const auto kind = refused([&] { (void)PartialFit::from_bytes(changed, options); });
    ASSERT_TRUE(kind == ErrorKind::malformed || kind == ErrorKind::incompatible) << at;
  }
  EXPECT_EQ(refused([&] { (void)PartialFit::from_bytes(bytes + "x", options); }), ErrorKind::malformed);
}

}  // namespace
}  // namespace awe
