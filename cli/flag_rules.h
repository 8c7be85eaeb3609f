// Rules about flags that belong together: a flag that would do nothing beside the others is refused (or said, where
// scripts give it on purpose), and no file is both read and written, or written twice, by one command.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace awe::cli {

// Checks the flags of a verb after parsing; `name` is the verb as the user types it, such as "classify fit". Throws
// Error(usage).
void check_flags(const CLI::App& verb, const std::string& name);

}  // namespace awe::cli
