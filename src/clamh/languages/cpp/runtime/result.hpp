// What --solo prints last: the result of all measured iterations, as the guide shows it.
#pragma once

#include "list.hpp"

namespace clamh {

// `unit` is such as "ns/op".
void say_result(const char *benchmark, const List<double> &scores, const char *unit);

}  // namespace clamh
