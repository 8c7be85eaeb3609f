// Kernels between rows of feature matrices in compressed form.
#include "awe/kernel.h"

#include "convert.h"
#include "run.h"

namespace awe::python {
namespace {

using Indices = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Reals = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

FeatureMatrix matrix_of(const nb::tuple& rows, std::uint64_t columns, const nb::list& blocks) {
  const auto begins = nb::cast<Indices>(rows[0]), indices = nb::cast<Indices>(rows[1]);
  const auto values = nb::cast<Reals>(rows[2]);
  FeatureMatrix matrix;
  matrix.columns = {columns, [](std::uint64_t) { return MatrixColumn{}; }};
  for (const nb::handle block : blocks) {
    matrix.blocks.push_back({text_of(block[0]), nb::cast<std::uint64_t>(nb::object(block[1])),
                             nb::cast<std::uint64_t>(nb::object(block[2])), nb::cast<double>(nb::object(block[3]))});
  }
  const auto fault = [] { return Error(ErrorKind::malformed, "rows of a kernel are damaged"); };
  if (begins.size() == 0 || indices.size() != values.size()) throw fault();
  for (std::size_t r = 0; r + 1 < begins.size(); ++r) {
    const std::int64_t first = begins.data()[r], last = begins.data()[r + 1];
    if (first < 0 || last < first || static_cast<std::size_t>(last) > indices.size()) throw fault();
    MatrixRow row;
    for (std::int64_t k = first; k < last; ++k) {
      const std::int64_t index = indices.data()[k];
      if (index < 0 || static_cast<std::uint64_t>(index) >= columns) throw fault();
      if (k > first && index <= indices.data()[k - 1]) throw fault();
      row.values.push_back(static_cast<std::uint64_t>(index), values.data()[k]);
    }
    matrix.rows.push_back(std::move(row));
  }
  return matrix;
}

nb::tuple kernel_of(const nb::tuple& a, const nb::object& b, std::uint64_t columns, const nb::list& blocks,
                    nb::dict options, nb::object report) {
  KernelOptions plan;
  Fields fields(std::move(options));
  fields.take("kernel", plan.kernel);
  fields.take("degree", plan.degree);
  fields.take("coef0", plan.coef0);
  fields.take("sigma", plan.sigma);
  fields.take("blocks_median", plan.blocks_median);
  fields.take("gamma", plan.gamma);
  fields.take_run(plan.run);
  fields.finish();
  const FeatureMatrix rows = matrix_of(a, columns, blocks);
  std::optional<FeatureMatrix> others;
  if (!b.is_none()) others = matrix_of(nb::cast<nb::tuple>(b), columns, blocks);
  Kernel made = Run(std::move(report))([&](const Progress& progress) {
    plan.run.progress = progress;
    return others ? kernel(rows, *others, plan) : kernel(rows, plan);
  });
  auto* held = new GramMatrix(std::move(made.values));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<GramMatrix*>(p); });
  const nb::object sigma = made.sigma ? nb::object(nb::float_(*made.sigma)) : nb::none();
  return nb::make_tuple(Array2<float>(held->data(), {held->rows(), held->columns()}, owner), sigma, made.medians);
}

}  // namespace

void bind_kernel(nb::module_& m) {
  m.def("kernel", &kernel_of, nb::arg("a"), nb::arg("b").none(), nb::arg("columns"), nb::arg("blocks"),
        nb::arg("options"), nb::arg("report").none(),
        nb::sig("def kernel(a: tuple[object, object, object], b: tuple[object, object, object] | None, columns: int, "
                "blocks: list[tuple[str, int, int, float]], options: dict[str, typing.Any], report: object | None) -> "
                "tuple[numpy.typing.NDArray[numpy.float32], float | None, list[float]]"),
        "Kernel values between rows (begins, indices, values), sigma and medians.");
  m.def(
      "kernel_names", [] { return to_python(enum_names<KernelKind>()); }, nb::sig("def kernel_names() -> list[str]"),
      "Names of the kernels.");
}

}  // namespace awe::python
