// The first line of every page of a reproduction, by which the next run recognises that it may replace the page.
#pragma once

#include <string_view>

namespace awe::report {

inline constexpr std::string_view kPageMark = "<!-- written by awe reproduce: the next run replaces this page -->";

}  // namespace awe::report
