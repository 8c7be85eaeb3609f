// The report on a collection as JSON, for the page's script (web/data.js says what the members are).
#pragma once

#include <string>

#include "page/collection.h"

namespace awe::page {

[[nodiscard]] std::string data_json(const CollectionReport& report, const ReportOptions& options);

// The first sentence of the page: how many graphs are classified rightly, and what that is to be compared with.
[[nodiscard]] std::string sentence(const CollectionReport& report);

}  // namespace awe::page
