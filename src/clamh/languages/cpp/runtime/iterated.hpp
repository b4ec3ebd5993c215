// One iteration with the fixtures around it, and the event that tells of it.
#pragma once

#include "case.hpp"
#include "message.hpp"

namespace clamh {

// The trial begins with the `first` and ends with the `last`; measure() says what `time_ns` and `batches` are. Counters are read
// after the teardowns, as JMH does. Throws Failure, also when no report could be made of the result.
// The results are the threads'.
void iterate_case(Case &open, bool first, bool last, long long time_ns, unsigned long long batches);
Event iterated(const Case &open);
// One slice: `begin` and `end` say what begins and ends with it: 0 nothing, 1 the iteration, 2 the trial too.
void slice_case(Case &open, int begin, int end, unsigned long warmin, unsigned long count);
Event sliced(const Case &open);

}  // namespace clamh
