#include "awe/run_options.h"

#include "base/parallel.h"

namespace awe {

int RunOptions::thread_count() const { return threads > 0 ? threads : base::available_threads(); }

}  // namespace awe
