// Feature matrices as Arrow IPC files (.arrow, also called Feather version 2): a column `id`, a column `class` (null
// for graphs without one), and a column per walk, named by it. Rows are written in batches of about 32 MiB. Format:
// https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "awe/matrix_writer.h"

namespace awe::matrices {

// With more columns, the description of the columns would outweigh the values.
inline constexpr std::uint64_t kMostArrowColumns = std::uint64_t{1} << 16;
inline constexpr std::uint64_t kArrowBatchBytes = std::uint64_t{32} << 20;

// Throws Error(usage) for more columns than that. `batch_bytes` is smaller in tests.
[[nodiscard]] std::unique_ptr<MatrixWriter> create_arrow(const std::string& path, const MatrixColumns& columns,
                                                         const MatrixOptions& options,
                                                         std::uint64_t batch_bytes = kArrowBatchBytes);

}  // namespace awe::matrices
