// What --solo says of a case: its threads, and the score of an iteration.
#pragma once

#include "case.hpp"

namespace clamh {

long long unit_ns(const char *name);  // of a time unit; 0: there is none of that name
void say_threads(const Case &open);
void say_score(const Case &open);
double score_of_all(const Case &open);  // of its last iteration
Text score_unit(const Case &open);       // such as "ns/op"

}  // namespace clamh
