// The first line of every page of a reproduction, by which the next run knows that it may replace it.
#pragma once

#include <string_view>

namespace awe::report {

inline constexpr std::string_view kPageMark = "<!-- written by awe reproduce: the next run replaces this page -->";

}  // namespace awe::report
