// All threading in the library goes through this header. Results never depend on the number of threads: work is divided
// by index, and results are combined in index order. Where the system allows fewer threads, fewer are used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace awe::base {

// The number of CPUs that this process may run on.
[[nodiscard]] int available_threads();

// Calls body(i) once for every i in [0, count), on up to `threads` threads. The first exception stops the rest and is
// rethrown. Bodies must write to disjoint memory.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

namespace detail {
void run_pipeline(int threads, std::size_t in_flight, const std::function<std::shared_ptr<void>()>& produce,
                  const std::function<std::shared_ptr<void>(const std::shared_ptr<void>&)>& transform,
                  const std::function<void(const std::shared_ptr<void>&)>& consume);
}

// A pipeline in bounded memory: `produce` (one call at a time) returns the next item, or nullopt at the end;
// `transform` runs on any thread; `consume` receives the results one at a time, in the order of production. At most
// `in_flight` items exist at once. Signatures: std::optional<In> produce(); Out transform(In&&); void consume(Out&&).
template <class In, class Out, class Produce, class Transform, class Consume>
void ordered_pipeline(int threads, std::size_t in_flight, Produce produce, Transform transform, Consume consume) {
  detail::run_pipeline(
      threads, in_flight,
      [&]() -> std::shared_ptr<void> {
        auto item = produce();
        if (!item) return nullptr;
        return std::make_shared<In>(std::move(*item));
      },
      [&](const std::shared_ptr<void>& item) -> std::shared_ptr<void> {
        return std::make_shared<Out>(transform(std::move(*static_cast<In*>(item.get()))));
      },
      [&](const std::shared_ptr<void>& item) { consume(std::move(*static_cast<Out*>(item.get()))); });
}

}  // namespace awe::base
