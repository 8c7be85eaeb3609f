// Where the distances of a protocol come from: channels of rows, made from graphs or cut out of a ready matrix. The
// protocols know nothing else of what they classify.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "awe/base/progress.h"
#include "awe/classify/graph_set.h"
#include "awe/classify/matrix_set.h"
#include "awe/classify/recipe.h"
#include "classify/set_rows.h"

namespace awe {

// A sum of channels that the inner split may choose.
struct Candidate {
  struct Use {
    std::size_t channel = 0;
    double weight = 1;
  };
  std::string name;
  std::vector<Use> uses;
};

class ChannelSource {
 public:
  virtual ~ChannelSource() = default;
  [[nodiscard]] virtual ItemClasses items() const = 0;
  [[nodiscard]] virtual std::size_t channels() const = 0;
  [[nodiscard]] virtual BaseKernel kernel(std::size_t channel) const = 0;
  // Its rows depend on the items that they are learnt from.
  [[nodiscard]] virtual bool learnt(std::size_t channel) const = 0;
  // Both come from the same features: their rows are made together.
  [[nodiscard]] virtual bool made_together(std::size_t a, std::size_t b) const = 0;
  // The rows of channels that are made together, one row an item.
  struct Rows {
    std::vector<SparseRows> tables;
    std::vector<std::size_t> table_of;  // one a channel
  };
  [[nodiscard]] virtual Rows rows(std::span<const std::size_t> channels, std::span<const std::uint32_t> learnt_on,
                                  const Progress& progress) const = 0;
};

// The distinct channels of recipes on the graphs of a set.
class GraphChannels final : public ChannelSource {
 public:
  // Transductive: what is learnt is learnt once, from all graphs of the set, without their classes.
  GraphChannels(const GraphSet& set, std::span<const KernelRecipe> recipes, const TableOptions& options,
                bool transductive = false);
  [[nodiscard]] const std::vector<Candidate>& candidates() const { return candidates_; }

  [[nodiscard]] ItemClasses items() const override { return set_.items(); }
  [[nodiscard]] std::size_t channels() const override { return channels_.size(); }
  [[nodiscard]] BaseKernel kernel(std::size_t channel) const override { return channels_[channel].kernel; }
  [[nodiscard]] bool learnt(std::size_t channel) const override {
    return !transductive_ && channels_[channel].learnt();
  }
  [[nodiscard]] bool made_together(std::size_t a, std::size_t b) const override {
    return channels_[a].features == channels_[b].features && channels_[a].dimensions == channels_[b].dimensions;
  }
  [[nodiscard]] Rows rows(std::span<const std::size_t> channels, std::span<const std::uint32_t> learnt_on,
                          const Progress& progress) const override;

 private:
  const GraphSet& set_;
  TableOptions options_;
  bool transductive_;
  std::vector<Channel> channels_;
  std::vector<Candidate> candidates_;
};

// The blocks of a matrix, one channel each; one candidate of all of them.
class MatrixChannels final : public ChannelSource {
 public:
  explicit MatrixChannels(const MatrixSet& set) : set_(set) {}
  [[nodiscard]] std::vector<Candidate> candidates() const;

  [[nodiscard]] ItemClasses items() const override { return set_.items(); }
  [[nodiscard]] std::size_t channels() const override { return set_.blocks.size(); }
  [[nodiscard]] BaseKernel kernel(std::size_t channel) const override { return set_.blocks[channel].kernel; }
  [[nodiscard]] bool learnt(std::size_t) const override { return false; }
  [[nodiscard]] bool made_together(std::size_t a, std::size_t b) const override { return a == b; }
  [[nodiscard]] Rows rows(std::span<const std::size_t> channels, std::span<const std::uint32_t> learnt_on,
                          const Progress& progress) const override;

 private:
  const MatrixSet& set_;
};

}  // namespace awe
